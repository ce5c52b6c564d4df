"""A sweep's grid, the seeds of its runs, and its files."""

import csv
import io
import json
import threading
from contextlib import closing
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from joblib import cpu_count
from pyarrow import parquet

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab.engine.match import Match
from menace_kit.lab.exact import MachinePlayer
from menace_kit.lab.learners import contest
from menace_kit.lab.machine_file import untaught
from menace_kit.lab.studies import sweep as sweep_module
from menace_kit.lab.studies.sweep import (
    COLUMNS,
    GridCell,
    OwnPlayer,
    RunRow,
    Sweep,
    SweepPart,
    function_files,
    grid,
    on_this_machine,
    parameters,
    part_path,
    play,
    run_seed,
    summaries,
    sweep_csv,
    sweep_parquet,
    tasks,
    with_cell,
)
from menace_kit.machine import load_preset
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.schema import EmptyBox
from tests.layout.kits import small_kit

KIT = load_preset("michie-1961")
CELLS = grid(
    KIT,
    [(4, 3, 2, 1), 1],
    [(3, 1, -1), ((1, 2, 3, 3), 1, -1)],
    [EmptyBox.RESIGN, EmptyBox.REFILL],
    ["perfect", "menace"],
)
SWEEP = Sweep(KIT, CELLS, games=60, runs=3, seed=1961)


def played(sweep: Sweep) -> dict[tuple[GridCell, int], RunRow]:
    results = (play(sweep.kit, task) for task in tasks(sweep))
    return {(cell, row.run): row for cell, rows in results for row in rows}


@cache
def every_row() -> dict[tuple[GridCell, int], RunRow]:
    """Return the rows of the whole grid, played once for all tests."""
    return played(SWEEP)


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
    rows = played(Sweep(KIT, cells, games=200, runs=5, seed=1))
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
        ([2], ["random", "random"], "--opponent: the same value stands there twice"),
        ([2], ["random", "chess-champion"], "chess-champion"),
    ],
)
def test_a_grid_that_cannot_be(starts: list[int], opponents: list[str], complaint: str) -> None:
    with pytest.raises(LabError, match=complaint):
        grid(KIT, starts, opponents=opponents)


def test_a_cell_changes_the_rules_and_nothing_else() -> None:
    changed = with_cell(KIT, GridCell((8, 4, 2, 1), 2, 0, -2, EmptyBox.KEEP_LAST, "random"))
    scroggs = load_preset("scroggs")
    assert [box.start for box in changed.boxes] == [box.start for box in scroggs.boxes]
    learning = changed.spec.learning
    assert (learning.win, learning.draw, learning.loss, learning.empty_box) == (2, 0, -2, EmptyBox.KEEP_LAST)
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


def test_the_second_players_machine_counts_from_its_own_side() -> None:
    second = load_preset("second-player")
    sweep = Sweep(second, grid(second), games=300, runs=1, seed=7)
    (row,) = played(sweep).values()
    run = contest(with_cell(second, sweep.cells[0]), "random", "beads").match.run(row.seed)
    run.play(300)
    assert (row.lost, row.drawn, row.won) == run.tally
    firsts = [box.number for box in second.boxes if box.stage == 1]
    assert len(firsts) == 3
    assert row.first_box_beads == sum(sum(run.contents[number].values()) for number in firsts)


def test_a_larger_grid_keeps_the_rows_of_the_smaller() -> None:
    larger = Sweep(KIT, grid(KIT, [(8, 4, 2, 1), 1], opponents=["perfect", "random"]), 60, 5, 1961)
    rows = played(larger)
    same = [key for key in every_row() if key in rows]
    assert len(same) == 3
    assert all(every_row()[key] == rows[key] for key in same)
    assert rows != played(replace(larger, seed=1962))


def test_tasks_are_what_is_missing_in_reasonable_pieces() -> None:
    many = replace(SWEEP, cells=CELLS[:2], runs=120)
    assert [(task.cell, len(task.numbers)) for task in tasks(many)] == [
        (cell, size) for cell in CELLS[:2] for size in (50, 50, 20)
    ]
    done = {(CELLS[0], number) for number in range(1, 101)}
    assert [len(task.numbers) for task in tasks(many, done)] == [20, 50, 50, 20]
    assert len(next(tasks(replace(many, games=10**9))).numbers) == 1


