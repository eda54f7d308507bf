"""Command lines speak French, subcommands too."""

from __future__ import annotations

import pytest

from assets.arguments import Parser
from quine.cli import main


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "il manque ACTION"),
        (["add"], "il manque --by"),
        (["add", "--by", "x"], "--by : 'x' n'est pas lisible"),
        (["add", "--by"], "--by : une valeur est attendue"),
        (["add", "--by", "1", "more"], "argument inconnu : more"),
        (["add", "--by", "1", "--how", "z"], "--how : 'z' inconnu ; au choix"),
    ],
)
def test_what_is_wrong_is_said_in_french(argv, said, capsys):
    """Exit status 2, the usage, and one sentence."""
    parser = Parser(prog="compte")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    add = actions.add_parser("add")
    add.add_argument("--by", type=int, required=True)
    add.add_argument("--how", choices=["a", "b"])
    with pytest.raises(SystemExit) as ended:
        parser.parse_args(argv)
    told = capsys.readouterr()
    assert ended.value.code == 2 and said in told.err
    assert told.out.startswith("usage : compte")


@pytest.mark.parametrize(
    "argv", [["--help"], ["journal", "--help"], ["journal", "verify", "--help"]]
)
def test_help_is_french_to_the_last_word(argv, capsys):
    """No heading of the library's own is left, at any depth."""
    with pytest.raises(SystemExit):
        main(argv)
    told = capsys.readouterr().out
    assert "montrer cette aide" in told and "usage : " in told
    for english in ("positional", "show this help", "optional", "usage: "):
        assert english not in told
