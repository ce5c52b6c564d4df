"""How a machine plays and learns: its turn, what a game changes in its boxes,
and how games of a kit can go.

The only arithmetic of beads there is. Whoever plays a game by the rules of a kit's boxes asks here:
the guide at the table, games from paper, the audit, a game against a machine's copy,
the printed example. The lab's compiled loops, and the tests' plain reference,
have the same rules once more, on purpose: they are held against each other.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from menace_kit.games import Game, HasChart, Move, Outcome, Position, Side, written_move
from menace_kit.machine.boxes import Box, BoxRules, Reading, colours_for, positions_by_ply
from menace_kit.machine.containers import ContainerKind, shakeable_beads
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import EmptyBox, FullBox, LaterRule, Teaches, at_stage

Contents = Mapping[int, Mapping[str, int]]
"""Box number -> colour name -> beads that belong in the box;
one that is drawn and lies before its box still does.
"""


class Result(Enum):
    """How a game ended for the machine; a tie is a draw in what is stored,
    in kit files and in what is said.
    """

    WIN = "win"
    TIE = "draw"
    LOSS = "loss"

    @classmethod
    def of(cls, winner: Side | None, side: Side) -> "Result":
        """Return how a game ended for the machine of this side; nobody has won a tie."""
        if winner is None:
            return cls.TIE
        return cls.WIN if winner is side else cls.LOSS

    def winner(self, side: Side) -> Side | None:
        """Return who won a game that ended like this for the machine
        of this side; None in a tie.
        """
        if self is Result.TIE:
            return None
        return side if self is Result.WIN else side.other


RESULT_WORDS = {Result.WIN: "won", Result.TIE: "drawn", Result.LOSS: "lost"}
"""The words for results that commands say and files have; what people type
`text.typed_words` reads.
"""


class Why(Enum):
    """Why beads are put in or taken out.

    RESULT: reinforcement after a game. LAST_BEAD: the same, but less is taken out so that a bead
    stays in. PUNISHED: a defeat at an empty box, with one bead more taken out. REFILL: an empty
    box gets its starting beads. TAKEN: the bead of a taken square was drawn, a defeat for that box
    alone. WATCHED: others played, and no bead lies before the box. RECOUNT: the beads were counted,
    and the count wins. HALVED: the box was too full to mix, and half of each colour was taken out.
    """

    RESULT = "result"
    LAST_BEAD = "last-bead"
    PUNISHED = "punished"
    REFILL = "refill"
    TAKEN = "taken"
    WATCHED = "watched"
    RECOUNT = "recount"
    HALVED = "halved"


AT_ONCE = (Why.REFILL, Why.TAKEN, Why.HALVED)
"""The reasons of adjustments that are made by an act of their own:
no result of a game brings them about.
"""


class DrawnBead(NamedTuple):
    """A bead that was drawn in a game: the number of its box, and its colour."""

    box: int
    colour: str


class Adjustment(NamedTuple):
    """A change of what belongs in a box: so many beads of a colour more (or fewer), and why."""

    box: int
    colour: str
    change: int
    why: Why


def starting_contents(kit: Kit) -> dict[int, dict[str, int]]:
    """Return what every box holds before the first game."""
    return {box.number: dict(box.start) for box in kit.boxes}


def keeps_last_bead(kit: Kit, box: Box) -> bool:
    """Return whether the kit's rules leave the last bead of this box in it, whatever happens."""
    learning = kit.spec.learning
    return learning.empty_box is EmptyBox.KEEP_LAST or (
        learning.protect_first_box and box.stage == 1
    )


def gives_up_when_empty(kit: Kit) -> bool:
    """Return whether an empty box ends the game, as a defeat."""
    return kit.spec.learning.empty_box in (EmptyBox.RESIGN, EmptyBox.PUNISH_PREVIOUS)


def is_dead(kit: Kit, contents: Mapping[int, Mapping[str, float]], side: Side) -> bool:
    """Return whether a side's machine can never make its first move
    again: no bead is left for it.
    """
    firsts = kit.first_boxes(side)
    beads = any(sum(contents[box.number].values()) for box in firsts)
    return gives_up_when_empty(kit) and bool(firsts) and not beads


def change_by(kit: Kit, result: Result, side: Side, stage: int) -> int:
    """Return how many beads of the drawn colour a result adds to a side's box of a stage,
    from before it was drawn.
    """
    return at_stage(kit.spec.learning.by(result.value, side), stage)


