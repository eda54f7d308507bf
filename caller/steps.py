"""What the animateur does next: one sentence, one key (BIN-072). Pure: a view in, a step out.

The console's big line and its Space bar both read this. Whose turn it is when it is not the
animateur's is said too: a member of the committee and the cashier work at the desk.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from assets.words import words
from caller import trials
from core.bingo.forfait.state import Registrations
from core.bingo.partie.state import BALLS, Combination, Phase, Verdict
from core.bingo.seance.state import Mode, Stage
from core.views.board import ShownPartie
from core.views.caller import Caller


class Wants(StrEnum):
    """What typed figures mean now, and a scan with them."""

    NOTHING = ""
    SEANCE = "séance"
    BLANK = "boule d'essai"
    BALL = "boule"
    PUBLIC = "numéro du public"
    CARTON = "carton"
    RECOVER = "carton gagnant"


@dataclass(frozen=True)
class Step:
    """`order` is what Space gives, empty when it is somebody else's turn."""

    title: str
    sentence: str
    label: str = ""
    order: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    wants: Wants = Wants.NOTHING
    big: int | None = None
    """A number typed and not confirmed, to be shown in large (BIN-002)."""
    alarm: bool = False


def step(view: Caller, cursor: int | None = None) -> Step:
    """The next thing. `cursor` is the line of the check list that the animateur has chosen."""
    said = _unheard(view)
    if said is not None:
        return said
    seance, partie = view.board.seance, view.board.partie
    if seance is None:
        return _no_seance(view)
    if seance.stage is Stage.EN_TEST:
        return _testing(view, cursor)
    if seance.stage is Stage.SUSPENDUE:
        return Step(
            "Séance suspendue",
            "Le directeur de séance reprend ou arrête la séance, au guichet.",
            alarm=True,
        )
    if seance.stage is not Stage.OUVERTE and seance.stopped:
        return Step("Séance arrêtée", "Les récépissés sont remboursés à la caisse du bingo.")
    if seance.stage is not Stage.OUVERTE:
        return Step("Clôture de la séance", "Le reste se fait au guichet : comptage, signatures.")
    if view.board.break_until_ms is not None:
        return Step("Pause", "Espace met fin à la pause.", "Fin de pause", "EndBreak")
    if partie is None or partie.phase in (Phase.VALIDEE, Phase.ANNULEE):
        return _between(view, partie)
    return _in_partie(view, partie)


def mute(view: Caller) -> bool:
    """Nobody hears the loudspeaker: the animateur speaks for it (GEN-018)."""
    return bool(view.fault) or not view.voices


def _unheard(view: Caller) -> Step | None:
    if not view.waiting or not mute(view):
        return None
    text = " ".join(one.text for one in view.waiting)
    last = {"announcement": view.waiting[-1].announcement}
    partie = view.board.partie
    checking = partie is not None and (partie.phase.checking or partie.phase.waiting)
    where = f" - {words('fr').label(f'phase.{partie.phase}')}" if partie is not None else ""
    return Step(
        f"À dire de vive voix{where}",
        f"« {text} »",
        "C'est dit",
        "ConfirmSpokenAloud",
        last,
        Wants.CARTON if checking else Wants.NOTHING,
        alarm=True,
    )


def _no_seance(view: Caller) -> Step:
    if not view.today:
        return Step("Aucune séance en cours", "Une séance se prépare et se publie au guichet.")
    if len(view.today) == 1:
        sentence = f"Espace commence les essais de la séance {view.today[0]}."
        return Step(
            "Séance du jour", sentence, "Essais", "StartTests", {"seance": view.today[0]},
            Wants.NOTHING,
        )  # fmt: skip
    listed = ", ".join(f"{n} pour {name}" for n, name in enumerate(view.today, 1))
    return Step("Séances du jour", f"Tapez {listed}, puis Entrée.", wants=Wants.SEANCE)


def _testing(view: Caller, cursor: int | None) -> Step:
    assert view.tests is not None
    mode = view.board.seance.mode if view.board.seance else Mode.ELECTRONIQUE
    return _of_trial(trials.task(view.tests, mode, cursor))


