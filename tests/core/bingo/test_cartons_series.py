"""A series: made with its certificate, opened again years later from key and header."""

import subprocess
import sys

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.bingo.cartons import Certificate, Series
from core.bingo.cartons.algorithms import FastStrips
from core.bingo.cartons.certificates import twins, verify
from core.rules import Refusal

KEY = bytes(range(16))
ALGORITHMS = ["strip-1", "card-1", "strip-2", "card-2"]


def flat(carton):
    return [*carton.top, *carton.middle, *carton.bottom]


def refused(code, of, *given, **named):
    with pytest.raises(Refusal) as refusal:
        of(*given, **named)
    assert refusal.value.code == code


@pytest.mark.spec("BIN-006")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_one_carton_a_strip_and_a_whole_run_are_the_same(algorithm):
    """Cartons of strip s are 6(s-1)+1 to 6s, from 1."""
    series = Series(KEY, 120, algorithm)
    every = series.rows().reshape(120, 15).tolist()
    assert [flat(series.carton(number)) for number in range(1, 121)] == every
    assert [flat(carton) for carton in series.strip(20)] == every[114:120]
    assert [flat(carton) for carton in series] == every


@pytest.mark.spec("BIN-006")
@settings(max_examples=40, deadline=None)
@given(st.integers(1, 240), st.data(), st.sampled_from(["strip-1", "card-1"]))
def test_any_range_of_a_series_can_be_made_alone(first, data, algorithm):
    """Ranges need not begin or end with a strip."""
    count = data.draw(st.integers(1, 241 - first))
    series = Series(KEY, 240, algorithm, {7: 3})
    assert (series.rows(first, count) == series.rows()[first - 1 : first - 1 + count]).all()


@pytest.mark.spec("BIN-006")
def test_golden_cartons_can_be_rebuilt_for_ever():
    """These values must never change: paper with them is in players' hands."""
    key = b"a series for ev."
    assert {a: flat(Series(key, 600, a).carton(251)) for a in ALGORITHMS} == GOLDEN
    assert Series(key, 600).certificate().digest == GOLDEN_DIGEST


@pytest.mark.spec("BIN-006")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_header_opens_the_same_series_again(algorithm):
    """Through JSON, as it lies in the journal."""
    certificate = Series(KEY, 300, algorithm).certificate()
    header = msgspec.json.decode(msgspec.json.encode(certificate), type=Certificate)
    assert header == certificate
    assert (verify(KEY, header).rows() == Series(KEY, 300, algorithm).rows()).all()


@pytest.mark.spec("BIN-006")
def test_an_altered_header_or_another_key_is_found_out():
    """One digit of the digest, one exception more, another size, another key."""
    certificate = Series(KEY, 300).certificate()
    for other in (
        msgspec.structs.replace(certificate, digest="0" * 64),
        msgspec.structs.replace(certificate, exceptions={4: 1}),
        msgspec.structs.replace(certificate, size=294),
        msgspec.structs.replace(certificate, algorithm="strip-2"),
    ):
        refused("CERTIFICAT_DIFFERENT", verify, KEY, other)
    refused("CERTIFICAT_DIFFERENT", verify, bytes(16), certificate)
    refused("ALGORITHME_INCONNU", verify, KEY, msgspec.structs.replace(certificate, algorithm="x"))
    unique = Series(KEY, 6000).certificate()
    lie = msgspec.structs.replace(unique, rows_unique=True)
    refused("CARTONS_JUMEAUX", verify, KEY, lie)


@pytest.mark.spec("BIN-006")
@pytest.mark.parametrize("algorithm", ["strip-1", "card-1"])
def test_a_row_unique_series_has_no_two_rows_alike(algorithm):
    """What was dealt again stands in the header and is found there by every form."""
    plain = Series(KEY, 6000, algorithm)
    certificate = plain.certificate(rows_unique=True)
    series = verify(KEY, certificate)
    rows = series.rows().reshape(-1, 5)
    assert len({row.tobytes() for row in rows}) == len(rows)
    assert 1 <= len(certificate.exceptions) < 100
    assert plain.certificate().exceptions == {}
    for piece in certificate.exceptions:
        number = (piece - 1) * series.in_a_piece + 1
        assert series.carton(number) != plain.carton(number)
        assert flat(series.carton(number)) == series.rows(number, 1).ravel().tolist()


