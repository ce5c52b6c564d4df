"""Signs and boards drawn large, from whole blocks, for people who stand behind others."""

from collections.abc import Mapping, Sequence
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


def big(text: str, scale: int, ink: Ink) -> list[str]:
    """Return letters, digits and `-` as lines of blocks, 5 x `scale` high; signs without a drawing as they are."""
    known = _signs()["letters"] | _signs()["digits"]
    signs = [_drawn(known.get(sign, ""), scale, 2 * scale, ink) for sign in text]
    if not all(signs):
        return [text]
    return [(" " * 2 * scale).join(parts) for parts in zip(*signs, strict=True)]


def mark(sign: str, scale: int, ink: Ink) -> tuple[str, ...]:
    """Return a mark for a square: drawn where it is O, X, another letter or `match`, else a patch of it."""
    drawn = (_signs()["letters"] | _signs()["marks"]).get(sign)
    return tuple(_drawn(drawn, scale, scale, ink)) if drawn else (sign * 5 * scale,) * 3 * scale


def _drawn(rows: str, scale: int, wide: int, ink: Ink) -> list[str]:
    lines = []
    for row in rows.split():
        line = "".join((ink.block if dot == "#" else " ") * wide for dot in row)
        lines += [line] * scale
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


def mark_cells(kit: Kit, position: Position, last: Move | None, scale: int, ink: Ink) -> dict[int, Cell]:
    """Return the marks of a position; the one that was made last stands out."""
    styles = {Side.FIRST.cell: "bold cyan", Side.SECOND.cell: "bold magenta"}
    marks = {Side.FIRST.cell: kit.spec.marks[0], Side.SECOND.cell: kit.spec.marks[1]}
    cells = {}
    for square, sign in enumerate(position.cells):
        if sign != EMPTY:
            new = last is not None and square == last[-1]
            style = f"{styles[sign]}{' reverse' if new else ''}"
            name = "match" if kit.game.pieces is Pieces.TOKENS else marks[sign]
            cells[square] = Cell(mark(name, scale, ink), style, fills=new)
    return cells


def with_beads(
    kit: Kit, cells: Mapping[int, Cell], moves: Mapping[str, Move], scale: int, ink: Ink
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


def _bead_cell(kit: Kit, colours: Sequence[str], scale: int, ink: Ink) -> Cell:
    keys = " ".join(kit.colour(colour).key for colour in colours)
    first = kit.colour(colours[0])
    style = f"bold {first.ink} on {first.hex}"
    lines = big(keys, scale - 1, ink) if scale > 1 and len(colours) == 1 else [keys]
    width = max(map(len, lines)) + (4 if scale == 1 else 2 * scale)
    blank = " " * width
    padding = [blank] * max(1, scale - 1)
    return Cell((*padding, *(line.center(width) for line in lines), *padding), style)
