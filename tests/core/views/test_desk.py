"""The staff desk: what waits for whose hand, and what only some may read."""

import pytest

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
