"""Claims at a stop: BIN-031 to BIN-048, D-18 to D-22, SM-03, test vector 20.3."""

import pytest

from core.bingo.partie.claims import AskForOthers, NewClaim, RejectClaim, VerifyCarton
from core.bingo.partie.closing import CloseBingo, CloseQuine
from core.bingo.partie.disputes import ArbitrateCarton, DisputeCarton
from core.bingo.partie.draw import DrawBall, StopDraw
from core.bingo.partie.state import Combination, Phase, Verdict
from core.bingo.partie.verdicts import claimants

QUINE, BINGO = Combination.QUINE, Combination.BINGO


def verdict(night):
    return Verdict(night.result["verdict"])


def numbers(night, number):
    return [ball for row in night.carton(number) for ball in row]


@pytest.mark.spec("BIN-031")
def test_a_complete_row_is_shown(night):
    night.playing().draws(*night.carton(4)[1]).stops(QUINE).verifies(4)
    assert (verdict(night), night.result["row"]) == (Verdict.VALIDE, 1)
    assert night.result["serial"] == "001-000004"


@pytest.mark.spec("BIN-033")
def test_a_false_claim_names_what_is_missing_and_play_goes_on(night):
    """« non complet : … »; the draw resumes with the same remaining numbers, the carton plays on."""
    night.playing().draws(*night.carton(4)[0][:4], 90, 89).stops(QUINE).verifies(4)
    assert verdict(night) is Verdict.NON_COMPLETE
    assert night.result["missing"] == (night.carton(4)[0][4],)
    night.gives(RejectClaim()).heard()
    assert night.partie.false_claims == 1
    assert night.quine(4).partie.quine.shares == {4: 22_00}


@pytest.mark.spec("BIN-033")
def test_false_claims_are_counted_by_person_over_the_evening(night):
    """Cartons 4 and 5 are joueur-2's: two false claims; a misread number is nobody's."""
    night.playing().draws_to(15).stops()
    for number in (4, 5, 999):
        night.verifies(number, BINGO)
    assert night.seance.false_claims == {"joueur-2": 2}
    assert not night.house.bingo.incidents


@pytest.mark.spec("BIN-033")
def test_a_stop_without_any_claimant_is_closed_the_same_way(night):
    night.playing().draws_to(10).stops().gives(RejectClaim())
    assert (night.partie.phase, night.partie.false_claims) == (Phase.TIRAGE_QUINE, 0)


@pytest.mark.spec("BIN-033")
def test_a_valid_claim_is_not_rejected(night):
    night.playing().draws(*night.carton(4)[0]).stops().verifies(4)
    night.refuses(RejectClaim(), "RECLAMATION_VALIDE")


@pytest.mark.spec("BIN-032", "BIN-047")
def test_a_carton_never_handed_out_wins_nothing_and_is_told(night):
    """Last issued 180: 181 is NON_VENDUE, and the register of incidents has it."""
    night.playing().draws_to(20).stops().verifies(181)
    assert verdict(night) is Verdict.NON_VENDUE
    assert night.house.bingo.incidents[-1].nature == "FRAUDE"


@pytest.mark.spec("BIN-032", "BIN-047")
@pytest.mark.parametrize(
    ("presented", "expected"),
    [
        ({"authentic": False}, Verdict.SIGNATURE_QR_INVALIDE),
        ({"seance": False}, Verdict.AUTRE_SEANCE),
        ({"authentic": False, "seance": False}, Verdict.SIGNATURE_QR_INVALIDE),
    ],
)
def test_a_forged_code_or_one_of_another_night_is_told(night, presented, expected):
    """The seal first (SM-03): a forged code that names another night is a forged code."""
    night.playing().draws_to(20).stops().verifies(4, **presented)
    assert verdict(night) is expected


@pytest.mark.spec("BIN-012")
def test_a_carton_plays_its_own_partie_only(night):
    """A carton of partie 1 scanned in partie 2; a number beyond the series is unknown."""
    night.announced().plays()
    first = night.presented(4)
    night.starts().draws_to(20).stops().gives(VerifyCarton("", None, first))
    assert verdict(night) is Verdict.AUTRE_PARTIE
    assert verdict(night.verifies(10_000)) is Verdict.CARTE_INCONNUE


