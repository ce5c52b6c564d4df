"""Signs and boards drawn large, from whole blocks, for people who stand behind others."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from rich.text import Text

from menace_kit.cli.terminal import Ink, chip
from menace_kit.games import EMPTY, Move, Pieces, Position, Side
from menace_kit.machine.kit import Kit
from menace_kit.machine.toml_files import read_toml
from menace_kit.paths import templates_folder

ROWS = 5
"""The height of every sign at scale 1."""

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
    """Return a mark for a square: drawn where it is O, X, another letter or `match`, else a patch of it."""
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
    marks = {Side.FIRST.cell: kit.spec.marks[0], Side.SECOND.cell: kit.spec.marks[1]}
    cells = {}
    for square, sign in enumerate(position.cells):
        if sign != EMPTY:
            new = square in told
            style = f"{styles[sign]}{' reverse' if new else ''}"
            name = "match" if kit.game.pieces is Pieces.TOKENS else marks[sign]
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
