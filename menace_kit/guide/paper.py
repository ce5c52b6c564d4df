"""Games that were written on paper: read as people type them, worked out bead by bead,
and entered all or nothing.

A line of a file has a game's moves, or else its result, its first bead and that bead's box;
and in either case when it was played, by whom, and who moved first.
Or it has what was counted between two games.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from menace_kit.errors import (
    GuideError,
    LogbookError,
    MapError,
    MenaceKitError,
    MoveError,
    UnknownNameError,
    quoted,
    shortened,
)
from menace_kit.games import Game, moves_written
from menace_kit.guide.desk import Rehearsal, Repeats
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
    GameRecord,
    Kind,
    check_time,
    is_taken_square,
)
from menace_kit.machine.csv_table import table_records
from menace_kit.machine.learning import RESULT_WORDS, Contents, Result
from menace_kit.machine.spelling import did_you_mean
from menace_kit.machine.turns import How, Lot
from menace_kit.text.words import Message, joined, listed, say

FIELDS = ("moves", "played_at", "operator", "opponent", "first_mover", "kind", *OUTCOME_FIELDS)


@dataclass(frozen=True)
class PaperGame:
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
) -> PaperGame:
    """Return the game that `1 5 9 3 resign` tells, or without moves `result`;
    MoveError or GuideError otherwise.
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
        _time(played_at, future),
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
        return Result.named(text)
    except UnknownNameError:
        *first, last = (words[0] for words in RESULT_WORDS.values())
        results = joined(listed(first), last, between=say("piece.or"))
        raise GuideError(say("refused.no-result", results=results, result=quoted(text))) from None


_YEAR_FIRST = re.compile(r"\d{4}-\d\d-\d\d.*", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?: +(\d{1,2})(:.*))?", re.ASCII)


def _time(text: str | None, future: bool) -> str | None:
    """Return when it was played; without a zone it is what the clocks on the wall showed.

    GuideError where it is no time, or is not yet and nobody said that it is meant.
    """
    written = (text or "").strip()
    if not written:
        return None
    if found := _DAY_FIRST.fullmatch(written):
        day, month, year, hour, rest = found.groups()
        written = f"{year}-{month:0>2}-{day:0>2}{f'T{hour:0>2}{rest}' if hour else ''}"
    if not (_YEAR_FIRST.fullmatch(written) and _is_time(written)):
        raise GuideError(
            "played_at is a day like 2026-05-01 or 1.5.2026, if you like with a time like 14:30, "
            f"not {quoted(text or '')}"
        )
    written = written.replace(" ", "T", 1)
    check_time(written, future)
    return written


def _is_time(text: str) -> bool:
    with suppress(ValueError):
        return bool(datetime.fromisoformat(text))
    return False


def _mover(text: str | None) -> str:
    """Return who moved first, or nothing where nothing is said; GuideError for other words."""
    word = (text or "").strip().casefold()
    if word not in ("", "machine", "opponent", BOTH):
        raise GuideError(f"first_mover is machine or opponent, or both, not {quoted(text or '')}")
    return word


# Its moves

WORDS = (RESIGN, ABANDON, REFILL)

_STEP = re.compile(r"\[[^\[\]]*\]|[^\s,;\[\]]+|[\[\]]")
_MADE_A_NUMBER = re.compile(r"\d+[.,]\d+E\+?\d+", re.IGNORECASE)
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
    return tuple(_STEP.findall(text.casefold()))


