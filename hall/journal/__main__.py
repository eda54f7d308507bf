"""One stretch of a journal, followed for another process: `python -m hall.journal STRETCH`."""

import sys

import msgspec

from hall.journal.stretches import Stretch, follow_stretch

if __name__ == "__main__":
    asked = msgspec.json.decode(sys.argv[1], type=Stretch)
    sys.stdout.buffer.write(msgspec.json.encode(follow_stretch(asked)))
