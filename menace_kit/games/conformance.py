"""What a game must fulfil so that a machine can be built for it,
as a list of checks that any game can be put to.

A package that brings a game of its own has all of them in one line of its tests:

    assert not list(findings(MyGame()))

Each check is a function that takes a game and yields a sentence for each thing that is wrong;
its name and the first line of its docstring are what people read about it.
The checks build on each other: when one has found something, the later ones are not made.
Positions are met by playing; nothing of the game is kept, and nothing trusted.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import islice, product
from typing import NamedTuple

from menace_kit.errors import MoveError, PositionError
from menace_kit.games.game import Game, Outcome, Pieces, square_count
from menace_kit.games.notation import move_text, read_move, written_move
from menace_kit.games.position import EMPTY, Move, Position, Side
from menace_kit.games.state_space import reachable_position, walked
from menace_kit.games.symmetry import Symmetry

MOST_SQUARES = 64
"""A board with more squares cannot be drawn on a matchbox."""

MOST_POSITIONS = 100_000
"""A game with more positions has too many boxes to build, and takes too long to enumerate."""

CELLS = EMPTY + Side.FIRST.cell + Side.SECOND.cell
NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"

Check = Callable[[Game], Iterator[str]]


def name_and_board(game: Game) -> Iterator[str]:
    """The name can be in a kit file, the board be drawn on a box, and the game be hashed."""
    if not isinstance(game.name, str) or not game.name or set(game.name) - set(NAME_LETTERS):
        yield (
            f"name: {game.name!r} is not small letters, digits and hyphens, "
            "as in noughts-and-crosses"
        )
    for what in ("rows", "columns", "colours"):
        number = getattr(game, what)
        if type(number) is not int or number < 1:
            yield f"{what}: {number!r} is not a whole number from 1 on"
            return
    if (squares := game.rows * game.columns) > MOST_SQUARES:
        yield f"the board has {squares} squares; at most {MOST_SQUARES} can be drawn on a box"
    pieces: object = game.pieces  # a game in a package of somebody's may have anything here
    if not isinstance(pieces, Pieces):
        yield f"pieces: {pieces!r} is not one of {', '.join(map(str, Pieces))}"
    if hash(game) != hash(game):
        yield (
            "hash(game) is another number each time; leave __hash__ and __eq__ as Python makes them"
        )


def start(game: Game) -> Iterator[str]:
    """The game starts on its board, always in the same position, with the first player to move."""
    position = game.start()
    if position != game.start():
        yield "start() gives another position each time"
    cells, most = len(position.cells), game.rows * game.columns
    # The last of several rows of tokens may be shorter.
    may_lack = game.columns - 1 if game.rows > 1 and game.pieces is Pieces.TOKENS else 0
    if not most - may_lack <= cells <= most:
        yield f"start() has {cells} cells, the board {game.rows} x {game.columns} squares"
    if position.to_move is not Side.FIRST:
        yield "at the start it is not the first player's turn"
    if game.outcome(position) is not None:
        yield "the game is over before it has begun"


def position_count(game: Game) -> int | None:
    """Return how many positions a game has; None where they are more than MOST_POSITIONS."""
    count = sum(1 for _ in islice(walked(game), MOST_POSITIONS + 1))
    return count if count <= MOST_POSITIONS else None


def ends(game: Game) -> Iterator[str]:
    """Every game ends, and there are few enough positions for boxes."""
    if position_count(game) is None:
        yield f"there are more than {MOST_POSITIONS:,} positions, too many for boxes"
        return
    leads_to = {position: _moved(game, position).values() for position in walked(game)}
    try:
        TopologicalSorter(leads_to).prepare()
    except CycleError as error:
        yield f"a game can come back to {_shown(error.args[1][0])}, so it need not end"


def moves(game: Game) -> Iterator[str]:
    """Players take turns, by moves that are squares of the board and are read as they are written;
    a game has an outcome exactly when nobody can move.
    """
    squares = range(square_count(game))
    for position in walked(game):
        shown, legal = _shown(position), game.legal_moves(position)
        if len(position.cells) != len(squares) or set(position.cells) - set(CELLS):
            yield f"{position.cells!r} is not {len(squares)} cells of {' '.join(CELLS)}"
        on_board = all(move and set(move) <= set(squares) for move in legal)
        if not on_board or list(legal) != sorted(set(legal)):
            yield (
                f"the moves on {shown}, {_listed(legal)}, are not on the board's "
                f"{len(squares)} squares, each once, lowest first"
            )
            continue
        for move in legal:
            name = written_move(game, position, move)
            if set(name) & set(" ,\t\n") or read_move(game, position, name) != move:
                yield (
                    f"the move {name!r} on {shown} is not read by its name; "
                    "each needs one of its own, without blanks or commas"
                )
            if game.play(position, move).to_move is position.to_move:
                yield f"after {move_text(move)} on {shown} the same player moves again"
        ended: object = game.outcome(position)
        if not (ended is None if legal else isinstance(ended, Outcome)):
            yield (
                f"the outcome of {shown}, with the moves {_listed(legal)}, is {ended!r}; "
                f"it should be {'None' if legal else 'an Outcome'}"
            )


def play(game: Game) -> Iterator[str]:
    """Play makes every legal move, differently from the others,
    and refuses all else with MoveError.
    """
    squares, size = range(square_count(game)), len(game.legal_moves(game.start())[0])
    on_board = islice(product(squares, repeat=size), MOST_SQUARES**2)
    tried: list[Move] = [(), (len(squares),), (-1,), *on_board]
    for position in walked(game):
        moved = _moved(game, position)
        if len({*moved.values()}) != len(moved):
            yield (
                f"two of the moves on {_shown(position)}, {_listed(moved)}, "
                "lead to the same position"
            )
        for move in tried:
            if move not in moved and _answer(MoveError, game.play, position, move) is not None:
                written = move_text(move) or "a move of no square"
                yield f"{written} is not legal on {_shown(position)}, and play makes it"


def positions(game: Game) -> Iterator[str]:
    """Every position is found by its cells and side to move,
    and boards that no game reaches are refused.
    """
    boards = dict.fromkeys(position.cells for position in walked(game))
    asked = [*product(boards, (None, *Side)), *product(_beside(boards), (None,))]
    for cells, told in asked:
        found = _answer(PositionError, game.position, cells, told)
        right = _answer(PositionError, reachable_position, game, cells, told)
        if found != right:
            yield (
                f"position({cells!r}{f', {told.name}' if told else ''}) is {_shown(found)}; "
                f"it should be {_shown(right)}"
            )


def _beside(boards: Collection[str]) -> Iterator[str]:
    """Yield boards that differ in one cell from these, longer and shorter ones,
    and one of other signs.
    """
    some = next(iter(boards))
    yield from ("", some + CELLS[0], "?" * len(some))
    for cells, square, cell in product(boards, range(len(some)), CELLS):
        yield cells[:square] + cell + cells[square + 1 :]


def symmetry(game: Game) -> Iterator[str]:
    """Positions that a symmetry, or in an impartial game a change of turns,
    makes equal go on alike.
    """
    if missing := {"all", "none"} - {*game.symmetries}:
        yield f"symmetries: {' and '.join(sorted(missing))} is missing"
        return
    if len(game.symmetries["none"]) != 1:
        yield "symmetries: none has more than the identity"
    members = {member.image: member for group in game.symmetries.values() for member in group}
    turns = (False, True) if game.impartial else (False,)
    for position in walked(game):
        moved = _moved(game, position)
        for member, swaps in product(members.values(), turns):
            other = _carried(position, member, swaps)
            carried = {
                member.move(move): _carried(after, member, swaps) for move, after in moved.items()
            }
            if carried != _moved(game, other) or _worth(game, position) != _worth(game, other):
                yield (
                    f"{member.name}{' and a change of turns' if swaps else ''} carries "
                    f"{_shown(position)} to {_shown(other)}, and that goes on or ends otherwise"
                )


def _carried(position: Position, member: Symmetry, swaps: bool) -> Position:
    """Return what a symmetry makes of a position; it `swaps` whose turn it is, or leaves that."""
    moved = member.position(position)
    return Position(moved.cells, moved.to_move.other) if swaps else moved


def colours(game: Game) -> Iterator[str]:
    """In every box, with symmetric moves merged or not, each move has a colour of its own."""
    for position in walked(game):
        legal = game.legal_moves(position)
        merged = (group.lowest_moves(position, legal) for group in game.symmetries.values())
        for kinds in dict.fromkeys([legal, *merged]):
            indices = [game.colour_index(move, kinds) for move in kinds]
            if len(set(indices) & set(range(game.colours))) != len(kinds):
                yield (
                    f"in the box {_shown(position)} the moves {_listed(kinds)} have the colours "
                    f"{indices}; each needs one of its own, from 0 to {game.colours - 1}"
                )


def _moved(game: Game, position: Position) -> dict[Move, Position]:
    """Return the moves in a position, and what each leads to."""
    return {move: game.play(position, move) for move in game.legal_moves(position)}


def _answer(
    error: type[Exception], act: Callable[..., Position], *arguments: object
) -> Position | None:
    """Return what a game answers; None where it refuses with this error."""
    try:
        return act(*arguments)
    except error:
        return None


def _worth(game: Game, position: Position) -> bool | None:
    """Return whether an ended game was won by who is to move;
    None while it goes on or where it is drawn.
    """
    ended = game.outcome(position)
    return None if ended is None or ended.winner is None else ended.winner is position.to_move


def _shown(position: Position | None) -> str:
    return f"{position.cells} ({position.to_move.value} to move)" if position else "refused"


def _listed(legal: Collection[Move]) -> str:
    return ", ".join(map(move_text, legal)) or "none"


CHECKS: Sequence[Check] = (
    name_and_board,
    start,
    ends,
    moves,
    play,
    positions,
    symmetry,
    colours,
)
"""All of them, in order."""


MOST_FINDINGS = 5
"""Of one check; what is wrong with a game is mostly wrong in many of its positions."""


class Checked(NamedTuple):
    """What came of a check; `findings` is None where it was not made,
    because one before it found something.
    """

    check: str
    about: str
    findings: tuple[str, ...] | None


def findings(game: Game) -> Iterator[str]:
    """Yield a sentence for everything that is wrong with a game;
    nothing where it is fit for a machine.
    """
    for checked in conformance(game):
        yield from checked.findings or ()


def conformance(game: Game) -> Iterator[Checked]:
    """Yield what came of each check, in order."""
    found: tuple[str, ...] | None = ()
    for check in CHECKS:
        about = " ".join(str(check.__doc__).split()).rstrip(".")
        found = None if found is None or found else tuple(_found(check, game))
        yield Checked(check.__name__.replace("_", "-"), about, found)


def _found(check: Check, game: Game) -> Iterator[str]:
    """Yield the first findings of a check; an error that the game should not raise is one, too."""
    try:
        yield from islice(check(game), MOST_FINDINGS)
    except Exception as error:
        yield f"the game raised {type(error).__name__}: {error}"
