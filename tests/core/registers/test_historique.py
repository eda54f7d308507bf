"""The historique of a forfait séance, against the numbers of FOR-023 to FOR-036."""

from __future__ import annotations

import csv
import io

import pytest
from told_evening import BINGO_C, QUINE_C, SEANCE, Evening, at

from core.bingo.partie.suspension import PartieCancelled, PartieSuspended
from core.bingo.seance.closing import CagnotteCounted, ClosingBegun
from core.house import check
from core.money import even_shares
from core.registers.historique import historique
from core.registers.historique_paper import historique_csv, historique_text, last_held
from core.rules import Refusal


def play(told: Evening, n: int, quine_c: int, bingo_c: int) -> None:
    """Three cartons share the quine at rank 31, one takes the bingo at rank 50."""
    told.draw(n, range(1, 51))
    told.quine(31, dict(zip((7, 8, 9), even_shares(quine_c, 3), strict=True)))
    told.bingo(50, {12: bingo_c})
    told.settle()


@pytest.fixture
def played(sixty: Evening) -> Evening:
    for n, (quine_c, bingo_c) in enumerate(zip(QUINE_C, BINGO_C, strict=True), 1):
        play(sixty, n, quine_c, bingo_c)
    check(sixty.house)
    return sixty


@pytest.mark.spec("FOR-032", "FOR-023", "FOR-029", "FOR-031")
def test_eight_lines_and_the_totals_of_the_specification(played):
    """60 × 24.00: retention 504.00, quines 216.00, bingos 720.00, all paid, nothing left."""
    record = historique(played.house, SEANCE)
    assert record["forfaits"] == {
        "sold": 60,
        "price_c": 30_00,
        "cartons_part_c": 24_00,
        "fee_c": 6_00,
    }
    assert (record["base_c"], record["retention_c"]) == (1_440_00, 504_00)
    assert [line["status"] for line in record["parties"]] == ["VALIDEE"] * 8
    assert record["totals"] == {
        "quine_c": 216_00,
        "bingo_c": 720_00,
        "paid_c": 936_00,
        "orphelins_c": 0,
        "fees_c": 360_00,
    }


@pytest.mark.spec("FOR-032", "FOR-035", "FOR-018")
def test_a_line_names_its_cartons_balls_and_winners(played):
    """Partie 1: 22.00 among three cartons is 7.34, 7.33, 7.33; cartons 1 to 180 of series 014."""
    line = historique(played.house, SEANCE)["parties"][0]
    assert line["balls"] == list(range(1, 51))
    assert [line[key] for key in ("n", "serie", "first", "last", "count")] == [1, 14, 1, 180, 180]
    assert line["quine"] == {
        "lot_c": 22_00,
        "rank": 31,
        "winners": [
            {"carton": "014-000007", "share_c": 7_34},
            {"carton": "014-000008", "share_c": 7_33},
            {"carton": "014-000009", "share_c": 7_33},
        ],
    }
    assert line["bingo"] == {
        "lot_c": 74_00,
        "rank": 50,
        "winners": [{"carton": "014-000012", "share_c": 74_00}],
    }


@pytest.mark.spec("FOR-030", "BIN-049")
def test_an_unclaimed_quine_is_played_for_again_and_counted_once(sixty):
    """Partie 3's 28.00 is carried: partie 4 plays for 59.00, and the total stays 216.00."""
    for n in (1, 2):
        play(sixty, n, QUINE_C[n - 1], BINGO_C[n - 1])
    sixty.draw(3, range(1, 91))
    sixty.without_winner(28_00, 83_00)
    sixty.settle()
    sixty.draw(4, range(1, 51), quine_carried_c=28_00, bingo_carried_c=83_00)
    third, fourth = historique(sixty.house, SEANCE)["parties"][2:4]
    assert third["quine"] == {"lot_c": 28_00, "rank": None, "winners": []}
    assert fourth["quine"]["lot_c"] == 59_00
    assert fourth["status"] == "NON_JOUEE"
    assert historique(sixty.house, SEANCE)["totals"]["quine_c"] == 216_00


@pytest.mark.spec("FOR-030", "FOR-029")
def test_what_the_last_partie_leaves_lies_with_the_orphelins(sixty):
    """Seven parties paid, the eighth unclaimed: 24.00 + 62.00 are orphelins, and the sum holds."""
    for n in range(1, 8):
        play(sixty, n, QUINE_C[n - 1], BINGO_C[n - 1])
    sixty.draw(8, range(1, 91))
    sixty.without_winner(24_00, 62_00, last=True)
    sixty.settle()
    check(sixty.house)
    totals = historique(sixty.house, SEANCE)["totals"]
    assert totals["orphelins_c"] == 86_00
    assert totals["paid_c"] + totals["orphelins_c"] == totals["quine_c"] + totals["bingo_c"]
    assert f"{'Versé aux orphelins':<40}{'86,00 €':>18}" in historique_text(sixty.house, SEANCE)
    assert f"{'Reste à redistribuer':<40}{'0,00 €':>18}" in historique_text(sixty.house, SEANCE)


