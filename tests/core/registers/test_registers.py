"""The registers of a forfait séance: their columns, their numbers, and how they leave the house."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import msgspec
import pytest
from told_evening import SEANCE, Evening, at

from core.bingo.incidents import IncidentRecorded
from core.bingo.seance.closing import CagnotteCounted, ClosingBegun
from core.bingo.seance.course import DecisionRecorded
from core.bingo.seance.equipment import (
    BlankDrawEnded,
    BlankDrawStarted,
    BlankNumberShown,
    CartonsTicked,
)
from core.bingo.seance.equipment import (
    TestRecorded as ElementTried,
)
from core.bingo.seance.planning import NoticeRecorded
from core.consultations import READERS, REGISTERS, ConsultRegister, Means, RegisterConsulted
from core.desk.till import TillClosed, TillFed
from core.house import decide
from core.registers import ASKS, page
from core.registers.columns import Ask, Column, Kind, digest
from core.registers.render import csv_text, named, pages, text
from core.rules import Moment, Refusal, Role
from core.signatures import DocumentSigned

SPEC = Path(__file__).parents[3] / "docs" / "spec" / "12-registers.md"
NASTY = "[/b] Zoé <éàü> ${x}"


class Zoe(msgspec.Struct):
    name: str = NASTY
    birth: str = "1990-02-28"
    document: str = "CNI 12AB"


def rows(told: Evening, register: str, **narrowed: str) -> list[dict]:
    return list(ASKS[register].rows(told.house, **narrowed))


@pytest.fixture
def won(evening: Evening) -> Evening:
    """Two players; partie 1 won by cartons 1 (quine 3.00) and 2 (bingo 6.00), paid."""
    evening.sell(1, "p-10")
    evening.sell(2, "p-11")
    evening.create_series()
    evening.exchange(1, 1, 3)
    evening.allocate((3_00, 2_00, 1_00, 1_20), (6_00, 8_00, 5_00, 5_00))
    evening.draw(1, range(1, 51))
    evening.quine(31, {1: 3_00})
    evening.bingo(50, {2: 6_00})
    evening.settle()
    return evening


@pytest.mark.spec("GEN-017")
def test_every_register_can_be_read_by_an_auditor_and_leaves_a_fact(won):
    """Each reading is an order that the auditor may give, and a line of the journal."""
    assert set(ASKS) == set(REGISTERS)
    moment = Moment(at(30), 0, "p-9", Role.AUDITEUR)
    for name, register in ASKS.items():
        assert Role.AUDITEUR in register.allowed <= READERS
        order = ConsultRegister(name, SEANCE, means=Means.FILE)
        assert decide(won.house, order, moment) == (
            RegisterConsulted(name, SEANCE, "", Means.FILE),
        )


@pytest.mark.spec("GEN-017")
@pytest.mark.parametrize(
    ("order", "role", "code"),
    [
        (ConsultRegister("REG-99"), Role.AUDITEUR, "DOCUMENT_INCONNU"),
        (ConsultRegister("REG-26", "2025-099"), Role.AUDITEUR, "SEANCE_INCONNUE"),
        (ConsultRegister("REG-26"), Role.JOUEUR, "FONCTION_NON_AUTORISEE"),
    ],
)
def test_a_reading_that_cannot_be_is_refused(evening, order, role, code):
    """No register of that name, no such séance, no right to read."""
    with pytest.raises(Refusal) as refused:
        decide(evening.house, order, Moment(at(1), 0, "x", role))
    assert refused.value.code == code


@pytest.mark.spec("GEN-017")
@pytest.mark.parametrize("name", [name for name in REGISTERS if name.startswith("REG-")])
def test_columns_are_named_as_the_specification_names_them(name):
    """What spec 12 stars for a forfait séance is there, under its own name."""
    chapter = SPEC.read_text(encoding="utf-8")
    section = re.search(rf"^#### {name} columns.*?(?=^#### )", chapter, re.M | re.S)[0]
    starred = set(re.findall(r"`([a-z_0-9]+)`(?: \([^)]*\))?★", section))
    columns = {column.name.removesuffix("_c") for column in ASKS[name].columns}
    elsewhere = {  # in the header of the historique, or with the refunds of a cancelled séance
        "REG-05F": {
            "forfaits_vendus",
            "retenue_35",
            "enveloppe_quine_15",
            "enveloppe_bingo_50",
        },
        "REG-08": {"coup_versement"},  # of a table game
    }
    assert starred - columns - elsewhere.get(name, set()) == set()


def test_lines_have_exactly_the_columns_and_gapless_numbers(won):
    """Every line of every register: the columns that were promised, no 1, 2, 3…"""
    won.tell(
        ElementTried("tirage", True, "", "p4", at(0)),
        DecisionRecorded(SEANCE, "pauses", "dix minutes", "RI 4", at(20), "p3"),
        IncidentRecorded(at(21), SEANCE, 1, 40, "PANNE", "sphère", "p2"),
        ClosingBegun(at(50)),
        CagnotteCounted(16_80, 0, "", "p5"),
    )
    empty = {"REG-08", "REG-12", "REG-14"}
    for name, register in ASKS.items():
        lines = rows(won, name)
        assert bool(lines) is (name not in empty), name
        assert [line["no"] for line in lines] == list(range(1, len(lines) + 1))
        for line in lines:
            assert set(line) == {column.name for column in register.columns} | {"hash"}, name
            assert line["hash"] == digest({k: v for k, v in line.items() if k != "hash"})
            assert not any(isinstance(value, float) for value in line.values())


@pytest.mark.spec("BIN-014")
def test_a_winning_carton_is_kept_twenty_eight_days(won):
    """Recovered on 10 January, kept through 7 February; its fifteen numbers are on the line."""
    quine, bingo = rows(won, "REG-04")
    assert (quine["carton"], quine["combinaison"], quine["rang"]) == ("014-000001", "quine", 31)
    assert (quine["montant_c"], bingo["montant_c"]) == (3_00, 6_00)
    assert quine["a_conserver_jusqu_au"] == "2026-02-07"
    assert quine["recupere_par"] == "p5"
    assert len(re.findall(r"\d+", quine["numeros"])) == 15


@pytest.mark.spec("FOR-016", "FOR-017")
def test_bulletin_receipt_and_stub_share_a_number_and_are_archived_ten_years(won):
    """The player is an id; both parts of the price; cartons given; the stub's own digest."""
    first, second = rows(won, "REG-07")
    assert (first["bulletin_no"], first["recepisse_no"], first["joueur"]) == (1, 1, "p-10")
    assert (first["part_cartons_c"], first["droits_inscription_c"]) == (24_00, 6_00)
    assert first["cartons_remis"] == "1-3 (1: 014, 2: 015, 3: 016, 4: 017)"
    assert first["a_archiver_jusqu_au"] == "2036-01-10"
    assert second["cartons_remis"] == ""
    assert re.fullmatch("[0-9a-f]{64}", first["souche_hash"])
    assert first["souche_hash"] != second["souche_hash"]


