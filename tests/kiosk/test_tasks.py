"""Every task of the desk before a hall of cardboard: what is asked, what is ordered, why not."""

from __future__ import annotations

import pytest
from textual.widgets import DataTable, Input, OptionList

from core import codes
from core.codes import Kind
from core.rules import Role
from core.stations import StationKind
from core.views.actions import Action as Tried
from core.views.board import Board, Scene
from core.views.desk import (
    Desk,
    DeskDue,
    DeskJob,
    DeskRefund,
    DeskSeance,
    DeskTill,
    DeskVoucher,
    ToSign,
)
from core.views.kiosk import Kiosk, Offered, OfferedSeance
from kiosk.desk.app import DeskApp
from kiosk.desk.cashing import Cashing
from kiosk.desk.closing import hand
from kiosk.desk.counter import Counter
from kiosk.desk.counting import Counting
from kiosk.desk.modals import AskingForm, Chooser, Large
from kiosk.desk.reader import Reader
from kiosk.desk.tasks import TASKS, mine
from ui.frame import MessageLine
from ui.link import Refused
from ui.modals import YesNo
from ui.signin import SignIn
from ui.standin import StandIn

NASTY = "[/b] Zoé <éàü> ${x}"
DAY = OfferedSeance("2025-001", "2026-06-20", "20:30", 3, 3, "SALLE")
OFFER = Offered("2025-001", (DAY,), 30_00, 24_00, 6_00, 40)
PERSON = {"id": "p-9", "name": NASTY, "birth": "1980-02-28", "document": "[b]${y}"}
BULLETIN = {
    "number": 7, "person": "p-9", "person_name": NASTY, "offer": "2025-001", "count": 2,
    "status": {"2025-001": "VALIDE"}, "prix_c": 0, "paid_at": "", "exchanges": {},
}  # fmt: skip
JOB = {
    "job": 3, "station": "P1", "kind": "recepisse", "ref": "7", "copy": 0, "state": "DOUBTFUL",
    "cause": "SANS_CONFIRMATION",
}  # fmt: skip


def seance(stage="OUVERTE", registrations="OUVERTES"):
    return DeskSeance(
        "2025-001", "2026-06-20", "20:30", stage, registrations, (), "Roy", "Caron",
        "ELECTRONIQUE", "SALLE", 3, 30_00, 5,
    )  # fmt: skip


def desk(**more):
    """A view of an evening in course."""
    told = {
        "board": Board("Casino", True, Scene.ATTENTE), "person": "zoe", "name": NASTY,
        "roles": (), "actions": {}, "seances": (seance(),), "preregistered": 1, "validated": 1,
        "paid": 1, "exchanged": 1, "till": DeskTill(NASTY, 100_00, 60_00, 0, 160_00),
        "to_recover": ("001-000004",),
        "vouchers": (DeskVoucher(4, 1, "001-000004", "quine", 5_00, NASTY, True),),
        "jobs": (DeskJob(3, "recepisse", "7", 0, "DOUBTFUL", "SANS_CONFIRMATION"),),
        "to_sign": (ToSign("essais:2025-001", "ab" * 32, (), 1, False),),
        "incidents": (), "cagnotte_c": 504_00,
        "due": (DeskDue("2025-001", "SUSPENSION", "2026-06-20T21:04:00.000+02:00"),),
        "refunds": (DeskRefund(7, 30_00),),
    }  # fmt: skip
    return Desk(**(told | more))


