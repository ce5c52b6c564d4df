"""What a game must fulfil so that a machine can be built for it, as a list of checks that any game can be put to.

A package that brings a game of its own has all of them in one line of its tests:

    assert not list(findings(MyGame()))

Each check is a function that takes a game and yields a sentence for each thing that is wrong; its name and the first
line of its docstring are what a person is told of it. The checks build on each other: when one has found something,
the later ones are not made. Positions are met by playing; nothing of the game is kept, and nothing trusted.
"""

from collections.abc import Callable, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import islice, product
from operator import ne
from typing import NamedTuple

from menace_kit.errors import MoveError, PositionError
from menace_kit.games.game import (
    EMPTY,
    Game,
    Move,
    Outcome,
    Pieces,
    Position,
    Side,
    move_text,
    parse_move,
    read_move,
    square_count,
    walked,
    written_move,
)

MOST_SQUARES = 64
"""A board with more squares cannot be drawn on a matchbox."""

MOST_POSITIONS = 100_000
"""A game with more positions has too many boxes to build, and takes too long to enumerate."""

CELLS = EMPTY + Side.FIRST.cell + Side.SECOND.cell
NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"

Check = Callable[[Game], Iterator[str]]


# What the game says of itself.


def name_and_board(game: Game) -> Iterator[str]:
    """The name can stand in a kit file, and the board, its pieces and colours are what they may be."""
    if not isinstance(game.name, str) or not game.name or set(game.name) - set(NAME_LETTERS):
        yield f"name: {game.name!r} is not small letters, digits and hyphens, as in noughts-and-crosses"
    for what in ("rows", "columns", "colours"):
        number = getattr(game, what)
        if type(number) is not int or number < 1:
            yield f"{what}: {number!r} is not a whole number from 1 on"
            return
    if game.rows * game.columns > MOST_SQUARES:
        yield f"the board has {game.rows * game.columns} squares; at most {MOST_SQUARES} can be drawn on a box"
    pieces: object = game.pieces  # a game in a package of somebody's may have anything here
    if not isinstance(pieces, Pieces):
        yield f"pieces: {pieces!r} is not one of {', '.join(map(str, Pieces))}"
    serves_both: object = game.impartial
    if not isinstance(serves_both, bool):
        yield f"impartial: {serves_both!r} is not True or False"


def is_kept(game: Game) -> Iterator[str]:
    """The game can be hashed, and is equal to itself, so that what was worked out for it can be kept."""
    if hash(game) != hash(game):
        yield "hash(game) is another number each time; leave __hash__ and __eq__ as Python makes them"
    if ne(game, game):
        yield "the game is not equal to itself; leave __hash__ and __eq__ as Python makes them"


def start(game: Game) -> Iterator[str]:
    """The game starts on its board, always in the same position, with the first player to move."""
    position = game.start()
    if position != game.start():
        yield "start() gives another position each time"
    most = game.rows * game.columns
    may_be_shorter = game.rows > 1 and game.pieces is Pieces.TOKENS  # the last row
    least = most - game.columns + 1 if may_be_shorter else most
    if not least <= len(position.cells) <= most:
        yield f"start() has {len(position.cells)} cells, the board {game.rows} x {game.columns} squares"
    if set(position.cells) - set(CELLS):
        yield f"start() is {position.cells!r}; a cell is one of {' '.join(CELLS)}"
    if position.to_move is not Side.FIRST:
        yield "at the start it is not the first player's turn"
    if game.outcome(position) is not None:
        yield "the game is over before it has begun"


# What happens in it, from position to position.


def position_count(game: Game) -> int | None:
    """Return how many positions a game has; None where they are more than MOST_POSITIONS."""
    count = sum(1 for _ in islice(walked(game), MOST_POSITIONS + 1))
    return None if count > MOST_POSITIONS else count


def ends(game: Game) -> Iterator[str]:
    """Every game ends, and there are few enough positions for boxes."""
    if position_count(game) is None:
        yield f"there are more than {MOST_POSITIONS:,} positions, too many for boxes"
        return
    order = TopologicalSorter[Position]()
    for position in walked(game):
        order.add(position)
        for move in game.legal_moves(position):
            order.add(game.play(position, move), position)
    try:
        order.prepare()
    except CycleError as error:
        yield f"a game can come back to {_shown(error.args[1][0])}, so it need not end"


def turns(game: Game) -> Iterator[str]:
    """The players take turns, and the board keeps its size and cells."""
    squares = square_count(game)
    for position in walked(game):
        for move in game.legal_moves(position):
            after = game.play(position, move)
            if after.to_move is not position.to_move.other:
                yield f"after {move_text(move)} on {_shown(position)} the same player moves again; they take turns"
            if len(after.cells) != squares or set(after.cells) - set(CELLS):
                yield f"after {move_text(move)} on {_shown(position)} the board is {after.cells!r}"


