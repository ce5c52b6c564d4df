"""`menace-kit lab until`, `lab compare` and `lab forecast`: before one builds.

How long until a machine is good, how well machines of several kits play, and how many beads to own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.lab.options import (
    MOST_RUNS,
    OpponentOption,
    SeedOption,
    contest_sides,
    count_option,
    count_to,
    kit_facts,
    machines_among,
    mix_option,
    played_to_the_end,
    side_option,
    tell,
)
from menace_kit.cli.lab.pictures import DEFAULT_SEED, MOST_DRAWN_RUNS
from menace_kit.cli.options import ENDED, JsonOption, KitOptions, endings
from menace_kit.cli.terminal import table_lines
from menace_kit.errors import LabError, SelectionError
from menace_kit.games import Game, Side, described
from menace_kit.machine.containers import shakeable_beads, tray_capacity
from menace_kit.machine.csv_table import csv_text
from menace_kit.machine.kit import Kit, load_preset
from menace_kit.machine.learning import allowed_in_boxes, gives_up_when_empty, has_ties, results
from menace_kit.machine.schema import FullBox
from menace_kit.workshop.forecasts import CROWD, PERCENT, RUNS, SEED

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.learners import Contest
    from menace_kit.lab.studies.forecast import Forecast
    from menace_kit.lab.studies.plans import Goal, RunUntil

COVERED = 95
"""Per cent of all openings, for which the likeliest boxes are counted."""

ENOUGH_RUNS = 500
"""With fewer runs the forecast says how rough it is:
from 100 runs what 95 have enough of is enough for 91 others.
"""

SHOWN_BOXES = 12
"""Boxes of the ranking that are shown without --boxes."""

QUANTILES = {"5 of 100": 5, "half": 50, "95 of 100": 95}
"""How a share of the machines is said -> in per cent."""


def until(
    goal: Annotated[
        str,
        typer.Option(
            metavar="GOAL",
            help=(
                "When a machine is good: unbeatable, or in per cent of its next games won=60, "
                "drawn=90 or unlost=95."
            ),
        ),
    ] = "unbeatable",
    opponent: OpponentOption = "random",
    mix: Annotated[
        str | None, mix_option("Several opponents instead, by lot: random=50,perfect=50.")
    ] = None,
    side: Annotated[
        Side | None,
        side_option("The machine's side.  [default: the kit's; first where it has both]"),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=(
                "The player of those next games; not for unbeatable.  "
                "[default: whom the machine learns from]"
            ),
        ),
    ] = None,
    learner: Annotated[
        str, typer.Option(metavar="NAME", help="Who learns: see `lab curve`.")
    ] = "beads",
    games: Annotated[int, count_option("Games at the most.", count_to(100_000))] = 1000,
    runs: Annotated[
        int,
        count_option(
            f"Machines to simulate, up to {MOST_DRAWN_RUNS:,}.", count_to(MOST_DRAWN_RUNS)
        ),
    ] = 100,
    seed: SeedOption = DEFAULT_SEED,
    as_json: JsonOption = False,
    *,
    kit: KitOptions,
) -> None:
    """Say how long it takes until the machine is good: how many games,
    and how many of these are lost.

    Unbeatable is a machine that nobody beats, not even an opponent who knows what is in the boxes:
    the chance that it loses is 0. Chances are summed exactly after every game,
    and the first time counts. Dead machines, and those that are not good in time, count as never:
    if more than half are, half of them never get there. What no machine can reach,
    whatever is in its boxes, is refused at once. Ctrl-C tells of the runs so far.

    \b
    Example:  menace-kit lab until --preset her-19
              menace-kit lab until --opponent adaptive --goal unlost=90 --against perfect
    """
    from menace_kit.lab.exact import COMPILED_FOR_MANY
    from menace_kit.lab.studies.plans import UNBEATABLE, RunUntil, parsed_goal, runs_until

    wanted = parsed_goal(goal)
    if against is not None and wanted.name == UNBEATABLE:
        raise typer.BadParameter(
            "--against names the player of the next games, and unbeatable asks about nobody "
            "in particular: leave it away, or say --goal won=60, drawn=90 or unlost=95"
        )
    chosen = kit.chosen()
    if wanted.name == "drawn" and not has_ties(chosen.game):
        raise LabError(
            f"no game of {chosen.game.name} is drawn; ask for unbeatable, won=60 or unlost=95"
        )
    found = _contest(chosen, kit, opponent, mix, learner, side)
    played = runs_until(found, wanted, games, runs, seed, against)

    def steps() -> "Iterator[RunUntil | int]":
        for step in played:
            yield step
            if isinstance(step, RunUntil):
                yield games - step.games

    def how_far(finished: "Sequence[RunUntil]") -> tuple[int, str]:
        if not finished:
            return 0, " before the first machine was good: nothing can be said."
        return len(finished), f": {len(finished):,} of {runs:,} machines were played."

    done = played_to_the_end(steps(), "Games", games * runs, how_far, COMPILED_FOR_MANY)[0]
    facts = _until_facts(found, wanted, done) | {
        "against": against,
        "games_most": games,
        "runs_asked": runs,
        "seed": seed,
    }
    tell(as_json, facts, _until_lines(facts), stopped=len(done) < runs)


def _contest(
    chosen: Kit,
    options: KitOptions,
    opponent: str,
    mix: str | None,
    learner: str = "beads",
    side: Side | None = None,
) -> "Contest":
    """Return who learns from whom; BadParameter where opponents are named twice."""
    from menace_kit.lab.learners import contest, parsed_mix

    if mix is not None and opponent != "random":
        raise typer.BadParameter("--mix and --opponent exclude each other; give one of them")
    opponents = parsed_mix(mix) if mix is not None else {opponent: 1.0}
    makers = machines_among(opponents, options, contest_sides(chosen, side, alternate=False))
    return contest(chosen, opponents, learner, side, makers)


def _until_facts(found: "Contest", goal: "Goal", runs: "Sequence[RunUntil]") -> dict[str, Any]:
    """Return what came of it as JSON has it; a percentile is None where so many
    machines are never good.
    """
    from menace_kit.lab.studies.plans import share_within

    good = [run for run in runs if run.good]
    dead = sum(run.dead for run in runs)
    percents = tuple(QUANTILES.values())
    return {
        **kit_facts(found.kit),
        "goal": goal.name,
        "share": goal.share or None,
        "learner": str(found.learner),
        "side": found.side.value,
        "opponents": dict(found.opponents),
        "runs": len(runs),
        "good": len(good),
        "dead": dead,
        "not_in_time": len(runs) - len(good) - dead,
        "games": share_within([run.games for run in good], len(runs), percents),
        "lost": share_within([run.lost for run in good], len(runs), percents),
    }


def _crowd(shares: Mapping[str, float]) -> str:
    """Return who plays, and how often where there are several."""
    mixed = ", ".join(f"{name} {100 * share:.3g} %" for name, share in shares.items())
    return mixed if len(shares) > 1 else next(iter(shares))


def _until_lines(facts: dict[str, Any]) -> Iterator[str]:
    from menace_kit.lab.studies.plans import SHARES

    shares, crowd = facts["opponents"], _crowd(facts["opponents"])
    yield (
        f"{facts['kit']}, kit {facts['fingerprint']}: "
        f"{facts['runs']:,} machines, {facts['learner']}"
    )
    yield f"as the {facts['side']} player against {crowd}"
    if facts["share"] is None:
        yield "good is one that no opponent can beat, not even one who knows what is in the boxes"
    else:
        whom = facts["against"] or ("these" if len(shares) > 1 else crowd)
        how = f"{SHARES[facts['goal']]} in {100 * facts['share']:g} of 100"
        yield f"good is one whose next game against {whom} is {how}"
    yield f"seed {facts['seed']}"
    yield ""
    yield f"{'':<14}" + "".join(f"{name:>12}" for name in QUANTILES)
    for name, key in (("games", "games"), ("of them lost", "lost")):
        cells = ("never" if value is None else f"{value:,}" for value in facts[key].values())
        yield f"{name:<14}" + "".join(f"{cell:>12}" for cell in cells)
    yield ""
    yield (
        f"{facts['good']:,} of {facts['runs']:,} machines were good within "
        f"{facts['games_most']:,} games."
    )
    yield f"Died before: {facts['dead']:,}. Not good in time: {facts['not_in_time']:,}."


def compare(
    others: Annotated[
        list[str],
        typer.Argument(
            metavar="OTHER...",
            help=(
                "One or more kits to compare with: presets, or kit files such as ../other/kit.toml."
            ),
        ),
    ],
    games: Annotated[
        int, count_option("Games that each machine has played.", count_to(10**7))
    ] = 1000,
    opponent: OpponentOption = "random",
    mix: Annotated[
        str | None, mix_option("Several opponents instead, by lot: random=50,perfect=50.")
    ] = None,
    runs: Annotated[
        int,
        count_option(
            f"Machines of each kit, up to {MOST_DRAWN_RUNS:,}.", count_to(MOST_DRAWN_RUNS)
        ),
    ] = 1000,
    seed: SeedOption = DEFAULT_SEED,
    as_json: JsonOption = False,
    *,
    kit: KitOptions,
) -> None:
    """Say how well machines of several kits play after as many games:
    what fewer boxes, or another rule, cost.

    Many machines of the chosen kit and of each other one play; then the chances of their
    next game are summed, against a random and a perfect player and against the worst one,
    who knows what is in the boxes. A dead machine loses.

    Example:  menace-kit lab compare starter
    """
    from menace_kit.lab.exact import COMPILED_FOR_MANY
    from menace_kit.lab.studies.curves import Strength, strength

    chosen = kit.chosen()
    kits = [(chosen.spec.name, chosen), *((name, _kit_named(name)) for name in others)]
    if len({described(each.game) for _, each in kits}) > 1:
        told = ", ".join(f"{name} {described(each.game)}" for name, each in kits)
        raise LabError(f"they play different games: {told}")
    found = [_contest(each, kit, opponent, mix) for _, each in kits]

    def steps() -> "Iterator[Strength | int]":
        for each in found:
            yield from strength(each, games, runs, seed)

    def how_far(done: "Sequence[Strength]") -> tuple[int, str]:
        return len(done), f": {len(done)} of {len(found)} kits were played."

    played = played_to_the_end(
        steps(), "Games", games * runs * len(found), how_far, COMPILED_FOR_MANY
    )[0]
    facts = {
        "opponents": dict(found[0].opponents),
        "games": games,
        "runs": runs,
        "seed": seed,
        "machines": [
            {
                "name": name,
                **kit_facts(own),
                "boxes": len(own.boxes),
                "side": plays.side.value,
                "dead": each.dead,
                "next_game": {judge: chances._asdict() for judge, chances in each.chances.items()},
            }
            for (name, own), plays, each in zip(kits, found, played, strict=False)
        ],
    }
    tell(as_json, facts, _compare_lines(chosen.game, facts), stopped=len(played) < len(found))


def _kit_named(name: str) -> Kit:
    """Return the kit that a preset's name or the path of a kit file means."""
    path = Path(name)
    if path.suffix != ".toml" and len(path.parts) == 1:
        return load_preset(name)
    try:
        return KitOptions(path, None).chosen()
    except SelectionError as error:
        raise SelectionError(str(error).removeprefix("--kit: ")) from error


