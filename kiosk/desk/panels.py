"""What stands beside the menu: the evening, the till, what waits for this person's hand. Text only."""

from __future__ import annotations

from collections.abc import Iterator

from core.views.board import ShownPartie
from core.views.desk import Desk, DeskSeance
from kiosk.desk.closing import to_sign_line
from kiosk.desk.interruption import due_line
from kiosk.desk.talk import euros, french_day, label
from kiosk.desk.tasks import Task
from ui.devices import cause_in_words

SHOWN_INCIDENTS, SHOWN_SEANCES = 3, 4
OVER = ("FERMEE", "ANNULEE")
SUSPECT = {
    "RECEPISSE_NON_AUTHENTIQUE": "récépissé falsifié",
    "RECEPISSE_REMPLACE": "récépissé remplacé",
    "DEJA_ECHANGE": "récépissé déjà échangé",
    "BON_NON_AUTHENTIQUE": "bon falsifié",
    "BON_REMPLACE": "bon remplacé",
}
SHOWN_REFUNDS = 50  # as many as a view tells


def evening(desk: Desk, now_ms: int, notices: bool = False) -> list[str]:
    """The *séance* in course; without one, those to come, with their notices if wanted."""
    current = desk.board.seance
    if current is None:
        coming = [one for one in desk.seances if one.stage not in OVER][:SHOWN_SEANCES]
        lines = [line for one in coming for line in _seance(one, notices)]
        return [*(lines or ["Aucune séance planifiée."]), *_counts(desk)]
    lines = [
        f"{current.id}   {french_day(current.day)} {current.time}"
        f"   {label('stage', current.stage)}",
        f"Inscriptions {label('registrations', current.registrations)}",
        *_counts(desk),
        f"Comité : {current.mcd or 'à désigner'}",
        f"Directeur de séance : {current.directeur or 'à désigner'}",
    ]
    if desk.board.partie is not None:
        lines += _partie(desk.board.partie)
    if desk.board.resume_before_ms is not None:
        lines.append(
            f"▲ SUSPENDUE, reste {_left(desk.board.resume_before_ms - now_ms)} pour reprendre"
        )
    if desk.board.break_until_ms is not None:
        lines.append(f"Pause, encore {_left(desk.board.break_until_ms - now_ms)}")
    return lines


def _seance(one: DeskSeance, notices: bool) -> Iterator[str]:
    yield f"{one.id}   {french_day(one.day)} {one.time}   {label('stage', one.stage)}"
    yield f"    inscriptions {label('registrations', one.registrations)}"
    if notices:
        yield f"    comité : {one.mcd or 'à désigner'}, directeur : {one.directeur or 'à désigner'}"
        for sent in one.notices:
            subject, _, day = sent.partition(" ")
            yield f"    avis « {label('notice', subject)} » du {french_day(day)}"


def _counts(desk: Desk) -> list[str]:
    return [
        f"Bulletins : {desk.preregistered} à vérifier, {desk.validated} à payer",
        f"Récépissés : {desk.paid} à échanger, {desk.exchanged} échangés",
    ]


def _partie(partie: ShownPartie) -> Iterator[str]:
    balls = len(partie.balls)
    drawn = f", {balls} boule{'s' if balls > 1 else ''}" if balls else ""
    yield f"Partie {partie.n} : {label('phase', partie.phase)}{drawn}"