def moves(game: Game) -> Iterator[str]:
    """Moves are squares of the board, each there once, lowest first, and written so that they can be read."""
    squares = range(square_count(game))
    for position in walked(game):
        legal = game.legal_moves(position)
        where = f"the moves on {_shown(position)}, {_listed(legal)},"
        if any(not move or not set(move) <= set(squares) for move in legal):
            yield f"{where} are not all on the board's {len(squares)} squares"
        elif list(legal) != sorted(legal):
            yield f"{where} are not in order, lowest first"
        elif len(set(legal)) != len(legal):
            yield f"{where} have one twice"
        elif any(parse_move(move_text(move)) != move for move in legal):
            yield f"{where} cannot be read as they are written"
        elif any(not _is_read(game, position, move) for move in legal):
            names = ", ".join(written_move(game, position, move) for move in legal)
            yield f"{where} cannot be read by their names, {names}: each needs one of its own, without blanks or commas"


def _is_read(game: Game, position: Position, move: Move) -> bool:
    """Return whether a move is read from what people write for it, a word of its own in a list of moves."""
    name = written_move(game, position, move)
    return name == "".join(name.replace(",", " ").split()) and read_move(game, position, name) == move


def outcome(game: Game) -> Iterator[str]:
    """A game has an outcome exactly when nobody can move."""
    for position in walked(game):
        ended: object = game.outcome(position)
        legal = game.legal_moves(position)
        if ended is not None and not isinstance(ended, Outcome):
            yield f"outcome of {_shown(position)} is {ended!r} and not an Outcome or None"
        elif ended is not None and legal:
            yield f"the game is over on {_shown(position)}, and still has the moves {_listed(legal)}"
        elif ended is None and not legal:
            yield f"there is no move on {_shown(position)}, and the game is not over"


def play(game: Game) -> Iterator[str]:
    """Play makes every legal move, differently from the others, and refuses all else with MoveError."""
    shapes = {len(move) for position in walked(game) for move in game.legal_moves(position)}
    squares = range(square_count(game))
    tried: list[Move] = [(), (len(squares),), (-1,)]
    for shape in sorted(shapes):
        if len(squares) ** shape <= MOST_SQUARES**2:
            tried += list(product(squares, repeat=shape))
    for position in walked(game):
        legal = game.legal_moves(position)
        if len({game.play(position, move) for move in legal}) != len(legal):
            yield f"two of the moves on {_shown(position)}, {_listed(legal)}, lead to the same position"
        for move in tried:
            if move not in legal and not _refuses(MoveError, game.play, position, move):
                written = move_text(move) or "a move of no square"
                yield f"{written} is not legal on {_shown(position)}, and play makes it"


# Boards as they are typed, drawn and turned.


def positions(game: Game) -> Iterator[str]:
    """Every position is found by its cells and side to move, and boards that no game reaches are refused."""
    sides: dict[str, set[Side]] = {}
    for position in walked(game):
        sides.setdefault(position.cells, set()).add(position.to_move)
        if game.position(position.cells, position.to_move) != position:
            yield f"position({position.cells!r}, {position.to_move.name}) is not that position"
    for cells, possible in sides.items():
        if len(possible) == 1 and game.position(cells) != Position(cells, *possible):
            yield f"position({cells!r}) is not the {next(iter(possible)).value} player's turn"
        if len(possible) == 2 and not _refuses(PositionError, game.position, cells):
            yield f"on {cells!r} it may be either player's turn, and position() does not ask whose"
        for side in set(Side) - possible:
            if not _refuses(PositionError, game.position, cells, side):
                yield f"in no game it is the {side.value} player's turn on {cells!r}, and position() takes it"
    for cells in _other_boards(game, sides):
        if not _refuses(PositionError, game.position, cells):
            yield f"no game reaches the board {cells!r}, and position() takes it"


def symmetry_levels(game: Game) -> Iterator[str]:
    """There are the symmetries `all` and `none`, the largest and the smallest, each level a part of `all`."""
    missing = {"all", "none"} - set(game.symmetries)
    if missing:
        yield f"symmetries: {' and '.join(sorted(missing))} is missing"
        return
    squares = square_count(game)
    every = {member.image for member in game.symmetries["all"]}
    for level, group in game.symmetries.items():
        if any(sorted(member.image) != list(range(squares)) for member in group):
            yield f"symmetries: {level} does not carry the {squares} squares of the board to one another"
        elif not {member.image for member in group} <= every:
            yield f"symmetries: {level} has one that is not in all"
    if len(game.symmetries["none"]) != 1:
        yield "symmetries: none has more than the identity"


