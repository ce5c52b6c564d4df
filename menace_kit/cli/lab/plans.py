"""`menace-kit lab until` and `lab search`: how long until a machine is good, and the rules that suit one's own fair."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.lab.options import (
    OpponentOption,
    SeedOption,
    count_option,
    count_to,
    kit_facts,
    mix_option,
    played_to_the_end,
    tell,
)
from menace_kit.cli.lab.pictures import DEFAULT_SEED, MOST_DRAWN_RUNS, chosen_contest
from menace_kit.cli.options import JsonOption, KitOptions
from menace_kit.errors import LabError
from menace_kit.machine.learning import has_ties

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.learners import Contest
    from menace_kit.lab.studies.plans import Goal, RunUntil

QUANTILES = {"5 of 100": 5, "half": 50, "95 of 100": 95}
"""How a share of the machines is said -> in per cent."""


def until(
    goal: Annotated[
        str,
        typer.Option(
            metavar="GOAL",
            help="When a machine is good: unbeatable, or in per cent of its next games won=60, drawn=90 or unlost=95.",
        ),
    ] = "unbeatable",
    opponent: OpponentOption = "random",
    mix: Annotated[str | None, mix_option("Several opponents instead, by lot: random=50,perfect=50.")] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The player of those next games.  [default: whom the machine learns from]"
        ),
    ] = None,
    learner: Annotated[str, typer.Option(metavar="NAME", help="Who learns: see `lab curve`.")] = "beads",
    games: Annotated[int, count_option("Games at the most.", count_to(100_000))] = 1000,
    runs: Annotated[
        int, count_option(f"Machines to simulate, up to {MOST_DRAWN_RUNS:,}.", count_to(MOST_DRAWN_RUNS))
    ] = 100,
    seed: SeedOption = DEFAULT_SEED,
    as_json: JsonOption = False,
    *,
    kit: KitOptions,
) -> None:
    """Say how long it takes until the machine is good: how many games, and how many of these are lost.

    Unbeatable is a machine that nobody beats, not even an opponent who knows what is in the boxes: the chance that it
    loses is 0. Chances are summed exactly after every game, and the first time counts. Dead machines, and those that
    are not good in time, count as never: if more than half are, half of them never get there. Ctrl-C tells of the runs
    so far.

    \b
    Example:  menace-kit lab until --preset her-19
              menace-kit lab until --opponent adaptive --goal unlost=90 --against perfect
    """
    from menace_kit.lab.exact import COMPILED_FOR_MANY
    from menace_kit.lab.learners import contest, parsed_mix
    from menace_kit.lab.studies.plans import RunUntil, parsed_goal, runs_until

    wanted = parsed_goal(goal)
    if mix is not None and opponent != "random":
        raise typer.BadParameter("--mix and --opponent exclude each other; give one of them")
    chosen = kit.chosen()
    if wanted.name == "drawn" and not has_ties(chosen.game):
        raise LabError(f"no game of {chosen.game.name} is drawn; ask for unbeatable, won=60 or unlost=95")
    found = contest(chosen, parsed_mix(mix), learner) if mix else chosen_contest(chosen, learner, opponent)

    def steps() -> "Iterator[RunUntil | int]":
        for step in runs_until(found, wanted, games, runs, seed, against):
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


def _until_facts(found: "Contest", goal: "Goal", runs: "Sequence[RunUntil]") -> dict[str, Any]:
    """Return what came of it as JSON has it; a percentile is None where so many machines are never good."""
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


def _until_lines(facts: dict[str, Any]) -> Iterator[str]:
    from menace_kit.lab.studies.plans import SHARES

    shares = facts["opponents"]
    mixed = ", ".join(f"{name} {100 * share:.3g} %" for name, share in shares.items())
    crowd = mixed if len(shares) > 1 else next(iter(shares))
    yield f"{facts['kit']}, kit {facts['fingerprint']}: {facts['runs']:,} machines, {facts['learner']}"
    yield f"against {crowd}"
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
    yield f"{facts['good']:,} of {facts['runs']:,} machines were good within {facts['games_most']:,} games."
    yield f"Died before: {facts['dead']:,}. Not good in time: {facts['not_in_time']:,}."
