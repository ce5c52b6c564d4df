"""`menace-kit lab train`: many games in a moment, and a machine that is kept."""

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.lab.options import (
    BY_NAME,
    PIECE_SECONDS,
    AlternateOption,
    Opponents,
    SideOption,
    count_option,
    crowd,
    kit_facts,
    seed_number,
    told_of_compiling,
    until_ctrl_c,
)
from menace_kit.cli.lab.saver import MachineSaver
from menace_kit.cli.mistakes import INTERRUPTED
from menace_kit.cli.options import JsonOption, KitOptions, check_at_most_one
from menace_kit.cli.output_paths import check_file, endings
from menace_kit.cli.report import Report, number_of
from menace_kit.cli.terminal import progress
from menace_kit.errors import LabError, OutputError
from menace_kit.games import Side
from menace_kit.lab import WITH_BOXES
from menace_kit.machine import Kit
from menace_kit.machine.learning import RESULT_WORDS
from menace_kit.views.json_output.values import picked

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.learners import Contest
    from menace_kit.lab.machine_file import SavedMachine
    from menace_kit.lab.training import Training


def _report_facts(
    training: "Training", asked: int, stopped: bool, path: Path | None
) -> dict[str, Any]:
    """Return how a training went as JSON has it; results are the machine's."""
    found, machine = training.contest, training.machine
    dead = training.dead_side()
    return {
        **kit_facts(found.kit),
        "learner": str(found.learner),
        **picked(found, "side", "opponents", "alternate", "watched"),
        "seed": training.seed,
        "games": training.games,
        "asked": asked,
        **dict(zip(RESULT_WORDS.values(), training.tally.seen_from(found.side), strict=True)),
        "stopped": stopped,
        "dead": dead,
        "saturated": machine.state.saturated,
        "first_boxes": {
            str(box.number): machine.weights[box.number]
            for box in found.kit.boxes
            if box.stage == 1 and box.side in found.machine_sides
        },
        "games_in_all": machine.games,
        "machine": path if machine.games else None,
    }


def _report_lines(training: "Training", report: dict[str, Any]) -> list[str]:
    """Return how a training went, for people."""
    found, games = training.contest, report["games"]
    whom = f"against {'itself' if found.plays_itself else crowd(found.opponents)}"
    if found.watched:
        whom = f"of {' against '.join(found.watched)}, watched"
    turns = ", beginning in turn" if found.alternate else ""
    lines = [f"{number_of(games, 'game')} {whom}{turns}, seed {report['seed']}{_whose(found)}"]
    if games:
        counts = (
            f"{report[word]:,} {word} ({report[word] / games:.1%})"
            for word in endings(found.kit.game)
        )
        lines.append(", ".join(counts).replace("%", " %"))
    lines += [_box_line(training.machine, int(number)) for number in report["first_boxes"]]
    if report["dead"]:
        lines.append(_death(found, report["dead"]))
    if report["machine"]:
        both = "; it has boxes for both sides" if found.plays_itself else ""
        lines.append(
            f"{report['machine']}  (the machine after {report['games_in_all']:,} games{both})"
        )
    else:
        lines.append(
            "The machine was not kept; --machine FILE keeps it, to go on with and to play against."
        )
    return lines


def _whose(found: "Contest") -> str:
    """Return whose results are told, where the boxes do not say it by themselves."""
    if found.watched:
        who = found.watched[0 if found.side is Side.FIRST else -1]
        begins = (
            ", who begins the first game," if found.alternate and found.side is Side.FIRST else ""
        )
        return (
            f"; as {who}{begins} has them"
            if len(set(found.watched)) > 1
            else "; as whoever begins has them"
        )
    if found.plays_itself:
        return f"; as the {found.side.value} player has them"
    if found.kit.game.impartial and found.kit.spec.side == "both":
        return f"; as the {found.side.value} player, --side {found.side.other.value} for the other"
    return ""


def _box_line(machine: "SavedMachine", number: int) -> str:
    box, weights = machine.kit.box(number), machine.weights[number]
    if machine.learner != "beads":
        shares = ", ".join(
            f"{colour} {share:.1%}".replace("%", " %") for colour, share in weights.items()
        )
        return f"Box {number} now: {shares}"
    counts = ", ".join(f"{count:,} {colour}" for colour, count in weights.items())
    total = sum(machine.contents[number].values())
    return f"Box {number} now: {counts}; {total:,} in all, {box.start_total} at the start"


def _death(found: "Contest", side: Side) -> str:
    whose = f" of the {side.value} player" if found.plays_itself else ""
    only_one = len(found.kit.first_boxes(side)) == 1
    empty = "its first box is empty" if only_one else "the boxes of its first move are empty"
    return (
        f"The machine{whose} can no longer make its first move: {empty}. "
        "Nothing more can be learned."
    )


SAVED_EVERY = 60.0
"""Seconds after which a long training is saved, should the power fail."""

FIRST_PIECE, MOST_GROWTH = 200, 8