def symmetry(game: Game) -> Iterator[str]:
    """Positions that a symmetry carries into each other have the same moves and outcomes, carried along."""
    for position in walked(game):
        for member in game.symmetries["all"]:
            other = member.position(position)
            where = f"{member.name} carries {_shown(position)} to {other.cells}, and"
            carried = {member.move(move): move for move in game.legal_moves(position)}
            if set(carried) != set(game.legal_moves(other)):
                yield f"{where} its moves {_listed(tuple(sorted(carried)))} to others than that has"
            elif game.outcome(position) != game.outcome(other):
                yield f"{where} that ends otherwise"
            elif any(
                game.play(other, to) != member.position(game.play(position, move))
                for to, move in carried.items()
            ):
                yield f"{where} playing there leads elsewhere"


def colours(game: Game) -> Iterator[str]:
    """In every box, with symmetric moves merged or not, each move has a colour of its own."""
    for position in walked(game):
        legal = game.legal_moves(position)
        for kinds in dict.fromkeys(
            [legal, *(g.lowest_moves(position, legal) for g in game.symmetries.values())]
        ):
            indices = [game.colour_index(move, kinds) for move in kinds]
            where = f"in the box {_shown(position)} the moves {_listed(kinds)} have the colours {indices};"
            if any(type(index) is not int or not 0 <= index < game.colours for index in indices):
                yield f"{where} there are 0 to {game.colours - 1}"
            elif len(set(indices)) != len(indices):
                yield f"{where} two moves share one"


def impartial(game: Game) -> Iterator[str]:
    """Where a game says that it is impartial, both players have the same moves and aims on every board."""
    if not game.impartial:
        return
    for position in walked(game):
        other = Position(position.cells, position.to_move.other)
        legal = game.legal_moves(position)
        if game.legal_moves(other) != legal:
            yield f"on {position.cells} the players have different moves, and the game says that it is impartial"
        elif _worth(game, position) != _worth(game, other):
            yield f"{position.cells} ends otherwise for the other player, and the game says that it is impartial"
        elif any(game.play(position, m).cells != game.play(other, m).cells for m in legal):
            yield f"on {position.cells} a move leads each player elsewhere, and the game says that it is impartial"


def _other_boards(game: Game, reached: dict[str, set[Side]]) -> Iterator[str]:
    """Yield boards that no game reaches: all of them where they are few, else those one cell beside a reached one."""
    squares = square_count(game)
    yield from ("", CELLS[0] * (squares + 1), "?" * squares)
    if len(CELLS) ** squares <= MOST_POSITIONS:
        yield from (cells for cells in map("".join, product(CELLS, repeat=squares)) if cells not in reached)
        return
    for cells in reached:
        for square, cell in product(range(squares), CELLS):
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
    """Return whether an ended game was won by who is to move; None while it goes on or where it is drawn."""
    ended = game.outcome(position)
    return None if ended is None or ended.winner is None else ended.winner is position.to_move


def _shown(position: Position) -> str:
    return f"{position.cells} ({position.to_move.value} to move)"


def _listed(legal: Sequence[Move]) -> str:
    return ", ".join(map(move_text, legal)) or "none"


CHECKS: Sequence[Check] = (
    name_and_board,
    is_kept,
    start,
    ends,
    turns,
    moves,
    outcome,
    play,
    positions,
    symmetry_levels,
    symmetry,
    colours,
    impartial,
)
"""All of them, in order."""


MOST_FINDINGS = 5
"""Of one check; what is wrong with a game is mostly wrong in many of its positions."""


class Checked(NamedTuple):
    """What came of a check; `findings` is None where it was not made, because one before it found something."""

    check: str
    about: str
    findings: tuple[str, ...] | None


def findings(game: Game) -> Iterator[str]:
    """Yield a sentence for everything that is wrong with a game; nothing where it is fit for a machine."""
    for checked in conformance(game):
        yield from checked.findings or ()


def conformance(game: Game) -> Iterator[Checked]:
    """Yield what came of each check, in order."""
    failed = False
    for check in CHECKS:
        name, about = check.__name__.replace("_", "-"), str(check.__doc__).split("\n", 1)[0].rstrip(".")
        found = None if failed else tuple(_found(check, game))
        failed = failed or bool(found)
        yield Checked(name, about, found)


def _found(check: Check, game: Game) -> Iterator[str]:
    """Yield the first findings of a check; an error that the game should not raise is one, too."""
    try:
        yield from islice(check(game), MOST_FINDINGS)
    except Exception as error:
        yield f"the game raised {type(error).__name__}: {error}"