def _left(ms: int) -> str:
    minutes, seconds = divmod(max(0, ms) // 1_000, 60)
    return f"{minutes}:{seconds:02d}"


def till(desk: Desk) -> list[str]:
    """What should lie in the till of this post."""
    if desk.till is None:
        return ["Aucune caisse ouverte à ce poste."]
    return [
        f"{desk.till.cashier}",
        f"fonds {euros(desk.till.float_c)}",
        f"+ {euros(desk.till.received_c)}   - {euros(desk.till.paid_c)}",
        f"ATTENDU {euros(desk.till.expected_c)}",
    ]


def waiting(desk: Desk, tasks: tuple[Task, ...], printer: bool) -> list[str]:
    """What this person can do something about, each with its key."""
    keys = {task.id: task.key.upper() for task in tasks}
    found = [*_decisions(desk, keys), *_papers(desk, keys, printer)]
    if "recover" in keys and desk.to_recover:
        serials = ", ".join(desk.to_recover)
        found.append(f"[{keys['recover']}] carton(s) gagnant(s) à récupérer : {serials}")
    payable = [one for one in desk.vouchers if one.payable]
    if "pay" in keys and payable:
        total_c = sum(one.amount_c for one in payable)
        found.append(f"[{keys['pay']}] {len(payable)} gain(s) à payer : {euros(total_c)}")
    if "sign" in keys:
        unsigned = [one for one in desk.to_sign if not one.complete]
        found += [f"[{keys['sign']}] à signer : {to_sign_line(one)}" for one in unsigned]
    if "validate" in keys and desk.preregistered:
        found.append(f"[{keys['validate']}] {desk.preregistered} identité(s) à vérifier")
    if "cagnotte" in keys and desk.cagnotte_c is not None:
        found.append(f"[{keys['cagnotte']}] cagnotte : {euros(desk.cagnotte_c)}")
    return found or [_whose_turn(desk)]


def _whose_turn(desk: Desk) -> str:
    """Nothing waits here; while the evening goes on, it is for the animateur to go on."""
    seance = desk.board.seance
    if seance is not None and seance.stage in ("EN_TEST", "OUVERTE"):
        return "Rien n'attend ici : la suite est à la console de l'animateur."
    return "Rien n'attend."


def _decisions(desk: Desk, keys: dict[str, str]) -> Iterator[str]:
    """What the law wants at once; a red square stands first until it is done (FOR-041, FOR-046)."""
    if "inform" in keys:
        yield from (f"■ [{keys['inform']}] À PRÉVENIR : {due_line(one)}" for one in desk.due)
    seance = desk.board.seance
    if "resume_seance" in keys and seance is not None and seance.stage == "SUSPENDUE":
        resume, stop = keys["resume_seance"], keys["stop_seance"]
        yield f"▲ séance suspendue : reprendre [{resume}] ou arrêter [{stop}]"
    if desk.suspicions:
        said = dict.fromkeys(SUSPECT.get(code, code) for code in desk.suspicions)
        yield f"▲ {len(desk.suspicions)} papier(s) suspect(s) : {', '.join(said)}"
    if "refund" in keys and desk.refunds:
        total_c = sum(one.amount_c for one in desk.refunds)
        more = " ou plus" if len(desk.refunds) == SHOWN_REFUNDS else ""
        yield f"[{keys['refund']}] {len(desk.refunds)} remboursement(s){more} : {euros(total_c)}"


def _papers(desk: Desk, keys: dict[str, str], printer: bool) -> Iterator[str]:
    key = f"[{keys['prints']}] " if "prints" in keys else ""
    if desk.jobs and not printer:
        yield f"▲ {len(desk.jobs)} papier(s) attendent : ce poste n'a pas d'imprimante (--printer)"
        return
    for job in desk.jobs:
        if job.state == "DOUBTFUL":
            yield f"{key}▲ papier douteux, {label('paper', job.kind)} {job.ref} : à regarder"
    stuck = next((job for job in desk.jobs if job.state == "FAILED"), None)
    if stuck is not None:
        yield f"▲ IMPRIMANTE : {cause_in_words(stuck.cause)}, {len(desk.jobs)} papier(s) attendent"


def sealed(desk: Desk) -> list[str]:
    """Lots of *parties* to come, for those who may read them (FOR-026)."""
    if not desk.quine_c:
        return []
    return [
        f"Lots scellés   partie {n} : quine {euros(quine_c)}, bingo {euros(bingo_c)}"
        for n, (quine_c, bingo_c) in enumerate(zip(desk.quine_c, desk.bingo_c, strict=True), 1)
    ]


def incidents(desk: Desk) -> list[str]:
    """The last ones, newest first."""
    return [
        f"{one.at[11:16]}  {label('incident', one.nature)} : {one.text}"
        for one in reversed(desk.incidents[-SHOWN_INCIDENTS:])
    ]
