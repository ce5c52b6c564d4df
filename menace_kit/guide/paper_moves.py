"""The moves of a game as written on paper."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache

from menace_kit.errors import GuideError, MoveError, quoted
from menace_kit.games import Game, Move, moves_written
from menace_kit.logbook.paper_words import ABANDON, REFILL, RESIGN, TAKEN
from menace_kit.machine.turns import Lot, Turn
from menace_kit.text.typed_moves import in_figures, long_names_of_squares, move_meant

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


def is_count(step: str) -> bool:
    return step.startswith("[")


def is_move(step: str) -> bool:
    return not is_count(step) and step not in WORDS and not is_taken(step)


def is_taken(step: str) -> bool:
    return step.startswith(f"{TAKEN}=")


def steps_written(text: str) -> tuple[str, ...]:
    """Return the written moves, a word each; anything after # is a comment."""
    text = text.partition("#")[0].strip()
    for pattern, made in ((_MADE_A_NUMBER, "number"), (_MADE_A_DATE, "date")):
        if pattern.fullmatch(text):
            raise MoveError(
                f"a spreadsheet seems to have made a {made} of the moves, {quoted(text)}; "
                "format their column as text, and type them again, as 5 1 3 7"
            )
    return tuple(_step_pattern(text).findall(text.casefold()))


def _step_pattern(text: str) -> re.Pattern[str]:
    """Return a pattern for the steps of a text; a name like `top left` is one step."""
    return _step_with_names() if re.search(r"[^\W\d_]{2}", text) else re.compile(_STEP)


@cache
def _step_with_names() -> re.Pattern[str]:
    names = "|".join(map(re.escape, long_names_of_squares()))
    return re.compile(rf"(?<![^\s,;])(?:{names})(?:=[^\s,;\[\]]+)?(?![^\s,;\[\]])|{_STEP}")


def lot_as_written(words: Iterable[str]) -> Lot:
    """Return a lot that chooses as a game on paper continues: the first word that is possible.

    It raises GuideError if there is none.
    """
    left = iter(words)

    def lot(turn: Turn, moves: Sequence[Move]) -> Move:
        for word in left:
            with suppress(MoveError):
                if (move := move_meant(turn.kit.game, turn.position, word)) in moves:
                    return move
        can = ", ".join(map(turn.written, moves))
        raise GuideError(
            f"then the machine has no box and moves at random, but none of {can} is written"
        )

    return lot


def spelled_out(game: Game, steps: Sequence[str]) -> list[str]:
    """Return the steps with every move separate."""
    alone = sum(map(is_move, steps)) == 1
    found: list[str] = []
    for step in steps:
        if not is_move(step):
            found.append(step)
            continue
        word, equals, bead = step.partition("=")
        moves = moves_written(game, word, alone) or [in_figures(game, word)]
        found += [move + equals + bead for move in moves]
    return found
