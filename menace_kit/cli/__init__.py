"""The command line: `menace-kit`. Commands are thin, the work is done by what they call.

A command is loaded, with all that it needs, when it is called: a group knows only the names of its
commands and where they are. So nothing but typer and errors is imported here.
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
from menace_kit.cli.mistakes import INTERRUPTED, SAY, complain, say_misused, when_interrupted
from menace_kit.errors import NOT_BEGUN, MenaceKitError

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
"""Every command, in the order of the list, and what makes it."""


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
    """Return the command that `app` is, made once: what it has loaded stays loaded."""
    return typer.main.get_command(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; a mistake of the user's ends it with one clear
    message and exit code 1 or 2.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A pipe or an old terminal may lack the suit signs: print a stand-in rather than stop.
        # What is piped in may be no text at all.
        if hasattr(stream, "reconfigure"):
            with suppress(UnsupportedOperation):  # a caller's stream, of which something was read
                stream.reconfigure(errors="replace")
    when_interrupted(lambda: NOT_BEGUN)
    try:
        given = list(arguments) if arguments is not None else None
        code = whole_program().main(given, prog_name="menace-kit", standalone_mode=False) or 0
        if code == INTERRUPTED and SAY:  # what typer makes of it
            raise KeyboardInterrupt
        sys.exit(code)
    except USAGE_ERROR as error:
        say_misused(error)
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort) as error:
        if isinstance(error, typer.Abort) and not isinstance(error.__context__, KeyboardInterrupt):
            sys.exit(1)  # the input ended at a question
        complain(SAY[0]() if SAY else "interrupted")
        sys.exit(INTERRUPTED)
    except MenaceKitError as error:
        complain(str(error))
        sys.exit(error.exit_code)
    except OSError as error:
        # Not about a file of ours: the disk that the output goes to is full,
        # the working folder is gone ...
        about = f" ({error.filename})" if error.filename else ""
        complain(f"cannot go on: {error.strerror or error}{about}")
        sys.exit(1)
