"""Signs and boards drawn large, from whole blocks, for people who stand behind others."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from rich.text import Text

from menace_kit.cli.operator.guided import View
from menace_kit.cli.terminal import Ink, board_lines, chip, on_keypad
from menace_kit.files import templates_folder
from menace_kit.games import EMPTY, Move, NamesMoves, Pieces, Position, Side, parse_move
from menace_kit.guide.session import Due, Session
from menace_kit.machine.kit import Kit
from menace_kit.machine.toml_files import read_toml

ROWS = 5
"""The height of every sign at scale 1."""

TINY = 0.0
"""The scale of a board in lines and single signs; from HALF on its marks are drawn."""

HALF = 0.5
"""The scale at which half a block is a dot: signs of three rows, where the terminal has half blocks."""


@cache
def _signs() -> dict[str, dict[str, str]]:
    """Return kind -> sign -> its rows from the top."""
    return read_toml(templates_folder() / "signs.toml")


@dataclass(frozen=True)
class Cell:
    """What stands on a square: lines of one width, and their style."""

    lines: tuple[str, ...]
    style: str = ""
    fills: bool = False
    """Whether the style covers the whole square."""
    corner: Text | None = None
    """A short text for its corner: a number or a bead's letter that stands beside a piece."""


def big(text: str, scale: float, ink: Ink) -> list[str]:
    """Return letters, digits and `-` as lines of blocks, 5 x `scale` high; signs without a drawing as they are."""
    known = _signs()["letters"] | _signs()["digits"]
    signs = [_drawn(known.get(sign, ""), scale, 2, ink) for sign in text]
    if not all(signs):
        return [text]
    return [(" " * max(1, int(2 * scale))).join(parts) for parts in zip(*signs, strict=True)]


def mark(sign: str, scale: float, ink: Ink) -> tuple[str, ...]:
    """Return a mark for a square: drawn where it is O, X, another letter, a pawn or `match`, else a patch of it."""
    drawn = (_signs()["letters"] | _signs()["marks"]).get(sign)
    whole = max(1, int(scale))
    return tuple(_drawn(drawn, scale, 1, ink)) if drawn else (sign * 5 * whole,) * 3 * whole


def _drawn(rows: str, scale: float, wide: int, ink: Ink) -> list[str]:
    """Return a sign's lines; a dot is `scale` rows of `wide` x `scale` blocks, or at half the scale half a block."""
    dots = rows.split()
    if scale == HALF:
        if not ink.halves:
            return []
        pairs = zip(dots[::2], [*dots[1::2], "." * len(dots[0])] if dots else [], strict=True)
        return [
            "".join(
                ink.halves[(above == "#") + 2 * (below == "#")] for above, below in zip(*pair, strict=True)
            )
            for pair in pairs
        ]
    lines = []
    for row in dots:
        line = "".join((ink.block if dot == "#" else " ") * wide * int(scale) for dot in row)
        lines += [line] * int(scale)
    return lines


def big_board(kit: Kit, cells: Mapping[int, Cell], width: int, height: int, ink: Ink) -> list[Text]:
    """Return a board as lines; each square is `width` x `height` signs, `cells` what stands on it."""
    columns = kit.game.columns
    lines: list[Text] = []
    for row in range(kit.game.rows):
        if row:
            lines.append(Text(ink.cross.join([ink.across * width] * columns), style="dim"))
        squares = [_square(cells.get(row * columns + column), width, height) for column in range(columns)]
        lines += map(Text.assemble((ink.down, "dim")).join, zip(*squares, strict=True))
    return lines


