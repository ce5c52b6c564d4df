"""Games that were written on paper: read as people type them, worked out bead by bead, and entered all or nothing.

A line of a file has a game's moves, or else its result, its first bead and that bead's box; and in either case when it
was played, by whom, and who moved first. Or it has what was counted between two games. Whatever can be understood in
two ways is asked about.
"""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from functools import partial
from typing import Any, NamedTuple

from menace_kit.errors import GuideError, MapError, MenaceKitError, MoveError
from menace_kit.games import Game, Pieces, move_text, parse_move
from menace_kit.guide.desk import Rehearsal
from menace_kit.guide.session import Due, Session, checked_name
from menace_kit.journal.entries import (
    ABANDON,
    BOTH,
    OUTCOME_FIELDS,
    REFILL,
    RESIGN,
    STOCKTAKE,
    Action,
    GameRecord,
    Kind,
    check_time,
)
from menace_kit.machine.csv_table import SEPARATORS, csv_records
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Adjustment, How, Result, adjustments_between
from menace_kit.machine.toml_files import did_you_mean
from menace_kit.text.messages import Message, joined, listed, say

FIELDS = ("moves", "played_at", "operator", "opponent", "first_mover", *OUTCOME_FIELDS)
SYNONYMS = {"date": "played_at", "when": "played_at", "color": "bead", "colour": "bead"}
NOT_READ = "-"
"""Stands among the columns for one that is not read."""


class Typing(NamedTuple):
    """What a file or a command does not say by itself: what 11/12/2026 means, which columns there are.

    `day_first` is None where nobody said; `future` where a time in the future is meant.
    """

    day_first: bool | None = None
    future: bool = False
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class PaperGame:
    """A game as somebody wrote it down: what was done in order, and who played when.

    The `steps` are words: moves, what was counted, in brackets, `refill`, and where it did not end by itself `resign`
    or `abandon`. Where somebody wrote down the `result` alone, there are none, but perhaps the first bead and its box.
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

    @property
    def counts_only(self) -> bool:
        """Return whether it is no game but what was counted between two."""
        return bool(self.steps) and all(map(_is_count, self.steps))


def parse_game(
    moves: str = "",
    played_at: str | None = None,
    operator: str | None = None,
    opponent: str | None = None,
    first_mover: str | None = None,
    result: str | None = None,
    bead: str | None = None,
    box: str | int | None = None,
    *,
    typing: Typing = Typing(),  # noqa: B008 - it cannot change
) -> PaperGame:
    """Return the game that `1 5 9 3 resign` tells, or without moves `result`; MoveError or GuideError otherwise."""
    steps = _steps(moves)
    ended = _result(result)
    if ended is not None and not steps and _mover(first_mover) == BOTH:
        raise GuideError(say("refused.outcome-of-both"))
    return PaperGame(
        steps,
        ended,
        bead or None,
        None if box in (None, "") else str(box),
        read_time(played_at, typing.day_first, typing.future) if played_at and played_at.strip() else None,
        checked_name(operator),
        checked_name(opponent),
        {"machine": True, "opponent": False}.get(_mover(first_mover)),
        _mover(first_mover) == BOTH,
    )


def _result(text: str | None) -> Result | None:
    if text is None or not text.strip():
        return None
    known = [each.value for each in Result]
    if text.strip().casefold() not in known:
        results = joined(listed(known[:-1]), known[-1], between=say("piece.or"))
        raise GuideError(say("refused.no-result", results=results, result=repr(text)))
    return Result(text.strip().casefold())


def _mover(text: str | None) -> str:
    """Return who moved first, or nothing where nothing is said; GuideError for other words."""
    word = (text or "").strip().casefold()
    if word not in ("", "machine", "opponent", BOTH):
        raise GuideError(f"first_mover is machine or opponent, or both, not {text!r}")
    return word


# When it was played

_DAY = re.compile(r"(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[T ,]+(\S.*))?")
_CLOCK = re.compile(r"(\d{1,2})[:.h](\d{2})(?::(\d{2}))?(?: ?(am|pm|uhr|h))?", re.IGNORECASE)


def read_time(text: str, day_first: bool | None = None, future: bool = False) -> str:
    """Return when a game was played, as the book keeps it: a date, or a date and a time as `2026-05-01T14:30`.

    Without a zone it is what the clocks on the wall showed. GuideError where it is no time, or could be two, or is not
    yet and nobody said that it is meant.
    """
    text = text.strip()
    found = _iso(text) or _written(text, day_first)
    if found is None:
        raise GuideError(
            "played_at is a date and time like 2026-05-01T14:30 or 1.5.2026 14:30, or a date alone, "
            f"not {text[:40]!r}"
        )
    check_time(found, future)
    return found


def _iso(text: str) -> str | None:
    with suppress(ValueError):
        datetime.fromisoformat(text)
        return text.replace(" ", "T", 1)
    return None


def _written(text: str, day_first: bool | None) -> str | None:
    """Return a time that is written as people do, None where it is none; GuideError where it could be two days."""
    found = _DAY.fullmatch(text)
    clock = _clock(found[5]) if found and found[5] else ""
    if not found or clock is None:
        return None
    days = _days(found[1], found[2], found[3], found[4], day_first)
    if len(days) > 1:
        meant = " or ".join(sorted(days))
        raise GuideError(f"{text!r} could be {meant}; write it like that")
    return days[0] + clock if days else None


def _days(one: str, sign: str, two: str, three: str, day_first: bool | None) -> list[str]:
    """Return the days that three numbers can mean: with points the day comes first, with a year in front it is last."""
    orders = {"day": (three, two, one), "month": (three, one, two), "year": (one, two, three)}
    if len(one) == 4:
        chosen = ["year"]
    elif sign == ".":
        chosen = ["day"]
    elif day_first is not None:
        chosen = ["day" if day_first else "month"]
    else:
        chosen = ["day", "month", *(["year"] if sign == "-" and len(one) == len(three) == 2 else [])]
    found = []
    for year, month, day in (orders[name] for name in chosen):
        if len(year) in (2, 4) and len(day) <= 2:
            # Two digits are of the hundred years that begin with MENACE.
            full = int(year) if len(year) == 4 else int(year) + (1900 if int(year) >= 61 else 2000)
            with suppress(ValueError):
                found.append(date(full, int(month), int(day)).isoformat())
    return list(dict.fromkeys(found))


def _clock(text: str) -> str | None:
    """Return a time of day as `T14:30`, None where it is none."""
    found = _CLOCK.fullmatch(text.strip())
    if not found:
        return None
    hour, half = int(found[1]), (found[4] or "").casefold()
    if half in ("am", "pm"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    with suppress(ValueError):
        return f"T{time(hour, int(found[2]), int(found[3] or 0)).isoformat('seconds' if found[3] else 'minutes')}"
    return None


# Its moves

WORDS = (RESIGN, ABANDON, REFILL)

_STEP = re.compile(r"\[[^\[\]]*\]|[^\s,;\[\]]+|[\[\]]")
_MADE_A_NUMBER = re.compile(r"\d+[.,]\d+E\+?\d+", re.IGNORECASE)
_MADE_A_DATE = re.compile(
    r"\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2}[-. ]+[^\W\d]{3,9}\.?|[^\W\d]{3,9}\.?[- ]\d{1,2}"
)
_LETTERED = re.compile(r"[a-z]\d(?:-?[a-z]\d)*")
_NUMBERED = re.compile(r"\d{1,3}(?:-\d{1,3})*")


def _is_count(step: str) -> bool:
    return step.startswith("[")


def _is_move(step: str) -> bool:
    return not _is_count(step) and step not in WORDS


def _steps(text: str) -> tuple[str, ...]:
    """Return what is written as moves, a word each; behind # is a remark."""
    text = text.partition("#")[0].strip()
    for pattern, made in ((_MADE_A_NUMBER, "number"), (_MADE_A_DATE, "date")):
        if pattern.fullmatch(text):
            raise MoveError(
                f"a spreadsheet seems to have made a {made} of the moves, {text!r}; format their column as text, and "
                "type them again, as 5 1 3 7"
            )
    return tuple(_STEP.findall(text.casefold()))