def train(
    games: Annotated[int, count_option("Games.")] = 1000,
    *,
    opponents: Opponents,
    learner: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(WITH_BOXES),
            help=(
                "By beads, as the kit says, or another learner; "
                f"{BY_NAME}  [default: beads, or as saved]"
            ),
        ),
    ] = None,
    watch: Annotated[
        str | None,
        typer.Option(
            metavar="FIRST,SECOND",
            help="Others play, such as perfect,random, and the machine learns from the moves "
            "of the sides it has boxes for.",
        ),
    ] = None,
    alternate: AlternateOption = False,
    side: SideOption = None,
    machine: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the machine in this file, and go on with it if it is there; whom it plays "
            "is not kept: type --opponent or --mix each time.  [default: it is not kept]",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        count_option(
            (
                "The same seed gives the same games on every machine.  [default: 1; "
                "a saved machine goes on]"
            ),
            seed_number,
        ),
    ] = None,
    as_json: JsonOption = False,
    kit: KitOptions,
) -> None:
    """Train a machine, and say how its games went.

    It plays --games games; then you see what is in its first box.
    Against menace it plays itself: the kit gets boxes for both sides, and both learn. With --watch,
    each box that a player would have opened learns as if the machine had made the move:
    its bead's colour gets what the result adds, or loses it as far as there are beads.
    A box that is empty stays so, and a move without a bead teaches nothing. Ctrl-C stops,
    and keeps what was done. With --machine the games of several calls are those of a single one.

    Example:  menace-kit lab train --games 1e5 --machine trained.json
    """
    check_at_most_one({"--watch": watch, "--opponent": opponents.opponent, "--mix": opponents.mix})
    from menace_kit.lab.learners import machine_side

    chosen = kit.chosen()
    keeper = MachineSaver(machine) if machine is not None else None
    with told_of_compiling():
        saved = _saved(chosen, machine)
        found = opponents.contest(
            saved.kit if saved else chosen,
            kit,
            learner or (saved.learner if saved else "beads"),
            side or machine_side(chosen, None),
            alternate,
            [name.strip() for name in watch.split(",")] if watch is not None else (),
        )
        training = _begun(found, seed, saved, machine)
        training.play(0)
    with until_ctrl_c() as is_stopped:
        unsaved = _played(training, games, keeper, is_stopped)
        stopped = training.games < games and is_stopped()
    report = _report_facts(
        training, games, stopped, keeper.path if keeper and unsaved is None else None
    )
    Report(report, _report_lines(training, report)).tell(as_json)
    if training.machine.state.saturated:
        from menace_kit.lab.machine_file import MOST_BEADS

        print(f"A count of beads came up to {MOST_BEADS:,}, and stays there.", file=sys.stderr)
    if unsaved is not None:
        raise unsaved
    if stopped:
        _tell_how_far(training, games)
        raise typer.Exit(INTERRUPTED)


def _saved(kit: Kit, path: Path | None) -> "SavedMachine | None":
    """Return the machine that is in the file to keep it in, if there is one already."""
    from menace_kit.lab.machine_file import kits_of, load_machine

    if path is None:
        return None
    check_file(path, option="--machine")
    return load_machine(path, *kits_of(kit)) if path.exists() else None


def _begun(
    found: "Contest", seed: int | None, saved: "SavedMachine | None", path: Path | None
) -> "Training":
    """Return the training, not a game of it played; LabError where it cannot be kept."""
    from menace_kit.lab.training import Training

    if path is not None and str(found.learner).startswith("beads:"):
        raise LabError(
            "a machine that is kept has the rules of its kit; "
            "write those into a kit file (menace-kit new), and name it with --kit"
        )
    if saved and found.kit.fingerprint != saved.kit.fingerprint:
        raise LabError(
            f"{path} is a machine for one side, and here it needs boxes for both: "
            "give another file, or none"
        )
    return Training(found, seed, saved)


def _played(
    training: "Training",
    games: int,
    keeper: MachineSaver | None,
    is_stopped: Callable[[], bool],
) -> OutputError | None:
    """Play the games in pieces that take so long as Ctrl-C may wait,
    and save the machine, whatever happens.

    Return why the machine could not be saved, if so.
    """
    piece, saved_at = FIRST_PIECE, monotonic()
    try:
        with progress("Games", games) as advance:
            while (left := games - training.games) and not is_stopped():
                began, asked = monotonic(), min(piece, left)
                done = training.play(asked)
                took = monotonic() - began
                advance(done)
                if done < asked:
                    break
                piece = max(1, int(piece * min(MOST_GROWTH, PIECE_SECONDS / max(took, 1e-6))))
                if monotonic() - saved_at > SAVED_EVERY:
                    _save(training, keeper)
                    saved_at = monotonic()
    except BaseException:
        _save(training, keeper)
        _tell_how_far(training, games)
        raise
    try:
        _save(training, keeper)
    except OutputError as error:
        return error
    return None


def _tell_how_far(training: "Training", games: int) -> None:
    print(f"Stopped after {training.games:,} of {games:,} games.", file=sys.stderr)


def _save(training: "Training", keeper: MachineSaver | None) -> None:
    if keeper is not None and training.games:
        keeper.save(training.machine)
