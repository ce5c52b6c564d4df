"""The elements of all views, as plain values: boards, colours, moves, places, the kit;
and how pieces are drawn.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict

from menace_kit.games import (
    EMPTY,
    Move,
    Pieces,
    Position,
    Side,
    parameters_of,
    position_text,
    written_move,
)
from menace_kit.layout.board import TALL, cell_height, match_marks, pawn_marks
from menace_kit.layout.marks import Circle, Mark, Polyline
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.prospects import has_ties
from menace_kit.machine.schema import Teaches
from menace_kit.text import kit_words


class Shape(BaseModel):
    """A set of values that does not change."""

    model_config = ConfigDict(frozen=True)

    @classmethod
    def of(cls, source: object, **facts: Any) -> Self:
        """Return the shape of something: what it has itself by the names of the shape's
        values, but for these facts.
        """
        same = {name: getattr(source, name) for name in cls.model_fields if name not in facts}
        return cls(**same, **facts)


class Place(Shape):
    """Where a box stands: cabinet, row from the top, drawer from the left,
    each from 1; and the same in words.
    """

    cabinet: int
    row: int
    drawer: int
    words: str


class Colour(Shape):
    """A bead colour; `ink` is black or white, whichever can be read on it.

    `name` is the kit's, by which acts and logbooks name it;
    `called` is what people call it in the pages' language.
    """

    name: str
    called: str
    letter: str
    glyph: str
    hex: str
    ink: str


Piece = Literal["", "mark", "white-pawn", "black-pawn", "match"]
"""What lies on a square: nothing, the kit's own mark, a pawn, or a match, which is nobody's."""


class Square(Shape):
    """A square of a board: its number from 1 in reading order,
    the mark on it (empty: ''), and the bead for it.

    `piece` is what that is drawn as; `colour` is set where a move of the box ends on it.
    """

    number: int
    mark: str
    piece: Piece
    colour: Colour | None = None


class Board(Shape):
    """A board as it is drawn: rows of squares; `text` is how it is typed.

    `tall` is how high a square is drawn, as a share of its width.
    """

    text: str
    tall: float
    rows: list[list[Square]]


class MoveShape(Shape):
    """A move: as it is typed (`5`, `8-5`, of Nim how many), in words,
    and the squares that it touches, from 1.

    `arrow` is its arrow, where it goes from a square to another:
    a path over squares of a width of 100.
    """

    move: str
    words: str
    squares: list[int]
    arrow: str


# Boards, colours, moves and places as plain values.

DRAWN: Mapping[Pieces, tuple[Piece, Piece]] = {
    Pieces.MARKS: ("mark", "mark"),
    Pieces.PAWNS: ("white-pawn", "black-pawn"),
    Pieces.TOKENS: ("match", "match"),
}
"""What the pieces of the first player and of the second are drawn as."""


def colour_shape(kit: Kit, name: str) -> Colour:
    found = kit.colour(name)
    return Colour.of(found, called=kit_words.page_words(kit).colour_called(name), letter=found.key)


def board_shape(kit: Kit, position: Position, moves: Mapping[str, Move] | None = None) -> Board:
    """Return a board; a bead of `moves` lies on the last square that its move
    touches, if no mark is there.
    """
    marks = {Side.FIRST.cell: kit.spec.marks[0], Side.SECOND.cell: kit.spec.marks[1], EMPTY: ""}
    first, second = DRAWN[kit.game.pieces]
    pieces: dict[str, Piece] = {Side.FIRST.cell: first, Side.SECOND.cell: second, EMPTY: ""}
    beads = {move[-1]: colour_shape(kit, name) for name, move in (moves or {}).items()}
    squares = [
        Square(
            number=number + 1,
            mark=marks[cell],
            piece=pieces[cell],
            colour=None if marks[cell] and kit.game.pieces is Pieces.MARKS else beads.get(number),
        )
        for number, cell in enumerate(position.cells)
    ]
    columns = kit.game.columns
    rows = [squares[first : first + columns] for first in range(0, len(squares), columns)]
    return Board(text=position_text(position, kit.spec.marks), tall=cell_height(kit), rows=rows)


def move_shape(kit: Kit, move: Move, position: Position) -> MoveShape:
    ends = [(square % kit.game.columns + 0.5, square // kit.game.columns + 0.5) for square in move]
    return MoveShape(
        move=written_move(kit.game, position, move),
        words=kit_words.page_words(kit).tell(kit_words.square(kit, move, position)),
        squares=[square + 1 for square in move],
        arrow=arrow_path(ends[0], ends[-1], cell_height(kit)) if len(move) > 1 else "",
    )


def place_shape(kit: Kit, box: Box) -> Place | None:
    """Return where a box stands, or None where the kit has no cabinet."""
    where = kit.place(box)
    return (
        Place.of(where, words=kit_words.page_words(kit).tell(kit_words.place(kit, box)))
        if where
        else None
    )


def mark_of(kit: Kit, side: Side) -> str:
    return kit.spec.marks[0 if side is Side.FIRST else 1]


# The machine as plain values: what does not change while the companion runs.


class Cabinet(Shape):
    """How many drawers a cabinet has, and how many cabinets there are."""

    rows: int
    columns: int
    cabinets: int


class KitShape(Shape):
    """What does not change while the companion runs: the machine.
    `sides` are those that it can play.

    `parameters` says which of the games of this name it is, as how many matches;
    empty where there is one only. `moves` is how a move is shown: an `arrow`, else what is on
    the board (`marks`, `tokens`). `draws` says whether a game can end without a winner, `impartial`
    whether the pieces are nobody's, `first_bead` whether the first bead of a game of which nothing
    else is known says anything, `exhibitions` whether there can be games that teach nothing.
    `names` has what stands on those boxes that have no number on.
    """

    name: str
    fingerprint: str
    game: str
    parameters: dict[str, int | str]
    marks: tuple[str, str]
    rows: int
    columns: int
    sides: list[Literal["first", "second"]]
    colours: list[Colour]
    boxes: int
    cabinet: Cabinet | None
    moves: str
    draws: bool
    impartial: bool
    first_bead: bool
    exhibitions: bool
    names: dict[int, str]


def kit_shape(kit: Kit) -> KitShape:
    cabinet = kit.spec.cabinet
    return KitShape.of(
        kit.game,
        name=kit.spec.name,
        fingerprint=kit.fingerprint,
        game=kit.game.name,
        parameters=dict(parameters_of(kit.game)),
        marks=kit.spec.marks,
        sides=list(dict.fromkeys(side.value for side, _ in kit.stages)),
        colours=[colour_shape(kit, colour.name) for colour in kit.colours],
        boxes=len(kit.boxes),
        cabinet=Cabinet.of(cabinet, cabinets=kit.cabinets) if cabinet else None,
        moves="arrow" if kit.has_arrows else kit.game.pieces.value,
        draws=has_ties(kit.game),
        first_bead=kit.spec.learning.teaches is not Teaches.LAST_MOVE,
        exhibitions=not kit.spec.boxes.taken_squares,
        names={box.number: box.name for box in kit.boxes if box.given_name},
    )


# Pawns and matches as paths for a screen, in the shapes that are printed.

WIDE = 100.0
"""Width of the square that a piece is drawn in;
one for matches is as high as `layout.pieces` says.
"""

PAWN_HEIGHT = 76.0
BEHIND, BEFORE = 14.0, 32.0
"""How far from the middles of its squares an arrow begins and ends."""
SHAFT, BARB, HEAD = 7.0, 18.0, 28.0
"""Half the width of an arrow's shaft and of its head, and the length of its head."""


