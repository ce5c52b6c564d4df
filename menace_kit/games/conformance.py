"""What a game must fulfil so that a machine can be built for it,
as a list of checks that any game can be put to.

A package that brings a game of its own has all of them in one line of its tests:

    assert not list(findings(MyGame()))

Each check is a function that takes a game and yields a sentence for each thing that is wrong;
its name and the first line of its docstring are what a person is told of it.
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
from menace_kit.games.state_space import walked
from menace_kit.games.symmetry import Symmetry

MOST_SQUARES = 64
"""A board with more squares cannot be drawn on a matchbox."""

MOST_POSITIONS = 100_000
"""A game with more positions has too many boxes to build, and takes too long to enumerate."""

CELLS = EMPTY + Side.FIRST.cell + Side.SECOND.cell
NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"

Check = Callable[[Game], Iterator[str]]


def name_and_board(game: Game) -> Iterator[str]:
    """The name can stand in a kit file, the board be drawn on a box, and the game be hashed."""
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
    if game.rows * game.columns > MOST_SQUARES:
        yield (
            f"the board has {game.rows * game.columns} squares; "
            f"at most {MOST_SQUARES} can be drawn on a box"
        )
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
    most = game.rows * game.columns
    may_be_shorter = game.rows > 1 and game.pieces is Pieces.TOKENS  # the last row
    least = most - game.columns + 1 if may_be_shorter else most
    if not least <= len(position.cells) <= most:
        yield (
            f"start() has {len(position.cells)} cells, the board {game.rows} x "
            f"{game.columns} squares"
        )
    if position.to_move is not Side.FIRST:
        yield "at the start it is not the first player's turn"
    if game.outcome(position) is not None:
        yield "the game is over before it has begun"


def position_count(game: Game) -> int | None:
    """Return how many positions a game has; None where they are more than MOST_POSITIONS."""
    count = sum(1 for _ in islice(walked(game), MOST_POSITIONS + 1))
    return None if count > MOST_POSITIONS else count


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


def turns(game: Game) -> Iterator[str]:
    """The players take turns, and the board keeps its size and cells."""
    squares = square_count(game)
    for position in walked(game):
        if len(position.cells) != squares or set(position.cells) - set(CELLS):
            yield f"{position.cells!r} is not {squares} cells of {' '.join(CELLS)}"
        for move in game.legal_moves(position):
            if game.play(position, move).to_move is not position.to_move.other:
                yield (
                    f"after {move_text(move)} on {_shown(position)} the same player moves "
                    "again; they take turns"
                )


def moves(game: Game) -> Iterator[str]:
    """Moves are squares of the board, each once, lowest first, and are read as they are written."""
    squares = range(square_count(game))
    for position in walked(game):
        legal = game.legal_moves(position)
        where = f"the moves on {_shown(position)}, {_listed(legal)},"
        on_board = all(move and set(move) <= set(squares) for move in legal)
        if not on_board or list(legal) != sorted(set(legal)):
            yield f"{where} are not on the board's {len(squares)} squares, each once, lowest first"
        elif any(not _is_read(game, position, move) for move in legal):
            names = ", ".join(written_move(game, position, move) for move in legal)
            yield (
                f"{where} cannot be read by their names, {names}: "
                "each needs one of its own, without blanks or commas"
            )


def _is_read(game: Game, position: Position, move: Move) -> bool:
    """Return whether a move is read from what people write for it,
    a word of its own in a list of moves.
    """
    name = written_move(game, position, move)
    return (
        name == "".join(name.replace(",", " ").split()) and read_move(game, position, name) == move
    )


def outcome(game: Game) -> Iterator[str]:
    """A game has an outcome exactly when nobody can move."""
    for position in walked(game):
        ended: object = game.outcome(position)
        legal = game.legal_moves(position)
        if not (ended is None if legal else isinstance(ended, Outcome)):
            where = f"the outcome of {_shown(position)}, with the moves {_listed(legal)},"
            yield f"{where} is {ended!r}; it should be {'None' if legal else 'an Outcome'}"


def play(game: Game) -> Iterator[str]:
    """Play makes every legal move, differently from the others,
    and refuses all else with MoveError.
    """
    squares, size = range(square_count(game)), len(game.legal_moves(game.start())[0])
    on_board = islice(product(squares, repeat=size), MOST_SQUARES**2)
    tried: list[Move] = [(), (len(squares),), (-1,), *on_board]
    for position in walked(game):
        legal = game.legal_moves(position)
        if len({game.play(position, move) for move in legal}) != len(legal):
            yield (
                f"two of the moves on {_shown(position)}, {_listed(legal)}, "
                "lead to the same position"
            )
        for move in tried:
            if move not in legal and not _refuses(MoveError, game.play, position, move):
                written = move_text(move) or "a move of no square"
                yield f"{written} is not legal on {_shown(position)}, and play makes it"


def positions(game: Game) -> Iterator[str]:
    """Every position is found by its cells and side to move,
    and boards that no game reaches are refused.
    """
    sides: dict[str, set[Side]] = {}
    for position in walked(game):
        sides.setdefault(position.cells, set()).add(position.to_move)
    for cells, possible in sides.items():
        for told in (None, *Side):
            meant = possible & {told} if told else possible
            asked = f"position({cells!r}{f', {told.name}' if told else ''})"
            if len(meant) == 1 and game.position(cells, told) != Position(cells, *meant):
                yield f"{asked} is not this board with the {next(iter(meant)).value} player to move"
            elif len(meant) != 1 and not _refuses(PositionError, game.position, cells, told):
                why = "it may be either player's turn" if meant else "no game comes to it"
                yield f"{asked} is not refused, and {why}"
    for cells in _other_boards(game, sides):
        if not _refuses(PositionError, game.position, cells):
            yield f"no game reaches the board {cells!r}, and position() takes it"


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
                change = f"{member.name}{' and a change of turns' if swaps else ''}"
                where = f"{change} carries {_shown(position)} to {_shown(other)}"
                yield f"{where}, and that goes on or ends otherwise"


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
                where = f"in the box {_shown(position)} the moves {_listed(kinds)}"
                needed = f"each needs one of its own, from 0 to {game.colours - 1}"
                yield f"{where} have the colours {indices}; {needed}"


def _moved(game: Game, position: Position) -> dict[Move, Position]:
    """Return the moves in a position, and what each leads to."""
    return {move: game.play(position, move) for move in game.legal_moves(position)}


def _other_boards(game: Game, reached: Collection[str]) -> Iterator[str]:
    """Yield boards that no game reaches: one cell beside a reached one, and some of other signs."""
    squares = square_count(game)
    yield from ("", CELLS[0] * (squares + 1), "?" * squares)
    for cells, square, cell in product(reached, range(squares), CELLS):
        beside = cells[:square] + cell + cells[square + 1 :]
        if beside not in reached:
            yield beside


def _refuses(error: type[Exception], act: Callable[..., object], *arguments: object) -> bool:
    try:
        act(*arguments)
    except error:
        return True
    return False


def _worth(game: Game, position: Position) -> bool | None:
    """Return whether an ended game was won by who is to move;
    None while it goes on or where it is drawn.
    """
    ended = game.outcome(position)
    return None if ended is None or ended.winner is None else ended.winner is position.to_move


def _shown(position: Position) -> str:
    return f"{position.cells} ({position.to_move.value} to move)"


def _listed(legal: Sequence[Move]) -> str:
    return ", ".join(map(move_text, legal)) or "none"


CHECKS: Sequence[Check] = (
    name_and_board,
    start,
    ends,
    turns,
    moves,
    outcome,
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
    failed = False
    for check in CHECKS:
        name = check.__name__.replace("_", "-")
        about = " ".join(str(check.__doc__).split("\n\n")[0].split()).rstrip(".")
        found = None if failed else tuple(_found(check, game))
        failed = failed or bool(found)
        yield Checked(name, about, found)


def _found(check: Check, game: Game) -> Iterator[str]:
    """Yield the first findings of a check; an error that the game should not raise is one, too."""
    try:
        yield from islice(check(game), MOST_FINDINGS)
    except Exception as error:
        yield f"the game raised {type(error).__name__}: {error}"
