"""The options that say which machine a command looks at: a trained one, the real one, or the kit as filled first."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from menace_kit.cli.operator.options import JournalOptions
from menace_kit.cli.options import KitOptions
from menace_kit.errors import SelectionError
from menace_kit.machine.contents import Contents, starting_contents
from menace_kit.machine.kit import Kit

if TYPE_CHECKING:
    from menace_kit.lab.machine_file import SavedMachine

MachineOption = Annotated[
    Path | None, typer.Option("--machine", metavar="FILE", help="A trained machine: a file of `lab train`.")
]


class ChosenMachine(NamedTuple):
    """A machine, and the file that it comes from: of a training or a journal, None for the kit as filled first."""

    machine: "SavedMachine"
    source: Path | None


@dataclass(frozen=True)
class MachineOptions:
    """Which machine a command looks at."""

    machine: MachineOption = None
    real: Annotated[bool, typer.Option("--real", help="The real machine, as its journal has it.")] = False
    journal: Annotated[
        Path | None,
        typer.Option(
            "--journal",
            metavar="FILE",
            help="Its journal.  [default: with --real, journal.sqlite beside the kit]",
        ),
    ] = None

    def chosen(self, kit: KitOptions) -> ChosenMachine:
        """Return the machine that is meant; SelectionError where two are. A journal is only read."""
        from menace_kit.lab.machine_file import kits_of, load_machine

        if self.machine is not None and (self.real or self.journal is not None):
            raise SelectionError("--machine and --real or --journal both name a machine; give one of them")
        if self.real or self.journal is not None:
            with JournalOptions(kit.kit, kit.preset, self.journal).opened() as book:
                return ChosenMachine(_untaught(book.kit, book.contents()), book.path)
        chosen = kit.chosen()
        if self.machine is None:
            return ChosenMachine(_untaught(chosen, starting_contents(chosen)), None)
        return ChosenMachine(load_machine(self.machine, *kits_of(chosen)), self.machine)


def _untaught(kit: Kit, contents: Contents) -> "SavedMachine":
    from menace_kit.lab.machine_file import SavedMachine, State

    return SavedMachine(kit, "beads", contents, (), State(0))
