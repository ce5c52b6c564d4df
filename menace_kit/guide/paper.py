"""A game that was written on paper: read as people type it, worked out bead by bead,
and entered all or nothing.

It has its moves, or else its result, its first bead and that bead's box;
and in either case when it was played, by whom, and who moved first.
Or it is no game but what was counted between two.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

from menace_kit.errors import (
    GuideError,
    MenaceKitError,
    MoveError,
    UnknownNameError,
    quoted,
    shortened,
)
from menace_kit.frozen import Frozen
from menace_kit.games import Game, moves_written
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Due, Session, checked_name, lot_as_written
from menace_kit.logbook.entries import (
    ABANDON,
    BOTH,
    EXHIBITIONS,
    GREEDY,
    HALVED,
    KINDS_OF_GAME,
    MOVES,
    OUTCOME_FIELDS,
    REFILL,
    RESIGN,
    STOCKTAKE,
    TAKEN,
    WATCHED,
    Action,
    Kind,
    check_time,
    is_taken_square,
)
from menace_kit.machine.learning import RESULT_WORDS, Result
from menace_kit.machine.turns import How, Lot
from menace_kit.text.typed_words import (
    in_figures,
    long_names_of_squares,
    meaning,
    result_meant,
    time_meant,
)
from menace_kit.text.words import joined, listed, say

FIELDS = ("moves", "played_at", "operator", "opponent", "first_mover", "kind", *OUTCOME_FIELDS)


class PaperGame(Frozen):
    """A game as somebody wrote it down: what was done in order, and who played when.

    The `steps` are words: moves, what was counted, in brackets, `refill`, `taken=white`, and where
    it did not end by itself `resign` or `abandon`. Where somebody wrote down the `result` alone,
    there are none, but perhaps the first bead and its box.
    `machine_first` is None where the kit leaves no choice, or where `both` players were machines.
    """

    steps: tuple[str, ...]
    result: Result | None
    bead: str | None
    box: str | None
    played_at: str | None
    operator: str | None
    opponent: str | None
    machine_first: bool | None
    both: bool
    kind: str | None = None

    @property
    def counts_only(self) -> bool:
        """Return whether it is no game but what was counted between two."""
        return bool(self.steps) and all(map(_is_count, self.steps))

    @property
    def squares(self) -> list[str]:
        """Return the steps that are moves."""
        return list(filter(_is_move, self.steps))


def parse_game(
    moves: str = "",
    played_at: str | None = None,
    operator: str | None = None,
    opponent: str | None = None,
    first_mover: str | None = None,
    result: str | None = None,
    bead: str | None = None,
    box: str | int | None = None,
    kind: str | None = None,
    *,
    future: bool = False,
    language: str = "en",
) -> PaperGame:
    """Return the game that `1 5 9 3 resign` tells, or without moves `result`;
    MoveError or GuideError otherwise.

    `language` is the kit's, which tells how a day with slashes is meant.
    """
    steps = _steps(moves)
    ended = _result(result)
    if ended is not None and not steps and _mover(first_mover) == BOTH:
        raise GuideError(say("refused.outcome-of-both"))
    return PaperGame(
        steps,
        ended,
        bead or None,
        None if box in (None, "") else str(box),
        _time(played_at, future, language),
        checked_name(operator),
        checked_name(opponent),
        {"machine": True, "opponent": False}.get(_mover(first_mover)),
        _mover(first_mover) == BOTH,
        _kind_of_game(kind),
    )


def _kind_of_game(text: str | None) -> str | None:
    """Return which kind of game is meant, None for the usual one; GuideError for other words."""
    word = (text or "").strip().casefold()
    if word and word not in KINDS_OF_GAME:
        raise GuideError(
            f"kind is {', '.join(KINDS_OF_GAME)}, or nothing, not {quoted(text or '')}"
        )
    return word or None


def _result(text: str | None) -> Result | None:
    """Return the result that a word means, None where nothing is said;
    GuideError for other words.
    """
    if text is None or not text.strip():
        return None
    try:
        return result_meant(text)
    except UnknownNameError:
        *first, last = RESULT_WORDS.values()
        results = joined(listed(first), last, between=say("piece.or"))
        raise GuideError(say("refused.no-result", results=results, result=quoted(text))) from None


def _time(text: str | None, future: bool, language: str) -> str | None:
    """Return when it was played; without a zone it is what the clocks on the wall showed.

    GuideError where it is no time, or is not yet and nobody said that it is meant.
    """
    written = (text or "").strip()
    if not written:
        return None
    meant = time_meant(written, language)
    if meant is None:
        raise GuideError(
            "played_at is a day like 2026-05-01 or 1.5.2026, if you like with a time like 14:30, "
            f"not {quoted(text or '')}"
        )
    check_time(meant, future)
    return meant


def _mover(text: str | None) -> str:
    """Return who moved first, or nothing where nothing is said; GuideError for other words."""
    if text is None or not text.strip():
        return ""
    found = meaning("players", text)
    if found is None:
        raise GuideError(f"first_mover is machine or opponent, or both, not {quoted(text)}")
    return found


# Its moves

WORDS = (RESIGN, ABANDON, REFILL)

_STEP = r"\[[^\[\]]*\]|[^\s,;\[\]]+|[\[\]]"
_MADE_A_NUMBER = re.compile(
    r"\d+(?:[.,]\d+)?E\+?\d+|\d{1,3}(?:[., '’\u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d{3,}[.,]0+",
    re.IGNORECASE,
)
_MADE_A_DATE = re.compile(
    r"\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2}[-. "
    r"]+[^\W\d]{3,4}\.?|[^\W\d]{3,4}\.?[- ]\d{1,2}"
)


def _is_count(step: str) -> bool:
    return step.startswith("[")


def _is_move(step: str) -> bool:
    return not _is_count(step) and step not in WORDS and not _is_taken(step)


def _is_taken(step: str) -> bool:
    return step.startswith(f"{TAKEN}=")


def _steps(text: str) -> tuple[str, ...]:
    """Return what is written as moves, a word each; behind # is a remark."""
    text = text.partition("#")[0].strip()
    for pattern, made in ((_MADE_A_NUMBER, "number"), (_MADE_A_DATE, "date")):
        if pattern.fullmatch(text):
            raise MoveError(
                f"a spreadsheet seems to have made a {made} of the moves, {quoted(text)}; "
                "format their column as text, and type them again, as 5 1 3 7"
            )
    return tuple(_step_pattern(text).findall(text.casefold()))


