"""Both players at one table, and boards of other games, on the command line and on the screen."""

import json
from collections.abc import Iterator
from operator import methodcaller
from pathlib import Path

import pytest

from menace_kit.cli.operator.guided import GuidedGame, View
from menace_kit.games import Side, parse_move
from menace_kit.guide.session import Due
from menace_kit.machine.kit_files import load_preset
from tests.cli.operator.kept_logbook import Kept
from tests.cli.operator.pressed import painted
from tests.logbook.games import close_lent_logbooks, desk_of

NIM, HER = ("--preset", "nim-8"), ("--preset", "her-19")
BOTH = ("--preset", "both-players")


@pytest.fixture(autouse=True)
def _closed_after_the_test() -> Iterator[None]:
    yield
    close_lent_logbooks()


@pytest.fixture
def table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Kept:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    return Kept(tmp_path, capsys)


def status(table: Kept, *kit: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(table.run("status", "--json", *kit))
    return found


# A step a command


def test_both_machines_are_led_through_a_game_of_nim_a_step_a_command(table: Kept) -> None:
    said = table.run("start", "--both", *NIM)
    assert said.startswith(
        "Game 1 begins; both players are machines.\nThe first player is to move.\nBox 8"
    )
    facts = status(table, *NIM)
    assert (facts["both"], facts["to_move"], facts["due"], facts["box"]) == (
        True,
        "first",
        "bead",
        8,
    )
    said = table.run("draw", "yellow", *NIM)  # three of eight
    assert said.startswith(
        "YELLOW, in front of box 8: the first player takes 3 matches.\n"
        "The second player is to move."
    )
    table.run("draw", "blue", *NIM)  # two of five
    said = table.run("draw", "yellow", *NIM)  # the last three
    assert "The first player's machine won, the second player's machine lost." in said
    assert table.run("adjust", *NIM).splitlines() == [
        "The first player's machine won, the second player's machine lost.",
        "",
        "The first player's machine, which won:",
        "[ ] Box 8: put the YELLOW bead back; it should now hold 1 yellow, 3 beads in all.",
        "[ ] Box 3: put the YELLOW bead back; it should now hold 1 yellow, 3 beads in all.",
        "",
        "The second player's machine, which lost:",
        "[ ] Box 5: keep the BLUE bead out; it should now hold 0 blue, 2 beads in all.",
        "When all of it is done: menace-kit operator adjust --done",
    ]
    assert "Confirmed" in table.run("adjust", "--done", *NIM)
    assert table.run("verify", *NIM).startswith("In order")


def test_history_replay_and_statistics_tell_of_both(table: Kept) -> None:
    table.run("record", "1 4 5 2 9", "--both", "--operator", "Ada", "--done", *BOTH)
    table.run("record", "1 5 2 3 9 7", "--both", "--done", *BOTH)
    table.run(
        "record", "1 5 2 3 9 7", "--first-mover", "opponent", "--opponent", "Bob", "--done", *BOTH
    )
    first, second, third = table.run("history", *BOTH).splitlines()
    assert first.endswith("O won       1 4 5 2 9          Ada, both machines")
    assert second.endswith("X won       1 5 2 3 9 7        both machines")
    assert third.endswith("won         1 5 2 3 9 7        against Bob")
    replay = table.run("history", "2", *BOTH)
    assert "Both players are machines: O moves first, X second." in replay
    assert "  2  X on square 5 (centre): gold from box 30" in replay
    assert replay.index("O's machine, which lost:") < replay.index("X's machine, which won:")
    told = table.run("stats", *BOTH)
    assert "Won by  the first player 1, the second player 2; nobody 0" in told
    facts = json.loads(table.run("stats", "--json", *BOTH))
    assert facts["winners"] == {"first": 1, "second": 2, "draws": 0}
    assert facts["both_machines"] == 2
    rows = table.run("export", "--games", "--format", "csv", *BOTH).splitlines()
    assert rows[0] == "moves,played_at,operator,opponent,first_mover"
    assert [row.rsplit(",", 1)[1] for row in rows[1:]] == ["both", "both", "opponent"]


def test_an_export_of_both_machines_is_imported_again(table: Kept) -> None:
    table.run("record", "1 5 2 3 9 7", "--both", "--done", *BOTH)
    table.run("export", "games.csv", "--games", "--format", "csv", *BOTH)
    assert "Entered 1 game." in table.run("import", "games.csv", "--logbook", "again.sqlite", *BOTH)
    both = [
        table.run("boxes", "--now", "--json", "--logbook", name, *BOTH)
        for name in ("logbook.sqlite", "again.sqlite")
    ]
    assert both[0] == both[1]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["start", "--both"], "this kit has boxes for the first player only"),
        (["start", "--both", "--opponent", "Bob", *BOTH], "there is no opponent"),
        (["start", "--both", "--first-mover", "machine", *BOTH], "nobody chooses who begins"),
        (["record", "1 5", "--both", "--first-mover", "machine", *BOTH], "exclude each other"),
    ],
)
def test_what_does_not_go_together_is_refused(
    table: Kept, words: list[str], complaint: str
) -> None:
    assert complaint in table.run(*words, exit_code=2)