@pytest.mark.spec("FOR-036", "BIN-056")
def test_the_retention_line_has_what_was_due_counted_and_who_certified(sixty):
    """504.00 due and counted; a difference of −1.00 would be on the line."""
    sixty.tell(ClosingBegun(at(60)), CagnotteCounted(503_00, -1_00, "un euro manque", "p5"))
    document, signed = f"11quinquies:{SEANCE}", sixty.house.digest_of(f"11quinquies:{SEANCE}")
    (line,) = rows(sixty, "REG-06")
    assert (line["retenue_theorique_c"], line["retenue_comptee_c"]) == (504_00, 503_00)
    assert (line["ecart_c"], line["explication"]) == (-1_00, "un euro manque")
    assert (line["caissier_signature"], line["certifie_par"]) == ("", "")
    sixty.tell(
        DocumentSigned(document, signed, "p5", Role.CAISSIER, 0, False),
        DocumentSigned(document, signed, "p2", Role.MCD, 1, True),
    )
    (line,) = rows(sixty, "REG-06")
    assert (line["caissier_signature"], line["certifie_par"]) == ("p5", "p2")


@pytest.mark.spec("CSH-028")
def test_the_cash_journal_expects_1160_and_finds_1159(evening):
    """Opening 1 000.00, in 400.00, out 240.00: expected 1 160.00; counted 1 159.00 is −1.00."""
    evening.tell(
        TillFed("d1", 400_00, 1_400_00, "du coffre", at(6)),
        TillFed("d1", -240_00, 1_160_00, "au coffre", at(7)),
        TillClosed("d1", "p5", {}, 1_160_00, 1_159_00, -1_00, "erreur de rendu", at(8)),
    )
    lines = rows(evening, "CSH-028")
    assert [line["attendu_c"] for line in lines] == [1_000_00, 1_400_00, 1_160_00, 1_160_00]
    assert (lines[2]["entree_c"], lines[2]["sortie_c"]) == (0, 240_00)
    assert (lines[3]["compte_c"], lines[3]["ecart_c"]) == (1_159_00, -1_00)


