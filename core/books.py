"""Where every cent is: double entry, so that money in is money out plus balances (GEN-003, CSH-027)."""

from __future__ import annotations

from core.rules import State


class Books(State):
    """Balances in cents by account; whatever moves leaves one account and enters another.

    Accounts: `joueurs` and `banque` (outside, negative when money came in), `caisse:<till>`,
    and inside each *séance* `<seance>/cartons`, `/droits`, `/lots`, `/cagnotte`, and
    `/remboursements`, what is owed back and not yet fetched; `maison`; `orphelins`.
    """

    balances: dict[str, int] = {}

    def move(self, source: str, target: str, cents: int) -> None:
        """Only appliers call this. Cents are never negative: a reversal names its accounts."""
        assert cents >= 0, (source, target, cents)
        self.balances[source] = self.balances.get(source, 0) - cents
        self.balances[target] = self.balances.get(target, 0) + cents

    def balance(self, account: str) -> int:
        return self.balances.get(account, 0)
