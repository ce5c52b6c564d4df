"""`menace-kit lab forecast`: how many beads to own, before they are bought."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.lab.options import (
    MOST_RUNS,
    SeedOption,
    count_option,
    count_to,
    kit_facts,
    machines_among,
    mix_option,
    played_to_the_end,
    tell,
)
from menace_kit.cli.options import ENDED, JsonOption, KitOptions, endings
from menace_kit.games import Side
from menace_kit.machine.containers import shakeable_beads, tray_capacity
from menace_kit.machine.csv_table import csv_text
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import gives_up_when_empty

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.studies.forecast import Forecast

COVERED = 95
"""Per cent of all openings, for which the likeliest boxes are counted."""

ENOUGH_RUNS = 500
"""With fewer runs the forecast says how rough it is: from 100 runs what 95 have enough of is enough for 91 others."""

SHOWN = 12
"""Boxes of the ranking that are shown without --boxes."""


def forecast(
    games: Annotated[int, count_option("Games that the machine will play.")] = 300,
    runs: Annotated[
        int, count_option(f"Machines to simulate, up to {MOST_RUNS:,}.", count_to(MOST_RUNS))
    ] = 1000,
    mix: Annotated[
        str | None,
        mix_option(
            "The players, by lot: random=50,perfect=50.  [default: random=30,win-or-block=50,perfect=20]"
        ),
    ] = None,
    boxes: Annotated[
        bool, typer.Option("--boxes", help="All boxes, the one that is opened most likely first.")
    ] = False,
    seed: SeedOption = 1961,
    as_json: JsonOption = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="The ranking of the boxes as CSV.")] = False,
    *,
    kit: KitOptions,
) -> None:
    """Say how many beads of each colour to own: what simulated machines needed.

    Many machines of the kit each play a crowd of players; without --mix, those of a fair day. A kit with machines for
    both sides shares the games between them. Ctrl-C says what the machines so far needed.

    \b
    Example:  menace-kit lab forecast --games 500 --mix random=60,perfect=40
    """
    from menace_kit.lab.learners import parsed_mix
    from menace_kit.lab.studies.forecast import CROWD, Forecaster

    if as_json and as_csv:
        raise typer.BadParameter("--json and --csv exclude each other; give one of them")
    crowd: Mapping[str, float] = CROWD
    if mix is not None:
        shares = parsed_mix(mix)
        total = sum(shares.values())
        crowd = {name: 100 * share / total for name, share in shares.items()}
    chosen = kit.chosen()
    makers = machines_among(crowd, kit, [side.other for side in chosen.sides])
    forecaster = Forecaster(chosen, games, crowd, seed, makers=makers)

    def how_far(_: Sequence[object]) -> tuple[int, str]:
        if not forecaster.runs:
            return 0, " before the first machine had played its games: nothing can be said."
        return forecaster.runs, f": {forecaster.runs:,} of {runs:,} machines played their games."

    played_to_the_end(forecaster.play(runs), "Machines", runs, how_far)
    found = forecaster.forecast()
    rows = _ranking(chosen, found)
    lines: Iterable[str] = _forecast_lines(chosen, found, rows, boxes)
    if as_csv:
        text = csv_text([rows[0], *(row.values() for row in rows)])
        typer.echo(text.encode(), nl=False)  # UTF-8 wherever it goes
        lines = ()
    tell(as_json, _forecast_facts(chosen, found, runs) | {"boxes": rows}, lines, stopped=found.runs < runs)


def _forecast_lines(
    kit: Kit, found: "Forecast", rows: Sequence[Mapping[str, Any]], all_boxes: bool
) -> Iterator[str]:
    """Yield a forecast in words, with its ranking of the boxes."""
    crowd = ", ".join(f"{name} {share:.3g} %" for name, share in found.crowd.items())
    yield f"{kit.spec.name}, kit {kit.fingerprint}: {_machines(found, 'simulated ')}, {found.games:,} games each"
    yield f"the crowd   {crowd}"
    yield f"seed        {found.seed}"
    for side in found.sides:
        yield ""
        yield from _side_lines(kit, found, side)
    yield ""
    yield from _bead_lines(kit, found)
    fullest = max(box.start_total for box in kit.boxes)
    yield f"{'fullest box':<14}{fullest:>10,}{found.fullest.median:>12,}{found.fullest.most:>17,}"
    holds, mixes = (count(kit.container.tray, kit.bead) for count in (tray_capacity, shakeable_beads))
    yield f"A tray of {kit.container.title} holds about {holds} beads; shaking mixes up to about {mixes}."
    yield ""
    number = found.covering(COVERED)
    yield f"The {number:,} likeliest of {len(kit.boxes):,} boxes take {COVERED} % of all openings."
    yield f"{'box':>5}  {'board':<12}{'move':>5}{'in 100 machines':>18}{'in 100 games':>15}{'covered':>10}"
    for row in rows if all_boxes else rows[:SHOWN]:
        yield (
            f"{row['box']:>5}  {row['board']:<12}{row['move']:>5}{row['opened_in_percent_of_runs']:>18.1f}"
            f"{row['per_100_games']:>15.2f}{row['covered_percent']:>8.1f} %"
        )
    if not all_boxes and len(rows) > SHOWN:
        yield f"... and {len(rows) - SHOWN} more: --boxes"


def _machines(found: "Forecast", of_a_kind: str = "") -> str:
    return f"{found.runs:,} {of_a_kind}machine{'s' * (found.runs != 1)}"


def _bead_lines(kit: Kit, found: "Forecast") -> Iterator[str]:
    """Yield the table of the beads to own, and what its numbers mean."""
    from menace_kit.lab.studies.forecast import covered_surely

    beads, halved, start = found.beads, found.halved, kit.start_by_colour()
    sure = covered_surely(found.runs)
    rows = [
        (name, held, *beads.colours[name], halved.beads.colours[name].most) for name, held in start.items()
    ]
    sums = [sum(column) for column in list(zip(*rows, strict=True))[1:]]
    rows += [("to buy", *sums), ("one machine", sums[0], *beads.total, halved.beads.total.most)]
    yield f"{'beads to own':<14}{'to start':>10}{'half need':>12}{'95 of 100 need':>17}{'if halved':>13}"
    for name, held, median, most, less in rows:
        yield f"{name:<14}{held:>10,}{median:>12,}{most:>17,}{less:>13,}"
    if found.runs < ENOUGH_RUNS:
        yield f"From {_machines(found)} that is rough: of 100 others bought so it is sure of {sure:.0f} at"
        yield "the most (19 times in 20) that they have enough of all; better: --runs 1000."
    else:
        yield "Of machines bought so, 95 of 100 have enough of every colour."
    if beads.total.most < sums[2]:
        yield "One machine needs fewer in all, but of which colour nobody knows beforehand."
    if halved.times.most:
        yield f"If halved: of a box that holds more than {halved.mixes:,} after a game, too full to mix, half"
        yield f"of each colour is taken out; 95 of 100 do that up to {halved.times.most:,} times."


def _side_lines(kit: Kit, found: "Forecast", side: Side) -> Iterator[str]:
    fared, firsts = found.sides[side], kit.first_boxes(side)
    which = f" as the {side.value} player" if len(found.sides) > 1 else ""
    numbers = dict(zip(ENDED.values(), fared.results, strict=True))
    yield f"on average{which}: {', '.join(f'{numbers[word]:,.1f} {word}' for word in endings(kit.game))}"
    box = "the first box" if len(firsts) == 1 else f"one of the {len(firsts)} first boxes"
    yield f"{box} ran empty in {100 * fared.emptied / found.runs:.1f} of 100 machines"
    if gives_up_when_empty(kit):
        yield f"without a first move for good were {100 * fared.dead / found.runs:.1f} of 100"


def _ranking(kit: Kit, found: "Forecast") -> list[dict[str, Any]]:
    """Return the ranking of the boxes; `covered_percent` of all openings come to a box and those above it."""
    rows = []
    openings, covered = sum(box.times for box in found.boxes), 0
    for rank, each in enumerate(found.boxes, 1):
        box, covered = kit.box(each.number), covered + each.times
        row = {
            "rank": rank,
            "box": box.number,
            "side": box.side.value,
            "move": box.stage,
            "board": kit.board(box),
            "opened_in_percent_of_runs": round(100 * each.runs / found.runs, 4),
            "per_100_games": round(100 * each.times / found.played, 4),
            "covered_percent": round(100 * covered / openings, 4),
        }
        rows.append(row)
    return rows


def _forecast_facts(kit: Kit, found: "Forecast", asked: int) -> dict[str, Any]:
    """Return a forecast as JSON has it, but not its ranking; `most` was enough for `percent` of 100 machines;
    for others it is so surely for `percent_surely` (`covered_surely`).

    Of `beads`, in every colour. `halved` is the same where half of each colour is taken out of boxes too full to mix.
    """
    from menace_kit.lab.studies.forecast import PERCENT, covered_surely

    tray = kit.container.tray
    return {
        **kit_facts(kit),
        "seed": found.seed,
        "games": found.games,
        "runs": found.runs,
        "runs_asked": asked,
        "crowd": dict(found.crowd),
        "percent": PERCENT,
        "percent_surely": round(covered_surely(found.runs), 1),
        "beads": {
            name: {"start": start, **found.beads.colours[name]._asdict()}
            for name, start in kit.start_by_colour().items()
        },
        "total": found.beads.total._asdict(),
        "halved": {
            "over": found.halved.mixes,
            "times": found.halved.times._asdict(),
            "beads": {name: need._asdict() for name, need in found.halved.beads.colours.items()},
            "total": found.halved.beads.total._asdict(),
        },
        "fullest_box": found.fullest._asdict(),
        "tray": {"holds": tray_capacity(tray, kit.bead), "mixes": shakeable_beads(tray, kit.bead)},
        "sides": {
            side.value: {
                "games": fared.games,
                **dict(zip(("win", "draw", "loss"), fared.results, strict=True)),
                "first_boxes": [box.number for box in kit.first_boxes(side)],
                "first_box_emptied": fared.emptied / found.runs,
                "dead": fared.dead / found.runs,
            }
            for side, fared in found.sides.items()
        },
        "covered_by": {"percent": COVERED, "boxes": found.covering(COVERED)},
    }
