"""A game written on paper, read as people type it.

It has its moves, or else its result, first bead and that bead's box; and also when it was played,
by whom, and who moved first. Or it isn't a game, but a count between two games.
"""

from menace_kit.errors import GuideError, UnknownNameError, quoted
from menace_kit.frozen import Frozen
from menace_kit.guide.paper_moves import is_count, is_move, steps_written
from menace_kit.guide.players import checked_name
from menace_kit.logbook.entries import BOTH, KINDS_OF_GAME
from menace_kit.logbook.paper_words import OUTCOME_FIELDS
from menace_kit.logbook.times import check_time
from menace_kit.machine.learning import RESULT_WORDS, Result
from menace_kit.text.phrases import joined, listed, say
from menace_kit.text.typed_days import time_meant
from menace_kit.text.typed_words import meaning, result_meant

FIELDS = ("moves", "played_at", "operator", "opponent", "first_mover", "kind", *OUTCOME_FIELDS)


class PaperGame(Frozen):
    """A game as somebody wrote it down: what was done in order, who played, and when.

    `steps` are words: moves, counts in brackets, `refill`, `taken=white`, and at the end `resign`
    or `abandon` if the game didn't end by itself. If only the `result` was written down, there are
    no steps, but perhaps the first bead and its box. `machine_first` is None if the kit leaves no
    choice, or if `both` players were machines.
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
        """Return whether it isn't a game, but a count between two games."""
        return bool(self.steps) and all(map(is_count, self.steps))

    @property
    def squares(self) -> list[str]:
        """Return the steps that are moves."""
        return list(filter(is_move, self.steps))


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
    """Return the game written as `1 5 9 3 resign`, or without moves as a `result`.

    `language` is the kit's; it decides how a day with slashes is read. With `future`, a time that
    has not come yet is accepted. Raises MoveError or GuideError if the game can't be read.
    """
    steps = steps_written(moves)
    ended = _result(result)
    if ended is not None and not steps and _mover(first_mover) == BOTH:
        raise GuideError(
            "a game of both machines has two lists, which only its moves can give; enter its moves"
        )
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
    """Return the kind of game, None for the usual one; raises GuideError for other words."""
    word = (text or "").strip().casefold()
    if word and word not in KINDS_OF_GAME:
        raise GuideError(
            f"kind is {', '.join(KINDS_OF_GAME)}, or nothing, not {quoted(text or '')}"
        )
    return word or None


def _result(text: str | None) -> Result | None:
    """Return the result that a word means, None if it is empty; GuideError for other words."""
    if text is None or not text.strip():
        return None
    try:
        return result_meant(text)
    except UnknownNameError:
        *first, last = RESULT_WORDS.values()
        results = joined(listed(first), last, between=say("piece.or"))
        raise GuideError(f"a result is {results}, for the machine, not {quoted(text)}") from None


def _time(text: str | None, future: bool, language: str) -> str | None:
    """Return when it was played; without a zone it is local time.

    Raises GuideError if it is not a time, or in the future without `future`.
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
    """Return who moved first, "" if the text is empty; raises GuideError for other words."""
    if text is None or not text.strip():
        return ""
    found = meaning("players", text)
    if found is None:
        raise GuideError(f"first_mover is machine or opponent, or both, not {quoted(text)}")
    return found
