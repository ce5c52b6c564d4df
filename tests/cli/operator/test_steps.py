"""`menace-kit operator start`, `draw`, `reply` ...: what only the commands say of a game."""

import pytest

from tests import one_game
from tests.cli.operator.kept_logbook import Kept


@pytest.mark.parametrize(
    "command", [("start", "--both"), ("record", "5 5"), ("import", "games.csv")]
)
def test_what_is_refused_begins_no_logbook(table: Kept, command: tuple[str, ...]) -> None:
    (table.folder / "games.csv").write_text("moves\n5 5\n", encoding="utf-8")
    table.run(*command, exit_code=2)
    assert [path.name for path in table.folder.iterdir() if path.name != "kit.toml"] == [
        "games.csv"
    ]


def test_a_game_by_commands_is_in_the_logbook_as_by_every_other_way(table: Kept) -> None:
    table.run("start", "--operator", "Ada", "--opponent", "Bob")
    for act, what in one_game.STEPS:
        table.run(act, what)
    table.run("adjust", "--done")
    assert one_game.entries_of(table.folder / "logbook.sqlite") == one_game.ENTRIES
