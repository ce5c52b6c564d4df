"""What pages and API are given: the state of a game and of its boxes, as plain values."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """A set of values that does not change."""

    model_config = ConfigDict(frozen=True)


class Place(Shape):
    """Where a box stands: cabinet, row from the top, drawer from the left, each from 1; and the same in words."""

    cabinet: int
    row: int
    drawer: int
    words: str


class Colour(Shape):
    """A bead colour; `ink` is black or white, whichever can be read on it.

    `name` is the kit's, by which acts and journals name it; `called` is what people call it in the pages' language.
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
    """A square of a board: its number from 1 in reading order, the mark on it (empty: ''), and the bead for it.

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
    """A move: as it is typed (`5`, or `8-5`), in words, and the squares that it touches, from 1.

    `arrow` is its arrow, where it goes from a square to another: a path over squares of a width of 100.
    """

    move: str
    words: str
    squares: list[int]
    arrow: str


class BeadShape(Shape):
    """A colour of the open box: what it means as the label is glued, and on the table; how many are in the box.

    `others` is what it means where the box was held in another of its right ways.
    """

    colour: Colour
    on_label: str
    move: MoveShape
    others: list[MoveShape]
    in_box: int


class OpenBox(Shape):
    """The box that is to be opened: its label as glued, how to hold it, and what its beads mean on the table.

    `name` is what stands on it: its number, or the name that its owner gave it. `whose` says whose it is in a game of
    both machines, else nothing. `ways` counts the right ways to hold it. `is_empty` is what the book says; `empty_rule`
    is what happens then.
    """

    number: int
    name: str
    whose: str
    stage: int
    place: Place | None
    label: Board
    turn: str
    ways: int
    beads: list[BeadShape]
    total: int
    is_empty: bool
    empty_rule: str


class Line(Shape):
    """A line of the tick-list: a box, what to do there, and what it should hold when that is done.

    `box_name` is what stands on the box, `side` the machine whose line it is. `deed` is what to do in a few words,
    `words` all of it in a sentence.
    """

    line: int
    box: int
    box_name: str
    side: Literal["first", "second"]
    place: Place | None
    colour: Colour
    change: int
    why: str
    deed: str
    words: str
    expected: dict[str, int]
    total: int
    ticked: bool


class TickListHead(Shape):
    """A machine that has a tick-list; `head` is what stands over it where both players are machines, else nothing."""

    side: Literal["first", "second"]
    head: str


class MoveMade(Shape):
    """A move of a game; `box`, its name, and `colour` where a bead was drawn for it."""

    move: MoveShape
    by: Literal["machine", "opponent"]
    mark: str
    box: int | None
    box_name: str
    colour: Colour | None
    words: str


class GameShape(Shape):
    """The game that was begun last. `result` is the machine's, null while there is none.

    Where `both` players are machines, `result` and `mark` are those of the first player's; `winner` is who won. `plays`
    and `machine_is` say who plays, for a crowd and for the operator; `headline` is how it ended in a few words.
    """

    number: int
    operator: str | None
    opponent: str | None
    machine_first: bool
    both: bool
    mark: str
    plays: str
    machine_is: str
    moves: list[MoveMade]
    result: Literal["win", "draw", "loss"] | None
    winner: Literal["first", "second"] | None
    headline: str
    gave_up: bool
    abandoned: bool
    confirmed: bool
    ended: str


class WinnersOfAll(Shape):
    """Finished games by who won them, whoever was the machine; `first_words` is what is said of those of the first."""

    first: int
    second: int
    draws: int
    first_words: str
    second_words: str


class Totals(Shape):
    """Finished games, by the machine's results, and its boxes for the first move, `first_boxes` of them.

    `first_box` is what the games added to them (Michie's line), `held` the beads that belong in them now, by the games
    and the counts. `winners` is there where both players were machines in any game: it has then no results of its own.
    """

    games: int
    wins: int
    draws: int
    losses: int
    first_box: int
    first_boxes: int
    held: int
    winners: WinnersOfAll | None


class Moment(Shape):
    """A machine at a moment, and what is due.

    `entry` is the journal's last entry: a change says it as `on`. `happened` is what the last act brought about, `say`
    what is to be done now. `box` is there when a bead is due, `replies` when a reply is, `adjustments` when beads are
    to be put right; `lists` says for which machines. `can_undo` says whether the last act can be taken back.
    `empty_firsts` are the boxes that keep a machine from its first move, for they are empty and nothing fills them.
    """

    entry: int
    due: Literal["start", "bead", "reply", "adjust"]
    say: str
    happened: str
    table: Board
    game: GameShape | None
    box: OpenBox | None
    replies: list[MoveShape]
    adjustments: list[Line]
    lists: list[TickListHead]
    can_undo: bool
    can_begin: bool
    empty_firsts: list[int]
    totals: Totals
    warnings: list[str]


class Answer(Shape):
    """What came of a change: whether it was recorded now, a sentence about it, and the state after it.

    `recorded` is false where the same change had been recorded already: a double tap, or a retry.
    """

    recorded: bool
    message: str
    state: Moment


class Problem(BaseModel):
    """Why something will not do, in one sentence (RFC 9457); with 409, `state` is how things stand now."""

    title: str
    status: int
    detail: str
    state: Moment | None = Field(default=None)
    pin_needed: bool | None = None
