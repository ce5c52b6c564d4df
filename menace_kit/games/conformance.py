"""Checks that a game is fit for a machine.

A package with a game of its own runs all of them in one line of its tests:

    assert not list(findings(MyGame()))

Each check is a function that takes a game and yields a sentence for everything that is wrong.
People see its name and its docstring. The checks build on each other: after one with findings the
later ones are skipped. Positions are found by playing; the game's own caches are not trusted.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import islice, product
from typing import NamedTuple

from menace_kit.errors import MoveError, PositionError
from menace_kit.games.game import Game, Pieces, square_count
from menace_kit.games.notation import move_text, read_move, written_move
from menace_kit.games.position import EMPTY, Move, Position, Side
from menace_kit.games.state_space import reachable_position, walked
from menace_kit.games.symmetry import Symmetry

MOST_SQUARES = 64
"""A larger board cannot be drawn on a matchbox."""

MOST_POSITIONS = 100_000
"""More positions mean more boxes than anyone can build, and take too long to list."""

CELLS = EMPTY + Side.FIRST.cell + Side.SECOND.cell
NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"

Check = Callable[[Game], Iterator[str]]


def name_and_board(game: Game) -> Iterator[str]:
    """The name can be used in a kit file, and the board drawn on a box."""
    if not game.name or set(game.name) - set(NAME_LETTERS):
        yield (
            f"name: {game.name!r} is not small letters, digits and hyphens, "
            "as in noughts-and-crosses"
        )
    if (squares := game.rows * game.columns) > MOST_SQUARES:
        yield f"the board has {squares} squares; at most {MOST_SQUARES} can be drawn on a box"


def start(game: Game) -> Iterator[str]:
    """The game starts on its board, always in the same position, with the first player to move."""
    position = game.start()
    if position != game.start():
        yield "start() returns a different position each time"
    cells, most = len(position.cells), game.rows * game.columns
    # The last of several rows of tokens may be shorter.
    may_lack = game.columns - 1 if game.rows > 1 and game.pieces is Pieces.TOKENS else 0
    if not most - may_lack <= cells <= most:
        yield f"start() has {cells} cells, but the board {game.rows} x {game.columns} squares"
    if position.to_move is not Side.FIRST:
        yield "at the start it is not the first player's turn"
    if game.outcome(position) is not None:
        yield "the game is over before it has begun"


def position_count(game: Game) -> int | None:
    """Return the number of positions; None if there are more than MOST_POSITIONS."""
    count = sum(1 for _ in islice(walked(game), MOST_POSITIONS + 1))
    return count if count <= MOST_POSITIONS else None


def ends(game: Game) -> Iterator[str]:
    """Every game ends, and there are few enough positions to build boxes for."""
    if position_count(game) is None:
        yield f"there are more than {MOST_POSITIONS:,} positions, too many for boxes"
        return
    leads_to = {position: _moved(game, position).values() for position in walked(game)}
    try:
        TopologicalSorter(leads_to).prepare()
    except CycleError as error:
        yield f"a game can return to {_shown(error.args[1][0])}, so it may never end"


def moves(game: Game) -> Iterator[str]:
    """Players alternate, moves are squares of the board and can be read back as they are written,
    and a game has an outcome exactly when nobody can move.
    """
    squares = range(square_count(game))
    for position in walked(game):
        shown, legal = _shown(position), game.legal_moves(position)
        if len(position.cells) != len(squares) or set(position.cells) - set(CELLS):
            yield f"{position.cells!r} is not {len(squares)} cells of {' '.join(CELLS)}"
        on_board = all(move and set(move) <= set(squares) for move in legal)
        if not on_board or list(legal) != sorted(set(legal)):
            yield (
                f"the moves on {shown}, {_listed(legal)}, must be on the board's "
                f"{len(squares)} squares, without repeats, lowest first"
            )
            continue
        for move in legal:
            name = written_move(game, position, move)
            if set(name) & set(" ,\t\n") or read_move(game, position, name) != move:
                yield (
                    f"the move {name!r} on {shown} cannot be read back; "
                    "each needs its own name, without spaces or commas"
                )
            if game.play(position, move).to_move is position.to_move:
                yield f"after {move_text(move)} on {shown} the same player moves again"
        ended = game.outcome(position)
        if (ended is None) != bool(legal):
            yield (
                f"the outcome of {shown}, with the moves {_listed(legal)}, is {ended!r}; "
                f"it should be {'None' if legal else 'an Outcome'}"
            )


def play(game: Game) -> Iterator[str]:
    """play makes every legal move, each with its own result, and refuses others with MoveError."""
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
                written = move_text(move) or "a move without squares"
                yield f"{written} is not legal on {_shown(position)}, but play makes it"


def positions(game: Game) -> Iterator[str]:
    """Every position is found by its cells and side to move, and impossible boards are refused."""
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
    """Yield boards that differ from these in one cell."""
    squares = range(len(next(iter(boards))))
    for cells, square, cell in product(boards, squares, CELLS):
        yield cells[:square] + cell + cells[square + 1 :]


def symmetry(game: Game) -> Iterator[str]:
    """Positions that are equal by symmetry (or, in an impartial game, by whose turn it is) continue
    alike.
    """
    if missing := {"all", "none"} - {*game.symmetries}:
        yield f"symmetries: {' and '.join(sorted(missing))} is missing"
        return
    if len(game.symmetries["none"]) != 1:
        yield "symmetries: the level `none` has more than the identity"
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
                    f"{member.name}{' and a change of turns' if swaps else ''} turns "
                    f"{_shown(position)} into {_shown(other)}, which continues or ends differently"
                )


def _carried(position: Position, member: Symmetry, swaps: bool) -> Position:
    """Apply a symmetry to a position; `swaps` also changes whose turn it is."""
    moved = member.position(position)
    return Position(moved.cells, moved.to_move.other) if swaps else moved


def colours(game: Game) -> Iterator[str]:
    """In every box, with or without merging symmetric moves, each move has its own colour."""
    for position in walked(game):
        legal = game.legal_moves(position)
        merged = (group.lowest_moves(position, legal) for group in game.symmetries.values())
        for kinds in dict.fromkeys([legal, *merged]):
            indices = [game.colour_index(move, kinds) for move in kinds]
            if len(set(indices) & set(range(game.colours))) != len(kinds):
                yield (
                    f"in the box {_shown(position)} the moves {_listed(kinds)} have the colours "
                    f"{indices}; each needs its own, from 0 to {game.colours - 1}"
                )


def _moved(game: Game, position: Position) -> dict[Move, Position]:
    """Return each legal move and the position it leads to."""
    return {move: game.play(position, move) for move in game.legal_moves(position)}


def _answer(
    error: type[Exception], act: Callable[..., Position], *arguments: object
) -> Position | None:
    """Return the result of a call; None if it raises this error."""
    try:
        return act(*arguments)
    except error:
        return None


def _worth(game: Game, position: Position) -> bool | None:
    """Return whether the side to move won; None if the game goes on or is drawn."""
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

MOST_FINDINGS = 5
"""Findings shown for each check; a fault usually shows in many positions."""


class Checked(NamedTuple):
    """The result of a check; `findings` is None if it was skipped after an earlier failure."""

    check: str
    about: str
    findings: tuple[str, ...] | None


def findings(game: Game) -> Iterator[str]:
    """Yield a sentence for everything that makes a game unfit for a machine."""
    for checked in conformance(game):
        yield from checked.findings or ()


def conformance(game: Game) -> Iterator[Checked]:
    """Yield the result of each check, in order."""
    found: tuple[str, ...] | None = ()
    for check in CHECKS:
        about = " ".join(str(check.__doc__).split()).rstrip(".")
        found = None if found is None or found else tuple(_found(check, game))
        yield Checked(check.__name__.replace("_", "-"), about, found)


def _found(check: Check, game: Game) -> Iterator[str]:
    """Yield the first findings of a check; an unexpected error of the game counts as one."""
    try:
        yield from islice(check(game), MOST_FINDINGS)
    except Exception as error:
        yield f"the game raised {type(error).__name__}: {error}"
