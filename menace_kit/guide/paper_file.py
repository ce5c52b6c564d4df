"""A file of games from paper: every line is rehearsed, and all mistakes are reported together.

The file is JSON lines, or a table whose first line names the columns.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from menace_kit.errors import GuideError, LogbookError, MenaceKitError, RecordError, shortened
from menace_kit.guide.import_repeats import Repeats
from menace_kit.guide.paper import FIELDS, PaperGame, parse_game
from menace_kit.guide.paper_entry import enter_game
from menace_kit.guide.paper_table import Row, table_rows
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook import GameRecord
from menace_kit.logbook.runs import runs
from menace_kit.machine.learning import Contents
from menace_kit.text.phrases import say

NO_GAME = "there is no game in this file"


class Mistake(NamedTuple):
    """What is wrong with a line of a file (0: the whole file).

    Mistakes of one `kind` share a sentence.
    """

    line: int
    kind: str
    said: str


class EnteredLine(NamedTuple):
    """A line without mistakes: the rehearsed game, or None for a count."""

    line: int
    written: PaperGame
    game: GameRecord | None


@dataclass
class PaperFile:
    """What a file's lines give, rehearsed one after the other; lines with mistakes are skipped."""

    rehearsal: Rehearsal
    lines: list[EnteredLine] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Return how many games have no mistake."""
        return sum(line.game is not None for line in self.lines)

    @property
    def wrong(self) -> int:
        """Return how many lines have a mistake."""
        return len({mistake.line for mistake in self.mistakes if mistake.line})

    def changes(self, before: Contents) -> dict[int, dict[str, int]]:
        """Return box number -> colour -> beads added (negative: removed) by all lines together."""
        found: dict[int, dict[str, int]] = {}
        for number, counts in self.rehearsal.session.contents.items():
            for colour, count in counts.items():
                if change := count - before[number][colour]:
                    found.setdefault(number, {})[colour] = change
        return found

    def add(self, line: int, error: MenaceKitError) -> None:
        self.mistakes.append(Mistake(line, error.kind, str(error)))

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
        """Raise GuideError, with all complaints, unless there are lines and all are right."""
        if self.mistakes:
            told = self.complaints()
            if self.wrong:
                wrong = "1 line is" if self.wrong == 1 else f"{self.wrong} lines are"
                told.append(f"{wrong} wrong ({len(self.lines)} would do); nothing was entered")
            raise GuideError("\n".join(told))
        if not self.lines:
            raise GuideError(f"{NO_GAME}; nothing was entered")


def _alike(lines: Sequence[int]) -> str:
    """Return where else the same is wrong: `likewise in lines 4, 7 to 9`."""
    if not lines:
        return ""
    found = runs(dict.fromkeys(lines))
    shown = ", ".join(f"{first} to {last}" if last > first else str(first) for first, last in found)
    return f"\n    likewise in line{'s' if len(lines) > 1 else ''} {shown}"


def read_games(
    session: Session,
    text: str,
    future: bool = False,
    advance: Callable[[int], object] = lambda _: None,
    repeats: Repeats | None = None,
) -> PaperFile:
    """Return what the lines of a file give, each game confirmed.

    The file is JSON lines, or a table whose first line names the columns, separated by tabs,
    semicolons or commas. A game that `repeats` knows is a mistake. `advance` is called with the
    number of lines read since its last call. With `future`, times that have not come yet are
    accepted.
    """
    if session.running:
        raise GuideError(say("refused.still-running", number=session.number))
    if session.due is Due.ADJUST:
        raise GuideError(say("refused.adjustments-first", number=session.number))
    found = PaperFile(Rehearsal(session))
    done = 0
    for number, row in _rows(text):
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
    """Rehearse a line, and report all its wrong facts, not only the first."""
    facts: dict[str, Any] = {}
    rehearsal, wrong = found.rehearsal, len(found.mistakes)
    language = rehearsal.session.kit.spec.print.language
    count, before = len(rehearsal.actions), rehearsal.session
    try:
        for name, value in _told(row).items():
            try:
                parse_game(**{name: value}, future=future, language=language)
            except MenaceKitError as error:
                found.add(line, error)
            else:
                facts[name] = value
        if {"moves", "result"} & {*facts}:
            written = parse_game(**facts, future=future, language=language)
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


def _rows(text: str) -> Iterator[tuple[int, Row]]:
    """Yield each line's number and its facts, or what is wrong with it."""
    lines = text.split("\n")  # only this ends a JSON line; its texts may contain other line breaks
    first = next((line for line in lines if line.strip() and not _is_remark(line)), "")
    if first.lstrip().startswith("{"):
        yield from _json_rows(lines)
        return
    try:
        yield from table_rows(text)
    except RecordError as error:
        yield error.line, error


def _is_remark(line: str) -> bool:
    return line.lstrip().startswith("#")


def _json_rows(lines: list[str]) -> Iterator[tuple[int, Row]]:
    for number, line in enumerate(lines, start=1):
        if line.strip() and not _is_remark(line):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                # Endless digits or brackets raise no JSONDecodeError.
                wrong = getattr(error, "msg", "something is far too long or deep")
                yield number, GuideError(f"not JSON: {wrong}")
                continue
            is_object = isinstance(row, dict)
            yield (
                number,
                row if is_object else GuideError('a line is an object like {"moves": "1 5 9 3"}'),
            )


def _told(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a row; raises GuideError if they can't be those of a game."""
    told = {key: value for key, value in row.items() if value not in (None, "")}
    if unknown := [key for key in row if key not in FIELDS]:
        raise GuideError(f"there is no field {shortened(unknown[0])}; known: {', '.join(FIELDS)}")
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
