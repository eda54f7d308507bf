"""A forfait *séance* without a hall: orders go to the pure core, a test owns clock and chance.

    night.announced()                    60 forfaits of 24.00 + 6.00, 8 parties, lots 22/74, 27/115…
    night.quine(4, 9, 11).bingo(20)      partie in course: rows drawn, claimed, checked, closed
    night.refuses(CloseQuine(), "DELAI_EN_COURS")

After every order the invariants of the house are checked, every fact survives its JSON, and a
refusal has changed nothing.
"""

import hashlib
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from core import chance
from core import house as core_house
from core.bingo.cartons import Series
from core.bingo.forfait.admission import DecideAdmission
from core.bingo.forfait.allocation import AllocateLots, AnnounceSeance, spreads
from core.bingo.forfait.exchange import ExchangeReceipt, NewSerie, OpenExchange, game_id
from core.bingo.forfait.payment import PayForfait
from core.bingo.forfait.registration import (
    CloseRegistrations,
    OpenRegistrations,
    PreRegister,
    ValidateIdentity,
)
from core.bingo.forfait.state import Terms
from core.bingo.partie.claims import AskForOthers, VerifyCarton
from core.bingo.partie.closing import CloseBingo, CloseQuine, CloseWithoutWinner, LastCall
from core.bingo.partie.draw import DrawBall, StartDraw, StopDraw
from core.bingo.partie.preparation import (
    AnnounceLots,
    FreezePartie,
    GivePublicNumber,
    PreparePartie,
)
from core.bingo.partie.settlement import RecoverCarton, ValidatePartie
from core.bingo.partie.state import Combination
from core.bingo.partie.suspension import ReplayPartie
from core.bingo.partie.verdicts import Presented
from core.bingo.seance.closing import BeginClosing, CloseSeance, CountCagnotte
from core.bingo.seance.equipment import (
    MANDATORY,
    DrawBlank,
    EndBlankDraw,
    LoadBalls,
    RecordTest,
    StartBlankDraw,
    StartTests,
    TickCartons,
)
from core.bingo.seance.opening import OpenSeance
from core.bingo.seance.planning import (
    AppointDirecteur,
    AppointMCD,
    PlanSeance,
    PublishSeance,
    RecordNotice,
)
from core.bingo.seance.seals import RevealAllocation, RevealDraw, SealJournal
from core.desk.till import CloseTill, OpenTill
from core.desk.vouchers import PayLot
from core.house import House, apply, check, decide
from core.people import EnrollPerson, Flags, OpenSession, RecordStaff
from core.rules import FACTS, Moment, Refusal, Role, canonical, rule_for, told
from core.signatures import Sign
from core.site import Approval, FoundHouse, RecordApproval, StartHall
from core.speech import ReportSpoken
from core.stations import NoteStation, PairStation, StationKind

DAY = "2026-06-20"
SEANCE = "2025-001"
STAFF = {
    Role.ANIMATEUR: "petit",
    Role.CAISSIER: "durand",
    Role.INSCRIPTION: "lea",
    Role.CONTROLE_ENTREE: "hugo",
    Role.DIRECTEUR_SEANCE: "blanc",
    Role.MCD: "roy",
    Role.DIRECTEUR_RESPONSABLE: "mercier",
    Role.POSTE: "",
    Role.JOUEUR: "",
    Role.MAISON: "",
}
FORFAIT = Terms(
    prix_c=30_00, part_cartons_c=24_00, droits_c=6_00, cartons=3, parties=8, capacity=70
)
CUTS = ((10, 25, 41, 60, 77, 95, 108), (30, 101, 140, 199, 240, 300, 350))  # FOR-025's own
LINE = msgspec.json.Decoder()
STAGES: dict[str, tuple] = {}


def secret(*label) -> bytes:
    """Chance of a test: the same label, the same 32 bytes."""
    return hashlib.sha256("/".join(map(str, label)).encode()).digest()


def photograph(house) -> bytes:
    return canonical(house)