@pytest.mark.spec("CSH-028")
def test_the_cash_journal_ends_with_what_the_till_expects(won):
    """Every sale and every lot paid is a line: journal and till never differ."""
    till = won.house.desk.tills["d1"]
    assert rows(won, "CSH-028")[-1]["attendu_c"] == till.expected_c == 1_000_00 + 60_00 - 9_00


@pytest.mark.spec("BIN-016", "BIN-018")
def test_the_session_file_holds_the_tests_and_the_ninety_numbers(evening):
    """One line for each element, one for the blank draw in its order."""
    evening.tell(
        ElementTried("tirage", True, "90 s", "p4", at(0)),
        ElementTried("sonorisation", False, "", "p4", at(0)),
        BlankDrawStarted(at(0)),
        *(BlankNumberShown(number) for number in range(90, 0, -1)),
        BlankDrawEnded(at(1)),
        CartonsTicked("p4"),
    )
    first, second, blank = rows(evening, "REG-02")
    assert [line["resultat"] for line in (first, second)] == ["réussi", "échoué"]
    assert blank["tirage_a_blanc"].split() == [str(number) for number in range(90, 0, -1)]
    assert (first["mcd_designe"], first["directeur_seance"]) == ("p2", "p3")
    assert first["cartons_etat_parfait"] is True


@pytest.mark.spec("FOR-004")
def test_notices_keep_their_numbers_when_an_earlier_seance_gets_one_more(evening):
    """The register is one run over all séances; seven days ahead is in time, six is not."""
    evening.plan("2025-002", "2026-02-10", 2)
    evening.tell(NoticeRecorded(SEANCE, "PERSONNEL", "2026-01-04", "courrier", ""))
    lines = rows(evening, "REG-13")
    assert [(line["no"], line["seance"]) for line in lines] == [
        (1, SEANCE),
        (2, "2025-002"),
        (3, SEANCE),
    ]
    assert [line["conforme"] for line in lines] == [True, True, False]
    assert [line["no"] for line in rows(evening, "REG-13", seance=SEANCE)] == [1, 3]


@pytest.mark.spec("BIN-066", "GEN-017")
def test_incidents_of_a_day_name_the_series_in_play(won):
    """REG-26 for a date: rank 40, series 014; another day has nothing."""
    won.tell(IncidentRecorded(at(21), SEANCE, 1, 40, "PANNE", "sphère", "p2"))
    (line,) = rows(won, "REG-26", day="2026-01-10")
    assert (line["rang"], line["series"], line["erreur_constatee"]) == (40, "014", "sphère")
    assert rows(won, "REG-26", day="2026-01-11") == []
    with pytest.raises(Refusal) as refused:
        rows(won, "REG-26", day="hier")
    assert refused.value.code == "DATE_ILLISIBLE"


