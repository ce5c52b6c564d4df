"""`menace-kit lab play`: a human against the machine, or a copy of the real one."""

import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from menace_kit.cli.lab.duel_screen import Screen
from menace_kit.cli.lab.options import seed_number
from menace_kit.cli.operator.options import opened_journal
from menace_kit.cli.options import KitOption, PresetOption, chosen_kit
from menace_kit.errors import LabError, MoveError, SelectionError
from menace_kit.games import Side
from menace_kit.games.notation import parse_move
from menace_kit.machine.kit import Kit

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.duel import Duel
    from menace_kit.lab.machine_file import SavedMachine

INTERRUPTED = 130


class LeaveError(Exception):
    """The human quits, or there is nobody any more who types."""


def play(
    machine: Annotated[
        Path | None,
        typer.Option(
            "--machine",
            metavar="FILE",
            help="A trained machine: a file of `lab train`.  [default: untrained]",
        ),
    ] = None,
    real: Annotated[
        bool, typer.Option("--real", help="A copy of the real one, as its journal has it.")
    ] = False,
    journal: Annotated[
        Path | None,
        typer.Option(
            "--journal",
            metavar="FILE",
            help="Its journal.  [default: with --real, journal.sqlite beside the kit file]",
        ),
    ] = None,
    greedy: Annotated[
        bool, typer.Option("--greedy", help="It plays the colour of which it has most, and draws none.")
    ] = False,
    second: Annotated[bool, typer.Option("--second", help="The machine moves second: you begin.")] = False,
    learn: Annotated[
        bool,
        typer.Option("--learn", help="It learns from the games; with --machine what it learned is kept."),
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            parser=seed_number,
            help="The same seed draws the same beads.  [default: another one each time; it is told]",
        ),
    ] = None,
    kit: KitOption = None,
    preset: PresetOption = None,
) -> None:
    """Play against the machine: type the number of a square; u takes back, q quits.

    Without --machine, --real or --journal it is the kit as it was filled first. A journal is never changed.

    Example:  menace-kit lab play --machine trained.json --greedy
    """
    from menace_kit.lab.plan import machine_side

    opponent, source = chosen_machine(kit, preset, machine, journal, real)
    if learn and opponent.learner != "beads":
        raise LabError(f"{source} learned by odds, and does so in lab train only; leave --learn away")
    side = machine_side(opponent.kit, Side.SECOND if second else None)
    chosen = secrets.randbits(32) if seed is None else seed
    table = Table(opponent, side, greedy, learn, chosen, machine if learn else None)
    table.screen.greet(source, side, greedy, chosen)
    try:
        table.play()
    except LeaveError:
        table.screen.part(table.results)
    except KeyboardInterrupt:
        typer.echo()
        table.screen.part(table.results)
        raise typer.Exit(INTERRUPTED) from None
    else:
        table.screen.part(table.results)


def chosen_machine(
    kit: Path | None, preset: str | None, machine: Path | None, journal: Path | None, real: bool
) -> "tuple[SavedMachine, str]":
    """Return the machine that the options mean, and what it is called; SelectionError where they mean two."""
    from menace_kit.lab.machine_file import kits_of, load_machine
    from menace_kit.machine.contents import starting_contents

    if machine is not None and (real or journal is not None):
        raise SelectionError("--machine and --real or --journal both name a machine; give one of them")
    if real or journal is not None:
        with opened_journal(kit, preset, journal) as book:
            return _untaught(book.kit, book.contents()), f"the copy of {book.kit.spec.name} in {book.path}"
    chosen = chosen_kit(kit, preset)
    if machine is not None:
        return load_machine(machine, *kits_of(chosen)), str(machine)
    return _untaught(chosen, starting_contents(chosen)), f"{chosen.spec.name}, untrained,"


def _untaught(kit: Kit, contents: dict[int, dict[str, int]]) -> "SavedMachine":
    from menace_kit.lab.machine_file import SavedMachine, State

    return SavedMachine(kit, "beads", contents, (), State(0))


@dataclass
class Table:
    """Where the two play, game after game.

    `path` is where a machine that learns is kept, None where it is not.
    """

    machine: "SavedMachine"
    side: Side
    greedy: bool
    learns: bool
    seed: int
    path: Path | None

    def __post_init__(self) -> None:
        """Lay the table: no games yet."""
        from menace_kit.lab.chance import Chance
        from menace_kit.machine.contents import Result

        self.chance = Chance(self.seed)
        self.screen = Screen(self.machine.kit, self.machine.learner)
        self.results = dict.fromkeys(Result, 0)

    def play(self) -> None:
        """Play until the human has enough; LeaveError where that is in the middle."""
        from menace_kit.lab.duel import Duel

        goes_on = True
        while goes_on:
            duel = Duel(self.machine.kit, self.machine.weights, self.side, self.chance, self.greedy)
            self._play_one(duel)
            goes_on = self._again(duel)

    def _play_one(self, duel: "Duel") -> None:
        if not duel.machine_is_due:
            self.screen.show_table(duel.position)
        while not duel.is_over:
            if duel.machine_is_due:
                self.screen.show_turn(duel, duel.machine_moves())
            else:
                self._human(duel)
        self.screen.show_end(duel)

    def _human(self, duel: "Duel") -> None:
        for word in _typed("Your move: "):
            if word == "u":
                if duel.take_back():
                    self.screen.show_table(duel.position)
                    return
                typer.echo("There is no move of yours to take back.")
                continue
            try:
                duel.human_moves(parse_move(word))
            except MoveError as error:
                typer.echo(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            else:
                return

    def _again(self, duel: "Duel") -> bool:
        """Ask whether there is to be another game; the machine learns from this one, if it was not taken back."""
        try:
            for word in _typed("Play again? (y or n; u takes your last move back) "):
                if word == "u" and duel.take_back():
                    self._play_one(duel)
                elif word == "u":
                    typer.echo("There is no move of yours to take back.")
                elif word in ("y", "yes", "n", "no"):
                    return word[0] == "y"
                else:
                    typer.echo("Type y or n.")
            return False
        finally:
            if duel.is_over:
                self._keep(duel)

    def _keep(self, duel: "Duel") -> None:
        from menace_kit.files import write_file
        from menace_kit.lab.duel import machine_after
        from menace_kit.lab.machine_file import machine_bytes

        if duel.result is None:
            return
        self.results[duel.result] += 1
        if not self.learns:
            return
        before, self.machine = self.machine, machine_after(self.machine, duel, self.seed)
        self.screen.show_lesson(before, self.machine)
        if self.path is not None:
            write_file(self.path, machine_bytes(self.machine))


def _typed(prompt: str) -> Iterator[str]:
    """Yield what the human types, a word at a time; LeaveError where it is q, or the input has ended."""
    while True:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            typer.echo()
            raise LeaveError
        word = line.strip().lower()
        if not sys.stdin.isatty():
            typer.echo(word)  # as the terminal shows what is typed
        if word in ("q", "quit"):
            raise LeaveError
        if word:
            yield word
