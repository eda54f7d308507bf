"""The processes that make and play sound: `python -m voice.worker render …` and `… play …`.

One JSON object a line, in on stdin, out on stdout; the end of stdin is the end of the worker.
First line out: `{"ready": …}`. Each command has its number `n`, repeated in every answer to it.
Libraries print where they like: file descriptors 1 and 2 both go to the log.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from voice.engines import EngineMissing, engine
from voice.pack import Pack, Recipe, Sound, read_wav
from voice.playback import Loudspeaker, SoundLost

Answer = Callable[..., None]

MOST_HEARD = 256  # clips kept in memory: the numbers and the night's sentences


def main(arguments: list[str] | None = None) -> int:
    """Runs one worker until its parent closes the pipe."""
    parser = argparse.ArgumentParser(prog="voice.worker")
    jobs = parser.add_subparsers(dest="job", required=True)
    play = jobs.add_parser("play")
    play.add_argument("--sound", default="auto")
    render = jobs.add_parser("render")
    render.add_argument("--engine", required=True)
    render.add_argument("--voice", default="FR")
    render.add_argument("--speed", type=float, default=1.0)
    render.add_argument("--folder", type=Path, required=True)
    chosen = parser.parse_args(arguments)
    answer = _answers()
    if chosen.job == "play":
        play_clips(chosen.sound, _commands(), answer)
    else:
        recipe = Recipe(chosen.engine, chosen.voice, chosen.speed)
        render_texts(recipe, chosen.folder, _commands(), answer)
    return 0


def play_clips(sound: str, commands: Iterator[dict[str, Any]], answer: Answer) -> None:
    """`play` path, `stop` number, `ping`. A sign of life as it plays, then `ended` or `failed`."""
    speaker = Loudspeaker(sound)
    clips: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
    threading.Thread(target=_play_in_turn, args=(speaker, clips, answer), daemon=True).start()
    answer(ready=_card(speaker))
    for command in commands:
        if "play" in command:
            clips.put((command["n"], command["play"]))
        elif "stop" in command:
            speaker.cut(command["stop"])
        else:
            answer(n=command["n"], pong=True)


def render_texts(
    recipe: Recipe, folder: Path, commands: Iterator[dict[str, Any]], answer: Answer
) -> None:
    """`text`: says `clip`, the path of its WAV, or `failed`."""
    try:
        pack = Pack(folder, recipe, engine(*recipe))
    except (EngineMissing, OSError) as error:
        print(error, file=sys.stderr, flush=True)
        answer(ready="SANS_MOTEUR")
        return
    answer(ready="")
    for command in commands:
        try:
            answer(n=command["n"], clip=str(pack.clip(command["text"])))
        except (ValueError, OSError) as error:
            print(error, file=sys.stderr, flush=True)
            answer(n=command["n"], failed="RENDU_IMPOSSIBLE")


def _play_in_turn(
    speaker: Loudspeaker, clips: queue.SimpleQueue[tuple[int, str]], answer: Answer
) -> None:
    heard: dict[str, Sound] = {}
    while True:
        number, path = clips.get()
        try:
            clip = heard.get(path) or read_wav(Path(path).read_bytes())
            if len(heard) >= MOST_HEARD:
                heard.clear()
            heard[path] = clip
            cut = speaker.play(number, clip, partial(answer, n=number, beat=True))
            answer(n=number, ended=True, cut=cut)
        except SoundLost as lost:
            answer(n=number, failed=str(lost))
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr, flush=True)
            answer(n=number, failed="CLIP_ILLISIBLE")


def _card(speaker: Loudspeaker) -> str:
    try:
        speaker.open().close()
    except SoundLost as lost:
        return str(lost)
    return ""


def _answers() -> Answer:
    """Keeps the real stdout for the answers alone."""
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    lock = threading.Lock()

    def answer(**values: Any) -> None:
        with lock:
            lines.write(json.dumps(values, ensure_ascii=False) + "\n")
            lines.flush()

    return answer


def _commands() -> Iterator[dict[str, Any]]:
    for line in sys.stdin.buffer:
        yield json.loads(line)


if __name__ == "__main__":
    code = main()
    sys.stderr.flush()
    os._exit(code)  # a thread may still hold the sound card: nothing is worth waiting for it
