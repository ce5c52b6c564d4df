"""Saved machines: what is written is read again, and nothing else is taken for one."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import InputError, LabError
from menace_kit.games import Side
from menace_kit.lab.machine_file import (
    MOST_BEADS,
    GameTally,
    Lesson,
    SavedMachine,
    TrainingState,
    kits_of,
    load_machine,
    machine_bytes,
    parse_machine,
)
from menace_kit.machine.kit_files import both_sides
from menace_kit.machine.learning import starting_contents
from tests.examples import preset

MICHIE = preset("michie-1961")
LESSON = Lesson(Side.FIRST, {"random": 0.75, "perfect:0.1": 0.25}, 2**64 - 1, GameTally(5, 3, 2))
STATE = TrainingState(
    2**64 - 1, True, (0.0, 0.1), ((0.5, 1.25), (-0.1, 3.0)), ((0.1, -0.2), (1e-300, 2.0))
)
MACHINE = SavedMachine(MICHIE, "beads", starting_contents(MICHIE), (LESSON,), STATE)
ODDS = {box.number: dict.fromkeys(box.moves, 1 / len(box.beads)) for box in MICHIE.boxes}
FILE = machine_bytes(MACHINE)


def changed(*keys: str, to: Any) -> bytes:
    """Return the file with the value at these keys replaced."""
    facts: Any = json.loads(FILE)
    table = facts
    for key in keys[:-1]:
        table = table[int(key)] if isinstance(table, list) else table[key]
    table[keys[-1]] = to
    return json.dumps(facts).encode()


def without(*keys: str) -> bytes:
    facts: Any = json.loads(FILE)
    table = facts
    for key in keys[:-1]:
        table = table[int(key)] if isinstance(table, list) else table[key]
    del table[keys[-1]]
    return json.dumps(facts).encode()


def complaint(content: bytes) -> str:
    with pytest.raises(LabError) as refused:
        parse_machine(content, "m.json", MICHIE)
    text = str(refused.value)
    assert text.startswith("m.json")
    assert "\n" not in text
    assert len(text) < 300
    return text


@pytest.mark.parametrize(
    "machine",
    [MACHINE, SavedMachine(MICHIE, "odds", ODDS, (), TrainingState(0))],
    ids=["beads", "odds"],
)
def test_what_is_written_is_read(machine: SavedMachine, tmp_path: Path) -> None:
    (tmp_path / "m.json").write_bytes(machine_bytes(machine))
    assert load_machine(tmp_path / "m.json", MICHIE) == machine


def test_a_machine_that_a_former_version_wrote_is_read() -> None:
    """The file is never written again: somebody has filled boxes by one like it."""
    old = load_machine(Path(__file__).parent / "old-machine.json", preset("nim-8"))
    assert (old.learner, old.games) == ("beads", 0)
    assert old.contents[4] == {"yellow": 1, "blue": 1, "red": 0}


def test_a_machine_knows_its_games_and_beads() -> None:
    assert MACHINE.games == 10
    assert MACHINE.contents == starting_contents(MICHIE)
    with pytest.raises(LabError, match="no beads in its boxes"):
        _ = SavedMachine(MICHIE, "odds", ODDS, (), TrainingState(0)).contents


def test_each_box_has_a_line() -> None:
    assert FILE.decode().count("\n") == 304 + 10
    assert b'\n  "1": {"white": 4, "lilac": 4, "gold": 4},\n' in FILE


def test_a_machine_that_played_itself_is_one_of_the_kit_for_both_sides() -> None:
    both = both_sides(MICHIE)
    assert len(both.boxes) == 304 + 289
    assert both_sides(both) is both
    file = machine_bytes(SavedMachine(both, "beads", starting_contents(both), (), TrainingState(1)))
    assert parse_machine(file, "m.json", *kits_of(MICHIE)).kit.fingerprint == both.fingerprint
    assert "a machine for both sides of another kit" in complaint(file)


def test_lists_that_do_not_suit_both_sides_leave_the_kit_alone() -> None:
    second = preset("second-player")  # with forced moves the first player would have a fifth stage
    boxes = second.spec.boxes.model_copy(update={"forced_moves": True})
    kit = replace(second, spec=second.spec.model_copy(update={"boxes": boxes}))
    assert kits_of(kit) == (kit,)


NOT_OURS = "is not a machine that menace-kit saved; it stays as it is"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", NOT_OURS),
        (b"\x89PNG\r\n\x1a\n\0\0", NOT_OURS),
        (b'{"format": 1}', NOT_OURS),
        (b"[" * 100_000, NOT_OURS),
        (b"9" * 10_000, NOT_OURS),
        (b"[]", NOT_OURS),
        (FILE[: len(FILE) // 2], "is damaged: it is cut off, or was changed"),
        (FILE.replace(b'"2": {', b'"1": {', 1), "is damaged: it is cut off, or was changed"),
        (FILE.replace(b"0.75", b"NaN"), "is damaged: it is cut off, or was changed"),
        (
            FILE.replace(b"gold", b"g\xfcld", 1),
            "is damaged: line 9 has a byte that stands for no character",
        ),
        (
            changed("version", to=2),
            "was saved by a newer menace-kit (its format is 2, here 1 is known)",
        ),
        (changed("version", to=0), "is damaged: its format is 0, and the first one is 1"),
        (changed("version", to="1"), "version: should be a whole number"),
        (without("version"), "version: this key is needed"),
        (
            changed("kit", "fingerprint", to="00000000"),
            (
                "is a machine of another kit: MENACE 1961 (00000000), and this "
                "is MENACE 1961 (ec7bb6e0)"
            ),
        ),
        (changed("kit", to=None), "kit: should be a table"),
        (changed("learner", to="magic"), "learner is 'magic', not one of beads, odds"),
        (without("boxes"), "boxes: this key is needed"),
        (without("boxes", "217"), "box 217 is missing"),
        (changed("boxes", "305", to={}), "there is no box 305 in MENACE 1961"),
        (
            without("boxes", "1", "gold"),
            "box 1 should have white, lilac, gold, and has white, lilac",
        ),
        (
            changed("boxes", "1", "gold", to=-1),
            "box 1 has -1 gold beads; a count is a whole number from 0 to",
        ),
        (changed("boxes", "1", "gold", to=1.5), "box 1 has 1.5 gold beads"),
        (changed("boxes", "1", "gold", to=True), "boxes.1.gold: should be a whole number or a"),
        (changed("boxes", "1", "gold", to=MOST_BEADS + 1), "box 1 has 100000001 gold beads"),
        (changed("lessons", to={}), "lessons: should be a list"),
        (changed("lessons", "0", "side", to="third"), "lessons.1.side: should be"),
        (
            changed("lessons", "0", "opponents", to={"random": 2}),
            "lessons.1.opponents.random: should be 1 or less",
        ),
        (changed("lessons", "0", "drawn", to=-3), "lessons.1.drawn: should be 0 or more"),
        (
            changed("lessons", "0", "first", to=2**62 + 1),
            "lessons.1.first: should be 4611686018427387904 or less",
        ),
        (without("state"), "state: this key is needed"),
        (changed("state", "stream", to=5), "state.stream: should be text"),
        (changed("state", "saturated", to=0), "state.saturated: should be true or false"),
        (changed("state", "rates", to=[2]), "state.rates.1: should be 1 or less"),
        (
            changed("state", "past", to=[[1, 2]]),
            "state.past: should be a list of 2 (it is [[1, 2]])",
        ),
        (changed("state", "qualities", to=[[None]]), "state.qualities.1.1: should be a number"),
    ],
)
def test_what_is_no_saved_machine_is_refused(content: bytes, said: str) -> None:
    assert said in complaint(content)


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        (
            {"white": 0.5, "lilac": 0.5, "gold": 0.5},
            "the odds of box 1 should be 0 or more, and 1 in sum",
        ),
        (
            {"white": -0.5, "lilac": 1, "gold": 0.5},
            "the odds of box 1 should be 0 or more, and 1 in sum",
        ),
    ],
)
def test_odds_that_cannot_be_are_refused(weights: dict[str, float], said: str) -> None:
    facts = json.loads(machine_bytes(SavedMachine(MICHIE, "odds", ODDS, (), TrainingState(0))))
    facts["boxes"]["1"] = weights
    assert said in complaint(json.dumps(facts).encode())


def test_a_file_that_is_not_there_or_is_a_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(LabError, match=r"there is no file .*m\.json"):
        load_machine(tmp_path / "m.json", MICHIE)
    with pytest.raises(InputError, match="it is a folder, not an ordinary file"):
        load_machine(tmp_path, MICHIE)
    (tmp_path / "m.json").write_text("{}")
    with pytest.raises(LabError, match=r"what follows .*m\.json can only be :greedy, not 'gready'"):
        load_machine(tmp_path / "m.json:gready", MICHIE)


@given(st.integers(0, len(FILE) - 1), st.binary(min_size=0, max_size=3), st.integers(0, 4))
def test_a_damaged_file_is_read_whole_or_refused_in_a_sentence(
    place: int, bytes_: bytes, cut: int
) -> None:
    content = FILE[:place] + bytes_ + FILE[place + cut :]
    try:
        found = parse_machine(content, "m.json", MICHIE)
    except LabError as error:
        assert "\n" not in str(error)  # noqa: PT017 - either of the two may happen
    else:
        assert parse_machine(machine_bytes(found), "again", MICHIE) == found
