"""The processes that make and play sound, with the real engines and the silent sound card."""

import subprocess
import sys
from pathlib import Path

import pytest

from voice.engines import EngineMissing, engine, pieces
from voice.pack import read_wav
from voice.playback import Loudspeaker, SoundLost
from voice.process import Worker, WorkerLost

AUDIO = ("espeakng_loader", "miniaudio", "py_nanotts", "pyttsx3", "numpy")


def seconds_of(clip):
    """How long a clip lasts."""
    return read_wav(Path(clip).read_bytes()).seconds


def test_importing_the_voice_loads_no_audio_library():
    """The screens import it; only the workers may load what can crash."""
    loaded = f"import sys, voice; print([one for one in {AUDIO} if one in sys.modules])"
    told = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "[]"


@pytest.mark.spec("SPK-001")
@pytest.mark.parametrize("name", ["pyttsx3", "pico"])
async def test_an_engine_speaks_each_text_to_its_end(name, tmp_path):
    """Several texts in a row: with pyttsx3 the second is silence unless the first has ended."""
    pytest.importorskip("espeakng_loader" if name == "pyttsx3" else "py_nanotts")
    job = ("render", "--engine", name, "--folder", str(tmp_path))
    worker = Worker(*job, log=tmp_path / "log")
    try:
        assert await worker.start(10) == ""
        seconds = []
        for text in ("un", "quarante-deux", "La partie est suspendue pour raison technique."):
            answer = await worker.ask(5, text=text)
            seconds.append(seconds_of(answer["clip"]))
        assert 0.1 < seconds[0] < seconds[1] < seconds[2] < 6
        assert seconds[2] > 1.5
    finally:
        await worker.end()


async def test_a_text_without_sound_is_refused_and_the_worker_goes_on(tmp_path):
    """An empty text is somebody's mistake, not the end of the voice."""
    pytest.importorskip("py_nanotts")
    job = ("render", "--engine", "pico", "--folder", str(tmp_path))
    worker = Worker(*job, log=tmp_path / "log")
    try:
        await worker.start(10)
        with pytest.raises(WorkerLost, match="RENDU_IMPOSSIBLE"):
            await worker.ask(5, text="")
        assert "clip" in await worker.ask(5, text="un")
    finally:
        await worker.end()


@pytest.mark.parametrize(("name", "voice"), [("pico", "XX"), ("piper", "FR")])
def test_an_engine_or_voice_that_is_not_here_says_so(name, voice):
    """The next one is tried then."""
    with pytest.raises(EngineMissing):
        engine(name, voice, 1.0)


@pytest.mark.parametrize(
    ("name", "library"), [("pyttsx3", "espeakng_loader"), ("pico", "py_nanotts")]
)
def test_an_engine_that_is_not_installed_says_so(monkeypatch, name, library):
    """The extra is optional: everything else works without it."""
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(EngineMissing, match=name):
        engine(name, "FR", 1.0)


def test_pico_never_gets_a_text_it_could_choke_on():
    """Sentences, and long ones in pieces, every word kept."""
    text = "Une phrase. " + "mot " * 200 + "x" * 700 + " ? Fin."
    cut = pieces(text, 300)
    assert max(map(len, cut)) <= 300
    assert "".join(cut).replace(" ", "") == text.replace(" ", "")
    assert cut[0] == "Une phrase." and cut[-1] == "Fin."


def test_without_the_player_library_the_cause_is_said(monkeypatch):
    """The extra may not be installed."""
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    with pytest.raises(SoundLost, match="SANS_LECTEUR"):
        Loudspeaker("auto").open()


async def test_what_libraries_print_never_reaches_the_answers(tmp_path):
    """pyttsx3 prints on stdout, ALSA on stderr: each answer stays one line of JSON."""
    pytest.importorskip("pyttsx3")
    job = ("render", "--engine", "pyttsx3", "--folder", str(tmp_path))
    worker = Worker(*job, log=tmp_path / "log")
    try:
        await worker.start(10)
        assert set(await worker.ask(5, text="un")) == {"n", "clip"}
    finally:
        await worker.end()


async def test_a_worker_that_cannot_come_up_is_lost_at_once(tmp_path):
    """Unknown job: the process ends, nobody waits for the time-out."""
    worker = Worker("sing", log=tmp_path / "log")
    with pytest.raises(WorkerLost, match="VOIX_ARRETEE"):
        await worker.start(10)
    with pytest.raises(WorkerLost, match="VOIX_ARRETEE"):
        worker.send(ping=True)
    await worker.end()
