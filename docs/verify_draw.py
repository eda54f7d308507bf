"""Vérifie chez soi le tirage d'une partie : python verify_draw.py preuve.json (Python seul)."""

import hashlib
import hmac
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123
    proof = json.load(file)
seed, game = bytes.fromhex(proof["server_seed"]), proof["game_id"]
commitment = hashlib.sha256(f"bingo90-draw-1/commit\n{game}\n".encode() + seed).hexdigest()
root = hashlib.sha256("\n".join(sorted(proof["sold"])).encode()).hexdigest()
text = f"bingo90-draw-1/draw\n{game}\n{root}\n{proof['public_entropy']}".encode()
key, balls = hmac.digest(seed, text, "sha256"), list(range(1, 91))
stream = b"".join(hmac.digest(key, n.to_bytes(4, "big"), "sha256") for n in range(64))
at = 0
for i in range(89):
    while stream[at] >= 256 - 256 % (90 - i):  # on rejette l'octet qui favoriserait une boule
        at += 1
    j, at = i + stream[at] % (90 - i), at + 1
    balls[i], balls[j] = balls[j], balls[i]
checks = {
    "la graine est celle annoncée avant la vente": commitment == proof["commitment"].lower(),
    "les cartons sont ceux figés avant le tirage": root == proof["sold_root"].lower(),
    "les boules sont sorties dans l'ordre": balls[: len(proof["calls"])] == proof["calls"],
}
for name, holds in checks.items():
    print("OUI" if holds else "NON", "-", name)
sys.exit(0 if all(checks.values()) else 1)
