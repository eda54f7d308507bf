"""`quine odds`: a table, a curve and a proposal, or one sentence and nothing else."""

import pytest

from core.bingo import odds
from quine.cli import main


def asked(capsys, *words):
    status = main(["odds", *words])
    told = capsys.readouterr()
    return status, told.out.splitlines(), told.err


@pytest.mark.spec("JKP-006", "JKP-007")
def test_the_table_the_curve_and_the_ball_proposed_agree_with_the_laws(capsys):
    """600 cartons, ball 47 fixed, two chances in a hundred wanted: ball 48."""
    status, lines, _ = asked(capsys, "--cartons", "600", "--boule-maxima", "47", "--chance", "2%")
    assert status == 0 and max(map(len, lines)) <= 80
    rows = {int(line.split()[0]): line for line in lines[2 : lines.index("")]}
    assert sorted(rows) == sorted({*range(20, 91, 5), 47})
    won = f"{100 * odds.room_bingo(47, 600):.4f} %".replace(".", ",")
    assert rows[47].endswith(f"{won}  <- boule maxima")
    assert lines[-3:] == [
        f"Cumulé gagné à la boule 47 au plus tard : {won}",
        "Pour 2,0000 % au plus : boule maxima 48",
        "  48 : 1,4215 % ; 49 : 2,0420 %",
    ]
    curve = [line[6:] for line in lines if line[:5] in ("100 %", " 50 %", "     ")]
    tall = [sum("█" in row[at : at + 1] for row in curve) for at in range(72)]
    assert len(curve) == 8 and tall == sorted(tall)
    assert tall[19] == 0 and tall[60 - 19] == 4 and tall[-1] == 8


@pytest.mark.parametrize("chance", ["0.05", "0,05", "5%", "5 %"])
def test_a_chance_is_written_as_people_write_it(capsys, chance):
    """All of them are five in a hundred: ball 51."""
    assert "boule maxima 51" in asked(capsys, "--cartons", "600", "--chance", chance)[1][-2]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("NOMBRE_DE_CARTONS_INVALIDE", ("--cartons", "0")),
        ("BOULE_HORS_LIMITES", ("--cartons", "6", "--boule-maxima", "91")),
        ("CHANCE_HORS_LIMITES", ("--cartons", "6", "--chance", "2")),
        ("CHANCE_HORS_LIMITES", ("--cartons", "6", "--chance", "nan")),
    ],
)
def test_what_has_no_answer_prints_no_half_table(capsys, code, words):
    """Exit 1, the sentence, and not a line on stdout."""
    status, lines, said = asked(capsys, *words)
    assert (status, lines) == (1, []) and f"[{code}]" in said
