"""`menace-kit lab play`: a human against the machine, or a copy of the real one."""

import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.lab.options import (
    ChosenMachine,
    MachineOptions,
    MachineSaver,
    count_option,
    kit_facts,
    seed_number,
    tell,
)
from menace_kit.cli.options import ENDED, JsonOption, KitOptions
from menace_kit.cli.terminal import board_lines, print_lines, side_by_side
from menace_kit.errors import LabError, MoveError
from menace_kit.games import NamesMoves, Pieces, Position, Side, move_text, read_move, written_move
from menace_kit.machine.boxes import Reading
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import How, Result, results
from menace_kit.text import kit_words
from menace_kit.text.kit_words import player_called
from menace_kit.views.json_output import move_fact

# What a human sees who plays against the machine.

if TYPE_CHECKING:  # these are slow to import, and --help needs none of them
    from rich.text import Text

    from menace_kit.lab.machine_file import SavedMachine
    from menace_kit.lab.training import HumanGame, TurnTaken

CELL = 3

YOU = {Result.WIN: "lost", Result.TIE: "drew", Result.LOSS: "won"}
"""What a human did in a game that ended so for the machine."""


class Screen:
    """Prints a game against a machine of a kit, by beads or by odds."""

    def __init__(self, kit: Kit, learner: str) -> None:
        """Open the screen."""
        self._kit, self._learner = kit, learner

    def greet(self, source: str, side: Side, greedy: bool, seed: int) -> None:
        """Say who plays whom, and how moves are typed."""
        own, other = player_called(self._kit, side), player_called(self._kit, side.other)
        begins = "it begins" if side is Side.FIRST else "you begin"
        how = "It plays the colour of which it has most" if greedy else "It draws its beads by chance"
        if self._kit.game.impartial:
            who = f"Against {source} you are {other}"
        else:
            who = f"You play {other} against {source} with {own}"
        typer.echo(f"{who}; {begins}. {how}, seed {seed}.")
        typer.echo(f"Type {self._typed()}; u takes back, q quits.")

    def _typed(self) -> str:
        """Return how a move is typed."""
        game = self._kit.game
        example = game.legal_moves(game.start())[0]
        if len(example) > 1:
            return f"a move from square to square, such as {move_text(example)}"
        if game.pieces is Pieces.MARKS:
            return "the number of a square"
        start = game.start()
        return (
            f"a number: {written_move(game, start, example)} is {kit_words.square(self._kit, example, start)}"
        )

    def show_table(self, position: Position, *before: "tuple[str, list[Text]]") -> None:
        """Show the board and the numbers of its squares, behind other blocks of lines."""
        from rich.text import Text

        columns = self._kit.game.columns
        numbers: list[Text] = []
        for row in range(self._kit.game.rows):
            squares = (move_text((row * columns + column,)).center(CELL) for column in range(columns))
            numbers += [Text(" ".join(squares)), Text()]  # empty where the board has a line
        blocks = [*before, ("the table", board_lines(self._kit, position, {}))]
        if not isinstance(self._kit.game, NamesMoves):
            blocks.append(("squares", numbers[:-1]))
        lines = side_by_side(blocks)
        for line in lines:
            line.rstrip()
        print_lines([Text(), *lines], soft_wrap=True)

    def show_turn(self, duel: "HumanGame", turn: "TurnTaken") -> None:
        """Show what the machine had in its box, what it drew, and the board after it."""
        typer.echo(f"\n{self._said(duel, turn)}")
        if turn.move is None:
            return
        before = []
        if turn.reading is not None and turn.colour is not None and not self._kit.has_arrows:
            before = [("its beads", board_lines(self._kit, turn.position, turn.reading.moves))]
        self.show_table(duel.position, *before)

    def _said(self, duel: "HumanGame", turn: "TurnTaken") -> str:
        move = kit_words.square(self._kit, turn.move, turn.position) if turn.move is not None else ""
        if turn.reading is None:
            if turn.move is None:
                return "There is no box for this position, which is lost: the machine gives up."
            return f"Only one move is left: {move}."
        box = turn.reading.box
        name = f"Box {box.name}"
        if turn.move is None:
            return f"{name} is empty: the machine gives up."
        if turn.colour is None:
            return f"{name} is empty: any move by lot, {move}."
        weights: Mapping[str, float] = duel.weights[box.number]
        filled = ""
        if turn.how is How.REFILLED:
            weights, filled = box.start, "was empty and is filled anew; it "
        verb = "It plays" if duel.greedy else "It draws"
        return f"{name} {filled}holds {self._inside(turn.reading, weights)}. {verb} {turn.colour}: {move}."

    def _inside(self, reading: Reading, weights: Mapping[str, float]) -> str:
        total = sum(weights.values())
        kinds = []
        for colour, move in reading.moves.items():
            share = f"{100 * weights[colour] / total:.0f} %"
            called = f"{colour} {move_text(move)}" if self._kit.has_arrows else colour
            kinds.append(
                f"{weights[colour]:,} {called} ({share})" if self._learner == "beads" else f"{called} {share}"
            )
        return ", ".join(kinds)

    def show_end(self, duel: "HumanGame") -> None:
        """Say who won."""
        if not duel.gave_up and duel.position.to_move is duel.side:  # the human's was the last move
            self.show_table(duel.position)
        words = {Result.WIN: "The machine won.", Result.TIE: "A draw.", Result.LOSS: "You won!"}
        if duel.result is not None:
            typer.echo(f"\n{words[duel.result]}")

    def show_lesson(self, before: "SavedMachine", after: "SavedMachine") -> None:
        """Say what the machine learned: each count of beads that changed."""
        changes = [
            f"box {self._kit.box(number).name} {colour} {after.contents[number][colour] - count:+,}"
            for number, counts in before.contents.items()
            for colour, count in counts.items()
            if after.contents[number][colour] != count
        ]
        typer.echo(f"It learned: {', '.join(changes) or 'nothing'}.")

    def part(self, counts: Mapping[Result, int]) -> None:
        """Say how all games went."""
        games = sum(counts.values())
        if not games:
            typer.echo("No game was finished. Good-bye!")
            return
        told = ", ".join(f"{YOU[result]} {counts[result]}" for result in reversed(results(self._kit.game)))
        typer.echo(f"{games} game{'s' if games > 1 else ''}: you {told}. Good-bye!")


