"""Who registered, what was won, and what nobody claimed: REG-04, REG-07, REG-08, REG-12, REG-14.

Arrêté du 14 mai 2007, art. 66-1-1, 66-1-6, 66-1-9; BIN-014, FOR-016, FOR-017, FOR-030.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

from core.bingo.forfait.refunds import Cause
from core.bingo.forfait.state import Registration
from core.bingo.partie.state import Combination
from core.bingo.partie.verdicts import carton_of, serie_in
from core.codes import Serial
from core.registers.columns import Column, Kind, Row, digest
from core.registers.seances import PARTIE, SEANCE
from core.site import season_of

if TYPE_CHECKING:
    from core.house import House

WINNING_CARDS = (
    SEANCE,
    PARTIE,
    Column("serie", "Série", Kind.COUNT),
    Column("numero", "Numéro", Kind.COUNT),
    Column("carton", "Carton"),
    Column("support", "Support"),
    Column("combinaison", "Combinaison"),
    Column("numeros", "Numéros"),
    Column("rang", "Rang", Kind.COUNT),
    Column("montant_c", "Montant", Kind.MONEY),
    Column("lot_en_nature", "Lot en nature"),
    Column("bon_no", "Bon n°", Kind.COUNT),
    Column("recupere_le", "Récupéré le", Kind.MOMENT),
    Column("recupere_par", "Récupéré par", Kind.PERSON),
    Column("perte_constatee", "Perte constatée", Kind.YES),
    Column("a_conserver_jusqu_au", "À conserver jusqu'au", Kind.DAY),
)

REGISTRATIONS = (
    Column("bulletin_no", "Bulletin", Kind.COUNT),
    Column("recepisse_no", "Récépissé", Kind.COUNT),
    Column("joueur", "Joueur", Kind.PERSON),
    Column("naissance", "Naissance", Kind.BIRTH),
    Column("piece_identite", "Pièce d'identité", Kind.PAPER),
    Column("controle_majorite", "Majorité contrôlée", Kind.YES),
    Column("controle_exclusion", "Exclusion contrôlée", Kind.YES),
    Column("controle_salarie", "Salarié contrôlé", Kind.YES),
    Column("seances", "Séances"),
    Column("nb_forfaits", "Forfaits", Kind.COUNT),
    Column("frais_participation_c", "Frais de participation", Kind.MONEY),
    Column("part_cartons_c", "Part cartons", Kind.MONEY),
    Column("droits_inscription_c", "Droits d'inscription", Kind.MONEY),
    Column("paiement", "Paiement"),
    Column("reference", "Ticket"),
    Column("employe", "Employé", Kind.PERSON),
    Column("heure", "Heure", Kind.MOMENT),
    Column("statut", "Statut"),
    Column("echange_le", "Échangé le"),
    Column("cartons_remis", "Cartons remis"),
    Column("souche_hash", "Empreinte de la souche"),
    Column("a_archiver_jusqu_au", "À archiver jusqu'au", Kind.DAY),
)

ORPHELINS = (
    Column("date", "Date", Kind.DAY),
    Column("heure", "Heure", Kind.MOMENT),
    Column("provenance", "Provenance"),
    SEANCE,
    Column("table_ou_partie", "Table ou partie"),
    Column("montant_c", "Montant", Kind.MONEY),
    Column("cumul_saison_c", "Cumul de la saison", Kind.MONEY),
)

REFUNDS = (
    Column("heure", "Heure", Kind.MOMENT),
    Column("cause", "Cause"),
    SEANCE,
    PARTIE,
    Column("serie", "Série", Kind.COUNT),
    Column("numero", "Numéro", Kind.COUNT),
    Column("recepisse", "Récépissé", Kind.COUNT),
    Column("montant_c", "Montant", Kind.MONEY),
    Column("mode", "Mode"),
    Column("carton_echange", "Carton d'échange"),
    Column("caissier", "Caissier", Kind.PERSON),
    Column("beneficiaire", "Bénéficiaire", Kind.PERSON),
)


EXPULSIONS = (
    SEANCE,
    Column("personne", "Personne", Kind.PERSON),
    Column("duree", "Temporaire ou définitive"),
    Column("debut", "Début", Kind.MOMENT),
    Column("fin", "Fin", Kind.MOMENT),
    Column("motif", "Motif"),
    Column("cartons_touches", "Cartons touchés"),
    Column("droits_rembourses_c", "Droits remboursés", Kind.MONEY),
    Column("part_cartons_remboursee_c", "Part cartons remboursée", Kind.MONEY),
    Column("decision_ds", "Décision du directeur de séance"),
)


def winning_cards(house: House) -> Iterator[Row]:
    """REG-04: a line for each combination a carton won, in the order the cartons came back."""
    for number, voucher in house.desk.vouchers.items():
        seance = house.bingo.seances[voucher.seance]
        partie = serie_in(seance, voucher.serie)
        if partie is None:
            continue
        rows = carton_of(partie, voucher.carton)
        lost = voucher.carton in partie.lost
        kept = date.fromisoformat(voucher.issued_at[:10]) + timedelta(
            days=seance.parameters.conservation_cartons_j
        )
        yield {
            "seance": seance.id,
            "partie": voucher.partie,
            "serie": voucher.serie,
            "numero": voucher.carton,
            "carton": str(Serial(voucher.serie, voucher.carton)),
            "support": "papier",
            "combinaison": voucher.combination,
            "numeros": " / ".join(" ".join(map(str, row)) for row in rows),
            "rang": partie.lot(Combination(voucher.combination)).rank,
            "montant_c": voucher.amount_c,
            "lot_en_nature": voucher.object,
            "bon_no": number,
            "recupere_le": "" if lost else voucher.issued_at,
            "recupere_par": partie.recovered_by.get(voucher.carton, ""),
            "perte_constatee": lost,
            "a_conserver_jusqu_au": "" if lost else kept.isoformat(),
            "created_at": voucher.issued_at,
            "created_by": partie.recovered_by.get(voucher.carton, ""),
        }


def registrations(house: House) -> Iterator[Row]:
    """REG-07: bulletins, receipts and stubs bear one number (FOR-016, FOR-017)."""
    for number, registration in house.bingo.registrations.items():
        offer, checked = house.bingo.offers[registration.offer], bool(registration.checked_by)
        yield {
            "bulletin_no": number,
            "recepisse_no": number if registration.paid else None,
            "joueur": registration.person,
            "naissance": registration.person,
            "piece_identite": registration.person,
            "controle_majorite": checked,
            "controle_exclusion": checked,
            "controle_salarie": checked,
            "seances": list(registration.status),
            "nb_forfaits": registration.count,
            "frais_participation_c": offer.prix_c * registration.count,
            "part_cartons_c": offer.part_cartons_c * registration.count,
            "droits_inscription_c": offer.droits_c * registration.count,
            "paiement": registration.means,
            "reference": registration.reference,
            "employe": registration.paid_by or registration.checked_by,
            "heure": registration.paid_at or registration.at,
            "statut": ", ".join(dict.fromkeys(registration.status.values())),
            "echange_le": ", ".join(given.at for given in registration.exchanges.values()),
            "cartons_remis": "; ".join(_given(house, registration)),
            "souche_hash": stub_digest(house, registration) if registration.paid else "",
            "a_archiver_jusqu_au": _archived(house, registration),
            "created_at": registration.at,
            "created_by": registration.checked_by or registration.person,
        }


def _given(house: House, registration: Registration) -> Iterator[str]:
    """One run of numbers for every *partie* from the first served, with the series of each."""
    for name, given in registration.exchanges.items():
        parties = house.bingo.seances[name].parties
        series = [f"{n}: {p.serie:03d}" for n, p in parties.items() if n >= given.from_partie]
        yield f"{given.first}-{given.last} ({', '.join(series)})"


def stub_digest(house: House, registration: Registration) -> str:
    """SHA-256 of what the *souche* states; its receipt has the same number and the same terms."""
    offer = house.bingo.offers[registration.offer]
    return digest(
        {
            "cartons_c": offer.part_cartons_c,
            "days": [
                house.bingo.seances[name].stated(registration.number, 0)[0]
                for name in registration.status
            ],
            "fees_c": offer.droits_c,
            "forfaits": registration.count,
            "number": registration.number,
            "person": registration.person,
        }
    )


def _archived(house: House, registration: Registration) -> str:
    """Ten years after payment by default (D-47); a 29 February waits for 1 March."""
    if not registration.paid:
        return ""
    paid = date.fromisoformat(registration.paid_at[:10])
    year = paid.year + house.site.parameters.souches_ans
    if (paid.month, paid.day) == (2, 29):
        return date(year, 3, 1).isoformat()
    return paid.replace(year=year).isoformat()


def orphelins(house: House) -> Iterator[Row]:
    """REG-08: `cumul_saison_c` is what the season has deposited so far."""
    season: dict[int, int] = {}
    for orphelin in house.desk.orphelins:
        year = season_of(date.fromisoformat(orphelin.at[:10]))
        season[year] = season.get(year, 0) + orphelin.amount_c
        seance, _, partie = orphelin.reference.partition("/")
        yield {
            "date": orphelin.at[:10],
            "heure": orphelin.at,
            "provenance": orphelin.provenance,
            "seance": seance,
            "table_ou_partie": partie,
            "montant_c": orphelin.amount_c,
            "cumul_saison_c": season[year],
            "created_at": orphelin.at,
            "created_by": "",
        }


CAUSES = {
    Cause.PARTIE_ANNULEE: "partie annulée",
    Cause.ANNULATION: "annulation",
    Cause.CHOIX_REPORT: "choix report",
    Cause.ARRET: "arrêt",
    Cause.EXCLUSION: "exclusion",
    Cause.DECISION: "décision",
}
MEANS = {"ESPECES": "espèces", "CARTE": "carte"}


def refunds(house: House) -> Iterator[Row]:
    """REG-12: a line for each sum owed back; without a mode it has not been fetched yet."""
    for refund in house.desk.refunds.values():
        yield {
            "heure": refund.paid_at or refund.at,
            "cause": CAUSES[Cause(refund.cause)],
            "seance": refund.seance,
            "partie": refund.partie or None,
            "serie": None,
            "numero": None,
            "recepisse": refund.number,
            "montant_c": refund.amount_c,
            "mode": MEANS.get(refund.means, ""),
            "carton_echange": "",
            "caissier": refund.paid_by,
            "beneficiaire": house.bingo.registrations[refund.number].person,
            "created_at": refund.at,
            "created_by": refund.by,
        }


def expulsions(house: House) -> Iterator[Row]:
    """REG-14: the registration fee is never paid back (art. 66-1-11)."""
    for seance in house.bingo.seances.values():
        for expulsion in seance.expulsions:
            runs = [
                f"{given.first}-{given.last}"
                for number in expulsion.numbers
                if (given := house.bingo.registrations[number].exchanges.get(seance.id))
            ]
            first = max(expulsion.partie, 1)
            yield {
                "seance": seance.id,
                "personne": expulsion.person,
                "duree": "définitive" if expulsion.definitive else "temporaire",
                "debut": expulsion.at,
                "fin": expulsion.until,
                "motif": expulsion.reason.lower(),
                "cartons_touches": f"{', '.join(runs)} (partie {first})" if runs else "",
                "droits_rembourses_c": 0,
                "part_cartons_remboursee_c": expulsion.granted_c,
                "decision_ds": expulsion.text,
                "created_at": expulsion.at,
                "created_by": expulsion.by,
            }
