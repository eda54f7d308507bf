"""Plays one clip at a time on the loudspeaker. Loaded only in the worker (`voice.worker play`).

The device is opened for each clip (measured: 4 ms): a card that was unplugged is noticed at the
next word, one that is back is used at once.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator
from typing import Any

from voice.pack import Sound

BUFFER_MS = 40
FLUSH_S = (
    2 * BUFFER_MS / 1000
)  # silence behind the last sample, so that it is heard before we close
BEAT_S = 0.2
STALLED_S = 0.8


class SoundLost(Exception):  # noqa: N818 -- what happened, in the hall's words
    """The clip was not heard. The argument is the cause, a stable word."""


class Loudspeaker:
    """The sound card, or miniaudio's silent one (`sound="null"`), which keeps real time."""

    def __init__(self, sound: str) -> None:
        self._sound = sound
        self._cut: set[int] = set()

    def open(self, rate: int = 22_050) -> Any:
        """A playback device. Raises SoundLost without library or card."""
        try:
            import miniaudio
        except (ImportError, OSError) as error:
            raise SoundLost("SANS_LECTEUR") from error
        backend = miniaudio.Backend
        cards = {
            "linux": [backend.PULSEAUDIO, backend.ALSA],
            "darwin": [backend.COREAUDIO],
            "win32": [backend.WASAPI],
        }
        backends = [backend.NULL] if self._sound == "null" else cards.get(sys.platform, [])
        try:
            return miniaudio.PlaybackDevice(
                nchannels=1,
                sample_rate=rate,
                buffersize_msec=BUFFER_MS,
                backends=backends,
                app_name="Quine",
            )
        except miniaudio.MiniaudioError as error:
            raise SoundLost("SANS_CARTE_SON") from error

    def cut(self, number: int) -> None:
        """Silences clip `number`, even before it has begun."""
        self._cut.add(number)

    def play(self, number: int, clip: Sound, beat: Callable[[], None]) -> bool:
        """Plays to the end, calling `beat` a few times a second; True if it was cut.

        Raises SoundLost if there is no card, or if the card stops taking samples.
        """
        device = self.open(clip.rate)
        playing = _Playing(clip, lambda: number in self._cut)
        try:
            feed = playing.feed()
            next(feed)
            device.start(feed)
            beat()
            while not playing.over.wait(BEAT_S):
                if time.monotonic() - playing.taken_at > STALLED_S:
                    raise SoundLost("SON_BLOQUE")
                beat()
        finally:
            was_cut = number in self._cut
            self._cut.discard(number)
            device.close()
        return was_cut


class _Playing:
    """One clip on its way to the card."""

    def __init__(self, clip: Sound, is_cut: Callable[[], bool]) -> None:
        self._clip = clip
        self._is_cut = is_cut
        self.over = threading.Event()
        self.taken_at = time.monotonic()

    def feed(self) -> Generator[bytes, int, None]:
        """What the card takes, frame by frame, in its own thread."""
        samples, at = self._clip.samples.tobytes(), 0
        frames = yield b""
        while at < len(samples) and not self._is_cut():
            self.taken_at = time.monotonic()
            chunk = samples[at : at + 2 * frames]
            at += len(chunk)
            frames = yield chunk
        silence = 0 if self._is_cut() else int(FLUSH_S * self._clip.rate)
        while silence > 0:
            self.taken_at = time.monotonic()
            silence -= frames
            frames = yield bytes(2 * frames)
        self.over.set()
        while True:
            frames = yield bytes(2 * frames)
