"""Every task of the desk: its key, whose function it is, what it orders, and why not now.

A person sees the tasks of his functions only; the view's own reasons grey them (DSP-012, DSP-014).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from core.rules import (
    AUDITEUR,
    CAISSIER,
    CONTROLE_ENTREE,
    DIRECTEUR_RESPONSABLE,
    DIRECTEUR_SEANCE,
    INSCRIPTION,
    MCD,
    Powers,
    Role,
)
from core.views.desk import Desk
from kiosk.desk import (
    books,
    changes,
    closing,
    course,
    house,
    interruption,
    money,
    papers,
    participants,
    players,
    refunds,
    seances,
    winners,
)
from kiosk.desk.talk import Talk

STAFF = CAISSIER | INSCRIPTION | CONTROLE_ENTREE
AUTHORITY = MCD | DIRECTEUR_SEANCE
KEEPERS = MCD | frozenset({Role.TECHNICIEN})
DIRECTION = AUDITEUR | AUTHORITY | DIRECTEUR_RESPONSABLE
READERS = AUDITEUR | AUTHORITY | CAISSIER | INSCRIPTION
EVERYBODY = frozenset(Role)

# Refusals of the view's example that say nothing of the next customer: the person picks another.
OF_THE_EXAMPLE = frozenset(
    {
        *("BULLETIN_INCONNU", "BULLETIN_DANS_UN_AUTRE_ETAT", "SEANCE_COMPLETE"),
        *("OFFRE_INCONNUE", "INSCRIPTIONS_CLOSES", "INSCRIPTIONS_DANS_UN_AUTRE_ETAT"),
        *("SEANCE_INCONNUE", "SEANCE_DANS_UN_AUTRE_ETAT", "PREAVIS_DE_SEPT_JOURS"),
        *("ANNEXE_INCOMPLETE", "PAS_MEMBRE_DU_COMITE", "MCD_ABSENT"),
        *("BON_INCONNU", "DEJA_PAYE", "BON_REMPLACE", "CAISSE_INSUFFISANTE"),
        *("PARTIE_NON_VALIDEE", "INTERDIT_DE_JEU", "ECART_A_EXPLIQUER"),
        *("RECEPISSE_D_UNE_AUTRE_SEANCE", "RECEPISSE_REMPLACE", "RECEPISSE_PERSONNEL"),
        *("CARTON_D_UNE_AUTRE_PARTIE", "CARTON_NON_GAGNANT", "SIGNATURE_QR_INVALIDE"),
        *("DEJA_EXPULSE", "NON_EXPULSE", "EXPULSION_DEFINITIVE", "DEJA_ACCORDE"),
        *("RECEPISSE_NON_PAYE", "DEJA_ECHANGE", "DEJA_REMBOURSE", "CARTONS_NON_REMIS"),
    }
)


class Group(Enum):
    """The headings of the menu."""

    COUNTER = "Comptoir"
    WINS = "Gains"
    TILL = "Caisse"
    EVENING = "Séance"
    PARTIE = "Partie"
    CLOSING = "Clôture"
    BOOKS = "Registres et poste"


Conversation = Callable[[Talk], Coroutine[Any, Any, None]]
Why = Callable[[Desk], str]


@dataclass(frozen=True)
class Task:
    """One line of the menu. `why` finds a reason of its own in the view, before the order's."""

    id: str
    key: str
    label: str
    roles: Powers
    group: Group
    talk: Conversation
    order: str = ""
    why: Why | None = None


def _stage(sentence: str, *stages: str, registrations: str = "") -> Why:
    """A *séance* in one of these states must exist."""

    def why(desk: Desk) -> str:
        found = any(
            one.stage in stages and registrations in ("", one.registrations) for one in desk.seances
        )
        return "" if found else sentence

    return why


def _nothing(sentence: str, found: Callable[[Desk], Any]) -> Why:
    return lambda desk: "" if found(desk) else sentence


def _till(desk: Desk) -> str:
    return "" if desk.till else "ouvrez d'abord la caisse"