def deed(change: int) -> tuple[str, int]:
    """Return what is done with a drawn bead that changes its box so, for a key of words,
    and with how many others.

    Kinds are `add`, `back` where it just goes back, `out` where it alone stays out, and `take`.
    """
    if change >= 0:
        return ("add" if change else "back"), change
    return ("out" if change == -1 else "take"), -1 - change


def adjustments(
    kit: Kit,
    contents: Contents,
    drawn: Sequence[DrawnBead],
    result: Result,
    at_empty_box: bool = False,
) -> tuple[Adjustment, ...]:
    """Return what a game does to the boxes it used, in the order in which they were used.

    `contents` is from before it; `at_empty_box` where the machine gave up because a box was empty.
    Never more is taken out than a box has of a colour.
    """
    found = []
    for place, (number, colour) in enumerate(drawn):
        box, counts = kit.box(number), contents[number]
        last = place == len(drawn) - 1
        taught = last or kit.spec.learning.teaches is Teaches.EVERY_MOVE
        change = change_by(kit, result, box.side, box.stage) if taught else 0
        why = Why.RESULT
        if last and at_empty_box and kit.spec.learning.empty_box is EmptyBox.PUNISH_PREVIOUS:
            change, why = change - 1, Why.PUNISHED
        change = max(change, -counts[colour])
        total = sum(counts.values())
        if keeps_last_bead(kit, box) and total + change < 1:
            change, why = min(0, 1 - total), Why.LAST_BEAD
        found.append(Adjustment(number, colour, change, why))
    return tuple(found)


def taken_square(kit: Kit, contents: Contents, drawn: DrawnBead) -> Adjustment:
    """Return what it does to a box that the bead of a taken square was drawn from it:
    what a defeat does, at once.

    The machine draws again from the box as it is then. `contents` is from before;
    the bead is one of those in it.
    """
    box = kit.box(drawn.box)
    change = change_by(kit, Result.LOSS, box.side, box.stage)
    return Adjustment(*drawn, max(change, -contents[drawn.box][drawn.colour]), Why.TAKEN)


def adjust(
    contents: Mapping[int, dict[str, int]], changes: Iterable[Adjustment], times: int = 1
) -> None:
    """Put beads in and take them out as the changes say;
    with `times` -1 the changes are taken back.
    """
    for box, colour, change, _ in changes:
        contents[box][colour] += times * change


