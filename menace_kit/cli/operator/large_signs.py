"""Large characters and boards, drawn from blocks, to be read from a distance."""

from functools import cache, cached_property

from rich.align import Align
from rich.box import SQUARE
from rich.table import Table
from rich.text import Text

from menace_kit.cli.operator.guided.view import View
from menace_kit.cli.terminal import Part, board_lines, chip, rich_line
from menace_kit.files import templates_folder
from menace_kit.games import EMPTY, NamesMoves, Pieces, Side, parse_move
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.machine import Kit
from menace_kit.machine.toml_files import read_toml

STYLES = {Side.FIRST.cell: "bold cyan", Side.SECOND.cell: "bold magenta"}

ROWS = 5
"""Height of every large character."""


@cache
def _signs() -> dict[str, dict[str, str]]:
    """Return kind -> character -> its rows, from the top."""
    return read_toml(templates_folder() / "signs.toml")


def _drawn(rows: str, wide: int) -> list[str]:
    return ["".join(("█" if dot == "#" else " ") * wide for dot in row) for row in rows.split()]


def big(text: str, wide: int) -> Text:
    """Return a text in large characters, each dot `wide` blocks wide.

    Empty if a character has no drawing.
    """
    known = _signs()["letters"] | _signs()["digits"]
    if any(sign not in known for sign in text):
        return Text()
    drawn = (_drawn(known[sign], wide) for sign in text)
    return Text("\n".join(map((" " * wide).join, zip(*drawn, strict=True))), style="bold")


def marks(kit: Kit) -> dict[str, list[str]]:
    """Return the large marks for both players' pieces; a patch if a mark has no drawing."""
    named = {
        Pieces.MARKS: kit.spec.marks,
        Pieces.PAWNS: ("white-pawn", "black-pawn"),  # letters would look like those of beads
        Pieces.TOKENS: ("match", "match"),
    }[kit.game.pieces]
    known = _signs()["letters"] | _signs()["marks"]
    return {
        side.cell: _drawn(known[name], 1) if name in known else [name * 5] * 3
        for side, name in zip(Side, named, strict=True)
    }


class Board:
    """The board on the table, with letters of beads, or the numbers to type for a move.

    The coach's advice, the last move and a winning line are highlighted.
    """

    def __init__(self, session: Session, view: View) -> None:
        self._session, self._view = session, view
        self._kit, self._game = session.kit, session.kit.game
        self._moves = session.readings[0].moves if session.readings else {}

    def small(self) -> Text:
        """Return the board with one character a square: no room for a label beside a piece."""
        position = self._session.position
        notes = {
            square: self._number(square) for square in self._choices if not self._kit.has_arrows
        }
        notes = {square: (text.center(3), style) for square, (text, style) in notes.items()}
        outcome = self._game.outcome(position)
        for square in outcome.squares if outcome else ():
            won = self._kit.spec.marks[position.cells[square] != Side.FIRST.cell]
            notes[square] = f"[{won}]", "bold reverse"
        lines = board_lines(self._kit, position, self._moves, notes)
        return Text("\n").join(map(rich_line, lines))

    def large(self) -> Table:
        drawn = marks(self._kit)
        width = 2 + max(len(rows[0]) for rows in drawn.values())
        table = Table(box=SQUARE, show_header=False, show_edge=False, show_lines=True, padding=0)
        table.border_style = "dim"
        squares = []
        for square, sign in enumerate(self._session.position.cells):
            inside = self._label(square)
            if sign != EMPTY:
                style = f"{STYLES[sign]}{' reverse' if square in self._standing_out else ''}"
                first, *rows = (Text(row.center(width), style) for row in drawn[sign])
                inside = Text("\n").join([inside + first[inside.cell_len :], *rows])
            squares.append(Align.center(inside, vertical="middle", height=ROWS))
        for _ in range(self._game.columns):
            table.add_column(width=width)
        for row in range(0, len(squares), self._game.columns):
            table.add_row(*squares[row : row + self._game.columns])
        return table

    def _label(self, square: int) -> Text:
        """Return the letters of the beads for a square, or the number to type for it."""
        beads = [colour for colour, move in self._moves.items() if move[-1] == square]
        if beads:
            return Text().join(chip(self._kit.colour(colour)) for colour in beads)
        return Text(*self._number(square))

    def _number(self, square: int) -> Part:
        number = self._choices.get(square, "")
        if number and square in self._view.advised:
            return f"[{number}]", "bold reverse"
        return number, "dim"

    @cached_property
    def _choices(self) -> dict[int, str]:
        """Return square -> what to type; after the first square, where the move can lead."""
        if self._session.due is not Due.REPLY:
            return {}
        legal, typed = self._game.legal_moves(self._session.position), self._view.typed
        if isinstance(self._game, NamesMoves):
            return {move[0]: self._session.written(move) for move in legal}
        begun = [move[1:] for move in legal if str(move[0] + 1) == typed and len(move) > 1]
        return {square: str(square + 1) for move in begun or legal for square in move}

    @cached_property
    def _standing_out(self) -> tuple[int, ...]:
        """Return the squares of the winning line, or else of the last move."""
        outcome = self._game.outcome(self._session.position)
        if outcome is not None and outcome.squares:
            return outcome.squares
        moves = self._session.game.moves if self._session.game else ()
        return parse_move(moves[-1].move or "")[-1:] if moves else ()