def _compare_lines(game: Game, facts: dict[str, Any]) -> Iterator[str]:
    """Yield what each machine can expect of its next game, against each of those who judge."""
    ends = [result.value for result in results(game)]
    yield (
        f"after {facts['games']:,} games against {_crowd(facts['opponents'])}: "
        f"{facts['runs']:,} machines of each kit"
    )
    yield f"how the next game ends, on average; seed {facts['seed']}"
    yield ""
    rows = [("", "boxes", "plays", "dead", "against", *ends)]
    for each in facts["machines"]:
        head = (each["name"], f"{each['boxes']:,}", each["side"], f"{each['dead']:,}")
        for judge, chances in each["next_game"].items():
            rows.append((*head, judge, *(f"{100 * chances[end]:.1f} %" for end in ends)))
            head = ("", "", "", "")
    yield from table_lines(rows, right=[1, 3, *range(5, 5 + len(ends))])


def forecast(
    games: Annotated[int, count_option("Games that the machine will play.")] = 300,
    runs: Annotated[
        int, count_option(f"Machines to simulate, up to {MOST_RUNS:,}.", count_to(MOST_RUNS))
    ] = RUNS,
    mix: Annotated[
        str | None,
        mix_option(
            "The players, by lot: random=50,perfect=50.  "
            "[default: random=30,win-or-block=50,perfect=20]"
        ),
    ] = None,
    boxes: Annotated[
        bool, typer.Option("--boxes", help="All boxes, the one that is opened most likely first.")
    ] = False,
    seed: SeedOption = SEED,
    as_json: JsonOption = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="The ranking of the boxes as CSV.")] = False,
    *,
    kit: KitOptions,
) -> None:
    """Say how many beads of each colour to own: what simulated machines needed.

    Many machines of the kit each play a crowd of players; without --mix, those of a fair day.
    A kit with machines for both sides shares the games between them.
    Ctrl-C says what the machines so far needed.

    \b
    Example:  menace-kit lab forecast --games 500 --mix random=60,perfect=40
    """
    from menace_kit.lab.learners import parsed_mix
    from menace_kit.lab.studies.forecast import Forecaster

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
    tell(
        as_json,
        _forecast_facts(chosen, found, runs) | {"boxes": rows},
        lines,
        stopped=found.runs < runs,
    )


