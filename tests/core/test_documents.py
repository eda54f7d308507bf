"""Documents as data: they travel, they bind what they state, and they keep their secrets out."""

from functools import partial

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import codes, documents
from core.documents import BonDeGain, BonDePaiement, CartonPage, PrintedCarton, Recepisse, SeanceDay
from core.rules import Refusal

KEY = bytes(range(32))
MAKE = partial(codes.make, KEY)
ROWS = (
    (4, 0, 23, 0, 45, 0, 0, 78, 90),
    (0, 12, 0, 34, 0, 56, 67, 79, 0),
    (7, 15, 0, 38, 49, 0, 69, 0, 0),
)
PAGE = CartonPage(
    house="Casino",
    seance="Soirée",
    partie=1,
    event=9,
    cartons=(PrintedCarton("014-000251", ROWS), PrintedCarton("014-000252", ROWS)),
)
RECEIPT = Recepisse(
    house="Casino",
    number=42,
    seances=(SeanceDay("2026-06-20"),),
    forfaits=1,
    cartons_c=24_00,
    fees_c=6_00,
    person=7,
    holder="[/b] Zoé <éàü> ${x}",
)


def test_a_document_travels_as_json():
    """Encoded, decoded: the same document, told apart by its type."""
    for document in (PAGE, RECEIPT, documents.TestPage(house="C", number=1)):
        assert documents.decoded(documents.encoded(document)) == document
    assert b'"type":"CartonPage"' in documents.encoded(PAGE)


def test_an_unreadable_document_is_refused():
    """A foreign line gives a code, never another error."""
    for line in (b"", b"{}", b'{"type":"Ordre"}', b'{"type":"TestPage","house":3,"number":1}'):
        with pytest.raises(Refusal, match="DOCUMENT_ILLISIBLE"):
            documents.decoded(line)


@pytest.mark.spec("PRT-002")
def test_every_carton_of_a_page_has_its_own_authentic_code():
    """The code names séance and serial, and binds the fifteen numbers."""
    page = documents.coded(PAGE, MAKE)
    for carton, serial in zip(page.cartons, (14_000_251, 14_000_252), strict=True):
        code = codes.read(carton.code)
        assert (code.kind, code.event, code.serial) == (codes.Kind.CARTON, 9, serial)
        assert codes.authentic(KEY, code, codes.carton_statement(carton.rows))
        assert not codes.authentic(KEY, code, codes.carton_statement(ROWS[::-1]))


@pytest.mark.spec("PRT-009")
def test_a_carton_keeps_its_code_as_duplicata():
    """Printed again it is the same carton with the same MAC; only the mark differs."""
    page = documents.coded(PAGE, MAKE)
    again = documents.coded(documents.duplicata(page, 2), MAKE)
    assert again.copy == 2
    assert again.cartons == page.cartons


@pytest.mark.spec("FOR-016")
def test_the_duplicata_of_a_receipt_replaces_the_older_one():
    """The copy number is part of what a récépissé states: its code changes with it."""
    first = documents.coded(RECEIPT, MAKE)
    again = documents.coded(documents.duplicata(first, 1), MAKE)
    assert first.code != again.code
    assert codes.authentic(KEY, codes.read(again.code), again.statement)
    assert not codes.authentic(KEY, codes.read(first.code), again.statement)


@given(st.text(), st.text())
def test_no_name_enters_a_code(one, other):
    """Two names, one person: the same code. A name may be erased and the paper still holds."""
    named = [msgspec.structs.replace(RECEIPT, holder=name) for name in (one, other)]
    assert named[0].statement == named[1].statement


@pytest.mark.spec("PRT-003")
def test_the_parts_of_the_price_add_up():
    """24,00 + 6,00 = 30,00 for one forfait, twice that for two."""
    assert RECEIPT.total_c == 30_00
    assert msgspec.structs.replace(RECEIPT, forfaits=2).total_c == 60_00


@pytest.mark.spec("JKP-015")
def test_the_jackpot_voucher_names_its_winner():
    """Without an identity there is no modèle 9."""
    with pytest.raises(Refusal, match="IDENTITE_DU_GAGNANT_MANQUANTE"):
        BonDePaiement(
            house="C", number=1, carton="014-000251", combination="b", amount_c=404_00, winner=" \n"
        )


@pytest.mark.spec("PRT-002")
@given(st.sampled_from(["amount_c", "carton", "combination", "copy", "in_kind", "partie"]))
def test_a_voucher_binds_every_term(term):
    """Change the amount, the carton, the combination or the copy: the code no longer fits."""
    bon = BonDeGain(
        house="C", number=1, carton="014-000251", combination="quine", amount_c=20_00, partie=1
    )
    value = getattr(bon, term)
    other = msgspec.structs.replace(bon, **{term: value + 1 if type(value) is int else value + "x"})
    code = codes.read(documents.coded(bon, MAKE).code)
    assert codes.authentic(KEY, code, bon.statement)
    assert not codes.authentic(KEY, code, other.statement)


def test_plain_text_keeps_what_was_typed_and_drops_what_commands():
    """Brackets, accents and dollars stay; escapes, bells, zero-width and bidi marks go."""
    assert documents.plain("[/b] Zoé <éàü> ${x}") == "[/b] Zoé <éàü> ${x}"
    assert documents.plain("e\u0301\x1b@\x1d\x07\u200b\u202e\x00A\nB\u202f€") == "é@A B €"


@given(st.text())
def test_plain_text_is_stable_and_has_no_controls(text):
    """Cleaned once is cleaned for good."""
    once = documents.plain(text)
    assert documents.plain(once) == once
    assert all(ord(letter) >= 32 and not 127 <= ord(letter) < 160 for letter in once)
