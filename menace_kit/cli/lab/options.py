"""What the lab's commands share: options, machines from files, and long-running work."""

import signal
import sys
from _thread import interrupt_main
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

import typer

from menace_kit.cli.mistakes import INTERRUPTED
from menace_kit.cli.options import KitOptions, check_at_most_one, choice_of, whole_between
from menace_kit.cli.terminal import busy, progress
from menace_kit.errors import LabError, MenaceKitError
from menace_kit.files import KIT_FILE_NAME, begins_with
from menace_kit.frozen import Frozen
from menace_kit.games import Side
from menace_kit.lab import (
    A_MACHINE,
    COACH,
    LEARNERS,
    MENACE,
    MOST_GAMES,
    OF_ONES_OWN,
    PLAYERS,
    WORST_CASE,
    in_help,
    noted,
)
from menace_kit.machine import Kit
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text import Words
from menace_kit.workshop.forecasts import CROWD, SimulatedNeed, shipped_need

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.exact import MachinePlayer
    from menace_kit.lab.learners import Contest
    from menace_kit.lab.machine_file import SavedMachine

ResultT = TypeVar("ResultT")

MOST_RUNS = 100_000
"""Each run is a separate machine; no mean needs more."""


MOST_DRAWN_RUNS = 10_000
"""All their lines are in memory, and no mean needs more."""

DEFAULT_SEED = 1961


game_count = whole_between(1, MOST_GAMES)

seed_number = whole_between(0, 2**64 - 1)


def count_option(text: str, parser: Callable[[str | int], int] = game_count) -> Any:
    """Return an option for a number of games, runs or the like; `text` is its help."""
    return typer.Option(metavar="N", parser=parser, help=text)


SeedOption = Annotated[
    int, count_option("The same seed gives the same games on every machine.", seed_number)
]
BY_NAME = "its numbers by their names, as monte-carlo:alpha=0.9,gamma=0.1 or beads:start=10,win=2."
"""How to type a learner with the numbers of its rule."""

SideOption = Annotated[
    Side | None,
    choice_of(Side, "The machine's side.  [default: the kit's; first where it has both]"),
]
GreedyOption = Annotated[
    bool, typer.Option("--greedy", help="Let it play the most common colour, and draw none.")
]
AlternateOption = Annotated[
    bool,
    typer.Option(
        "--alternate", help="Who begins changes game by game; the learner begins the first."
    ),
]


def kit_facts(kit: Kit) -> dict[str, Any]:
    """Return what every command says about its kit with --json."""
    return {"kit": kit.spec.name, "fingerprint": kit.fingerprint}


class ChosenMachine(NamedTuple):
    """A machine and where it comes from.

    `file` is None for a new machine of the kit, `games` is None if a machine file has no lessons.
    `real` is whether the file is the logbook of a real machine.
    """

    machine: "SavedMachine"
    source: Path | None
    games: int | None = 0
    real: bool = False

    @property
    def kit(self) -> Kit:
        return self.machine.kit

    def told(self, words: Words) -> str:
        """Return which machine it is, in words for a sheet."""
        file = self.source.name if self.source else ""
        if self.games is None:
            return words("filling.of-file", file=file)
        key = "heatmap.real" if self.real else "heatmap.saved"
        return words(key, file=file, n=self.games, games=words.number(self.games))


LOGBOOK_BEGINS = b"SQLite format 3\0"
"""First bytes of a logbook, as of any SQLite database (https://www.sqlite.org/fileformat.html)."""


def machine_in(path: Path, kit: KitOptions) -> ChosenMachine:
    """Load the machine from a machine file, or from a logbook, opened read-only.

    Raises LabError if there is none or it belongs to another kit, and the errors of a logbook.
    """
    from menace_kit.lab.machine_file import kits_of, load_machine, untaught

    if begins_with(path, LOGBOOK_BEGINS):
        # Most commands of the lab need no logbook.
        from menace_kit.cli.operator.options import LogbookOptions
        from menace_kit.logbook.career import statistics

        with LogbookOptions(kit.kit, kit.preset, path).opened() as opened:
            machine, games = untaught(opened.kit, opened.contents()), statistics(opened).games
        return ChosenMachine(machine, path, games, real=True)
    machine = load_machine(path, *kits_of(kit.chosen()))
    return ChosenMachine(machine, path, machine.games if machine.lessons else None)


