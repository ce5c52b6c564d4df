"""The guide: what is due now, and what each act of the operator's writes into the journal. Pure: no screen, no SQL."""

import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from menace_kit.errors import GuideError
from menace_kit.games import Move, Side, move_text
from menace_kit.guide import refusals
from menace_kit.guide.due import Due, MachineState
from menace_kit.guide.refusals import checked_name
from menace_kit.journal.entries import (
    BOTH,
    OUTCOME_ONLY,
    Action,
    Draft,
    GameRecord,
    Kind,
    adjustment_drafts,
    drawn_by_side,
)
from menace_kit.machine.boxes import Box, colours_for
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import (
    Contents,
    DrawnBead,
    Ending,
    GaveUp,
    How,
    Result,
    Why,
    adjustments,
    changes_at_end,
    refill,
    results,
)
from menace_kit.machine.schema import EmptyBox, Teaches

# A game of which only the outcome is known, and at most the first bead: for a crowd, one tap a game.


def first_bead(
    kit: Kit, contents: Contents, side: Side, colour: str | None, number: int | None
) -> DrawnBead | None:
    """Return the first bead that was drawn, or None where none is named.

    GuideError where the box is none of the machine's first move, where several may be meant, where it has no such bead,
    or where a machine learns from its last bead alone: of that the first one says nothing.
    """
    if colour is None:
        if number is not None:
            raise GuideError(refusals.box_without_bead(kit.box(number)))
        return None
    kit.colour(colour)
    if kit.spec.learning.teaches is Teaches.LAST_MOVE:
        raise GuideError(refusals.first_bead_says_nothing())
    firsts = kit.first_boxes(side)
    chosen = [box for box in firsts if number in (None, box.number)]
    if len(chosen) != 1:
        raise GuideError(refusals.which_first_box(kit.box(number) if number is not None else None, firsts))
    box = chosen[0]
    if colour not in box.moves:
        raise GuideError(refusals.colour_not_in_box(kit, box, colour))
    if not contents[box.number][colour]:
        raise GuideError(refusals.colour_used_up(box, colour))
    return DrawnBead(box.number, colour)


def quick_game(
    kit: Kit, contents: Contents, start: Draft, result: Result, bead: DrawnBead | None, confirmed: bool
) -> Action:
    """Return a whole game as one act: begun, its bead drawn, ended, the bead's box adjusted by the kit's rules.

    Where there is nothing to adjust, it is confirmed at once. GuideError where the game cannot end so.
    """
    if result not in results(kit.game):
        raise GuideError(refusals.no_draws())
    game = start.game or 0
    action = [replace(start, why=OUTCOME_ONLY)]
    if bead:
        action.append(Draft(kind=Kind.BEAD, game=game, box=bead.box, colour=bead.colour, why=OUTCOME_ONLY))
    action.append(Draft(kind=Kind.END, game=game, result=result.value, why=OUTCOME_ONLY))
    action += adjustment_drafts(game, adjustments(kit, contents, (bead,) if bead else (), result))
    if confirmed or not bead:
        action.append(Draft(kind=Kind.CONFIRM, game=game))
    return tuple(action)


__all__ = ["Due", "Lot", "Session"]

Lot = Callable[[Sequence[Move]], Move]
"""Chooses a move by chance."""


