"""The whole house under any orders by anybody: GEN-003, GEN-004, GEN-005, GEN-016; guide core §4."""

import enum
import inspect
import random
import types
import typing

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from night import DAY, SEANCE, Night, photograph

from core.bingo.forfait.admission import DecideAdmission
from core.bingo.forfait.allocation import AllocateLots, AnnounceSeance
from core.bingo.forfait.exchange import ExchangeReceipt
from core.bingo.forfait.exclusion import BlockReceipt, RefundBlocked
from core.bingo.forfait.expulsion import (
    ExpelParticipant,
    GrantExpelled,
    ReadmitParticipant,
    Reason,
)
from core.bingo.forfait.payment import PayForfait
from core.bingo.forfait.registration import CloseRegistrations, PreRegister, ValidateIdentity
from core.bingo.forfait.replay_choice import DeclineReplay
from core.bingo.forfait.state import Terms
from core.bingo.partie.claims import AskForOthers, NewClaim, RejectClaim, VerifyCarton
from core.bingo.partie.closing import CloseBingo, CloseQuine
from core.bingo.partie.disputes import ArbitrateCarton, DisputeCarton
from core.bingo.partie.draw import DrawBall, StartDraw, StopDraw
from core.bingo.partie.preparation import (
    AnnounceLots,
    FreezePartie,
    GivePublicNumber,
    PreparePartie,
)
from core.bingo.partie.settlement import RecoverCarton
from core.bingo.partie.state import Combination
from core.bingo.partie.suspension import (
    CancelPartie,
    DeclareAnnouncementError,
    ReachDeadline,
    ReplayPartie,
    ResumePartie,
    SuspendPartie,
)
from core.bingo.partie.verdicts import Presented
from core.bingo.seance.changes import (
    CancelAtLastHour,
    CancelSeance,
    MoveSeance,
    PostponeAtLastHour,
)
from core.bingo.seance.closing import BeginClosing, CloseSeance
from core.bingo.seance.course import StartBreak
from core.bingo.seance.notices import InformAuthority
from core.bingo.seance.opening import AbandonSeance
from core.bingo.seance.planning import AppointMCD
from core.bingo.seance.stop import StopSeance
from core.bingo.seance.suspension import ResumeSeance, SuspendSeance
from core.desk.refunds import PayRefunds
from core.desk.till import CloseTill, OpenTill
from core.desk.vouchers import PayLot
from core.house import Breach, House, apply, check, deadlines, duties, schema
from core.people import CloseSession, Flags, OpenSession, RecordStaff
from core.rules import FACTS, RULES, Refusal, Role
from core.signatures import Sign
from core.site import StartHall
from core.stations import NoteStation, RevokeStation

STAGES = ["founded", "testing", "opened", "exchanging", "announced", "playing", "closing"]
SMALL = Terms(30_00, 24_00, 6_00, cartons=3, parties=2, capacity=8)
INTEGERS = [-1, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 12, 42, 90, 100, 3_000, 30_00, 50_00]
WORDS = ["", SEANCE, SEANCE, "2025-002", DAY, "2026-06-13", "20:00", "joueur-1", "joueur-2"]
WORDS += ["roy", "durand", "petit", "blanc", "poste de roy", "caisse-1", "caisse-2", "tableau"]
WORDS += ["ORGANISATION", "ESPECES", "CARTE", "tirage", "PERSONNE", f"essais:{SEANCE}"]
WORDS += ["SUSPENSION", "ARRET", "RAPPORT", "DERNIERE_HEURE", "21:06", "2026-06-28"]
WORDS += [f"partie:{SEANCE}/1/1", f"historique:{SEANCE}", f"11quinquies:{SEANCE}", "2026-06-27"]
ORDERS = sorted((o for o in RULES if o.__module__.startswith("core.")), key=lambda o: o.__name__)
OFTEN = [DrawBall] * 60 + [VerifyCarton] * 10 + [StopDraw, AskForOthers, NewClaim] * 4
OFTEN += [CloseQuine, CloseBingo, RejectClaim, PreparePartie, AnnounceLots, FreezePartie] * 3
OFTEN += [GivePublicNumber, StartDraw, ResumePartie, ReplayPartie, RecoverCarton, PayLot] * 3
OFTEN += [PreRegister, ValidateIdentity, PayForfait, ExchangeReceipt, Sign, OpenTill] * 3
RARELY = {RevokeStation, NoteStation, CloseSession, OpenSession, RecordStaff, StartHall, CloseTill}
RARELY |= {StopSeance, SuspendSeance, CancelSeance, CancelAtLastHour, PostponeAtLastHour}
RARELY |= {MoveSeance, ExpelParticipant, DecideAdmission}
RARELY |= {SuspendPartie, DeclareAnnouncementError, StartBreak, AppointMCD, AbandonSeance}
CHANCE = {"series", "quine_cuts", "bingo_cuts", "lot_draw", "drawn", "commitment"}