GREEDY = ":greedy"
"""Suffix of a machine's name: play the most common colour instead of drawing a bead."""


def is_machine(name: str) -> bool:
    """Return whether an opponent's name is a file: not a player, a learner or a function."""
    from menace_kit.lab.players import is_function

    of = name.partition(":")[0]
    known = of in PLAYERS or of in LEARNERS or of in (MENACE, WORST_CASE) or is_function(name)
    file = machine_file(name)
    return not known and (bool(file.suffix) or file.is_file())


def machine_file(name: str) -> Path:
    """Return the file that an opponent's name refers to."""
    return Path(name.removesuffix(GREEDY))


def machine_named(name: str, kit: KitOptions) -> ChosenMachine:
    """Load the machine from the file in a name.

    It can be of this kit, of the kit file beside it, or of a preset. Raises the errors of
    `machine_in` for this kit.
    """
    path = machine_file(name)
    beside = path.parent / KIT_FILE_NAME
    others = [KitOptions(beside, None)] if beside.is_file() else []
    others += [KitOptions(None, preset) for preset in template_names(TemplateKind.MACHINES)]
    try:
        return machine_in(path, kit)
    except MenaceKitError as error:
        for other in others if path.is_file() else ():
            try:
                return machine_in(path, other)
            except MenaceKitError:
                continue
        raise error


def machine_player(name: str, kit: KitOptions, sides: Sequence[Side]) -> "MachinePlayer":
    """Return a maker of a player from a machine in a file.

    Raises the errors of `machine_named`.
    """
    from menace_kit.lab.exact import MachinePlayer

    return MachinePlayer(
        name, machine_named(name, kit).machine, name.endswith(GREEDY), tuple(sides)
    )


def machines_among(
    names: Iterable[str], kit: KitOptions, sides: Sequence[Side]
) -> "dict[str, MachinePlayer]":
    """Return a maker of a player for each opponent that is a file: name -> maker.

    They play with the current contents of their boxes, and do not learn.
    """
    return {name: machine_player(name, kit, sides) for name in names if is_machine(name)}


def contest_sides(kit: Kit, side: Side | None, alternate: bool) -> Sequence[Side]:
    """Return the sides that the opponent plays.

    The machine is of this kit, and plays `side` if that is given.
    """
    if alternate:
        return tuple(Side)
    from menace_kit.lab.learners import machine_side

    return ((side or machine_side(kit, None)).other,)


class Opponents(Frozen):
    """The opponents from whom a machine learns."""

    opponent: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=in_help(
                *(noted(name, PLAYERS[name].note) for name in ("adaptive", COACH)),
                MENACE,
                "a learner's name",
            )
            + f", {OF_ONES_OWN}, or {A_MACHINE}.  [default: random]",
        ),
    ] = None
    mix: Annotated[
        str | None,
        typer.Option(
            metavar="NAME=SHARE,...",
            help="Several opponents instead, at random: random=50,perfect=50.",
        ),
    ] = None

    @property
    def named(self) -> bool:
        return self != Opponents()

    def contest(
        self,
        chosen: Kit,
        options: KitOptions,
        learner: str = "beads",
        side: Side | None = None,
        alternate: bool = False,
        watched: Sequence[str] = (),
    ) -> "Contest":
        """Return who learns from whom. Raises BadParameter if opponents are named twice."""
        from menace_kit.lab.learners import contest, parsed_mix

        check_at_most_one({"--mix": self.mix, "--opponent": self.opponent})
        if self.mix is not None:
            opponents = parsed_mix(self.mix)
        else:
            opponents = {self.opponent or "random": 1.0}
        makers = machines_among(opponents, options, contest_sides(chosen, side, alternate))
        return contest(chosen, opponents, learner, side, makers, alternate, watched)


def crowd(shares: Mapping[str, float]) -> str:
    """Return the opponents in words, with the share of each if there are several."""
    mixed = ", ".join(f"{name} {100 * share:.3g} %" for name, share in shares.items())
    return mixed if len(shares) > 1 else next(iter(shares))


def machine_or_new(file: Path | None, kit: KitOptions) -> ChosenMachine:
    """Load the machine from a file; without one, return a new machine of the kit."""
    from menace_kit.lab.machine_file import untaught

    if file is not None:
        return machine_in(file, kit)
    found = kit.chosen()
    return ChosenMachine(untaught(found, starting_contents(found)), None)