def _of_trial(task: trials.Task) -> Step:
    wants = Wants.BLANK if task.types else Wants.NOTHING
    return Step("Essais du matériel", task.sentence, task.label, task.order, task.fields, wants)


def _between(view: Caller, partie: ShownPartie | None) -> Step:
    seance = view.board.seance
    assert seance is not None
    if seance.registrations is not Registrations.ANNONCEES:
        return _before_first(seance.registrations, seance.sold, seance.exchanged)
    if partie is not None and partie.phase is Phase.ANNULEE:
        sentence = "Un membre du comité décide, au guichet, de la rejouer."
        return Step(f"Partie {partie.n} annulée", sentence, "Partie", "PreparePartie", alarm=True)
    n = partie.n + 1 if partie is not None else 1
    if n > seance.parties:
        return Step("Toutes les parties sont jouées", "La séance se clôt au guichet.")
    sphere = " Les 90 boules sont dans la sphère." if seance.mode == Mode.SPHERE else ""
    return Step(
        f"Partie {n} sur {seance.parties}",
        f"Espace prépare la partie {n}.{sphere}",
        "Préparer",
        "PreparePartie",
    )


def _before_first(state: Registrations, sold: int, exchanged: int) -> Step:
    if state is Registrations.LOTS_ALLOUES:
        sentence = "Espace annonce la séance : forfaits vendus, parties, lots."
        return Step("Lots répartis", sentence, "Annoncer", "AnnounceSeance")
    if state is Registrations.CLOSES:
        sentence = "Le caissier répartit les lots, au guichet."
        return Step("Inscriptions closes", sentence, "Annoncer", "AnnounceSeance")
    counted = f"{sold} forfaits vendus, {exchanged} échangés."
    sentence = f"{counted} Le directeur de séance clôt les inscriptions, au guichet."
    return Step("Inscriptions et échange", sentence, "Annoncer", "AnnounceSeance")


def _in_partie(view: Caller, partie: ShownPartie) -> Step:
    seance = view.board.seance
    parties = seance.parties if seance else 0
    title = f"Partie {partie.n} sur {parties} - {words('fr').label(f'phase.{partie.phase}')}"
    if view.shouts and (heard := _heard(view, partie, title)) is not None:
        return heard
    if partie.phase.drawing:
        return _drawing(view, partie, title)
    if partie.phase.checking:
        return _checking(view, title)
    if partie.phase.waiting:
        return _waiting(view, partie, title)
    return PHASES[partie.phase](view, partie, title)


def _heard(view: Caller, partie: ShownPartie, title: str) -> Step | None:
    """In a rehearsal the room is simulated: its shouts are read here, its cartons lie at hand."""
    serial, word = view.shouts[0]
    cry = f"ON CRIE « {word.upper()} ! » carton {serial}"
    if partie.phase.checking:
        fields = {"text": serial, "word": word}
        sentence = f"{cry} : Espace le vérifie."
        return Step(title, sentence, "Vérifier", "VerifyCarton", fields, Wants.CARTON)
    order = "NewClaim" if partie.phase.waiting else "StopDraw"
    if not (partie.phase.drawing or partie.phase.waiting) or view.actions[order].why:
        return None
    return Step(title, f"{cry} : Espace arrête tout.", "STOP", order, {"word": word}, alarm=True)


def _prepared(view: Caller, partie: ShownPartie, title: str) -> Step:
    if not view.actions["AnnounceLots"].why or partie.typed is not None:
        return Step(title, "Espace annonce les lots.", "Annoncer les lots", "AnnounceLots")
    return Step(
        f"Partie {partie.n}", f"Espace prépare la partie {partie.n}.", "Préparer", "PreparePartie"
    )


def _lots_announced(view: Caller, partie: ShownPartie, title: str) -> Step:
    sphere = view.board.seance is not None and view.board.seance.mode == Mode.SPHERE
    if not partie.frozen:
        sentence = "Espace clôt la remise des cartons de cette partie."
        return Step(title, sentence, "Clore la remise", "FreezePartie")
    if partie.public or sphere:
        return Step(title, "Espace commence le tirage.", "Commencer le tirage", "StartDraw")
    if partie.typed is None:
        sentence = "« Un numéro, s'il vous plaît » : tapez le numéro donné par le public."
        return Step(title, sentence, "Numéro", wants=Wants.PUBLIC)
    return Step(
        title,
        f"Numéro du public : {partie.typed}. Entrée confirme, Échap efface.",
        "Confirmer",
        "GivePublicNumber",
        {"number": partie.typed, "confirmed": True},
        Wants.PUBLIC,
        big=partie.typed,
    )