class LeaveError(Exception):
    """The human quits, or there is nobody any more who types."""


def play(
    machine: MachineOptions,
    *,
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
        count_option(
            "The same seed draws the same beads.  [default: another one each time; it is told]", seed_number
        ),
    ] = None,
    as_json: JsonOption = False,
    kit: KitOptions,
) -> None:
    """Play against the machine: type the number of a square; u takes back, q quits.

    Without --machine, --real or --journal it is the kit as it was filled first. A journal is never changed. With --json
    the finished games are printed at the end, and what is shown meanwhile goes to standard error.

    Example:  menace-kit lab play --machine trained.json --greedy
    """
    from menace_kit.lab.learners import machine_side

    keeper = MachineSaver(machine.machine) if learn and machine.machine is not None else None
    found = machine.chosen(kit)
    opponent, source = found.machine, _source_text(found, trained=machine.machine is not None)
    if learn and opponent.learner != "beads":
        raise LabError(f"{source} learned by odds, and does so in lab train only; leave --learn away")
    side = machine_side(opponent.kit, Side.SECOND if second else None)
    chosen = secrets.randbits(32) if seed is None else seed
    table = PlayTable(opponent, side, greedy, learn, chosen, keeper)
    with redirect_stdout(sys.stderr) if as_json else nullcontext():  # the JSON stands alone
        table.screen.greet(source, side, greedy, chosen)
        stopped = False
        try:
            table.play()
        except LeaveError:
            pass
        except KeyboardInterrupt:
            typer.echo()
            stopped = True
        table.screen.part(table.results)
    kept = keeper.path if keeper and any(table.results.values()) else None
    files = {"machine": found.source, "kept": kept}
    facts = table.facts() | {name: str(path) if path else None for name, path in files.items()}
    tell(as_json, facts, (), stopped)


def _source_text(chosen: ChosenMachine, trained: bool) -> str:
    """Return what a machine is called: by its file, where it was trained, else by its kit's name."""
    name = chosen.machine.kit.spec.name
    if chosen.source is None:
        return f"{name}, untrained,"
    return str(chosen.source) if trained else f"the copy of {name} in {chosen.source}"


@dataclass
class PlayTable:
    """Where the two play, game after game.

    `keeper` keeps a machine that learns, None where it is not kept.
    """

    machine: "SavedMachine"
    side: Side
    greedy: bool
    learns: bool
    seed: int
    keeper: MachineSaver | None

    def __post_init__(self) -> None:
        """Lay the table: no games yet."""
        from menace_kit.lab.engine.arrays import RandomStream

        self.chance = RandomStream(self.seed)
        self.screen = Screen(self.machine.kit, self.machine.learner)
        self.results = dict.fromkeys(Result, 0)
        self._games: list[dict[str, Any]] = []

    def play(self) -> None:
        """Play until the human has enough; LeaveError where that is in the middle."""
        from menace_kit.lab.training import HumanGame

        goes_on = True
        while goes_on:
            duel = HumanGame(self.machine.kit, self.machine.weights, self.side, self.chance, self.greedy)
            self._play_one(duel)
            goes_on = self._again(duel)

    def _play_one(self, duel: "HumanGame") -> None:
        if not duel.machine_is_due:
            self.screen.show_table(duel.position)
        while not duel.is_over:
            if duel.machine_is_due:
                self.screen.show_turn(duel, duel.machine_moves())
            else:
                self._human(duel)
        self.screen.show_end(duel)

    def _human(self, duel: "HumanGame") -> None:
        for word in _typed("Your move: "):
            if word == "u":
                if duel.take_back():
                    self.screen.show_table(duel.position)
                    return
                typer.echo("There is no move of yours to take back.")
                continue
            try:
                duel.human_moves(read_move(duel.kit.game, duel.position, word))
            except MoveError as error:
                typer.echo(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            else:
                return

    def _again(self, duel: "HumanGame") -> bool:
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

    def _keep(self, duel: "HumanGame") -> None:
        from menace_kit.lab.training import machine_after

        if duel.result is None:
            return
        self.results[duel.result] += 1
        made = zip(duel.positions, duel.moves, strict=False)
        moves = [move_fact(duel.kit.game, position, move) for position, move in made]
        self._games.append({"moves": moves, "result": duel.result.value, "gave_up": duel.gave_up})
        if not self.learns:
            return
        before, self.machine = self.machine, machine_after(self.machine, duel, self.seed)
        self.screen.show_lesson(before, self.machine)
        if self.keeper is not None:
            self.keeper.save(self.machine)

    def facts(self) -> dict[str, Any]:
        """Return the finished games as JSON has them; results are the machine's."""
        return {
            **kit_facts(self.machine.kit),
            "side": self.side.value,
            "greedy": self.greedy,
            "learns": self.learns,
            "seed": self.seed,
            "games": self._games,
            **{word: self.results[result] for result, word in ENDED.items()},
        }


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