def _square(cell: Cell | None, width: int, height: int) -> list[Text]:
    if cell is None:
        return [Text(" " * width)] * height
    fills = cell.style if cell.fills else ""
    lines = [Text(" " * width, style=fills) for _ in range(height)]
    above = max((height - len(cell.lines)) // 2, 0)
    for place, whole in enumerate(cell.lines[:height], start=above):
        content = whole[:width]
        left = (width - len(content)) // 2
        right = width - left - len(content)
        lines[place] = Text.assemble((" " * left, fills), (content, cell.style), (" " * right, fills))
    if cell.corner:
        lines[0] = cell.corner + lines[0][cell.corner.cell_len :]
    return lines


def mark_cells(
    kit: Kit, position: Position, told: Collection[int], scale: float, ink: Ink
) -> dict[int, Cell]:
    """Return the marks of a position; those on the squares `told` stand out: the last one, or a line that won."""
    styles = {Side.FIRST.cell: "bold cyan", Side.SECOND.cell: "bold magenta"}
    drawn = {
        Pieces.MARKS: kit.spec.marks,
        Pieces.PAWNS: ("white-pawn", "black-pawn"),
        Pieces.TOKENS: ("match", "match"),
    }[kit.game.pieces]
    cells = {}
    for square, sign in enumerate(position.cells):
        if sign != EMPTY:
            new = square in told
            style = f"{styles[sign]}{' reverse' if new else ''}"
            name = drawn[0 if sign == Side.FIRST.cell else 1]
            cells[square] = Cell(mark(name, scale, ink), style, fills=new)
    return cells


def with_beads(
    kit: Kit, cells: Mapping[int, Cell], moves: Mapping[str, Move], scale: float, ink: Ink
) -> dict[int, Cell]:
    """Return what stands on the squares with the letters of beads, in their colours, on those that they mean.

    Where a piece stands there, the letters are small, in its corner.
    """
    by_square: dict[int, list[str]] = {}
    for colour, move in moves.items():
        by_square.setdefault(move[-1], []).append(colour)
    found = dict(cells)
    for square, colours in by_square.items():
        if square in cells:
            chips = (chip(kit.colour(colour), bold=True) for colour in colours)
            found[square] = replace(cells[square], corner=Text().join(chips))
        else:
            found[square] = _bead_cell(kit, colours, scale, ink)
    return found


def _bead_cell(kit: Kit, colours: Sequence[str], scale: float, ink: Ink) -> Cell:
    keys = " ".join(kit.colour(colour).key for colour in colours)
    first = kit.colour(colours[0])
    style = f"bold {first.ink} on {first.hex}"
    lines = big(keys, scale - 1, ink) if scale > 1 and len(colours) == 1 else [keys]
    width = max(map(len, lines)) + (2 * int(scale) if scale > 1 else 4)
    blank = " " * width
    padding = [blank] * max(1, int(scale) - 1)
    return Cell((*padding, *(line.center(width) for line in lines), *padding), style)


# The board as it lies on the table


@dataclass(frozen=True)
class BoardOnTable:
    """The board of a session for a screen of this width, with the begin of a move that is typed, and what is advised.

    With a keypad the squares have its numbers.
    """

    session: Session
    view: View
    width: int
    ink: Ink

    @property
    def kit(self) -> Kit:
        """Return the kit."""
        return self.session.kit

    def _square(self, scale: float) -> tuple[int, int]:
        """Return the columns and rows of a square whose mark is drawn, at the least."""
        if scale > 1:
            return 7 * int(scale) + 2, 5 * int(scale)
        narrow = 10 * self.kit.game.columns > self.width - 1  # a board of many columns
        above_and_below = 2 if self.kit.game.rows == 1 else 0  # for the numbers of the squares
        return 7 if narrow else 9, (5 if scale == 1 else 3) + above_and_below

    def size(self, scale: float) -> tuple[int, int]:
        """Return the columns and rows of the board at the least, (0, 0) where it cannot be drawn so."""
        game = self.kit.game
        if scale == HALF and not self.ink.halves:
            return 0, 0
        width, height = (3, 1) if scale == TINY else self._square(scale)
        return game.columns * (width + 1) - 1, game.rows * (height + 1) - 1

    def lines(self, scale: float, height: int, width: int) -> list[Text]:
        """Return the board; its squares may grow a little where there is room."""
        game, least = self.kit.game, self.size(scale)
        if scale == TINY:
            moves = self.session.readings[0].moves if self.session.readings else {}
            return board_lines(self.kit, self.session.position, moves, self._notes())
        wide, high = self._square(scale)
        room = (height - least[1]) // game.rows, (width - least[0]) // game.columns
        extra = max(0, min(2 * int(scale), *room))
        return big_board(self.kit, self._cells(scale), wide + extra, high + extra, self.ink)

    @cached_property
    def _standing_out(self) -> tuple[int, ...]:
        """Return the squares that stand out: the line that won, else the square of the last move."""
        outcome = self.kit.game.outcome(self.session.position)
        if outcome is not None and outcome.squares:
            return outcome.squares
        moves = self.session.game.moves if self.session.game else ()
        return parse_move(moves[-1].move or "")[-1:] if moves else ()

    def _notes(self) -> dict[int, Text]:
        """Return for the board in single signs what stands on its squares besides marks and beads."""
        session = self.session
        notes = {square: Text(number.center(3), style="dim") for square, number in self._choices().items()}
        for square in self.view.advised:
            if square in notes:
                notes[square] = Text(f"[{self._choices()[square]}]", style="bold reverse")
        if self.kit.has_arrows:
            notes = {}
        outcome = self.kit.game.outcome(session.position)
        for square in outcome.squares if outcome else ():
            sign = self.kit.spec.marks[0 if session.position.cells[square] == Side.FIRST.cell else 1]
            notes[square] = Text(f"[{sign}]", style="bold reverse")
        return notes

    def _cells(self, scale: float) -> dict[int, Cell]:
        session, kit, ink = self.session, self.kit, self.ink
        cells = mark_cells(kit, session.position, self._standing_out, scale, ink)
        if session.readings:
            return with_beads(kit, cells, session.readings[0].moves, scale, ink)
        for square, number in self._choices().items():
            here = square in self.view.advised
            if square in cells:
                corner = Text(f"[{number}]" if here else number, style="bold reverse" if here else "bold")
                cells[square] = replace(cells[square], corner=corner)
            elif here:
                signs = big(number, scale - 1, ink) if scale > 1 else [f"[ {number} ]"]
                cells[square] = Cell(tuple(signs), "bold reverse", fills=True)
            else:
                cells[square] = Cell(tuple(big(number, scale - 1, ink) if scale > 1 else [number]), "dim")
        return cells

    def _choices(self) -> dict[int, str]:
        """Return what may be typed, by its square, of an arrow by both; where one is typed, by where it may lead."""
        if self.session.due is not Due.REPLY:
            return {}
        legal, typed = self.kit.game.legal_moves(self.session.position), self.view.typed
        if isinstance(self.kit.game, NamesMoves):
            return {move[0]: self.session.written(move) for move in legal}
        begun = [move for move in legal if typed and str(move[0] + 1) == typed and len(move) > 1]
        if begun:
            return {square: self._number(square) for move in begun for square in move[1:]}
        return {square: self._number(square) for move in legal for square in move}

    def _number(self, square: int) -> str:
        number = str(square + 1)
        return on_keypad(number) if self.view.keypad else number
