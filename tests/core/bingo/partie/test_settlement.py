"""Unclaimed lots, recovery, vouchers, validation: BIN-014, BIN-049 to BIN-053, FOR-030, SCN-002."""

import pytest
from night import SEANCE

from core.bingo.partie.closing import CloseWithoutWinner, LastCall
from core.bingo.partie.preparation import PreparePartie
from core.bingo.partie.settlement import DeclareCartonLost, RecoverCarton, ValidatePartie
from core.bingo.partie.state import Phase
from core.desk.vouchers import PayLot
from core.rules import Role


@pytest.fixture
def ended(night):
    """Quine to 4 and 9, bingo to 4."""
    return night.playing().quine(4, 9).bingo(4)


@pytest.mark.spec("FOR-030", "BIN-049")
def test_an_unclaimed_quine_goes_to_the_next_partie(night):
    """Partie 3 quine 28.00 unclaimed: partie 4 announces 31.00 + 28.00 = 59.00."""
    night.announced().plays().plays().starts().without_winner().validated().prepared()
    assert night.partie.quine.played_c == 59_00
    assert night.happened("Announced")[-1].text.startswith("Partie 4 sur 8 : quine 59,00 €")
    assert night.partie.bingo.played_c == 103_00 + 83_00
    assert night.house.bingo.incidents[-1].nature == "LOT_NON_RECLAME"


@pytest.mark.spec("FOR-030", "BIN-049")
def test_after_the_last_partie_it_lies_with_the_orphelins(night):
    night.announced()
    for _ in range(7):
        night.plays()
    night.starts().quine(1).without_winner()
    assert [(o.provenance, o.reference, o.amount_c) for o in night.house.desk.orphelins] == [
        ("LOT_BINGO", f"{SEANCE}/8/bingo", 62_00)
    ]
    assert night.books.balance("orphelins") == 62_00


@pytest.mark.spec("BIN-049")
def test_the_last_call_lasts_thirty_seconds(night):
    night.playing().draws_to(89).refuses(LastCall(), "BOULES_RESTANTES")
    night.draws_to(90).refuses(CloseWithoutWinner(), "DERNIER_APPEL_NON_FAIT", Role.MCD)
    night.gives(LastCall()).refuses(CloseWithoutWinner(), "DELAI_EN_COURS", Role.MCD)
    night.waits(30_000).gives(CloseWithoutWinner(), Role.MCD)
    assert night.partie.phase is Phase.TERMINEE


@pytest.mark.spec("BIN-049")
def test_whoever_answers_the_last_call_is_heard_and_the_others_called_again(night):
    night.playing().draws_to(90).gives(LastCall()).quine(4).waits(60_000)
    night.refuses(CloseWithoutWinner(), "DERNIER_APPEL_NON_FAIT", Role.MCD)
    assert night.bingo(4).partie.bingo.shares == {4: 74_00}


@pytest.mark.spec("BIN-051", "BIN-053")
def test_no_validation_while_a_winning_carton_is_missing(ended):
    ended.gives(RecoverCarton("", ended.presented(4)))
    assert ended.refuses(ValidatePartie(), "CARTONS_A_RECUPERER") == {"numbers": [9]}
    ended.refuses(PreparePartie(), "PARTIE_EN_COURS")
    ended.gives(RecoverCarton("", ended.presented(9))).gives(ValidatePartie())
    assert ended.partie.validated_by == "durand"


@pytest.mark.spec("BIN-051")
def test_a_lost_carton_is_declared_with_its_holder(ended):
    """« Perte constatée » by the committee: a line of REG-26, and the lot is still due."""
    ended.gives(RecoverCarton("", ended.presented(4)))
    ended.refuses(DeclareCartonLost(9, "Mme Martin"), "PERSONNE_INCONNUE", Role.MCD)
    ended.gives(DeclareCartonLost(9), Role.MCD).gives(ValidatePartie())
    assert ended.happened("CartonLost")[0].holder == "joueur-3"
    assert ended.house.bingo.incidents[-1].nature == "CARTON_PERDU"
    assert len(ended.house.desk.vouchers) == 3


@pytest.mark.spec("BIN-050", "PRT-006")
def test_a_carton_that_won_both_gives_two_vouchers(ended):
    ended.gives(RecoverCarton("", ended.presented(4)))
    vouchers = [(v.combination, v.amount_c) for v in ended.house.desk.vouchers.values()]
    assert vouchers == [("quine", 11_00), ("bingo", 74_00)]
    printed = [job.ref for job in ended.house.papers.jobs.values() if job.kind == "bon_de_gain"]
    assert printed == ["1", "2"]


@pytest.mark.spec("SCN-002", "BIN-012")
def test_another_paper_at_the_recovery_changes_nothing(ended):
    def refused(code, number, **more):
        ended.refuses(RecoverCarton("", ended.presented(number, **more)), code)

    refused("CARTON_NON_GAGNANT", 5)
    refused("SIGNATURE_QR_INVALIDE", 4, authentic=False)
    refused("CARTON_D_UNE_AUTRE_PARTIE", 4, seance=False)
    refused("CARTON_D_UNE_AUTRE_PARTIE", 4, partie=ended.seance.parties[2])
    ended.gives(RecoverCarton("", ended.presented(4)))
    refused("DEJA_RECUPERE", 4)


@pytest.mark.spec("BIN-050", "BIN-053")
def test_lots_are_payable_after_the_validation_only(ended):
    ended.recovered().refuses(PayLot(1), "PARTIE_NON_VALIDEE")
    ended.validated().gives(PayLot(1))
    assert ended.result == {"voucher": 1, "amount_c": 11_00, "object": ""}


@pytest.mark.spec("BIN-053", "FOR-031")
def test_the_accounting_line_holds_lots_and_gains(ended):
    line = ended.validated().happened("PartieValidated")[0]
    gains = line.quine_c, line.quine_won_c, line.bingo_c, line.bingo_won_c
    assert gains == (22_00, 22_00, 74_00, 74_00)


@pytest.mark.spec("BIN-014")
def test_a_winning_carton_is_archived_when_it_is_recovered(ended):
    """REG-04: which carton, of which partie, when, by whom."""
    archived = ended.recovered().seance.archive
    assert [(a.partie, a.number, a.by) for a in archived] == [(1, 4, "petit"), (1, 9, "petit")]