COMPILING = "Compiling the lab; once only, some seconds ..."
COMPILING_EACH_TIME = (
    "Compiling the lab, some seconds each time: no folder to keep it in can be written to; "
    "the variable NUMBA_CACHE_DIR may name one ..."
)

PIECE_SECONDS = 0.2
"""Target length of a piece of work: Ctrl-C waits at most about as long."""

MOMENT = 0.05
"""Seconds before a swallowed Ctrl-C is repeated."""


@contextmanager
def told_of_compiling(*functions: Any) -> Iterator[None]:
    """Ask the user to wait if these functions are still to be compiled; default: the trainer.

    Raises LabError if compiled code cannot be stored or loaded.
    """
    from menace_kit.lab.engine.compiling import DAMAGED, can_be_kept, folder_of, is_compiled
    from menace_kit.lab.engine.trainer import play_games

    functions = functions or (play_games,)
    found = is_compiled(*functions)
    if not found:
        how = COMPILING if can_be_kept(*functions) else COMPILING_EACH_TIME
        print(how, file=sys.stderr, flush=True)
    try:
        with _ctrl_c_is_not_lost():
            yield
    except DAMAGED as error:
        raise LabError(
            f"what is compiled in {folder_of(functions[0])} is damaged; delete that folder"
        ) from error
    except OSError as error:
        if (
            found
            or not can_be_kept(*functions)
            or isinstance(error, MenaceKitError | BrokenPipeError)
        ):
            raise
        raise LabError(
            f"cannot keep what is compiled in {folder_of(functions[0])}: {error.strerror}; "
            "name another folder in the variable NUMBA_CACHE_DIR"
        ) from error


@contextmanager
def _ctrl_c_is_not_lost() -> Iterator[None]:
    """Repeat a Ctrl-C that a callback of the compiler swallowed, a moment later."""
    swallowed: list[Timer] = []

    def once_more(lost: Any) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            before(lost)
            return
        swallowed.append(Timer(MOMENT, interrupt_main))  # now, it would be swallowed again
        swallowed[-1].start()

    before, sys.unraisablehook = sys.unraisablehook, once_more
    try:
        yield
    except RuntimeError:
        if swallowed:  # the compiler's callback was cut short
            raise KeyboardInterrupt from None
        raise
    finally:
        sys.unraisablehook = before
        for timer in swallowed:
            timer.cancel()


@contextmanager
def until_ctrl_c() -> Iterator[Callable[[], bool]]:
    """Give a function that returns True after Ctrl-C; a second Ctrl-C interrupts at once."""
    pressed = False

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


def played_to_the_end(
    steps: Iterable[int | ResultT],
    what: str,
    total: int,
    how_far: Callable[[Sequence[ResultT]], str],
    nothing: str,
    compiled: Sequence[Any] = (),
) -> tuple[list[ResultT], bool]:
    """Run steps with a progress bar; return the results, and whether Ctrl-C stopped it.

    A step yields how much more was done, or a result. After Ctrl-C, print `Stopped` and what
    `how_far` returns. If that is empty, print `nothing` and raise Exit. `compiled` lists functions
    to compile besides the trainer.
    """
    from menace_kit.lab.engine.trainer import play_games

    found: list[ResultT] = []
    try:
        with told_of_compiling(play_games, *compiled), progress(what, total) as advance:
            for step in steps:
                if isinstance(step, int):
                    advance(step)
                else:
                    found.append(step)
    except KeyboardInterrupt:
        words = how_far(found)
        print(f"Stopped{words or nothing}", file=sys.stderr)
        if not words:
            raise typer.Exit(INTERRUPTED) from None
        return found, False
    return found, True


SIMULATING = ("numba", "numpy")
"""Libraries that a simulation needs, from the extra `lab`."""


def need_of(kit: Kit, crowd: Mapping[str, float] = CROWD) -> SimulatedNeed | None:
    """Return what machines of a kit need: shipped numbers, or else simulated once and cached.

    None if a simulation is needed but the lab is not installed. Raises LabError if compiled code
    cannot be stored.
    """
    need = shipped_need(kit, crowd)
    if need is not None or not all(map(find_spec, SIMULATING)):
        return need
    from menace_kit.lab.studies.forecast import kept_need

    with told_of_compiling(), busy("Simulating machines"):
        return kept_need(kit, crowd)
