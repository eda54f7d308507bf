"""The draw that anyone can check (design §7)."""

import json
import subprocess
import sys
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import chance
from core.rules import Refusal

SEED = bytes(range(32))
GAME = "2026-11-30/hall-7/game-12"
PUBLIC = "drand:quicknet:12345678:" + "ab" * 32
ROOT = "71bdca3763b30719db2d2f63448886ff6e02b1848661e3cd7edbe1b5b4c70f93"
seeds = st.binary(min_size=32, max_size=32)


def refused(code, of, *given, **named):
    with pytest.raises(Refusal) as refusal:
        of(*given, **named)
    assert refusal.value.code == code
    return refusal.value.values


@pytest.mark.spec("GEN-010")
def test_the_published_example():
    """Commitment, root of the sold cartons and first ten balls of the scheme's own example."""
    assert chance.commitment(SEED, GAME) == (
        "fd59b028acfa37aa3bc1e990d9e89363c7ea2d194a8611431398ed7c974536da"
    )
    assert chance.sold_root(range(1, 601)) == chance.sold_root(map(str, range(600, 0, -1))) == ROOT
    balls = list(chance.balls(SEED, GAME, ROOT, PUBLIC))
    assert balls[:10] == [12, 66, 31, 11, 68, 7, 32, 27, 44, 61]


@pytest.mark.spec("BIN-001")
@given(seeds, st.integers(1, 90))
def test_every_draw_has_the_ninety_balls_once(seed, rank):
    """And any of them can be asked for by its rank."""
    balls = list(chance.balls(seed, "maison/s1/1/1", ROOT, "salle:07"))
    assert sorted(balls) == list(range(1, 91))
    assert chance.ball(seed, "maison/s1/1/1", ROOT, "salle:07", rank) == balls[rank - 1]


@pytest.mark.spec("BIN-001")
def test_a_ball_is_not_computed_before_it_is_asked_for(monkeypatch):
    """The stream is read as the draw goes on: no later ball exists in memory."""
    blocks = []
    honest = chance.hmac.digest
    monkeypatch.setattr(
        chance.hmac, "digest", lambda *given: blocks.append(given[1]) or honest(*given)
    )
    balls = chance.balls(SEED, GAME, ROOT, PUBLIC)
    next(balls)
    assert blocks[1:] == [bytes(4)]
    list(balls)
    assert len(blocks) > 3


@pytest.mark.spec("GEN-010")
@pytest.mark.parametrize("changed", ["seed", "game", "root", "public"])
def test_every_input_decides_the_draw(changed):
    """Change one and the order is another."""
    given = {"seed": SEED, "game": GAME, "root": ROOT, "public": PUBLIC}
    other = given | {
        changed: {"seed": bytes(32), "game": GAME + "1", "root": "0" * 64, "public": "salle:1"}[
            changed
        ]
    }
    one, two = (
        list(chance.balls(g["seed"], g["game"], g["root"], g["public"])) for g in (given, other)
    )
    assert one != two


@pytest.mark.spec("GEN-010")
def test_no_ball_is_favoured_at_any_place():
    """6,000 draws, 90 by 90: chi-square inside five standard deviations."""
    cells, games = Counter(), 6000
    for game in range(games):
        key = chance.draw_key(SEED, f"g/{game}", ROOT, "salle:1")
        cells.update(enumerate(chance._shuffle(key)))
    mean = games / 90
    chi = (
        89
        / 90
        * sum((cells[at, ball] - mean) ** 2 / mean for at in range(90) for ball in range(1, 91))
    )
    assert abs(chi - 89**2) < 5 * (2 * 89**2) ** 0.5


@pytest.mark.spec("GEN-010")
@pytest.mark.parametrize("bad", ["", "a\nb", "a\rb", "soirée", "a\x00b"])
def test_a_field_that_could_hide_another_is_refused(bad):
    """Fields are joined by line ends, so none may hold one; they are ASCII."""
    refused("CHAMP_INVALIDE", chance.commitment, SEED, bad)
    refused("CHAMP_INVALIDE", chance.draw_key, SEED, bad, ROOT, "salle:1")
    refused("CHAMP_INVALIDE", chance.draw_key, SEED, GAME, ROOT, bad)
    refused("CHAMP_INVALIDE", chance.draw_key, SEED, GAME, bad, "salle:1")
    refused("CHAMP_INVALIDE", chance.sold_root, ["014-000001", bad])
    refused("CHAMP_INVALIDE", chance.allocation_cuts, SEED, bad, "quine", 3, 3)


@pytest.mark.spec("GEN-010")
def test_seeds_ranks_and_serials_are_checked():
    """A short seed, ball 0 or 91, a carton sold twice."""
    refused("GRAINE_INVALIDE", chance.commitment, bytes(31), GAME)
    for rank in (0, 91):
        refused("RANG_HORS_LIMITES", chance.ball, SEED, GAME, ROOT, "salle:1", rank)
    assert refused("NUMERO_EN_DOUBLE", chance.sold_root, ["014-000001"] * 2) == {
        "serial": "014-000001"
    }


@pytest.fixture
def proof():
    serials = [f"014-{number:06d}" for number in range(1, 25)]
    root = chance.sold_root(serials)
    calls = list(chance.balls(SEED, "maison/s1/3/1", root, "salle:42"))[:51]
    return chance.proof(SEED, "maison/s1/3/1", serials, "salle:42", calls)