def _step_pattern(text: str) -> re.Pattern[str]:
    """Return what finds the steps of a text; a name like `top left` is one step."""
    return _step_with_names() if re.search(r"[^\W\d_]{2}", text) else re.compile(_STEP)


@cache
def _step_with_names() -> re.Pattern[str]:
    names = "|".join(map(re.escape, long_names_of_squares()))
    return re.compile(rf"(?<![^\s,;])(?:{names})(?:=[^\s,;\[\]]+)?(?![^\s,;\[\]])|{_STEP}")


def spelled_out(game: Game, steps: Sequence[str]) -> list[str]:
    """Return the same steps, each move by itself."""
    alone = sum(map(_is_move, steps)) == 1
    found: list[str] = []
    for step in steps:
        if not _is_move(step):
            found.append(step)
            continue
        word, equals, bead = step.partition("=")
        moves = moves_written(game, word, alone) or [in_figures(game, word)]
        found += [move + equals + bead for move in moves]
    return found


# Entering it


def enter_game(rehearsal: Rehearsal, game: PaperGame, unconfirmed: bool = False) -> None:
    """Rehearse a whole game from paper, or counts; GuideError says where it goes wrong,
    and nothing of it stays.
    """
    count, before = len(rehearsal.actions), rehearsal.session
    try:
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
    except MenaceKitError:
        rehearsal.back_to(count, before)
        raise