def test_another_version_of_the_program_does_not_play() -> None:
    task = next(tasks(SWEEP))._replace(version="0.0.1")
    with pytest.raises(LabError, match=r"0\.0\.1"):
        play(KIT, task)


def test_the_summary_is_of_the_rows_of_its_cell() -> None:
    first = summaries(SWEEP, every_row())[0]
    rows = [every_row()[CELLS[0], number] for number in (1, 2, 3)]
    drawn, band = sorted(row.drawn for row in rows), first.bands["drawn"]
    assert first.cell == CELLS[0]
    assert band.mean == pytest.approx(sum(drawn) / 3)
    assert drawn[0] <= band.low <= band.high <= drawn[-1]
    assert first.dead == sum(row.dead for row in rows)


def test_parquet_has_the_rows_of_the_csv_with_types_and_parameters() -> None:
    table = parquet.read_table(io.BytesIO(sweep_parquet(SWEEP, every_row())))
    texts = [
        str(value).lower() if isinstance(value, bool) else str(value)
        for row in table.to_pylist()
        for value in row.values()
    ]
    lines = list(csv.reader(io.StringIO(sweep_csv(SWEEP, every_row()).decode())))
    assert tuple(lines[0]) == COLUMNS == tuple(table.column_names)
    assert texts == [field for line in lines[1:] for field in line]
    types = {name: str(table.schema.field(name).type) for name in COLUMNS}
    assert types["seed"] == "uint64"
    assert types["dead"] == "bool"
    assert (types["win"], types["draw"]) == ("string", "int64")  # a reward by stage is a text
    assert json.loads(table.schema.metadata[b"menace_kit"]) == parameters(SWEEP)


def a_part(folder: Path) -> Path:
    """Write the part of a sweep with the rows of its first cells."""
    path = part_path(folder / "sweep.csv")
    with closing(SweepPart(path, SWEEP)) as part:
        for cell in CELLS[:4]:
            part.add(cell, [every_row()[cell, number] for number in (1, 2, 3)])
    return path


def test_a_part_is_read_back_wherever_it_was_torn(tmp_path: Path) -> None:
    path = a_part(tmp_path)
    whole = path.read_bytes()
    first_lines = whole.index(b"\n", whole.index(b"\n") + 1) + 1
    for length in [*range(0, 30, 9), *range(first_lines - 5, len(whole) + 1, 29), len(whole) - 1]:
        path.write_bytes(whole[:length])
        with closing(SweepPart(path, SWEEP)) as part:
            lines = max(0, whole[:length].count(b"\n") - 2)
            assert len(part.rows) == lines
            assert all(every_row()[key] == row for key, row in part.rows.items())
            for key in list(SWEEP.keys)[:12]:
                if key not in part.rows:
                    part.add(key[0], [every_row()[key]])
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        (replace(SWEEP, seed=5), "another seed;"),
        (replace(SWEEP, games=61), "another number of games;"),
        (replace(SWEEP, runs=4), "another number of runs;"),
        (replace(SWEEP, cells=CELLS[1:]), "another grid;"),
        (replace(SWEEP, kit=load_preset("second-player"), seed=5), "another kit, another seed;"),
    ],
)
def test_a_part_of_another_sweep_is_refused_and_left_alone(
    tmp_path: Path, other: Sweep, complaint: str
) -> None:
    path = a_part(tmp_path)
    before = path.read_bytes()
    with pytest.raises(LabError, match=complaint):
        SweepPart(path, other)
    assert path.read_bytes() == before


