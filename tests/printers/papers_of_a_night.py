"""One of each document, as a night prints them: shared by the tests of paper."""

from functools import partial

from core import codes
from core import documents as d

KEY = bytes(range(32))
MAKE = partial(codes.make, KEY)
NAME = "[/b] Zoé <éàü> ${x}"
HOUSE = "Casino de Saint-Médard"
AT = "2026-06-20T20:41:07.123+02:00"
ROWS = (
    (4, 0, 23, 0, 45, 0, 0, 78, 90),
    (0, 12, 0, 34, 0, 56, 67, 79, 0),
    (7, 15, 0, 38, 49, 0, 69, 0, 0),
)
OTHER = ((0, 10, 20, 30, 40, 50, 0, 0, 0), (1, 0, 0, 31, 0, 51, 61, 71, 0), ROWS[2])
SERIALS = ("014-000251", "014-000252", "014-000253")

CARTONS = d.CartonPage(
    house=HOUSE,
    at=AT,
    seance="Grand loto d'été · 20/06/2026",
    partie=3,
    event=9,
    forfait=42,
    commitment="1a2b3c4d",
    cartons=(d.PrintedCarton("014-000251", ROWS), d.PrintedCarton("014-000252", OTHER)),
)
RECEPISSE = d.Recepisse(
    house=HOUSE,
    at=AT,
    number=42,
    seances=(d.SeanceDay("2026-06-20", "Grand loto d'été", 24),),
    forfaits=1,
    cartons_c=24_00,
    fees_c=6_00,
    person=7,
    holder=NAME,
    seller="Durand",
    payment="ESPECES",
)
SALE = d.SaleReceipt(
    house=HOUSE,
    at=AT,
    number=108,
    seance="Bingo du soir",
    partie=2,
    serials=SERIALS,
    lines=(d.Line("Cartons", 3, 2_00),),
    seller="Durand",
    payment="ESPECES",
    given_c=10_00,
)
REFUND = d.RefundReceipt(
    house=HOUSE,
    at=AT,
    number=9,
    serials=SERIALS,
    amount_c=6_00,
    cause="Panne de la sphère : partie annulée",
    cashier="Durand",
)
EXCHANGE = d.RefundReceipt(
    house=HOUSE,
    at=AT,
    number=10,
    serials=("014-000251",),
    against=("015-000003",),
    amount_c=0,
    cause="Erreur d'annonce",
)
BON_A_PAYER = d.BonAPayer(
    house=HOUSE,
    at=AT,
    number=77,
    lines=(d.Line("Forfait", 2, 30_00),),
    until=AT,
    person=7,
    holder=NAME,
)
BON_DE_GAIN = d.BonDeGain(
    house=HOUSE,
    at=AT,
    number=5,
    carton="014-000251",
    combination="Quine",
    amount_c=27_00,
    seance="Grand loto d'été",
    partie=2,
    rank=31,
)
BON_DE_PAIEMENT = d.BonDePaiement(
    house=HOUSE,
    at="2026-03-14T20:41:07.000+01:00",
    number=6,
    carton="014-000251",
    combination="bingo en 50 boules (BM 52)",
    amount_c=404_00,
    winner="DUPONT Anne",
    identity="CNI 12AB34567",
    partie=4,
)
ADMISSION = d.Admission(
    house=HOUSE, at=AT, number=301, day="2026-06-20", person=7, holder="Łukasz Œuvrard"
)
REGISTER = d.RegisterPage(
    house=HOUSE,
    at=AT,
    title="Registre des incidents",
    subtitle="REG-26",
    columns=("Heure", "Cause", "Séries", "Cartons", "Montant"),
    rows=(
        ("20:41", "Panne de la sphère, reprise impossible", "014, 015", "200", "400,00"),
        ("21:02", "Erreur d'annonce <47/74>", "016", "3", "6,00"),
    ),
    hash="ab" * 32,
    signatures=("Le directeur de séance", "Le caissier"),
)
CLOSING = d.ClosingTicket(
    house=HOUSE,
    at=AT,
    title="Clôture de séance",
    counts=(("Forfaits", "60"), ("Parties", "8")),
    totals=(("Quines", 216_00), ("Bingos", 720_00), ("Retenue", 504_00)),
    seq=12_345,
    hash="0123456789abcdef" * 4,
    signature="fedcba9876543210" * 8,
    approval="à agréer",
)
TEST = d.TestPage(house=HOUSE, at=AT, number=1, printer="tcp://192.0.2.10:9100")

ALL = tuple(
    d.coded(document, MAKE)
    for document in (
        CARTONS, RECEPISSE, SALE, REFUND, EXCHANGE, BON_A_PAYER, BON_DE_GAIN, BON_DE_PAIEMENT,
        ADMISSION, REGISTER, CLOSING, TEST,
    )
)  # fmt: skip
MARKED = tuple(
    d.coded(d.msgspec.structs.replace(document, rehearsal=True, copy=2), MAKE) for document in ALL
)


def codes_on(document):
    """Every payload that a QR of this document must hold."""
    if isinstance(document, d.CartonPage):
        return [carton.code for carton in document.cartons]
    if isinstance(document, d.ClosingTicket):
        return [document.anchor]
    if isinstance(document, d.BonDePaiement):
        return [document.code, document.code]
    return [document.code] if isinstance(document, d.Coded) else []
