"""What each screen may see: small, whole, newest wins (design §4). `VIEWS` is all there is to watch.

A view is a struct of integers and text; moments and deadlines in it are hall milliseconds, amounts
cents. Words are made by the screens; codes of refusals say why an action is not possible now.
"""

from core.stations import StationKind
from core.views.board import board
from core.views.caller import caller
from core.views.desk import desk
from core.views.kiosk import kiosk
from core.views.lens import Lens, View
from core.views.lists import LISTS
from core.views.post import post

ALL = frozenset(StationKind)
CALLER, DESK, KIOSK = StationKind.CALLER, StationKind.DESK, StationKind.KIOSK

VIEWS: dict[str, View] = {
    "board": View(ALL, board, shared=True),
    "caller": View(frozenset({CALLER, StationKind.SIMULATOR}), caller),
    "desk": View(frozenset({DESK, StationKind.SIMULATOR}), desk),
    "kiosk": View(frozenset({KIOSK, DESK, StationKind.SIMULATOR}), kiosk),
    "post": View(ALL, post),
}

__all__ = ["LISTS", "VIEWS", "Lens", "View"]