def _lots(desk: Desk) -> str:
    if not desk.vouchers:
        return "aucun bon de gain à payer"
    if not any(one.payable for one in desk.vouchers):
        return "la partie n'est pas encore validée"
    return _till(desk)


def _refunds(desk: Desk) -> str:
    return _till(desk) if desk.refunds else "rien à rembourser"


LIVING = ("CREEE", "PUBLIEE", "EN_TEST", "OUVERTE")
RUNNING = ("OUVERTE", "SUSPENDUE")
C, W, T, S, P, E, B = Group

TASKS: tuple[Task, ...] = (
    Task("register", "i", "Inscrire un joueur", CAISSIER | INSCRIPTION, C, players.register,
         "PreRegister", _stage("aucune inscription n'est ouverte", *LIVING, registrations="OUVERTES")),
    Task("validate", "v", "Vérifier une identité", INSCRIPTION, C, players.validate,
         "ValidateIdentity", _nothing("personne n'attend", lambda desk: desk.preregistered)),
    Task("cash", "e", "Encaisser un forfait", CAISSIER, C, money.pay_forfait, "PayForfait", _till),
    Task("exchange", "h", "Échanger un récépissé", CAISSIER | INSCRIPTION, C, papers.exchange,
         "ExchangeReceipt"),
    Task("lost", "d", "Récépissé perdu : duplicata", STAFF, C, papers.lost_receipt),
    Task("cartons", "k", "Réimprimer des cartons", CAISSIER, C, papers.reprint_cartons, "",
         _nothing("aucun récépissé n'est échangé", lambda desk: desk.exchanged)),
    Task("refund", "b", "Rembourser un récépissé", CAISSIER, C, refunds.pay, "PayRefunds", _refunds),
    Task("decline_replay", "w", "Refus de la partie rejouée", CAISSIER, C, refunds.decline_replay,
         "DeclineReplay", _stage("aucune séance en cours", *RUNNING)),
    Task("decline_date", "y", "Refus de la nouvelle date", CAISSIER, C,
         refunds.decline_postponement),
    Task("abandon", "x", "Abandonner une inscription", CAISSIER | INSCRIPTION, C, players.abandon),
    Task("admit", "a", "Admettre à l'entrée", CONTROLE_ENTREE, C, players.admit, "AdmitPerson"),
    Task("recover", "r", "Récupérer un carton gagnant", CAISSIER, W, winners.recover,
         "RecoverCarton", _nothing("aucun à récupérer", lambda desk: desk.to_recover)),
    Task("check", "z", "Valider la partie", CAISSIER, W, winners.validate, "ValidatePartie"),
    Task("pay", "g", "Payer un gain", CAISSIER, W, money.pay_lot, "PayLot", _lots),
    Task("open_till", "o", "Ouvrir la caisse", CAISSIER, T, money.open_till, "OpenTill"),
    Task("feed_till", "m", "Apport ou retrait", CAISSIER, T, money.feed_till, "FeedTill"),
    Task("close_till", "f", "Fermer la caisse", CAISSIER, T, money.close_till, "CloseTill"),
    Task("plan", "n", "Planifier une séance", MCD, S, seances.plan),
    Task("notice", "b", "Noter un avis", DIRECTEUR_RESPONSABLE, S, seances.notice, "",
         _stage("aucune séance à venir", "CREEE", "PUBLIEE", "EN_TEST")),
    Task("publish", "p", "Publier une séance", DIRECTEUR_RESPONSABLE, S, seances.publish,
         "PublishSeance", _stage("aucune séance créée", "CREEE")),
    Task("change", "j", "Déplacer, reporter, annuler", DIRECTEUR_RESPONSABLE, S, changes.change, "",
         _stage("aucune séance à venir", *LIVING)),
    Task("answer", "m", "Réponse du ministère", DIRECTEUR_RESPONSABLE, S, changes.answer, "",
         _stage("aucune séance à venir", "CREEE", "PUBLIEE", "EN_TEST")),
    Task("refund_blocked", "h", "Rembourser un récépissé bloqué", DIRECTEUR_RESPONSABLE, S,
         participants.refund_blocked),
    Task("mcd", "1", "Désigner le membre du comité", DIRECTEUR_RESPONSABLE, S,
         seances.appoint_mcd, "AppointMCD", _stage("aucune séance à venir", *LIVING)),
    Task("directeur", "2", "Désigner le directeur de séance", DIRECTEUR_RESPONSABLE, S,
         seances.appoint_directeur, "AppointDirecteur", _stage("aucune séance à venir", *LIVING)),
    Task("registrations", "3", "Ouvrir les inscriptions", DIRECTEUR_RESPONSABLE, S,
         seances.open_registrations, "OpenRegistrations",
         _stage("aucune séance publiée et fermée", "PUBLIEE", registrations="FERMEES")),
    Task("sign", "s", "Signer un document", CAISSIER | AUTHORITY, S, closing.sign, "",
         _nothing("rien à signer", lambda desk: [d for d in desk.to_sign if not d.complete])),
    Task("open", "4", "Ouvrir la séance", MCD, S, seances.open_seance, "OpenSeance",
         _stage("aucune séance en essais", "EN_TEST")),
    Task("abandon_seance", "5", "Abandonner la séance", MCD, S, seances.abandon, "AbandonSeance"),
    Task("open_exchange", "u", "Ouvrir l'échange", CAISSIER, S, seances.open_exchange,
         "OpenExchange"),
    Task("close_registrations", "6", "Clore les inscriptions",
         DIRECTEUR_SEANCE | DIRECTEUR_RESPONSABLE, S, seances.close_registrations,
         "CloseRegistrations",
         _stage("la séance n'est pas ouverte", "OUVERTE", registrations="OUVERTES")),
    Task("allocate", "l", "Répartir les lots", CAISSIER, S, seances.allocate, "AllocateLots"),
    Task("contribute", "y", "Ajouter à un lot", AUTHORITY, S, seances.contribute, "",
         _stage("les lots ne sont pas répartis", "OUVERTE")),
    Task("suspend_seance", "h", "Suspendre la séance", DIRECTEUR_SEANCE, S, interruption.suspend,
         "SuspendSeance", _stage("la séance n'est pas ouverte", "OUVERTE")),
    Task("resume_seance", "v", "Reprendre la séance", DIRECTEUR_SEANCE, S, interruption.resume,
         "ResumeSeance", _stage("la séance n'est pas suspendue", "SUSPENDUE")),
    Task("stop_seance", "x", "Arrêter la séance", DIRECTEUR_SEANCE, S, interruption.stop,
         "StopSeance", _stage("la séance n'est pas ouverte", *RUNNING)),
    Task("inform", "m", "Autorité prévenue", DIRECTEUR_SEANCE | DIRECTEUR_RESPONSABLE, S,
         interruption.inform, "", _nothing("aucune autorité à prévenir", lambda desk: desk.due)),
    Task("expel", "k", "Expulser", DIRECTEUR_SEANCE, S, participants.expel, "ExpelParticipant",
         _stage("aucune séance en cours", "EN_TEST", *RUNNING)),
    Task("readmit", "q", "Réadmettre", DIRECTEUR_SEANCE, S, participants.readmit,
         "ReadmitParticipant", _stage("aucune séance en cours", "EN_TEST", *RUNNING)),
    Task("grant", "j", "Rembourser un exclu", DIRECTEUR_SEANCE, S, participants.grant,
         "GrantExpelled", _stage("aucune séance en cours", "EN_TEST", *RUNNING, "EN_CLOTURE")),
    Task("admission", "u", "Droit à participer", DIRECTEUR_SEANCE, S,
         participants.decide_admission, "DecideAdmission",
         _stage("aucune séance en cours", "EN_TEST", *RUNNING)),
    Task("parties", "z", "Changer le nombre de parties", DIRECTEUR_SEANCE, S, changes.parties,
         "ChangeParties", _stage("aucune séance en cours", "EN_TEST", "OUVERTE")),
    Task("block", "w", "Bloquer un récépissé", AUTHORITY, S, players.block, "",
         _stage("aucune séance en cours", "EN_TEST", *RUNNING)),
    Task("suspend", "7", "Suspendre la partie", AUTHORITY, P, course.suspend, "SuspendPartie"),
    Task("resume", "8", "Reprendre la partie", AUTHORITY, P, course.resume, "ResumePartie"),
    Task("cancel", "9", "Annuler la partie", AUTHORITY, P, course.cancel, "CancelPartie"),
    Task("error", "0", "Erreur d'annonce", AUTHORITY, P, course.announcement_error,
         "DeclareAnnouncementError"),
    Task("replay", "r", "Rejouer la partie", AUTHORITY, P, course.replay, "ReplayPartie"),
    Task("nobody", "g", "Clore sans gagnant", AUTHORITY, P, course.without_winner,
         "CloseWithoutWinner"),
    Task("arbitrate", "a", "Trancher un litige", MCD, P, winners.arbitrate, "",
         _stage("aucune séance ouverte", "OUVERTE")),
    Task("lost_carton", "q", "Constater la perte d'un carton", MCD, P, winners.lost_carton, "",
         _nothing("aucun carton ne manque", lambda desk: desk.to_recover)),
    Task("decide", "d", "Inscrire une décision", DIRECTEUR_SEANCE, P, course.decide, "",
         _stage("aucune séance en cours", "EN_TEST", "OUVERTE", "EN_CLOTURE")),
    Task("begin_closing", "c", "Commencer la clôture", MCD, E, closing.begin, "BeginClosing"),
    Task("cagnotte", "c", "Compter la cagnotte", CAISSIER, E, closing.cagnotte, "CountCagnotte",
         _stage("la clôture n'est pas commencée", "EN_CLOTURE")),
    Task("close", "f", "Fermer la séance", MCD, E, closing.close, "CloseSeance",
         _stage("la clôture n'est pas commencée", "EN_CLOTURE")),
    Task("ticket", "t", "Ticket de clôture", READERS - INSCRIPTION, E, papers.ticket, "",
         _stage("aucune séance fermée", "FERMEE")),
    Task("registers", "l", "Registres", READERS, B, books.registers),
    Task("incidents", "i", "Incidents", READERS - INSCRIPTION, B, books.incidents),
    Task("dossier", "e", "Dossier pour l'inspecteur", DIRECTION, B, books.dossier),
    Task("prints", "j", "Impressions", STAFF, B, papers.prints),
    Task("pair", "b", "Appairer un poste", KEEPERS, B, house.pair),
    Task("stations", "o", "Oublier un poste", KEEPERS, B, house.stations),
    Task("pin", "n", "Changer mon code secret", EVERYBODY, B, house.change_pin),
)  # fmt: skip


def mine(roles: Iterable[Role]) -> tuple[Task, ...]:
    """The tasks of these functions, in the order of the menu, each with a key of its own.

    A task keeps its usual key unless another of the same person's has it; then it takes the first
    letter of its words that is free, so that the same functions always have the same keys. Whoever
    holds so many that no key is left reaches the last ones by the arrows.
    """
    held = set(roles)
    wanted = [task for task in TASKS if task.roles & held]
    usual = {task.key for task in wanted}
    taken: set[str] = set()
    found = []
    for task in wanted:
        key = task.key
        if key in taken:
            spare = f"{task.label.casefold()}abcdefghijklmnopqrstuvwxyz0123456789"
            letters = (one for one in spare if one.isascii() and one.isalnum())
            key = next((one for one in letters if one not in taken | usual), "")
        taken.update(key)
        found.append((task, key))
    return tuple(
        Task(task.id, key, task.label, task.roles, task.group, task.talk, task.order, task.why)
        for task, key in found
    )