def test_an_opponent_is_known_by_what_is_in_its_file(tmp_path: Path) -> None:
    """A function and a machine, which other programs may read (on a cluster) and change."""
    file = tmp_path / "mine.py"
    file.write_text("def low(board):\n    return board.index('.') + 1\n", encoding="utf-8")
    low, other = f"{file}:low", load_preset("second-player")
    untrained = MachinePlayer("two.json", untaught(other, starting_contents(other)), False, (Side.SECOND,))

    def asked(digest: str) -> Sweep:
        own = function_files([low]) | {"two.json": OwnPlayer(digest, untrained)}
        cells = grid(KIT, opponents=["first-free", low, "two.json"], own=own)
        return Sweep(KIT, cells, 40, 2, 1, own)

    sweep = asked("as it was")
    to_play = list(tasks(sweep))
    cloudpickle = pytest.importorskip("cloudpickle")  # as Dask sends tasks to its workers
    rows = {
        cell.opponent: found
        for cell, found in map(partial(play, KIT), cloudpickle.loads(cloudpickle.dumps(to_play)))
    }
    match = Match(KIT, opponents=("two.json",), makers={"two.json": untrained})
    for row in rows["two.json"]:
        run = match.run(row.seed)
        run.play(40)
        assert (row.won, row.drawn, row.lost) == tuple(run.tally)
    path = part_path(tmp_path / "sweep.csv")
    with closing(SweepPart(path, sweep)) as part:
        for task in to_play:
            part.add(task.cell, rows[task.cell.opponent])
    with closing(SweepPart(path, asked("as it was"))) as part:
        assert len(part.rows) == 6
    with pytest.raises(LabError, match=r"with another file of an opponent;"):
        SweepPart(path, asked("as it is now"))
    file.write_text("def low(board):\n    return board.rindex('.') + 1\n", encoding="utf-8")
    with pytest.raises(LabError, match=r"with another file of an opponent;"):
        SweepPart(path, asked("as it was"))
    with pytest.raises(LabError, match=r"mine\.py was changed meanwhile"):
        play(KIT, to_play[1])


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (b"# menace-kit sweep {", b"a letter to my aunt", "is not the part of a sweep"),
        (b'"seed": 1961', b'"need": 1961', "first line is damaged"),
        (b"start,win", b"start,wine", "line 2 is damaged"),
        (b"resign,perfect,beads,false,2", b"resign,perfect,beads,false,9", "line 4 is damaged"),
        (b"resign,perfect,beads,false,2", b"resign,nobody,beads,false,2", "line 4 is damaged"),
        (b"resign,perfect,beads,false,2,", b"resign,perfect,beads,false,2,x", "line 4 is damaged"),
    ],
)
def test_a_damaged_part_is_refused_and_left_alone(
    tmp_path: Path, old: bytes, new: bytes, complaint: str
) -> None:
    path = a_part(tmp_path)
    damaged = path.read_bytes().replace(old, new, 1)
    path.write_bytes(damaged)
    with pytest.raises(LabError, match=complaint):
        SweepPart(path, SWEEP)
    assert path.read_bytes() == damaged


def test_a_grid_is_for_both_players_alike_where_the_kit_has_no_rules_for_the_second() -> None:
    kit = small_kit(side="both", learning={"win-second": 9}, beads={"start-second": 8})
    with pytest.raises(LabError, match=r"^--reward is for both .* has learning.win-second;"):
        grid(kit, rewards=[(3, 1, -1)])
    with pytest.raises(LabError, match=r"^--start is for both .* beads.start-second;"):
        grid(kit, starts=[4])
    (cell,) = grid(kit)
    own = with_cell(kit, cell)
    assert (own.spec, own.boxes) == (kit.spec, kit.boxes)


@pytest.mark.parametrize(
    ("games", "jobs", "alone"), [(60, None, True), (60, 2, False), (200_000, None, False)]
)
def test_short_tasks_get_one_thread_unless_more_are_asked_for(
    games: int, jobs: int | None, alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = set()

    def watched(*asked: Any) -> Any:
        threads.add(threading.current_thread())
        return play(*asked)

    monkeypatch.setattr(sweep_module, "play", watched)
    asked = replace(SWEEP, games=games)
    found = [cell for cell, _ in on_this_machine(asked, tasks(asked), jobs)]
    assert set(found) == set(CELLS)
    assert (threads == {threading.main_thread()}) is (alone or cpu_count() == 1)
