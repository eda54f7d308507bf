"""Two pictures: a change of looks is seen before it is committed."""

from __future__ import annotations

from core.rules import Role
from core.stations import StationKind
from core.views.actions import Action as Tried
from core.views.board import Board, Scene
from core.views.desk import Desk, DeskSeance, DeskTill, DeskVoucher
from core.views.kiosk import Kiosk, Offered, OfferedSeance
from kiosk.desk.app import DeskApp
from kiosk.player.app import KioskApp
from ui.standin import StandIn

NAME = "[/b] Zoé <éàü> ${x}"
OFFER = Offered(
    "2025-001", (OfferedSeance("2025-001", "2026-06-20", "20:30", 3, 3, "SALLE"),),
    30_00, 24_00, 6_00, 40,
)  # fmt: skip
OFFERS = Kiosk("Casino", True, (OFFER,), False, True, 0, "")


class Paper:
    async def start(self):
        """Nothing to start."""

    async def close(self):
        """Nothing to close."""


def hall_of(kind):
    hall = StandIn(kind, rehearsal=True)
    hall.says("kiosk", OFFERS)
    return hall


def test_the_counter_of_a_cashier(snap_compare):
    """Tasks on the left, the evening on the right, on 80 × 24."""
    hall = hall_of(StationKind.DESK)
    hall.person, hall.person_name, hall.roles = "zoe", NAME, (Role.CAISSIER,)
    seance = DeskSeance(
        "2025-001", "2026-06-20", "20:30", "PUBLIEE", "OUVERTES", (), "Roy", "Caron",
        "ELECTRONIQUE", "SALLE", 3, 30_00, 5,
    )  # fmt: skip
    voucher = DeskVoucher(4, 1, "001-000004", "quine", 5_00, "", True)
    tried = {"OpenTill": Tried("OpenTill", "CAISSE_DEJA_OUVERTE", {"station": "P1"})}
    hall.says(
        "desk",
        Desk(
            Board("Casino", True, Scene.ATTENTE), "zoe", NAME, (Role.CAISSIER,), tried, (seance,),
            2, 1, 5, 4, DeskTill(NAME, 100_00, 60_00, 0, 160_00), ("001-000004",), (voucher,),
            (), (), (), None,
        ),
    )  # fmt: skip
    assert snap_compare(DeskApp(hall, theme="nuit", printing=Paper()), terminal_size=(80, 24))


def test_how_many_forfaits(snap_compare):
    """The number and the price in figures that are read from afar."""
    app = KioskApp(hall_of(StationKind.KIOSK), theme="nuit", printing=Paper())
    app.basket.admission = "LE" + "B" * 33
    assert snap_compare(app, terminal_size=(80, 24), press=["enter", "2"])