def spelled_out(game: Game, steps: Sequence[str]) -> list[str]:
    """Return the same steps, each move by itself: of `513`, `5-1-3` or `b2 a1 c1` become 5, 1 and 3.

    What is none of these stays as it is.
    """
    alone = sum(map(_is_move, steps)) == 1
    squares = len(game.legal_moves(game.start())[0])  # that a move touches
    found: list[str] = []
    for step in steps:
        word, equals, bead = step.partition("=")
        numbers = _squares(game, word, alone) if _is_move(step) else []
        if len(numbers) == squares or (alone and numbers and len(numbers) % squares == 0 and not equals):
            parts = [numbers[first : first + squares] for first in range(0, len(numbers), squares)]
            found += ["-".join(map(str, part)) + equals + bead for part in parts]
        else:
            found.append(step)
    return found


def _squares(game: Game, word: str, alone: bool) -> list[int]:
    """Return the squares, from 1, that a word names; none where it is not understood."""
    if game.rows > 1 and _LETTERED.fullmatch(word):
        return [_square(game, *pair) for pair in re.findall(r"([a-z])(\d)", word)]
    if _NUMBERED.fullmatch(word):
        digits = alone and "-" not in word and game.rows * game.columns <= 9
        return [int(number) for number in (word if digits else word.split("-"))]
    return []


def _square(game: Game, letter: str, digit: str) -> int:
    """Return the square of `b2`: the letter is the column, rows count from above, those of pawns as in chess."""
    column, row = ord(letter) - ord("a"), int(digit) - 1
    if not (column < game.columns and 0 <= row < game.rows):
        raise MoveError(f"there is no square {letter}{digit} on a board of {game.columns} x {game.rows}")
    if game.pieces is Pieces.PAWNS:
        row = game.rows - 1 - row
    return row * game.columns + column + 1