@pytest.mark.spec("BIN-034", "BIN-045")
def test_there_is_one_quine_a_partie(night):
    """Closed: another row claimed later is QUINE_DEJA_GAGNEE."""
    night.playing().quine(4).draws(*night.carton(20)[0]).draws_to(15)
    night.refuses(StopDraw(QUINE), "QUINE_DEJA_GAGNEE")
    night.stops().verifies(20, QUINE)
    assert verdict(night) is Verdict.QUINE_DEJA_GAGNEE


@pytest.mark.spec("BIN-035")
def test_a_late_quine_claim_shares_while_the_quine_is_open(night):
    """A complete earlier and silent, B complete now: both win half."""
    night.playing().draws(*night.carton(4)[0]).quine(4, 20)
    assert night.partie.quine.shares == {4: 11_00, 20: 11_00}


@pytest.mark.spec("BIN-036")
def test_others_have_ten_seconds(night):
    """Closing after 6 s is refused; at 10 s with a claim waiting too; after its verdict accepted."""
    night.playing().draws(*night.carton(4)[0]).stops().verifies(4).gives(AskForOthers()).heard()
    asked = night.partie.standing.window_ms - 10_000
    night.waits(asked + 6_000 - night.ms)
    assert night.refuses(CloseQuine(), "DELAI_EN_COURS") == {"left_ms": 4_000}
    night.gives(NewClaim()).waits(asked + 9_999 - night.ms)
    assert night.refuses(CloseQuine(), "RECLAMATION_NON_VERIFIEE") == {"count": 1}
    night.verifies(8).waits(asked + 9_999 - night.ms)
    assert night.refuses(CloseQuine(), "DELAI_EN_COURS") == {"left_ms": 1}
    night.waits(1).gives(CloseQuine())


@pytest.mark.spec("BIN-036")
def test_the_question_may_be_asked_longer_never_shorter(night):
    night.playing().draws(*night.carton(4)[0]).stops().refuses(
        AskForOthers(), "AUCUNE_RECLAMATION_VALIDE"
    )
    night.verifies(4).gives(AskForOthers()).heard()
    first = night.partie.standing.window_ms
    assert night.gives(AskForOthers()).partie.standing.window_ms > first


@pytest.mark.spec("BIN-036", "BIN-046")
def test_scanning_the_winner_again_does_not_pass_for_the_claim_that_waits(night):
    """20 called « quine » while others were asked for; the scan of 4 is DEJA_VALIDEE."""
    night.playing().draws(*night.carton(4)[0], *night.carton(20)[0]).stops().verifies(4).asks()
    night.gives(NewClaim()).verifies(4)
    assert verdict(night) is Verdict.DEJA_VALIDEE
    night.refuses(CloseQuine(), "RECLAMATION_NON_VERIFIEE")
    assert night.verifies(20).gives(CloseQuine()).partie.quine.shares == {4: 11_00, 20: 11_00}


@pytest.mark.spec("BIN-037")
def test_after_the_quine_the_same_balls_go_on(night):
    night.playing().quine(4)
    assert (night.partie.phase, night.partie.rank) == (Phase.TIRAGE_BINGO, 5)
    assert night.draws(*numbers(night, 4)).partie.rank == 15


@pytest.mark.spec("BIN-038", "FOR-035")
def test_the_quine_is_shared_by_carton(night):
    """22.00 between three cartons: 7.34, 7.33, 7.33, the odd cent with the lowest number."""
    night.playing().quine(11, 4, 9)
    assert night.partie.quine.shares == {4: 7_34, 9: 7_33, 11: 7_33}


@pytest.mark.spec("BIN-038")
def test_two_complete_rows_are_one_share(night):
    night.playing().draws(*night.carton(4)[0], *night.carton(4)[1], *night.carton(20)[0])
    night.quine(4, 20)
    assert night.partie.quine.shares == {4: 11_00, 20: 11_00}


