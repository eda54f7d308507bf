"""What the animateur reads when a carton has been checked."""

import pytest

from caller.facts import verdict
from core.bingo.partie.state import Combination, Verdict
from core.views.board import ShownClaim


@pytest.mark.spec("BIN-032")
def test_every_verdict_is_a_sentence_of_its_own():
    """Sixteen of them, none a code; what is missing is said, and only a winner needs no care."""
    told = {}
    for one in Verdict:
        missing = (7, 12) if one is Verdict.NON_COMPLETE else ()
        said = verdict(ShownClaim(Combination.QUINE, one, "001-000004", missing, None))
        assert said.name == "Quine" and said.value.startswith("001-000004 : ")
        assert "_" not in said.value and said.care == (one is not Verdict.VALIDE)
        told[said.value] = one
    assert len(told) == len(Verdict) == 16
    assert "001-000004 : combinaison incomplète, il manque 7, 12" in told