class Stand:
    """A person of these functions at a desk."""

    def __init__(self, *roles, view=None):
        hall = self.hall = StandIn(StationKind.DESK, rehearsal=True)
        hall.person, hall.person_name, hall.roles = "zoe", NASTY, roles
        hall.knows("zoe", NASTY, "314159", *roles)
        hall.knows("ana", "Ana", "271828", Role.CAISSIER)
        hall.says("desk", view or desk())
        hall.says("kiosk", Kiosk("Casino", True, (OFFER,), False, True, 0, ""))
        hall.rows = {
            "people": [PERSON], "registrations": [BULLETIN], "jobs": [JOB],
            "staff": [{"person": "roy", "person_name": NASTY, "roles": ["MCD"]}],
            "stations": [
                {"station": "kiosk-1", "name": NASTY, "kind": "kiosk", "online": True,
                 "revoked": False, "person": ""}
            ],
        }  # fmt: skip
        hall.answers = {
            "PayForfait": {"number": 7, "prix_c": 60_00, "change_c": 40_00},
            "PayLot": {"voucher": 4, "amount_c": 5_00, "object": NASTY},
            "PreRegister": {"number": 7}, "EnrollPerson": {"person": "p-10"},
            "ExchangeReceipt": {"number": 7, "first": 1, "last": 6, "from_partie": 2},
            "RecoverCarton": {"number": 4}, "PlanSeance": {"seance": "2025-002"},
            "CloseRegistrations": {"sold": 5}, "AllocateLots": {"seal": "ab" * 32, "thin": True},
            "AddContribution": {"total_c": 50_00}, "FeedTill": {"expected_c": 210_00},
            "OpenTill": {"float_c": 100_00}, "Sign": {"complete": True},
            "CloseTill": {"expected_c": 160_00, "counted_c": 160_00, "difference_c": 0},
            "CountCagnotte": {"difference_c": 0}, "CloseSeance": {"unpaid": [4]},
            "PayRefunds": {"number": 7, "amount_c": 30_00}, "StopSeance": {"unplayed": 2},
            "DeclineReplay": {"amount_c": 6_00}, "DeclinePostponement": {"amount_c": 6_00},
            "RefundBlocked": {"amount_c": 6_00},
            "MakeDossier": {"path": "/d/2025-001.zip", "lines": 2516, "head": "ab" * 32},
            "AdmitPerson": {"admission": 2}, "OpenPairing": {"code": "ABCD-EFGH"},
        }  # fmt: skip
        self.app = DeskApp(hall)

    def reason(self, name):
        counter = self.app.screen_stack[1]
        return counter.reason(next(task for task in counter.tasks if task.id == name))


async def follow(stand, pilot, until, text, task, steps):
    """Starts a task and follows its dialogs: a number picks a line, a dict fills, keys are pressed."""
    app = stand.app
    await until(lambda: isinstance(app.screen, Counter) and app.desk and app.screen.tasks)
    found = next(one for one in app.screen.tasks if one.id == task)
    assert stand.reason(task) == ""
    await pilot.press(found.key)
    for step in steps:
        last = lambda: f"{task} {step!r}:\n{text(app)}"  # noqa: B023, E731
        if isinstance(step, int):
            await until(lambda: isinstance(app.screen, Chooser) and listed(app), last)
            await pilot.press(*["down"] * step, "enter")
        elif isinstance(step, dict):
            fields = dict(step)
            await until(lambda: all(app.screen.query(f"Input#{name}") for name in fields), last)  # noqa: B023
            for name, value in fields.items():
                app.screen.query_one(f"#{name}", Input).value = value
            await pilot.press("f2")
        elif isinstance(step, str):
            kind = {"o": YesNo, "enter": Large}.get(step, Chooser)
            await until(lambda: isinstance(app.screen, kind) and app.screen.is_mounted, last)  # noqa: B023
            await pilot.press(step)
    await until(
        lambda: isinstance(app.screen, Counter) and not app._talking, lambda: f"{task}: {text(app)}"
    )


def listed(app):
    found = app.screen.query("#choices")
    return bool(found) and app.screen.query_one(OptionList).option_count


CASH, INSC, DOOR = Role.CAISSIER, Role.INSCRIPTION, Role.CONTROLE_ENTREE
DR, MCD, HEAD = Role.DIRECTEUR_RESPONSABLE, Role.MCD, Role.DIRECTEUR_SEANCE
REASON = {"reason": NASTY}