@pytest.mark.spec("BIN-039", "BIN-040", "FOR-035", "BIN-045")
def test_the_bingo_is_shared_and_ends_the_partie(night):
    """74.00 between four cartons: 18.50 each; then no draw, no claim, no cancellation."""
    night.playing().quine(1).bingo(2, 3, 5, 8)
    assert night.partie.bingo.shares == dict.fromkeys((2, 3, 5, 8), 18_50)
    assert night.partie.phase is Phase.TERMINEE
    night.refuses(DrawBall(drawn=1), "TIRAGE_IMPOSSIBLE")
    late = VerifyCarton("", None, night.presented(9))
    night.refuses(late, "PHASE_CLOSE")
    night.refuses(StopDraw(), "TIRAGE_NON_EN_COURS")


@pytest.mark.spec("BIN-041")
def test_a_bingo_while_the_quine_is_open_takes_both(night):
    """Carton 4 full at rank 60, nobody else: quine 22.00, then bingo 74.00."""
    night.playing().draws(*numbers(night, 4)).draws_to(60).stops(BINGO).verifies(4)
    night.asks().refuses(CloseBingo(), "PARTIE_DANS_UNE_AUTRE_PHASE")
    night.gives(CloseQuine()).heard()
    assert night.partie.phase is Phase.CONTROLE_BINGO
    night.asks().gives(CloseBingo())
    assert (night.partie.quine.shares, night.partie.bingo.shares) == ({4: 22_00}, {4: 74_00})


@pytest.mark.spec("BIN-041", "BIN-042")
def test_vector_20_3(night):
    """Rank 52: X scans a full carton, Y a row, Z a row that wants one number."""
    x, y, z = 4, 20, 37
    wanted = night.playing().carton(z)[0][0]
    night.draws(*(ball for ball in numbers(night, x) + list(night.carton(y)[0]) if ball != wanted))
    assert wanted not in numbers(night, x)
    night.draws(*night.carton(z)[0][1:]).draws_to(
        52, but={ball for row in night.carton(z) for ball in row}
    )
    night.stops(BINGO).verifies(z, QUINE)
    assert (verdict(night), night.result["missing"]) == (Verdict.NON_COMPLETE, (wanted,))
    night.verifies(x, BINGO).verifies(y, QUINE).asks().gives(CloseQuine()).heard()
    assert night.partie.quine.shares == {x: 11_00, y: 11_00}
    night.asks().gives(CloseBingo())
    assert (night.partie.bingo.shares, night.partie.bingo.rank) == ({x: 74_00}, 52)


@pytest.mark.spec("BIN-043")
def test_a_wrong_word_may_be_restated_in_the_same_stop(night):
    """« bingo » with one row complete and the quine open: quine is offered, and valid."""
    night.playing().draws(*night.carton(4)[0]).draws_to(15, but=numbers(night, 4))
    night.stops(BINGO).verifies(4)
    assert (verdict(night), night.result["restate"]) == (Verdict.NON_COMPLETE, QUINE)
    assert verdict(night.verifies(4, QUINE)) is Verdict.VALIDE
    assert night.asks().gives(CloseQuine()).partie.quine.shares == {4: 22_00}


@pytest.mark.spec("BIN-043")
def test_a_quine_said_with_a_full_carton_may_become_a_bingo(night):
    night.playing().draws(*numbers(night, 4)).stops(QUINE).verifies(4)
    assert (verdict(night), night.result["restate"]) == (Verdict.VALIDE, BINGO)
    night.verifies(4, BINGO).asks().gives(CloseQuine())
    assert claimants(night.partie, BINGO) == [4]


@pytest.mark.spec("BIN-043", "BIN-041")
def test_a_valid_bingo_needs_no_other_word(night):
    """It is a claim on the open quine by itself."""
    night.playing().draws(*numbers(night, 4)).stops(BINGO).verifies(4)
    assert (verdict(night), night.result["restate"]) == (Verdict.VALIDE, None)


@pytest.mark.spec("BIN-044")
def test_a_late_bingo_wins_as_long_as_none_was_closed(night):
    night.playing().quine(1).draws(*numbers(night, 4)).draws_to(80).bingo(4)
    assert night.partie.bingo.shares == {4: 74_00}


