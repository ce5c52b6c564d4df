"""Machine files (JSON): what is in the boxes, what it learned from, and how to go on from there.

A file has one line for each box. It also keeps the state of the random stream and of what
learned beside the machine: a training that is resumed gives what one in a single piece would.
"""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from menace_kit.errors import KitError, LabError, OutputError
from menace_kit.files import read_file
from menace_kit.frozen import Frozen
from menace_kit.games import Side
from menace_kit.lab import WITH_BOXES
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import both_sides

FORMAT, VERSION = "menace-kit machine", 1

MOST_BEADS = 10**8
"""A count of beads stays here; those of a box with 42 kinds still fit the 32 bits
that a draw is made with.
"""

Weights = Mapping[int, Mapping[str, float]]
"""Box number -> colour name -> beads, or of a machine by odds how likely the move is."""

MOST_GAMES = 2**62
_SUM_TOLERANCE = 1e-6
"""How far the odds of a box may be from 1 in sum."""


class GameTally(NamedTuple):
    """How many games the first player won, how many were drawn,
    and how many the second player won.
    """

    first: int
    drawn: int
    second: int

    def seen_from(self, side: Side) -> tuple[int, int, int]:
        """Return games won, drawn and lost as a side tells them."""
        own, other = (self.first, self.second) if side is Side.FIRST else (self.second, self.first)
        return own, self.drawn, other


class Lesson(NamedTuple):
    """Games from which a machine learned, one after the other, under the same conditions.

    Attributes:
        side: which side the machine was; of a machine that played itself,
            from which side its results are told.
        opponents: name -> share of the games; of games that others played,
            the players, whoever began first.
        seed: of the random stream; it goes on where the lesson before ended, if that has the same.
        tally: how the games ended; where turns alternate, as if nobody had changed sides.
        alternate: whether who began changed game by game.
        watched: whether others played, and the machine learned from their moves.
    """

    side: Side
    opponents: Mapping[str, float]
    seed: int
    tally: GameTally
    alternate: bool = False
    watched: bool = False

    @property
    def games(self) -> int:
        """Return how many games there were."""
        return sum(self.tally)


class TrainingState(NamedTuple):
    """What a training needs, besides what is in the boxes, to go on:
    the names are those of `Memory`.

    `rates`, `qualities` and `explores` are of the opponents;
    empty where they are as at the beginning.
    """

    stream: int
    saturated: bool = False
    rates: tuple[float, ...] = ()
    past: tuple[tuple[float, ...], ...] = ((0.0, 0.0), (0.0, 0.0))
    qualities: tuple[tuple[float, ...], ...] = ()
    explores: tuple[float, ...] = ()


class SavedMachine(Frozen):
    """A trained machine: its kit, how it learns, as it is typed, what is in its boxes,
    and what it learned from.
    """

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
        """Return the beads in every box; LabError where the machine has odds instead."""
        if self.learner != "beads":
            raise LabError("this machine learned by odds; there are no beads in its boxes")
        return whole(self.weights)


def untaught(kit: Kit, contents: Mapping[int, Mapping[str, int]]) -> SavedMachine:
    """Return a machine of whose games nothing is known but what is in its boxes."""
    return SavedMachine(kit, "beads", contents, (), TrainingState(0))


def whole(weights: Weights) -> dict[int, dict[str, int]]:
    """Return weights that are beads as whole numbers, in tables of their own."""
    return {
        number: {colour: int(count) for colour, count in inside.items()}
        for number, inside in weights.items()
    }