@dataclass(frozen=True)
class Session(MachineState):
    """Where a machine stands, and what can be done there.

    Every act returns what it writes; once that is written, the next session is made from the journal. An act that is
    not due raises GuideError, which says what is.
    """

    # Acts

    def start(
        self,
        operator: str | None = None,
        opponent: str | None = None,
        machine_first: bool | None = None,
        unconfirmed: bool = False,
        played_at: str | None = None,
        *,
        both: bool = False,
    ) -> Action:
        """Begin a game; `unconfirmed` to leave a tick-list.

        Where the kit has machines for both sides, `machine_first` says which plays, and `both` that both do.
        """
        if self.game and self.game.running:
            raise GuideError(refusals.game_still_running(self.game.number))
        if self.game and self.due is Due.ADJUST and not unconfirmed:
            raise GuideError(refusals.adjustments_first(self.game.number))
        operator, opponent = checked_name(operator), checked_name(opponent)
        if both:
            self._check_both(opponent, machine_first)
        side = self._side(machine_first)
        for machine in tuple(Side) if both else (side,):
            if self.is_dead(machine):
                raise GuideError(refusals.machine_is_dead(self.kit, machine))
        number = self.game.number + 1 if self.game else 1
        return (
            Draft(
                kind=Kind.START,
                game=number,
                side=BOTH if both else side.value,
                operator=operator,
                opponent=opponent,
                played_at=played_at,
            ),
        )

    def _check_both(self, opponent: str | None, machine_first: bool | None) -> None:
        """Refuse a game of both machines where the kit has one, or where an opponent is told of all the same."""
        if self.kit.spec.side != BOTH:
            raise GuideError(refusals.one_machine_only(Side(self.kit.spec.side)))
        if opponent is not None or machine_first is not None:
            raise GuideError(refusals.no_opponent())

    def _side(self, machine_first: bool | None) -> Side:
        allowed = [Side.FIRST, Side.SECOND] if self.kit.spec.side == "both" else [Side(self.kit.spec.side)]
        side = allowed[0] if machine_first is None else Side.FIRST if machine_first else Side.SECOND
        if side not in allowed:
            raise GuideError(refusals.other_side_only(allowed[0]))
        return side

    def quick(
        self,
        result: Result,
        colour: str | None = None,
        box: int | None = None,
        opponent: str | None = None,
        *,
        operator: str | None = None,
        machine_first: bool | None = None,
        confirmed: bool = False,
        unconfirmed: bool = False,
        played_at: str | None = None,
    ) -> Action:
        """Record a whole game by its outcome alone, and by the colour of its first bead where that is known.

        The first bead's box is adjusted as by any game, no other. `box` says which, where the machine's first move has
        several (and with it the machine's side, where the kit has both). With `confirmed`, or without a bead, nothing
        is left to tick; `unconfirmed` leaves the list of the game before.
        """
        if machine_first is None and box is not None and self.kit.spec.side == "both":
            machine_first = self.kit.box(box).side is Side.FIRST
        (start,) = self.start(operator, opponent, machine_first, unconfirmed, played_at)
        bead = first_bead(self.kit, self.contents, Side(start.side), colour, box)
        return quick_game(self.kit, self.contents, start, result, bead, confirmed)

    def draw(self, colour: str, move: Move | None = None) -> Action:
        """Record the bead that was drawn; `move` where it was played in another of the right readings."""
        game = self._due(Due.BEAD)
        box = self._open_box()
        self.kit.colour(colour)
        if colour not in box.moves:
            raise GuideError(refusals.colour_not_in_box(self.kit, box, colour))
        if not self.in_box(box.number)[colour]:
            raise GuideError(refusals.colour_used_up(box, colour))
        meant = [reading.moves[colour] for reading in self.readings]
        if move is not None and move not in meant:
            raise GuideError(
                refusals.bead_means_another_square(self.kit, colour, list(dict.fromkeys(meant)), move)
            )
        chosen = meant[0] if move is None else move
        draft = Draft(
            kind=Kind.BEAD,
            game=game.number,
            box=box.number,
            colour=colour,
            move=move_text(chosen),
            side=game.said_of(self.turn.side),
        )
        return self._played(game, draft, chosen)

    def draw_for(self, move: Move) -> Action:
        """Record the machine's move as a game on paper tells it: the bead is worked out.

        Where the book says that its box is empty, the kit's rule must have brought the move about: a lot.
        """
        self._due(Due.BEAD)
        box = self._open_box()
        if self.how is How.LOT:
            return self.empty(lambda _: move)
        colours = colours_for(self.readings, move)
        if not colours:
            raise GuideError(refusals.no_bead_for(self.kit, box, self.readings, move))
        in_box = self.in_box(box.number)
        return self.draw(next((colour for colour in colours if in_box[colour]), colours[0]), move)

    def reply(self, move: Move) -> Action:
        """Record the opponent's move."""
        game = self._due(Due.REPLY)
        self._check_legal(move)
        return self._played(game, Draft(kind=Kind.REPLY, game=game.number, move=move_text(move)), move)

    def empty(self, lot: Lot = secrets.choice) -> Action:
        """Record that the box was found empty, and apply the kit's rule to the machine whose it is."""
        game = self._due(Due.BEAD)
        box = self._open_box()
        left = {colour: count for colour, count in self.in_box(box.number).items() if count}
        if left:
            raise GuideError(refusals.box_is_not_empty(box, left))
        rule = self.kit.spec.learning.empty_box
        if rule is EmptyBox.KEEP_LAST:
            raise GuideError(refusals.cannot_be_empty(box))
        side = game.said_of(self.turn.side)
        found = Draft(kind=Kind.EMPTY, game=game.number, box=box.number, why=rule.value, side=side)
        if self.how is How.REFILLED:
            return (found, *adjustment_drafts(game.number, refill(box), side))
        if self.how is How.LOT:
            move = lot(self.turn.legal)
            self._check_legal(move)
            by_lot = Draft(kind=Kind.LOT, game=game.number, move=move_text(move), side=side)
            return (found, *self._played(game, by_lot, move))
        ending = Ending(self.turn.side.other, GaveUp.EMPTY_BOX)
        return (found, *self._ended(game, (found,), ending))

    def undo(self) -> Action:
        """Take back the last act of the game, its end and a breaking off included.

        An outcome-only game is taken back as a whole until the next one begins, also after it was confirmed.
        """
        game = self.game
        if game is not None and game.taken_back:
            raise GuideError(refusals.already_taken_back(game.number))
        if game is None or (game.confirmed and not game.outcome_only):
            raise GuideError(refusals.nothing_to_undo(game.number if game else None))
        last = game.start if game.outcome_only else game.entries[-1]
        if last.kind is Kind.START and not game.outcome_only:
            raise GuideError(refusals.only_begun(game.number))
        self._check_undone(game, last.action)
        return (Draft(kind=Kind.UNDO, game=game.number, undoes=last.action),)

    def _check_undone(self, game: GameRecord, action: int) -> None:
        """Refuse to take an action back where a box was counted since and lacks the beads for it."""
        without = GameRecord(tuple(entry for entry in game.entries if entry.action != action))
        needed = Counter((drawn.box, drawn.colour) for drawn in without.drawn)
        for entry in game.entries:
            if entry.action == action and entry.kind is Kind.ADJUST:
                needed[entry.box or 0, entry.colour or ""] += entry.change or 0
        for (box, colour), count in needed.items():
            if self.contents[box][colour] < count:
                raise GuideError(refusals.counted_since(self.kit.box(box), colour))

    def abandon(self) -> Action:
        """Break the game off: the drawn beads go back, and nothing else changes."""
        if self.game is None or not self.game.running:
            raise GuideError(refusals.no_game_running())
        return (Draft(kind=Kind.ABANDON, game=self.game.number),)

    def confirm(self) -> Action:
        """Record that the adjustments were made by hand."""
        return (Draft(kind=Kind.CONFIRM, game=self._due(Due.ADJUST).number),)

    def recount(self, number: int, counted: Mapping[str, int]) -> Action:
        """Record what was counted in a box; colours that are not named stay as they are. The count wins."""
        box = self.kit.box(number)
        now = self.in_box(number)
        for colour, count in counted.items():
            self.kit.colour(colour)
            if colour not in box.moves:
                raise GuideError(refusals.colour_not_in_box(self.kit, box, colour))
            if not 0 <= count <= 9999:
                raise GuideError(refusals.impossible_count(colour, count))
        return tuple(
            Draft(
                kind=Kind.RECOUNT,
                box=number,
                colour=colour,
                change=count - now[colour],
                why=Why.RECOUNT.value,
            )
            for colour, count in counted.items()
        )

    # What the acts share

    def _played(self, game: GameRecord, draft: Draft, move: Move) -> Action:
        """Return the move's entry and what follows from it: moves of machines that need no box, the end."""
        forced, ending = self.turn.after(move).forced_from_here(game.sides)
        moves = (
            Draft(kind=Kind.FORCED, game=game.number, move=move_text(only), side=game.said_of(side))
            for side, only in forced
        )
        action = (draft, *moves)
        return action if ending is None else (*action, *self._ended(game, action, ending))

    def _ended(self, game: GameRecord, action: Action, ending: Ending) -> Action:
        """Return the end of a game that this action brought about, and each machine's adjustments."""
        drawn = drawn_by_side(game.sides, (*game.entries, *action))
        changes = changes_at_end(self.kit, self.contents, drawn, ending)
        why = ending.gave_up.value if ending.gave_up else None
        end = Draft(kind=Kind.END, game=game.number, result=ending.result(game.side).value, why=why)
        made = (adjustment_drafts(game.number, own, game.said_of(side)) for side, own in changes.items())
        return (end, *chain.from_iterable(made))

    def _check_legal(self, move: Move) -> None:
        if move not in self.turn.legal:
            raise GuideError(refusals.not_a_legal_reply(self.kit, move, self.turn.legal))

    def _due(self, due: Due) -> GameRecord:
        if self.game is None or self.due is not due:
            raise GuideError(refusals.not_due(self.kit, self.due, self.game))
        return self.game

    def _open_box(self) -> Box:
        if self.box is None:
            raise GuideError(refusals.no_game_running())
        return self.box