@pytest.mark.spec("BIN-006")
def test_a_row_unique_series_stays_small():
    """Beyond 100,000 cartons most strips would have to be dealt again."""
    refused("SERIE_TROP_GRANDE", Series(KEY, 100_002).certificate, rows_unique=True)
    assert Series(KEY, 100_002).certificate().size == 100_002


@pytest.mark.spec("BIN-006")
def test_a_screen_that_deals_nothing_pays_for_nothing():
    """Neither numpy nor AES is imported with the cartons; `card-2` and `strip-2` never need them."""
    program = (
        "import sys\n"
        "from core.bingo.cartons import Series, check_grid\n"
        "import core.bingo.winners, core.bingo.odds, core.bingo.stock, core.chance\n"
        "Series(bytes(16), 60, 'card-2').carton(7); Series(bytes(16), 60, 'strip-2').carton(7)\n"
        "sys.exit('numpy' in sys.modules or 'cryptography' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.spec("BIN-006")
def test_a_twin_is_dealt_again_and_listed(monkeypatch):
    """A true twin is too rare to wait for: strip 3 is made to repeat strip 1."""
    honest = FastStrips.run

    def repeating(self, first, count):
        dealt = honest(self, first, count)
        if first == 1 and count >= 3:
            dealt[12:18] = dealt[0:6]
        return dealt

    monkeypatch.setattr(FastStrips, "run", repeating)
    certificate = Series(KEY, 60).certificate()
    assert certificate.exceptions == {3: 1}
    opened = verify(KEY, certificate)
    assert not twins([opened.rows()])


@pytest.mark.spec("BIN-006")
def test_twins_between_two_series_are_named():
    """Given 014 and 015 sharing a set, the pair is named; the order of rows does not hide it."""
    one, other = Series(KEY, 600).rows(), Series(bytes(16), 600).rows().copy()
    assert twins([one, other]) == []
    other[410] = one[6][[2, 0, 1]]
    assert twins([one, other]) == [((0, 6), (1, 410))]
    assert twins([one[:10], one[4:6]]) == [((0, 4), (1, 0)), ((0, 5), (1, 1))]


@pytest.mark.spec("BIN-006")
def test_keys_that_agree_are_told_apart_by_the_numbers(monkeypatch):
    """Were two sums equal by chance, nobody would be called a twin."""
    from core.bingo.cartons import certificates

    monkeypatch.setattr(certificates, "_constants", lambda: np.ones(91, np.uint64))
    assert Series(KEY, 60).certificate().exceptions == {}


@pytest.mark.spec("BIN-009")
def test_what_is_outside_a_series_is_refused():
    """Number 0, one too many, an empty count, a strip too far."""
    series = Series(KEY, 60)
    for number in (0, -1, 61):
        refused("CARTE_INCONNUE", series.carton, number)
    for strip in (0, 11):
        refused("CARTE_INCONNUE", series.strip, strip)
    refused("CARTE_INCONNUE", series.rows, 55, 7)
    refused("NOMBRE_DE_CARTONS_INVALIDE", series.rows, 1, 0)
    refused("NOMBRE_DE_CARTONS_INVALIDE", series.rows, 1, -6)


@pytest.mark.spec("BIN-006")
def test_what_is_not_a_series_is_refused():
    """A key of another length, no carton at all, a strip that is not whole."""
    for key in (b"", bytes(15), bytes(32), "0" * 16):
        refused("CLE_DE_SERIE_INVALIDE", Series, key, 60)
    for size in (0, -6, 61):
        refused("TAILLE_DE_SERIE_INVALIDE", Series, KEY, size)
    assert Series(KEY, 61, "card-1").size == 61
    refused("ALGORITHME_INCONNU", Series, KEY, 60, "strip-9")
    for exceptions in ({11: 1}, {0: 1}, {3: 0}):
        refused("EXCEPTION_INVALIDE", Series, KEY, 60, "strip-1", exceptions)


GOLDEN = {
    "strip-1": [17, 39, 40, 62, 84, 3, 19, 56, 65, 85, 6, 24, 41, 67, 75],
    "card-1": [2, 22, 45, 68, 74, 28, 31, 52, 69, 75, 3, 16, 34, 53, 90],
    "strip-2": [9, 41, 50, 74, 82, 14, 32, 66, 76, 85, 18, 29, 47, 52, 86],
    "card-2": [13, 22, 37, 55, 78, 15, 40, 59, 79, 88, 9, 24, 38, 48, 61],
}
GOLDEN_DIGEST = "186becc96f16cef81060ecd2f09e203c436475147061bb58f832682be469dfd5"