FOLLOWED = [
    ("validate", (INSC,), [0, "o"], "ValidateIdentity", {"number": 7, "code": ""}),
    ("abandon", (CASH,), [0, "o"], "AbandonRegistration", {"number": 7}),
    ("exchange", (CASH,), [0, "o"], "ExchangeReceipt",
     {"number": 7, "person": "p-9", "code": ""}),
    ("cartons", (CASH,), [0, {"forfait": "2", "partie": "3"}], "ReprintCartons",
     {"number": 7, "forfait": 2, "partie": 3}),
    ("pay", (CASH,), [0, "o", "enter"], "PayLot", {"voucher": 4, "code": ""}),
    ("lost_carton", (MCD,), [0, {"holder": NASTY}], "DeclareCartonLost",
     {"number": 4, "holder": NASTY}),
    ("open_till", (CASH,), [{"p5000": "2", "p1": "3"}], "OpenTill", {"pieces": {5000: 2, 1: 3}}),
    ("feed_till", (CASH,), [1, {"amount": "12,50"} | REASON], "FeedTill",
     {"amount_c": -12_50, "reason": NASTY}),
    ("close_till", (CASH,), [{"p2000": "8"}], "CloseTill",
     {"pieces": {2000: 8}, "explanation": ""}),
    ("notice", (DR,), [1, {"sent_on": "13/06/2026", "means": NASTY}], "RecordNotice",
     {"seance": "2025-001", "subject": "REGLEMENT_INTERIEUR", "sent_on": "2026-06-13",
      "means": NASTY, "attachment": ""}),
    ("publish", (DR,), ["o"], "PublishSeance", {"seance": "2025-001"}),
    ("mcd", (DR,), [0], "AppointMCD", {"seance": "2025-001", "person": "roy"}),
    ("directeur", (DR,), [0], "AppointDirecteur", {"seance": "2025-001", "person": "roy"}),
    ("registrations", (DR,), ["o"], "OpenRegistrations", {"seance": "2025-001"}),
    ("open", (MCD,), ["o"], "OpenSeance", {}),
    ("abandon_seance", (MCD,), [REASON], "AbandonSeance", REASON),
    ("open_exchange", (CASH,), ["o"], "OpenExchange", {}),
    ("close_registrations", (HEAD,), ["o"], "CloseRegistrations", {"seance": "2025-001"}),
    ("allocate", (CASH,), ["o"], "AllocateLots", {}),
    ("contribute", (MCD,), [1, {"partie": "2", "object": NASTY, "value_c": "50"}],
     "AddContribution",
     {"partie": 2, "combination": "bingo", "cash_c": 0, "object": NASTY, "value_c": 50_00}),
    ("block", (MCD,), [0, "o"], "BlockReceipt", {"number": 7}),
    ("suspend", (HEAD,), [{"cause": NASTY}], "SuspendPartie", {"cause": NASTY}),
    ("resume", (MCD,), ["o"], "ResumePartie", {}),
    ("suspend_seance", (HEAD,), [REASON], "SuspendSeance", REASON),
    ("resume_seance", (HEAD,), ["o"], "ResumeSeance", {}),
    ("stop_seance", (HEAD,), ["o", REASON], "StopSeance", REASON),
    ("inform", (DR,), [0, {"means": NASTY, "at": "21:06"}], "InformAuthority",
     {"seance": "2025-001", "subject": "SUSPENSION", "means": NASTY, "at": "21:06",
      "attachment": ""}),
    ("refund", (CASH,), [0, {"reference": ""}, "enter"], "PayRefunds",
     {"number": 7, "person": "p-9", "means": "ESPECES", "reference": "", "code": ""}),
    ("refund", (CASH,), [0, {"reference": "T-7"}], "PayRefunds",
     {"number": 7, "person": "p-9", "means": "CARTE", "reference": "T-7", "code": ""}),
    ("decline_replay", (CASH,), [0, "o"], "DeclineReplay", {"number": 7}),
    ("decline_date", (CASH,), [0, "o"], "DeclinePostponement",
     {"seance": "2025-001", "number": 7}),
    ("expel", (HEAD,), [0, 0, 0, {"text": NASTY, "minutes": "30"}], "ExpelParticipant",
     {"number": 7, "reason": "FRAUDE", "text": NASTY, "minutes": 30}),
    ("expel", (HEAD,), [0, 1, 1, {"text": NASTY}], "ExpelParticipant",
     {"number": 7, "reason": "SCANDALE", "text": NASTY}),
    ("readmit", (HEAD,), [0, "o"], "ReadmitParticipant", {"number": 7}),
    ("grant", (HEAD,), [0, {"text": NASTY}], "GrantExpelled", {"number": 7, "text": NASTY}),
    ("admission", (HEAD,), [0, 1, {"text": NASTY}], "DecideAdmission",
     {"number": 7, "admitted": False, "text": NASTY}),
    ("parties", (HEAD,), [{"parties": "6"}], "ChangeParties", {"parties": 6}),
    ("refund_blocked", (DR,), [0, "o"], "RefundBlocked", {"seance": "2025-001", "number": 7}),
    ("answer", (DR,), [1], "RecordAnswer", {"seance": "2025-001", "refused": True}),
    ("change", (DR,), [0, {"day": "28/06/2026", "time": "20:00"}], "MoveSeance",
     {"seance": "2025-001", "day": "2026-06-28", "time": "20:00",
      "means": "courrier recommandé", "attachment": ""}),
    ("change", (DR,), [1, "o", {"means": NASTY}], "CancelSeance",
     {"seance": "2025-001", "means": NASTY, "attachment": ""}),
    ("change", (DR,), [2, {"day": "21/06/2026"}], "PostponeAtLastHour",
     {"seance": "2025-001", "day": "2026-06-21", "time": "20:30"}),
    ("change", (DR,), [3, "o"], "CancelAtLastHour", {"seance": "2025-001"}),
    ("cancel", (MCD,), [REASON], "CancelPartie", REASON),
    ("error", (MCD,), [{"error": NASTY}], "DeclareAnnouncementError", {"error": NASTY}),
    ("replay", (MCD,), ["o"], "ReplayPartie", {}),
    ("nobody", (MCD,), ["o"], "CloseWithoutWinner", {}),
    ("arbitrate", (MCD,), [1, {"number": "4"} | REASON], "ArbitrateCarton",
     {"valid": False, "number": 4, "reason": NASTY}),
    ("decide", (HEAD,), [{"subject": NASTY, "text": NASTY}], "RecordDecision",
     {"subject": NASTY, "text": NASTY, "base": ""}),
    ("begin_closing", (MCD,), ["o"], "BeginClosing", {}),
    ("cagnotte", (CASH,), [{"p10000": "5", "p200": "2"}], "CountCagnotte",
     {"pieces": {10000: 5, 200: 2}, "explanation": ""}),
    ("close", (MCD,), ["o"], "CloseSeance", {}),
    ("ticket", (CASH,), [0], "RequestPaper", {"kind": "ticket", "ref": "2025-001"}),
    ("dossier", (Role.AUDITEUR,), [0], "MakeDossier", {"seance": ""}),
    ("dossier", (Role.DIRECTEUR_RESPONSABLE,), [1], "MakeDossier", {"seance": "2025-001"}),
    ("prints", (DOOR,), [0, 1], "ResolvePrint", {"job": 3, "printed": False}),
    ("pair", (MCD,), [2, "o"], "OpenPairing", {"kind": "kiosk"}),
    ("stations", (MCD,), [0, "o"], "ForgetStation", {"station": "kiosk-1"}),
    ("pin", (DOOR,), [{"old": "1", "new": "22", "again": "22"}], "ChangePin",
     {"old": "1", "new": "22"}),
]  # fmt: skip
HELD = {"decline_date": "PAYE", "refund_blocked": "BLOQUE_EXCLUSION"}
STAGES = {
    "publish": seance("CREEE"), "registrations": seance("PUBLIEE", "FERMEES"),
    "ticket": seance("FERMEE"), "notice": seance("PUBLIEE"), "open": seance("EN_TEST"),
    "cagnotte": seance("EN_CLOTURE"), "close": seance("EN_CLOTURE"),
    "resume_seance": seance("SUSPENDUE"), "answer": seance("PUBLIEE"),
    "change": seance("PUBLIEE"),
}  # fmt: skip


