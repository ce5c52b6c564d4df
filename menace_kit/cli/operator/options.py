"""Options that the operator's commands share, and opening the desk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from menace_kit.cli.mistakes import NOTHING_RECORDED, when_interrupted
from menace_kit.cli.options import KitOptions, check_goes_with, choice
from menace_kit.errors import LogbookError, MenaceKitError, SelectionError, check_extra
from menace_kit.files import find_kit_file, logbook_beside
from menace_kit.frozen import Frozen
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook import Logbook
from menace_kit.logbook.file import IN_MEMORY
from menace_kit.machine import DEFAULT_PRESET, Kit

if TYPE_CHECKING:  # needs numpy and numba, which may not be installed
    from menace_kit.lab.advice import Advice


OperatorOption = Annotated[
    str | None,
    Option(
        envvar="MENACE_OPERATOR", show_envvar=False, metavar="NAME", help="Who works the boxes."
    ),
]
BothOption = Annotated[
    bool,
    Option(
        "--both",
        help="Both players are machines, in a kit for both sides: nobody plays against them.",
    ),
]


class People(Frozen):
    """Who plays a game, and who moves first."""

    operator: OperatorOption = None
    opponent: Annotated[
        str | None, Option(metavar="NAME", help="Who plays against the machine.")
    ] = None
    first_mover: Annotated[
        str | None,
        choice(
            ("machine", "opponent"),
            "Who moves first, where the kit has boxes for both.  [default: the machine]",
        ),
    ] = None

    @property
    def machine_first(self) -> bool | None:
        """Return whether the machine moves first; None if not given."""
        return None if self.first_mover is None else self.first_mover == "machine"


class Players(People):
    """Who plays a game, and whether the machine learns from it."""

    both: BothOption = False
    exhibition: Annotated[
        bool,
        Option(
            "--exhibition", help="Nothing is learned: at the end every bead goes back into its box."
        ),
    ] = False
    greedy: Annotated[
        bool, Option("--greedy", help="In an exhibition, always play the most common colour.")
    ] = False

    def check(self) -> None:
        """Raise a usage error if options exclude each other."""
        check_goes_with("--exhibition", self.exhibition, {"--greedy": self.greedy})


def _with_the_lab(teach: bool) -> bool:
    """Return whether a coach was asked for.

    Raises ExtraError, before anything is done, if the lab is not installed.
    """
    if teach:
        check_extra(("numpy", "numba"))
    return teach


TeachOption = Annotated[
    bool,
    Option(
        "--teach",
        callback=_with_the_lab,
        help="Say which reply teaches the machine most, and why (with the extra `lab`).",
    ),
]


def coach_of(kit: Kit) -> "Callable[[Session], Advice | None]":
    """Return a function that advises which reply teaches most; None if no reply is due.

    Needs the lab. Compiles the coach now, so that nobody waits during a game; the first time takes
    some seconds.
    """
    from menace_kit.cli.lab.options import told_of_compiling
    from menace_kit.lab.advice import advice, coach_for
    from menace_kit.lab.coach import COMPILED

    with told_of_compiling(*COMPILED):
        for side in kit.sides:
            coach = coach_for(kit, side)
            coach.replies(coach.machine.start)

    def advised(session: Session) -> "Advice | None":
        if session.due is not Due.REPLY or session.game is None:
            return None
        return advice(kit, session.game.side, session.contents, session.position)

    return advised


class LogbookOptions(KitOptions):
    """Which kit and which logbook a command uses."""

    logbook: Annotated[
        Path | None,
        Option(metavar="FILE", help="The logbook.  [default: logbook.sqlite beside the kit file]"),
    ] = None

    @property
    def path(self) -> Path:
        """Return the logbook's file, which need not exist; raises SelectionError for a pipe."""
        if self.logbook == IN_MEMORY:
            raise SelectionError(
                f"--logbook {IN_MEMORY} would be gone with this command; name a file"
            )
        if self.logbook == Path("-"):
            raise SelectionError("--logbook - is no file: a logbook cannot be piped; name a file")
        return self.logbook or logbook_beside(self.kit_file)

    @property
    def kit_file(self) -> Path | None:
        """Return the kit file; None for a preset."""
        return self.kit or (None if self.preset else find_kit_file(Path.cwd()))

    @property
    def names_machine(self) -> bool:
        """Return whether the options name a machine; otherwise the default preset is used."""
        return self.preset is not None or self.kit_file is not None

    @contextmanager
    def opened(
        self, new: bool = False, read_only: bool = True, check: bool = False
    ) -> Iterator[Logbook]:
        """Open the logbook.

        A logbook opened for writing is checked as a whole if `check`, or if it can be new. Raises
        LogbookError if there is none and `new` is False, SelectionError if no machine is named for
        a new one.
        """
        chosen, path = self.chosen(), self.path
        if not path.exists():
            self._check_may_begin(new)
        # A step reads only what it needs; a new logbook or entered games rely on the whole file.
        with Logbook(
            path, chosen, make=new, read_only=read_only, late=new, check=new or check
        ) as found:
            try:
                yield found
            finally:
                for warning in found.warnings:
                    typer.echo(warning, err=True)

    def _check_may_begin(self, new: bool) -> None:
        """Raise if there is no logbook and this may not begin one.

        It may if `new` and a machine is named. The default preset is not enough: the boxes on the
        table may have other colours.
        """
        is_named = self.names_machine
        if not new:
            advice = (
                "it begins with the first game: menace-kit operator start"
                if is_named or self.logbook
                else "if your kit is in another folder, name its kit file with --kit"
            )
            raise LogbookError(f"there is no logbook {self.path} yet; {advice}")
        if not is_named:
            raise SelectionError(
                "which machine is the new logbook for? There is no kit.toml in this folder or one "
                "above it. Name your kit file with --kit, or a ready-made machine: "
                f"--preset {DEFAULT_PRESET}"
            )

    @contextmanager
    def desk(
        self, new: bool = False, read_only: bool = False, check: bool = False
    ) -> Iterator[Desk]:
        """Open the logbook, and the desk on it."""
        when_interrupted(lambda: NOTHING_RECORDED)  # not every command that asks is an operator's
        with self.opened(new, read_only, check) as found:
            desk = Desk(found)
            when_interrupted(lambda: _recorded(desk))
            try:
                yield desk
            finally:
                desk.leave()


def _recorded(desk: Desk) -> str:
    """Return whether the interrupted step is in the logbook, in words."""
    try:
        if not desk.was_recorded():
            return NOTHING_RECORDED
    except MenaceKitError as error:
        return (
            "interrupted; whether the step was recorded, menace-kit operator "
            f"status will tell ({error})"
        )
    return "interrupted, but the step was recorded; what is due now: menace-kit operator status"
