"""`lab play`, with a human whose moves come through a pipe."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from menace_kit.cli.lab.options import MachineSaver
from menace_kit.games import Side
from menace_kit.journal.store import Journal
from menace_kit.lab.machine_file import load_machine, machine_bytes, untaught
from menace_kit.machine.kit import load_preset
from menace_kit.machine.learning import Turn
from tests.cli.conftest import Menace
from tests.cli.running import Result, complaint, contents
from tests.examples import some_of
from tests.journal.games import play_random_games

MICHIE = load_preset("michie-1961")
MACHINE = Path("m.json")
EVERY_SQUARE = " ".join("123456789").split()


@pytest.fixture
def human(menace: Menace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Menace:
    """Return `human(*arguments, typed=...)`: the command, with these words typed, and then the end of the input."""

    def call(*arguments: str, typed: Sequence[str] = ()) -> Result:
        (tmp_path / "typed").write_text("".join(f"{word}\n" for word in typed), encoding="utf-8")
        with (tmp_path / "typed").open(encoding="utf-8") as stream:
            monkeypatch.setattr("sys.stdin", stream)
            result = menace("lab", "play", *arguments)
        (tmp_path / "typed").unlink()
        return result

    return call


def test_a_game_is_played_to_its_end(human: Menace) -> None:
    result = human("--seed", "1", typed=[*EVERY_SQUARE, *EVERY_SQUARE, "n"])
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == (
        "You play X against MENACE 1961, untrained, with O; it begins. It draws its beads by chance, seed 1."
    )
    assert lines[3].startswith("Box 1 holds 4 white (33 %), 4 lilac (33 %), 4 gold (33 %). It draws ")
    assert lines[5].split("  ")[0] == "its beads"
    assert re.search(r"^\d cannot be played here; choose from: ", result.out, re.M)
    assert re.search(r"^(You won!|A draw\.|The machine won\.)$", result.out, re.M)
    assert re.search(r"^1 game: you won \d, drew \d, lost \d\. Good-bye!$", lines[-1])
    assert human("--seed", "1", typed=[*EVERY_SQUARE, *EVERY_SQUARE, "n"]).out == result.out


def test_moves_without_a_box_are_said_to_be_by_lot_or_by_the_chart(human: Menace) -> None:
    said = {"starter": set[str](), "chart": set[str]()}
    Path("kit.toml").write_text('boxes = {stages = 2, later = "chart"}\nbeads.start = 3\n', encoding="utf-8")
    for seed in range(6):
        typed = [*EVERY_SQUARE, *EVERY_SQUARE, "n"]
        for name, kit in (("starter", ("--preset", "starter")), ("chart", ("--kit", "kit.toml"))):
            out = human("--seed", str(seed), *kit, typed=typed).out
            said[name] |= set(
                re.findall(r"^There are no boxes for moves this late; (.*) it plays square \d", out, re.M)
            )
            assert "which is lost" not in out
    assert said["starter"] == {"by lot"}
    assert {"by the chart (centre)", "by the chart (win)"} <= said["chart"]
    assert all(re.fullmatch(r"by the chart \([a-z]+\)(, and by lot,)?", each) for each in said["chart"])


def test_the_end_of_the_input_is_a_polite_end(human: Menace) -> None:
    for typed in ([], ["u"], ["x"], ["q"], ["Q"], ["quit"], ["", " ", "q"]):
        result = human(typed=typed)
        assert (result.code, result.err) == (0, "")
        assert result.out.endswith("No game was finished. Good-bye!\n")


def test_the_human_can_begin(human: Menace) -> None:
    out = human("--second", "--preset", "both-players", typed=["5"]).out
    assert out.startswith("You play O against MENACE, both players, untrained, with X; you begin.")
    assert re.search(r"^Box 3\d\d holds ", out, re.M)
    refused = human("--second")
    assert complaint(refused, 2).startswith("the machine of MENACE 1961 plays first only")
    assert human("--preset", "second-player").out.startswith("You play O against MENACE, second player")


def test_a_move_is_taken_back(human: Menace) -> None:
    out = human("--second", "--preset", "both-players", typed=["5", "u", "u", "1", "u", "9"]).out
    assert "There is no move of yours to take back." in out
    boards = re.findall(r"^( . \| . \| . ) .*\n.*\n( . \| . \| . ) .*\n.*\n( . \| . \| . ) ", out, re.M)
    empty = sum("".join(rows).count("O") + "".join(rows).count("X") == 0 for rows in boards)
    assert empty == 3


def test_what_is_no_move_is_asked_again(human: Menace) -> None:
    out = human(typed=["0", "10", "five", "5-5", "٣"]).out
    assert out.count("Your move: ") == 6
    assert out.count("is not a move; write the number of its square") == 3
    assert out.count("cannot be played here; choose from") == 2


def test_a_trained_machine_is_met_and_left_as_it_is(human: Menace, menace: Menace, tmp_path: Path) -> None:
    menace("lab", "train", "--machine", "m.json")
    before = contents(tmp_path)
    out = human("--machine", "m.json", "--greedy", typed=[*EVERY_SQUARE * 2, "n"]).out
    first = load_machine(MACHINE, MICHIE).contents[1]
    best = max(first, key=lambda colour: first[colour])
    assert f"It plays {best}: " in out
    assert out.startswith(
        "You play X against m.json with O; it begins. It plays the colour of which it has most"
    )
    assert contents(tmp_path) == before


def test_a_machine_that_learns_is_kept(human: Menace, menace: Menace) -> None:
    menace("lab", "train", "--machine", "m.json", "--games", "100")
    before = load_machine(MACHINE, MICHIE)
    out = human("--machine", "m.json", "--learn", "--seed", "4", typed=[*EVERY_SQUARE * 2, "y", "q"]).out
    after = load_machine(MACHINE, MICHIE)
    changes = re.findall(r"box (\d+) (\w+) ([+-]\d+)", out.partition("It learned: ")[2].partition("\n")[0])
    assert changes
    for number, colour, change in changes:
        assert after.contents[int(number)][colour] - before.contents[int(number)][colour] == int(change)
    assert [lesson.games for lesson in after.lessons] == [100, 1]
    assert after.lessons[1].opponents == {"human": 1.0}
    again = menace("lab", "train", "--machine", "m.json", "--games", "100", "--json")
    assert json.loads(again.out)["games_in_all"] == 201


def test_a_game_that_is_taken_back_or_left_teaches_nothing(human: Menace, menace: Menace) -> None:
    menace("lab", "train", "--machine", "m.json", "--games", "100")
    before = MACHINE.read_bytes()
    ended = human("--machine", "m.json", "--learn", "--seed", "4", typed=EVERY_SQUARE * 2).out
    assert ended.count("It learned: ") == 1
    assert MACHINE.read_bytes() != before
    MACHINE.write_bytes(before)
    typed = ended.partition("Play again?")[0].count("Your move: ")
    out = human(
        "--machine", "m.json", "--learn", "--seed", "4", typed=[*(EVERY_SQUARE * 2)[:typed], "u", "q"]
    ).out
    assert "Play again?" in out
    assert "It learned" not in out
    assert MACHINE.read_bytes() == before


def test_the_real_machines_copy_is_met_and_its_journal_left(human: Menace, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite", MICHIE) as book:
        play_random_games(book, 10, seed=1961)
        counts = book.contents()[1]
    before = contents(tmp_path)
    for arguments in (["--real"], ["--journal", "journal.sqlite"], ["--real", "--learn"]):
        out = human(*arguments, typed=[*EVERY_SQUARE * 2, "n"]).out
        assert f"Box 1 holds {counts['white']} white (" in out
        assert "the copy of MENACE 1961 in " in out
        assert contents(tmp_path) == before


def test_a_machine_by_odds_is_met(human: Menace, menace: Menace) -> None:
    menace("lab", "train", "--machine", "m.json", "--learner", "odds")
    assert re.search(r"Box 1 holds white \d+ %, lilac \d+ %, gold \d+ %\.", human("--machine", "m.json").out)
    refused = human("--machine", "m.json", "--learn")
    assert complaint(refused, 2).startswith("m.json learned by odds, and does so in lab train only")


def test_a_machine_that_played_itself_can_be_met_on_either_side(human: Menace, menace: Menace) -> None:
    menace("lab", "train", "--opponent", "menace", "--machine", "m.json")
    assert "you begin" in human("--machine", "m.json", "--second").out
    assert "it begins" in human("--machine", "m.json").out


def test_the_games_as_json(human: Menace) -> None:
    typed = [*EVERY_SQUARE * 2, "y", "5"]
    done = human("--seed", "1", "--json", typed=typed)
    assert done.code == 0
    assert done.err == human("--seed", "1", typed=typed).out
    facts = json.loads(done.out)
    assert (facts["kit"], facts["fingerprint"]) == ("MENACE 1961", "ec7bb6e0")
    assert (facts["seed"], facts["side"], facts["machine"], facts["kept"]) == (1, "first", None, None)
    (game,) = facts["games"]  # the second was left
    position = MICHIE.game.start()
    for square in game["moves"]:
        position = MICHIE.game.play(position, (square - 1,))
    outcome = MICHIE.game.outcome(position)
    assert outcome is not None
    winner = {Side.FIRST: "win", Side.SECOND: "loss", None: "draw"}[outcome.winner]
    assert (game["result"], game["gave_up"]) == (winner, False)
    counts = [facts[name] for name in ("won", "drawn", "lost")]
    assert counts == [int(winner == result) for result in ("win", "draw", "loss")]


def test_what_a_machine_learned_is_not_written_over_what_another_program_did(
    menace: Menace, tmp_path: Path
) -> None:
    menace("lab", "train", "--machine", "m.json", "--games", "100")
    keeper = MachineSaver(tmp_path / MACHINE)
    mine = load_machine(MACHINE, MICHIE)
    menace("lab", "train", "--machine", "m.json", "--games", "7")
    theirs = MACHINE.read_bytes()
    keeper.save(mine)
    assert MACHINE.read_bytes() == theirs
    assert load_machine(tmp_path / "m-2.json", MICHIE).games == 100
    keeper.save(mine)  # its own file from now on
    assert not (tmp_path / "m-3.json").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--machine", "none.json"], 2, "there is no file none.json"),
        (["--machine", "m", "--real"], 2, "--machine and --real or --journal both name a machine"),
        (["--journal", "none.sqlite"], 1, "there is no journal none.sqlite yet"),
        (["--seed", "x"], 2, "--seed: a seed is a whole number"),
    ],
)
def test_what_cannot_be_met_is_told(human: Menace, arguments: list[str], code: int, said: str) -> None:
    assert complaint(human(*arguments), code).startswith(said)


def test_a_row_of_matches_is_played_in_its_own_words_and_fits_a_terminal(human: Menace) -> None:
    out = human("--preset", "nim-8", "--seed", "1", typed=["6", "q"]).out
    assert out.splitlines()[:2] == [
        "Against Nim, untrained, you are the second player; it begins. It draws its beads by chance, seed 1.",
        "Type a number: 3 is 3 matches; u takes back, q quits.",
    ]
    boards = [line for line in out.splitlines() if " | " in line or "the table" in line]
    assert boards
    assert max(map(len, boards)) <= 80


@pytest.mark.parametrize("preset", ["her-19", "nim-8"])
def test_of_a_game_that_cannot_be_drawn_no_draws_are_counted(human: Menace, preset: str) -> None:
    moves = ["7-4", "8-5", "9-6", "7", "8", "9", *"654321"] * 9
    out = human("--preset", preset, "--seed", "1", typed=[*moves, "n"]).out
    assert re.search(r"^\d+ games?: you won \d+, lost \d+\. Good-bye!$", out, re.M)


# Two engines, and nobody types.


def told(said: str) -> list[tuple[str, str]]:
    """Return who moved, and what is said of it: `O` and `Box 1 holds 4 white (33 %), ... square 2 (top middle).`"""
    return re.findall(r"^(O|X): (.+)$", said, re.M)


@pytest.mark.parametrize(
    ("arguments", "boxes"),
    some_of(
        [
            (["--opponent", "coach", "--greedy"], {"O"}),
            (["--opponent", "perfect"], {"O"}),
            (["--opponent", "adaptive"], {"O"}),
            (["--opponent", "mine.py:play"], {"O"}),
            (["--opponent", "second-player"], {"O", "X"}),
            (["--opponent", "menace", "--preset", "both-players", "--second"], {"O", "X"}),
            (["--opponent", "two.json:greedy"], {"O", "X"}),
            (["--opponent", "michie-1961", "--preset", "second-player"], {"O", "X"}),
        ]
    ),
)
def test_a_game_of_two_engines_is_shown_board_by_board(
    menace: Menace, tmp_path: Path, arguments: list[str], boxes: set[str]
) -> None:
    (tmp_path / "mine.py").write_text(
        "import random\ndef play(board):\n"
        "    return random.choice([place + 1 for place, mark in enumerate(board) if mark == '.'])\n"
    )
    menace("lab", "train", "--preset", "second-player", "--games", "20", "--machine", "two.json")
    for seed in "123":
        shown = menace("lab", "play", *arguments, "--seed", seed)
        facts = menace("lab", "play", *arguments, "--seed", seed, "--json")
        assert (shown.code, shown.err) == (0, "")
        assert facts.err == shown.out
        (game,) = json.loads(facts.out)["games"]
        assert json.loads(facts.out)["opponent"] == arguments[1]
        moves = told(shown.out)
        assert [mark for mark, _ in moves] == list("OXOXOXOXO"[: len(moves)])
        squares = [int(found) for _, said in moves for found in re.findall(r"square (\d)", said)]
        assert squares == game["moves"]
        assert {mark for mark, said in moves if said.startswith("Box ")} == boxes
        assert shown.out.partition("\nO: ")[2].count("the table") == len(moves)
        position = MICHIE.game.start()
        for square in squares:
            position = MICHIE.game.play(position, (square - 1,))
        ended = MICHIE.game.outcome(position)
        own = "second" if "--second" in arguments or "second-player" in arguments[2:] else "first"
        won = {"O won.": "first", "X won.": "second"}.get(shown.out.splitlines()[-1])
        assert ended is not None
        assert won == (ended.winner and ended.winner.value)
        assert game["result"] == ("draw" if won is None else "win" if won == own else "loss")


def test_the_bead_that_an_engine_draws_is_of_the_square_that_it_takes(menace: Menace) -> None:
    position = MICHIE.game.start()
    out = menace("lab", "play", "--opponent", "random", "--seed", "7").out
    for mark, said in told(out):
        square = int(re.findall(r"square (\d)", said)[0])
        if mark == "O" and (drawn := re.search(r"^Box (\d+) holds (.+)\. It draws (\w+):", said)):
            reading = Turn(MICHIE, position).readings[0]
            assert drawn[1] == reading.box.name
            assert reading.moves[drawn[3]] == (square - 1,)
            assert all(f"{reading.box.start[colour]} {colour} (" in drawn[2] for colour in reading.moves)
        position = MICHIE.game.play(position, (square - 1,))
    assert MICHIE.game.outcome(position) is not None


def test_an_engine_with_an_empty_box_gives_up_and_the_other_has_won(menace: Menace, tmp_path: Path) -> None:
    beads = {box.number: dict(box.start) for box in MICHIE.boxes} | {1: dict.fromkeys(MICHIE.box(1).start, 0)}
    (tmp_path / "dead.json").write_bytes(machine_bytes(untaught(MICHIE, beads)))
    for arguments, end in (
        (("--machine", "dead.json", "--opponent", "random"), "X won."),
        (("--preset", "second-player", "--opponent", "dead.json", "--learn"), "X won.\nIt learned: nothing."),
    ):
        shown = menace("lab", "play", *arguments, "--seed", "1")
        assert "O: Box 1 is empty: the machine gives up." in shown.out
        assert shown.out.rstrip().endswith(end)


def test_engines_learn_nothing_unless_they_are_told_to(menace: Menace, tmp_path: Path) -> None:
    menace("lab", "train", "--games", "20", "--machine", "m.json")
    menace("lab", "train", "--preset", "second-player", "--games", "20", "--machine", "two.json")
    before = {name: (tmp_path / name).read_bytes() for name in ("m.json", "two.json")}
    watch = ("lab", "play", "--machine", "m.json", "--opponent", "two.json", "--seed", "4")
    menace(*watch)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    out = menace(*watch, "--learn").out
    assert "It learned: box 1 " in out
    assert (tmp_path / "two.json").read_bytes() == before["two.json"]
    lesson = load_machine(tmp_path / "m.json", MICHIE).lessons[-1]
    assert (lesson.games, lesson.opponents) == (1, {"two.json": 1.0})


def test_two_machines_by_hexapawn_and_of_nim_are_watched(menace: Menace) -> None:
    assert (
        "White: Box "
        in menace("lab", "play", "--preset", "her-19", "--opponent", "him-18", "--seed", "1").out
    )
    out = menace("lab", "play", "--preset", "nim-8", "--opponent", "perfect", "--seed", "1").out
    assert out.startswith("The first player is Nim, untrained; the second player is perfect.")
    assert re.search(r"^The (first|second) player won\.$", out, re.M)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["worst-case"], "there is no player 'worst-case'"),
        (["q-learning"], "q-learning learns as it plays"),
        (["menace"], "MENACE 1961 has boxes for one side only"),
        (
            ["menace", "--preset", "both-players", "--learn"],
            "of a machine that plays itself both sides learn",
        ),
        (["michie-1961"], "michie-1961 has no boxes for the second player"),
        (["her-19"], "her-19 plays hexapawn, and this is noughts-and-crosses"),
        (["none.json"], "there is no file none.json"),
        (["random:2"], "random:2: a rate of errors"),
    ],
)
def test_an_engine_that_cannot_be(menace: Menace, arguments: list[str], said: str) -> None:
    assert complaint(menace("lab", "play", "--opponent", *arguments), 2).startswith(said)
