#!/usr/bin/env python3
"""Vérifie un dossier de séance : « python3 verify.py » dans le dossier décompressé, sans argument.

Python seul (3.8 ou plus récent), aucun réseau, rien n'est écrit. Dans l'ordre : l'empreinte de
chaque fichier, la chaîne du journal octet par octet, les sceaux Ed25519, les tirages contre les
boules, les cartons, la répartition des lots, l'argent refait ligne à ligne. Fin 0 et une ligne si
tout est entier ; fin 1 et le premier défaut sinon.
"""

from __future__ import annotations

import csv
import hashlib
import hmac
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    Fact = dict[str, Any]
    Point = tuple[int, int, int, int]

JOURNAL, MANIFEST = "journal.jsonl", "MANIFEST.json"
PASSING = ("Thumbs.db", "desktop.ini", "__pycache__")  # what a desktop leaves lying about


class Fault(Exception):  # noqa: N818 -- what an audit finds
    """The first thing that does not hold: in which file, and why."""

    def __init__(self, file: str, why: str) -> None:
        super().__init__(f"{file} : {why}")


def main() -> int:
    speak_plainly = getattr(sys.stdout, "reconfigure", None)
    if speak_plainly:
        speak_plainly(errors="replace")  # an old console has no accents
    try:
        print(whole(Path(__file__).resolve().parent))
    except Fault as fault:
        print(f"NON : {fault}")
        return 1
    except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as odd:
        print(f"NON : {JOURNAL} : un fait n'a pas la forme attendue ({odd!r})")
        return 1
    return 0


def whole(folder: Path) -> str:
    """One line when everything holds. Raises `Fault`."""
    told = manifest_of(folder)
    facts = list(journal_of(folder, told))
    seals = seals_of(folder, told, facts)
    night = Night(facts, str(told["seance"]))
    draws = draws_of(folder, told, night)
    cartons_of(folder, night)
    shared = lots_of(folder, told, night)
    money = Money(facts, str(told["seance"]))
    tables_of(folder, night, money)
    waiting = sum(not game["seed"] for game in night.games.values())
    return (
        f"ENTIER : séance {told['seance']}, {len(told['files'])} fichiers, {len(facts)} lignes de"
        f" journal, {seals}, {draws} tirages prouvés ({waiting} non révélés),"
        f" répartition des lots {'prouvée' if shared else 'non révélée'},"
        f" {money.paid_c / 100:.2f} euros de lots payés, tête {str(told['head'])[:16]}"
    )


# The files.


def manifest_of(folder: Path) -> Fact:
    """The manifest, once every file it names has its digest and nothing else lies there."""
    try:
        raw = (folder / MANIFEST).read_bytes()
        told: Fact = json.loads(raw)
        own, plain = told["digest"], {key: told[key] for key in told if key != "digest"}
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise Fault(MANIFEST, f"illisible ({fault})") from None
    if written(told) != raw or hashlib.sha256(written(plain)).hexdigest() != own:
        raise Fault(MANIFEST, "altéré : son empreinte n'est pas la sienne")
    for name, entry in told["files"].items():
        try:
            content = (folder / name).read_bytes()
        except OSError:
            raise Fault(name, "manque") from None
        if hashlib.sha256(content).hexdigest() != entry["sha256"]:
            raise Fault(name, "altéré : l'empreinte SHA-256 n'est pas celle du manifeste")
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        hidden = any(part.startswith(".") or part in PASSING for part in name.split("/"))
        if path.is_file() and name != MANIFEST and name not in told["files"] and not hidden:
            raise Fault(name, "n'est pas dans le manifeste")
    return told


def written(told: Fact) -> bytes:
    """The one way a manifest is written."""
    return (json.dumps(told, ensure_ascii=False, sort_keys=True, indent=1) + "\n").encode()


# The journal.


def journal_of(folder: Path, told: Fact) -> Iterator[Fact]:
    """Every line held against the one before it, byte for byte."""
    head, seq, mark = "0" * 64, 0, b',"hash":"'
    for text in (folder / JOURNAL).read_bytes().split(b"\n")[:-1]:
        seq += 1
        try:
            line = json.loads(text)
            cut = text.rindex(mark)
            body = text[:cut] + text[cut + len(mark) + 65 :]
            digest = hashlib.sha256(bytes.fromhex(head) + body).hexdigest()
            good = (line["seq"], line["prev"], line["hash"]) == (seq, head, digest)
        except (ValueError, KeyError, TypeError):
            good = False
        if not good:
            raise Fault(JOURNAL, f"la ligne {seq} n'est pas celle qui fut écrite")
        head = line["hash"]
        yield line
    if (seq, head) != (told["lines"], told["head"]):
        raise Fault(JOURNAL, "ne finit pas comme le dit le manifeste")