@pytest.mark.spec("GEN-010")
def test_a_true_proof_holds(proof):
    """Through JSON, in capitals, and as far as the partie went."""
    chance.verify(json.loads(json.dumps(proof)))
    chance.verify(proof | {"commitment": proof["commitment"].upper()})
    chance.verify(proof | {"calls": []})


@pytest.mark.spec("GEN-010")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"server_seed": "00" * 32}, "ENGAGEMENT_DIFFERENT"),
        ({"game_id": "maison/s1/3/2"}, "ENGAGEMENT_DIFFERENT"),
        ({"commitment": "0" * 64}, "ENGAGEMENT_DIFFERENT"),
        ({"sold": ["014-000001"]}, "VENTE_DIFFERENTE"),
        ({"sold_root": ROOT}, "VENTE_DIFFERENTE"),
        ({"public_entropy": "salle:43"}, "BOULE_DIFFERENTE"),
        ({"server_seed": "zz"}, "PREUVE_ILLISIBLE"),
        ({"server_seed": "00"}, "GRAINE_INVALIDE"),
        ({"calls": "12"}, "PREUVE_ILLISIBLE"),
        ({"calls": [True]}, "PREUVE_ILLISIBLE"),
        ({"sold": [1, 2]}, "PREUVE_ILLISIBLE"),
        ({"sold": None}, "PREUVE_ILLISIBLE"),
        ({"calls": [1] * 91}, "PREUVE_ILLISIBLE"),
    ],
)
def test_a_false_proof_is_found_out(proof, change, code):
    """One field changed, one stable code."""
    refused(code, chance.verify, proof | change)


@pytest.mark.spec("GEN-010")
def test_a_changed_ball_is_named(proof):
    """By its rank, as called and as drawn."""
    drawn = proof["calls"][30]
    proof["calls"][30] = drawn % 90 + 1
    values = refused("BOULE_DIFFERENTE", chance.verify, proof)
    assert values == {"rank": 31, "called": drawn % 90 + 1, "drawn": drawn}


@pytest.mark.spec("GEN-010")
def test_the_players_own_script_agrees(proof, tmp_path):
    """`docs/verify_draw.py`: the standard library, nothing of ours."""
    script = Path(__file__).parents[2] / "docs" / "verify_draw.py"
    file = tmp_path / "preuve.json"

    def says(document):
        file.write_text(json.dumps(document), encoding="utf-8")
        run = subprocess.run(
            [sys.executable, "-I", str(script), str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
        return run.returncode

    assert says(proof) == 0
    for change in (
        {"server_seed": "00" * 32},
        {"sold": proof["sold"][1:]},
        {"public_entropy": "salle:43"},
        {"calls": [*proof["calls"][:-1], proof["calls"][0]]},
    ):
        assert says(proof | change) == 1


@pytest.mark.spec("FOR-025")
@given(seeds, st.integers(0, 5000), st.integers(1, 40))
def test_cuts_are_distinct_sorted_and_inside(seed, free, parts):
    """P-1 cuts in 1 to F+P-1, so that the parts add up to F."""
    cuts = chance.allocation_cuts(seed, "s1", "bingo", free, parts)
    assert len(set(cuts)) == len(cuts) == parts - 1
    assert list(cuts) == sorted(cuts)
    edges = [0, *cuts, free + parts]
    assert sum(b - a - 1 for a, b in pairwise(edges)) == free
    assert all(b - a >= 1 for a, b in pairwise(edges))


@pytest.mark.spec("FOR-025")
def test_every_way_to_cut_is_equally_likely():
    """F = 4 over P = 3: 15 ways, 6,000 seeds."""
    seen = Counter(
        chance.allocation_cuts(number.to_bytes(32, "big"), "s1", "quine", 4, 3)
        for number in range(6000)
    )
    assert set(seen) == set(combinations(range(1, 7), 2))
    assert sum((times - 400) ** 2 / 400 for times in seen.values()) < 40  # 14 degrees, p = 0.0003


@pytest.mark.spec("FOR-025")
def test_the_two_pools_and_two_seances_are_cut_apart():
    """The label, the séance and the seed all count."""
    cuts = {
        chance.allocation_cuts(seed, seance, pool, 360, 8)
        for seed in (SEED, bytes(32))
        for seance in ("s1", "s2")
        for pool in ("quine", "bingo")
    }
    assert len(cuts) == 8
    assert chance.allocation_cuts(SEED, "s1", "quine", 112, 8) == CUTS
    refused("REPARTITION_IMPOSSIBLE", chance.allocation_cuts, SEED, "s1", "quine", 3, 0)
    refused("REPARTITION_IMPOSSIBLE", chance.allocation_cuts, SEED, "s1", "quine", -1, 8)


@pytest.mark.spec("FOR-034")
def test_an_object_goes_to_one_winner_by_lot():
    """Three winners, 3,000 seances: a third each; the same question has the same answer."""
    seen = Counter(chance.lot_index(SEED, f"s{n}", "8", "bingo", among=3) for n in range(3000))
    assert set(seen) == {0, 1, 2}
    assert all(abs(times - 1000) < 130 for times in seen.values())
    assert chance.lot_index(SEED, "s1", "8", "bingo", among=1) == 0
    refused("TIRAGE_SANS_GAGNANT", chance.lot_index, SEED, "s1", "8", among=0)


@pytest.mark.spec("FOR-026")
def test_the_allocation_has_its_own_commitment():
    """A seed for lots can never pass for a seed of balls."""
    assert chance.allocation_commitment(SEED, "s1") != chance.commitment(SEED, "s1")
    assert len(chance.allocation_commitment(SEED, "s1")) == 64


CUTS = (5, 7, 28, 72, 90, 106, 111)
