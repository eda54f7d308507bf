"""What is hashed and stored is canonical: the same figures are the same bytes, for ever."""

import msgspec
import pytest

from core.bingo.partie.closing import QuineClosed
from core.rules import canonical


@pytest.mark.spec("GEN-004")
def test_shares_by_carton_number_can_be_journalled():
    """JSON has no numbers for keys: carton 10 stands before carton 9, as text, and comes back."""
    fact = QuineClosed(5, {9: 13_33, 10: 13_34}, None)
    text = canonical(fact)
    assert text == b'{"object_to":null,"rank":5,"shares":{"10":1334,"9":1333}}'
    assert msgspec.json.decode(text, type=QuineClosed) == fact
