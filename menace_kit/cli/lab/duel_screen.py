"""What a human sees who plays against the machine."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from menace_kit.cli.operator.board import board_lines, side_by_side
from menace_kit.games import Pieces, Position, Side
from menace_kit.games.notation import move_text
from menace_kit.guide import wording
from menace_kit.guide.players import player
from menace_kit.machine.contents import Result
from menace_kit.machine.course import results
from menace_kit.machine.kit import Kit
from menace_kit.machine.reading import Reading
from menace_kit.machine.turn import How

if TYPE_CHECKING:  # these are slow to import, and --help needs none of them
    from rich.text import Text

    from menace_kit.lab.duel import Duel, TurnTaken
    from menace_kit.lab.machine_file import SavedMachine

CELL = 3

YOU = {Result.WIN: "lost", Result.TIE: "drew", Result.LOSS: "won"}
"""What a human did in a game that ended so for the machine."""


class Screen:
    """Prints a game against a machine of a kit, by beads or by odds."""

    def __init__(self, kit: Kit, learner: str) -> None:
        """Open the screen; a bead may be called [red] or :gem:, and stays that."""
        from rich.console import Console

        self._kit, self._learner = kit, learner
        self._console = Console(highlight=False, markup=False, emoji=False)

    def greet(self, source: str, side: Side, greedy: bool, seed: int) -> None:
        """Say who plays whom, and how moves are typed."""
        own, other = player(self._kit, side), player(self._kit, side.other)
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
        return f"a number: {move_text(example)} is {wording.square(self._kit, example)}"

    def show_table(self, position: Position) -> None:
        """Show the board, and the numbers of its squares."""
        self._show([("the table", board_lines(self._kit, position, {})), ("squares", self._numbers())])

    def _show(self, blocks: "list[tuple[str, list[Text]]]") -> None:
        self._console.print()
        for line in side_by_side(blocks):
            line.rstrip()
            self._console.print(line, soft_wrap=True)

    def _numbers(self) -> "list[Text]":
        from rich.text import Text

        columns = self._kit.game.columns
        lines: list[Text] = []
        for row in range(self._kit.game.rows):
            if row:
                lines.append(Text())  # where the board has a line
            numbers = (move_text((row * columns + column,)) for column in range(columns))
            lines.append(Text(" ".join(number.center(CELL) for number in numbers)))
        return lines

    def show_turn(self, duel: "Duel", turn: "TurnTaken") -> None:
        """Show what the machine had in its box, what it drew, and the board after it."""
        typer.echo(f"\n{self._said(duel, turn)}")
        if turn.move is None:
            return
        blocks = [("the table", board_lines(self._kit, duel.position, {})), ("squares", self._numbers())]
        if turn.reading is not None and turn.colour is not None and not self._kit.has_arrows:
            blocks.insert(0, ("its beads", board_lines(self._kit, turn.position, turn.reading.moves)))
        self._show(blocks)

    def _said(self, duel: "Duel", turn: "TurnTaken") -> str:
        move = wording.square(self._kit, turn.move) if turn.move is not None else ""
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

    def show_end(self, duel: "Duel") -> None:
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
