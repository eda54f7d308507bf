"""The voice pack: one trimmed, evenly loud WAV per sentence, kept from one night to the next.

A clip is found by what it was made from: SHA-256 of engine, voice, speed and text. A folder holds
the clips of one engine, voice and speed, with a manifest of their hashes.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import wave
from array import array
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

PEAK = 29204  # -1 dB below full scale: loud, and never clipped by a resampler
FLOOR = 0.01  # of the peak: what is softer is silence
LEAD_S, TAIL_S = 0.008, 0.040
MOST_CLIPS = 1_000


class Sound(NamedTuple):
    """16-bit mono samples and how many there are in a second."""

    samples: array[int]
    rate: int

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate


class Recipe(NamedTuple):
    """What decides how a text sounds. `speed` 1.0 is the engine's usual pace."""

    engine: str
    voice: str
    speed: float

    def key(self, text: str) -> str:
        made_from = json.dumps([*self, text], ensure_ascii=False).encode()
        return hashlib.sha256(made_from).hexdigest()


def cache_folder() -> Path:
    """Where clips are kept: `$XDG_CACHE_HOME/quine/voice`, `~/.cache` where that is not set."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "quine" / "voice"


def read_wav(wav: bytes) -> Sound:
    """Raises ValueError for anything but 16-bit PCM; two channels become their left one."""
    try:
        with wave.open(BytesIO(wav)) as file:
            if file.getsampwidth() != 2:
                raise ValueError("a clip has 16-bit samples")
            samples = array("h", file.readframes(file.getnframes()))
            channels, rate = file.getnchannels(), file.getframerate()
    except (wave.Error, EOFError) as error:
        raise ValueError(f"not a WAV file: {error}") from error
    if sys.byteorder == "big":
        samples.byteswap()
    return Sound(samples[::channels], rate)


def write_wav(sound: Sound) -> bytes:
    samples = array("h", sound.samples)
    if sys.byteorder == "big":
        samples.byteswap()
    out = BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(sound.rate)
        file.writeframes(samples.tobytes())
    return out.getvalue()


def polished(sound: Sound) -> Sound:
    """Silence cut at both ends, the peak at -1 dB. Raises ValueError if nothing is heard."""
    samples, rate = sound
    peak = max(max(samples, default=0), -min(samples, default=0))
    if peak == 0:
        raise ValueError("the engine made no sound")
    floor = peak * FLOOR
    first = next(at for at, sample in enumerate(samples) if abs(sample) > floor)
    last = next(at for at in range(len(samples) - 1, -1, -1) if abs(samples[at]) > floor)
    kept = samples[max(0, first - int(LEAD_S * rate)) : last + 1 + int(TAIL_S * rate)]
    return Sound(array("h", [sample * PEAK // peak for sample in kept]), rate)


class Pack:
    """The clips of one recipe, on disk. `render` makes the sound of a text that has no clip yet."""

    def __init__(self, folder: Path, recipe: Recipe, render: Callable[[str], Sound]) -> None:
        name = f"{recipe.engine}-{recipe.voice}-{recipe.speed:.2f}".replace("/", "_")
        self.folder = folder / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.recipe = recipe
        self._render = render
        self._manifest = self._sound_entries(self._read_manifest())

    def clip(self, text: str) -> Path:
        """The WAV of a text, made now if need be. Raises ValueError if it makes no sound."""
        key = self.recipe.key(text)
        path = self.folder / f"{key}.wav"
        if key not in self._manifest or not path.exists():
            wav = write_wav(polished(self._render(text)))
            _put(path, wav)
            self._manifest[key] = {"text": text, "sha256": hashlib.sha256(wav).hexdigest()}
            _put(self.folder / "manifest.json", _json(self._manifest))
        return path

    def _read_manifest(self) -> dict[str, dict[str, str]]:
        try:
            found = json.loads((self.folder / "manifest.json").read_bytes())
            return {
                str(key): {"text": e["text"], "sha256": e["sha256"]} for key, e in found.items()
            }
        except (OSError, ValueError, AttributeError, TypeError, KeyError):
            return {}  # nothing is lost: a clip can always be made again

    def _sound_entries(self, manifest: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
        """The entries whose clip is whole, the newest ones; the files of the others go."""
        whole = {}
        for key, entry in list(manifest.items())[-MOST_CLIPS:]:
            path = self.folder / f"{key}.wav"
            if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"]:
                whole[key] = entry
        for path in self.folder.glob("*.wav"):
            if path.stem not in whole:
                path.unlink(missing_ok=True)
        return whole


def _json(manifest: dict[str, dict[str, str]]) -> bytes:
    return json.dumps(manifest, ensure_ascii=False, indent=1).encode()


def _put(path: Path, content: bytes) -> None:
    """Whole or not at all: another station may share the folder."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    partial.write_bytes(content)
    partial.replace(path)