def lettered(game: Game, games: Iterable[PaperGame]) -> str | None:
    """Return how squares with letters were understood, where there are any."""
    words = (step.partition("=")[0] for each in games for step in each.steps if _is_move(step))
    if game.rows == 1 or not any(map(_LETTERED.fullmatch, words)):
        return None
    corner = "bottom" if game.pieces is Pieces.PAWNS else "top"
    return f"a1 is read as the {corner} left square, {chr(96 + game.columns)}1 as the {corner} right one."


# Entering it


def enter_game(rehearsal: Rehearsal, game: PaperGame, unconfirmed: bool = False) -> None:
    """Rehearse a whole game from paper, or counts; GuideError says where it goes wrong, and nothing of it stays."""
    count, before = len(rehearsal.actions), rehearsal.session
    try:
        if game.counts_only:
            for step in game.steps:
                _count(rehearsal, step, game)
        elif game.steps:
            _enter(rehearsal, game, unconfirmed)
        else:
            _enter_outcome(rehearsal, game, unconfirmed)
    except MenaceKitError:
        rehearsal.back_to(count, before)
        raise


def _enter_outcome(rehearsal: Rehearsal, game: PaperGame, unconfirmed: bool) -> None:
    result, kit = game.result, rehearsal.session.kit
    if result is None:
        raise GuideError("a game has moves, or else a result")
    bead = _colour(kit, game.bead) if game.bead else None
    box = kit.box_named(game.box).number if game.box else None
    rehearsal.act(
        lambda session: session.quick(
            result,
            bead,
            box,
            game.opponent,
            operator=game.operator,
            machine_first=game.machine_first,
            confirmed=True,
            unconfirmed=unconfirmed,
            played_at=game.played_at,
        )
    )


def _colour(kit: Kit, text: str) -> str:
    for colour in kit.colours:
        if text.strip().casefold() in (colour.name.casefold(), colour.key.casefold()):
            return colour.name
    return kit.colour(text).name


def _count(rehearsal: Rehearsal, step: str, game: PaperGame) -> None:
    """Rehearse what was counted: `[12 white=3 gold=0]`, or `[stocktake]` for all boxes that had been touched."""
    kit = rehearsal.session.kit
    words = step.strip("[] ").split()
    if words == [STOCKTAKE]:
        numbers = [box.number for box in kit.boxes]
        choose: Callable[[Session], Action] = lambda session: session.take_stock(numbers, {}, game.operator)  # noqa: E731
    else:
        counts = [word.partition("=") for word in words if "=" in word]
        name = " ".join(word for word in words if "=" not in word)
        if not counts or not name or not all(number.isascii() and number.isdecimal() for *_, number in counts):
            raise GuideError(f"what was counted is written as [12 white=3 gold=0], box and beads, not {step!r}")
        box = kit.box_named(name).number
        counted = {_colour(kit, colour): int(number[:9]) for colour, _, number in counts}
        choose = partial(Session.recount, number=box, counted=counted)
    played_at = game.played_at if game.counts_only else None
    rehearsal.act(
        lambda session: tuple(replace(draft, played_at=played_at) for draft in choose(session))
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
            raise GuideError(f"the game is over after {number} moves; {step} comes too late")
        if step in (RESIGN, REFILL):
            rehearsal.act(lambda session: session.empty())
            continue
        if step == ABANDON:
            rehearsal.act(lambda session: session.abandon())
            continue
        number += 1
        try:
            if rehearsal.session.how is How.REFILLED:
                rehearsal.act(lambda session: session.empty())
            action = rehearsal.act(partial(_step, step=step))
        except MenaceKitError as error:
            raise GuideError(f"move {number} ({step}): {error}") from error
        for draft in action:
            # The machine's only move is made by itself; on paper it may stand or not.
            if draft.kind is Kind.FORCED and rest and _is_move(rest[0]):
                number += 1
                if rest[0] != draft.move:
                    raise GuideError(f"move {number} ({rest[0]}): only {draft.move} is left to the machine")
                rest.pop(0)
    running = rehearsal.session.game
    if running is None or running.running:
        raise GuideError(
            f"the game is not over after {number} moves; where the machine gave up, {RESIGN} stands last, where it was "
            f"broken off, {ABANDON}"
        )
    if game.result not in (None, running.result):
        told = running.result.value if running.result else "no result"
        raise GuideError(f"the result is {game.result and game.result.value}, but the moves give {told}")


def _step(session: Session, step: str) -> Action:
    """Return the move of whoever's turn it is; of the machine's the bead may be named: `5=white`."""
    word, equals, bead = step.partition("=")
    move = parse_move(word)
    if session.due is Due.REPLY:
        return session.reply(move)
    return session.draw(_colour(session.kit, bead), move) if equals else session.draw_for(move)
