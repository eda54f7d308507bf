"""The tables of a dossier, in the order of the night."""

from __future__ import annotations

from quine.dossier import events, money, play, staff
from quine.dossier.columns import Table

TABLES = (
    Table("ventes.csv", money.SALES, money.sales),
    Table("boules.csv", play.BALLS, play.balls),
    Table("reclamations.csv", play.CLAIMS, play.claims),
    Table("paiements.csv", money.PAYMENTS, money.payments),
    Table("incidents.csv", events.INCIDENTS, events.incidents),
    Table("refus.csv", events.REFUSALS, events.refusals),
    Table("personnes.csv", staff.PEOPLE, staff.people),
    Table("signatures.csv", staff.SIGNATURES, staff.signatures),
)
