"""The options that say which machine a command looks at: a trained one, the real one, or the kit as filled first."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from menace_kit.cli.operator.options import JournalOptions
from menace_kit.cli.options import chosen_kit
from menace_kit.errors import SelectionError
from menace_kit.machine.contents import Contents, starting_contents
from menace_kit.machine.kit import Kit

if TYPE_CHECKING:
    from menace_kit.lab.machine_file import SavedMachine

MachineOption = Annotated[
    Path | None, typer.Option("--machine", metavar="FILE", help="A trained machine: a file of `lab train`.")
]
RealOption = Annotated[bool, typer.Option("--real", help="The real machine, as its journal has it.")]
RealJournalOption = Annotated[
    Path | None,
    typer.Option(
        "--journal",
        metavar="FILE",
        help="Its journal.  [default: with --real, journal.sqlite beside the kit]",
    ),
]


class ChosenMachine(NamedTuple):
    """A machine, and the file that it comes from: of a training or a journal, None for the kit as filled first."""

    machine: "SavedMachine"
    source: Path | None


def chosen_machine(
    kit: Path | None, preset: str | None, machine: Path | None, journal: Path | None, real: bool
) -> ChosenMachine:
    """Return the machine that the options mean; SelectionError where they mean two. A journal is only read."""
    from menace_kit.lab.machine_file import kits_of, load_machine

    if machine is not None and (real or journal is not None):
        raise SelectionError("--machine and --real or --journal both name a machine; give one of them")
    if real or journal is not None:
        with JournalOptions(kit, preset, journal).opened() as book:
            return ChosenMachine(_untaught(book.kit, book.contents()), book.path)
    chosen = chosen_kit(kit, preset)
    if machine is None:
        return ChosenMachine(_untaught(chosen, starting_contents(chosen)), None)
    return ChosenMachine(load_machine(machine, *kits_of(chosen)), machine)


def _untaught(kit: Kit, contents: Contents) -> "SavedMachine":
    from menace_kit.lab.machine_file import SavedMachine, State

    return SavedMachine(kit, "beads", contents, (), State(0))