def seals_of(folder: Path, told: Fact, facts: list[Fact]) -> str:
    """Every seal against the house's public key; without the key, how many could not be checked."""
    seals = [line for line in facts if line["type"] == "JournalSealed"]
    if "seal.pub" not in told["files"]:
        return f"{len(seals)} sceaux NON VÉRIFIÉS (clé absente)"
    public = bytes.fromhex((folder / "seal.pub").read_text("ascii").strip())
    for line in seals:
        data = line["data"]
        signed = bytes.fromhex(data["line"]), bytes.fromhex(data["signature"])
        if data["line"] != line["prev"] or not ed25519(public, *signed):
            raise Fault(JOURNAL, f"ligne {line['seq']} : le sceau n'est pas celui de la maison")
    return f"{len(seals)} sceaux"


P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def ed25519(public: bytes, message: bytes, signature: bytes) -> bool:
    """RFC 8032, plainly: whether `signature` is that of `message` under this key."""
    if len(public) != 32 or len(signature) != 64:
        return False
    a, r = _point(public), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    k = int.from_bytes(digest, "little") % ORDER
    base = _point(bytes.fromhex("58" + "66" * 31))
    assert base is not None
    left, right = _times(s, base), _add(r, _times(k, a))
    same_x = (left[0] * right[2] - right[0] * left[2]) % P == 0
    return same_x and (left[1] * right[2] - right[1] * left[2]) % P == 0


def _point(text: bytes) -> Point | None:
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return (x, y, 1, x * y % P)