@pytest.mark.spec("FOR-037")
def test_a_cancelled_attempt_has_its_line_and_no_money(sixty):
    """Partie 1 breaks down at rank 40 and is replayed with series 022: two lines, one sum."""
    sixty.draw(1, range(1, 41))
    sixty.tell(PartieSuspended(1, 0, "panne"), PartieCancelled(1, "panne", at(30)))
    sixty.serie(22, 1, attempt=2)
    play(sixty, 1, 22_00, 74_00)
    record = historique(sixty.house, SEANCE)
    first, again = record["parties"][:2]
    assert (first["n"], first["status"], len(first["balls"])) == (1, "ANNULEE", 40)
    assert (again["n"], again["status"], again["serie"]) == (1, "VALIDEE", 22)
    assert again["quine"]["winners"][0]["carton"] == "022-000007"
    assert len(record["parties"]) == 9
    assert record["totals"]["quine_c"] == 216_00


@pytest.mark.spec("FOR-032")
def test_before_anything_is_sold_the_lines_are_there_and_empty():
    """A planned séance has its lines, all NON_JOUEE, without series or money."""
    record = historique(Evening(parties=8).house, SEANCE)
    assert [line["status"] for line in record["parties"]] == ["NON_JOUEE"] * 8
    assert [record["parties"][0][key] for key in ("serie", "first", "last", "count")] == [
        *(None, None, None),
        0,
    ]
    assert (record["retention_c"], record["totals"]["paid_c"]) == (0, 0)


@pytest.mark.spec("BIN-057")
def test_a_voucher_not_yet_paid_is_owed_and_said(sixty):
    """Won is not paid: the total paid grows at the desk, the paper shows what is still due."""
    sixty.draw(1, range(1, 51))
    sixty.quine(31, {7: 22_00})
    sixty.bingo(50, {12: 74_00})
    sixty.settle(pay=False)
    assert historique(sixty.house, SEANCE)["totals"]["paid_c"] == 0
    assert f"{'Bons encore à payer':<40}{'96,00 €':>18}" in historique_text(sixty.house, SEANCE)


@pytest.mark.spec("FOR-032", "FOR-026")
def test_the_inspectors_text_fits_eighty_columns_and_bears_the_seal(played):
    """Eight lines, 216,00 / 720,00 / 504,00, the allocation's seal."""
    text = historique_text(played.house, SEANCE)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(" validée " in line for line in lines) == 8
    for label, amount in (
        ("Total des lots de quine", "216,00 €"),
        ("Total des lots de bingo", "720,00 €"),
        ("Retenue 35 %", "504,00 €"),
        ("Reste à redistribuer", "0,00 €"),
    ):
        assert f"{label:<40}{amount:>18}" in lines
    assert f"Scellé  {played.house.bingo.seance.forfait.pools.seal}" in lines
    assert "RÉPÉTITION" not in text


@pytest.mark.spec("GEN-006")
def test_the_digest_on_paper_is_the_one_that_two_people_sign(played):
    """Any change of a figure changes the digest that stands below the historique."""
    digest = played.house.digest_of(f"historique:{SEANCE}")
    assert f"SHA-256 {digest}" in historique_text(played.house, SEANCE)
    played.tell(ClosingBegun(at(60)), CagnotteCounted(504_00, 0, "", "p5"))
    assert f"SHA-256 {digest}" in historique_text(played.house, SEANCE)


@pytest.mark.spec("GEN-010")
def test_a_rehearsal_says_so():
    """Every paper of a rehearsal bears the mark."""
    assert "RÉPÉTITION" in historique_text(Evening(rehearsal=True).house, SEANCE)


@pytest.mark.spec("FOR-032", "GEN-017")
def test_the_csv_reads_back_to_the_same_cents(played):
    """A spreadsheet sums 936,00 of lots from the file alone."""
    rows = list(csv.DictReader(io.StringIO(historique_csv(played.house, SEANCE)), delimiter=";"))
    assert len(rows) == 8

    def cents(column: str) -> int:
        return sum(int(row[column].replace(",", "")) for row in rows)

    assert cents("paye_quine") + cents("paye_bingo") == 936_00
    assert {row["retenue_35"] for row in rows} == {"504,00"}


def test_an_unknown_seance_is_refused(evening):
    """Never an empty historique for a séance that does not exist."""
    with pytest.raises(Refusal) as refused:
        historique(evening.house, "2025-099")
    assert refused.value.code == "SEANCE_INCONNUE"


def test_without_a_name_the_seance_in_course_is_meant(evening):
    """Else the last one that was held."""
    evening.plan("2025-002", "2026-02-10", 2)
    assert last_held(evening.house) == SEANCE
