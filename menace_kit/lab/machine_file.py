"""Machine files (JSON): what is in the boxes, the games behind it, and how to continue.

A file has one line for each box. It also has the state of the random stream and of whatever learned
beside the machine, so that a resumed training gives the same as one in a single piece.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from menace_kit.errors import KitError, LabError, OutputError
from menace_kit.files import read_file
from menace_kit.frozen import Frozen
from menace_kit.games import Side
from menace_kit.lab import WITH_BOXES
from menace_kit.machine import Box, Kit
from menace_kit.machine.kit_files import both_sides
from menace_kit.machine.tables import Limits, Table, parse_table

FORMAT, VERSION = "menace-kit machine", 1

MOST_BEADS = 10**8
"""Counts of beads stop here, so that a box of 42 kinds still fits the 32 bits used for draws."""

Weights = Mapping[int, Mapping[str, float]]
"""Box number -> colour name -> beads, or the chance of the move for a machine with odds."""

MOST_GAMES = 2**62
_SUM_TOLERANCE = 1e-6
"""How far the sum of a box's odds may be from 1."""


class GameTally(NamedTuple):
    """How many games the first player won, nobody won, and the second player won."""

    first: int
    drawn: int
    second: int

    def seen_from(self, side: Side) -> tuple[int, int, int]:
        """Return how many games a side won, drew and lost."""
        own, other = (self.first, self.second) if side is Side.FIRST else (self.second, self.first)
        return own, self.drawn, other


class Lesson(NamedTuple):
    """Consecutive games from which a machine learned under the same conditions.

    Attributes:
        side: the machine's; if it played itself, the side from which results are told.
        opponents: name -> share of the games; for games of others, the players,
            whoever began.
        seed: of the random stream, which continues that of the last lesson if the seed is the same.
        tally: how the games ended; if turns alternate, as if nobody had changed sides.
        alternate: whether who began changed from game to game.
        watched: whether others played and the machine learned from their moves.
    """

    side: Side
    opponents: Mapping[str, float]
    seed: int
    tally: GameTally
    alternate: bool = False
    watched: bool = False

    @property
    def games(self) -> int:
        return sum(self.tally)


class TrainingState(NamedTuple):
    """What a training needs to continue, besides the boxes; the names are those of `Memory`.

    `rates`, `qualities` and `explores` are the opponents', empty if they are as at the start.
    """

    stream: int
    saturated: bool = False
    rates: tuple[float, ...] = ()
    past: tuple[tuple[float, ...], ...] = ((0.0, 0.0), (0.0, 0.0))
    qualities: tuple[tuple[float, ...], ...] = ()
    explores: tuple[float, ...] = ()


class SavedMachine(Frozen):
    """A trained machine: its kit, how it learns (as typed), its boxes, and its lessons."""

    kit: Kit
    learner: str
    weights: Weights
    lessons: tuple[Lesson, ...]
    state: TrainingState

    @property
    def games(self) -> int:
        """Return how many games it learned from."""
        return sum(lesson.games for lesson in self.lessons)

    @property
    def contents(self) -> dict[int, dict[str, int]]:
        """Return the beads in every box; raises LabError if the machine has odds instead."""
        if self.learner != "beads":
            raise LabError("this machine learned by odds; there are no beads in its boxes")
        return whole(self.weights)


def untaught(kit: Kit, contents: Mapping[int, Mapping[str, int]]) -> SavedMachine:
    """Return a machine of which only the contents of its boxes are known, not its games."""
    return SavedMachine(kit, "beads", contents, (), TrainingState(0))


def whole(weights: Weights) -> dict[int, dict[str, int]]:
    """Return beads as integers, in new dictionaries."""
    return {
        number: {colour: int(count) for colour, count in inside.items()}
        for number, inside in weights.items()
    }


