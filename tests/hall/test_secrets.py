"""Keys, seeds, entropy, codes: what must never be seen, and what happens when it is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rules import CAISSIER, MCD, POSTE, Refusal, Role
from core.stations import StationKind
from hall.access import (
    PAIRING_MS,
    POWERS,
    STAFF,
    Pairing,
    Patience,
    StationKeys,
    quality,
    station_id,
)
from hall.entropy import SeededEntropy, SystemEntropy, entropy_for
from hall.keys import found_keys, read_keys
from hall.pairing import code_of, plain, secret_of
from hall.vault import Vault

SEED = bytes(range(32))


@pytest.mark.spec("GEN-010")
def test_a_seed_is_refused_in_a_real_house():
    """The system's generator where money is played for; a seed only in rehearsal."""
    with pytest.raises(Refusal) as refusal:
        entropy_for(rehearsal=False, seed="S")
    assert refusal.value.code == "SEED_IN_REAL_HOUSE"
    assert isinstance(entropy_for(rehearsal=False, seed=None), SystemEntropy)
    assert isinstance(entropy_for(rehearsal=True, seed="S"), SeededEntropy)


@pytest.mark.spec("GEN-010")
def test_seeded_entropy_repeats_a_night_and_nothing_else():
    """Same seed, run, label and count: same bytes; each of them changes all."""

    def taken(seed="S", run=0, label="draw"):
        source = SeededEntropy(seed, run)
        return [source.take(label, n) for n in (1, 32, 200)]

    assert taken() == taken()
    assert [len(bytes_) for bytes_ in taken()] == [1, 32, 200]
    others = [taken("T")[1], taken(run=1)[1], taken(label="x")[1], taken()[1]]
    assert len(set(others)) == 4
    assert SystemEntropy().take("x", 32) != SystemEntropy().take("x", 32)


def test_keys_are_made_once_and_kept_from_others(tmp_path):
    """0600 in a folder of their own; a second founding is refused, a lost key named."""
    keys = found_keys(tmp_path / "keys", SystemEntropy())
    assert read_keys(tmp_path / "keys") == keys
    assert len({keys.code, keys.seal, keys.vault, keys.people, keys.exclusion}) == 5
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "keys").iterdir()} == {0o600}
    assert keys.code.hex() not in repr(keys) and str(keys.code) not in repr(keys)
    with pytest.raises(Refusal) as refusal:
        found_keys(tmp_path / "keys", SystemEntropy())
    assert refusal.value.code == "CLES_DEJA_LA"
    (tmp_path / "keys" / "code.key").chmod(0o640)
    with pytest.raises(Refusal) as refusal:
        read_keys(tmp_path / "keys")
    assert refusal.value.code == "CLE_LISIBLE_PAR_D_AUTRES"
    (tmp_path / "keys" / "code.key").write_bytes(b"short")
    (tmp_path / "keys" / "code.key").chmod(0o600)
    with pytest.raises(Refusal) as refusal:
        read_keys(tmp_path / "keys")
    assert refusal.value.code == "CLE_ILLISIBLE"
    (tmp_path / "keys" / "code.key").unlink()
    with pytest.raises(Refusal) as refusal:
        read_keys(tmp_path / "keys")
    assert refusal.value.code == "CLE_MANQUANTE"


@pytest.fixture
def vault(tmp_path):
    return Vault(tmp_path / "vault", bytes(32), SystemEntropy())


def test_a_seed_is_on_the_disk_and_only_encrypted(vault, tmp_path):
    """Another vault object finds it; its bytes do not show it; the file is 0600."""
    vault.keep("E/1/2/1", SEED)
    assert Vault(tmp_path / "vault", bytes(32), SystemEntropy()).seed("E/1/2/1") == SEED
    (path,) = (tmp_path / "vault").iterdir()
    assert SEED not in path.read_bytes() and path.stat().st_mode & 0o777 == 0o600
    vault.keep("E/1/2/1", SEED)
    with pytest.raises(Refusal) as refusal:
        vault.keep("E/1/2/1", bytes(32))
    assert refusal.value.code == "GRAINE_DEJA_GARDEE"
    vault.forget("E/1/2/1")
    with pytest.raises(Refusal) as refusal:
        vault.seed("E/1/2/1")
    assert refusal.value.code == "GRAINE_ABSENTE"


def test_an_altered_seed_or_another_key_is_noticed(vault, tmp_path):
    """Not a byte may change, and a seed cannot be passed off as another draw's."""
    vault.keep("E/1/1/1", SEED)
    with pytest.raises(Refusal):
        Vault(tmp_path / "vault", b"x" * 32, SystemEntropy()).seed("E/1/1/1")
    (path,) = (tmp_path / "vault").iterdir()
    content = path.read_bytes()
    path.rename(vault._path("E/1/2/1"))
    with pytest.raises(Refusal) as refusal:
        vault.seed("E/1/2/1")
    assert refusal.value.code == "GRAINE_ILLISIBLE"
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(Refusal):
        vault.seed("E/1/1/1")


