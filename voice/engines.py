"""What turns a text into sound. Loaded only in the process that renders (`voice.worker render`).

pyttsx3 drives eSpeak NG; Pico is smoother. Both have habits that their adapters know about
(docs/voice.md): they never play anything here, they only make samples.
"""

from __future__ import annotations

import ctypes
import os
import re
import tempfile
from array import array
from collections.abc import Callable
from pathlib import Path

from voice.pack import Sound, read_wav

VOICES = {
    "pyttsx3": {"FR": "roa/fr", "BE": "roa/fr-be", "CH": "roa/fr-ch"},
    "pico": {"FR": "fr-FR", "BE": "fr-FR", "CH": "fr-FR"},
}
WORDS_A_MINUTE = 165
PICO_RATE = 16_000
PICO_LETTERS = 300  # beyond some thousands of letters without a space Pico does not come back
SENTENCE_END = re.compile(r"(?<=[.?!])\s+")

Render = Callable[[str], Sound]


class EngineMissing(Exception):  # noqa: N818 -- what happened, in the hall's words
    """The engine or its voice is not on this machine; says why."""


def engine(name: str, voice: str, speed: float) -> Render:
    """Opens an engine. Raises EngineMissing if it is not installed, or has no such voice."""
    openers = {"pyttsx3": _pyttsx3, "pico": _pico}
    if name not in openers or voice not in VOICES[name]:
        raise EngineMissing(f"no engine {name} with a voice {voice}")
    try:
        return openers[name](VOICES[name][voice], speed)
    except (ImportError, OSError, RuntimeError) as error:
        raise EngineMissing(f"{name}: {error}") from error


def _pyttsx3(voice: str, speed: float) -> Render:
    """One utterance per `runAndWait`, to a file: with two only the last is made.

    `runAndWait` comes back while eSpeak still works in its own thread, and the next one then
    cancels it: `Synchronize` waits until eSpeak is idle.
    """
    import espeakng_loader

    # Before pyttsx3 loads the library by its bare name; without the data path it ends the process.
    os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
    ctypes.CDLL(espeakng_loader.get_library_path(), mode=ctypes.RTLD_GLOBAL)
    import pyttsx3
    from pyttsx3.drivers import _espeak

    speaking = pyttsx3.init("espeak")
    if voice not in {known.id for known in speaking.getProperty("voices")}:
        raise EngineMissing(f"pyttsx3: no voice {voice}")  # asked for anyway, it fails in silence
    speaking.setProperty("voice", voice)
    speaking.setProperty("rate", round(WORDS_A_MINUTE * speed))

    def render(text: str) -> Sound:
        with tempfile.TemporaryDirectory(prefix="quine-voice-") as folder:
            path = Path(folder) / "clip.wav"
            speaking.save_to_file(text, str(path))
            speaking.runAndWait()
            _espeak.Synchronize()
            if not path.exists():
                raise ValueError("eSpeak wrote nothing")
            return read_wav(path.read_bytes())

    return render


def _pico(voice: str, speed: float) -> Render:
    from py_nanotts import NanoTTS

    speaking = NanoTTS()

    def render(text: str) -> Sound:
        samples = array("h")
        for piece in pieces(text, PICO_LETTERS):
            samples.frombytes(speaking.speak(piece, voice=voice, speed=0.9 * speed))
        return Sound(samples, PICO_RATE)

    return render


def pieces(text: str, most: int) -> list[str]:
    """The sentences of a text, none longer than `most` letters: longer ones are cut at a space."""
    found: list[str] = []
    for sentence in SENTENCE_END.split(text):
        rest = sentence.strip()
        while len(rest) > most:
            cut = rest.rfind(" ", 0, most)
            cut = cut if cut > 0 else most
            found.append(rest[:cut])
            rest = rest[cut:].strip()
        if rest:
            found.append(rest)
    return found
