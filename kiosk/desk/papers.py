"""Papers of the counter: receipts exchanged or found again, prints that went wrong (FOR-016…020)."""

from __future__ import annotations

from typing import Any

from core.codes import Kind
from kiosk.desk import players
from kiosk.desk.modals import Choice
from kiosk.desk.scans import Scan
from kiosk.desk.talk import Left, Talk, french_day, label
from ui.devices import cause_in_words
from ui.modals import Field

TROUBLED = ("DOUBTFUL", "FAILED", "STARTED", "WAITING")


async def exchange(talk: Talk, scan: Scan | None = None) -> None:
    """A receipt for its cartons; it is personal, so the holder is looked at (FOR-051)."""
    papers = (Kind.RECEPISSE,)
    row, code = await players.shown(talk, "Échanger un récépissé", ("PAYE",), papers, scan)
    number, name = row["number"], row.get("person_name", "")
    await talk.sure(
        f"Est-ce bien {name} ?",
        note=f"Récépissé n° {number}, {row['count']} forfait(s). Il est personnel."
        + ("" if code else "\nSans le papier : s'il est perdu, réimprimez-le d'abord (D)."),
    )
    result = await talk.order("ExchangeReceipt", number=number, person=row["person"], code=code)
    if result.get("blocked"):
        talk.app.refuse("BLOQUE_EXCLUSION", {"number": number})
        return
    start = result["from_partie"]
    late = f" à partir de la partie {start}" if start > 1 else ""
    talk.say(f"{name} : cartons {result['first']} à {result['last']}{late}. Ils s'impriment.")


async def lost_receipt(talk: Talk) -> None:
    """Found by name, printed again as DUPLICATA: the older copy is worth nothing any more."""
    row = await players.bulletin(talk, "Récépissé perdu", ("PAYE", "ECHANGE"), ())
    number, name = row["number"], row.get("person_name", "")
    jobs = await talk.rows("jobs", kind="recepisse", ref=str(number), state="DONE")
    if not jobs:
        talk.care(f"Le récépissé n° {number} n'est pas encore sorti : voyez les impressions (J).")
        return
    await talk.sure(
        f"Réimprimer le récépissé n° {number} de {name} ?",
        note="L'exemplaire perdu ne vaudra plus rien.",
        yes="Réimprimer",
    )
    await talk.order("Reprint", job=jobs[0]["job"])
    talk.say(f"DUPLICATA du récépissé n° {number} : il s'imprime.")


async def reprint_cartons(talk: Talk) -> None:
    """One forfait's cartons of one *partie* once more, marked DUPLICATA (BIN-046)."""
    row = await players.bulletin(talk, "Réimprimer des cartons", ("ECHANGE",), (Kind.RECEPISSE,))

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order("ReprintCartons", number=row["number"], **said)

    await talk.form(
        f"Cartons de {row.get('person_name', '')}",
        (
            Field("forfait", f"Forfait (1 à {row['count']})", "number", "1", least=1, most=50),
            Field("partie", "Partie", "number", least=1, most=99),
        ),
        ordered,
        note="Deux papiers d'un même numéro font un litige : reprenez l'ancien.",
    )
    talk.say("DUPLICATA des cartons : il s'imprime.")


async def prints(talk: Talk) -> None:
    """Prints that are not sure: somebody looks at the paper and decides (PRT-009)."""
    rows = [row for state in TROUBLED for row in await talk.rows("jobs", state=state)]
    job = await talk.choose(
        "Impressions en cours et douteuses",
        [Choice(row, _job_line(row)) for row in rows],
        empty="Tout est imprimé.",
    )
    if job["state"] != "DOUBTFUL":
        cause = cause_in_words(job["cause"]) if job["cause"] else "elle attend son tour"
        talk.care(f"{_paper(job)} : {cause}. Elle partira d'elle-même.")
        return
    printed = await talk.choose(
        f"{_paper(job)} : regardez l'imprimante",
        (
            Choice(True, "Le papier est là, entier et lisible"),
            Choice(False, "Il manque ou il est abîmé : imprimer un DUPLICATA"),
        ),
        note=f"Douteuse : {cause_in_words(job['cause'])}.",
    )
    await talk.order("ResolvePrint", job=job["job"], printed=printed)
    talk.say("Noté." if printed else "Un DUPLICATA s'imprime à ce poste.")


def _paper(job: dict[str, Any]) -> str:
    copy = f" DUPLICATA {job['copy']}" if job["copy"] else ""
    return f"{label('paper', job['kind'])} {job['ref']}{copy}"


def _job_line(job: dict[str, Any]) -> str:
    cause = f" ({cause_in_words(job['cause'])})" if job["cause"] else ""
    return (
        f"n° {job['job']:<4} {_paper(job)}   {label('job', job['state'])}{cause}   {job['station']}"
    )


async def ticket(talk: Talk) -> None:
    """The closing ticket of a *séance* that is closed."""
    closed = [one for one in talk.desk.seances if one.stage == "FERMEE"]
    if not closed:
        talk.care("Aucune séance n'est fermée.")
        raise Left
    seance = await talk.choose(
        "Ticket de clôture",
        [Choice(one.id, f"{one.id} du {french_day(one.day)}") for one in closed],
    )
    await talk.order("RequestPaper", kind="ticket", ref=seance)
    talk.say(f"Le ticket de clôture de la séance {seance} s'imprime.")