def machine_bytes(machine: SavedMachine) -> bytes:
    """Return a machine as a file; `parse_machine` reads it."""
    kit = machine.kit
    facts = {
        "format": FORMAT,
        "version": VERSION,
        "kit": {"fingerprint": kit.fingerprint, "name": kit.spec.name, "side": kit.spec.side},
        "learner": machine.learner,
        "lessons": [
            {
                "side": lesson.side.value,
                "opponents": lesson.opponents,
                "seed": lesson.seed,
                **lesson.tally._asdict(),
                **{key: True for key in ("alternate", "watched") if getattr(lesson, key)},
            }
            for lesson in machine.lessons
        ],
        "state": {**machine.state._asdict(), "stream": f"{machine.state.stream:016x}"},
    }
    lines = [f"{_text(key)}: {_text(value)}" for key, value in facts.items()]
    boxes = [
        f"  {_text(str(number))}: {_text(counts)}" for number, counts in machine.weights.items()
    ]
    lines.append('"boxes": {\n' + ",\n".join(boxes) + "\n }")
    return ("{\n " + ",\n ".join(lines) + "\n}\n").encode()


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def load_machine(path: Path, *kits: Kit) -> SavedMachine:
    """Return the machine in a file, which belongs to one of these kits.

    Raises LabError if there is no file or it isn't a machine of theirs, and OutputError if it can't
    be read.
    """
    try:
        content = read_file(path)
    except OutputError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            name, colon, rest = str(path).rpartition(":")
            if colon and Path(name).is_file():
                raise LabError(
                    f"{path}: what follows {name} can only be :greedy, not {rest!r}"
                ) from None
            raise LabError(
                f"there is no file {path}; menace-kit lab train --machine {path.name} makes one, "
                f"and menace-kit logbook export --machine {path.name} one of the real machine"
            ) from None
        raise
    return parse_machine(content, str(path), *kits)


def kits_of(kit: Kit) -> tuple[Kit, ...]:
    """Return the kits whose machines fit this one: itself, and with boxes for both sides."""
    try:
        return (kit, both_sides(kit))
    except KitError:  # lists by stage, and the sides have different numbers of stages
        return (kit,)


def _at_least_one(opponents: Mapping[str, float]) -> Mapping[str, float]:
    if not opponents:
        raise ValueError("should name somebody")
    return opponents


BoundedCount = Annotated[int, Limits(ge=0, le=MOST_GAMES)]
Seed = Annotated[int, Limits(ge=0, le=2**64 - 1)]
Share = Annotated[float, Limits(gt=0, le=1)]
Numbers = tuple[float, ...]


def _stream(text: str) -> str:
    """Return a random stream's state as a file has it; raises ValueError for anything else."""
    if not re.fullmatch("[0-9a-f]{16}", text):
        raise ValueError(f"should be 16 hexadecimal digits (it is {text[:60]!r})")
    return text


class _KitTable(Table):
    fingerprint: str
    name: str
    side: str


class _LessonTable(Table):
    side: Side
    opponents: Annotated[Mapping[str, Share], _at_least_one]
    seed: Seed
    first: BoundedCount
    drawn: BoundedCount
    second: BoundedCount
    alternate: bool = False
    watched: bool = False

    @property
    def lesson(self) -> Lesson:
        tally = GameTally(self.first, self.drawn, self.second)
        return Lesson(
            self.side, self.opponents, self.seed, tally, self.alternate, watched=self.watched
        )


class _StateTable(Table):
    stream: Annotated[str, _stream]
    saturated: bool
    rates: tuple[Annotated[float, Limits(ge=0, le=1)], ...]
    past: tuple[tuple[float, float], tuple[float, float]]
    qualities: tuple[Numbers, ...]
    explores: Numbers = ()

    @property
    def state(self) -> TrainingState:
        return TrainingState(**{**vars(self), "stream": int(self.stream, 16)})


class _MachineTable(Table):
    """What a file says."""

    format: str
    version: int
    kit: _KitTable
    learner: str
    lessons: tuple[_LessonTable, ...]
    state: _StateTable
    boxes: Mapping[str, Mapping[str, int | float]]


