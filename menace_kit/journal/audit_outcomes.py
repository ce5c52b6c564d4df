"""The audit of what begins a game: a start alone, or a whole game of which only the outcome was entered."""

from collections.abc import Iterator

from menace_kit.games import Side
from menace_kit.journal.entries import BOTH, OUTCOME_ONLY, Entry, Kind
from menace_kit.journal.finding import Finding
from menace_kit.journal.replay import Replay, Step
from menace_kit.machine.contents import Result
from menace_kit.machine.course import results
from menace_kit.machine.rules import Teaches

OPENED = (Kind.BEAD, Kind.END, Kind.ADJUST)
UNOPENED = (Kind.END,)


def starts_are_whole(replay: Replay, step: Step) -> Iterator[Finding]:
    """Yield starts with more behind them than belongs there; a game is begun alone, or is outcome-only and whole."""
    start, *rest = step.entries
    if start.kind is not Kind.START:
        return
    if start.why == OUTCOME_ONLY and start.side == BOTH:
        wrong: str | None = "only its outcome was entered, but both players were machines"
    elif start.why == OUTCOME_ONLY:
        wrong = _not_whole(replay, rest) or next(
            filter(None, (_wrong(replay, start, entry) for entry in rest)), None
        )
    elif start.why is not None:
        wrong = f"it begins for the reason {start.why}, which there is not"
    else:
        wrong = "more is entered with its beginning, though it is not outcome-only" if rest else None
    if wrong:
        yield Finding(f"game {start.game}", wrong, start.number)


def _not_whole(replay: Replay, rest: list[Entry]) -> str | None:
    kinds = tuple(entry.kind for entry in rest)
    if kinds and kinds[-1] is Kind.CONFIRM:
        kinds = kinds[:-1]
    if kinds == OPENED and replay.kit.spec.learning.teaches is Teaches.LAST_MOVE:
        return "only its outcome was entered, but with its first bead, and the machine learns from its last one alone"
    if kinds in (OPENED, UNOPENED):
        return None
    told = ", ".join(kind.value for kind in kinds) or "nothing"
    return f"only its outcome was entered, but with it stands {told}"


def _wrong(replay: Replay, start: Entry, entry: Entry) -> str | None:
    """Return what is wrong with an entry of an outcome-only game by itself."""
    if entry.kind in (Kind.BEAD, Kind.END) and entry.why != OUTCOME_ONLY:
        return f"only its outcome was entered, but the reason of {entry.kind.value} is {entry.why or 'none'}"
    if entry.kind is Kind.END and Result(entry.result) not in results(replay.kit.game):
        return f"only its outcome was entered, {entry.result}, which a game of {replay.kit.game.name} cannot have"
    if entry.kind is not Kind.BEAD:
        return None
    if entry.move is not None:
        return f"only its outcome was entered, but its bead was played on {entry.move}"
    firsts = [box.number for box in replay.kit.first_boxes(Side(start.side))]
    if entry.box not in firsts:
        return f"box {entry.box} is opened first, but the machine's first move has {_boxes(firsts)}"
    return None


def _boxes(numbers: list[int]) -> str:
    return f"box{'' if len(numbers) == 1 else 'es'} {', '.join(map(str, numbers))}"
