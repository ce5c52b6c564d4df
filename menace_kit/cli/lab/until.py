"""`menace-kit lab curve --until`: how many games it takes until a machine is good."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from menace_kit.cli.lab.options import crowd, kit_facts, played_to_the_end
from menace_kit.cli.mistakes import INTERRUPTED
from menace_kit.cli.report import Report, Right
from menace_kit.errors import LabError
from menace_kit.machine.prospects import has_ties
from menace_kit.views.json_output.values import picked

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.learners import Contest
    from menace_kit.lab.studies.plans import Goal, RunUntil

MOST_GAMES_UNTIL = 100_000

QUANTILES = {"5 of 100": 5, "half": 50, "95 of 100": 95}
"""Share of the machines in words -> per cent."""


def tell_until(
    found: "Contest", goal: str, against: str | None, numbers: tuple[int, int, int], as_json: bool
) -> None:
    """Play until the machines are good, and print how long it took.

    `numbers`: maximum of games, runs, seed.
    """
    from menace_kit.lab.exact import COMPILED_FOR_MANY
    from menace_kit.lab.studies.plans import UNBEATABLE, parsed_goal, runs_until

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
    steps = runs_until(found, wanted, games, runs, seed, against)
    done, _ = played_to_the_end(
        steps,
        "Games",
        games * runs,
        lambda done: f": {len(done):,} of {runs:,} machines were played." if done else "",
        " before the first machine was good: nothing can be said.",
        COMPILED_FOR_MANY,
    )
    facts = _until_facts(found, wanted, done) | {
        "against": against,
        "games_most": games,
        "runs_asked": runs,
        "seed": seed,
    }
    code = INTERRUPTED if len(done) < runs else 0
    _until_report(facts).tell(as_json, exit_code=code)


def _until_facts(found: "Contest", goal: "Goal", runs: "Sequence[RunUntil]") -> dict[str, Any]:
    """Return the results for JSON.

    A percentile is None if too few machines ever became good.
    """
    from menace_kit.lab.studies.plans import reached

    return {
        **kit_facts(found.kit),
        "goal": goal.name,
        "share": goal.share or None,
        "learner": str(found.learner),
        **picked(found, "side", "opponents"),
        **reached(runs, tuple(QUANTILES.values()))._asdict(),
    }


def _until_report(facts: dict[str, Any]) -> Report:
    from menace_kit.lab.studies.plans import SHARES

    shares, whom = facts["opponents"], crowd(facts["opponents"])
    good = "good is one that no opponent can beat, not even one who knows what is in the boxes"
    if facts["share"] is not None:
        next_one = facts["against"] or ("these" if len(shares) > 1 else whom)
        how = f"{SHARES[facts['goal']]} in {100 * facts['share']:g} of 100"
        good = f"good is one whose next game against {next_one} is {how}"
    head = [
        f"{facts['kit']}, kit {facts['fingerprint']}: "
        f"{facts['runs']:,} machines, {facts['learner']}",
        f"as the {facts['side'].value} player against {whom}",
        good,
        f"seed {facts['seed']}",
        "",
    ]
    notes = [
        "",
        f"{facts['good']:,} of {facts['runs']:,} machines were good within "
        f"{facts['games_most']:,} games.",
        f"Died before: {facts['dead']:,}. Not good in time: {facts['not_in_time']:,}.",
    ]
    rows = [
        (name, *("never" if value is None else value for value in facts[key].values()))
        for name, key in (("games", "games"), ("of them lost", "lost"))
    ]
    columns = ("", *map(Right, QUANTILES))
    return Report(facts, head, columns, rows, notes)
