"""Listen to the voice of this machine: `python -m voice "La partie reprend."`."""

from __future__ import annotations

import argparse
import asyncio
import sys

from assets.arguments import Parser
from voice.engines import VOICES
from voice.speaker import Failed, Speaker


async def listen(chosen: argparse.Namespace) -> int:
    """Says the texts one after the other; 1 if one of them was not heard."""
    unheard = 0
    async with Speaker(
        engine=chosen.engine, voice=chosen.voice, speed=chosen.speed, sound=chosen.sound
    ) as speaker:
        for text in chosen.text:
            heard = await speaker.say(text)
            unheard += isinstance(heard, Failed)
            print(f"{speaker.state} {speaker.cause} · {text}")
    return min(unheard, 1)


def main() -> int:
    parser = Parser(prog="python -m voice", description="Écouter la voix.")
    parser.add_argument("text", nargs="*", default=["Tirage à blanc de vérification, sans enjeu."])
    parser.add_argument("--engine", choices=sorted(VOICES), default="pyttsx3")
    parser.add_argument("--voice", choices=["FR", "BE", "CH"], default="FR")
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--sound", choices=["auto", "null"], default="auto")
    return asyncio.run(listen(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
