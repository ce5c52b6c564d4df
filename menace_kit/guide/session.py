"""What each of the operator's acts in a game writes, or why not.

Pure: no screen, no SQL. A refusal is a GuideError, whose message says what is due or what doesn't
fit together.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import chain

from menace_kit.errors import BeadRefusedError, GuideError, MoveError
from menace_kit.games import Move, Side, move_text
from menace_kit.guide.players import check_players, checked_name, next_side
from menace_kit.guide.refusals import (
    another_square,
    as_typed,
    box_and_colour,
    is_taken,
    machine_is_dead,
    no_bead_for,
    not_empty,
    not_in_box,
    typed_name,
)
from menace_kit.guide.situation import Due, Situation
from menace_kit.logbook import GameRecord
from menace_kit.logbook.entries import (
    BOTH,
    EXHIBITION,
    GREEDY,
    Action,
    Draft,
    Kind,
    adjustment_drafts,
    drawn_by_side,
)
from menace_kit.machine import learning
from menace_kit.machine.boxes import Box, colours_for
from menace_kit.machine.learning import DrawnBead
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.turns import Ending, GaveUp, How, Lot, changes_at_end, drawn_by_lot
from menace_kit.text.phrases import listed, say
from menace_kit.text.typed_colours import colour_meant
from menace_kit.text.typed_moves import move_meant


class Session(Situation):
    """The operator's acts in a situation.

    Every act returns what to write; once that is written, the next session is made from the
    logbook. An act that isn't due raises GuideError.
    """

    def operator(self, said: str | None) -> str | None:
        """Return the operator: the given name ("" for nobody), or else the last game's."""
        if said is None and self.game is not None:
            return self.game.start.operator
        return checked_name(said)

    def allows(self, act: Callable[["Session"], Action]) -> bool:
        """Return whether an act, such as `taking_back.undo`, is not refused now."""
        try:
            act(self)
        except GuideError:
            return False
        return True

    def _meant(self, move: Move | str) -> Move:
        """Return the move that a text means now; raises GuideError if there is none."""
        if not isinstance(move, str):
            return move
        try:
            return move_meant(self.kit.game, self.position, move)
        except MoveError:
            raise self._not_possible(as_typed(move)) from None

    def start(
        self,
        operator: str | None = None,
        opponent: str | None = None,
        machine_first: bool | None = None,
        unconfirmed: bool = False,
        played_at: str | None = None,
        *,
        both: bool = False,
        exhibition: bool = False,
        greedy: bool = False,
    ) -> Action:
        """Start a game; with `unconfirmed` even if an update list is open.

        If the kit has machines for both sides, `machine_first` says which one plays, and `both`
        that both do. Nothing is learned from an `exhibition`; a `greedy` one always plays the most
        common colour. Raises GuideError for an exhibition in a kit with beads for taken squares,
        because these stay out of their boxes in the middle of a game.
        """
        if self.running:
            raise GuideError(say("refused.still-running", number=self.number))
        if self.due is Due.ADJUST and not unconfirmed:
            raise GuideError(say("refused.adjustments-first", number=self.number))
        operator, opponent = checked_name(operator), checked_name(opponent)
        check_players(self.kit, opponent, machine_first, both)
        if (exhibition or greedy) and self.kit.spec.boxes.taken_squares:
            raise GuideError(say("refused.no-exhibition"))
        side = next_side(self.kit, machine_first)
        for machine in tuple(Side) if both else (side,):
            if self.is_dead(machine):
                raise GuideError(machine_is_dead(self.kit, machine))
        return (
            Draft(
                kind=Kind.START,
                game=self.number + 1,
                side=BOTH if both else side.value,
                operator=operator,
                opponent=opponent,
                played_at=played_at,
                why=GREEDY if greedy else EXHIBITION if exhibition else None,
            ),
        )

    def start_as(self, game: Draft) -> Action:
        """Start a game like the one with this start; an open update list is left."""
        both = game.side == BOTH
        return self.start(
            game.operator,
            game.opponent,
            None if both else game.side == Side.FIRST.value,
            unconfirmed=True,
            played_at=game.played_at,
            both=both,
            exhibition=game.why == EXHIBITION,
            greedy=game.why == GREEDY,
        )

    def start_again(self) -> Action:
        """Start a game like the one whose update list is open, which is left.

        The operator stays the same, the opponent is not named.
        """
        last = self._due(Due.ADJUST).start
        return self.start_as(replace(last, opponent=None, played_at=None))

    def draw(self, colour: str, move: Move | str | None = None, lot: Lot = drawn_by_lot) -> Action:
        """Record the drawn bead; `move` is given if it was played in another right reading.

        If the bead's square is taken, its box loses a bead, and the machine draws again. `lot`
        chooses moves of the machine that follow without a box.
        """
        game, box = self._open_box()
        move = self._meant(move) if move is not None else None
        colour = colour_meant(self.kit, colour, box.moves)
        if colour not in box.moves:
            raise BeadRefusedError(not_in_box(self.kit, box, colour), box.number, colour)
        if not self.inside[colour]:
            used_up = say("refused.colour-used-up", **box_and_colour(box, colour))
            raise BeadRefusedError(used_up, box.number, colour)
        if colour not in self.playable:
            raise GuideError(say("refused.not-most", box=box.name, colours=self.playable_told))
        if colour in box.taken:
            if move is not None:
                raise GuideError(is_taken(self.kit, self.readings[0], colour))
            change = learning.taken_square(self.kit, self.contents, DrawnBead(box.number, colour))
            return adjustment_drafts(game.number, [change], game.said_of(self.turn.side))
        meant = [reading.moves[colour] for reading in self.readings]
        if move is not None and move not in meant:
            raise GuideError(
                another_square(self.kit, self.position, colour, list(dict.fromkeys(meant)), move)
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
        return self._played(game, draft, chosen, lot)

    def draw_for(self, move: Move | str, lot: Lot = drawn_by_lot) -> Action:
        """Record the machine's move from paper; the bead is worked out.

        If the box is empty by the logbook, the kit's rule must have made the move at random.
        """
        self._open_box()
        move = self._meant(move)
        if self.how is How.LOT:
            return self.empty(lambda turn, moves: move if turn is self.turn else lot(turn, moves))
        colours = colours_for(self.readings, move)
        if not colours:
            self._check_legal(move)
            raise GuideError(no_bead_for(self, move))
        return self.draw(
            next((colour for colour in colours if colour in self.playable), colours[0]), move, lot
        )

    def reply(self, move: Move | str, lot: Lot = drawn_by_lot) -> Action:
        """Record the opponent's move; `lot` chooses a machine's move that follows without a box."""
        game = self._due(Due.REPLY)
        move = self._meant(move)
        self._check_legal(move)
        return self._played(
            game, Draft(kind=Kind.REPLY, game=game.number, move=move_text(move)), move, lot
        )

    def empty(self, lot: Lot = drawn_by_lot) -> Action:
        """Record that the box was found empty, and apply the kit's rule to its machine."""
        game, box = self._open_box()
        if self.how is How.DRAWN:
            raise GuideError(not_empty(box, self.inside))
        rule = self.kit.spec.learning.empty_box
        if rule is EmptyBox.KEEP_LAST:
            raise GuideError(say("refused.cannot-be-empty", box=box.name, typed=typed_name(box)))
        side = game.said_of(self.turn.side)
        found = Draft(kind=Kind.EMPTY, game=game.number, box=box.number, why=rule.value, side=side)
        if self.how is How.REFILLED:
            return (found, *adjustment_drafts(game.number, learning.refill(box), side))
        if self.how is How.LOT:
            move = lot(self.turn, self.turn.legal)
            self._check_legal(move)
            by_lot = Draft(kind=Kind.LOT, game=game.number, move=move_text(move), side=side)
            return (found, *self._played(game, by_lot, move, lot))
        ending = Ending(self.turn.side.other, GaveUp.EMPTY_BOX)
        return (found, *self._ended(game, (found,), ending))

    def abandon(self) -> Action:
        """End the game early: the drawn beads go back, and nothing else changes."""
        if not self.running:
            raise GuideError(say("due.start"))
        return (Draft(kind=Kind.ABANDON, game=self.number),)

    def confirm(self) -> Action:
        """Record that the boxes were updated by hand."""
        return (Draft(kind=Kind.CONFIRM, game=self._due(Due.ADJUST).number),)

    def _played(self, game: GameRecord, draft: Draft, move: Move, lot: Lot) -> Action:
        """Return the move's entry and what follows: moves without a box, and the end."""
        unchosen, ending = self.turn.after(move).unchosen_from_here(game.sides, lot)
        moves = (
            Draft(
                kind=Kind.LOT if by_lot else Kind.FORCED,
                game=game.number,
                move=move_text(made),
                side=game.said_of(side),
            )
            for side, made, by_lot in unchosen
        )
        action = (draft, *moves)
        return action if ending is None else (*action, *self._ended(game, action, ending))

    def _ended(self, game: GameRecord, action: Action, ending: Ending) -> Action:
        """Return the end of a game that this action caused, and each machine's adjustments."""
        drawn = drawn_by_side(game.sides, (*game.entries, *action))
        changes = changes_at_end(self.kit, self.contents, drawn, ending, learns=not game.exhibition)
        why = ending.gave_up.value if ending.gave_up else None
        end = Draft(kind=Kind.END, game=game.number, result=ending.result(game.side).value, why=why)
        made = (
            adjustment_drafts(game.number, own, game.said_of(side)) for side, own in changes.items()
        )
        return (end, *chain.from_iterable(made))

    def _check_legal(self, move: Move) -> None:
        if move not in self.turn.legal:
            raise self._not_possible(move_text(move))

    def _not_possible(self, typed: str) -> GuideError:
        can = listed(map(self.written, self.turn.legal))
        return GuideError(say("refused.no-legal-reply", move=typed, legal=can))

    def _due(self, due: Due) -> GameRecord:
        if self.game is None or self.due is not due:
            raise GuideError(say(f"due.{self.due.value}", number=self.number))
        return self.game

    def _open_box(self) -> tuple[GameRecord, Box]:
        game = self._due(Due.BEAD)
        if self.box is None:
            raise GuideError(say("due.start"))
        return game, self.box
