"""Every paper of the house, built from the state each time it is printed (design §6, PRT-001 to 006).

`statement_of` gives what the code of a paper binds, so that a scan can be checked copy by copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.bingo.forfait.payment import CARTE, ESPECES
from core.bingo.partie.state import Partie
from core.bingo.partie.verdicts import serie_in
from core.bingo.seance.state import Seance
from core.codes import Code, Kind, Serial, carton_event, carton_statement, seance_of
from core.documents import (
    Admission,
    BonAPayer,
    BonDeGain,
    CartonPage,
    ClosingTicket,
    Coded,
    Line,
    Paper,
    PrintedCarton,
    Recepisse,
    SeanceDay,
    TestPage,
    coded,
)
from core.views.cartons import cells_of
from core.views.lens import Lens

if TYPE_CHECKING:
    from core.house import House

PAYMENTS = {ESPECES: "espèces", CARTE: "carte"}


def document(house: House, lens: Lens, kind: str, ref: str, copy: int) -> Paper | None:
    """The paper a print job names, with its codes; None where the reference leads nowhere."""
    if kind == "registre":
        return lens.page(kind, ref)
    paper = paper_of(house, lens, kind, ref, copy)
    return coded(paper, lens.code) if paper is not None else None


def paper_of(house: House, lens: Lens | None, kind: str, ref: str, copy: int) -> Paper | None:
    """The paper without its code. Without a lens names are left out: a code never binds them."""
    build = BUILDERS.get(kind)
    return build(house, lens, ref, copy) if build is not None else None


def statement_of(house: House, code: Code, copy: int) -> bytes | None:
    """What a scanned code should bind if it stands on that copy; None for a paper never issued."""
    if code.kind is Kind.CARTON:
        return _carton_statement(house, code)
    kind = KINDS.get(code.kind)
    paper = paper_of(house, None, kind, str(code.serial), copy) if kind else None
    if not isinstance(paper, Coded) or paper.event != code.event:
        return None
    return paper.statement


KINDS = {
    Kind.RECEPISSE: "recepisse",
    Kind.BON_DE_GAIN: "bon_de_gain",
    Kind.ADMISSION: "admission",
    Kind.BON_A_PAYER: "bon_a_payer",
    Kind.CALIBRATION: "essai",
}


def _carton_statement(house: House, code: Code) -> bytes | None:
    season, number = seance_of(code.event)
    seance = house.bingo.seances.get(f"{season}-{number:03d}")
    serie, carton = divmod(code.serial, 1_000_000)
    partie = serie_in(seance, serie) if seance else None
    if partie is None or not 1 <= carton <= partie.size:
        return None
    return carton_statement(cells_of(partie, carton))


def _common(house: House, copy: int, at: str) -> dict[str, Any]:
    """What every paper says: whose it is, when, which copy, and that this is not approved yet."""
    site = house.site
    approval = "" if site.approved("extension_informatique") else "non agréé"
    return {
        "house": site.name,
        "rehearsal": site.rehearsal,
        "copy": copy,
        "at": at[:16].replace("T", " "),
        "approval": approval,
    }


def _name(lens: Lens | None, person: str) -> str:
    return lens.name(person) if lens is not None and person else ""


def person_number(person: str) -> int:
    """Person ids end in their number; a paper binds the number, never a name."""
    digits = "".join(filter(str.isdigit, person))
    return int(digits) if digits else 0


def _day(seance: Seance) -> str:
    """A date as people write it: 10/01/2026."""
    return "/".join(reversed(seance.day.split("-")))


def _stated(seance: Seance, number: int, copy: int) -> str:
    """What that copy says for ever: after a change only its duplicate has the new date (FOR-043)."""
    day, time = seance.stated(number, copy)
    return f"{'/'.join(reversed(day.split('-')))} {time}"


def event_of(seance: Seance) -> int:
    return carton_event(seance.season, seance.number)


def _recepisse(house: House, lens: Lens | None, ref: str, copy: int) -> Paper | None:
    registration = house.bingo.registrations.get(int(ref))
    if registration is None or not registration.paid:
        return None
    offer = house.bingo.offers[registration.offer]
    seances = [house.bingo.seances[name] for name in offer.seances]
    return Recepisse(
        **_common(house, copy, registration.paid_at),
        number=registration.number,
        event=event_of(seances[0]),
        seances=tuple(
            SeanceDay(
                _stated(seance, registration.number, copy),
                seance.id,
                registration.count * seance.forfait.terms.cartons * seance.forfait.terms.parties,
            )
            for seance in seances
        ),
        forfaits=registration.count,
        cartons_c=offer.part_cartons_c,
        fees_c=offer.droits_c,
        person=person_number(registration.person),
        holder=_name(lens, registration.person),
        seller=_name(lens, registration.paid_by),
        payment=PAYMENTS.get(registration.means, "terminal"),
    )


def _bon_a_payer(house: House, lens: Lens | None, ref: str, copy: int) -> Paper | None:
    registration = house.bingo.registrations.get(int(ref))
    if registration is None:
        return None
    offer = house.bingo.offers[registration.offer]
    seance = house.bingo.seances[offer.seances[0]]
    days = " + ".join(_day(house.bingo.seances[name]) for name in offer.seances)
    return BonAPayer(
        **_common(house, copy, registration.at),
        number=registration.number,
        event=event_of(seance),
        lines=(Line(f"Forfait {days}", registration.count, offer.prix_c),),
        until=f"clôture des inscriptions, {_day(seance)}",
        person=person_number(registration.person),
        holder=_name(lens, registration.person),
    )


def _bon_de_gain(house: House, lens: Lens | None, ref: str, copy: int) -> Paper | None:
    voucher = house.desk.vouchers.get(int(ref))
    if voucher is None:
        return None
    seance = house.bingo.seances[voucher.seance]
    lot = seance.parties[voucher.partie]
    rank = (lot.quine if voucher.combination == "quine" else lot.bingo).rank or 0
    return BonDeGain(
        **_common(house, copy, voucher.issued_at),
        number=int(ref),
        event=event_of(seance),
        carton=str(Serial(voucher.serie, voucher.carton)),
        combination=voucher.combination,
        amount_c=voucher.amount_c,
        seance=voucher.seance,
        partie=voucher.partie,
        rank=rank,
        in_kind=voucher.object,
    )


def _admission(house: House, lens: Lens | None, ref: str, copy: int) -> Paper | None:
    admission = house.people.admissions.get(int(ref))
    if admission is None:
        return None
    return Admission(
        **_common(house, copy, ""),
        number=int(ref),
        day=admission.day,
        person=person_number(admission.person),
        holder=_name(lens, admission.person),
    )


def _cartons(house: House, lens: Lens | None, ref: str, copy: int) -> Paper | None:
    """`ref` is séance/partie/attempt/receipt/forfait: the k cartons of one forfait for one *partie*."""
    name, *numbers = ref.split("/")
    n, attempt, number, forfait = map(int, numbers)
    seance = house.bingo.seances.get(name)
    registration = house.bingo.registrations.get(number)
    exchange = registration.exchanges.get(name) if registration else None
    if seance is None or exchange is None:
        return None
    partie = _attempt(seance, n, attempt)
    if partie is None:
        return None
    k = seance.forfait.terms.cartons
    first = exchange.first + (forfait - 1) * k
    return CartonPage(
        **_common(house, copy, exchange.at),
        seance=f"{seance.id} du {_day(seance)}",
        partie=n,
        cartons=tuple(
            PrintedCarton(str(Serial(partie.serie, carton)), cells_of(partie, carton))
            for carton in range(first, first + k)
        ),
        event=event_of(seance),
        commitment=partie.commitment[:8],
        forfait=number,
    )


def _attempt(seance: Seance, n: int, attempt: int) -> Partie | None:
    for partie in (*seance.past, *seance.parties.values()):
        if (partie.n, partie.attempt) == (n, attempt):
            return partie
    return None


def _ticket(house: House, lens: Lens | None, ref: str, copy: int) -> Paper | None:
    """The closing ticket: its QR is an anchor of the journal outside the machine (design §4)."""
    seance = house.bingo.seances.get(ref)
    if seance is None or seance.seal is None or seance.forfait.pools is None:
        return None
    pools = seance.forfait.pools
    return ClosingTicket(
        **_common(house, copy, seance.closed_at),
        title=f"Clôture de la séance {seance.id}",
        totals=(
            ("Ventes, part cartons", pools.base_c),
            ("Droits d'inscription", seance.forfait.fees_c),
            ("Retenue 35 %", pools.retenue_c),
            ("Lots quine", sum(pools.quine_c)),
            ("Lots bingo", sum(pools.bingo_c)),
        ),
        seq=seance.seal.seq,
        hash=seance.seal.line,
        signature=seance.seal.signature,
        counts=(
            ("Forfaits vendus", str(seance.forfait.sold)),
            ("Parties jouées", str(len(seance.parties))),
        ),
    )


def _essai(house: House, lens: Lens | None, ref: str, copy: int) -> Paper | None:
    return TestPage(**_common(house, copy, ""), number=int(ref) if ref.isdigit() else 0, printer="")


BUILDERS = {
    "recepisse": _recepisse,
    "bon_a_payer": _bon_a_payer,
    "bon_de_gain": _bon_de_gain,
    "admission": _admission,
    "cartons": _cartons,
    "ticket": _ticket,
    "essai": _essai,
}
