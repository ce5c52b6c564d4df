"""What came of a training, in words and as JSON."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from menace_kit.cli.endings import endings
from menace_kit.games import Side

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.machine_file import SavedMachine
    from menace_kit.lab.plan import Plan
    from menace_kit.lab.training import Training


class Finish(NamedTuple):
    """How a training ended: after how many seconds of play, and whether it was stopped."""

    seconds: float
    stopped: bool


def report_facts(training: "Training", asked: int, finish: Finish, path: Path | None) -> dict[str, Any]:
    """Return how a training went as JSON has it; results are the machine's."""
    plan, machine = training.plan, training.machine
    dead = training.dead_side()
    return {
        "kit": plan.kit.spec.name,
        "fingerprint": plan.kit.fingerprint,
        "learner": plan.learner,
        "side": plan.side.value,
        "opponents": dict(plan.opponents),
        "seed": training.seed,
        "games": training.games,
        "asked": asked,
        **results(training.tally, plan.side),
        "stopped": finish.stopped,
        "dead": dead.value if dead else None,
        "saturated": machine.state.saturated,
        "first_boxes": {
            str(box.number): dict(machine.weights[box.number])
            for box in plan.kit.boxes
            if box.stage == 1 and box.side in plan.machine_sides
        },
        "games_in_all": machine.games,
        "machine": str(path) if path and machine.games else None,
    }


def results(tally: tuple[int, int, int], side: Side) -> dict[str, int]:
    """Return won, drawn and lost as one side counts them."""
    won, drawn, lost = tally if side is Side.FIRST else tally[::-1]
    return {"won": won, "drawn": drawn, "lost": lost}


def report_lines(training: "Training", report: dict[str, Any], finish: Finish) -> list[str]:
    """Return how a training went, for people; how fast, only on a terminal."""
    plan, games = training.plan, report["games"]
    lines = [
        f"{games:,} game{'s' if games != 1 else ''} against {_opponents(plan)}, seed {report['seed']}{_whose(plan)}"
    ]
    if games:
        counts = (f"{report[word]:,} {word} ({report[word] / games:.1%})" for word in endings(plan.kit.game))
        lines.append(", ".join(counts).replace("%", " %"))
    lines += [_box_line(training.machine, int(number)) for number in report["first_boxes"]]
    if report["dead"]:
        lines.append(_death(plan, Side(report["dead"])))
    if sys.stdout.isatty() and games and finish.seconds:
        lines.append(f"{games / finish.seconds:,.0f} games a second")
    if report["machine"]:
        both = "; it has boxes for both sides" if plan.plays_itself else ""
        lines.append(f"{report['machine']}  (the machine after {report['games_in_all']:,} games{both})")
    else:
        lines.append("The machine was not kept; --machine FILE keeps it, to go on with and to play against.")
    return lines


def _whose(plan: "Plan") -> str:
    """Return whose results are told, where the boxes do not say it by themselves."""
    if plan.plays_itself:
        return f"; as the {plan.side.value} player has them"
    if plan.kit.game.impartial and plan.kit.spec.side == "both":
        return f"; as the {plan.side.value} player, --side {plan.side.other.value} for the other"
    return ""


def _opponents(plan: "Plan") -> str:
    if plan.plays_itself:
        return "itself"
    if len(plan.opponents) == 1:
        return next(iter(plan.opponents))
    return ", ".join(f"{name} {share * 100:.3g} %" for name, share in plan.opponents.items())


def _box_line(machine: "SavedMachine", number: int) -> str:
    box, weights = machine.kit.box(number), machine.weights[number]
    if machine.learner == "odds":
        shares = ", ".join(f"{colour} {share:.1%}".replace("%", " %") for colour, share in weights.items())
        return f"Box {number} now: {shares}"
    counts = ", ".join(f"{count:,} {colour}" for colour, count in weights.items())
    total = sum(machine.contents[number].values())
    return f"Box {number} now: {counts}; {total:,} in all, {box.start_total} at the start"


def _death(plan: "Plan", side: Side) -> str:
    whose = f" of the {side.value} player" if plan.plays_itself else ""
    only_one = len(plan.kit.first_boxes(side)) == 1
    empty = "its first box is empty" if only_one else "the boxes of its first move are empty"
    return f"The machine{whose} is dead: {empty}, and it gives up. Nothing more can be learned."