def _drawing(view: Caller, partie: ShownPartie, title: str) -> Step:
    rank = len(partie.balls)
    if not view.boards:
        sentence = "AUCUN TABLEAU EN LIGNE : demandez la suspension au membre du comité."
        return Step(title, sentence, "Tirer", "DrawBall", alarm=True)
    if rank == BALLS:
        if partie.last_call_ms is None:
            sentence = "Les 90 numéros sont sortis : Espace fait le dernier appel."
            return Step(title, sentence, "Dernier appel", "LastCall")
        sentence = "Dernier appel fait. Personne ? Un membre du comité clôt, au guichet."
        return Step(title, sentence, alarm=True)
    if view.board.seance is not None and view.board.seance.mode == Mode.SPHERE:
        if partie.typed is None:
            sentence = f"Boule {rank + 1} : tapez son numéro, puis Entrée."
            return Step(title, sentence, "Tirer", wants=Wants.BALL)
        sentence = f"BOULE {partie.typed} ? Entrée l'affiche, Échap l'efface."
        fields = {"number": partie.typed}
        return Step(
            title, sentence, "Afficher", "DrawBall", fields, Wants.BALL, big=partie.typed
        )  # fmt: skip
    return Step(title, f"Espace tire la boule {rank + 1}.", "Tirer", "DrawBall")


def valid(view: Caller) -> bool:
    """Whether a carton of this stop wins what is open."""
    partie = view.board.partie
    if partie is None:
        return False
    counted = {Combination.BINGO} if partie.quine.closed else set(Combination)
    return any(
        claim.verdict is Verdict.VALIDE and claim.combination in counted for claim in view.claims
    )


def _checking(view: Caller, title: str) -> Step:
    more = f" ({view.claims_waiting} à vérifier)" if view.claims_waiting > 1 else ""
    if view.claims_waiting or not view.claims:
        sentence = f"Scannez le carton, ou tapez son numéro.{more}"
        return Step(title, sentence, "Vérifier", wants=Wants.CARTON)
    if valid(view):
        partie = view.board.partie
        quine = partie is not None and not partie.quine.closed
        asked = "une autre quine" if quine else "un autre bingo"
        sentence = f"GAGNANT. Espace demande : « Y a-t-il {asked} ? »"
        return Step(title, sentence, "Autre gagnant ?", "AskForOthers", wants=Wants.CARTON)
    sentence = "Pas de gagnant : Espace reprend le tirage, ou présentez un autre carton."
    return Step(title, sentence, "Le jeu continue", "RejectClaim", wants=Wants.CARTON)


def _waiting(view: Caller, partie: ShownPartie, title: str) -> Step:
    name = "le bingo" if partie.quine.closed else "la quine"
    order = "CloseBingo" if partie.quine.closed else "CloseQuine"
    sentence = f"Personne d'autre ? Espace clôt {name}. Un autre crie : S."
    return Step(title, sentence, f"Clore {name}", order, wants=Wants.CARTON)


def _finished(view: Caller, partie: ShownPartie, title: str) -> Step:
    if view.to_recover:
        sentence = f"Scannez les cartons gagnants à récupérer : {', '.join(view.to_recover)}."
        return Step(title, sentence, "Récupérer", wants=Wants.RECOVER)
    return Step(title, "Le caissier valide la partie, au guichet.", "Préparer", "PreparePartie")


def _suspended(view: Caller, partie: ShownPartie, title: str) -> Step:
    sentence = "Un membre du comité reprend ou annule la partie, au guichet."
    return Step(title, sentence, "Tirer", "DrawBall", alarm=True)


PHASES = {
    Phase.LOTS_CALCULES: _prepared,
    Phase.LOTS_ANNONCES: _lots_announced,
    Phase.TERMINEE: _finished,
    Phase.SUSPENDUE: _suspended,
}
