"""Before the evening: plan, notify, publish, appoint, register, open (FOR-001 to FOR-010, BIN-015)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from core.bingo.seance.planning import ANNEXE_CHECKS
from core.money import written
from core.views.desk import DeskSeance
from kiosk.desk.modals import Choice
from kiosk.desk.talk import DayField, Left, Talk, TextField, euros, french_day, label
from ui.modals import Field

LEAD = timedelta(days=15)  # enough for the seven days' notice
TIME, CARTONS_C, DROITS_C, CARTONS, PARTIES, CAPACITY = "20:30", 24_00, 6_00, 3, 8, 120


async def plan(talk: Talk) -> None:
    """A forfait *séance* with what it costs and gives (FOR-010, FOR-011)."""
    annexe = await talk.choose(
        "Planifier une séance : où ?",
        (Choice(False, "Salle de jeux"), Choice(True, "Local annexe")),
    )
    if annexe:
        wanted = "vidéosurveillance, contrôle des accès, armoire fermée"
        await talk.sure("Le local annexe est-il équipé ?", note=f"Il faut : {wanted}.")
    sphere = await talk.choose(
        "Planifier une séance : quel tirage ?",
        (Choice(False, "Tirage électronique"), Choice(True, "Sphère, boules tapées")),
    )

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        cartons_c, droits_c = said.pop("part_cartons_c"), said.pop("droits_c")
        day, time = said.pop("day"), said.pop("time")
        return await talk.app.hall.order(
            "PlanSeance",
            day=day,
            time=time,
            terms={
                "prix_c": cartons_c + droits_c,
                "part_cartons_c": cartons_c,
                "droits_c": droits_c,
                **said,
            },
            lieu="ANNEXE" if annexe else "SALLE",
            lieu_checks=ANNEXE_CHECKS if annexe else (),
            mode="SPHERE" if sphere else "ELECTRONIQUE",
        )

    _, result = await talk.form("Planifier une séance", _terms(talk), ordered)
    talk.say(f"Séance {result['seance']} planifiée : envoyez les avis, puis publiez-la.")


def _terms(talk: Talk) -> Sequence[Field]:
    return (
        DayField("day", "Jour", value=f"{talk.today + LEAD:%d/%m/%Y}"),
        TextField("time", "Heure", value=TIME),
        Field("part_cartons_c", "Part cartons du forfait", "amount", written(CARTONS_C)),
        Field("droits_c", "Droits d'inscription", "amount", written(DROITS_C)),
        Field("cartons", "Cartons par partie", "number", str(CARTONS), least=1, most=99),
        Field("parties", "Nombre de parties", "number", str(PARTIES), least=2, most=99),
        Field("capacity", "Forfaits au plus", "number", str(CAPACITY), least=1, most=300_000),
    )


async def which(talk: Talk, title: str, *stages: str, registrations: str = "") -> DeskSeance:
    """The *séance* an order is about; the only one that fits is not asked for."""
    fitting = [
        one
        for one in talk.desk.seances
        if one.stage in stages and registrations in ("", one.registrations)
    ]
    if not fitting:
        talk.care("Aucune séance n'est dans cet état.")
        raise Left
    if len(fitting) == 1:
        return fitting[0]
    chosen: DeskSeance = await talk.choose(
        title, [Choice(one, seance_line(one)) for one in fitting]
    )
    return chosen


def seance_line(one: DeskSeance) -> str:
    """« 2025-001   20/06/2026 20:30   publiée »."""
    return f"{one.id}   {french_day(one.day)} {one.time}   {label('stage', one.stage)}"


def named(one: DeskSeance) -> str:
    """As it is called in a question."""
    return f"séance {one.id} du {french_day(one.day)} à {one.time}"


async def notice(talk: Talk) -> None:
    """A notice to an authority, by its day of sending (FOR-004, FOR-005)."""
    seance = await which(talk, "Avis pour quelle séance ?", "CREEE", "PUBLIEE", "EN_TEST")
    subject = await talk.choose(
        "Quel avis ?",
        [
            Choice(code, label("notice", code).capitalize())
            for code in ("ORGANISATION", "REGLEMENT_INTERIEUR", "PERSONNEL")
        ],
        note="Sept jours au moins avant la séance.",
    )

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order("RecordNotice", seance=seance.id, subject=subject, **said)

    await talk.form(
        f"Avis « {label('notice', subject)} », {named(seance)}",
        (
            DayField("sent_on", "Envoyé le", value=f"{talk.today:%d/%m/%Y}"),
            TextField("means", "Moyen", value="courrier recommandé"),
            TextField("attachment", "Empreinte de la pièce jointe (SHA-256)", required=False),
        ),
        ordered,
    )
    talk.say(f"Avis noté pour la séance {seance.id}.")


async def publish(talk: Talk) -> None:
    """Once the notice has gone out in time."""
    seance = await which(talk, "Publier quelle séance ?", "CREEE")
    await talk.sure(f"Publier la {named(seance)} ?", yes="Publier")
    await talk.order("PublishSeance", seance=seance.id)
    talk.say(f"Séance {seance.id} publiée.")


async def appoint_mcd(talk: Talk) -> None:
    """The member of the committee who answers for the evening (BIN-015)."""
    await _appoint(talk, "AppointMCD", "membre du comité de direction")


async def appoint_directeur(talk: Talk) -> None:
    """The head of the evening (FOR-007)."""
    await _appoint(talk, "AppointDirecteur", "directeur de séance")


async def _appoint(talk: Talk, order: str, quality: str) -> None:
    stages = ("CREEE", "PUBLIEE", "EN_TEST", "OUVERTE")
    seance = await which(talk, f"Désigner le {quality} de quelle séance ?", *stages)
    rows = await talk.rows("staff", role="MCD")
    person = await talk.choose(
        f"Désigner le {quality}",
        [Choice(row["person"], row.get("person_name", row["person"])) for row in rows],
        note=named(seance).capitalize(),
    )
    await talk.order(order, seance=seance.id, person=person)
    talk.say(f"{quality.capitalize()} désigné pour la séance {seance.id}.")


async def open_registrations(talk: Talk) -> None:
    """The allocation's seed is committed to first: no lot can be chosen after the sale."""
    seance = await which(talk, "Ouvrir les inscriptions de ?", "PUBLIEE", registrations="FERMEES")
    await talk.sure(f"Ouvrir les inscriptions de la {named(seance)} ?", yes="Ouvrir")
    await talk.order("OpenRegistrations", seance=seance.id)
    talk.say(f"Inscriptions ouvertes pour la séance {seance.id}.")