@pytest.mark.spec(
    "BIN-015", "BIN-046", "BIN-049", "BIN-051", "BIN-060", "BIN-064", "FOR-001", "FOR-004",
    "FOR-007", "FOR-008", "FOR-033", "FOR-037", "GEN-005", "GEN-014", "CSH-028", "PRT-009",
    "FOR-038", "FOR-040", "FOR-041", "FOR-042", "FOR-043", "FOR-044", "FOR-046", "FOR-047",
    "FOR-048", "FOR-050",
)  # fmt: skip
@pytest.mark.parametrize(
    ("task", "roles", "steps", "order", "fields"), FOLLOWED, ids=[one[0] for one in FOLLOWED]
)
async def test_a_task_asks_and_orders(task, roles, steps, order, fields, until, screen_text):
    """Followed by keyboard alone, it gives exactly this order, whatever was typed."""
    stand = Stand(*roles, view=desk(seances=(STAGES.get(task, seance()),)))
    if task in HELD:
        stand.hall.rows["registrations"] = [BULLETIN | {"status": {"2025-001": HELD[task]}}]
    async with stand.app.run_test(size=(80, 24)) as pilot:
        await follow(stand, pilot, until, screen_text, task, steps)
    given = [(name, dict(said.items())) for name, said in stand.hall.orders]
    assert given == [(order, fields)]


