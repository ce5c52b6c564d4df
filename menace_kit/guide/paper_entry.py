"""Entering a game from paper into the logbook, step by step."""

from dataclasses import replace
from functools import partial

from menace_kit.errors import GuideError, MenaceKitError, quoted, shortened
from menace_kit.guide import counting, whole_games
from menace_kit.guide.paper import PaperGame
from menace_kit.guide.paper_moves import (
    WORDS,
    is_count,
    is_move,
    is_taken,
    lot_as_written,
    spelled_out,
)
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import (
    EXHIBITIONS,
    GREEDY,
    MOVES,
    WATCHED,
    Action,
    Kind,
    is_taken_square,
)
from menace_kit.logbook.paper_words import ABANDON, HALVED, REFILL, RESIGN, STOCKTAKE
from menace_kit.machine.learning import RESULT_WORDS
from menace_kit.machine.turns import How, Lot


def enter_game(rehearsal: Rehearsal, game: PaperGame, unconfirmed: bool = False) -> None:
    """Rehearse a whole game from paper, or counts.

    Raises GuideError, which says where it goes wrong; what comes before that is rehearsed.
    """
    if game.counts_only:
        for step in game.steps:
            _count(rehearsal, step, game)
    elif game.steps:
        enter = _enter_watched if game.kind == WATCHED else _enter
        enter(rehearsal, game, unconfirmed)
        came = rehearsal.session.game.result if rehearsal.session.game else None
        if game.result is not None and game.result is not came:
            given = RESULT_WORDS[came] if came else ABANDON
            raise GuideError(
                f"the result is {RESULT_WORDS[game.result]}, but the moves give {given}"
            )
    else:
        _enter_outcome(rehearsal, game, unconfirmed)


def _enter_outcome(rehearsal: Rehearsal, game: PaperGame, unconfirmed: bool) -> None:
    result, kit = game.result, rehearsal.session.kit
    if result is None:
        raise GuideError("a game has moves, or else a result")
    box = kit.box_named(game.box).number if game.box else None
    rehearsal.act(
        lambda session: whole_games.quick(
            session,
            result,
            game.bead,
            box,
            game.opponent,
            operator=game.operator,
            machine_first=game.machine_first,
            confirmed=True,
            unconfirmed=unconfirmed,
            played_at=game.played_at,
        )
    )


def _count(rehearsal: Rehearsal, step: str, game: PaperGame) -> None:
    """Rehearse a count `[12 white=3 gold=0]`, a `[stocktake]`, or a halving `[12 halved]`."""
    kit = rehearsal.session.kit
    words = step.strip("[] ").split()
    if words == [STOCKTAKE]:
        numbers = [box.number for box in kit.boxes]
        choose = partial(counting.take_stock, touched=numbers, differing={}, operator=game.operator)
    elif words[-1:] == [HALVED] and words[1:]:
        begun = (draft.kind is Kind.START for action in rehearsal.actions for draft in action)
        if not any(begun):
            raise GuideError(
                f"{shortened(step)} comes before the first game of the file; write it behind a game"
            )
        choose = partial(counting.halve, number=kit.box_named(" ".join(words[:-1])).number)
    else:
        counts = [word.partition("=") for word in words if "=" in word]
        name = " ".join(word for word in words if "=" not in word)
        are_numbers = all(number.isascii() and number.isdecimal() for *_, number in counts)
        if not (name and counts and are_numbers):
            raise GuideError(
                "what was counted is written as [12 white=3 gold=0], "
                f"box and beads, not {quoted(step)}"
            )
        box = kit.box_named(name).number
        counted = {colour: int(number[:9]) for colour, _, number in counts}
        choose = partial(counting.count, number=box, counted=counted)
    played_at = game.played_at if game.counts_only else None
    rehearsal.act(
        lambda session: tuple(replace(draft, played_at=played_at) for draft in choose(session))
    )


def _enter_watched(rehearsal: Rehearsal, game: PaperGame, unconfirmed: bool) -> None:
    if other := next((step for step in game.steps if not is_move(step) or "=" in step), None):
        raise GuideError(f"where others play there are moves alone, and no {shortened(other)}")
    if game.opponent:
        raise GuideError(
            "where others play nobody plays against the machine; leave the opponent out"
        )
    moves = spelled_out(rehearsal.session.kit.game, game.steps)
    rehearsal.act(
        lambda session: whole_games.watch(
            session, moves, game.operator, unconfirmed, game.played_at
        )
    )