def spelled_out(game: Game, steps: Sequence[str]) -> list[str]:
    """Return the same steps, each move by itself."""
    alone = sum(map(_is_move, steps)) == 1
    found: list[str] = []
    for step in steps:
        word, equals, bead = step.partition("=")
        moves = moves_written(game, word, alone) if _is_move(step) else []
        found += [move + equals + bead for move in moves] if moves else [step]
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
                given = RESULT_WORDS[came][0] if came else ABANDON
                raise GuideError(
                    f"the result is {RESULT_WORDS[game.result][0]}, but the moves give {given}"
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


# A file of them


class Mistake(NamedTuple):
    """What is wrong with a line of a file (0: with all of it);
    mistakes of one `kind` are told in one sentence.
    """

    line: int
    kind: str
    said: str


class EnteredLine(NamedTuple):
    """A line that would do: the game as it is rehearsed, None where it is a count."""

    line: int
    written: PaperGame
    game: GameRecord | None


@dataclass
class PaperFile:
    """What a file's lines come to, rehearsed one behind the other;
    a line with a mistake is as if it were not there.
    """

    rehearsal: Rehearsal
    lines: list[EnteredLine] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Return how many games there are that would do."""
        return sum(line.game is not None for line in self.lines)

    @property
    def wrong(self) -> int:
        """Return how many lines have a mistake."""
        return len({mistake.line for mistake in self.mistakes if mistake.line})

    @property
    def right(self) -> int:
        """Return how many lines have none."""
        return len(self.lines)

    def changes(self, before: Contents) -> dict[int, dict[str, int]]:
        """Return box number -> colour -> beads more or fewer than before, of all lines together."""
        found: dict[int, dict[str, int]] = {}
        for number, counts in self.rehearsal.session.contents.items():
            for colour, count in counts.items():
                if change := count - before[number][colour]:
                    found.setdefault(number, {})[colour] = change
        return found

    def add(self, line: int, error: MenaceKitError) -> None:
        """Take a mistake in."""
        self.mistakes.append(Mistake(line, _kind(error), str(error)))

    def complaints(self) -> list[str]:
        """Return a sentence for each kind of mistake, with all its lines."""
        kinds: dict[str, list[Mistake]] = {}
        for mistake in sorted(self.mistakes):
            kinds.setdefault(mistake.kind, []).append(mistake)
        return [
            (
                f"{f'line {first.line}: ' if first.line else ''}{first.said}"
                f"{_alike([mistake.line for mistake in others])}"
            )
            for first, *others in kinds.values()
        ]

    def check(self) -> None:
        """Go on where all lines would do; GuideError tells what is wrong,
        or that there is nothing.
        """
        if self.mistakes:
            nothing = (
                say("refused.nothing-entered", n=self.wrong, right=self.right) if self.wrong else ""
            )
            raise GuideError("\n".join(filter(None, [*self.complaints(), str(nothing)])))
        if not self.lines:
            raise GuideError("there is no game in this file; nothing was entered")


def _kind(error: BaseException) -> str:
    """Return what mistakes have in common that differ in names and numbers alone."""
    cause = error.__cause__
    if isinstance(cause, MenaceKitError):
        return _kind(cause)
    told = error.args[0] if error.args else ""
    if isinstance(told, Message):
        return told.key
    return re.sub(r"(\W*(_|\d+))+", "_", re.sub(r"'[^']*'|\"[^\"]*\"", "_", str(told)))


def _alike(lines: Sequence[int]) -> str:
    """Return where the same is wrong, too: `likewise in lines 4, 7 to 9`."""
    runs: list[list[int]] = []
    for line in dict.fromkeys(lines):
        if runs and runs[-1][-1] == line - 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    shown = ", ".join(f"{run[0]} to {run[-1]}" if run[1:] else f"{run[0]}" for run in runs)
    return f"\n    likewise in line{'s' if len(lines) > 1 else ''} {shown}" if runs else ""


def read_games(
    session: Session,
    text: str,
    source: str = "the file",
    future: bool = False,
    advance: Callable[[int], object] = lambda _: None,
    repeats: Repeats | None = None,
) -> PaperFile:
    """Return what the lines of a file come to, each game confirmed;
    a game that `repeats` knows is a mistake.

    The file is JSON lines, or a table below a line that names its columns, separated by tabs,
    semicolons or commas. `advance` is told how many lines were read more; with `future` a time
    that is not yet is meant.
    """
    if session.due not in (Due.START, Due.ADJUST):
        raise GuideError(
            say("refused.still-running", number=session.game.number if session.game else 0)
        )
    if session.game and session.due is Due.ADJUST:
        raise GuideError(say("refused.adjustments-first", number=session.game.number))
    found = PaperFile(Rehearsal(session))
    done = 0
    for number, row in _rows(text, source):
        advance(number - done)
        done = number
        if isinstance(row, MenaceKitError):
            found.add(number, row)
        else:
            _read_line(found, number, row, future, repeats)
    return found


def _read_line(
    found: PaperFile, line: int, row: Mapping[str, Any], future: bool, repeats: Repeats | None
) -> None:
    """Rehearse a line; what is wrong with one of its facts does not hide what
    is wrong with the others.
    """
    facts: dict[str, Any] = {}
    rehearsal, wrong = found.rehearsal, len(found.mistakes)
    count, before = len(rehearsal.actions), rehearsal.session
    try:
        for name, value in _told(row).items():
            try:
                parse_game(**{name: value}, future=future)
            except MenaceKitError as error:
                found.add(line, error)
            else:
                facts[name] = value
        if {"moves", "result"} & {*facts}:
            written = parse_game(**facts, future=future)
            enter_game(rehearsal, written)
            if rehearsal.session.due is Due.ADJUST:
                rehearsal.act(lambda session: session.confirm())
            if len(found.mistakes) == wrong:
                game = None if written.counts_only else rehearsal.session.game
                if repeats and game:
                    repeats.check(line, game)
                found.lines.append(EnteredLine(line, written, game))
                return
    except LogbookError:  # the logbook is wrong, not the line
        raise
    except MenaceKitError as error:
        found.add(line, error)
    rehearsal.back_to(count, before)


Row = Mapping[str, Any] | MenaceKitError
"""What a line tells, or what is wrong with it."""


def _rows(text: str, source: str) -> Iterator[tuple[int, Row]]:
    """Yield each line's number and what it tells, or what is wrong with it."""
    lines = text.split("\n")  # JSON lines end there alone; a text in one may hold other line signs
    first = next((line for line in lines if line.strip() and not _is_remark(line)), "")
    if first.lstrip().startswith("{"):
        yield from _json_rows(lines)
        return
    try:
        yield from _table_rows(text, source)
    except MapError as error:
        where, _, said = str(error).removeprefix(f"{source}:").partition(": ")
        yield int(where) if where.isdecimal() else 1, GuideError(said)


def _is_remark(line: str) -> bool:
    return line.lstrip().startswith("#")


def _json_rows(lines: list[str]) -> Iterator[tuple[int, Row]]:
    for number, line in enumerate(lines, start=1):
        if line.strip() and not _is_remark(line):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                # Digits or brackets without end are no JSONDecodeError.
                wrong = getattr(error, "msg", "something is far too long or deep")
                yield number, GuideError(f"not JSON: {wrong}")
                continue
            is_object = isinstance(row, dict)
            yield (
                number,
                row if is_object else GuideError('a line is an object like {"moves": "1 5 9 3"}'),
            )


def _told(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts that a row tells; GuideError where they cannot be
    a game's, whatever they are.
    """
    told = {key: value for key, value in row.items() if value not in (None, "")}
    if unknown := [key for key in row if key not in FIELDS]:
        raise GuideError(f"there is no field {unknown[0]}; known: {', '.join(FIELDS)}")
    for key, value in told.items():
        if not isinstance(value, str) and not (key == "box" and type(value) is int):
            raise GuideError(f"the field {key} is a text in quotation marks")
    if not str(told.get("moves", "")).strip() and "result" not in told:
        raise GuideError('the field moves is needed, like "1 5 9 3", or else result, like "won"')
    if "moves" in told and (beside := [key for key in ("bead", "box") if key in told]):
        raise GuideError(
            f"the moves give the {beside[0]}; a line has moves, or else result, bead and box"
        )
    return told


# A table, whose first line names the columns


def _table_rows(text: str, source: str) -> Iterator[tuple[int, Row]]:
    records = table_records(text, source, comment="#")
    line, heads = next(records, (1, []))
    names = [re.sub(r"[\s_-]+", "_", head.casefold()) for head in heads]
    if names and (wrong := _wrong_columns(names)):
        yield line, wrong
        return
    for line, cells in records:
        told = {name: cell for name, cell in zip(names, cells, strict=False) if cell and name}
        if any(cells[len(names) :]):
            asked = "is a separator in one, without quotation marks?"
            yield line, GuideError(f"there are more cells than columns; {asked}")
        elif told:
            yield line, told


def _wrong_columns(names: Sequence[str]) -> GuideError | None:
    """Return what is wrong with the names of columns."""
    known = f"columns: {', '.join(FIELDS)}"
    if not {*names} & {*FIELDS}:
        hints = " ".join(filter(None, (did_you_mean(name, FIELDS) for name in names)))
        return GuideError(f"above the first game a line has to name the {known}. {hints}".strip())
    for name in filter(None, names):
        if name not in FIELDS:
            hint = did_you_mean(name, FIELDS)
            return GuideError(
                f"there is no column {name[:40]!r}; {f'{hint} ' if hint else ''}{known}"
            )
        if names.count(name) > 1:
            return GuideError(f"the column {quoted(name)} stands there twice")
    if not {"moves", "result"} & {*names}:
        return GuideError(f"a column moves is needed, or else result; {known}")
    return None