@pytest.mark.spec("DSP-014", "GEN-007")
def test_everybody_finds_a_key_of_his_own_for_each_task_and_no_task_of_others():
    """Whatever functions somebody holds together, no two tasks share a key."""
    for roles in (*[(role,) for role in Role], (CASH, INSC), (MCD, HEAD, DR), tuple(Role)):
        keys = [task.key for task in mine(roles) if task.key]
        assert len(mine(roles)) - len(keys) <= max(0, len(mine(roles)) - 30), roles
        assert len(keys) == len(set(keys)), roles
        assert all(task.roles & set(roles) for task in mine(roles))
    assert {task.id for task in mine(tuple(Role))} == {task.id for task in TASKS}
    assert not {"cash", "plan"} & {task.id for task in mine((DOOR,))}


@pytest.mark.spec("FOR-010", "FOR-011")
async def test_a_seance_is_planned_with_its_two_parts(until, screen_text):
    """The price is the sum of the parts; the annexe names what it must have."""
    stand = Stand(MCD)
    form = {"day": "20/06/2026", "part_cartons_c": "24", "droits_c": "6,00", "parties": "8"}
    async with stand.app.run_test(size=(80, 24)) as pilot:
        await follow(stand, pilot, until, screen_text, "plan", [1, "o", 1, form])
    ((order, said),) = stand.hall.orders
    assert order == "PlanSeance" and said["day"] == "2026-06-20"
    assert said["terms"] == {
        "prix_c": 30_00, "part_cartons_c": 24_00, "droits_c": 6_00, "cartons": 3, "parties": 8,
        "capacity": 120,
    }  # fmt: skip
    assert (said["lieu"], said["mode"]) == ("ANNEXE", "SPHERE") and len(said["lieu_checks"]) == 3


@pytest.mark.spec("FOR-016")
async def test_money_cash_and_card(until, screen_text):
    """Too little is refused and stays typed; both means at once are not one payment."""
    stand = Stand(CASH)
    app = stand.app
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Counter) and app.desk)
        stand.hall.answers["PayForfait"] = Refused(
            "SOMME_INSUFFISANTE", {"given_c": 50_00, "prix_c": 60_00}
        )
        await pilot.press("e")
        await until(lambda: isinstance(app.screen, Chooser) and listed(app))
        await pilot.press("7", "enter")
        await until(lambda: isinstance(app.screen, Cashing) and app.screen.query("#slip"))
        assert NASTY in screen_text(app)
        await pilot.press("5", "0", "enter")
        await until(lambda: "Il manque de l'argent" in screen_text(app))
        assert app.screen.query_one("#given", Input).value == "50"
        app.screen.query_one("#slip", Input).value = "T-1"
        await pilot.press("f2")
        await until(lambda: "videz l'un" in screen_text(app))
        stand.hall.answers["PayForfait"] = {"number": 7, "prix_c": 60_00, "change_c": 0}
        app.screen.query_one("#given", Input).value = ""
        await pilot.press("f2")
        await until(lambda: isinstance(app.screen, Counter))
    assert [said for _, said in stand.hall.orders] == [
        {"number": 7, "code": "", "means": "ESPECES", "given_c": 50_00, "reference": ""},
        {"number": 7, "code": "", "means": "CARTE", "given_c": 0, "reference": "T-1"},
    ]


