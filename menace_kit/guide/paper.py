"""Games that were written on paper: read, worked out bead by bead, and entered all or nothing.

A line of a file has a game's moves, or else its result, its first bead and that bead's box; and in either case when it
was played, by whom, and who moved first.
"""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from io import StringIO
from typing import Any

from menace_kit.errors import GuideError, MenaceKitError, UnknownNameError
from menace_kit.games import Move, move_text, parse_move
from menace_kit.guide.desk import Rehearsal
from menace_kit.guide.session import Due, Session, checked_name
from menace_kit.journal.entries import BOTH, OUTCOME_FIELDS, RESIGN, Action, Kind
from menace_kit.machine.learning import RESULT_WORDS, How, Result
from menace_kit.text.messages import joined, listed, say

FIELDS = ("moves", "played_at", "operator", "opponent", "first_mover", *OUTCOME_FIELDS)


@dataclass(frozen=True)
class PaperGame:
    """A game as somebody wrote it down: the squares in the order in which they were taken, and who played when.

    `resigned` where the machine's box was empty and it gave up. Where somebody wrote down the `result` alone, there are
    no moves, but perhaps the first bead and its box. `machine_first` is None where the kit leaves no choice, or where
    `both` players were machines.
    """

    moves: tuple[Move, ...]
    resigned: bool
    result: Result | None
    bead: str | None
    box: int | None
    played_at: str | None
    operator: str | None
    opponent: str | None
    machine_first: bool | None
    both: bool


def parse_game(
    moves: str = "",
    played_at: str | None = None,
    operator: str | None = None,
    opponent: str | None = None,
    first_mover: str | None = None,
    result: str | None = None,
    bead: str | None = None,
    box: str | int | None = None,
) -> PaperGame:
    """Return the game that `1 5 9 3 resign` tells, or without moves `result`; MoveError or GuideError otherwise."""
    ended = _result_of(result)
    if result is not None and first_mover == BOTH:
        raise GuideError(say("refused.outcome-of-both"))
    number = str(box or "")
    if number and not (number.isascii() and number.isdecimal() and len(number) <= 9):
        raise GuideError(say("refused.no-box-number", box=repr(box)))
    words = moves.replace(",", " ").split()
    resigned = bool(words) and words[-1].casefold() == RESIGN
    return PaperGame(
        tuple(parse_move(word) for word in (words[:-1] if resigned else words)),
        resigned,
        ended,
        bead,
        int(number) if number else None,
        _checked_time(played_at),
        checked_name(operator),
        checked_name(opponent),
        _machine_begins(first_mover),
        first_mover == BOTH,
    )


def _result_of(text: str | None) -> Result | None:
    """Return the result that a word means, None where nothing is said; GuideError for other words."""
    try:
        return Result.named(text) if text is not None else None
    except UnknownNameError:
        *first, last = (words[0] for words in RESULT_WORDS.values())
        results = joined(listed(first), last, between=say("piece.or"))
        raise GuideError(say("refused.no-result", results=results, result=repr(text))) from None


def _checked_time(text: str | None) -> str | None:
    """Return when a game was played, or None where nothing is said; GuideError where it is no time."""
    if not text:
        return None
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise GuideError(f"played_at is a date and time like 2026-05-01T14:30, not {text!r}") from None
    return text


def _machine_begins(first_mover: str | None) -> bool | None:
    """Return whether the machine moved first, or None where nothing or `both` is said; GuideError for other words."""
    if first_mover not in (None, "", "machine", "opponent", BOTH):
        raise GuideError(f"first_mover is machine or opponent, or both, not {first_mover!r}")
    return {"machine": True, "opponent": False}.get(first_mover or "")


def enter_game(rehearsal: Rehearsal, game: PaperGame, unconfirmed: bool = False) -> None:
    """Rehearse a whole game from paper; GuideError says at which move it goes wrong, and nothing of it stays."""
    count, before = len(rehearsal.actions), rehearsal.session
    try:
        _enter(rehearsal, game, unconfirmed)
    except MenaceKitError:
        rehearsal.back_to(count, before)
        raise


