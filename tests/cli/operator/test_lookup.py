"""`menace-kit operator lookup`, as a script and as a person meets it."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Menace
from tests.cli.operator.kept_logbook import Kept


@pytest.mark.parametrize("board", ["-O-X-----", "--OX-----"])
def test_a_board_may_begin_with_a_dash(kept: Kept, board: str) -> None:
    plain = board.replace("-", ".")
    for words in ((board, "--json"), ("--json", board), ("--json", "--", board)):
        assert json.loads(kept.run("lookup", *words))["board"] == plain
    said = kept.complaint("lookup", board, "--jsn")
    assert said.startswith("menace-kit: there is no option --jsn; did you mean --json?")


@pytest.mark.parametrize("typed", ["5", "5 matches", "|||||", "xx......"])
def test_a_board_of_matches_that_cannot_be_read_is_told_with_an_example(
    menace: Menace, typed: str
) -> None:
    lookup = ("operator", "lookup", "--preset", "nim-8")
    refused = menace(*lookup, typed)
    assert refused.code == 2
    example = refused.err.split()[-1]
    assert menace(*lookup, example).code == 0


def test_names_of_colours_are_never_read_as_markup(kept: Kept, tmp_path: Path) -> None:
    names = ["[red]", ":gem:", "[/]", "[bold]x", "green", "b", "c", "d", "e"]
    colours = [
        f'{{name = "{name}", key = "{number}", hex = "#0{number}0000", glyph = "{number}"}}'
        for number, name in enumerate(names, 1)
    ]
    (tmp_path / "odd.toml").write_text(
        f'title = "odd"\nsource = "none"\ncolours = [{", ".join(colours)}]', encoding="utf-8"
    )
    (tmp_path / "kit.toml").write_text('beads.palette = "odd.toml"', encoding="utf-8")
    (tmp_path / "logbook.sqlite").unlink()
    shown = kept.run("lookup", "." * 9)
    assert "[red]" in shown
    assert ":gem:" in shown