class Night:
    """Everything returns the night itself, so that an evening reads in one line."""

    def __init__(self):
        self.house, self.facts, self.result = House(), [], {}
        self.time, self.ms = datetime.fromisoformat(f"{DAY}T18:00:00.000+02:00"), 0
        self.flags: dict[str, Flags] = {}
        self.cuts = None

    # giving orders

    def gives(self, order, role=None, actor=None, station="caisse-1"):
        """Gives an order as whoever may; a `Refusal` comes out as it is, and changes nothing."""
        return self._give(self.supplied(order), role, actor, station)

    def refuses(self, order, code, role=None, **where) -> dict:
        """The order is refused with this code; answers the values of the refusal."""
        before = photograph(self.house)
        try:
            self.gives(order, role, **where)
        except Refusal as refusal:
            assert refusal.code == code, refusal
            assert photograph(self.house) == before, "a refusal changed something"
            return refusal.values
        raise AssertionError(f"{order} was accepted")

    def _give(self, order, role, actor, station):
        role = role or self._who(order)
        actor = STAFF.get(role, "") if actor is None else actor
        now = Moment(self.time.isoformat(timespec="milliseconds"), self.ms, actor, role, station)
        facts = decide(self.house, order, now)
        for fact in facts:
            self._apply(fact)
        check(self.house)
        self.result = told(facts)
        self.waits(10)
        return self

    def _apply(self, fact):
        text = canonical(fact)
        assert msgspec.json.decode(text, type=type(fact)) == fact, text
        apply(self.house, fact)
        self.facts.append(fact)

    def _who(self, order):
        seance = self.house.bingo.current()
        by = rule_for(type(order), seance.kind if seance else None).by
        return next((role for role in STAFF if role in by), min(by))

    def waits(self, ms=0, **more):
        """The clock goes on, by milliseconds or by minutes=…, days=…"""
        passed = timedelta(milliseconds=ms, **more)
        self.time += passed
        self.ms += passed // timedelta(milliseconds=1)
        return self

    # what the hall would supply

    def supplied(self, order):
        match order:
            case OpenRegistrations():
                return replace(
                    order, commitment=chance.allocation_commitment(secret("a"), order.seance)
                )
            case OpenExchange(series=()):
                parties = self.seance.forfait.terms.parties
                return replace(
                    order, series=tuple(self.new_serie(n) for n in range(1, parties + 1))
                )
            case ReplayPartie(series=()):
                return replace(
                    order, series=(self.new_serie(self.partie.n, self.partie.attempt + 1),)
                )
            case AllocateLots(quine_cuts=()):
                return replace(
                    order, **dict(zip(("quine_cuts", "bingo_cuts"), self._cuts(), strict=True))
                )
            case DrawBall(drawn=0) if self.partie.public:
                return replace(order, drawn=self.ball_of(self.partie.rank + 1))
            case PreRegister(admission_code=code) if code[1:].isdigit():
                number = int(code[1:])
                ticket = self.house.people.admissions.get(number)
                holder = ticket.person if ticket else ""
                flags = self.flags_of(holder)
                return replace(order, admission=number, holder=holder, flags=flags)
            case PreRegister() | ExchangeReceipt():
                return replace(order, flags=self.flags_of(order.person))
            case ValidateIdentity() | PayForfait() | DecideAdmission():
                registration = self.house.bingo.registrations.get(order.number)
                return replace(
                    order, flags=self.flags_of(registration.person if registration else "")
                )
            case RevealDraw(seed=""):
                return replace(order, seed=secret(order.game_id).hex())
            case RevealAllocation(seed=""):
                return replace(order, seed=secret("a").hex())
            case SealJournal(signature=""):
                return replace(order, line="00" * 32, signature="00" * 64)
            case Sign():
                digest = order.hash or self.house.digest_of(order.document) or ""
                return replace(order, hash=digest, confirmed=True)
        return order

    def flags_of(self, person):
        return self.flags.get(person, Flags(known=True, age=40))

    def new_serie(self, n, attempt=1):
        game = game_id(self.house, self.seance, n, attempt)
        return NewSerie(secret("key", game)[:16].hex(), chance.commitment(secret(game), game), "")

    def _cuts(self):
        if self.cuts:
            return self.cuts
        if self.seance.forfait.base_c == 1_440_00 and self.seance.forfait.terms.parties == 8:
            return CUTS
        return tuple(
            chance.allocation_cuts(secret("a"), self.seance.id, pool, spread.free, spread.parties)
            for pool, spread in zip(("quine", "bingo"), spreads(self.seance), strict=True)
        )

    def ball_of(self, rank):
        partie = self.partie
        game = partie.game_id
        return chance.ball(secret(game), game, partie.sold_root, partie.public, min(rank, 90))

    # where we are

    @property
    def seance(self):
        return self.house.bingo.seance

    @property
    def partie(self):
        return self.seance.partie

    @property
    def books(self):
        return self.house.desk.books

    def account(self, name):
        """The balance of an account of the *séance*, in cents."""
        return self.books.balance(f"{SEANCE}/{name}")

    def happened(self, name):
        """The facts of one kind so far, oldest first."""
        return [fact for fact in self.facts if isinstance(fact, FACTS[name])]

    def presented(self, number, partie=None, **more):
        return Presented((partie or self.partie).serie, number, **more)

    def carton(self, number):
        """The three rows of a carton of the *partie* in course."""
        partie = self.partie
        return Series(bytes.fromhex(partie.key), partie.size, partie.algorithm).carton(number)

    # the stages of the evening, each from the doors to that point

    def _reach(self, key, build):
        """A stage is played once a session and then replayed from its facts (J7)."""
        if key not in STAGES:
            build()
            STAGES[key] = (tuple(self.facts), self.time, self.ms)
            return self
        facts, self.time, self.ms = STAGES[key]
        self.house, self.facts = House(), list(facts)
        for fact in facts:
            apply(self.house, fact)
        return self

    def founded(self, rehearsal=False):
        """A house with its staff, a board, a caller and a desk; approvals filed."""
        self.gives(FoundHouse("CASINO", "Casino du Lac", rehearsal, core_house.schema()))
        self.gives(StartHall("b0b0", "1.0", "rules"))
        for role, person in STAFF.items():
            if person:
                roles = (role, Role.MCD) if role is Role.DIRECTEUR_SEANCE else (role,)
                self.gives(RecordStaff(person, f"digest {person}", roles), Role.MAISON)
                self.gives(OpenSession(person, f"poste de {person}"))
        for component in ("generateur", "sphere", "cartons"):
            self.gives(RecordApproval(Approval(component, "m", "ref", "maker", "ref")))
        software = Approval("extension_informatique", "Quine", "ref", "maker", "ref", "b0b0")
        self.gives(RecordApproval(software))
        self.gives(PairStation("tableau", StationKind.DISPLAY, "tableau"))
        return self.gives(NoteStation("tableau", True))

    def planned(self, terms=FORFAIT, rehearsal=False, **more):
        self.founded(rehearsal)
        return self.gives(PlanSeance(DAY, "20:00", terms, **more))

    def published(self, **more):
        self.planned(**more)
        self.noticed("ORGANISATION").noticed("REGLEMENT_INTERIEUR")
        return self.gives(PublishSeance(SEANCE))

    def noticed(self, subject, sent_on="2026-06-13"):
        return self.gives(RecordNotice(SEANCE, subject, sent_on, "courriel"))

    def registering(self, **more):
        return self.published(**more).gives(OpenRegistrations(SEANCE))

    def testing(self, **more):
        self.registering(**more)
        self.gives(AppointMCD(SEANCE, "roy")).gives(AppointDirecteur(SEANCE, "blanc"))
        return self.gives(StartTests(SEANCE))

    def blank_drawn(self, but=()):
        self.gives(LoadBalls(90)).gives(StartBlankDraw())
        for number in range(1, 91):
            if number not in but:
                self.gives(DrawBlank(number, number))
        return self.gives(EndBlankDraw()) if not but else self

    def tested(self, **more):
        self.testing(**more)
        for element in (*MANDATORY, "imprimantes", "lecteurs"):
            self.gives(RecordTest(element, True))
        return self.gives(TickCartons()).blank_drawn()

    def opened(self, **more):
        def build():
            self.tested(**more).signed("essais", (Role.MCD, "roy"))
            self.gives(OpenSeance()).heard().gives(OpenTill({10_000: 10}))

        return self._reach(f"opened {more}", build)

    def sold(self, forfaits, count=1):
        """Registered, checked and paid in cash, one person after the other."""
        for _ in range(forfaits):
            person = f"joueur-{len(self.house.bingo.registrations) + 1}"
            identity = EnrollPerson("Nom", "Prenom", "1970-01-01", "", person, f"digest {person}")
            self.gives(identity, Role.INSCRIPTION)
            self.gives(PreRegister(person, SEANCE, count), Role.INSCRIPTION)
            number = self.result["number"]
            self.gives(ValidateIdentity(number))
            self.gives(PayForfait(number, "ESPECES", given_c=count * 100_00))
        return self

    def exchanged(self, *numbers):
        for number in numbers:
            person = self.house.bingo.registrations[number].person
            self.gives(ExchangeReceipt(number, person), Role.CAISSIER)
        return self

    def exchanging(self, forfaits=60, shown=None, **more):
        """Sold, and the first `shown` receipts exchanged for cartons 1-3, 4-6…"""

        def build():
            self.opened(**more).sold(forfaits).gives(OpenExchange())
            self.exchanged(*range(1, (forfaits if shown is None else shown) + 1))

        return self._reach(f"exchanging {forfaits} {shown} {more}", build)

    def closed_sale(self, **more):
        return self.exchanging(**more).gives(CloseRegistrations(SEANCE))

    def allocated(self, **more):
        return self.closed_sale(**more).gives(AllocateLots())

    def announced(self, **more):
        return self.allocated(**more).gives(AnnounceSeance()).heard()

    def playing(self, **more):
        """The first *partie* draws; its balls are chosen by the test."""
        return self.announced(**more).starts()

    # a partie

    def heard(self):
        """The voice says all that waits to be said."""
        for announcement in list(self.house.speech.waiting):
            self.gives(ReportSpoken(announcement))
        return self

    def prepared(self):
        return self.gives(PreparePartie()).gives(AnnounceLots()).heard()

    def starts(self):
        return self.prepared().freezes()

    def freezes(self):
        """The run is closed, a player calls 42, the draw begins."""
        self.gives(FreezePartie())
        self.gives(GivePublicNumber(42)).gives(GivePublicNumber(42, confirmed=True))
        return self.gives(StartDraw())

    def draws(self, *balls):
        """These balls, as the generator would have it; those already out are passed over."""
        for ball in balls:
            if ball not in self.partie.balls:
                self.heard().waits(5_000).gives(DrawBall(drawn=ball))
        return self.heard()

    def draws_to(self, rank, but=()):
        """Any balls until this rank, except some."""
        for ball in range(1, 91):
            if self.partie.rank < rank and ball not in but:
                self.draws(ball)
        return self

    def stops(self, word=None):
        return self.gives(StopDraw(word)).heard()

    def verifies(self, number, word=None, **presented):
        return self.gives(VerifyCarton("", word, self.presented(number, **presented)))

    def asks(self):
        return self.gives(AskForOthers()).heard().waits(10_000)

    def quine(self, *numbers):
        """A first row of each carton is drawn, all claim in one stop, and share the lot."""
        return self._wins(Combination.QUINE, numbers, CloseQuine())

    def bingo(self, *numbers):
        return self._wins(Combination.BINGO, numbers, CloseBingo())

    def _wins(self, word, numbers, close):
        for number in numbers:
            rows = self.carton(number)[: 1 if word is Combination.QUINE else 3]
            self.draws(*(ball for row in rows for ball in row))
        self.stops(word)
        for number in numbers:
            self.verifies(number, word)
        return self.asks().gives(close).heard()

    def without_winner(self):
        """All ninety balls, the last call, and nobody."""
        self.draws_to(90).gives(LastCall()).heard().waits(30_000)
        return self.gives(CloseWithoutWinner(), Role.MCD)

    def recovered(self):
        for number in self.partie.to_recover():
            self.gives(RecoverCarton("", self.presented(number)))
        return self

    def validated(self):
        return self.recovered().gives(ValidatePartie()).heard()

    def paid(self):
        """Every voucher that can be paid is paid."""
        for number, voucher in self.house.desk.vouchers.items():
            partie = self.house.bingo.seances[voucher.seance].parties[voucher.partie]
            if not voucher.paid_at and partie.validated_at:
                self.gives(PayLot(number))
        return self

    def plays(self, quine=(1,), bingo=(2,)):
        """A whole *partie*, from its preparation to its validation."""
        return self.starts().quine(*quine).bingo(*bingo).validated()

    # the end

    def closing(self, **more):
        """All *parties* played and validated; the closing has begun."""

        def build():
            self.announced(**more)
            for _ in range(self.seance.forfait.terms.parties):
                self.plays()
            self.paid().gives(BeginClosing()).heard()

        return self._reach(f"closing {more}", build)

    def till_closed(self):
        till = self.house.desk.tills["caisse-1"]
        euros, cents = divmod(till.expected_c, 100)
        return self.gives(CloseTill({100: euros, 1: cents}))

    def signed(self, kind, *hands):
        for role, actor in hands:
            self.gives(Sign(f"{kind}:{SEANCE}", ""), role, actor)
        return self

    def certified(self):
        self.gives(CountCagnotte({1: self.account("cagnotte")}))
        self.signed("11quinquies", (Role.CAISSIER, "durand"), (Role.MCD, "roy"))
        hands = (Role.CAISSIER, "durand"), (Role.DIRECTEUR_SEANCE, "blanc")
        return self.signed("historique", *hands)

    def closed(self, **more):
        return self.closing(**more).certified().till_closed().gives(CloseSeance())
