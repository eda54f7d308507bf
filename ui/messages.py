"""What the base app tells its screens. Each is posted on the screen's own thread and queue."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from ui.decode import Reading
from ui.link import Link, Notice, View


@dataclass
class Scanned(Message):
    """Somebody scanned a paper. A screen that takes it calls `stop()`; else the app says so."""

    reading: Reading
    """Its `text` is an L16 code, or a carton's number with its check digit; see `shape`."""


@dataclass
class ViewArrived(Message, bubble=False):
    """A newer view of something this program follows. One still waiting is replaced by it."""

    view: View

    def can_replace(self, message: Message) -> bool:
        """Newest wins, within one kind of one thing."""
        if not isinstance(message, ViewArrived):
            return False
        return (message.view.kind, message.view.of) == (self.view.kind, self.view.of)


@dataclass
class LineChanged(Message, bubble=False):
    """The line to the hall stands differently."""

    state: Link


@dataclass
class Noticed(Message, bubble=False):
    """The hall tells everybody at this station something."""

    notice: Notice


class HoldLooked(Message, bubble=False):
    """Time to ask whether held keys were typing after all. Asked twice before it is believed."""

    def __init__(self, asked: int, last: float) -> None:
        super().__init__()
        self.asked = asked
        self.last = last


class ClockLooked(Message, bubble=False):
    """A second has passed or more: whoever shows time computes it anew."""
