"""The command line: `menace-kit`. Commands are thin; the modules they call do the work.

A command and its dependencies are imported when it is called: a group knows only the names and
modules of its commands. So import nothing here but typer and the errors.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import UnsupportedOperation
from typing import Annotated, Any

import typer

from menace_kit import __version__
from menace_kit.cli.commands import PLAIN, USAGE_ERROR, Panels, command_in, group_in, lazy_group
from menace_kit.cli.hints import remember
from menace_kit.cli.mistakes import (
    INTERRUPTED,
    NOT_BEGUN,
    SAY,
    STOPPED,
    complain,
    say_misused,
    when_interrupted,
)
from menace_kit.errors import MenaceKitError

COMMANDS: Mapping[str, Callable[[], Any]] = {
    "new": command_in("menace_kit.cli.new_kit", "new"),
    "build": command_in("menace_kit.cli.printing.build", "build"),
    "list": command_in("menace_kit.cli.listing", "list_kinds", "list"),
    "boxes": command_in("menace_kit.cli.boxes", "boxes"),
    "calibrate": command_in("menace_kit.cli.printing.calibrate", "calibrate"),
    "serve": command_in("menace_kit.cli.serve", "serve"),
    "print": lambda: import_module("menace_kit.cli.printing.sheets").print_command(),
    "operator": group_in("menace_kit.cli.operator"),
    "logbook": group_in("menace_kit.cli.logbook"),
    "lab": group_in("menace_kit.cli.lab"),
    "dev": group_in("menace_kit.cli.dev"),
}
"""Each command and its maker, in the order of `--help`."""


GROUPS, FOR_DEVELOPERS = ("operator", "logbook", "lab"), ("dev",)


PANELS: Panels = {
    "Commands": [name for name in COMMANDS if name not in (*GROUPS, *FOR_DEVELOPERS)],
    "Groups of commands": GROUPS,
    "For developers": FOR_DEVELOPERS,
}


app = typer.Typer(
    cls=lazy_group(COMMANDS, PANELS),
    name="menace-kit",
    epilog="Every command has more help and an example:  menace-kit build --help",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    **{**PLAIN, "add_completion": True},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"menace-kit {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None:
    """Everything for a matchbox MENACE: labels to print, boxes to fill, beads to buy.

    \b
    Start with:  menace-kit new
    It asks about your boxes and beads. Then menace-kit build makes all you print.
    """


@cache
def whole_program() -> Any:
    """Build the command for `app`, once: what it has loaded stays loaded."""
    return typer.main.get_command(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; on a user's mistake, print one clear message and exit with 1 or 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # Pipes and old terminals may lack the suit symbols: print a stand-in instead of failing.
        # Piped input may not be text.
        if hasattr(stream, "reconfigure"):
            with suppress(UnsupportedOperation):  # a caller's stream, already read from
                stream.reconfigure(errors="replace")
    remember({})
    when_interrupted(lambda: NOT_BEGUN)
    try:
        given = list(arguments) if arguments is not None else None
        code = whole_program().main(given, prog_name="menace-kit", standalone_mode=False) or 0
        if code == INTERRUPTED and SAY:  # typer's exit code for Ctrl-C
            raise KeyboardInterrupt
        sys.exit(code)
    except USAGE_ERROR as error:
        say_misused(error)
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort) as error:
        if isinstance(error, typer.Abort) and not isinstance(error.__context__, KeyboardInterrupt):
            sys.exit(1)  # the input ended during a question
        complain(SAY[0]() if SAY else STOPPED)
        sys.exit(INTERRUPTED)
    except MenaceKitError as error:
        complain(str(error))
        sys.exit(error.exit_code)
    except OSError as error:
        # Not about one of our files: the output's disk is full,
        # or the working folder is gone.
        about = f" ({error.filename})" if error.filename else ""
        complain(f"cannot go on: {error.strerror or error}{about}")
        sys.exit(1)
