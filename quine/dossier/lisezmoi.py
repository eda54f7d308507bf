"""The first page of a dossier, for whoever opens it without knowing Quine."""

from __future__ import annotations

from core.bingo.seance.state import Seance
from core.registers.render import moment
from quine.dossier.reading import Reading

TEXT = """\
DOSSIER DE LA SÉANCE {seance}
{house}{rehearsal}
État à la ligne {lines} du journal, le {at}. Étape : {stage}.

POUR VÉRIFIER
    python3 verify.py
dans ce dossier décompressé : Python 3.8 ou plus récent, rien d'autre, aucun réseau. Une ligne
« ENTIER » et la fin 0 si tout tient ; « NON », le fichier et la raison sinon, et la fin 1.

CE QUE LA VÉRIFICATION PROUVE
  1. Chaque fichier est celui du manifeste (MANIFEST.json), et rien n'a été ajouté.
  2. Chaque ligne du journal suit la précédente, octet par octet (journal.jsonl).
  3. Les sceaux sont signés par la clé de la maison (seal.pub, Ed25519).
  4. Les tirages révélés suivent de la graine promise avant la vente, des cartons figés et du
     numéro donné par la salle ; les boules du journal sont celles-là, dans cet ordre.
  5. Les cartons remis sont ceux qui furent figés, et les gagnants avaient gagné à leur rang.
  6. La répartition des lots suit de la graine promise à l'ouverture des inscriptions.
  7. L'argent, refait depuis les faits : ventes, retenue de 35 %, 15 % et 50 %, reports, parts,
     bons, paiements, orphelins, caisses.
  8. ventes, boules, contrôles et paiements des tableaux sont ceux du journal.

CE QU'ELLE NE PROUVE PAS
  - Que la fin du journal n'a pas été coupée : comparez la tête ci-dessous, ou un sceau, avec un
    ticket de clôture sorti de la maison.
  - Que la clé seal.pub est celle de la maison : comparez-la avec un dossier plus ancien.
  - Les autres colonnes des tableaux et registres : ce sont des lectures du journal. Le même
    journal donne le même dossier, octet pour octet ; refaites-le pour comparer.
  - Un tirage non encore révélé : il l'est à la fin de sa partie, au plus tard à la clôture.
    Aucune boule à venir n'est dans ce dossier, ni nulle part hors du coffre de la salle.

Tête du journal   {head}
Clé des sceaux    {key}
{names}
OÙ SE TROUVE QUOI
  seance.json            programme, avis, nominations, essais, tirage à blanc, parties
  historique.*           historique du bingo au forfait (REG-05F)
  ventes.csv             chaque forfait payé, et ses cartons
  boules.csv             chaque boule, son rang et son heure
  reclamations.csv       chaque arrêt, contrôle, refus, partage
  paiements.csv          chaque bon émis, payé, périmé ; les orphelins
  incidents.csv          incidents, suspensions, pannes
  refus.csv              ordres refusés, par code
  personnes.csv          le personnel, ses fonctions ; signatures.csv qui a signé quoi
  registres/             les registres statutaires, en texte et en CSV, chaque ligne avec
                         son empreinte ; ceux de cette séance, et la caisse de ses jours
  cartons/               les cartons remis, par partie et tentative, numéro par numéro
  tirages/               la preuve de chaque tirage révélé ; lots.json celle des lots
  logiciel/              versions et empreintes ; l'empreinte SHA-256 de fichiers.txt est
                         celle du logiciel installé où ce dossier fut fait
  journal.jsonl          tous les faits de la maison, depuis sa fondation
Les colonnes « ligne » renvoient à la ligne du journal. Les montants des CSV sont en euros, ceux
des JSON et du journal (« _c ») en centimes. Les CSV sont en UTF-8, séparés par « ; ».

CE QUI N'Y EST PAS
Dates de naissance, pièces d'identité, codes personnels, clés de la maison, graines non révélées.
L'identité d'un joueur se consulte dans la maison, registre REG-07, à la caisse ; la lecture y
laisse une trace.
"""
MASKED = """
LES NOMS SONT MASQUÉS : le fichier des personnes n'était pas lisible. Les personnes sont
désignées par leur identifiant dans la maison.
"""


def lisezmoi(reading: Reading, seance: Seance, *, masked: bool, public_key: str = "") -> str:
    """In French, lines of a hundred columns at most."""
    site = reading.house.site
    return TEXT.format(
        seance=seance.id,
        house=site.name,
        rehearsal=" - RÉPÉTITION, LOGICIEL NON AGRÉÉ, SANS VALEUR" if site.rehearsal else "",
        lines=reading.head.seq,
        at=moment(reading.at),
        stage=seance.stage.value,
        head=reading.head.hash,
        key=public_key or "absente : les sceaux ne peuvent être vérifiés",
        names=MASKED if masked else "",
    )