def _add(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _times(k: int, point: Point) -> Point:
    total = (0, 1, 1, 0)
    while k:
        if k & 1:
            total = _add(total, point)
        point, k = _add(point, point), k >> 1
    return total


# What was played.


def opened(serie: Fact) -> Fact:
    """An attempt of a *partie* as its series opens it."""
    game: Fact = {name: serie[name] for name in ("partie", "attempt", "serie")}
    return {**game, "id": "", "seed": "", "commitment": "", "root": "", "sold": 0, "public": "",
            "balls": [], "won": []}  # fmt: skip


class Night:
    """The *séance* as its facts tell it: each attempt of each *partie*, its balls, its winners."""

    def __init__(self, facts: list[Fact], seance: str) -> None:
        self.seance, self.commitment, self.seed = seance, "", ""
        self.lots: Fact = {}
        self.games: dict[tuple[int, int], Fact] = {}
        self.balls: list[tuple[int, int, int, int, int]] = []
        self.checks: list[tuple[int, str, str]] = []
        self.unit_c, self.ratio_bp = 100, 5000
        self._settings = (100, 5000)
        self._now: Fact = {}
        course = ""
        for line in facts:
            data = line["data"]
            if line["type"] == "TestsStarted":
                course = data["seance"]
            self._anywhere(line["type"], data)
            if data.get("seance", course) == seance:
                self._here(line, data)
            if line["type"] in ("SeanceClosed", "SeanceAbandoned"):
                course = ""

    def _anywhere(self, kind: str, data: Fact) -> None:
        if kind == "ParametersSet":
            set_ = data["parameters"]
            self._settings = set_["alloc_unite_c"], set_["alloc_ratio_min_bp"]
        if kind == "DrawRevealed":
            for game in self.games.values():
                if game["id"] == data["game_id"]:
                    game["seed"] = data["seed"]

    def _here(self, line: Fact, data: Fact) -> None:
        kind, game = line["type"], self._now
        if kind == "SeancePlanned":
            self.unit_c, self.ratio_bp = self._settings
        elif kind == "RegistrationsOpened":
            self.commitment = data["commitment"]
        elif kind == "AllocationRevealed":
            self.seed = data["seed"]
        elif kind == "LotsAllocated":
            self.lots = data
        elif kind == "SerieCreated":
            self.games[data["partie"], data["attempt"]] = opened(data)
        elif kind == "DrawCommitted":
            chosen = self.games[data["partie"], data["attempt"]]
            chosen["id"], chosen["commitment"] = data["game_id"], data["commitment"]
        elif kind == "PartiePrepared":
            self._now = self.games[data["partie"], data["attempt"]]
        elif kind == "SoldFrozen":
            game["root"], game["sold"] = data["sold_root"], data["sold"]
        elif kind == "PublicEntropyGiven":
            game["public"] = data["public"]
        elif kind == "BallDisplayed":
            self._ball(line, data)
        elif kind == "CartonVerified":
            self.checks.append((line["seq"], data["serial"], data["verdict"]))
        elif kind in ("QuineClosed", "BingoClosed"):
            game["won"].append((kind, data["rank"], sorted(map(int, data["shares"]))))

    def _ball(self, line: Fact, data: Fact) -> None:
        game, ball = self._now, data["ball"]
        fair = data["rank"] == len(game["balls"]) + 1 and 1 <= ball <= 90
        if not fair or ball in game["balls"] or not game["root"]:
            raise Fault(JOURNAL, f"ligne {line['seq']} : boule {ball} impossible à ce rang")
        game["balls"].append(ball)
        self.balls.append((line["seq"], game["partie"], game["attempt"], data["rank"], ball))


def draws_of(folder: Path, told: Fact, night: Night) -> int:
    """Every revealed draw: the seed promised, the cartons frozen, the balls in their order."""
    proved = 0
    for (n, attempt), game in night.games.items():
        name = f"tirages/partie-{n}-{attempt}.json"
        if not game["seed"]:
            if name in told["files"]:
                raise Fault(name, "preuve d'un tirage que le journal n'a pas révélé")
            continue
        proof, seed = _json(folder, name), bytes.fromhex(game["seed"])
        due = {
            "game_id": game["id"], "server_seed": game["seed"], "commitment": game["commitment"],
            "public_entropy": game["public"], "calls": game["balls"],
        }  # fmt: skip
        for field, value in due.items():
            if proof.get(field) != value:
                raise Fault(name, f"« {field} » n'est pas ce que dit le journal")
        promise = f"bingo90-draw-1/commit\n{game['id']}\n".encode() + seed
        if hashlib.sha256(promise).hexdigest() != game["commitment"]:
            raise Fault(name, "la graine n'est pas celle annoncée avant la vente")
        if game["root"] and _root(proof["sold"]) != game["root"]:
            raise Fault(name, "les cartons ne sont pas ceux figés avant le tirage")
        if game["balls"] != order_of(seed, game)[: len(game["balls"])]:
            raise Fault(name, "les boules ne suivent pas de la graine")
        proved += 1
    return proved


def order_of(seed: bytes, game: Fact) -> list[int]:
    """The ninety balls as BINGO90-DRAW-1 orders them."""
    text = f"bingo90-draw-1/draw\n{game['id']}\n{game['root']}\n{game['public']}"
    key, balls = hmac.digest(seed, text.encode(), "sha256"), list(range(1, 91))
    stream = b"".join(hmac.digest(key, n.to_bytes(4, "big"), "sha256") for n in range(64))
    at = 0
    for i in range(89):
        while stream[at] >= 256 - 256 % (90 - i):
            at += 1
        j, at = i + stream[at] % (90 - i), at + 1
        balls[i], balls[j] = balls[j], balls[i]
    return balls


def cartons_of(folder: Path, night: Night) -> None:
    """The cartons issued are those frozen, and each winner was complete at its rank."""
    for (n, attempt), game in night.games.items():
        if not game["root"]:
            continue
        name = f"cartons/partie-{n}-{attempt}.jsonl"
        try:
            lines = (folder / name).read_text("ascii").splitlines()
            cartons = {carton["serial"]: carton["rows"] for carton in map(json.loads, lines)}
        except (OSError, ValueError, KeyError) as fault:
            raise Fault(name, f"illisible ({fault})") from None
        if _root(cartons) != game["root"] or len(cartons) != game["sold"]:
            raise Fault(name, "les cartons ne sont pas ceux figés avant le tirage")
        for kind, rank, numbers in game["won"]:
            drawn = set(game["balls"][:rank])
            for number in numbers:
                full = [
                    drawn.issuperset(row) for row in cartons[f"{game['serie']:03d}-{number:06d}"]
                ]
                if not (any(full) if kind == "QuineClosed" else all(full)):
                    raise Fault(name, f"le carton {number} n'avait pas gagné au rang {rank}")


def lots_of(folder: Path, told: Fact, night: Night) -> bool:
    """Whether the lots follow from the seed promised when registrations opened (FOR-025)."""
    name = "tirages/lots.json"
    if not (night.seed and night.lots):
        return False
    proof, seed, lots = _json(folder, name), bytes.fromhex(night.seed), night.lots
    promise = f"quine-alloc-1/commit\n{night.seance}\n".encode() + seed
    if hashlib.sha256(promise).hexdigest() != night.commitment:
        raise Fault(name, "la graine n'est pas celle annoncée à l'ouverture des inscriptions")
    for pool in ("quine", "bingo"):
        due = spread(seed, night, pool, sum(lots[f"{pool}_c"]), len(lots[f"{pool}_c"]))
        if lots[f"{pool}_c"] != due or proof.get(f"{pool}_c") != due or proof["seed"] != night.seed:
            raise Fault(name, f"les lots de {pool} ne suivent pas de la graine")
    return True


def spread(seed: bytes, night: Night, pool: str, pool_c: int, parties: int) -> list[int]:
    """A pool cut over the *parties*: a minimum each, the rest at random, odd cents to the last."""
    unit_c = night.unit_c if pool_c >= parties * night.unit_c else 1
    least = pool_c * night.ratio_bp // (10_000 * parties * unit_c)
    free = pool_c // unit_c - least * parties
    text = f"quine-alloc-1\n{night.seance}\n{pool}".encode()
    key, block = hmac.digest(seed, text, "sha256"), 0
    words: list[int] = []
    places, cuts = list(range(1, free + parties)), []
    for taken in range(parties - 1):
        left = len(places) - taken
        while True:
            if not words:
                raw, block = hmac.digest(key, block.to_bytes(4, "big"), "sha256"), block + 1
                words = [int.from_bytes(raw[i : i + 4], "big") for i in range(0, 32, 4)]
            word = words.pop(0)
            if word < (1 << 32) - (1 << 32) % left:
                break
        other = taken + word % left
        places[taken], places[other] = places[other], places[taken]
        cuts.append(places[taken])
    edges = [0, *sorted(cuts), free + parties]
    lots = [(least + after - before - 1) * unit_c for before, after in zip(edges, edges[1:])]  # noqa: B905, RUF007
    lots[-1] += pool_c - sum(lots)
    return lots


# The money.


class Money:
    """Every cent again, from the facts alone: sale, retention, lots, vouchers, tills (GEN-003)."""

    def __init__(self, facts: list[Fact], seance: str) -> None:
        self.seance, self.base_c, self.fees_c, self.paid_c, self.orphans_c = seance, 0, 0, 0, 0
        self.sold, self.retention_c, self.added_c = 0, 0, 0
        self.lots: dict[tuple[int, str], int] = {}
        self.shares: dict[tuple[int, str], dict[int, int]] = {}
        self.vouchers: dict[int, tuple[int, str]] = {}
        self.sales: list[tuple[int, int, int]] = []
        self.payments: list[tuple[int, int, int]] = []
        self._tills: dict[str, int] = {}
        self._orders: dict[int, tuple[str, int]] = {}
        self._offers: dict[str, list[str]] = {}
        self._n = 0
        course = ""
        for line in facts:
            data, kind = line["data"], line["type"]
            if kind == "TestsStarted":
                course = data["seance"]
            self._at = line["seq"]
            self._follow("any", kind, data)
            if data.get("seance", course) == seance:
                self._follow("our", kind, data)
            if kind in ("SeanceClosed", "SeanceAbandoned"):
                course = ""

    def _follow(self, whose: str, kind: str, data: Fact) -> None:
        """`any_forfait_paid` follows ForfaitPaid wherever it happens, `our_…` in our *séance* only."""
        words = re.sub("(?<!^)(?=[A-Z])", "_", kind).lower()
        rule = getattr(self, f"{whose}_{words}", None)
        if rule is not None:
            rule(data)

    def _must(self, holds: bool, why: str) -> None:
        if not holds:
            raise Fault(JOURNAL, f"ligne {self._at} : {why}")

    # Sale and tills, of the whole house.

    def any_offer_planned(self, data: Fact) -> None:
        self._offers[data["offer"]] = data["seances"]

    def any_pre_registered(self, data: Fact) -> None:
        self._orders[data["number"]] = data["offer"], data["count"]

    def any_forfait_paid(self, data: Fact) -> None:
        offer, count = self._orders[data["number"]]
        seances = self._offers.get(offer, [offer])
        parts = data["parts_c"]
        self._must(sum(parts) == data["cartons_c"], "les parts ne font pas la part cartons")
        self._must(data["cartons_c"] + data["droits_c"] == data["prix_c"], "le prix est faux")
        if self.seance in seances:
            self.base_c += parts[seances.index(self.seance)]
            self.fees_c += data["droits_c"] if seances[0] == self.seance else 0
            self.sold += count
            self.sales.append((self._at, data["number"], data["prix_c"]))
        if data["means"] == "ESPECES":
            self._tills[data["till"]] += data["prix_c"]

    def any_till_opened(self, data: Fact) -> None:
        self._must(_counted(data["pieces"]) == data["float_c"], "le fonds de caisse est faux")
        self._tills[data["station"]] = data["float_c"]

    def any_till_fed(self, data: Fact) -> None:
        self._tills[data["station"]] += data["amount_c"]

    def any_till_closed(self, data: Fact) -> None:
        due_c, counted_c = self._tills.pop(data["station"]), data["counted_c"]
        self._must(
            due_c == data["expected_c"], "la caisse attendue n'est pas la somme de ses lignes"
        )
        self._must(_counted(data["pieces"]) == counted_c, "le compte de la caisse est faux")
        self._must(counted_c - due_c == data["difference_c"], "l'écart de caisse est faux")

    def any_lot_paid(self, data: Fact) -> None:
        self._tills[data["till"]] -= data["amount_c"]
        if self._settles(data, "payé"):
            self.paid_c += data["amount_c"]
            self.payments.append((self._at, data["voucher"], data["amount_c"]))

    def any_voucher_expired(self, data: Fact) -> None:
        if self._settles(data, "périmé"):
            self.orphans_c += data["amount_c"]

    def _settles(self, data: Fact, how: str) -> bool:
        """Whether this voucher is of our *séance*; it is settled once, for what it says."""
        if data["voucher"] not in self.vouchers:
            return False
        amount_c, settled = self.vouchers[data["voucher"]]
        self._must(not settled, f"le bon {data['voucher']} est déjà {settled}")
        self._must(
            amount_c == data["amount_c"], f"le bon {data['voucher']} vaut {amount_c} centimes"
        )
        self.vouchers[data["voucher"]] = amount_c, how
        return True

    # The lots of the *séance*.

    def our_registrations_closed(self, data: Fact) -> None:
        self._must(data["sold"] == self.sold, "le nombre de forfaits vendus est faux")

    def our_lots_allocated(self, data: Fact) -> None:
        quine, bingo, base_c = data["quine_c"], data["bingo_c"], data["base_c"]
        self.retention_c = data["retenue_c"]
        self._must(base_c == self.base_c, "la base n'est pas la somme des parts cartons")
        self._must(self.retention_c == base_c * 3500 // 10_000, "la retenue n'est pas de 35 %")
        self._must(sum(quine) == base_c * 1500 // 10_000, "les quines ne font pas 15 %")
        shared_c = self.retention_c + sum(quine) + sum(bingo)
        self._must(shared_c == base_c, "retenue et lots ne font pas la base")
        sealed = {"bingo_c": bingo, "quine_c": quine, "seance": self.seance}
        text = json.dumps(sealed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        self._must(hashlib.sha256(text.encode()).hexdigest() == data["seal"], "scellé faux")
        for pool, lots in (("quine", quine), ("bingo", bingo)):
            self.lots.update({(n, pool): cents for n, cents in enumerate(lots, 1)})

    def our_contribution_added(self, data: Fact) -> None:
        self.lots[data["partie"], data["combination"]] += data["cash_c"]
        self.added_c += data["cash_c"]

    def our_partie_prepared(self, data: Fact) -> None:
        self._n = n = data["partie"]
        for pool in ("quine", "bingo"):
            carried_c, before = data[f"{pool}_carried_c"], (n - 1, pool)
            due_c = 0 if self.shares.get(before) else self.lots.get(before, 0)
            fair = carried_c == (due_c if data["attempt"] == 1 else 0)
            self._must(fair, f"le report de {pool} est faux")
            self.lots[n, pool] += carried_c

    def _won(self, pool: str, data: Fact) -> None:
        shares = {int(number): cents for number, cents in data["shares"].items()}
        due_c = self.lots[self._n, pool]
        self._must(sum(shares.values()) == due_c, f"les parts de {pool} ne font pas le lot")
        self.shares[self._n, pool] = shares

    def our_quine_closed(self, data: Fact) -> None:
        self._won("quine", data)

    def our_bingo_closed(self, data: Fact) -> None:
        self._won("bingo", data)

    def our_partie_cancelled(self, data: Fact) -> None:
        for pool in ("quine", "bingo"):
            self.shares.pop((self._n, pool), None)

    def our_partie_validated(self, data: Fact) -> None:
        for pool in ("quine", "bingo"):
            key = data["partie"], pool
            won_c = sum(self.shares.get(key, {}).values())
            told = data[f"{pool}_c"], data[f"{pool}_won_c"]
            self._must(told == (self.lots[key], won_c), f"la ligne de {pool} est fausse")

    def our_voucher_issued(self, data: Fact) -> None:
        shares = self.shares.get((data["partie"], data["combination"]), {})
        fair = shares.get(data["carton"]) == data["amount_c"]
        self._must(fair and data["voucher"] not in self.vouchers, "bon sans gain")
        self.vouchers[data["voucher"]] = data["amount_c"], ""

    def our_orphelin_deposited(self, data: Fact) -> None:
        self.orphans_c += data["amount_c"]

    def our_cagnotte_counted(self, data: Fact) -> None:
        due_c = data["counted_c"] - data["difference_c"]
        self._must(due_c == self.retention_c, "la cagnotte attendue n'est pas la retenue")
        self._must(_counted(data["pieces"]) == data["counted_c"], "le compte est faux")

    def our_seance_closed(self, data: Fact) -> None:
        """All that was played for is won, or lies with the *orphelins* (FOR-029)."""
        lots_c = self.base_c - self.retention_c + self.added_c
        won_c = sum(cents for cents, how in self.vouchers.values() if how != "périmé")
        self._must(won_c + self.orphans_c == lots_c, "bons et orphelins ne font pas les lots")
        due = {number for number, (_, how) in self.vouchers.items() if not how}
        self._must(due <= set(data["unpaid"]) and not data["remainder_c"], "un reste est oublié")


def tables_of(folder: Path, night: Night, money: Money) -> None:
    """The tables made for reading say what the journal says."""
    columns = ("ligne", "partie", "tentative", "rang", "boule")
    shown = [tuple(int(row[name]) for name in columns) for row in _csv(folder, "boules.csv")]
    if shown != night.balls:
        raise Fault("boules.csv", "ne dit pas les boules du journal")
    rows = [row for row in _csv(folder, "reclamations.csv") if row["fait"] == "CONTROLE"]
    if [(int(row["ligne"]), row["carton"], row["verdict"]) for row in rows] != night.checks:
        raise Fault("reclamations.csv", "ne dit pas les contrôles du journal")
    rows = [row for row in _csv(folder, "paiements.csv") if row["fait"] == "LOT_PAYE"]
    if [_amount(row, "bon", "montant") for row in rows] != money.payments:
        raise Fault("paiements.csv", "ne dit pas les paiements du journal")
    if [_amount(row, "recepisse", "prix") for row in _csv(folder, "ventes.csv")] != money.sales:
        raise Fault("ventes.csv", "ne dit pas les ventes du journal")
    told = _json(folder, "historique.json")
    due = (
        (told["forfaits"]["sold"], money.sold), (told["base_c"], money.base_c),
        (told["retention_c"], money.retention_c), (told["totals"]["paid_c"], money.paid_c),
        (told["totals"]["orphelins_c"], money.orphans_c), (told["totals"]["fees_c"], money.fees_c),
    )  # fmt: skip
    if any(seen != right for seen, right in due):
        raise Fault("historique.json", "ses totaux ne sont pas ceux du journal")


def _json(folder: Path, name: str) -> Fact:
    try:
        read: Fact = json.loads((folder / name).read_bytes())
    except (OSError, ValueError) as fault:
        raise Fault(name, f"illisible ({fault})") from None
    return read


def _csv(folder: Path, name: str) -> Iterator[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter=";")


def _amount(row: dict[str, str], number: str, cents: str) -> tuple[int, int, int]:
    return int(row["ligne"]), int(row[number]), int(row[cents].replace(",", ""))


def _root(serials: Any) -> str:
    return hashlib.sha256("\n".join(sorted(serials)).encode()).hexdigest()


def _counted(pieces: dict[str, int]) -> int:
    return sum(int(value_c) * count for value_c, count in pieces.items())


if __name__ == "__main__":
    sys.exit(main())
