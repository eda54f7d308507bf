"""The timed pace: a ball every few seconds until anybody stops it (BIN-029, design §5).

It runs here and not in the hall, so that a lost caller stops the draw. Pure: hall milliseconds in.
"""

from __future__ import annotations

from core.bingo.partie.state import BALLS
from core.bingo.seance.state import Mode
from core.views.caller import Caller


class Pace:
    """`running` while it draws. `stop` is immediate; only the animateur starts it again."""

    def __init__(self) -> None:
        self.running = False
        self._rank = -1
        self._since = 0
        self._asked = -1

    def start(self, view: Caller, now_ms: int) -> None:
        """The first ball comes as soon as the rules allow."""
        self.running = True
        self._rank, self._since, self._asked = _rank(view), now_ms - view.intervalle_ms, -1

    def stop(self) -> bool:
        """True when it was running."""
        was, self.running, self._asked = self.running, False, -1
        return was

    def see(self, view: Caller, now_ms: int) -> None:
        """A newer view: a ball restarts the interval, a stop of any kind ends the pace."""
        if not can_run(view):
            self.stop()
        elif _rank(view) != self._rank:
            self._rank, self._since, self._asked = _rank(view), now_ms, -1

    def due(self, view: Caller, now_ms: int) -> bool:
        """Whether to order a ball now; says so once a ball."""
        tried = view.actions["DrawBall"]
        if not self.running or self._asked == self._rank or not can_run(view):
            return False
        if now_ms < self._since + view.intervalle_ms:
            return False
        if tried.why and (tried.at_ms is None or now_ms < tried.at_ms):
            return False  # the voice still speaks, or it is too soon
        self._asked = self._rank
        return True

    def refused(self) -> None:
        """The hall said no to that ball: it may be asked again."""
        self._asked = -1

    def left_ms(self, view: Caller, now_ms: int) -> int:
        """Until the next ball."""
        return max(self._since + view.intervalle_ms - now_ms, 0)


def can_run(view: Caller) -> bool:
    """Only while the generator draws: not with a sphere, not in a stop, not when all is out."""
    seance, partie = view.board.seance, view.board.partie
    return (
        seance is not None
        and partie is not None
        and seance.mode == Mode.ELECTRONIQUE
        and partie.phase.drawing
        and len(partie.balls) < BALLS
        and bool(view.boards)
    )


def _rank(view: Caller) -> int:
    partie = view.board.partie
    return len(partie.balls) if partie is not None else 0
