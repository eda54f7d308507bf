"""A night seen through a lens, as a station would see it."""

import sys
from pathlib import Path

import msgspec
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from night import Night

from core.rules import Moment, Role
from core.stations import StationKind
from core.views import VIEWS, Lens

PEOPLE = {"roy": "Paul Roy", "blanc": "Inès Blanc", "joueur-1": "Anne DUPONT"}


class Looking:
    """`night.sees("board")` is the view, after its trip through JSON."""

    def __init__(self, night):
        self.night = night

    def __call__(self, view, kind=StationKind.DISPLAY, person="", roles=(), station="caisse-1"):
        now = Moment(self.night.time.isoformat(timespec="milliseconds"), self.night.ms)
        lens = Lens(
            now,
            station,
            kind,
            person,
            roles,
            "",
            lambda person: PEOPLE.get(person, person),
            lambda kind, event, serial, statement: f"L{kind}{serial}",
            lambda kind, ref: None,
        )
        shown = VIEWS[view].render(self.night.house, lens)
        return msgspec.json.decode(msgspec.json.encode(shown), type=type(shown))


@pytest.fixture
def night():
    return Night()


@pytest.fixture
def sees(night):
    return Looking(night)


@pytest.fixture
def caller(sees):
    return lambda: sees("caller", StationKind.CALLER, "petit", (Role.ANIMATEUR,))


@pytest.fixture
def desk(sees):
    return lambda role, person: sees("desk", StationKind.DESK, person, (role,))
