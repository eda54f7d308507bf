"""The loudspeaker of the hall: in order, never two at once, and never silent without saying so."""

import asyncio
import os
import signal
import time

import pytest

from voice import Failed, Mode, Speaker, Spoken, State

pytest.importorskip("miniaudio")
pytest.importorskip("py_nanotts")

LONG = "Sur décision du directeur de séance, la séance est suspendue."


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One pack for all these tests: clips are made once."""
    return tmp_path_factory.mktemp("voice")


@pytest.fixture
async def speaker(folder):
    """Pico on the card that has no sound but keeps real time."""
    async with Speaker(sound="null", engine="pico", folder=folder) as voice:
        yield voice


async def until(true, within=5.0):
    """Waits for a state, with a deadline."""
    async with asyncio.timeout(within):
        while not true():  # noqa: ASYNC110 -- a state of another process
            await asyncio.sleep(0.01)


def playing(speaker):
    """Whether a clip is at the player."""
    return any(saying.number for saying in speaker._waiting)


@pytest.mark.spec("SPK-002")
async def test_announcements_never_overlap_and_keep_their_order(speaker):
    """Three at once take the time of three."""
    for text in ("un", "deux", "trois"):
        await speaker.say(text)
    began, heard = time.monotonic(), []

    async def say(text):
        assert await speaker.say(text, "ANN-015") == Spoken()
        heard.append(text)

    await asyncio.gather(say("un"), say("deux"), say("trois"))
    assert heard == ["un", "deux", "trois"]
    assert time.monotonic() - began > 0.7
    assert speaker.state is State.SPEAKS


@pytest.mark.spec("SPK-002", "BIN-029")
async def test_a_stop_cuts_the_ball_and_the_stop_is_announced(speaker):
    """The acceptance of SPK-002, and what waited behind the ball is cut with it."""
    running = asyncio.create_task(speaker.say(LONG, "ANN-015"))
    behind = asyncio.create_task(speaker.say(LONG, "ANN-020"))
    await until(lambda: playing(speaker))
    began = time.monotonic()
    speaker.stop()
    announced = asyncio.create_task(speaker.say("Le tirage est arrêté.", "ANN-016"))
    assert await running == Spoken(cut=True)
    assert await behind == Spoken(cut=True)
    assert time.monotonic() - began < 0.4
    assert await announced == Spoken()


@pytest.mark.spec("SPK-002")
@pytest.mark.parametrize("number", ["ANN-016", "ANN-018"])
async def test_a_stop_never_cuts_these_two(speaker, number):
    """« Le tirage est arrêté » and « Combinaison incomplète » are heard to their end."""
    running = asyncio.create_task(speaker.say("Combinaison incomplète.", number))
    await until(lambda: playing(speaker))
    speaker.stop()
    assert await running == Spoken(cut=False)


@pytest.mark.spec("SPK-004", "GEN-018")
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_player_that_dies_or_hangs_is_seen_within_a_second_and_replaced(speaker, blow):
    """In the middle of a sentence; the next announcement is spoken again."""
    running = asyncio.create_task(speaker.say(LONG, "ANN-015"))
    await until(lambda: playing(speaker))
    os.kill(speaker._studio.player.pid, blow)
    began = time.monotonic()
    failed = await running
    assert isinstance(failed, Failed) and failed.cause in ("VOIX_ARRETEE", "VOIX_SANS_REPONSE")
    assert time.monotonic() - began < 1.0
    await until(lambda: speaker.state is State.SPEAKS)
    assert await speaker.say("un") == Spoken()


@pytest.mark.spec("SPK-004", "GEN-018")
async def test_after_three_restarts_the_voice_stays_silent_until_someone_asks(folder):
    """The hall goes on without it, and says « son coupé »."""
    seen = []
    async with Speaker(
        sound="null", engine="pico", folder=folder, on_change=seen.append
    ) as speaker:
        await speaker.say("un")
        for _ in range(4):
            os.kill(speaker._studio.player.pid, signal.SIGKILL)
            await speaker.say("un")
            await until(lambda: speaker._studio._reviving.done())
        began = time.monotonic()
        assert await speaker.say("deux") == Failed("VOIX_ARRETEE")
        assert time.monotonic() - began < 0.2
        assert speaker.state is State.CUT and seen[-1] is State.CUT
        assert await speaker.start() is State.SPEAKS
        assert await speaker.say("deux") == Spoken()


@pytest.mark.spec("GEN-018", "SPK-004")
async def test_a_voice_that_dies_while_nobody_speaks_is_back_before_the_next_ball(speaker):
    """Noticed by its pulse."""
    first = speaker._studio.player.pid
    os.kill(first, signal.SIGKILL)
    await until(lambda: speaker._studio.player and speaker._studio.player.pid not in (0, first))
    assert await speaker.say("un") == Spoken()


@pytest.mark.spec("GEN-018", "SPK-004")
async def test_without_a_sound_card_nothing_is_passed_off_as_spoken(folder, monkeypatch):
    """The animateur has to announce, and learns it at once."""
    monkeypatch.setenv("PULSE_SERVER", "unix:/nowhere")
    monkeypatch.setenv("ALSA_CONFIG_PATH", "/dev/null")
    async with Speaker(engine="pico", folder=folder) as speaker:
        assert (speaker.state, speaker.cause) == (State.CUT, "SANS_CARTE_SON")
        began = time.monotonic()
        assert await speaker.say("un") == Failed("SANS_CARTE_SON")
        assert time.monotonic() - began < 1.0


@pytest.mark.spec("GEN-018")
async def test_without_an_engine_the_voice_says_so(folder):
    """No engine has this voice."""
    async with Speaker(sound="null", voice="XX", folder=folder) as speaker:
        assert (speaker.state, speaker.cause) == (State.CUT, "SANS_MOTEUR")
        assert await speaker.say("un") == Failed("SANS_MOTEUR")


@pytest.mark.spec("SPK-005")
async def test_muted_each_text_appears_once_in_the_speech_log():
    """No worker, no sound, the texts in order."""
    written = []
    async with Speaker(Mode.MUTED, speech_log=written.append) as speaker:
        assert speaker.state is State.MUTED
        assert await speaker.say("quarante-deux", "ANN-015") == Spoken()
        assert await speaker.say("deux", "ANN-015") == Spoken()
    assert written == ["quarante-deux", "deux"]


async def test_the_simulator_needs_no_sound_at_all():
    """Acknowledged at once, written nowhere."""
    written = []
    async with Speaker(Mode.SILENCE, speech_log=written.append) as speaker:
        assert await speaker.say("quarante-deux") == Spoken()
    assert written == []


async def test_phrases_are_ready_before_they_are_needed(tmp_path):
    """Made in the background, one by one."""
    async with Speaker(
        sound="null", engine="pico", folder=tmp_path, phrases=["un", "deux", "trois"]
    ) as speaker:
        await until(lambda: len(speaker._studio._clips) == 3)
    assert len(list((tmp_path / "pico-FR-1.00").glob("*.wav"))) == 3


async def test_a_closed_voice_fails_what_it_is_asked():
    """Never a wait without an end."""
    speaker = Speaker()
    assert await speaker.say("un") == Failed("VOIX_FERMEE")


async def test_closing_in_the_middle_of_a_sentence_leaves_no_process(folder):
    """And the sentence has failed: nobody heard its end."""
    speaker = Speaker(sound="null", engine="pico", folder=folder)
    await speaker.start()
    player = speaker._studio.player
    running = asyncio.create_task(speaker.say(LONG))
    await until(lambda: playing(speaker))
    await speaker.close()
    assert isinstance(await running, Failed)
    assert not player.alive


async def test_leaving_while_it_speaks_cuts_the_sentence(speaker):
    """A screen that closes cancels; the next one is not spoken over."""
    running = asyncio.create_task(speaker.say(LONG))
    await until(lambda: playing(speaker))
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    began = time.monotonic()
    assert await speaker.say("un") == Spoken()
    assert time.monotonic() - began < 1.5
