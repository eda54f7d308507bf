"""The part of every program that speaks to the person: sentences, the top line, faults."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar

from textual.app import App
from textual.screen import Screen

from core.views.actions import Action as Tried
from ui import seams, words
from ui.frame import Tone
from ui.link import Line, Refused

LOG = logging.getLogger("quine.ui")
MANY_FAULTS, IN_SECONDS = 20, 10.0  # more than this and the program is not worth keeping alive


class Speaking(seams.Guarded, App[None], inherit_bindings=False):
    """Says things on whichever screen is on top, and survives what goes wrong."""

    PROGRAM: ClassVar[str] = "Quine"
    TELLS_COPY: ClassVar[bool] = False
    """Whether whoever works here must see that the journal's second copy has failed."""

    hall: Line
    clock: Callable[[], float]
    lang: str

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[Exception] = []
        self.survives_tests = False  # a fault under test is raised, unless the test is about it
        self._fault_times: list[float] = []
        self.copy_failed = False

    def say(self, text: str, tone: Tone = Tone.INFO) -> None:
        """One sentence to the person, on whichever screen is on top."""
        for screen in reversed(self.screen_stack):
            if (say := getattr(screen, "say", None)) is not None and screen.is_mounted:
                say(text, tone)
                return

    def refuse(self, code: str, values: Mapping[str, Any] | None = None) -> None:
        """Says why not, and rings."""
        self.say(self.in_words(code, values or {}), Tone.REFUSAL)
        self.bell()

    def in_words(self, code: str, values: Mapping[str, Any]) -> str:
        """A code of the hall or of a screen as a French sentence."""
        return words.in_words(code, values, self.lang)

    def why(self, tried: Tried | None) -> str:
        """Why an order is not possible now, from a view's `actions`; "" when it is."""
        if tried is None:
            return self.in_words("PAS_MAINTENANT", {})
        left_ms = 0 if tried.at_ms is None else tried.at_ms - self.hall.now_ms()
        if not tried.why or (tried.at_ms is not None and left_ms <= 0):
            return ""
        more = {} if tried.at_ms is None else {"left_ms": left_ms}
        return self.in_words(tried.why, {**tried.values, **more})

    def frame_of(self, screen: Screen[Any]) -> tuple[tuple[str, str, bool], str]:
        """What the top line of a screen shows (left, right, rehearsal), and the banner's text."""
        welcome = self.hall.welcome
        house = f" - {welcome.house}" if welcome else ""
        who = " - ".join(filter(None, (self.hall.person_name, welcome.name if welcome else "")))
        left = f"{self.PROGRAM}{house}" + (f" - {screen.title}" if screen.title else "")
        right = f"{who}  {self.hall_time()}" if who else self.hall_time()
        banner = words.of_line(self.hall.state, self.lang)
        if not banner and self.TELLS_COPY and self.copy_failed:
            banner = words.COPY_FAILED
        return (left, right, bool(welcome and welcome.rehearsal)), banner

    def hall_time(self) -> str:
        """The hall's civil time, « 20:05 »; "" before it has said it."""
        welcome = self.hall.welcome
        if welcome is None:
            return ""
        since = timedelta(milliseconds=self.hall.now_ms() - welcome.now)
        return f"{datetime.fromisoformat(welcome.at) + since:%H:%M}"

    def take_fault(self, fault: Exception) -> bool:
        """The one error policy: logged with its trace, said in French, survived.

        Returns False under test, so that it is raised, and when faults come in a flood.
        """
        if isinstance(fault, Refused):
            self.refuse(fault.code, fault.values)
            return True
        LOG.error("fault in %s", self.PROGRAM, exc_info=fault)
        self.faults.append(fault)
        del self.faults[:-MANY_FAULTS]
        now = self.clock()
        self._fault_times = [at for at in self._fault_times if now - at < IN_SECONDS] + [now]
        if (self.is_headless and not self.survives_tests) or len(self._fault_times) > MANY_FAULTS:
            return False
        self.say(self.in_words("ERREUR_DU_PROGRAMME", {}), Tone.REFUSAL)
        return True