WRONG = [
    ("pay", "B", "Ceci est un carton : scannez le bon de gain."),
    ("cash", "C", "Ceci est un récépissé : scannez le bon à payer."),
    ("exchange", "G", "Ceci est un bon à payer : scannez le récépissé."),
    ("recover", "D", "Ceci est un bon de gain : scannez le carton gagnant."),
    ("register", "B", "Ceci est un carton : scannez le ticket d'admission."),
]


@pytest.mark.spec("SCN-002")
@pytest.mark.parametrize(("task", "letter", "sentence"), WRONG, ids=[one[0] for one in WRONG])
async def test_another_paper_is_named_and_changes_nothing(
    task, letter, sentence, until, screen_text
):
    """The open dialog says which paper it waits for."""
    stand = Stand(CASH, INSC)
    app = stand.app
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Counter) and app.desk)
        await pilot.press(next(one.key for one in app.screen.tasks if one.id == task))
        await until(lambda: isinstance(app.screen, Chooser) and app.screen.query("#choices"))
        app._scanned(app._scans.decoder.read(f"L{letter}" + "C" * 33))
        await until(lambda: sentence in screen_text(app), lambda: screen_text(app))
    assert stand.hall.orders == []


@pytest.mark.spec("FOR-044", "FOR-051", "SCN-002")
async def test_a_receipt_that_is_owed_money_is_paid_back_when_it_is_shown(until, screen_text):
    """The scan opens the refund, not the exchange, and its code goes with the order."""
    number = 7
    code = codes.make(b"k" * 32, Kind.RECEPISSE, 1, number, b"")
    stand = Stand(CASH)
    app = stand.app
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Counter) and app.desk and app.screen.tasks)
        app._scanned(app._scans.decoder.read(code))
        await until(lambda: isinstance(app.screen, AskingForm) and app.screen.query("#reference"))
        await until(lambda: "Rembourser 30,00" in screen_text(app), lambda: screen_text(app))
        await pilot.press("f2")
        await until(lambda: isinstance(app.screen, Large))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Counter) and not app._talking)
    ((order, said),) = stand.hall.orders
    assert (order, said["number"], said["code"]) == ("PayRefunds", number, code)


@pytest.mark.spec("FOR-041", "FOR-046", "DSP-015")
async def test_an_authority_to_tell_stands_first_until_it_is_told(until, screen_text):
    """A red square with its key, for the head of the evening; not for the cashier."""
    for roles, there in (((HEAD,), True), ((CASH,), False)):
        stand = Stand(*roles)
        app = stand.app
        async with app.run_test(size=(80, 24)):
            await until(lambda: isinstance(app.screen, Counter) and app.desk and app.screen.tasks)  # noqa: B023
            await until(lambda: "À FAIRE" in screen_text(app))  # noqa: B023
            assert ("■ [M] À PRÉVENIR : suspension" in screen_text(app)) is there


@pytest.mark.spec("FOR-046")
async def test_the_evening_is_stopped_only_after_two_yes(until, screen_text):
    """Escape at the second question: nothing is ordered."""
    stand = Stand(HEAD)
    app = stand.app
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Counter) and app.desk and app.screen.tasks)
        await pilot.press("x")
        await until(lambda: isinstance(app.screen, YesNo) and app.screen.is_mounted)
        await until(lambda: "prorata" in screen_text(app))
        await pilot.press("o")
        await until(lambda: isinstance(app.screen, AskingForm) and app.screen.query("#reason"))
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, Counter) and not app._talking)
    assert stand.hall.orders == []