def _forecast_lines(
    kit: Kit, found: "Forecast", rows: Sequence[Mapping[str, Any]], all_boxes: bool
) -> Iterator[str]:
    """Yield a forecast in words, with its ranking of the boxes."""
    crowd = ", ".join(f"{name} {share:.3g} %" for name, share in found.crowd.items())
    yield (
        f"{kit.spec.name}, kit {kit.fingerprint}: {_machines(found, 'simulated ')}, "
        f"{found.games:,} games each"
    )
    yield f"the crowd   {crowd}"
    yield f"seed        {found.seed}"
    for side in found.sides:
        yield ""
        yield from _side_lines(kit, found, side)
    yield ""
    yield from _bead_lines(kit, found)
    fullest = max(box.start_total for box in kit.boxes)
    yield f"{'fullest box':<14}{fullest:>10,}{found.fullest.median:>12,}{found.fullest.most:>17,}"
    holds, mixes = (
        count(kit.container.tray, kit.bead) for count in (tray_capacity, shakeable_beads)
    )
    yield (
        f"A tray of {kit.container.title} holds about {holds} beads; "
        f"shaking mixes up to about {mixes}."
    )
    yield ""
    number = found.covering(COVERED)
    yield f"The {number:,} likeliest of {len(kit.boxes):,} boxes take {COVERED} % of all openings."
    yield (
        f"{'box':>5}  {'board':<12}{'move':>5}{'in 100 machines':>18}"
        f"{'in 100 games':>15}{'covered':>10}"
    )
    for row in rows if all_boxes else rows[:SHOWN_BOXES]:
        yield (
            f"{row['box']:>5}  {row['board']:<12}{row['move']:>5}"
            f"{row['opened_in_percent_of_runs']:>18.1f}{row['per_100_games']:>15.2f}"
            f"{row['covered_percent']:>8.1f} %"
        )
    if not all_boxes and len(rows) > SHOWN_BOXES:
        yield f"... and {len(rows) - SHOWN_BOXES} more: --boxes"


