"""The registers of a *séance*: its file, its retention, notices, decisions, incidents.

REG-02, REG-06 (*modèle 11 quinquies*), REG-13, REG-25, REG-26 (*modèle 26 bingo*); arrêté du 14 mai
2007, art. 66-1-2, 66-1-5, 66-1-7, 66-1-9 and 66-1-11.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from core.bingo.seance.planning import NOTICE_DAYS
from core.bingo.seance.state import Mode, Notice, Seance, Stage
from core.registers.columns import Column, Kind, Row
from core.rules import Role

if TYPE_CHECKING:
    from core.house import House

SEANCE = Column("seance", "Séance")
DAY = Column("date_jeu", "Date de jeu", Kind.DAY)
PARTIE = Column("partie", "Partie", Kind.COUNT)
BEFORE_ITS_DAY = (Stage.CREEE, Stage.PUBLIEE)
MACHINE = {Mode.SPHERE: "sphère", Mode.ELECTRONIQUE: "générateur"}

FILE = (
    SEANCE,
    DAY,
    Column("type", "Type"),
    Column("lieu", "Lieu"),
    Column("directeur_responsable", "Directeur responsable", Kind.PERSON),
    Column("mcd_designe", "Membre du comité désigné", Kind.PERSON),
    Column("directeur_seance", "Directeur de séance", Kind.PERSON),
    Column("animateur", "Animateur", Kind.PERSON),
    Column("caissier", "Caissier", Kind.PERSON),
    Column("mode_tirage", "Mode de tirage"),
    Column("appareil", "Appareil"),
    Column("element", "Élément"),
    Column("resultat", "Résultat"),
    Column("mesure", "Mesure"),
    Column("heure", "Heure", Kind.MOMENT),
    Column("testeur", "Testeur", Kind.PERSON),
    Column("tirage_a_blanc", "Tirage à blanc"),
    Column("tirage_debut", "Début du tirage à blanc", Kind.MOMENT),
    Column("cartons_etat_parfait", "Cartons en état parfait", Kind.YES),
    Column("signature_mcd", "Signature MCD", Kind.PERSON),
)

RETENTION = (
    DAY,
    SEANCE,
    Column("type", "Type"),
    Column("nb_parties", "Parties", Kind.COUNT),
    Column("total_ventes_c", "Total des ventes", Kind.MONEY),
    Column("retenue_theorique_c", "Retenue théorique", Kind.MONEY),
    Column("retenue_comptee_c", "Retenue comptée", Kind.MONEY),
    Column("ecart_c", "Écart", Kind.MONEY),
    Column("explication", "Explication"),
    Column("cumul_mois_c", "Cumul du mois", Kind.MONEY),
    Column("cumul_saison_c", "Cumul de la saison", Kind.MONEY),
    Column("caissier_signature", "Signature du caissier", Kind.PERSON),
    Column("certifie_par", "Certifié par", Kind.PERSON),
)

NOTICES = (
    Column("objet", "Objet"),
    Column("destinataire", "Destinataire"),
    Column("delai_legal", "Délai légal"),
    SEANCE,
    Column("date_seance", "Date de la séance", Kind.DAY),
    Column("envoye_le", "Envoyé le", Kind.DAY),
    Column("heure", "Heure", Kind.MOMENT),
    Column("moyen", "Moyen"),
    Column("pieces", "Empreinte des pièces"),
    Column("conforme", "Conforme", Kind.YES),
    Column("reponse", "Réponse"),
)

DECISIONS = (
    Column("heure", "Heure", Kind.MOMENT),
    SEANCE,
    Column("auteur", "Auteur", Kind.PERSON),
    Column("qualite", "Qualité"),
    Column("objet", "Objet"),
    Column("texte", "Texte"),
    Column("base", "Base"),
)

POLICE = "chef territorial de la police judiciaire"
ADDRESSEES = {
    "ORGANISATION": POLICE,
    "PERSONNEL": POLICE,
    "REGLEMENT_INTERIEUR": "ministère de l'intérieur",
    "MODIFICATION": POLICE,
    "ANNULATION": POLICE,
    "DERNIERE_HEURE": POLICE,
    "SUSPENSION": POLICE,
    "ARRET": POLICE,
    "RAPPORT": POLICE,
}
DELAYS = {
    "ORGANISATION": f"{NOTICE_DAYS} j",
    "PERSONNEL": f"{NOTICE_DAYS} j",
    "REGLEMENT_INTERIEUR": f"{NOTICE_DAYS} j",
    "MODIFICATION": "72 h",
    "ANNULATION": "72 h",
    "DERNIERE_HEURE": "plus brefs délais",
    "SUSPENSION": "immédiat",
    "ARRET": "immédiat",
    "RAPPORT": "sans délai",
}


def in_order(house: House) -> list[Seance]:
    """The *séances* whose day has begun, as they were held: one at a time, each on its own day.

    Of those called off, only the ones whose tests had begun (FOR-041).
    """
    held = [
        seance
        for seance in house.bingo.seances.values()
        if seance.stage not in BEFORE_ITS_DAY
        and (seance.stage is not Stage.ANNULEE or seance.equipment.tests)
    ]
    return sorted(held, key=lambda seance: (seance.day, seance.opened_at or "~", seance.number))


def signer(house: House, document: str, *roles: Role) -> str:
    """Who signed a completed document in one of these qualities, or any; empty while it is not."""
    digest = house.signatures.complete.get(document)
    for signature in house.signatures.given.get(document, ()):
        if signature.hash == digest and (not roles or signature.role in roles):
            return signature.person
    return ""


def session_file(house: House) -> Iterator[Row]:
    """REG-02: a line for each test, then one for the blank draw with its ninety numbers."""
    for seance in in_order(house):
        head, equipment = _head(house, seance), seance.equipment
        for element, test in equipment.tests.items():
            passed = "réussi" if test.passed else "échoué"
            yield _test(head, element, passed, test.measure, test.at, test.tester)
        if equipment.blank_draw_done:
            numbers = " ".join(map(str, equipment.blank))
            yield {
                **_test(head, "tirage_a_blanc", "réussi", "", equipment.blank_ended_at, ""),
                "tirage_a_blanc": numbers,
                "tirage_debut": equipment.blank_started_at,
                "created_by": seance.animateur,
            }


def _head(house: House, seance: Seance) -> Row:
    responsible = [
        person
        for person, roles in house.people.staff.items()
        if Role.DIRECTEUR_RESPONSABLE in roles
    ]
    return {
        "seance": seance.id,
        "date_jeu": seance.day,
        "type": seance.kind.value,
        "lieu": seance.lieu.value.lower(),
        "directeur_responsable": responsible[0] if responsible else "",
        "mcd_designe": seance.mcd,
        "directeur_seance": seance.directeur,
        "animateur": seance.animateur,
        "caissier": seance.count.cashier if seance.count else "",
        "mode_tirage": seance.mode.value.lower(),
        "appareil": MACHINE[seance.mode],
        "cartons_etat_parfait": seance.equipment.cartons_perfect,
        "signature_mcd": signer(house, f"essais:{seance.id}"),
        "tirage_a_blanc": "",
        "tirage_debut": "",
    }


def _test(head: Row, element: str, result: str, measure: str, at: str, tester: str) -> Row:
    return {
        **head,
        "element": element,
        "resultat": result,
        "mesure": measure,
        "heure": at,
        "testeur": tester,
        "created_at": at,
        "created_by": tester,
    }


def retention(house: House) -> Iterator[Row]:
    """REG-06: the retention due and counted; what a month and a season add up to (FOR-036)."""
    month: dict[str, int] = {}
    season: dict[int, int] = {}
    for seance in in_order(house):
        count, pools = seance.count, seance.forfait.pools
        if count is None:
            continue
        due_c = pools.retenue_c - seance.forfait.retention_returned_c if pools else 0
        month[seance.day[:7]] = month.get(seance.day[:7], 0) + count.counted_c
        season[seance.season] = season.get(seance.season, 0) + count.counted_c
        document = f"11quinquies:{seance.id}"
        yield {
            "date_jeu": seance.day,
            "seance": seance.id,
            "type": seance.kind.value,
            "nb_parties": len(seance.parties),
            "total_ventes_c": seance.forfait.base_c,
            "retenue_theorique_c": due_c,
            "retenue_comptee_c": count.counted_c,
            "ecart_c": count.counted_c - due_c,
            "explication": count.explanation,
            "cumul_mois_c": month[seance.day[:7]],
            "cumul_saison_c": season[seance.season],
            "caissier_signature": signer(house, document, Role.CAISSIER),
            "certifie_par": signer(house, document, Role.MCD, Role.DIRECTEUR_RESPONSABLE),
            "created_at": seance.closed_at or seance.day,
            "created_by": count.cashier,
        }


def notices(house: House) -> Iterator[Row]:
    """REG-13, in the order they were recorded. The journal line says who recorded each."""
    found = [
        (notice, seance) for seance in house.bingo.seances.values() for notice in seance.notices
    ]
    for notice, seance in sorted(found, key=lambda pair: pair[0].no):
        yield {
            "objet": notice.subject,
            "destinataire": ADDRESSEES.get(notice.subject, ""),
            "delai_legal": DELAYS.get(notice.subject, ""),
            "seance": seance.id,
            "date_seance": notice.day or seance.day,
            "envoye_le": notice.sent_on[:10],
            "heure": notice.sent_on if "T" in notice.sent_on else "",
            "moyen": notice.means,
            "pieces": notice.attachment,
            "conforme": _in_time(notice, seance),
            "reponse": "" if not notice.answered_on else ("refusé" if notice.refused else "validé"),
            "created_at": notice.sent_on,
            "created_by": notice.by,
        }


def _in_time(notice: Notice, seance: Seance) -> bool:
    """Seven calendar days ahead (D-42): sent on the 10th, the 17th is in time.

    Where the law counts hours it was judged when it was given.
    """
    if "T" in notice.sent_on:
        return notice.in_time
    ahead = date.fromisoformat(seance.day) - date.fromisoformat(notice.sent_on)
    return ahead.days >= NOTICE_DAYS


def decisions(house: House) -> Iterator[Row]:
    """REG-25: the sovereign decisions of the *directeur de séance* (FOR-008)."""
    for decision in house.bingo.decisions:
        yield {
            "heure": decision.at,
            "seance": decision.seance,
            "auteur": decision.author,
            "qualite": "directeur de séance",
            "objet": decision.subject,
            "texte": decision.text,
            "base": decision.base,
            "created_at": decision.at,
            "created_by": decision.author,
        }