@pytest.mark.spec("SCN-002", "GEN-007")
async def test_a_paper_at_the_counter_opens_only_what_one_may_do(until, screen_text):
    """The door may not pay lots, and a badge is no task."""
    stand = Stand(DOOR)
    app = stand.app
    async with app.run_test(size=(80, 24)):
        await until(lambda: isinstance(app.screen, Counter) and app.desk)
        app._scanned(app._scans.decoder.read("LD" + "C" * 33))
        await until(lambda: "ne sert à rien ici dans vos fonctions" in screen_text(app))
        app._scanned(app._scans.decoder.read("LF" + "C" * 33))
        await until(lambda: "Ceci est un badge" in screen_text(app))
    assert stand.hall.orders == []


@pytest.mark.spec("DSP-012", "BIN-072")
async def test_what_is_not_possible_says_why(until, screen_text):
    """In the menu's brackets, under the cursor, and when its key is pressed."""
    tried = {"OpenExchange": Tried("OpenExchange", "ECHANGE_DEJA_OUVERT", {"seance": "1"})}
    stand = Stand(CASH, view=desk(actions=tried, till=None, to_recover=()))
    app = stand.app
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Counter) and app.desk and app.screen.tasks)
        await until(lambda: "(R) Récupérer" in screen_text(app))
        assert stand.reason("open_exchange") == "L'échange est déjà ouvert."
        assert stand.reason("cash") == "ouvrez d'abord la caisse"
        await pilot.press("u")
        await until(lambda: "■ Ouvrir l'échange : L'échange est déjà ouvert." in screen_text(app))
        assert isinstance(app.screen, Counter)


@pytest.mark.spec("GEN-021")
async def test_a_refused_form_keeps_what_was_typed(until, screen_text):
    """The hall's reason stands in the form; nothing has to be typed again."""
    stand = Stand(MCD)
    app = stand.app
    stand.hall.answers["AbandonSeance"] = Refused("FORFAITS_VENDUS", {"count": 3})
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Counter) and app.desk)
        await pilot.press("5")
        await until(lambda: isinstance(app.screen, AskingForm) and app.screen.query("#reason"))
        app.screen.query_one("#reason", Input).value = NASTY
        await pilot.press("f2")
        await until(lambda: "3 forfaits sont vendus" in screen_text(app))
        assert app.screen.query_one("#reason", Input).value == NASTY
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, Counter) and not app._talking)


@pytest.mark.spec("GEN-005", "GEN-007")
async def test_the_next_person_does_not_finish_what_another_began(until, screen_text):
    """Locked and opened by somebody else, the dialog is gone; by the same one, it is still there."""
    stand = Stand(CASH)
    app = stand.app
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Counter) and app.desk)
        stand.hall.notes("SESSION", person="zoe", name=NASTY)
        await pilot.press("o")
        for person, pin, kept in (("zoe", "314159", True), ("ana", "271828", False)):
            await until(lambda: isinstance(app.screen, Counting) and app.screen.query("#p1"))
            app.act_lock()
            await until(lambda: isinstance(app.screen, SignIn) and app.screen.query("#pin"))
            await pilot.press(*person, "enter", *pin, "enter")
            await until(lambda: isinstance(app.screen, Counting if kept else Counter))  # noqa: B023
        await until(lambda: not app._talking)
    assert stand.hall.orders == []


@pytest.mark.spec("GEN-006")
def test_each_signs_in_the_function_that_is_still_free():
    """Whoever is member and head of the evening signs each document in the right quality."""
    both = (MCD, HEAD)
    assert hand(both, ToSign("essais:1", "", (), 1, False)) is MCD
    assert hand(both, ToSign("historique:1", "", ("CAISSIER",), 2, False)) is HEAD
    assert hand((CASH,), ToSign("historique:1", "", ("CAISSIER",), 2, False)) is None
    assert hand((DOOR,), ToSign("essais:1", "", (), 1, False)) is None


