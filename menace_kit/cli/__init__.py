"""The command line: `menace-kit`. Commands are thin, the work is done by what they call."""

import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from menace_kit import __version__
from menace_kit.cli.options import PLAIN, USAGE_ERROR, command_in, group_in, lazy_group, usage_mistake
from menace_kit.errors import MenaceKitError


def _print_command(name: str) -> Callable[[], Any]:
    """Return a maker of the command for what is printed by a command of its own."""
    return lambda: import_module("menace_kit.cli.printing").command_named(name)


COMMANDS: Mapping[str, Callable[[], Any]] = {
    "new": command_in("menace_kit.cli.kits", "new"),
    "adopt": command_in("menace_kit.cli.adopt", "adopt"),
    "build": command_in("menace_kit.cli.printing", "build"),
    "labels": _print_command("labels"),
    "filling": _print_command("filling"),
    "shopping": _print_command("shopping"),
    "calibrate": command_in("menace_kit.cli.printing", "calibrate"),
    "boxes": command_in("menace_kit.cli.kits", "boxes"),
    "box": command_in("menace_kit.cli.kits", "box"),
    "templates": command_in("menace_kit.cli.kits", "templates"),
    "print": group_in("menace_kit.cli.printing"),
    "operator": group_in("menace_kit.cli.operator"),
    "lab": group_in("menace_kit.cli.lab"),
    "games": group_in("menace_kit.cli.kits"),
    "serve": command_in("menace_kit.cli.serve", "serve"),
}
"""Every command, in the order of the list, and what makes it."""

app = typer.Typer(
    cls=lazy_group(COMMANDS),
    name="menace-kit",
    epilog="Every command has more help and an example:  menace-kit labels --help",
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
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and stop."),
    ] = False,
) -> None:
    """Everything for a matchbox MENACE: labels to print, boxes to fill, beads to buy.

    \b
    Start with:  menace-kit build
    It makes the machine of 1961, on A4 paper, into the folder output.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; a mistake of the user's ends it with one clear message and exit code 1 or 2."""
    for stream in (sys.stdout, sys.stderr):
        # A pipe or an old terminal may lack the suit signs: print a stand-in rather than stop.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    # A command lives for a second and makes many small values that stay: collecting at every 700th only costs time.
    gc.set_threshold(50_000)
    try:
        given = list(arguments) if arguments is not None else None
        sys.exit(app(given, prog_name="menace-kit", standalone_mode=False) or 0)
    except USAGE_ERROR as error:
        _misused(error)
        sys.exit(2)
    except typer.Abort:
        sys.exit(1)
    except MenaceKitError as error:
        _complain(str(error))
        sys.exit(error.exit_code)
    except OSError as error:
        # Not about a file of ours: the disk that the output goes to is full, the working folder is gone ...
        about = f" ({error.filename})" if error.filename else ""
        _complain(f"cannot go on: {error.strerror or error}{about}")
        sys.exit(1)


def _misused(error: Exception) -> None:
    """Say what is wrong with the words of a command; where there are none, its help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error, file=sys.stderr)
        return
    first, _, more = usage_mistake(error).partition("\n")
    _complain(first)
    print(more, file=sys.stderr)


def _complain(message: str) -> None:
    for line in message.splitlines():
        print(f"menace-kit: {line}", file=sys.stderr)