def _machines(found: "Forecast", of_a_kind: str = "") -> str:
    return f"{found.runs:,} {of_a_kind}machine{'s' * (found.runs != 1)}"


def _bead_lines(kit: Kit, found: "Forecast") -> Iterator[str]:
    """Yield the table of the beads to own, and what its numbers mean."""
    from menace_kit.lab.studies.forecast import covered_surely, to_own

    start, sure = kit.start_by_colour(), covered_surely(found.runs)
    rows = [(name, held, *found.beads.colours[name]) for name, held in start.items()]
    rows.append(("in all", sum(start.values()), *to_own(found.beads)))
    yield f"{'beads to own':<14}{'to start':>10}{'half need':>12}{'95 of 100 need':>17}"
    for name, held, median, most in rows:
        yield f"{name:<14}{held:>10,}{median:>12,}{most:>17,}"
    if found.runs < ENOUGH_RUNS:
        yield (
            f"From {_machines(found)} that is rough: "
            f"of 100 others bought so it is sure of {sure:.0f} at"
        )
        yield "the most (19 times in 20) that they have enough of all; better: --runs 1000."
    else:
        yield "Of machines bought so, 95 of 100 have enough of every colour."
    if found.halved.most:
        yield (
            f"A box with more than {allowed_in_boxes(kit):,} beads after a game is halved. "
            "Half of the machines do"
        )
        yield (
            f"that up to {found.halved.median:,} times, "
            f"95 of 100 up to {found.halved.most:,} times."
        )


def _side_lines(kit: Kit, found: "Forecast", side: Side) -> Iterator[str]:
    fared, firsts = found.sides[side], kit.first_boxes(side)
    which = f" as the {side.value} player" if len(found.sides) > 1 else ""
    numbers = dict(zip(ENDED.values(), fared.results, strict=True))
    yield (
        f"on average{which}: "
        f"{', '.join(f'{numbers[word]:,.1f} {word}' for word in endings(kit.game))}"
    )
    box = "the first box" if len(firsts) == 1 else f"one of the {len(firsts)} first boxes"
    yield f"{box} ran empty in {100 * fared.emptied / found.runs:.1f} of 100 machines"
    if gives_up_when_empty(kit):
        yield f"without a first move for good were {100 * fared.dead / found.runs:.1f} of 100"


def _ranking(kit: Kit, found: "Forecast") -> list[dict[str, Any]]:
    """Return the ranking of the boxes; `covered_percent` of all openings come
    to a box and those above it.
    """
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
    """Return a forecast as JSON has it, but not its ranking; `most` was enough for `percent` of 100
    machines; for others it is so surely for `percent_surely` (`covered_surely`).

    `total` is the sum of `beads`. `halved`: boxes with more beads than `over` are halved;
    `over` is null if that is not the kit's rule.
    """
    from menace_kit.lab.studies.forecast import covered_surely, to_own

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
        "total": {"start": sum(kit.start_by_colour().values()), **to_own(found.beads)._asdict()},
        "halved": {
            "over": allowed_in_boxes(kit) if kit.spec.learning.full_box is FullBox.HALVE else None,
            "times": found.halved._asdict(),
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