def test_a_start_erases_strays_and_rings_for_what_is_missing(vault, tmp_path):
    """A seed nobody was told of goes; a commitment without a seed is an alarm."""
    for name in ("told", "stray"):
        vault.keep(name, SEED)
    (tmp_path / "vault" / "half.graine.new").write_bytes(b"x")
    found = vault.reconcile({"told", "lost"})
    assert (found.erased, found.missing) == (("stray",), ("lost",))
    assert vault.game_ids() == ("told",)
    assert len(list((tmp_path / "vault").iterdir())) == 1


@pytest.mark.spec("GEN-005")
def test_a_pairing_code_lasts_ten_minutes_and_serves_once():
    """As printed or as typed in a hurry; wrong kind, late, twice: refused alike."""
    pairing = Pairing(SystemEntropy())
    code = pairing.open(StationKind.DESK, 0)
    typed = code.lower().replace("-", " ").replace("1", "l").replace("0", "o")
    with pytest.raises(Refusal):
        pairing.spend(secret_of(code), StationKind.KIOSK, 1)
    pairing.spend(secret_of(typed), StationKind.DESK, PAIRING_MS - 1)
    with pytest.raises(Refusal):
        pairing.spend(secret_of(code), StationKind.DESK, 2)
    code = pairing.open(StationKind.DESK, 0)
    with pytest.raises(Refusal):
        pairing.spend(secret_of(code), StationKind.DESK, PAIRING_MS)


@given(st.binary(min_size=5, max_size=5), st.binary(max_size=50))
def test_codes_carry_their_secret_whatever_the_certificate(secret, certificate):
    """The same last eight letters, with or without the pin before them."""
    assert secret_of(code_of(secret, certificate)) == plain(code_of(secret))
    assert len(plain(code_of(secret, certificate))) == 24


@pytest.mark.spec("GEN-005")
def test_station_keys_are_kept_as_digests_only(tmp_path):
    """The key told once opens after a restart; revoked it does not; the file shows nothing."""
    keys = StationKeys(tmp_path / "stations.json", SystemEntropy())
    key = keys.give("desk-1")
    assert len(key) == 64
    again = StationKeys(tmp_path / "stations.json", SystemEntropy())
    assert again.fits("desk-1", key) and not again.fits("desk-2", key)
    assert not again.fits("desk-1", key[:-1]) and not again.fits("nobody", "")
    assert key not in (tmp_path / "stations.json").read_text()
    assert (tmp_path / "stations.json").stat().st_mode & 0o777 == 0o600
    again.revoke("desk-1")
    assert not StationKeys(tmp_path / "stations.json", SystemEntropy()).fits("desk-1", key)


@pytest.mark.spec("GEN-005")
def test_the_delay_grows_with_each_failure_and_ends_with_success():
    """Two are free, then 1, 2, 4… seconds, at most fifteen minutes."""
    patience = Patience()
    waits, now = [], 0
    for _ in range(15):
        patience.must_wait("x", now)
        patience.failed("x", now)
        try:
            patience.must_wait("x", now)
            waits.append(0)
        except Refusal as refusal:
            waits.append(refusal.values["seconds"])
        now += waits[-1] * 1000
    assert waits[:6] == [0, 0, 1, 2, 4, 8] and waits[-1] == 900
    patience.must_wait("y", 0)
    patience.succeeded("x")
    patience.must_wait("x", 0)


@pytest.mark.spec("GEN-005", "GEN-007")
def test_functions_are_those_of_person_and_station_together():
    """Missing means denied; the station's kind bounds what its person may do."""
    durand = (Role.MCD, Role.CAISSIER)
    assert quality(StationKind.DESK, durand, CAISSIER | MCD) is Role.CAISSIER
    assert quality(StationKind.DESK, durand, CAISSIER | MCD, Role.MCD) is Role.MCD
    assert quality(StationKind.CALLER, durand, CAISSIER | MCD) is Role.MCD
    assert quality(StationKind.KIOSK, durand, CAISSIER | POSTE) is Role.POSTE
    for kind, roles, by, wanted in (
        (StationKind.KIOSK, durand, CAISSIER, None),
        (StationKind.DESK, (), CAISSIER, None),
        (StationKind.DESK, durand, CAISSIER, Role.MCD),
        (StationKind.DESK, durand, frozenset({Role.MAISON}), None),
        (StationKind.DESK, (Role.MAISON,), frozenset({Role.MAISON}), None),
        (StationKind.DESK, (Role.SIMULATEUR,), frozenset({Role.SIMULATEUR}), None),
    ):
        with pytest.raises(Refusal) as refusal:
            quality(kind, roles, by, wanted)
        assert refusal.value.code == "FONCTION_NON_AUTORISEE"
    assert set(POWERS) == set(StationKind)
    assert not STAFF & (POWERS[StationKind.KIOSK] | POWERS[StationKind.DISPLAY])


def test_station_numbers_are_never_given_twice():
    """The next number of its kind, whatever else is paired."""
    assert station_id(StationKind.KIOSK, ("kiosk-1", "kiosk-9", "desk-12")) == "kiosk-10"
    assert station_id(StationKind.VOICE, ()) == "voice-1"