def machine_bytes(machine: SavedMachine) -> bytes:
    """Return the file of a machine; `parse_machine` reads it."""
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
    """Return the machine that a file holds, of whichever of these kits it is.

    LabError, in a sentence, where there is no file or it is not one of a machine of theirs;
    OutputError where it cannot be read.
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
    """Return the kits that somebody with this one may have trained:
    it, and itself with boxes for both sides.
    """
    try:
        return (kit, both_sides(kit))
    except KitError:  # lists by stage, of which one side has more than the other
        return (kit,)


def parse_machine(content: bytes, source: str, *kits: Kit) -> SavedMachine:
    """Return the machine in the content of a file, of whichever of these kits it is;
    LabError names the source.
    """
    file = _File(source)
    facts = file.table(file.parsed(content), "it")
    if facts.get("format") != FORMAT:
        raise LabError(f"{source} is not a machine that menace-kit saved; it stays as it is")
    version = file.whole(facts, "version", MOST_GAMES)
    if version < VERSION:
        raise file.wrong(f"its format is {version}, and the first one is {VERSION}")
    if version > VERSION:
        raise LabError(
            f"{source} was saved by a newer menace-kit (its format is {version}, "
            f"here {VERSION} is known)"
        )
    kit = file.kit(facts, kits)
    learner = facts.get("learner")
    if str(learner).partition(":")[0] not in WITH_BOXES:
        raise file.wrong(f"learner is {learner!r}, not one of {', '.join(WITH_BOXES)}")
    return SavedMachine(
        kit=kit,
        learner=str(learner),
        weights=file.weights(facts, kit, str(learner)),
        lessons=tuple(file.lesson(entry) for entry in file.entries(facts, "lessons")),
        state=file.state(file.table(facts.get("state"), "state")),
    )


class _File:
    """The pieces of a file, each read and checked."""

    def __init__(self, source: str) -> None:
        self.source = source

    def wrong(self, what: str) -> LabError:
        """Return the error that says what is wrong in the file."""
        return LabError(f"{self.source} is damaged: {what}")

    def parsed(self, content: bytes) -> object:
        try:
            text = content.decode("utf-8-sig")
            # NaN is none.
            return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=int)
        except (ValueError, RecursionError) as error:
            if FORMAT.encode() not in content[:80]:
                return {}  # like any other file that is none of ours
            what = "it is cut off, or was changed so that it is no JSON any more"
            if isinstance(error, UnicodeDecodeError):
                line = content.count(b"\n", 0, error.start) + 1
                what = f"line {line} has a byte that stands for no character in UTF-8"
            elif isinstance(error, json.JSONDecodeError):
                what += f", from line {error.lineno} on"
            raise self.wrong(what) from error

    def table(self, value: object, name: str) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise self.wrong(f"{name} should be a table of names and values")
        return value

    def entries(self, facts: Mapping[str, Any], key: str) -> Sequence[Any]:
        value = facts.get(key)
        if not isinstance(value, list):
            raise self.wrong(f"{key} should be a list")
        return value

    def whole(self, facts: Mapping[str, Any], key: str, most: int) -> int:
        value = facts.get(key)
        if type(value) is not int or not 0 <= value <= most:
            raise self.wrong(
                f"{key} should be a whole number from 0 to {most}, not {_shortened(value)}"
            )
        return value

    def numbers(self, value: object, name: str) -> tuple[float, ...]:
        if not isinstance(value, list) or not all(map(_is_number, value)):
            raise self.wrong(f"{name} should be a list of numbers")
        return tuple(map(float, value))

    def kit(self, facts: Mapping[str, Any], kits: Sequence[Kit]) -> Kit:
        known = self.table(facts.get("kit"), "kit")
        for kit in kits:
            if known.get("fingerprint") == kit.fingerprint:
                return kit
        side = " for both sides" if known.get("side") == "both" else ""
        raise LabError(
            f"{self.source} is a machine{side} of another kit: {_shortened(known.get('name'))} "
            f"({_shortened(known.get('fingerprint'))}), and this is {kits[0].spec.name} "
            f"({kits[0].fingerprint}); name its own kit, by its preset or its kit file"
        )

    def weights(self, facts: Mapping[str, Any], kit: Kit, learner: str) -> Weights:
        boxes = self.table(facts.get("boxes"), "boxes")
        numbers = {str(box.number) for box in kit.boxes}
        strange = [number for number in boxes if number not in numbers]
        if strange:
            raise self.wrong(f"there is no box {_shortened(strange[0])} in {kit.spec.name}")
        return {box.number: self._box(boxes, box, learner) for box in kit.boxes}

    def _box(self, boxes: Mapping[str, Any], box: Box, learner: str) -> dict[str, float]:
        if str(box.number) not in boxes:
            raise self.wrong(f"box {box.number} is missing")
        inside = self.table(boxes[str(box.number)], f"box {box.number}")
        if set(inside) != set(box.moves):
            raise self.wrong(
                f"box {box.number} should have {', '.join(box.moves)}, and has "
                f"{_shortened(', '.join(inside)) if inside else 'nothing'}"
            )
        held = {colour: inside[colour] for colour in box.moves}
        for colour, count in held.items():
            if learner == "beads" and (type(count) is not int or not 0 <= count <= MOST_BEADS):
                raise self.wrong(
                    f"box {box.number} has {_shortened(count)} {colour} beads; "
                    f"a count is a whole number from 0 to {MOST_BEADS:,}"
                )
            if learner != "beads" and (not _is_number(count) or not 0 <= count <= 1):
                raise self.wrong(
                    f"box {box.number} plays {colour} with {_shortened(count)}; "
                    "that is a number from 0 to 1"
                )
        if learner != "beads" and abs(sum(held.values()) - 1) > _SUM_TOLERANCE:
            raise self.wrong(f"the odds of box {box.number} should have the sum 1")
        return {
            colour: count if learner == "beads" else float(count) for colour, count in held.items()
        }

    def lesson(self, entry: object) -> Lesson:
        facts = self.table(entry, "a lesson")
        if facts.get("side") not in [side.value for side in Side]:
            raise self.wrong(
                f"a lesson's side is {_shortened(facts.get('side'))}, not first or second"
            )
        opponents = self.table(facts.get("opponents"), "a lesson's opponents")
        if not opponents or not all(
            _is_number(share) and 0 < share <= 1 for share in opponents.values()
        ):
            raise self.wrong("a lesson's opponents should each have a share over 0, and up to 1")
        counts = [self.whole(facts, key, MOST_GAMES) for key in GameTally._fields]
        seed = self.whole(facts, "seed", 2**64 - 1)
        shares = {name: float(share) for name, share in opponents.items()}
        flags = [facts.get(key, False) for key in ("alternate", "watched")]
        if not all(isinstance(flag, bool) for flag in flags):
            raise self.wrong("a lesson's alternate and watched should be true or false")
        return Lesson(Side(facts["side"]), shares, seed, GameTally(*counts), *flags)

    def state(self, facts: Mapping[str, Any]) -> TrainingState:
        stream = facts.get("stream")
        if (
            not isinstance(stream, str)
            or len(stream) != 16
            or set(stream) - set("0123456789abcdef")
        ):
            raise self.wrong(
                f"state.stream should be 16 hexadecimal digits, not {_shortened(stream)}"
            )
        if not isinstance(facts.get("saturated"), bool):
            raise self.wrong("state.saturated should be true or false")
        rates = self.numbers(facts.get("rates"), "state.rates")
        if not all(0 <= rate <= 1 for rate in rates):
            raise self.wrong("state.rates should be numbers from 0 to 1")
        past = tuple(self.numbers(row, "state.past") for row in self.entries(facts, "past"))
        if [len(row) for row in past] != [2, 2]:
            raise self.wrong("state.past should be two numbers for each side")
        qualities = self.entries(facts, "qualities")
        return TrainingState(
            stream=int(stream, 16),
            saturated=facts["saturated"],
            rates=rates,
            past=past,
            qualities=tuple(self.numbers(row, "state.qualities") for row in qualities),
            explores=self.numbers(facts.get("explores", []), "state.explores"),
        )


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a name stands there twice")
    return table


def _is_number(value: object) -> bool:
    if type(value) is int:
        return abs(value) < 2**53
    return type(value) is float and math.isfinite(value)


def _shortened(value: object) -> str:
    """Return a value as a message can show it."""
    text = "nothing" if value is None else str(value) if isinstance(value, str) else _text(value)
    plain = " ".join(text.split()) or "nothing"
    return plain if len(plain) <= 60 else f"{plain[:57]}..."
