"""What we take for granted of the inside of Textual. A new version that moves it fails here."""

from __future__ import annotations

import codecs
import inspect

import pytest
from rich.text import Text
from textual import events
from textual.app import App
from textual.drivers import linux_driver
from textual.message_pump import MessagePump
from textual.widgets import Input, Static

from ui import seams
from ui.actions import Action, Hint, bindings
from ui.hints import laid_out


async def test_every_key_and_paste_passes_the_apps_on_event_before_bindings():
    """Scans are caught there."""
    seen = []

    class Probe(App[None]):
        BINDINGS = [("x", "mark", "")]

        async def on_event(self, event):
            if isinstance(event, events.Key | events.Paste):
                seen.append((type(event).__name__, event.is_forwarded))
                return
            await super().on_event(event)

        def action_mark(self):
            seen.append("bound")

    async with Probe().run_test() as pilot:
        await pilot.press("x")
        pilot.app.post_message(events.Paste("y"))
        await pilot.pause()
    assert seen == [("Key", False), ("Paste", False)]


def test_messages_are_dispatched_where_the_guard_stands():
    """The guard overrides one method, a coroutine of one message."""
    method = MessagePump._dispatch_message
    assert inspect.iscoroutinefunction(method)
    assert list(inspect.signature(method).parameters) == ["self", "message"]
    assert "_dispatch_message(message)" in inspect.getsource(MessagePump._process_messages_loop)


def test_a_field_has_bindings_of_its_own_and_one_place_that_takes_its_keys():
    """The field's own keys are looked up in there, before they could bubble."""
    seams.install()
    seams.install()  # as often as one likes
    assert Input._on_key is seams._in_order
    assert seams._letter.__qualname__ == "Input._on_key"
    own = Input()._bindings.key_to_bindings
    assert {"backspace", "delete", "left", "right", "home", "end", "enter"} <= set(own)


def test_a_byte_that_is_not_utf8_does_not_end_the_program():
    """The driver takes its decoder from the module's name, which we replace."""
    seams.install()
    source = inspect.getsource(linux_driver.LinuxDriver.run_input_thread)
    assert 'getincrementaldecoder("utf-8")()' in source
    decoder = linux_driver.getincrementaldecoder("utf-8")()
    assert decoder.decode(b"L\xe9on") == "L�on"
    assert decoder.decode("é".encode()[:1]) + decoder.decode("é".encode()[1:]) == "é"
    assert isinstance(decoder, codecs.IncrementalDecoder)


@pytest.mark.parametrize(
    "text", ["Bob [/]", "[/b] Zoé <éàü> ${x}", "[@click=app.quit]x[/]", "[red]x", "a\x1b[2Jb"]
)
async def test_untrusted_text_is_shown_as_typed(text):
    """No markup, no action, no escape sequence."""

    class Shown(App[None]):
        def compose(self):
            yield Static(seams.plain(text))

    async with Shown().run_test() as pilot:
        await pilot.pause()
        shown = pilot.app.query_one(Static).render_line(0).text.rstrip()
    assert shown == text.replace("\x1b", " ")
    assert isinstance(seams.plain_rich(text), Text)


def test_two_actions_on_one_key_are_a_mistake():
    """Found when the class is made, not at night."""
    with pytest.raises(ValueError, match="f5"):
        list(bindings((Action("a", "f5", "A"), Action("b", "f5,b", "B"))))


@pytest.mark.spec("DSP-012")
@pytest.mark.parametrize("width", [20, 40, 80, 240])
def test_hints_flow_into_lines_and_none_leaves_its_line(width):
    """At 80 columns too, a disabled action has its reason."""
    hints = [
        Hint(Action(f"a{n}", f"f{n}", "Ouvrir la vente"), "pas encore" * (n % 2))
        for n in range(1, 9)
    ]
    pieces = laid_out(hints, width)
    assert list(dict.fromkeys(piece.hint for piece in pieces)) == hints
    assert all(piece.x + piece.width <= width for piece in pieces)
    assert pieces[0].words.endswith("Ouvrir la vente : pas encore)") or width == 20
