"""The only place that leans on the inside of Textual, so that a new version has one place to break.

`tests/ui/test_seams.py` holds each assumption against the installed version.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rich.text import Text
from textual import events
from textual.app import App
from textual.content import Content
from textual.drivers import linux_driver
from textual.drivers._writer_thread import WriterThread
from textual.message import Message
from textual.message_pump import MessagePump
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.widgets import Input


class Guarded(MessagePump):
    """A handler that fails is a fault to report, not the end of the program.

    Without this the pump that raised stays deaf, or the whole app ends.
    """

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as fault:
            if not report(self.app, fault):
                raise


def report(app: App[Any], fault: Exception) -> bool:
    """Hands a fault to an app that has an error policy. True when it will live on."""
    take: Callable[[Exception], bool] | None = getattr(app, "take_fault", None)
    return take is not None and take(fault)


class PlainScrollBar(ScrollBarRender):
    """Scroll bars of whole cells: console fonts have no eighths of a block."""

    VERTICAL_BARS = [" "] * 8
    HORIZONTAL_BARS = [" "] * 8


_letter = Input._on_key


async def _in_order(field: Input, event: events.Key) -> None:
    """A field does what its own keys ask before it takes the next letter.

    Textual lets Backspace, arrows, Home, End and Enter bubble up to the app first, while letters act
    at once: on a screen that was held up, the letter typed after a correction came before it.
    """
    if not event.is_printable:
        for binding in field._bindings.key_to_bindings.get(event.key, ()):
            if not binding.priority and await field.app.run_action(binding.action, field):
                event.stop()
                event.prevent_default()
                return
    await _letter(field, event)


class SteadyWriter(WriterThread):
    """Goes on taking frames when the terminal is gone; else the queue fills and the loop stands."""

    def run(self) -> None:
        with suppress(OSError, ValueError):
            super().run()
            return
        while self._queue.get() is not None:
            pass


def install() -> None:
    """Before the app runs, as often as one likes: tolerant input, keys in order, plain scroll bars."""
    vars(linux_driver)["WriterThread"] = SteadyWriter  # the name its driver makes one of
    ScrollBar.renderer = PlainScrollBar
    Input._on_key = _in_order  # type: ignore[method-assign,assignment]  # the seam itself
    if hasattr(linux_driver, "getincrementaldecoder"):
        linux_driver.getincrementaldecoder = _tolerant


def _tolerant(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
    """One byte that is not UTF-8 becomes « � » instead of ending the program (Textual #6456)."""
    make = codecs.getincrementaldecoder(encoding)
    return lambda: make(errors="replace")


def plain(text: object) -> Content:
    """Text of unknown origin, shown as typed: no markup, no control characters."""
    shown = "".join(c if c.isprintable() or c == "\n" else " " for c in str(text))
    return Content(shown)


def plain_rich(text: object) -> Text:
    """The same for table cells, which want Rich's text."""
    return Text(plain(text).plain)