def halved(inside: Mapping[str, int]) -> dict[str, int]:
    """Return a box with half of each colour taken out, of an odd number the larger half,
    but never the last bead.
    """
    return {colour: max(count // 2, min(count, 1)) for colour, count in inside.items()}


def allowed_in_boxes(kit: Kit) -> int | None:
    """Return how many beads the kit's rule allows in a box;
    None where it sets no limit, as on a mat.
    """
    learning = kit.spec.learning
    if learning.full_box is FullBox.IGNORE:
        return None
    if learning.full_above is not None:
        return learning.full_above
    if kit.container.kind is ContainerKind.MAT:
        return None
    return shakeable_beads(kit.container.tray, kit.bead)


def full_above(kit: Kit, box: Box) -> int | None:
    """Return with more than how many beads a box is too full; its own start never is.

    None where nothing is.
    """
    allowed = allowed_in_boxes(kit)
    return None if allowed is None else max(allowed, box.start_total)


def is_too_full(kit: Kit, number: int, inside: Mapping[str, int]) -> bool:
    """Return whether a box with these beads is too full by the kit's rule,
    and halving it would help.
    """
    most = full_above(kit, kit.box(number))
    return most is not None and sum(inside.values()) > most and max(inside.values()) > 1


def mixes_well(kit: Kit) -> int:
    """Return up to how many beads a box needs no halving: what shaking mixes,
    or less where the kit says so.
    """
    mixes, allowed = shakeable_beads(kit.container.tray, kit.bead), kit.spec.learning.full_above
    return mixes if allowed is None else min(mixes, allowed)


def halving(number: int, inside: Mapping[str, int]) -> tuple[Adjustment, ...]:
    """Return what halving takes out of a box that holds these beads, a colour each;
    () where it takes nothing.
    """
    return tuple(
        Adjustment(number, colour, left - inside[colour], Why.HALVED)
        for colour, left in halved(inside).items()
        if left < inside[colour]
    )


def mixing(kit: Kit, contents: Contents) -> dict[int, dict[str, int]]:
    """Return what is in the boxes when those that are too full are halved until
    shaking mixes what is left.

    Where no colour has more than one bead, there is nothing to halve.
    """
    mixes, found = shakeable_beads(kit.container.tray, kit.bead), {}
    for number, inside in contents.items():
        rest = dict(inside)
        while sum(rest.values()) > mixes and max(rest.values()) > 1:
            rest = halved(rest)
        found[number] = rest
    return found


def refill(box: Box) -> tuple[Adjustment, ...]:
    """Return what an empty box gets where the rule is to refill it: its starting beads."""
    return tuple(
        Adjustment(box.number, colour, count, Why.REFILL) for colour, count in box.start.items()
    )


# A machine's turn: which box a position opens, how the machine comes to its move,
# what follows at once, and the end.


class How(Enum):
    """How a machine comes to its move, or to none.

    DRAWN: a bead. REFILLED: a bead, after an empty box got its starting beads.
    LOT: any move, for the box is empty. FORCED: the only move, for which there is no box.
    LATER: a move by the kit's rule, for its boxes are for earlier ones. EMPTY: it gives up at
    an empty box. LOST: it gives up, for the position is lost at once and has no box.
    """

    DRAWN = "drawn"
    REFILLED = "refilled"
    LOT = "lot"
    FORCED = "forced"
    LATER = "later"
    EMPTY = "empty"
    LOST = "lost"


class GaveUp(Enum):
    """Why a machine gave a game up: its box was empty, or it has no box for a position
    in which every move loses.
    """

    EMPTY_BOX = "empty-box"
    LOST_POSITION = "lost-position"


class Ending(NamedTuple):
    """How a game ended: who won, None in a tie; and why the loser gave it up, where it did."""

    winner: Side | None
    gave_up: GaveUp | None = None

    def result(self, side: Side) -> Result:
        """Return how it ended for the machine of this side."""
        return Result.of(self.winner, side)


class LaterMove(NamedTuple):
    """What a kit's rule says where boxes are for earlier moves alone:
    the moves, of which any one is made, by lot.

    `line` is the line of the game's chart that says so, "" where any move will do.
    """

    moves: tuple[Move, ...]
    line: str = ""


@dataclass(frozen=True, eq=False)
class Turn:
    """A position on the table, and what a kit says of the turn of whoever is to move in it."""

    kit: Kit
    position: Position

    @property
    def side(self) -> Side:
        """Return whose turn it is."""
        return self.position.to_move

    @cached_property
    def outcome(self) -> Outcome | None:
        """Return how the game ended by its rules, or None while it goes on."""
        return self.kit.game.outcome(self.position)

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """Return the moves that there are, lowest first; none where the game is over."""
        return self.kit.game.legal_moves(self.position)

    def written(self, move: Move) -> str:
        """Return a legal move as people write it."""
        return written_move(self.kit.game, self.position, move)

    @cached_property
    def box(self) -> Box | None:
        """Return the box that a machine opens here, or None where the kit has none."""
        return self.kit.box_at(self.position)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Return the right ways to hold the box, the one that is shown first;
        none where there is no box.
        """
        return self.kit.readings(self.position)

    @property
    def forced(self) -> Move | None:
        """Return a machine's only move, where there is no box for it."""
        return self.legal[0] if self.box is None and len(self.legal) == 1 else None

    @cached_property
    def later(self) -> LaterMove | None:
        """Return what a machine does here by the kit's rule, whose boxes are for its first
        moves; None elsewhere.
        """
        kit, rule = self.kit, self.kit.spec.boxes.later_rule
        if rule is None or self.box is not None or len(self.legal) < 2:
            return None
        if not BoxRules(kit.symmetries, kit.spec.boxes).gets_box(kit.game, self.position):
            return None
        if rule is LaterRule.CHART and isinstance(kit.game, HasChart):
            line, moves = kit.game.charted(self.position)
            return LaterMove(moves, line)
        return LaterMove(self.legal)

    @property
    def unchosen(self) -> tuple[Move, ...]:
        """Return the moves of which a machine makes one without a bead:
        its only one, or those of its rule.
        """
        if self.forced is not None:
            return (self.forced,)
        return self.later.moves if self.later else ()

    @property
    def is_lost(self) -> bool:
        """Return whether a machine gives up at once:
        a kit without boxes for positions in which every move loses.
        """
        return self.box is None and len(self.legal) > 1 and self.later is None

    def how(self, inside: Mapping[str, float]) -> How:
        """Return how a machine comes to its move, or to none,
        with these beads (or odds) in its box.

        A box whose last bead is always kept is not empty; where one was found so all the same,
        nothing is left but to give up.
        """
        if self.box is None:
            return How.FORCED if self.forced is not None else How.LATER if self.later else How.LOST
        if any(inside.values()):
            return How.DRAWN
        return AT_EMPTY_BOX.get(self.kit.spec.learning.empty_box, How.EMPTY)

    def ending(self, machines: Collection[Side]) -> Ending | None:
        """Return how a game of these machines ends here by itself;
        None where somebody moves, or opens a box.
        """
        if self.outcome is not None:
            return Ending(self.outcome.winner)
        if self.side in machines and self.is_lost:
            return Ending(self.side.other, GaveUp.LOST_POSITION)
        return None

    def after(self, move: Move) -> "Turn":
        """Return the turn that comes after a move; MoveError where it is not legal."""
        return Turn(self.kit, self.kit.game.play(self.position, move))

    def unchosen_from_here(self, machines: Collection[Side], lot: "Lot") -> "Unchosen":
        """Return the moves that these machines make without a bead, from this turn on,
        and the end if they lead there.

        `lot` is asked where there are several. MoveError where it names another.
        """
        turn, moves = self, list[UnchosenMove]()
        while (ending := turn.ending(machines)) is None:
            if turn.side not in machines or not turn.unchosen:
                break
            by_lot = len(turn.unchosen) > 1
            move = lot(turn, turn.unchosen) if by_lot else turn.unchosen[0]
            moves.append(UnchosenMove(turn.side, move, by_lot))
            turn = turn.after(move)
        return Unchosen(tuple(moves), ending)


AT_EMPTY_BOX = {EmptyBox.REFILL: How.REFILLED, EmptyBox.RANDOM: How.LOT}
"""What an empty box means under the rules that go on with the game."""


Lot = Callable[[Turn, Sequence[Move]], Move]
"""Chooses one of some moves in a turn by chance, or as somebody says that it fell."""


def drawn_by_lot(_: Turn, moves: Sequence[Move]) -> Move:
    """Return one of these moves, each as likely as the others."""
    import secrets

    return secrets.choice(moves)


class UnchosenMove(NamedTuple):
    """A move without a bead: whose, which, and whether by lot; else it was the only one."""

    side: Side
    move: Move
    by_lot: bool = False


class Unchosen(NamedTuple):
    """Moves without a bead, in order; and how the game ended with them, None where it goes on."""

    moves: tuple[UnchosenMove, ...]
    ending: Ending | None


def changes_at_end(
    kit: Kit,
    contents: Contents,
    drawn: Mapping[Side, Sequence[DrawnBead]],
    ending: Ending,
    *,
    learns: bool = True,
) -> dict[Side, tuple[Adjustment, ...]]:
    """Return what the end of a game does to the boxes, for each machine that played it.

    Where nothing is learned, every bead goes back as it was.

    `contents` is from before it; `drawn` has the beads drawn for each machine, in order.
    Each machine's changes are worked out on what those before it leave in the boxes,
    for machines of an impartial game share theirs.
    """
    if not learns:
        return {
            side: tuple(Adjustment(*bead, 0, Why.RESULT) for bead in beads)
            for side, beads in drawn.items()
        }
    used = {bead.box for beads in drawn.values() for bead in beads}
    left = {number: dict(contents[number]) for number in used}
    found = {}
    for side, beads in drawn.items():
        result = ending.result(side)
        at_empty_box = ending.gave_up is GaveUp.EMPTY_BOX and result is Result.LOSS
        found[side] = adjustments(kit, left, beads, result, at_empty_box)
        adjust(left, found[side])
    return found


def watched(
    kit: Kit,
    contents: Contents,
    made: Iterable[tuple[Position, Move]],
    machines: Collection[Side],
    winner: Side | None,
) -> dict[Side, tuple[Adjustment, ...]]:
    """Return what these machines learn from a game that others played,
    as if they had made its moves themselves.

    `made` has each position and the move in it. Where there is no box, or an empty one,
    or no bead for the move, nothing is learned; what does not change is left out.
    The rule is that of A. van Woudenberg's boxes (2023).
    """
    seen: dict[Side, list[DrawnBead]] = {side: [] for side in machines}
    for turn, move in ((Turn(kit, position), move) for position, move in made):
        if turn.side in seen and turn.box and any(contents[turn.box.number].values()):
            seen[turn.side] += [
                DrawnBead(turn.box.number, colour)
                for colour in colours_for(turn.readings, move)[:1]
            ]
    changes = changes_at_end(kit, contents, seen, Ending(winner))
    return {
        side: tuple(change._replace(why=Why.WATCHED) for change in own if change.change)
        for side, own in changes.items()
    }


# How well a machine plays: the most that anybody can make it lose.


class _Reached(NamedTuple):
    """A position that games reach: whose turn, what each bead leads to,
    and each move where there is no bead.

    What they lead to is said by its place in the list that this stands in,
    behind all that it leads to.
    """

    turn: Turn
    by_bead: Mapping[str, int]
    by_move: tuple[int, ...]


@lru_cache(maxsize=8)
def _reached(kit: Kit) -> tuple[_Reached, ...]:
    """Return the positions that games of a kit reach, each behind all that it leads
    to: the start is the last.

    Those that its boxes do not tell apart are one.
    """
    places: dict[Position, int] = {}
    found: list[_Reached] = []
    merged, form = kit.spec.boxes.merge_symmetric_positions, kit.spec.boxes.canonical_form

    def place(position: Position) -> int:
        drawn = kit.symmetries.canonical_form(position, form) if merged else position
        if drawn not in places:
            turn = Turn(kit, drawn)
            moves = turn.readings[0].moves if turn.outcome is None and turn.readings else {}
            by_bead = {colour: place(turn.after(move).position) for colour, move in moves.items()}
            by_move = tuple(place(turn.after(move).position) for move in turn.legal)
            places[drawn] = len(found)
            found.append(_Reached(turn, by_bead, by_move))
        return places[drawn]

    place(kit.game.start())
    return tuple(found)


def most_lost(kit: Kit, contents: Contents, side: Side) -> float:
    """Return how likely the machine of this side loses its next game to whoever knows its
    boxes and plays to beat it.

    From 0 to 1; exactly 0 where nobody can beat it, whatever is drawn.
    Fewer than no beads, which a logbook may have of a colour, are none.
    """
    chances: list[float] = []
    for turn, by_bead, by_move in _reached(kit):
        ending = turn.ending((side,))
        if ending is not None:
            chances.append(float(ending.result(side) is Result.LOSS))
        elif turn.side is not side:
            chances.append(max(chances[place] for place in by_move))
        else:
            chances.append(
                _lost_by(turn, contents, by_bead, [chances[place] for place in by_move], chances)
            )
    return chances[-1]


def _lost_by(
    turn: Turn,
    contents: Contents,
    by_bead: Mapping[str, int],
    moves: Sequence[float],
    chances: Sequence[float],
) -> float:
    """Return how likely a machine loses whose turn it is; `moves` has that for each legal move."""
    box = turn.box
    inside = {colour: max(contents[box.number][colour], 0) for colour in by_bead} if box else {}
    how = turn.how(inside)
    if how is How.LATER or how is How.FORCED:
        told = [moves[turn.legal.index(move)] for move in turn.unchosen]
        return sum(told) / len(told)
    if how is How.LOT:
        return sum(moves) / len(moves)
    if how is How.REFILLED and box is not None:
        inside = {colour: box.start[colour] for colour in by_bead}
    total = sum(inside.values())
    return (
        sum(count * chances[by_bead[colour]] for colour, count in inside.items()) / total
        if total
        else 1.0
    )


# How games can go: whether there are ties, how long they get,
# how many marks they need, and an example of one.


@cache
def has_ties(game: Game) -> bool:
    """Return whether a game can end without a winner; deep first, for most that can do so soon."""
    rules, start = BoxRules(game.symmetries["all"]), game.start()
    waiting, found = [start], {start}
    while waiting:
        position = waiting.pop()
        end = game.outcome(position)
        if end is not None and end.winner is None:
            return True
        moves = game.legal_moves(position) if end is None else ()
        after = {rules.drawing(game.play(position, move)) for move in moves} - found
        found |= after
        waiting.extend(after)
    return False


def results(game: Game) -> tuple[Result, ...]:
    """Return how a game can end for a machine, the best first: a tie only where there are ties."""
    return tuple(result for result in Result if result is not Result.TIE or has_ties(game))


@cache
def longest_game(game: Game, position: Position | None = None) -> int:
    """Return the most moves that a game can still have, from its start if no position
    is given, both sides counted.
    """
    position = position or game.start()
    moves = game.legal_moves(position)
    return 1 + max(longest_game(game, game.play(position, move)) for move in moves) if moves else 0


@cache
def worth(game: Game, position: Position) -> int:
    """Return what a position is worth to the side to move, if both play their best:
    1 a win, 0 a tie, -1 a defeat.
    """
    end = game.outcome(position)
    if end is not None:
        return 0 if end.winner is None else 1 if end.winner is position.to_move else -1
    best = -1
    for move in game.legal_moves(position):
        best = max(best, -worth(game, game.play(position, move)))
        if best == 1:
            break
    return best


def good_moves(game: Game, position: Position) -> tuple[Move, ...]:
    """Return the moves that keep what a position is worth; where it is lost anyway, all of them."""
    value = worth(game, position)
    return tuple(
        move
        for move in game.legal_moves(position)
        if -worth(game, game.play(position, move)) == value
    )


def most_marks(game: Game) -> tuple[int, int]:
    """Return how many marks of the first player and of the second can lie on the board at once."""
    boards = {game.start().cells, *(position.cells for position in _played(game))}
    first, second = (max(cells.count(side.cell) for cells in boards) for side in Side)
    return first, second


def _played(game: Game) -> Iterator[Position]:
    """Yield what each move leads to, of positions that are alike from one only."""
    for layer in positions_by_ply(game, BoxRules(game.symmetries["all"])):
        for position in layer:
            for move in game.legal_moves(position):
                yield game.play(position, move)


@dataclass(frozen=True)
class ExampleMove:
    """One move of a game: whose, which, how it is written, and for the machine's the box
    and the bead if it has one.
    """

    side: Side
    move: Move
    written: str
    box: Box | None = None
    colour: str = ""


@dataclass(frozen=True)
class ExampleGame:
    """A whole game: its moves in order, which side the machine played,
    and how it ended for the machine.
    """

    steps: tuple[ExampleMove, ...]
    side: Side
    result: Result

    @property
    def line(self) -> str:
        """Return its moves as they are written down and typed in: `1 2 4 3 7`."""
        return " ".join(step.written for step in self.steps)


def example_game(kit: Kit) -> ExampleGame:
    """Return the game in which each box gives the first of its colours and each
    reply is the highest move.

    A machine that can play both sides begins it. It ends as one at the table would:
    where the kit has no box for a position with more than one move, the machine gives up.
    """
    side = Side.SECOND if kit.spec.side == "second" else Side.FIRST
    turn, steps = Turn(kit, kit.game.start()), list[ExampleMove]()
    while (ending := turn.ending((side,))) is None:
        steps.append(_example_move(turn, side))
        turn = turn.after(steps[-1].move)
    return ExampleGame(tuple(steps), side, ending.result(side))


def _example_move(turn: Turn, side: Side) -> ExampleMove:
    # The lowest move would fill the board from 1 on, like the moves' own numbers.
    if turn.side is not side:
        return ExampleMove(turn.side, turn.legal[-1], turn.written(turn.legal[-1]))
    if turn.unchosen:
        return ExampleMove(side, turn.unchosen[0], turn.written(turn.unchosen[0]))
    reading = turn.readings[0]
    colour, move = next(iter(reading.moves.items()))
    return ExampleMove(side, move, turn.written(move), reading.box, colour)


class PositionsWithoutBox(NamedTuple):
    """How many positions, up to the kit's symmetry, have no box.

    `forced`: those with a single move. `lost`: with several that all lose.
    `later`: for which the kit has a rule.
    """

    forced: int
    lost: int
    later: int = 0


def positions_without_box(kit: Kit) -> PositionsWithoutBox:
    """Return how many positions with one of the kit's sides to move have no box."""
    sides = {side for side, _ in kit.stages}
    forced = lost = later = 0
    for layer in positions_by_ply(kit.game, BoxRules(kit.symmetries, kit.spec.boxes)):
        for position in layer:
            turn = Turn(kit, position)
            if turn.side in sides:
                forced += turn.forced is not None
                lost += turn.is_lost
                later += turn.later is not None
    return PositionsWithoutBox(forced, lost, later)