class Part(NamedTuple):
    """A part of a piece: its path, and whether it is filled with ink."""

    path: str
    filled: bool


class Drawing(NamedTuple):
    """A piece, drawn about the middle of its square of WIDE x `height`."""

    name: str
    height: float
    parts: tuple[Part, ...]


@cache
def drawings() -> dict[str, Drawing]:
    """Return the pieces that are drawn, by the names that squares have for them."""
    half = WIDE / 2
    pawns = {
        name: Drawing(name, WIDE, _parts(pawn_marks(is_white, half, half, PAWN_HEIGHT)))
        for name, is_white in (("white-pawn", True), ("black-pawn", False))
    }
    high = WIDE * TALL
    return {**pawns, "match": Drawing("match", high, _parts(match_marks(half, high / 2, WIDE)))}


def arrow_path(start: tuple[float, float], end: tuple[float, float], tall: float) -> str:
    """Return an arrow between the middles of two squares, which are told in squares;
    it stops before the second one.
    """
    (x1, y1), (x2, y2) = ((WIDE * x, WIDE * tall * y) for x, y in (start, end))
    length = math.hypot(x2 - x1, y2 - y1)
    along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
    neck, tip = length - BEFORE - HEAD, length - BEFORE
    half = [(BEHIND, SHAFT), (neck, SHAFT), (neck, BARB)]
    corners = [*half, (tip, 0.0), *((far, -off) for far, off in reversed(half))]
    return _closed(
        (x1 + far * along_x - off * along_y, y1 + far * along_y + off * along_x)
        for far, off in corners
    )


def _parts(marks: Iterable[Mark]) -> tuple[Part, ...]:
    return tuple(
        Part(_closed(mark.points), mark.fill is not None and mark.fill == mark.stroke)
        if isinstance(mark, Polyline)
        else Part(_round(mark), True)
        for mark in marks
        if isinstance(mark, Polyline | Circle)
    )


def _closed(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _round(circle: Circle) -> str:
    half = f"a{circle.radius:.1f} {circle.radius:.1f} 0 0 0"
    across = 2 * circle.radius
    return (
        f"M{circle.x - circle.radius:.1f} {circle.y:.1f}{half} {across:.1f} "
        f"0{half} {-across:.1f} 0Z"
    )


# A class: where its machines stand.


class Standing(Shape):
    """Where a machine of a class stands; names of people are not among it, for all may see it.

    `group` are its letters, `entry` is its logbook's last one.
    `game` is the number of the game that `due` belongs to, 0 before the first;
    `stands` is that in words. `since` is when its last step was recorded, null before the first.
    `games`, `wins`, `draws` and `losses` are finished games by the machine's results.
    `loses` is how likely it loses the next one to somebody who knows its boxes and plays to beat
    it (from 0 to 1), the worse of its sides where it plays both: at exactly 0 it is `unbeatable`.
    """

    group: str
    entry: int
    due: Literal["start", "bead", "reply", "adjust"]
    game: int
    stands: str
    since: str | None
    games: int
    wins: int
    draws: int
    losses: int
    loses: float
    unbeatable: bool


class ClassMoment(Shape):
    """A class at a moment: where each group's machine stands, and the sums of all their games.

    `entry` is another number whenever anything else here is. `unbeatable` is how many of the
    machines are that; `missing` are the letters of the groups whose logbooks cannot be read now.
    """

    entry: int
    groups: list[Standing]
    games: int
    wins: int
    draws: int
    losses: int
    unbeatable: int
    missing: list[str]


def class_moment(entry: int, groups: Sequence[Standing], missing: Sequence[str]) -> ClassMoment:
    sums = {
        name: sum(getattr(each, name) for each in groups)
        for name in ("games", "wins", "draws", "losses", "unbeatable")
    }
    return ClassMoment(entry=entry, groups=list(groups), missing=list(missing), **sums)