def _enter_outcome(rehearsal: Rehearsal, game: PaperGame, unconfirmed: bool) -> None:
    result, kit = game.result, rehearsal.session.kit
    if result is None:
        raise GuideError("a game has moves, or else a result")
    box = kit.box_named(game.box).number if game.box else None
    rehearsal.act(
        lambda session: session.quick(
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
    """Rehearse what was done with boxes.

    That is a count, `[12 white=3 gold=0]`, `[stocktake]` of all boxes that had been
    touched, or `[12 halved]`.
    """
    kit = rehearsal.session.kit
    words = step.strip("[] ").split()
    if words == [STOCKTAKE]:
        numbers = [box.number for box in kit.boxes]
        choose = partial(Session.take_stock, touched=numbers, differing={}, operator=game.operator)
    elif words[-1:] == [HALVED] and words[1:]:
        begun = (draft.kind is Kind.START for action in rehearsal.actions for draft in action)
        if not any(begun):
            raise GuideError(
                f"{shortened(step)} comes before the first game of the file; write it behind a game"
            )
        choose = partial(Session.halve, number=kit.box_named(" ".join(words[:-1])).number)
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
        choose = partial(Session.count, number=box, counted=counted)
    played_at = game.played_at if game.counts_only else None
    rehearsal.act(
        lambda session: tuple(replace(draft, played_at=played_at) for draft in choose(session))
    )


def _enter_watched(rehearsal: Rehearsal, game: PaperGame, unconfirmed: bool) -> None:
    if other := next((step for step in game.steps if not _is_move(step) or "=" in step), None):
        raise GuideError(f"where others play there are moves alone, and no {shortened(other)}")
    if game.opponent:
        raise GuideError(
            "where others play nobody plays against the machine; leave the opponent out"
        )
    moves = spelled_out(rehearsal.session.kit.game, game.steps)
    rehearsal.act(lambda session: session.watch(moves, game.operator, unconfirmed, game.played_at))


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
    rest = spelled_out(rehearsal.session.kit.game, game.steps)
    number = 0
    while rest:
        step = rest.pop(0)
        if _is_count(step):
            _count(rehearsal, step, game)
            continue
        if rehearsal.session.due not in (Due.BEAD, Due.REPLY):
            over = f"the game is over after {number} moves"
            raise GuideError(f"{over}; {shortened(step)} comes too late")
        if step in WORDS:
            rehearsal.act(Session.abandon if step == ABANDON else partial(_found_empty, word=step))
            continue
        number += not _is_taken(step)
        try:
            if rehearsal.session.how is How.REFILLED:
                rehearsal.act(lambda session: session.empty())
            lot = lot_as_written(filter(_is_move, rest))
            action = rehearsal.act(partial(_step, step=step, lot=lot))
        except MenaceKitError as error:
            where = f"move {number + _is_taken(step)} ({shortened(step)})"
            raise GuideError(f"{where}: {error}") from error
        for draft in [draft for draft in action if draft.kind in MOVES][1:]:
            # The machine makes them without a bead;
            # on paper its only move may stand at the end, or not.
            if rest and _is_move(rest[0]):
                number += 1
                made = rehearsal.session.moves_made[number - 1]
                if (told := rest.pop(0)) != made:
                    only = (
                        f"only {made} is left to"
                        if draft.kind is Kind.FORCED
                        else "no lot falls on it for"
                    )
                    raise GuideError(f"move {number} ({shortened(told)}): {only} the machine")
    running = rehearsal.session.game
    if running is None or running.running:
        raise GuideError(
            f"the game is not over after {number} moves; write {RESIGN} last if the machine gave "
            f"up, or {ABANDON} if the game was ended early"
        )


def _found_empty(session: Session, word: str) -> Action:
    """Return what comes of an empty box; GuideError where that is not what is written."""
    action, by_rule = session.empty(), {How.EMPTY: RESIGN, How.REFILLED: REFILL}
    if word != (wanted := by_rule.get(session.how or How.LOT, "the move on which the lot fell")):
        raise GuideError(f"where a box is empty, this kit's rule asks for {wanted}, not {word}")
    return action


def _step(session: Session, step: str, lot: Lot) -> Action:
    """Return the move of whoever's turn it is; of the machine's the bead may be named: `5=white`.

    With `taken=white` it is no move: the bead of a taken square was drawn before it.
    """
    word, equals, bead = step.partition("=")
    if _is_taken(step):
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