@pytest.mark.spec("BIN-046")
def test_a_second_scan_is_one_share(night):
    night.playing().draws(*night.carton(4)[0]).stops().verifies(4).verifies(4)
    assert verdict(night) is Verdict.DEJA_VALIDEE
    assert night.asks().gives(CloseQuine()).partie.quine.shares == {4: 22_00}
    assert night.partie.false_claims == 0


@pytest.fixture
def disputed(night):
    """Carton 4 is valid, 20 too; then a second paper says 4."""
    night.playing().draws(*night.carton(4)[0], *night.carton(20)[0]).draws_to(15).stops()
    night.verifies(4).verifies(20).gives(DisputeCarton(4, "deux papiers"))
    return night


@pytest.mark.spec("BIN-046")
def test_two_papers_of_one_number_wait_for_the_committee(disputed):
    """The claim is LITIGE, closing is blocked, the register of incidents has it."""
    assert disputed.house.bingo.incidents[-1].nature == "CARTON_EN_DOUBLE"
    assert verdict(disputed.verifies(4)) is Verdict.LITIGE
    disputed.asks().refuses(CloseQuine(), "LITIGE_EN_COURS")
    disputed.refuses(ArbitrateCarton(20, True, "?"), "AUCUN_LITIGE")
    disputed.refuses(DisputeCarton(4, "encore"), "LITIGE_EN_COURS")
    disputed.gives(ArbitrateCarton(4, True, "original reconnu")).gives(CloseQuine())
    assert disputed.partie.quine.shares == {4: 11_00, 20: 11_00}


@pytest.mark.spec("BIN-046")
def test_a_carton_rejected_by_the_committee_stays_rejected(disputed):
    """Scanning it again does not undo the decision."""
    disputed.gives(ArbitrateCarton(4, False, "faux"))
    assert verdict(disputed.verifies(4)) is Verdict.LITIGE
    assert disputed.asks().gives(CloseQuine()).partie.quine.shares == {20: 22_00}


@pytest.mark.spec("BIN-046", "BIN-033")
def test_when_the_only_claimant_was_rejected_play_goes_on(night):
    """Others were asked already: there is nobody to share, the draw resumes."""
    night.playing().draws(*night.carton(4)[0]).stops().verifies(4).asks()
    night.refuses(RejectClaim(), "RECLAMATION_VALIDE")
    night.gives(DisputeCarton(4, "?")).gives(ArbitrateCarton(4, False, "faux"))
    night.refuses(CloseQuine(), "AUCUNE_RECLAMATION_VALIDE")
    assert night.gives(RejectClaim()).partie.phase is Phase.TIRAGE_QUINE


@pytest.mark.spec("BIN-032", "BIN-048")
def test_a_bingo_before_rank_15_is_too_soon_whatever_is_shown(night):
    night.playing().draws(*night.carton(4)[0]).stops().verifies(4, BINGO)
    assert verdict(night) is Verdict.TROP_TOT


@pytest.mark.spec("BIN-046")
def test_arbitration_makes_no_combination_complete(disputed):
    """Called « bingo » during the dispute with one row only: recognised, it is still a quine."""
    disputed.verifies(4, BINGO)
    disputed.gives(ArbitrateCarton(4, True, "original reconnu"))
    assert claimants(disputed.partie, BINGO) == []
    disputed.asks().gives(CloseQuine()).heard()
    assert disputed.partie.phase is Phase.TIRAGE_BINGO


@pytest.mark.spec("BIN-046")
def test_a_doubt_on_an_incomplete_carton_wins_nothing(night):
    night.playing().draws_to(10).stops().verifies(4).gives(DisputeCarton(4, "déchiré"))
    night.verifies(4).refuses(RejectClaim(), "LITIGE_EN_COURS")
    night.gives(ArbitrateCarton(4, True, "lisible"))
    assert claimants(night.partie, QUINE) == []
    night.gives(RejectClaim())


def test_only_a_presented_carton_is_disputed(night):
    night.playing().draws_to(10).refuses(DisputeCarton(4, "?"), "AUCUNE_RECLAMATION")
    night.stops().refuses(DisputeCarton(4, "?"), "CARTON_NON_PRESENTE")
    night.gives(NewClaim())
    assert night.partie.standing.waiting == 2