def parse_machine(content: bytes, source: str, *kits: Kit) -> SavedMachine:
    """Return the machine in a file's content, which belongs to one of these kits.

    Raises LabError, which names the source.
    """
    facts = _parsed(content, source)
    if facts.get("format") != FORMAT:
        raise LabError(f"{source} is not a machine that menace-kit saved; it stays as it is")
    version = facts.get("version")
    if isinstance(version, int) and version > VERSION:
        raise LabError(
            f"{source} was saved by a newer menace-kit (its format is {version}, "
            f"here {VERSION} is known)"
        )
    try:
        saved = parse_table(_MachineTable, facts, source)
    except KitError as error:
        first, *_ = error.several or (error,)
        told = first.location.said if first.location else str(first)
        raise _damaged(source, told[:LONGEST]) from error
    if saved.version < VERSION:
        raise _damaged(source, f"its format is {saved.version}, and the first one is {VERSION}")
    if saved.learner.partition(":")[0] not in WITH_BOXES:
        known = ", ".join(WITH_BOXES)
        raise _damaged(source, f"learner is {saved.learner[:60]!r}, not one of {known}")
    kit = _kit_among(kits, saved.kit, source)
    strange = saved.boxes.keys() - {str(box.number) for box in kit.boxes}
    if strange:
        raise _damaged(source, f"there is no box {min(strange)[:60]} in {kit.spec.name}")
    weights = {
        box.number: _inside(saved.boxes.get(str(box.number)), box, saved.learner, source)
        for box in kit.boxes
    }
    lessons = tuple(each.lesson for each in saved.lessons)
    return SavedMachine(kit, saved.learner, weights, lessons, saved.state.state)


LONGEST = 200
"""How many characters of a file's mistake are shown."""


def _damaged(source: str, what: str) -> LabError:
    return LabError(f"{source} is damaged: {what}")


def _parsed(content: bytes, source: str) -> Mapping[str, Any]:
    """Return the content of a file, or an empty table if it isn't one of ours."""
    try:
        text = content.decode("utf-8-sig")
        # `int` refuses NaN.
        facts = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=int)
    except (ValueError, RecursionError) as error:
        if FORMAT.encode() not in content[:80]:
            return {}
        what = "it is cut off, or was changed so that it is no JSON any more"
        if isinstance(error, UnicodeDecodeError):
            line = content.count(b"\n", 0, error.start) + 1
            what = f"line {line} has a byte that stands for no character in UTF-8"
        elif isinstance(error, json.JSONDecodeError):
            what += f", from line {error.lineno} on"
        raise _damaged(source, what) from error
    return facts if isinstance(facts, dict) else {}


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a name stands there twice")
    return table


def _kit_among(kits: Sequence[Kit], known: _KitTable, source: str) -> Kit:
    for kit in kits:
        if known.fingerprint == kit.fingerprint:
            return kit
    side = " for both sides" if known.side == "both" else ""
    raise LabError(
        f"{source} is a machine{side} of another kit: {known.name[:60]} "
        f"({known.fingerprint[:60]}), and this is {kits[0].spec.name} "
        f"({kits[0].fingerprint}); name its own kit, by its preset or its kit file"
    )


def _inside(
    found: Mapping[str, float] | None, box: Box, learner: str, source: str
) -> dict[str, float]:
    """Return what a file says about a box, in the box's own order."""
    if found is None:
        raise _damaged(source, f"box {box.number} is missing")
    if set(found) != set(box.moves):
        has = ", ".join(found)[:LONGEST] or "nothing"
        wanted = f"box {box.number} should have {', '.join(box.moves)}, and has {has}"
        raise _damaged(source, wanted)
    held = {colour: found[colour] for colour in box.moves}
    if learner == "beads":
        for colour, count in held.items():
            if not isinstance(count, int) or not 0 <= count <= MOST_BEADS:
                raise _damaged(
                    source,
                    f"box {box.number} has {count} {colour} beads; "
                    f"a count is a whole number from 0 to {MOST_BEADS:,}",
                )
        return held
    if min(held.values()) < 0 or abs(sum(held.values()) - 1) > _SUM_TOLERANCE:
        raise _damaged(source, f"the odds of box {box.number} should be 0 or more, and 1 in sum")
    return {colour: float(share) for colour, share in held.items()}
