"""`menace-kit operator start`: begin a game; the first one begins the logbook."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from menace_kit.cli.operator import options
from menace_kit.cli.operator.status import by_hand_lines, due_lines, operator_lines
from menace_kit.cli.terminal import Line, print_lines
from menace_kit.errors import GuideError
from menace_kit.guide import counting, wording
from menace_kit.guide.counting import MOST_COUNTED
from menace_kit.guide.desk import Desk
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.logbook import Kind
from menace_kit.machine.learning import mixing
from menace_kit.text.phrases import Text

if TYPE_CHECKING:
    from menace_kit.lab.machine_file import SavedMachine


def start(
    players: options.Players,
    unconfirmed: Annotated[
        bool,
        Option("--unconfirmed", help="Start even if the boxes are not updated."),
    ] = False,
    machine: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="Begin a new logbook with the beads of a machine that has learned, "
            "laid out by `filling --machine`: a machine file, or another logbook.  "
            "[default: the kit's own start]",
        ),
    ] = None,
    *,
    logbook: options.LogbookOptions,
) -> None:
    """Begin a game; the first one begins the logbook too.

    Work in the folder of your kit file. No kit file? Name a machine with --preset.

    \b
    Example:  menace-kit operator start --operator Ada --opponent Bob
    Example:  menace-kit operator start --exhibition --greedy
    """
    players.check()
    expert = _machine_for(logbook, machine)
    with logbook.desk(new=True) as desk:
        who = desk.session.operator(players.operator)
        rehearsal = Rehearsal(desk.session)
        differing = _laid_out(desk, expert.contents) if expert else {}
        if differing:
            rehearsal.act(lambda session: counting.take_stock(session, (), differing, who))
        rehearsal.act(
            lambda session: session.start(
                who,
                players.opponent,
                players.machine_first,
                unconfirmed,
                both=players.both,
                exhibition=players.exhibition,
                greedy=players.greedy,
            )
        )
        desk.act_all(rehearsal.actions)
        session = desk.session
        lines: list[Text | Line] = []
        if expert is not None:
            lines.append(_laid_out_told(expert, machine, len(differing)))
        if session.game:
            lines.append(wording.begins(session.game))
        lines += operator_lines(players.operator, who)
        lines += by_hand_lines(desk, Kind.START)
        print_lines([*lines, *due_lines(session)])


def _laid_out_told(expert: "SavedMachine", path: Path | None, differing: int) -> str:
    full = mixing(expert.kit, expert.contents) != expert.contents
    return (
        f"The logbook begins with the beads of {path}: "
        f"{differing} of {len(expert.kit.boxes)} boxes differ from "
        f"the start of the kit{', and some are too full to mix' if full else ''}. "
        f"Are they laid out?  menace-kit print filling --machine {path}"
    )


def _machine_for(logbook: options.LogbookOptions, path: Path | None) -> "SavedMachine | None":
    """Return the machine to begin a logbook with; None without a file.

    Raises GuideError if it is not one of the kit's.
    """
    if path is None:
        return None
    from menace_kit.cli.lab.options import machine_in

    found, kit = machine_in(path, logbook).machine, logbook.chosen()
    if found.kit.fingerprint != kit.fingerprint:
        raise GuideError(
            f"--machine {path} has boxes for both players, and the kit of this logbook, "
            f"{kit.spec.name}, for one; name a kit for both with --kit or --preset"
        )
    for number, inside in found.contents.items():
        for colour, count in inside.items():
            if count > MOST_COUNTED:
                raise GuideError(
                    f"--machine {path}: box {kit.box(number).name} would have {count:,} {colour} "
                    f"beads, and a box of a logbook has {MOST_COUNTED:,} of a colour at the most; "
                    "train a machine for fewer games"
                )
    return found


def _laid_out(
    desk: Desk, contents: Mapping[int, Mapping[str, int]]
) -> dict[int, Mapping[str, int]]:
    """Return the boxes whose contents differ from the start.

    Raises GuideError if the logbook is not new.
    """
    if desk.last_entry:
        raise GuideError(
            f"--machine: {desk.logbook.path} has entries already, "
            "and a machine's beads begin a logbook; name a new one with --logbook, "
            "or write down what is in the boxes with menace-kit operator count"
        )
    return {
        box.number: contents[box.number]
        for box in desk.session.kit.boxes
        if contents[box.number] != box.start
    }
