"""The voice pack: clips trimmed, evenly loud, found again, made again when spoiled."""

import json
import math
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice.pack import PEAK, Pack, Recipe, Sound, cache_folder, polished, read_wav, write_wav

RATE = 16_000
RECIPE = Recipe("pico", "FR", 1.0)


def tone(seconds, loud=8_000, before=0.1, after=0.4):
    """A plain tone between two silences, as engines give it."""
    wave = [round(loud * math.sin(at / 8)) for at in range(int(seconds * RATE))]
    return Sound(array("h", [0] * int(before * RATE) + wave + [0] * int(after * RATE)), RATE)


class Engine:
    """Stands for a speech engine and counts what it is asked."""

    def __init__(self):
        self.asked = []

    def __call__(self, text):
        self.asked.append(text)
        return tone(0.1 + len(text) / 100)


@pytest.mark.spec("SPK-001")
def test_the_silence_around_a_number_is_cut_and_its_peak_is_even():
    """A number must sound at once, and none softer than another."""
    soft, loud = polished(tone(0.5, loud=900)), polished(tone(0.5, loud=30_000))
    for clip in (soft, loud):
        assert 0.5 <= clip.seconds <= 0.56
        assert PEAK - 2 <= max(abs(sample) for sample in clip.samples) <= PEAK


def test_an_engine_that_makes_no_sound_is_found_out():
    """A silent clip would be an announcement that nobody hears."""
    with pytest.raises(ValueError, match="no sound"):
        polished(Sound(array("h", [0] * 100), RATE))
    with pytest.raises(ValueError, match="no sound"):
        polished(Sound(array("h"), RATE))


@given(st.lists(st.integers(-32768, 32767), min_size=1, max_size=200))
def test_what_is_written_is_read_again(samples):
    """16-bit mono, whatever the samples."""
    sound = Sound(array("h", samples), RATE)
    assert read_wav(write_wav(sound)) == sound


@pytest.mark.parametrize("wav", [b"", b"RIFF", b"\0" * 100])
def test_a_file_that_is_no_sound_is_refused(wav):
    """Never a crash in the worker."""
    with pytest.raises(ValueError, match="not a WAV"):
        read_wav(wav)


def test_a_clip_is_made_once_and_found_by_a_later_night(tmp_path):
    """The cache outlives the process."""
    engine = Engine()
    first = Pack(tmp_path, RECIPE, engine).clip("quarante-deux")
    again = Pack(tmp_path, RECIPE, engine).clip("quarante-deux")
    assert first == again and engine.asked == ["quarante-deux"]
    entry = json.loads((first.parent / "manifest.json").read_text())[first.stem]
    assert entry["text"] == "quarante-deux"


@pytest.mark.parametrize(
    "other", [Recipe("pyttsx3", "FR", 1.0), Recipe("pico", "BE", 1.0), Recipe("pico", "FR", 1.1)]
)
def test_another_engine_voice_or_speed_is_another_clip(other):
    """Nothing made by one recipe is played for another."""
    assert RECIPE.key("quarante-deux") != other.key("quarante-deux")
    assert RECIPE.key("un") != RECIPE.key("deux")


@pytest.mark.parametrize("spoil", ["cut", "gone", "manifest"])
def test_a_spoiled_clip_is_made_again(tmp_path, spoil):
    """A manifest of hashes is checked at start: half a number is never played."""
    engine = Engine()
    clip = Pack(tmp_path, RECIPE, engine).clip("sept")
    whole = clip.read_bytes()
    if spoil == "cut":
        clip.write_bytes(whole[:500])
    elif spoil == "gone":
        clip.unlink()
    else:
        (clip.parent / "manifest.json").write_text("[1, 2")
    assert Pack(tmp_path, RECIPE, engine).clip("sept").read_bytes() == whole
    assert engine.asked == ["sept", "sept"]


def test_clips_that_nothing_names_are_swept_away(tmp_path):
    """The folder never grows for ever."""
    pack = Pack(tmp_path, RECIPE, Engine())
    kept, stray = pack.clip("un"), pack.folder / "stray.wav"
    stray.write_bytes(b"left behind")
    Pack(tmp_path, RECIPE, Engine())
    assert kept.exists() and not stray.exists()


def test_the_cache_is_where_the_desktop_keeps_caches(monkeypatch, tmp_path):
    """XDG, with its usual default."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "quine" / "voice"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "quine" / "voice"
