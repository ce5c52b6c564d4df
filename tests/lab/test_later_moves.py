"""Machines with boxes for their first moves alone, in the lab:
played, summed and taught like any other.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest

from menace_kit.errors import LabError
from menace_kit.games import Move, Position, Side, parse_position
from menace_kit.lab.coach import Reason, advice
from menace_kit.lab.engine.arrays import BEADS, ODDS, PLAYER
from menace_kit.lab.engine.match import Match, roles_for
from menace_kit.lab.engine.tables import kit_table, machine_table
from menace_kit.lab.exact import (
    Chances,
    at_best,
    exact_chances,
    machine_policy,
    player_policy,
    worst_case,
)
from menace_kit.lab.learners import contest, with_full_box
from menace_kit.lab.machine_file import load_machine, machine_bytes
from menace_kit.lab.players import player_named
from menace_kit.lab.studies.curves import Strength, strength
from menace_kit.lab.studies.plans import parsed_goal, runs_until
from menace_kit.lab.training import Training
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, Result, starting_contents
from menace_kit.machine.schema import FullBox
from menace_kit.machine.turns import Turn
from tests.examples import all_to_prove
from tests.lab.test_exact import assert_as_played
from tests.lab.test_trainer import assert_same, roles_of
from tests.logbook.games import DRAINING, kit_of

KITS = {
    "random": "boxes.stages = 3",
    "chart": "boxes.stages = 3\nboxes.later = 'chart'",
    "drained": f"boxes.stages = 2\n{DRAINING.format('refill')}",
    ("drained, chart"): (
        "boxes = {stages = 1, later = 'chart', symmetry = 'rotations'}\n"
        f"{DRAINING.format('random')}"
    ),
    "287": "boxes = {stages = 2, lost-positions = false}",
    "second": "side = 'second'\nboxes = {stages = 2, later = 'chart'}\nbeads.start = 1",
    "both": (
        "side = 'both'\nboxes.stages = 2\nbeads.start = 1\nlearning = {win = 2, loss = -2, "
        "empty-box = 'resign'}"
    ),
    "forced": (
        "boxes = {stages = 3, forced-moves = true, merge-symmetric-moves = false}\nbeads.start = 1"
    ),
    "unmerged": "boxes = {stages = 2, symmetry = 'none', later = 'chart'}\nbeads.start = 1",
    "taken": (
        "boxes = {stages = 3, taken-squares = true}\nlearning = {win = 1, empty-box = 'refill'}"
    ),
    "hexapawn": "game = 'hexapawn'\nside = 'second'\nmarks = ['W', 'B']\nboxes = {stages = 1, "
    "symmetry = 'mirror'}\n"
    "beads = {start = 2, palette = 'four-arrows'}",
}
"""Name -> kit file; all of them have moves without a box, by lot or by the chart."""

WHOLE = kit_of("")
RANDOM, CHART = kit_of(KITS["random"]), kit_of(KITS["chart"])
OPPONENTS = ("random", "perfect:0.3", "win-or-block")


def side_of(kit: Kit) -> Side:
    return Side.SECOND if kit.spec.side == "second" else Side.FIRST


# Game for game


@pytest.mark.parametrize(
    "name", all_to_prove(KITS, quick=[name for name in KITS if name != "unmerged"])
)
@pytest.mark.parametrize("opponent", all_to_prove(OPPONENTS, quick=["random"]))
def test_the_plain_games_are_those_of_the_trainer(name: str, opponent: str) -> None:
    """Bead for bead, and to the same place in the stream of random numbers."""
    kit = kit_of(KITS[name])
    assert_same(Match(kit, roles_of(kit), (opponent,)), 60)
    assert_same(Match(with_full_box(kit, FullBox.IGNORE), roles_of(kit), (opponent,)), 60)


def test_machines_by_odds_have_the_same_rule() -> None:
    for kit in (RANDOM, CHART):
        assert_same(Match(kit, (roles_for(Side.FIRST, ODDS),)), 50)


def test_others_play_and_it_learns_where_it_has_a_box() -> None:
    kit = kit_of(KITS["both"])
    match = Match(kit, ((PLAYER, PLAYER),), ("perfect", "random"), watched_by=BEADS)
    assert_same(match, 50)


def test_it_takes_turns_at_beginning_against_an_adaptive_player() -> None:
    kit = kit_of(KITS["both"])
    assert_same(Match(kit, ((BEADS, PLAYER), (PLAYER, BEADS)), ("adaptive",)), 50)
    assert_same(Match(CHART, opponents=("adaptive",), greedy=True), 50)
    assert_same(Match(with_full_box(RANDOM, FullBox.HALVE, 8)), 50)


# Summed


def share(counts: Mapping[str, int], total: int, colour: str) -> Fraction:
    return Fraction(counts[colour], total)


def own_moves(kit: Kit, contents: Contents, position: Position) -> Mapping[Move, Fraction]:
    """Return how likely a machine's moves are, none where it gives up:
    beads as they lie, else the kit's rule.
    """
    turn = Turn(kit, position)
    if turn.box is None:
        return {move: Fraction(1, len(turn.unchosen)) for move in turn.unchosen}
    inside, meant = contents[turn.box.number], turn.readings[0].moves
    total = sum(inside[colour] for colour in meant)
    found: dict[Move, Fraction] = {}
    for colour, move in meant.items():
        found[move] = found.get(move, Fraction(0)) + Fraction(inside[colour], total)
    return found


def plain_chances(
    kit: Kit, contents: Contents, best: bool = False
) -> tuple[Fraction, Fraction, Fraction]:
    """Return how likely a game against a random player is won, drawn and lost,
    summed in the plainest way.

    `best`: as the best machine plays that has these boxes, by won less lost.
    """
    own, game = side_of(kit), kit.game

    @cache
    def after(position: Position) -> tuple[Fraction, Fraction, Fraction]:
        outcome = game.outcome(position)
        if outcome is not None:
            place = list(Result).index(Result.of(outcome.winner, own))
            return tuple(Fraction(place == each) for each in range(3))  # type: ignore[return-value]
        moves = (
            own_moves(kit, contents, position)
            if position.to_move is own
            else {
                move: Fraction(1, len(game.legal_moves(position)))
                for move in game.legal_moves(position)
            }
        )
        if not moves:
            return Fraction(0), Fraction(0), Fraction(1)
        ends = {move: after(game.play(position, move)) for move in moves}
        if best and position.to_move is own and kit.box_at(position) is not None:
            return max(ends.values(), key=lambda end: end[0] - end[2])
        sums = (
            sum(likely * ends[move][place] for move, likely in moves.items()) for place in range(3)
        )
        return tuple(map(Fraction, sums))  # type: ignore[return-value]

    return after(game.start())


PLAINLY = ("random", "chart", "287", "second", "hexapawn")


@pytest.mark.parametrize("name", all_to_prove(PLAINLY, quick=["chart"]))
def test_the_chances_are_those_of_a_plain_sum(name: str) -> None:
    kit, lots = kit_of(KITS[name]), Random(7)
    contents = {
        box.number: {colour: lots.randrange(1, 9) for colour in box.moves} for box in kit.boxes
    }
    game = kit_table(kit)
    machine = machine_table(kit, game)
    policy = machine_policy(machine, machine.weights(contents))
    assert (policy.moves.sum(axis=1) + policy.gives_up)[game.outcome == 0] == pytest.approx(1)
    random = player_policy(player_named("random", game))
    found = exact_chances(game, policy, random, side_of(kit))
    assert sum(found) == pytest.approx(1)
    assert found == pytest.approx([float(each) for each in plain_chances(kit, contents)])
    top = plain_chances(kit, contents, best=True)
    most = at_best(machine, random, side_of(kit), Chances(1, 0, -1))
    assert most == pytest.approx(float(top[0] - top[2]))
    assert most > found.win - found.loss


@pytest.mark.parametrize(
    "name",
    all_to_prove(["random", "chart", "both", "287", "drained, chart"], quick=["random", "chart"]),
)
def test_games_go_as_the_chances_say(name: str) -> None:
    kit = kit_of(KITS[name])
    for opponent in ("random", "perfect:0.3"):
        assert_as_played(kit, starting_contents(kit), opponent)


def test_whoever_knows_what_is_in_the_boxes_does_not_know_how_the_lot_falls() -> None:
    """A machine that draws by lot what the others choose can be beaten at its worst,
    one with the chart less often.
    """
    losses = []
    for kit in (WHOLE, RANDOM, CHART):
        game = kit_table(kit)
        machine = machine_table(kit, game)
        chances = worst_case(game, machine_policy(machine, machine.start), Side.FIRST)
        assert sum(chances) == pytest.approx(1)
        losses.append(chances.loss)
        assert 0 < chances.loss < 1
    whole, lot, chart = losses
    assert chart < whole
    assert chart < lot


# Taught, kept and told


def test_a_machine_is_kept_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "trained.json"
    whole, half = Training(contest(CHART, "random"), 5), Training(contest(CHART, "random"), 5)
    whole.play(60)
    half.play(20)
    path.write_bytes(machine_bytes(half.machine))
    on = Training(contest(CHART, "random"), None, load_machine(path, CHART))
    on.play(40)
    assert on.machine.weights == whole.machine.weights
    with pytest.raises(LabError, match=CHART.fingerprint):
        load_machine(path, RANDOM)


@pytest.mark.parametrize("kit", [RANDOM, CHART], ids=["random", "chart"])
def test_the_coach_teaches_it_and_says_what_comes(kit: Kit) -> None:
    contents = starting_contents(kit)
    marks = kit.spec.marks
    reasons = set()
    for board in (
        "O../.../...",
        "OX./O../...",
        "OXO/X../O..",
        "OXO/.X./O..",
        "OX./OO./.XX",
        "XO./OX./O..",
    ):
        cells = board.replace("/", "")
        if cells.count("O") - cells.count("X") != 1:
            continue
        told = advice(kit, Side.FIRST, contents, parse_position(kit.game, board, marks))
        assert told.move in kit.game.legal_moves(parse_position(kit.game, board, marks))
        reasons.add(told.why)
        assert (told.why is Reason.LATER) <= (told.box is None)
    assert Reason.LATER in reasons


# What the document says


DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "studies" / "starter.md"
FAIR = {"random": 30.0, "win-or-block": 50.0, "perfect": 20.0}
BY_LOT, BY_CHART = (
    f"boxes = {{stages = 3, later = '{rule}'}}\nbeads.start = " for rule in ("random", "chart")
)
MACHINES = {
    "`michie-1961`": "",
    "`starter`, by lot": f"{BY_LOT}[4, 3, 2]",
    "`starter`, by the chart": f"{BY_CHART}[4, 3, 2]",
    "`scroggs`": "print.container = 'craft-box'\nbeads.start = [8, 4, 2, 1]",
    "its first three moves, by lot": f"print.container = 'craft-box'\n{BY_LOT}[8, 4, 2]",
    "its first three moves, by the chart": f"print.container = 'craft-box'\n{BY_CHART}[8, 4, 2]",
}
"""Each row of the tables, and its kit file."""


def documented() -> list[tuple[str, str, int, float, float]]:
    """Return section, machine, games, and how many are won against random and drawn against
    perfect, of each figure.
    """
    found, section, games = [], "", list[int]()
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif line.startswith("| machine"):
            games = [int(cell.rpartition(" ")[2].replace(",", "")) for cell in cells[2:]]
        elif cells[0] in MACHINES:
            half = len(games) // 2
            for place, count in enumerate(games[:half], 2):
                found.append(
                    (section, cells[0], count, float(cells[place]), float(cells[place + half]))
                )
    return found


@pytest.mark.parametrize(
    ("section", "machine", "games", "won", "drawn"),
    all_to_prove(
        documented(),
        quick=[
            row
            for row in documented()
            if row[2] == 300 and "starter" in row[1] and "anyhow" in row[0]
        ],
    ),
)
def test_the_document_tells_what_comes_out(
    section: str, machine: str, games: int, won: float, drawn: float
) -> None:
    opponents = FAIR if "fair" in section else "random"
    *_, found = strength(contest(kit_of(MACHINES[machine]), opponents), games, 1000, 1961)
    assert isinstance(found, Strength)
    assert round(100 * found.chances["random"].win, 1) == won
    assert round(100 * found.chances["perfect"].draw, 1) == drawn


def test_the_documents_tables_are_read_whole() -> None:
    assert len(documented()) == 6 * 3 + 6 * 2


def test_how_good_a_machine_with_few_boxes_can_become() -> None:
    """The share of games that the best machine loses to the best opponent,
    as the document tells it.
    """
    for lines, least in (("3", 0), ("2", -2 / 3), ("1\nboxes.later = 'chart'", 0)):
        kit = kit_of(f"boxes.stages = {lines}\nbeads.start = 1")
        machine = machine_table(kit, kit_table(kit))
        assert at_best(machine, None, Side.FIRST, Chances(0, 0, -1)) == pytest.approx(least)
    with pytest.raises(LabError, match="give it boxes for more moves"):
        next(
            runs_until(
                contest(kit_of(KITS["drained"]), "random"), parsed_goal("unbeatable"), 10, 1, 1
            )
        )
