"""`menace-kit lab curve --until`: how many games it takes until the machine is good."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import typer

from menace_kit.cli.lab.options import crowd, kit_facts, played_to_the_end, tell
from menace_kit.errors import LabError
from menace_kit.machine.prospects import has_ties

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.learners import Contest
    from menace_kit.lab.studies.plans import Goal, RunUntil

MOST_GAMES_UNTIL = 100_000

QUANTILES = {"5 of 100": 5, "half": 50, "95 of 100": 95}
"""How a share of the machines is said -> in per cent."""


def tell_until(
    found: "Contest", goal: str, against: str | None, numbers: tuple[int, int, int], as_json: bool
) -> None:
    """Play until the machines are good, and print how long it took.

    `numbers`: games at most, runs, seed.
    """
    from menace_kit.lab.exact import COMPILED_FOR_MANY
    from menace_kit.lab.studies.plans import UNBEATABLE, RunUntil, parsed_goal, runs_until

    wanted, (games, runs, seed) = parsed_goal(goal), numbers
    if against is not None and wanted.name == UNBEATABLE:
        raise typer.BadParameter(
            "--against names the player of the next games, and unbeatable asks about nobody "
            "in particular: leave it out, or say --until won=60, drawn=90 or unlost=95"
        )
    if wanted.name == "drawn" and not has_ties(found.kit.game):
        raise LabError(
            f"no game of {found.kit.game.name} is drawn; ask for unbeatable, won=60 or unlost=95"
        )
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

    done, _ = played_to_the_end(steps(), "Games", games * runs, how_far, COMPILED_FOR_MANY)
    facts = _until_facts(found, wanted, done) | {
        "against": against,
        "games_most": games,
        "runs_asked": runs,
        "seed": seed,
    }
    tell(as_json, facts, _until_lines(facts), stopped=len(done) < runs)


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


def _until_lines(facts: dict[str, Any]) -> Iterator[str]:
    from menace_kit.lab.studies.plans import SHARES

    shares, whom = facts["opponents"], crowd(facts["opponents"])
    yield (
        f"{facts['kit']}, kit {facts['fingerprint']}: "
        f"{facts['runs']:,} machines, {facts['learner']}"
    )
    yield f"as the {facts['side']} player against {whom}"
    if facts["share"] is None:
        yield "good is one that no opponent can beat, not even one who knows what is in the boxes"
    else:
        whom = facts["against"] or ("these" if len(shares) > 1 else whom)
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
