"""The staff desk: what waits for whose hand, and what only some may read."""

import pytest

from core.bingo.seance.stop import StopSeance
from core.house import apply
from core.refusals import OrderRefused
from core.rules import Role


@pytest.mark.spec("FOR-026 DSP-014")
def test_amounts_to_come_are_for_the_direction_and_the_auditor(night, desk):
    """A cashier draws the lots and does not see them; the directeur de séance does."""
    night.allocated()
    assert desk(Role.CAISSIER, "durand").quine_c == ()
    seen = desk(Role.DIRECTEUR_SEANCE, "blanc")
    assert seen.quine_c == (22_00, 27_00, 28_00, 31_00, 29_00, 30_00, 25_00, 24_00)


@pytest.mark.spec("GEN-006")
def test_a_document_shows_who_has_signed_this_very_text(night, desk):
    """At closing two documents wait for two hands each."""
    night.closing()
    waiting = {line.document: line for line in desk(Role.MCD, "roy").to_sign}
    assert set(waiting) == {"11quinquies:2025-001", "historique:2025-001"}
    assert all(line.places == 2 and not line.complete for line in waiting.values())


@pytest.mark.spec("BIN-051 BIN-057")
def test_winning_cartons_to_recover_then_vouchers_to_pay(night, desk):
    """First the cartons, then the validation, then the money."""
    night.announced().starts().quine(1).bingo(2)
    assert desk(Role.CAISSIER, "durand").to_recover == ("001-000001", "001-000002")
    night.recovered()
    assert [v.payable for v in desk(Role.CAISSIER, "durand").vouchers] == [False, False]
    night.validated()
    assert [v.amount_c for v in desk(Role.CAISSIER, "durand").vouchers] == [22_00, 74_00]
    assert all(v.payable for v in desk(Role.CAISSIER, "durand").vouchers)


@pytest.mark.spec("CSH-028")
def test_the_till_says_what_should_lie_in_it(night, desk):
    """A float of 1 000.00 and sixty forfaits at 30.00."""
    night.exchanging()
    till = desk(Role.CAISSIER, "durand").till
    assert (till.float_c, till.received_c, till.expected_c) == (1_000_00, 1_800_00, 2_800_00)


@pytest.mark.spec("FOR-041", "FOR-044", "FOR-046", "FOR-049")
def test_after_a_stop_the_desk_shows_who_is_owed_what_and_whom_to_tell(night, desk):
    """Two notices in red, four refunds; suspect papers are for the directeur de séance alone."""
    night.announced(forfaits=4).starts()
    assert not desk(Role.DIRECTEUR_SEANCE, "blanc").actions["StopSeance"].why
    assert desk(Role.CAISSIER, "durand").actions["StopSeance"].why == "FONCTION_NON_AUTORISEE"
    apply(night.house, OrderRefused("ExchangeReceipt", "DEJA_ECHANGE"))
    night.gives(StopSeance("incendie"))
    seen = desk(Role.DIRECTEUR_SEANCE, "blanc")
    assert [one.subject for one in seen.due] == ["ARRET", "RAPPORT"]
    assert [(one.number, one.amount_c) for one in seen.refunds] == [(n, 24_00) for n in range(1, 5)]
    assert seen.suspicions == ("DEJA_ECHANGE",)
    cashier = desk(Role.CAISSIER, "durand")
    assert cashier.suspicions == ()
    assert cashier.actions["DeclineReplay"].why == "SEANCE_DANS_UN_AUTRE_ETAT"


@pytest.mark.spec("DSP-012", "FOR-040")
def test_a_seance_that_is_published_can_be_moved_or_called_off(night, desk):
    """The actions say so before any form is opened; seven days ahead both are possible."""
    night.published().waits(days=-7)
    actions = desk(Role.DIRECTEUR_RESPONSABLE, "mercier").actions
    assert not actions["MoveSeance"].why
    assert not actions["CancelSeance"].why
    assert actions["ResumeSeance"].why == "FONCTION_NON_AUTORISEE"
