"""A sweep's grid, the seeds of its runs, and its file."""

import csv
import io
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab.engine.match import Match
from menace_kit.lab.exact import MachinePlayer
from menace_kit.lab.learners import contest
from menace_kit.lab.machine_file import untaught
from menace_kit.lab.studies.sweep import (
    CellRuns,
    GridCell,
    RunRow,
    Sweep,
    grid,
    play,
    played,
    run_seed,
    sweep_csv,
    tasks,
    with_cell,
)
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.schema import EmptyBox
from tests.examples import preset
from tests.layout.kits import small_kit

KIT = preset("michie-1961")
CELLS = grid(
    KIT,
    [(4, 3, 2, 1), 1],
    [(3, 1, -1), ((1, 2, 3, 3), 1, -1)],
    [EmptyBox.RESIGN, EmptyBox.REFILL],
    ["perfect", "menace"],
)
SWEEP = Sweep(KIT, CELLS, games=60, runs=3, seed=1961)


def cells_of(sweep: Sweep, jobs: int = 1) -> list[CellRuns]:
    return [step for step in played(sweep, jobs) if isinstance(step, CellRuns)]


def rows_of(sweep: Sweep) -> dict[tuple[GridCell, int], RunRow]:
    return {(each.cell, row.run): row for each in cells_of(sweep) for row in each.rows}


@cache
def every_row() -> dict[tuple[GridCell, int], RunRow]:
    """Return the rows of the whole grid, played once for all tests."""
    return rows_of(SWEEP)


def test_the_grid_has_every_combination_once_and_the_kit_fills_in_the_rest() -> None:
    assert len(CELLS) == len(set(CELLS)) == 16
    assert [cell.texts[:6] for cell in CELLS[:3]] == [
        ("4,3,2,1", "3", "1", "-1", "resign", "perfect"),
        ("4,3,2,1", "3", "1", "-1", "resign", "menace"),
        ("4,3,2,1", "3", "1", "-1", "refill", "perfect"),
    ]
    assert CELLS[-1].texts == ("1", "1/2/3/3", "1", "-1", "refill", "menace", "beads", "false")
    assert grid(KIT) == (GridCell((4, 3, 2, 1), 3, 1, -1, EmptyBox.RESIGN, "random"),)
    assert grid(KIT, [(2, 2, 2, 2)]) == grid(KIT, [2])


def test_learners_and_turns_are_axes_too() -> None:
    names = ["beads", "odds", "monte-carlo:alpha=0.90"]
    cells = grid(KIT, opponents=["random", "monte-carlo"], learners=names, alternate=True)
    assert [cell.texts[5:] for cell in cells[:3]] == [
        ("random", "beads", "true"),
        ("random", "odds", "true"),
        ("random", "monte-carlo:alpha=0.9", "true"),
    ]
    rows = rows_of(Sweep(KIT, cells, games=200, runs=5, seed=1))
    assert len(rows) == len(cells) * 5
    for (cell, _), row in rows.items():
        assert row.won + row.drawn + row.lost == row.games == 200
        assert (row.first_box_beads > 0) == (cell.learner == "beads")
    mean = {cell: sum(row.won for (of, _), row in rows.items() if of == cell) / 5 for cell in cells}
    assert all(80 < won < 150 for cell, won in mean.items() if cell.opponent == "random")
    with pytest.raises(LabError, match="named by --start, --reward and --empty-box"):
        grid(KIT, learners=["beads:win=2"])


@pytest.mark.parametrize(
    ("starts", "opponents", "complaint"),
    [
        ([(4, 3, 2)], ["random"], "4,3,2: 3 numbers for a machine with 4 stages"),
        ([2, (2, 2, 2, 2)], ["random"], "--start: the same value stands there twice"),
        ([2], ["random", "chess-champion"], "chess-champion"),
    ],
)
def test_a_grid_that_cannot_be(starts: list[int], opponents: list[str], complaint: str) -> None:
    with pytest.raises(LabError, match=complaint):
        grid(KIT, starts, opponents=opponents)


def test_a_cell_changes_the_rules_and_nothing_else() -> None:
    changed = with_cell(KIT, GridCell((8, 4, 2, 1), 2, 0, -2, EmptyBox.KEEP_LAST, "random"))
    scroggs = preset("scroggs")
    assert [box.start for box in changed.boxes] == [box.start for box in scroggs.boxes]
    learning = changed.spec.learning
    assert (learning.win, learning.draw, learning.loss, learning.empty_box) == (
        2,
        0,
        -2,
        EmptyBox.KEEP_LAST,
    )
    own = with_cell(KIT, grid(KIT)[0])
    assert own.fingerprint == KIT.fingerprint


