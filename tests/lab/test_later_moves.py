"""Machines with boxes for their first moves alone, in the lab:
played, summed and taught like any other.
"""

from pathlib import Path

import pytest

from menace_kit.errors import LabError
from menace_kit.games import Side, parse_position
from menace_kit.lab.advice import Reason, advice
from menace_kit.lab.engine.arrays import BEADS, ODDS, PLAYER
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.roles import roles_for
from menace_kit.lab.engine.tables import kit_table, machine_table
from menace_kit.lab.exact import at_best, machine_policy, worst_case
from menace_kit.lab.learners import contest
from menace_kit.lab.machine_file import load_machine, machine_bytes
from menace_kit.lab.studies.outlook import Strength, strength
from menace_kit.lab.studies.plans import parsed_goal, runs_until
from menace_kit.lab.training import Training
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.next_game import Chances
from tests.examples import all_to_prove
from tests.lab.test_next_game import assert_the_same_chances
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
OPPONENTS = ("random", "perfect:0.3")


def side_of(kit: Kit) -> Side:
    return Side.SECOND if kit.spec.side == "second" else Side.FIRST


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["chart", "drained", "both"]))
@pytest.mark.parametrize("opponent", all_to_prove(OPPONENTS, quick=["random"]))
def test_the_plain_games_are_those_of_the_trainer(name: str, opponent: str) -> None:
    """Bead for bead, and to the same place in the stream of random numbers."""
    kit = kit_of(KITS[name])
    assert_same(Match(kit, roles_of(kit), (opponent,)), 60)


def test_it_takes_turns_at_beginning_against_an_adaptive_player() -> None:
    kit = kit_of(KITS["both"])
    assert_same(Match(kit, ((BEADS, PLAYER), (PLAYER, BEADS)), ("adaptive",)), 50)
    assert_same(Match(CHART, opponents=("adaptive",)), 50)
    assert_same(Match(CHART, (roles_for(Side.FIRST, ODDS),)), 50)


@pytest.mark.parametrize("name", all_to_prove(KITS, quick=["chart"]))
def test_the_chances_are_those_of_a_plain_sum(name: str) -> None:
    assert_the_same_chances(kit_of(KITS[name]))


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
    for board in ("O../.../...", "OX./O../...", "OXO/X../O..", "OXO/.X./O..", "XO./OX./O.."):
        told = advice(kit, Side.FIRST, contents, parse_position(kit.game, board, marks))
        assert told.move in kit.game.legal_moves(parse_position(kit.game, board, marks))
        reasons.add(told.why)
        assert (told.why is Reason.LATER) <= (told.box is None)
    assert Reason.LATER in reasons


DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "studies" / "starter.md"
FAIR = {"random": 30.0, "win-or-block": 50.0, "perfect": 20.0}
BY_LOT, BY_CHART = (
    f"boxes = {{stages = 3, later = '{rule}'}}\nbeads.start = " for rule in ("random", "chart")
)
MACHINES = {
    "`michie-1961`": "",
    "`starter`, at random": f"{BY_LOT}[4, 3, 2]",
    "`starter`, by the chart": f"{BY_CHART}[4, 3, 2]",
    "`scroggs`": "print.container = 'craft-box'\nbeads.start = [8, 4, 2, 1]",
    "its first three moves, at random": f"print.container = 'craft-box'\n{BY_LOT}[8, 4, 2]",
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
            if row[2] == 300 and "starter" in row[1] and "random player" in row[0]
        ],
    ),
)
def test_the_document_tells_what_comes_out(
    section: str, machine: str, games: int, won: float, drawn: float
) -> None:
    assert len(documented()) == 6 * 3 + 6 * 2  # the tables are read whole
    opponents = FAIR if "fair" in section else "random"
    *_, found = strength(contest(kit_of(MACHINES[machine]), opponents), games, 1000, 1961)
    assert isinstance(found, Strength)
    assert round(100 * found.chances["random"].win, 1) == won
    assert round(100 * found.chances["perfect"].draw, 1) == drawn


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