@pytest.mark.spec("FOR-026")
def test_lots_that_the_room_has_not_heard_stay_blank(won):
    """Partie 1 shows its lots, partie 2 none until it is announced; closing shows them all."""
    lines = rows(won, "REG-05F")
    assert [line["quine_alloue_c"] for line in lines] == [3_00, None, None, None]
    won.tell(ClosingBegun(at(50)))
    assert [line["bingo_alloue_c"] for line in rows(won, "REG-05F")] == [6_00, 8_00, 5_00, 5_00]


@pytest.mark.spec("GEN-017", "GEN-023")
def test_names_are_joined_when_shown_and_ids_are_all_that_is_kept(won):
    """A name as typed in every form; for an erased person the id remains."""
    register = ASKS["REG-07"]
    lines = rows(won, "REG-07")
    names = {"p-10": Zoe()}.get
    assert lines[0]["joueur"] == "p-10"
    joined = named(register, lines[0], names)
    assert (joined["joueur"], joined["naissance"]) == (NASTY, "28/02/1990")
    shown = text(register, lines, names)
    assert NASTY in shown
    assert "p-11" in shown
    table = list(
        csv.DictReader(io.StringIO(csv_text(register.columns, lines, names)), delimiter=";")
    )
    assert [row["joueur"] for row in table] == [NASTY, "p-11"]
    assert [row["frais_participation"] for row in table] == ["30,00", "30,00"]


@pytest.mark.parametrize("typed", ["=1+1", "+33", "-x", "@a"])
def test_a_text_that_a_spreadsheet_would_calculate_is_only_text(typed):
    """An apostrophe before it; a negative amount stays an amount."""
    columns = (Column("texte", "Texte"), Column("ecart_c", "Écart", Kind.MONEY))
    assert csv_text(columns, [{"texte": typed, "ecart_c": -1_00}]).splitlines()[1] == (
        f"'{typed};-1,00"
    )


@pytest.mark.spec("PRT-008", "GEN-006")
def test_a_signed_register_on_paper_bears_the_hash_that_was_signed(sixty):
    """Historique, 11 quinquies and tests: the digest of the statement; places for two hands."""
    for register, statement in (
        ("REG-02", "essais"),
        ("REG-05F", "historique"),
        ("REG-06", "11quinquies"),
    ):
        paper = page(sixty.house, register, SEANCE)
        assert paper.hash == sixty.house.digest_of(f"{statement}:{SEANCE}")
        assert paper.signatures
    assert (
        "60 forfaits, base 1 440,00 €, retenue 504,00 €"
        in page(sixty.house, "REG-05F", SEANCE).subtitle
    )
    with pytest.raises(Refusal):
        page(sixty.house, "REG-99")


@pytest.mark.spec("PRT-008")
def test_pages_share_one_hash_over_all_lines(sixty):
    """Sixty registrations on two pages; the hash is that of the lines, whatever the page."""
    register = ASKS["REG-07"]
    lines = rows(sixty, "REG-07")
    first, second = pages(sixty.house, register, lines, signatures=("DR",))
    assert (len(first.rows), len(second.rows)) == (40, 20)
    assert first.hash == second.hash == digest(lines)
    assert (first.signatures, second.signatures) == ((), ("DR",))
    assert digest(lines) in text(register, lines)


def test_an_ask_is_pure_data():
    """Reading changes nothing: the state before and after is the same."""
    told = Evening()
    before = msgspec.json.encode(told.house)
    for register in ASKS.values():
        assert isinstance(register, Ask)
        text(register, register.rows(told.house))
    assert msgspec.json.encode(told.house) == before