def _enter(rehearsal: Rehearsal, game: PaperGame, unconfirmed: bool) -> None:
    rehearsal.act(
        lambda session: session.start(
            game.operator,
            game.opponent,
            game.machine_first,
            unconfirmed,
            game.played_at,
            both=game.both,
            exhibition=game.kind in EXHIBITIONS,
            greedy=game.kind == GREEDY,
        )
    )
    moves = _WrittenMoves(rehearsal, game)
    while moves.rest:
        moves.enter_next()
    if rehearsal.session.running:
        raise GuideError(
            f"the game is not over after {moves.made} moves; write {RESIGN} last if the machine "
            f"gave up, or {ABANDON} if the game was ended early"
        )


class _WrittenMoves:
    """The steps of a game as they are written: so many moves were `made`, the `rest` is to come."""

    def __init__(self, rehearsal: Rehearsal, game: PaperGame) -> None:
        self._rehearsal, self._game = rehearsal, game
        self.rest = spelled_out(rehearsal.session.kit.game, game.steps)
        self.made = 0

    def enter_next(self) -> None:
        """Rehearse the next step; GuideError where it cannot be."""
        step, rehearsal = self.rest.pop(0), self._rehearsal
        if is_count(step):
            _count(rehearsal, step, self._game)
        elif not rehearsal.session.running:
            over = f"the game is over after {self.made} moves"
            raise GuideError(f"{over}; {shortened(step)} comes too late")
        elif step in WORDS:
            rehearsal.act(Session.abandon if step == ABANDON else partial(_found_empty, word=step))
        else:
            self._pass_unchosen(self._enter_move(step))

    def _enter_move(self, step: str) -> Action:
        rehearsal = self._rehearsal
        self.made += not is_taken(step)
        try:
            if rehearsal.session.how is How.REFILLED:
                rehearsal.act(lambda session: session.empty())
            lot = lot_as_written(filter(is_move, self.rest))
            return rehearsal.act(partial(_step, step=step, lot=lot))
        except MenaceKitError as error:
            where = f"move {self.made + is_taken(step)} ({shortened(step)})"
            raise GuideError(f"{where}: {error}") from error

    def _pass_unchosen(self, action: Action) -> None:
        """Go on past moves that the machine makes without a bead: on paper its only move may be
        at the end, or not.
        """
        for draft in [draft for draft in action if draft.kind in MOVES][1:]:
            if not (self.rest and is_move(self.rest[0])):
                continue
            made = self._rehearsal.session.moves_made[self.made]
            self.made += 1
            if (told := self.rest.pop(0)) != made:
                forced = draft.kind is Kind.FORCED
                only = f"only {made} is left to" if forced else "no lot falls on it for"
                raise GuideError(f"move {self.made} ({shortened(told)}): {only} the machine")


def _found_empty(session: Session, word: str) -> Action:
    """Return the entries for an empty box; raises GuideError if the rule isn't what is written."""
    action, by_rule = session.empty(), {How.EMPTY: RESIGN, How.REFILLED: REFILL}
    if word != (wanted := by_rule.get(session.how or How.LOT, "the move on which the lot fell")):
        raise GuideError(f"where a box is empty, this kit's rule asks for {wanted}, not {word}")
    return action


def _step(session: Session, step: str, lot: Lot) -> Action:
    """Return the next move's entries; the machine's move may name its bead: `5=white`.

    `taken=white` isn't a move: the bead of a taken square was drawn first.
    """
    word, equals, bead = step.partition("=")
    if is_taken(step):
        (draft, *_) = session.draw(bead, lot=lot)
        if not is_taken_square(draft):
            raise GuideError(
                f"the square of {draft.colour} is free; write the move, "
                f"or {draft.move}={draft.colour}"
            )
        return (draft,)
    if session.due is Due.REPLY:
        return session.reply(word, lot)
    return session.draw(bead, word, lot) if equals else session.draw_for(word, lot)