def test_a_run_is_the_match_that_its_seed_gives() -> None:
    matches = {cell: contest(with_cell(KIT, cell), cell.opponent, "beads").match for cell in CELLS}
    for (cell, number), row in every_row().items():
        assert row.seed == run_seed(SWEEP.seed, cell, number)
        run = matches[cell].run(row.seed)
        games = run.play(SWEEP.games).games
        assert (row.games, row.won, row.drawn, row.lost) == (games, *run.tally)
        assert row.first_box_beads == sum(run.contents[1].values())
        assert row.dead == (row.first_box_beads == 0 and cell.empty_box is EmptyBox.RESIGN)
    assert 0 < sum(row.dead for row in every_row().values()) < len(every_row())
    assert len({row.seed for row in every_row().values()}) == len(every_row())


def test_a_larger_grid_keeps_the_rows_of_the_smaller() -> None:
    larger = Sweep(KIT, grid(KIT, [(8, 4, 2, 1), 1], opponents=["perfect", "random"]), 60, 5, 1961)
    rows = rows_of(larger)
    same = [key for key in every_row() if key in rows]
    assert len(same) == 3
    assert all(every_row()[key] == rows[key] for key in same)
    assert rows != rows_of(replace(larger, seed=1962))


def test_tasks_are_reasonable_pieces() -> None:
    many = replace(SWEEP, cells=CELLS[:2], runs=120)
    assert [list(task.numbers) for task in tasks(many)] == 2 * [
        list(range(first, last)) for first, last in ((1, 51), (51, 101), (101, 121))
    ]
    assert len(next(tasks(replace(many, games=10**9))).numbers) == 1


def test_how_many_runs_are_finished_is_told_before_their_cell_is() -> None:
    many = replace(SWEEP, cells=CELLS[:2], games=1, runs=120)
    told = [step if isinstance(step, int) else step.cell for step in played(many, 2)]
    assert told == [50, 50, 20, CELLS[0], 50, 50, 20, CELLS[1]]


def test_another_version_of_the_program_does_not_play() -> None:
    with pytest.raises(LabError, match=r"0\.0\.1"):
        play(next(tasks(SWEEP))._replace(version="0.0.1"))


def test_the_file_has_a_line_for_each_run() -> None:
    cell = GridCell((4, 3, 2, 1), (1, 2, 3, 3), 1, -1, EmptyBox.KEEP_LAST, "perfect:0.1")
    rows = (
        RunRow(1, 2**64 - 1, 60, 1, 2, 57, False, True, 12),
        RunRow(2, 7, 9, 0, 0, 9, True, False, 0),
    )
    heading, *lines = csv.reader(io.StringIO(sweep_csv([CellRuns(cell, rows)]).decode()))
    assert heading == [*GridCell._fields, *RunRow._fields]
    rules = ["4,3,2,1", "1/2/3/3", "1", "-1", "keep-last", "perfect:0.1", "beads", "false"]
    assert lines == [
        [*rules, "1", "18446744073709551615", "60", "1", "2", "57", "false", "true", "12"],
        [*rules, "2", "7", "9", "0", "0", "9", "true", "false", "0"],
    ]


def test_opponents_in_files_travel_with_the_tasks(tmp_path: Path) -> None:
    """A worker on another computer has neither the function's file nor the machine's."""
    file = tmp_path / "mine.py"
    file.write_text(
        "def free(board):\n    return [n for n, mark in enumerate(board, 1) if mark == '.']\n"
        "def any(board):\n    return free(board)\n",
        encoding="utf-8",
    )
    other = preset("second-player")
    contents = starting_contents(other)
    untrained = MachinePlayer("two.json", untaught(other, contents), False, (Side.SECOND,))
    makers = {"two.json": untrained}
    names = [f"{file}:any", "two.json"]
    sweep = Sweep(KIT, grid(KIT, opponents=names, makers=makers), 40, 2, 1, makers)
    here = cells_of(sweep)
    cloudpickle = pytest.importorskip("cloudpickle")  # as Dask sends tasks to its workers
    sent = [cloudpickle.dumps(task) for task in tasks(sweep)]
    file.unlink()
    assert [play(cloudpickle.loads(task)) for task in sent] == [list(each.rows) for each in here]
    match = Match(KIT, opponents=("two.json",), makers=makers)
    for row in here[-1].rows:
        run = match.run(row.seed)
        run.play(40)
        assert (row.won, row.drawn, row.lost) == tuple(run.tally)


def test_a_grid_is_for_both_players_alike_where_the_kit_has_no_rules_for_the_second() -> None:
    kit = small_kit(side="both", learning={"win-second": 9}, beads={"start-second": 8})
    with pytest.raises(LabError, match=r"^--reward is for both .* has learning.win-second;"):
        grid(kit, rewards=[(3, 1, -1)])
    with pytest.raises(LabError, match=r"^--start is for both .* beads.start-second;"):
        grid(kit, starts=[4])
    (cell,) = grid(kit)
    own = with_cell(kit, cell)
    assert (own.spec, own.boxes) == (kit.spec, kit.boxes)