@pytest.mark.spec("GEN-017", "PRT-008")
async def test_a_register_is_read_and_exported(until, screen_text, tmp_path):
    """Names as typed on the screen and in the file; the hash is shown; reading says on what."""
    stand = Stand(Role.AUDITEUR)
    app = stand.app
    app.exports = tmp_path / "out"
    stand.hall.rows["REG-26"] = [
        {"no": 1, "created_at": "2026-06-20T21:00:00.000+02:00", "created_by": NASTY,
         "nature": "PANNE", "text": NASTY, "hash": "ab" * 32}
    ]  # fmt: skip
    async with app.run_test(size=(120, 40)) as pilot:
        await until(lambda: isinstance(app.screen, Counter) and app.desk)
        await pilot.press("i")
        await until(lambda: isinstance(app.screen, Reader) and app.screen.query(DataTable))
        await until(lambda: NASTY in screen_text(app), lambda: screen_text(app))
        await pilot.press("f4")
        await until(lambda: isinstance(app.screen, Counter))
        await until(lambda: app.screen.query_one(MessageLine).said.startswith("● Écrit"))
    (file,) = app.exports.iterdir()
    assert NASTY in file.read_text("utf-8")


@pytest.mark.spec("DSP-014")
@pytest.mark.parametrize("size", [(80, 24), (240, 67)])
async def test_names_are_shown_as_typed_everywhere_on_the_counter(size, until, screen_text):
    """Nothing is read as markup: the till, the top line, the voucher's object."""
    stand = Stand(CASH, INSC, MCD)
    app = stand.app
    async with app.run_test(size=size) as pilot:
        await until(lambda: isinstance(app.screen, Counter) and app.desk)
        await until(lambda: screen_text(app).count(NASTY) >= 2, lambda: screen_text(app))
        await pilot.press("g")
        await until(lambda: isinstance(app.screen, Chooser) and NASTY in screen_text(app))
        await pilot.press("escape", "f1")
        await until(lambda: "Encaisser un forfait" in screen_text(app))


@pytest.mark.spec("DSP-015")
async def test_the_chosen_line_stands_in_reverse_video(until):
    """Without any colour the line that Enter would take is seen."""
    stand = Stand(CASH)
    app = stand.app
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Counter) and app.desk and app.screen.tasks)
        await pilot.press("g")
        await until(lambda: isinstance(app.screen, Chooser) and listed(app))
        choices = app.screen.query_one("#choices", OptionList)
        assert not choices.has_focus  # one types above it
        words = [segment for segment in choices.render_line(0) if segment.text.strip()]
        assert words and all(segment.style.reverse for segment in words)


@pytest.mark.spec("CSH-028")
async def test_a_difference_of_thousands_is_read_whole_at_80_columns(until):
    """What is counted, expected and missing stand on one line of the narrowest screen."""
    stand = Stand(CASH)

    async def counted(pieces, explanation):
        return {}

    async with stand.app.run_test(size=(80, 24)):
        stand.app.push_screen(Counting("Fermer la caisse", counted, 101_072_00))
        await until(lambda: isinstance(stand.app.screen, Counting) and stand.app.screen.is_mounted)
        sums = stand.app.screen.query_one("#sums")
        said = str(sums.render())
        assert said.replace("\u202f", " ").replace("\xa0", " ").endswith("ÉCART -101 072,00 €")
        assert len(said) <= sums.size.width and sums.size.height == 1


@pytest.mark.spec("GEN-006")
async def test_what_can_be_signed_stands_first_and_the_rest_says_who_is_awaited(until):
    """The line under the cursor is one's own to sign; the function that is missing is named."""
    papers = (
        ToSign("11quinquies:2025-001", "ab" * 32, ("CAISSIER", "MCD"), 2, True),
        ToSign("historique:2025-001", "cd" * 32, (), 2, False),
        ToSign("essais:2025-001", "ef" * 32, (), 1, False),
    )
    stand = Stand(MCD, view=desk(to_sign=papers))
    async with stand.app.run_test(size=(80, 24)) as pilot:
        app = stand.app
        await until(lambda: isinstance(app.screen, Counter) and app.desk and app.screen.tasks)
        await pilot.press("s")
        await until(lambda: isinstance(app.screen, Chooser) and listed(app))
        reasons = [choice.why_not for choice in app.screen._choices]
        assert reasons == ["", "déjà signé", "il attend : caissier, directeur de séance"]