def made(kind, chance):
    """A small value of any type that an order can hold: some fit, most do not."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return chance.choice(args)
    if origin in (typing.Union, types.UnionType):
        return made(chance.choice(args), chance)
    if origin is tuple:
        return tuple(made(args[0], chance) for _ in range(chance.randrange(3)))
    if origin is dict:
        return {made(args[0], chance): made(args[1], chance) for _ in range(chance.randrange(3))}
    if kind in (int, str, bool, type(None)):
        return chance.choice({int: INTEGERS, str: WORDS, bool: [False, True]}.get(kind, [None]))
    if issubclass(kind, enum.Enum):
        return chance.choice(list(kind))
    hints, defaults = typing.get_type_hints(kind), dict(zip_defaults(kind))
    given = {
        name: defaults[name] if name in defaults and chance.random() < 0.5 else made(hint, chance)
        for name, hint in hints.items()
        if name in kind.__struct_fields__ and name not in CHANCE
    }
    if kind is Presented:
        given |= {"serie": chance.choice([1, 1, 2, 3]), "number": chance.randrange(15)}
    return kind(**given)


def zip_defaults(kind):
    for field in msgspec.structs.fields(kind):
        if field.default is not msgspec.NODEFAULT:
            yield field.name, field.default
        elif field.default_factory is not msgspec.NODEFAULT:
            yield field.name, field.default_factory()


def begun(night, stage):
    """A small séance: two parties, four forfaits of three cartons."""
    if stage == "founded":
        return night.founded()
    more = {} if stage in ("testing", "opened") else {"forfaits": 4}
    return getattr(night, stage)(terms=SMALL, **more)


def tries(night, order, role=None, **where):
    """Whether it was accepted; a refusal has a code and changes nothing, and nothing else is raised."""
    before = photograph(night.house)
    try:
        night.gives(order, role, **where)
    except Refusal as refusal:
        assert refusal.code
        assert photograph(night.house) == before, f"{refusal} changed something"
        return False
    return True


def rebuilt(night):
    """J7: the same facts make the same house."""
    again = House()
    for fact in night.facts:
        apply(again, fact)
    assert photograph(again) == photograph(night.house)


def wanders(night, chance, steps):
    """Any order by anybody; most often by whoever may, at his place, with the voice heard before."""
    for _ in range(steps):
        order = made(chance.choice(ORDERS if chance.random() < 0.5 else OFTEN), chance)
        if type(order) in RARELY and chance.random() < 0.95:
            continue
        if chance.random() < 0.1:
            tries(night, order, chance.choice(list(Role)), station=chance.choice(WORDS))
            continue
        if chance.random() < 0.7:
            night.waits(chance.choice([0, 3_000, 3_000, 3_000, 10_000, 30_000])).heard()
        tries(night, order)


@pytest.mark.spec("GEN-003", "GEN-004", "GEN-005")
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seed", range(2))
def test_no_order_of_anybody_breaks_the_house(night, stage, seed):
    """Hundreds of random orders: facts or a refusal, never a breach, never an error."""
    begun(night, stage)
    wanders(night, random.Random(f"{stage}/{seed}"), steps=300)
    rebuilt(night)


NUMBERS = st.lists(st.integers(1, 12), min_size=1, max_size=3, unique=True)


class Evening(RuleBasedStateMachine):
    """Random people do their work, well or badly, at a small séance."""

    @initialize(stage=st.sampled_from(["exchanging", "announced", "playing"]))
    def begins(self, stage):
        self.night = begun(Night(), stage)

    def goes(self, step, *values):
        """As far as it goes from here; whatever is not possible is refused."""
        try:
            step(*values)
        except Refusal:
            self.night.heard()

    @rule(chance=st.randoms(use_true_random=False))
    def anybody_orders_anything(self, chance):
        wanders(self.night, chance, steps=3)

    @rule(ms=st.sampled_from([1, 3_000, 10_000, 30_000, 900_001]))
    def time_passes(self, ms):
        self.night.waits(ms)
        for deadline in list(deadlines(self.night.house)):
            if deadline <= self.night.ms:
                tries(self.night, ReachDeadline())

    @rule()
    def lots_are_drawn(self):
        for order in (CloseRegistrations(SEANCE), AllocateLots(), AnnounceSeance()):
            tries(self.night, order)
        self.night.heard()

    @rule(rank=st.integers(1, 90))
    def balls_are_drawn(self, rank):
        self.goes(self.night.starts)
        self.goes(lambda: self.night.draws_to(rank))

    @rule(numbers=NUMBERS)
    def a_quine_is_won(self, numbers):
        self.goes(lambda: self.night.quine(*numbers))

    @rule(numbers=NUMBERS)
    def a_bingo_is_won(self, numbers):
        self.goes(lambda: self.night.bingo(*numbers))

    @rule(number=st.integers(0, 14), word=st.sampled_from([None, *Combination]))
    def somebody_calls(self, number, word):
        self.goes(self.night.stops, word)
        tries(self.night, NewClaim(word))
        self.goes(self.night.verifies, number, word)
        tries(self.night, RejectClaim())

    @rule(number=st.integers(1, 12), valid=st.booleans())
    def a_carton_is_disputed(self, number, valid):
        tries(self.night, DisputeCarton(number, "?"))
        self.goes(self.night.verifies, number)
        tries(self.night, ArbitrateCarton(number, valid, "?"))

    @rule()
    def others_are_asked(self):
        self.goes(self.night.asks)
        tries(self.night, CloseQuine())
        tries(self.night, CloseBingo())

    @rule()
    def nobody_wins(self):
        self.goes(self.night.without_winner)

    @rule()
    def lots_are_paid(self):
        self.goes(self.night.validated)
        self.goes(self.night.paid)

    @rule(cancelled=st.booleans(), wrong=st.booleans())
    def something_breaks(self, cancelled, wrong):
        error = DeclareAnnouncementError("?")
        tries(self.night, error if wrong else SuspendPartie("panne"), Role.MCD)
        tries(self.night, CancelPartie("panne") if cancelled else ResumePartie(), Role.MCD)
        tries(self.night, ReplayPartie(), Role.MCD)

    @rule(number=st.integers(1, 4), played=st.booleans())
    def a_replay_is_declined(self, number, played):
        tries(self.night, SuspendPartie("panne"), Role.MCD)
        tries(self.night, CancelPartie("panne"), Role.MCD)
        tries(self.night, DeclineReplay(number))
        if played:
            tries(self.night, ReplayPartie(), Role.MCD)
            tries(self.night, DeclineReplay(number + 1))

    @rule(number=st.integers(1, 4), minutes=st.sampled_from([0, 1, 30]))
    def somebody_is_sent_out(self, number, minutes):
        tries(self.night, ExpelParticipant(number, Reason.SCANDALE, "?", minutes))
        tries(self.night, GrantExpelled(number, "?"))
        tries(self.night, ReadmitParticipant(number))

    @rule(number=st.integers(1, 4), excluded=st.booleans())
    def somebody_is_barred(self, number, excluded):
        tries(self.night, BlockReceipt(number, Flags(known=True, age=40, excluded=excluded)))
        tries(self.night, RefundBlocked(SEANCE, number))
        tries(self.night, DecideAdmission(number, not excluded, "?"))

    @rule(stopped=st.booleans())
    def it_is_suspended(self, stopped):
        tries(self.night, SuspendSeance("?"))
        self.night.heard()
        tries(self.night, StopSeance("?") if stopped else ResumeSeance())
        if stopped:
            for subject in ("SUSPENSION", "ARRET", "RAPPORT"):
                tries(self.night, InformAuthority(SEANCE, subject, "?"))

    @rule(number=st.integers(1, 4))
    def refunds_are_paid(self, number):
        tries(self.night, PayRefunds(number, f"joueur-{number}"))

    @rule()
    def the_hall_crashes(self):
        tries(self.night, StartHall("b0b0", "1.0", "rules", self.night.ms))
        tries(self.night, ResumePartie(), Role.MCD)

    @rule()
    def the_hall_pays_its_debts(self):
        for order in list(duties(self.night.house)):
            tries(self.night, order)
        assert not list(duties(self.night.house))

    @rule()
    def it_is_closed(self):
        tries(self.night, BeginClosing())
        self.goes(self.night.certified)
        tries(self.night, CloseSeance())

    def teardown(self):
        if hasattr(self, "night"):
            rebuilt(self.night)


Evening.TestCase.settings = settings(
    max_examples=80,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestEvening = pytest.mark.spec("GEN-003", "GEN-004", "GEN-005")(Evening.TestCase)


@pytest.mark.spec("GEN-003")
@pytest.mark.parametrize("account", ["joueurs", f"{SEANCE}/lots", "orphelins"])
def test_a_cent_that_comes_from_nowhere_is_a_breach(night, account):
    """The one function that checks it all is loud."""
    night.announced().house.desk.books.balances[account] = 1
    with pytest.raises(Breach):
        check(night.house)


@pytest.mark.spec("BIN-009", "GEN-003")
def test_a_gap_in_the_run_is_a_breach(night):
    night.exchanging(forfaits=2).house.bingo.registrations[2].exchanges[SEANCE].first += 1
    with pytest.raises(Breach, match="carton 4 is missing"):
        check(night.house)


@pytest.mark.spec("GEN-003", "FOR-035")
def test_shares_that_are_not_the_lot_are_a_breach(night):
    night.playing().quine(4).partie.quine.shares[4] += 1
    with pytest.raises(Breach, match="shares are not the lot"):
        check(night.house)


@pytest.mark.spec("GEN-003", "BIN-057")
def test_a_voucher_that_is_not_its_share_is_a_breach(night):
    night.playing().quine(4).bingo(5).recovered().house.desk.vouchers[1].amount_c += 1
    with pytest.raises(Breach, match="voucher 1"):
        check(night.house)


@pytest.mark.spec("GEN-004", "GEN-016")
def test_a_closed_evening_is_rebuilt_from_its_journal(night):
    """Every fact goes through its text; the house that comes back is the same to the byte."""
    again = House()
    for fact in night.closed().facts:
        text = msgspec.json.encode(fact)
        apply(again, msgspec.json.decode(text, type=FACTS[type(fact).__name__]))
    assert photograph(again) == photograph(night.house)


@pytest.mark.spec("GEN-004")
def test_no_fact_holds_a_float():
    for fact in FACTS.values():
        for name, kind in typing.get_type_hints(fact).items():
            assert "float" not in str(kind), f"{fact.__name__}.{name}"


@pytest.mark.spec("GEN-004")
def test_the_schema_names_every_fact():
    assert schema() == schema()
    assert len(schema()) == 64


@pytest.mark.spec("GEN-005")
def test_every_order_has_a_rule_that_says_what_it_serves():
    """A reader ticks each rule off against the specification."""
    for order in ORDERS:
        for one in RULES[order]:
            assert one.spec, order.__name__
            assert one.by, order.__name__
            assert inspect.isgeneratorfunction(one.decide), order.__name__