async def open_seance(talk: Talk) -> None:
    """Tests signed, member present: the evening begins (SM-01)."""
    await talk.sure("Ouvrir la séance ?", note="Les essais sont signés, le public peut entrer.")
    await talk.order("OpenSeance")
    talk.say("La séance est ouverte.")


async def abandon(talk: Talk) -> None:
    """Tests that failed, and nothing sold (BIN-016)."""

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order("AbandonSeance", **said)

    await talk.form("Abandonner la séance en essais", (TextField("reason", "Motif"),), ordered)
    talk.say("Séance abandonnée.")


async def open_exchange(talk: Talk) -> None:
    """The series are made and every draw committed to (design §10, 4)."""
    await talk.sure(
        "Ouvrir l'échange des récépissés ?",
        note="Les séries de cartons sont créées, tous les tirages sont engagés.",
        yes="Ouvrir",
    )
    await talk.order("OpenExchange")
    talk.say("L'échange est ouvert.")


async def close_registrations(talk: Talk) -> None:
    """The number sold is frozen before any lot is computed (FOR-021)."""
    seance = await which(talk, "Clore les inscriptions de ?", "OUVERTE", registrations="OUVERTES")
    await talk.sure(
        f"Clore les inscriptions ? {seance.sold} forfait(s) vendu(s).",
        note="Rien ne se vend plus après.",
        yes="Clore",
    )
    result = await talk.order("CloseRegistrations", seance=seance.id)
    talk.say(f"Inscriptions closes : {result['sold']} forfaits vendus.")


async def allocate(talk: Talk) -> None:
    """Drawn once and sealed (FOR-025, FOR-026)."""
    await talk.sure("Répartir les lots au hasard ?", note="Une seule fois, puis scellé.")
    result = await talk.order("AllocateLots")
    talk.say(f"Lots répartis et scellés ({result['seal'][:8]}).")
    if result.get("thin"):
        talk.care("Lots très petits : prévenez le directeur de séance.")


async def contribute(talk: Talk) -> None:
    """What organisers add to a lot (FOR-033)."""
    combination = await talk.choose(
        "Ajouter à quel lot ?", (Choice("quine", "Quine"), Choice("bingo", "Bingo"))
    )

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        cash_c, value_c = said.pop("cash_c") or 0, said.pop("value_c") or 0
        return await talk.app.hall.order(
            "AddContribution", combination=combination, cash_c=cash_c, value_c=value_c, **said
        )

    _, result = await talk.form(
        f"Participation de l'organisateur au lot « {combination} »",
        (
            Field("partie", "Partie", "number", least=1, most=99),
            Field("cash_c", "Somme", "amount", required=False),
            TextField("object", "ou objet", required=False),
            Field("value_c", "Valeur déclarée de l'objet", "amount", required=False),
        ),
        ordered,
    )
    talk.say(f"Ajouté. Participation totale de la séance : {euros(result['total_c'])}.")