def test_the_outcome_alone_cannot_be_imported_for_both(table: Kept) -> None:
    (table.folder / "games.csv").write_text("result,first_mover\nwin,both\n", encoding="utf-8")
    assert "a game of both machines has two lists" in table.run(
        "import", "games.csv", *BOTH, exit_code=2
    )


# Looking up boards that do not tell whose turn it is


@pytest.mark.parametrize(
    ("board", "options", "said"),
    [
        ("IIIII...", NIM, "Box 5"),
        ("IIIIIIII", NIM, "Box 8"),
        ("BB./.W./..W", HER, "Box 7"),
        ("BBB/.../WWW", HER, "It is the opponent's turn (White)"),
    ],
)
def test_a_board_is_looked_up_for_the_side_that_the_kit_has(
    table: Kept, board: str, options: tuple[str, ...], said: str
) -> None:
    assert table.run("lookup", board, *options).startswith(said)


# On the screen


@pytest.mark.parametrize(
    ("preset", "both", "moves"),
    [
        ("nim-8", True, "8 7 5 3 1"),
        ("her-19", False, "7-4 2-4 8-4 3-6"),
        ("both-players", True, "1 5 2 3 4 7"),
    ],
)
def test_at_no_moment_and_in_no_size_the_screen_breaks(preset: str, both: bool, moves: str) -> None:
    desk = desk_of(load_preset(preset))
    desk.act(lambda session: session.start("Ada", both=both))
    for move in (*map(parse_move, moves.split()), None):
        for size in ((20, 5), (60, 18), (80, 24), (200, 60)):
            found, lines = painted(GuidedGame(desk, View(typed="8")), *size)
            assert (len(lines), found.playable) == (size[1], size >= (60, 18))
        if move and desk.session.due is Due.BEAD:
            desk.act(methodcaller("draw_for", move))
        elif move and desk.session.due is Due.REPLY:
            desk.act(methodcaller("reply", move))
    assert desk.session.due is Due.ADJUST


def test_each_line_of_two_long_lists_is_reached_below_its_heading() -> None:
    desk = desk_of(load_preset("both-players"))
    desk.act(lambda session: session.start(both=True))
    for move in (1, 5, 2, 3, 7, 4, 6, 8):
        desk.act(methodcaller("draw_for", (move - 1,)))
    game = desk.session.game
    assert game is not None
    for done in range(len(game.adjustments)):
        if done:
            desk.tick(done)
        told = "\n".join(line.plain for line in painted(GuidedGame(desk, View()), 80, 24)[1])
        side = "O" if done < len(game.tick_lists[Side.FIRST]) else "X"
        assert f"[ ] {done + 1} " in told
        assert f"{side}'s machine, a draw:" in told


def test_whoever_takes_one_match_is_entered_as_1_everywhere(table: Kept, tmp_path: Path) -> None:
    opponent_begins = ("--first-mover", "opponent")
    table.run("start", *opponent_begins, *NIM)
    assert table.run("reply", "1", *NIM).startswith("The opponent takes 1 match.\nBox 7\n")
    facts = status(table, *NIM)
    assert (facts["board"], facts["moves"]) == ("IIIIIII.", {"yellow": 3, "blue": 2, "red": 1})
    assert "the machine takes 3 matches" in table.run("draw", "yellow", *NIM)
    assert (
        "can take 3, 2, 1. Enter how many matches are taken: menace-kit operator reply NUMBER"
        in table.run("status", *NIM)
    )
    assert "4 cannot be taken now; possible: 3, 2, 1" in table.run("reply", "4", *NIM, exit_code=2)
    table.run("reply", "2", *NIM)
    table.run("draw", "blue", *NIM)
    table.run("adjust", "--done", *NIM)
    table.run("record", "1 3 2 2", *opponent_begins, "--done", *NIM)
    written = tmp_path / "games.csv"
    written.write_text("moves;first_mover\n1 3 2 2;opponent\n", encoding="utf-8")
    table.run("import", str(written), *NIM)
    games = [
        json.loads(line)["moves"] for line in table.run("export", "--games", *NIM).splitlines()
    ]
    assert games == ["1 3 2 2"] * 3
    stored = [json.loads(line).get("move") for line in table.run("export", *NIM).splitlines()]
    assert [move for move in stored if move] == ["8", "5", "3", "1"] * 3
    assert "1 3 2 2" in table.run("history", *NIM)
    assert "the machine takes 3 matches: yellow from box 7" in table.run("history", "1", *NIM)