def _enter(rehearsal: Rehearsal, game: PaperGame, unconfirmed: bool) -> None:
    if (result := game.result) is not None:
        rehearsal.act(
            lambda session: session.quick(
                result,
                game.bead,
                game.box,
                game.opponent,
                operator=game.operator,
                machine_first=game.machine_first,
                confirmed=True,
                played_at=game.played_at,
            )
        )
        return
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
    rest = list(game.moves)
    number = 0
    while rest:
        number += 1
        move = rest.pop(0)
        if rehearsal.session.due not in (Due.BEAD, Due.REPLY):
            raise GuideError(f"the game is over after {number - 1} moves; {move_text(move)} comes too late")
        try:
            if rehearsal.session.how is How.REFILLED:
                rehearsal.act(lambda session: session.empty())
            action = rehearsal.act(partial(_step, move=move))
        except MenaceKitError as error:
            raise GuideError(f"move {number} ({move_text(move)}): {error}") from error
        for draft in action:
            # The machine's only move is made by itself; on paper it may stand or not.
            if draft.kind is Kind.FORCED and rest:
                number += 1
                if move_text(rest[0]) != draft.move:
                    raise GuideError(
                        f"move {number} ({move_text(rest[0])}): only {draft.move} is left to the machine"
                    )
                rest.pop(0)
    if game.resigned:
        rehearsal.act(lambda session: session.empty())
    running = rehearsal.session.game
    if running is None or running.running:
        raise GuideError(
            f"the game is not over after {number} moves; where the machine gave up, {RESIGN} stands last"
        )


def _step(session: Session, move: Move) -> Action:
    """Return the move of whoever's turn it is."""
    return session.draw_for(move) if session.due is Due.BEAD else session.reply(move)


def enter_games(session: Session, text: str) -> tuple[Rehearsal, int]:
    """Return a rehearsal of all games of a file, each confirmed, and how many; GuideError names every bad line.

    The file is JSON lines, or CSV with a head line.
    """
    rehearsal = Rehearsal(session)
    wrong, entered = [], 0
    lines = text.split("\n")  # JSON lines end there alone; a text in one may hold other line signs
    first = next((line for line in lines if line.strip()), "")
    for number, row in _json_rows(lines) if first.lstrip().startswith("{") else _csv_rows(text):
        try:
            enter_game(rehearsal, _game_of(row))
            if rehearsal.session.due is Due.ADJUST:
                rehearsal.act(lambda session: session.confirm())
            entered += 1
        except MenaceKitError as error:
            wrong.append(f"line {number}: {error}")
    if not wrong and not entered:
        raise GuideError("there is no game in it; nothing was entered")
    if wrong:
        raise GuideError(
            "\n".join([*wrong, str(say("refused.nothing-entered", n=len(wrong), right=entered))])
        )
    return rehearsal, entered


def _game_of(row: Any) -> PaperGame:
    """Return the game of a row, or raise what is wrong with it."""
    if isinstance(row, MenaceKitError):
        raise row
    if not isinstance(row, dict):
        raise GuideError('a line is an object like {"moves": "1 5 9 3"}')
    told = {key: value for key, value in row.items() if value not in (None, "")}
    outcome_only = "result" in told and "moves" not in told
    if unknown := [key for key in row if key not in FIELDS]:
        raise GuideError(f"there is no field {unknown[0]}; known: {', '.join(FIELDS)}")
    if not outcome_only and (not isinstance(row.get("moves"), str) or not row["moves"].strip()):
        raise GuideError('the field moves is needed, like "1 5 9 3", or else result, like "win"')
    for key, value in told.items():
        if not isinstance(value, str) and not (key == "box" and type(value) is int):
            raise GuideError(f"the field {key} is a text in quotation marks")
    if beside := [key for key in OUTCOME_FIELDS if key in told and not outcome_only]:
        raise GuideError(f"the moves give the {beside[0]}; a line has moves, or else result, bead and box")
    return parse_game(**told)


def _json_rows(lines: list[str]) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError) as error:
                # Digits or brackets without end are no JSONDecodeError.
                wrong = getattr(error, "msg", "something is far too long or deep")
                yield number, GuideError(f"not JSON: {wrong}")


def _csv_rows(text: str) -> Iterator[tuple[int, Any]]:
    reader = csv.DictReader(StringIO(text), restkey="(too many columns)")
    try:
        if reader.fieldnames is None or not {"moves", "result"} & set(reader.fieldnames):
            yield 1, GuideError(f"the first line names the columns, moves among them: {', '.join(FIELDS)}")
            return
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        yield reader.line_num, GuideError(f"not CSV: {error}")
