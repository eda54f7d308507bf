"""The draw that anyone can check: BINGO90-DRAW-1, and what else a *séance* leaves to chance.

Requirements GEN-010, GEN-011, BIN-001, FOR-025, FOR-034; design §7. Bytes come in, values go out:
no seed is made, kept or shown here. The hall commits to a seed, closes the sale, takes a public
number, and only then does the order of the balls exist. Afterwards the seed is revealed.

Every text field is ASCII and free of line ends, for the fields are joined by line ends.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, islice, pairwise
from typing import Any, Literal

from core.rules import Refusal

SCHEME = "BINGO90-DRAW-1"
BALLS = 90
SEED_BYTES = 32

Pool = Literal["quine", "bingo"]


def commitment(seed: bytes, game_id: str) -> str:
    """What is published before the first sale: 64 hex digits that bind the seed to the game."""
    return _commit("bingo90-draw-1/commit", seed, game_id)


def sold_root(serials: Iterable[str] | Iterable[int]) -> str:
    """Binds the cartons issued for a *partie*: SHA-256 of their serials, 64 hex digits.

    Serials are text (``014-000251``), sorted as text and joined by line ends. A number stands for
    its plain decimal text, so 10 comes before 9. A serial given twice is refused.
    """
    texts = sorted(_field("serial", str(serial)) for serial in serials)
    for one, other in pairwise(texts):
        if one == other:
            raise Refusal("NUMERO_EN_DOUBLE", serial=one)
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def draw_key(seed: bytes, game_id: str, sold_root: str, public: str) -> bytes:
    """The 32 bytes from which the order of the balls follows. As secret as the seed."""
    fields = (
        "bingo90-draw-1/draw",
        _field("game_id", game_id),
        _root(sold_root),
        _field("public", public),
    )
    return hmac.digest(_seed(seed), "\n".join(fields).encode(), "sha256")


def balls(seed: bytes, game_id: str, sold_root: str, public: str) -> Iterator[int]:
    """The 90 balls in order of draw, each computed when it is asked for, not before."""
    return _shuffle(draw_key(seed, game_id, sold_root, public))


def ball(seed: bytes, game_id: str, sold_root: str, public: str, rank: int) -> int:
    """The ball of one rank, 1 to 90. Refuses another rank with RANG_HORS_LIMITES."""
    if not 1 <= rank <= BALLS:
        raise Refusal("RANG_HORS_LIMITES", rank=rank, least=1, most=BALLS)
    return next(islice(balls(seed, game_id, sold_root, public), rank - 1, None))


def proof(
    seed: bytes, game_id: str, serials: Iterable[str], public: str, calls: Iterable[int]
) -> dict[str, Any]:
    """What is revealed after the *partie*, ready for JSON; `verify` and any player can check it."""
    sold = sorted(serials)
    return {
        "game_id": game_id,
        "server_seed": _seed(seed).hex(),
        "commitment": commitment(seed, game_id),
        "sold": sold,
        "sold_root": sold_root(sold),
        "public_entropy": public,
        "calls": list(calls),
    }


def verify(proof: Mapping[str, Any]) -> None:
    """Checks a revealed draw; says nothing when it holds.

    `calls` may be the first balls only, for most *parties* end before the 90th. Refuses with
    PREUVE_ILLISIBLE (a field missing or of another kind), ENGAGEMENT_DIFFERENT,
    VENTE_DIFFERENTE (the sold cartons) or BOULE_DIFFERENTE (with its rank).
    """
    seed = _hex(proof, "server_seed")
    game_id, public = (_text(proof, name) for name in ("game_id", "public_entropy"))
    sold, calls = _list(proof, "sold", str), _list(proof, "calls", int)
    if commitment(seed, game_id) != _text(proof, "commitment").lower():
        raise Refusal("ENGAGEMENT_DIFFERENT", game_id=game_id)
    root = _text(proof, "sold_root").lower()
    if sold_root(sold) != root:
        raise Refusal("VENTE_DIFFERENTE", game_id=game_id)
    if len(calls) > BALLS:
        raise Refusal("PREUVE_ILLISIBLE", field="calls")
    order = balls(seed, game_id, root, public)
    for rank, (called, drawn) in enumerate(zip(calls, order, strict=False), start=1):
        if called != drawn:
            raise Refusal("BOULE_DIFFERENTE", rank=rank, called=called, drawn=drawn)


def allocation_commitment(seed_a: bytes, seance: str) -> str:
    """What is published when registrations open: 64 hex digits (design §7, FOR-026)."""
    return _commit("quine-alloc-1/commit", seed_a, seance)


def allocation_cuts(
    seed_a: bytes, seance: str, pool: Pool, free: int, parts: int
) -> tuple[int, ...]:
    """The P-1 distinct cuts of FOR-025, ascending, among 1 to F+P-1.

    `free` is F, the free units of the pool; `parts` is P, the *parties*. Every set of cuts is
    equally likely, so every way to spread F units over P *parties* is.
    """
    if parts < 1 or free < 0:
        raise Refusal("REPARTITION_IMPOSSIBLE", free=free, parts=parts)
    places = free + parts - 1
    words = _words(_label_key(seed_a, "quine-alloc-1", seance, pool))
    moved: dict[int, int] = {}  # the few places of a Fisher–Yates array that differ from their rank
    cuts = []
    for taken in range(parts - 1):
        other = taken + _below(words, places - taken)
        cuts.append(moved.get(other, other + 1))
        moved[other] = moved.get(taken, taken + 1)
    return tuple(sorted(cuts))


def lot_index(seed_a: bytes, seance: str, *what: str, among: int) -> int:
    """Who takes an object that cannot be shared (FOR-034): 0 to among-1, each equally likely.

    `what` names the draw (*partie*, combination, attempt), so that each has its own chance.
    """
    if among < 1:
        raise Refusal("TIRAGE_SANS_GAGNANT", among=among)
    return _below(_words(_label_key(seed_a, "quine-lot-1", seance, *what)), among)


def _shuffle(key: bytes) -> Iterator[int]:
    """Fisher–Yates over 1 to 90; bytes that would favour a ball are thrown away."""
    order = list(range(1, BALLS + 1))
    stream = _bytes(key)
    for place in range(BALLS - 1):
        left = BALLS - place
        byte = next(stream)
        while byte >= 256 - 256 % left:
            byte = next(stream)
        other = place + byte % left
        order[place], order[other] = order[other], order[place]
        yield order[place]
    yield order[BALLS - 1]


def _bytes(key: bytes) -> Iterator[int]:
    for block in count():
        yield from hmac.digest(key, block.to_bytes(4, "big"), "sha256")


def _words(key: bytes) -> Iterator[int]:
    stream = _bytes(key)
    while True:
        yield int.from_bytes(bytes(islice(stream, 4)), "big")


def _below(words: Iterator[int], most: int) -> int:
    """A number from 0 to most-1, every one equally likely. One draw chooses among at most 2³²."""
    if most > 1 << 32:
        raise Refusal("REPARTITION_IMPOSSIBLE", places=most)
    fair = (1 << 32) - (1 << 32) % most
    return next(word for word in words if word < fair) % most


def _commit(label: str, seed: bytes, game_id: str) -> str:
    head = f"{label}\n{_field('game_id', game_id)}\n".encode()
    return hashlib.sha256(head + _seed(seed)).hexdigest()


def _label_key(seed: bytes, label: str, *fields: str) -> bytes:
    text = "\n".join((label, *(_field("label", field) for field in fields)))
    return hmac.digest(_seed(seed), text.encode(), "sha256")


def _seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise Refusal("GRAINE_INVALIDE", length=len(seed), expected=SEED_BYTES)
    return seed


def _field(name: str, text: str) -> str:
    if not text or not text.isascii() or not text.isprintable():
        raise Refusal("CHAMP_INVALIDE", field=name)
    return text


def _root(text: str) -> str:
    if len(text) != 64 or set(text) - set("0123456789abcdef"):
        raise Refusal("CHAMP_INVALIDE", field="sold_root")
    return text


def _text(proof: Mapping[str, Any], name: str) -> str:
    value = proof.get(name)
    if not isinstance(value, str):
        raise Refusal("PREUVE_ILLISIBLE", field=name)
    return value


def _hex(proof: Mapping[str, Any], name: str) -> bytes:
    try:
        return bytes.fromhex(_text(proof, name))
    except ValueError:
        raise Refusal("PREUVE_ILLISIBLE", field=name) from None


def _list(proof: Mapping[str, Any], name: str, kind: type) -> list[Any]:
    values = proof.get(name)
    if not isinstance(values, list) or not all(type(value) is kind for value in values):
        raise Refusal("PREUVE_ILLISIBLE", field=name)
    return values
