"""The one screen of the desk: this person's tasks on the left, the evening on the right.

A scan means what its paper is for, if the person may do it; in an open dialog the dialog decides
(SCN-002). DSP-012, DSP-014, CSH-028.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.codes import Kind
from core.rules import Role
from core.views.desk import Desk
from kiosk.desk import money, panels, papers, players, refunds, winners
from kiosk.desk.scans import Scan, scan_of, wrong_paper
from kiosk.desk.talk import Talk
from kiosk.desk.tasks import OF_THE_EXAMPLE, Task, mine
from ui.actions import Action
from ui.choices import Choices
from ui.frame import Tone
from ui.messages import ClockLooked, Noticed, Scanned, ViewArrived
from ui.screen import HouseScreen
from ui.seams import plain

if TYPE_CHECKING:
    from kiosk.desk.app import DeskApp

SCANS = {
    Kind.RECEPISSE: ("exchange", papers.exchange),
    Kind.BON_A_PAYER: ("cash", money.pay_forfait),
    Kind.BON_DE_GAIN: ("pay", money.pay_lot),
    Kind.CARTON: ("recover", winners.recover),
    Kind.ADMISSION: ("register", players.register),
}
HALL_DECIDES = ("recover", "pay")  # a shown paper is ordered at once: its refusal says exactly why
WIDE, LABEL_WIDTH = 200, 34  # from this width on the reason stands beside its task
PANELS = ("waiting", "evening", "till", "sealed", "incidents")
TITLES = {
    "waiting": "À FAIRE",
    "evening": "SÉANCE",
    "till": "CAISSE",
    "sealed": "LOTS",
    "incidents": "INCIDENTS",
}


class Counter(HouseScreen):
    """Tasks and state; every task is a conversation over this screen."""

    HELP = "Une lettre ou les flèches et Entrée : la tâche. Un papier scanné ouvre sa tâche."
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        Action("go", "enter", "Faire la tâche choisie", shown=False),
    )
    AUTO_FOCUS: ClassVar[str | None] = "#tasks"

    def __init__(self) -> None:
        super().__init__()
        self.tasks: tuple[Task, ...] = ()
        self._lines: list[Task | None] = []
        self._reasons: dict[str, str] = {}
        self._shape: tuple[object, ...] = ()

    @property
    def desk_app(self) -> DeskApp:
        return cast("DeskApp", self.app)

    def body(self) -> list[Widget]:
        """The menu with the reason under it; the panels."""
        menu = Vertical(Choices(id="tasks"), Static("", id="reason"), id="menu")
        side = Vertical(*(Static("", id=name, classes="panel") for name in PANELS), id="side")
        return [Horizontal(menu, side, id="counter")]

    def on_view_arrived(self, arrived: ViewArrived) -> None:
        """Tasks and panels anew."""
        if arrived.view.kind in ("desk", "kiosk"):
            self.show()

    def on_noticed(self, _: Noticed) -> None:
        """Another person has other tasks."""
        self.show()

    def on_resize(self) -> None:
        """There may be room for the reasons, or no more."""
        self.show()

    def on_clock_looked(self, _: ClockLooked) -> None:
        """The clocks of suspension and break."""
        desk = self.desk_app.desk
        board = desk.board if desk else None
        if board and (board.resume_before_ms or board.break_until_ms):
            self._show_panels()

    # -- what is shown ----------------------------------------------------------------------

    def show(self) -> None:
        """Everything from the last view and whoever stands here."""
        if not self.is_mounted:
            return
        roles = self.desk_app.hall.roles
        self.tasks = mine(roles)
        self.ACTIONS = (  # type: ignore[misc]  # the help page lists this person's keys
            *type(self).ACTIONS,
            *(Action(task.id, task.key, task.label, shown=False) for task in self.tasks),
        )
        reasons = {task.id: self.reason(task) for task in self.tasks}
        shape = (roles, reasons, self.app.size.width >= WIDE)
        if shape != self._shape:
            self._shape, self._reasons = shape, reasons
            self._show_tasks()
        self._show_panels()
        self._show_reason()

    def _show_tasks(self) -> None:
        listed = self.query_one("#tasks", OptionList)
        kept = self._highlighted()
        options: list[Option | None] = []
        self._lines = []
        group = None
        for task in self.tasks:
            if task.group is not group:
                group = task.group
                options.append(Option(Content(group.value.upper()).stylize("bold"), disabled=True))
                self._lines.append(None)
            options.append(Option(self._line(task)))
            self._lines.append(task)
        listed.clear_options()
        listed.add_options(options)
        places = [n for n, task in enumerate(self._lines) if task is not None]
        same = [n for n in places if kept and self._lines[n] and self._lines[n].id == kept.id]  # type: ignore[union-attr]  # places have tasks
        listed.highlighted = next(iter((*same, *places)), None)

    def _line(self, task: Task) -> Content:
        """The key in reverse video where it works, in brackets where it does not."""
        if reason := self._reasons.get(task.id):
            wide = self.app.size.width >= WIDE
            more = f"{'':<{LABEL_WIDTH - len(task.label)}}  {reason}" if wide else ""
            line = plain(f"({task.key.upper():1}) {task.label}{more}")
            return line.stylize("$text-muted")
        return Content(f" {task.key.upper():1}  {task.label}").stylize("reverse", 0, 3)

    def _highlighted(self) -> Task | None:
        place = self.query_one("#tasks", OptionList).highlighted
        return self._lines[place] if place is not None and place < len(self._lines) else None

    @on(OptionList.OptionHighlighted)
    def _show_reason(self) -> None:
        """Why the task under the cursor cannot be done, whole."""
        task = self._highlighted()
        reason = self._reasons.get(task.id, "") if task else ""
        said = f"▲ {task.label} : {reason}" if task and reason else ""
        self.query_one("#reason", Static).update(plain(said))

    def _show_panels(self) -> None:
        desk = self.desk_app.desk
        if desk is None:
            return
        printer = self.desk_app.printing is not None
        texts: dict[str, Sequence[str]] = {
            "waiting": panels.waiting(desk, self.tasks, printer),
            "evening": panels.evening(
                desk,
                self.desk_app.hall.now_ms(),
                notices=any(task.id == "plan" for task in self.tasks),
            ),
            "till": panels.till(desk) if self._cashes() else (),
            "sealed": panels.sealed(desk),
            "incidents": panels.incidents(desk),
        }
        for name, lines in texts.items():
            panel = self.query_one(f"#{name}", Static)
            panel.display = bool(lines)
            head = Content(TITLES[name]).stylize("bold $accent")
            panel.update(Content("\n").join([head, *(_toned(line) for line in lines)]))

    def _cashes(self) -> bool:
        return Role.CAISSIER in self.desk_app.hall.roles

    # -- reasons ----------------------------------------------------------------------------

    def reason(self, task: Task) -> str:
        """Why not now, in words; "" when it can be tried."""
        desk = self.desk_app.desk
        if desk is None:
            return self.desk_app.in_words("PAS_MAINTENANT", {})
        if task.why is not None and (reason := task.why(desk)):
            return reason
        return self._order_reason(task, desk) if task.order else ""

    def _order_reason(self, task: Task, desk: Desk) -> str:
        tried = desk.actions.get(task.order)
        if tried is None or tried.why in OF_THE_EXAMPLE:
            return ""
        member = task.roles & set(self.desk_app.hall.roles) & {Role.MCD, Role.DIRECTEUR_RESPONSABLE}
        if tried.why == "PAS_DIRECTEUR_DE_LA_SEANCE" and member:
            return ""  # he acts as a member of the committee then
        return self.desk_app.why(tried)

    def why_not(self, action: Action) -> str:
        """For the help page."""
        return self._reasons.get(action.id, "")

    # -- doing ------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """A letter is its task."""
        character = (event.character or "").casefold()
        task = next((one for one in self.tasks if character and one.key == character), None)
        if task is not None:
            event.stop()
            self.start(task)

    @on(OptionList.OptionSelected)
    def do_go(self) -> None:
        """The task under the cursor."""
        if (task := self._highlighted()) is not None:
            self.start(task)

    def start(self, task: Task) -> None:
        """Its conversation, or the reason why not."""
        if reason := self.reason(task):
            self.say(f"{task.label} : {reason}", Tone.REFUSAL)
            self.app.bell()
            return
        self.say("")
        self.desk_app.converse(task.talk)

    def on_scanned(self, scanned: Scanned) -> None:
        """The paper opens the task it is for."""
        scanned.stop()
        scan = scan_of(scanned.reading)
        if scan is None or scan.kind not in SCANS:
            self.say(wrong_paper(scan), Tone.REFUSAL)
            return
        name, conversation = self._meant(scan)
        task = next((one for one in self.tasks if one.id == name), None)
        if task is None:
            self.say(f"{wrong_paper(scan)[:-1]} dans vos fonctions.", Tone.REFUSAL)
        elif name not in HALL_DECIDES and (reason := self.reason(task)):
            self.say(f"{task.label} : {reason}", Tone.REFUSAL)
        else:
            self._take(scan, conversation)

    def _meant(self, scan: Scan) -> tuple[str, object]:
        """A receipt that is owed money is shown to be paid back, any other one to be exchanged."""
        desk = self.desk_app.desk
        if scan.kind is Kind.RECEPISSE and desk is not None and desk.refunds and self._cashes():
            exchange = next((one for one in self.tasks if one.id == "exchange"), None)
            owed = any(one.number == scan.number for one in desk.refunds)
            if owed or exchange is None or self.reason(exchange):
                return "refund", refunds.pay
        return SCANS[scan.kind]

    def _take(self, scan: Scan, conversation: object) -> None:
        async def about(talk: Talk) -> None:
            await conversation(talk, scan)  # type: ignore[operator]  # one of SCANS

        self.desk_app.converse(about)


def _toned(line: str) -> Content:
    """What the law wants at once is red; the square says it without colour (DSP-015)."""
    said = plain(line)
    return said.stylize("bold $error") if line.startswith("■") else said
