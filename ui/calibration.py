"""The scanner's trial: what it really types, and what is wrong with it, in plain sentences.

`ScannerTrial().run()` gives the `Calibration` learnt, or None; `typed` is what the sheet typed, to be
kept for the station. Opened by `quine doctor scanner`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median

from textual import events
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from ui import seams, themes
from ui.decode import CALIBRATION, Calibration, ScanDecoder, Shape, calibrate
from ui.readers import Reader
from ui.scan import ENDS, HOLD, Stroke

SILENCE = 0.5  # after so long a burst is over
END_NAMES = {"enter": "Entrée (CR)", "tab": "Tab", "ctrl+j": "LF"}
SHEET_MODULE = 8  # dots of the picture per module of the code


def sheet(path: Path) -> None:
    """Writes the calibration sheet as a PNG: one QR code that holds `CALIBRATION`."""
    from printers.qr import painted

    painted(CALIBRATION, "M", SHEET_MODULE).save(path)


def findings(strokes: Sequence[Stroke], decoder: ScanDecoder) -> Iterator[str]:
    """What a burst of keys tells about the scanner, worst last."""
    text = "".join(s.character for s in strokes if s.character and s.character.isprintable())
    if not text:
        return
    yield f"{len(text)} caractères : {text}"
    gaps = [after.at - before.at for before, after in pairwise(strokes)]
    if gaps:
        yield f"Écart entre touches : {median(gaps) * 1000:.1f} ms, au plus {max(gaps) * 1000:.0f} ms"
    ends = [END_NAMES[s.key] for s in strokes if s.key in ENDS]
    yield f"Fin : {' puis '.join(ends) if ends else 'aucune (un silence suffit, plus lentement)'}"
    first = strokes[0].key
    if strokes[0].character is None and first.startswith("f"):
        yield f"Préfixe : {first.upper()}. Écrivez prefix = {first!r} dans les réglages du poste."
    if any(s.key.endswith("shift") for s in strokes):
        yield "Ce terminal annonce aussi la touche Maj : sans effet."
    yield _verdict(text, decoder)
    if gaps and max(gaps[:5], default=0) > HOLD:
        yield "▲ Trop lent : réglez le délai entre caractères du lecteur sur 0 à 2 ms."


def _verdict(text: str, decoder: ScanDecoder) -> str:
    learnt, reading = calibrate(text), decoder.read(text)
    if learnt is not None and learnt.confused:
        return f"▲ Étalonnage incomplet : {', '.join(learnt.confused)} ne se distinguent pas ici."
    if learnt is not None:
        caps = " Verr. Maj est enfoncée : sans effet." if learnt.caps_lock else ""
        return f"● Étalonnage appris.{caps} Présentez maintenant un carton."
    if reading is None:
        return "■ Code inconnu : ni un code de la maison, ni la feuille d'étalonnage."
    through = f", lu à travers le clavier {reading.layout}" if reading.layout else ""
    what = "Code de la maison" if reading.shape is Shape.CODE else "Numéro de carton"
    return f"● {what} : {reading.text}{through}."


class ScannerTrial(App[Calibration]):
    """Shows every key as it comes. Nothing scanned here reaches the hall."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [("f10", "leave", "Quitter"), ("ctrl+c", "leave", "Quitter")]
    CSS = """
    Screen { background: $background; padding: 1 2; }
    #title { text-style: bold; color: $accent; }
    #findings { margin: 1 0; height: auto; }
    #keys { color: $text-muted; }
    """

    def __init__(self, reader: Reader | None = None) -> None:
        """`reader`: a scanner that is no keyboard, tried instead."""
        seams.install()
        super().__init__()
        self.reader = reader
        self.learnt: Calibration | None = None
        self.typed = ""
        self.said: tuple[str, ...] = ()
        self._strokes: list[Stroke] = []
        for theme in themes.THEMES:
            self.register_theme(theme)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """As in the programs of the house."""
        return dict(themes.DEFAULTS)

    def compose(self) -> ComposeResult:
        """What to do, what was found, what came in."""
        yield Static(seams.plain("Essai du lecteur de codes"), id="title")
        steps = "1. Scannez la feuille d'étalonnage.  2. Scannez un carton.  F10 : terminer."
        yield Static(seams.plain(steps))
        yield Static("", id="findings")
        with VerticalScroll():
            yield Static("", id="keys")

    def on_mount(self) -> None:
        """Colours that the terminal can show."""
        self.theme = themes.fitting(self.console.color_system)
        if self.reader is not None:
            self.run_worker(self.reader.run(self.heard, self.there))

    def heard(self, line: str) -> None:
        """A line of the reader: shown as it is, and what it means."""
        self._strokes.clear()
        found = (f"{len(line)} caractères : {line}", _verdict(line, ScanDecoder()))
        self._tell(found, ascii(line))

    def there(self, there: bool) -> None:
        """The reader has gone, or is back."""
        where = self.reader.url if self.reader is not None else ""
        said = (
            "● Lecteur prêt" if there else "■ Lecteur introuvable, ou occupé par un autre programme"
        )
        self._tell((f"{said} : {where}",), "")

    async def on_event(self, event: events.Event) -> None:
        """Everything typed is shown, except the keys that leave."""
        if isinstance(event, events.Key) and event.key not in ("f10", "ctrl+c"):
            self.take(Stroke(event.character, event.key, event.time))
        elif isinstance(event, events.Paste):
            for letter in event.text:
                self.take(Stroke(letter, letter, event.time))
        else:
            await super().on_event(event)

    def take(self, stroke: Stroke) -> None:
        """One key more. A silence before it begins a new burst."""
        if self._strokes and stroke.at - self._strokes[-1].at > SILENCE:
            self._strokes.clear()
        self._strokes.append(stroke)
        text = "".join(s.character or "" for s in self._strokes if s.key not in ENDS)
        if (learnt := calibrate(text)) is not None:
            self.learnt, self.typed = learnt, text
        told = tuple(findings(self._strokes, ScanDecoder(calibration=self.learnt)))
        self._tell(told, " ".join(f"{s.key}" for s in self._strokes[-120:]))

    def _tell(self, told: tuple[str, ...], keys: str) -> None:
        self.said = told
        self.query_one("#findings", Static).update(seams.plain("\n".join(told)))
        self.query_one("#keys", Static).update(seams.plain(f"Reçu : {keys}"))

    def action_leave(self) -> None:
        """Gives back what was learnt."""
        self.exit(self.learnt)
