"""`logbook export --machine`, `filling --machine`:
a machine is laid out elsewhere, and is the same there.
"""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from menace_kit.lab.machine_file import machine_bytes, parse_machine, untaught
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import both_sides
from menace_kit.machine.learning import starting_contents
from tests.cli.conftest import Menace
from tests.cli.running import complaint, words_of
from tests.examples import preset
from tests.logbook.games import play_random_games

KIT, MICHIE = preset("her-37"), preset("michie-1961")
HERS = ("--preset", "her-37")


def expert_contents(kit: Kit = KIT) -> dict[int, dict[str, int]]:
    """Return beads of which every third box has others than at the start, some of them many."""
    return {
        box.number: {
            colour: start if box.number % 3 else (start + place * 50) * (place > 0)
            for place, (colour, start) in enumerate(box.start.items())
        }
        for box in kit.boxes
    }


@pytest.fixture(name="expert")
def fixture_expert(tmp_path: Path) -> Path:
    path = tmp_path / "expert.json"
    path.write_bytes(machine_bytes(untaught(KIT, expert_contents())))
    return path


def kept(path: Path, kit: Kit = KIT) -> dict[int, dict[str, int]]:
    return parse_machine(path.read_bytes(), str(path), kit).contents


def counts_in(table: str) -> dict[int, dict[str, int]]:
    """Return the beads in a list of boxes of her-37."""
    rows = {int(row["number"]): row for row in csv.DictReader(io.StringIO(table))}
    return {
        box.number: {colour: int(rows[box.number][colour]) for colour in box.moves}
        for box in KIT.boxes
    }


def test_a_machine_travels_in_its_file(menace: Menace, tmp_path: Path) -> None:
    """What a logbook exports, and each command that takes it, has the same beads."""
    with Logbook(tmp_path / "real.sqlite", KIT) as logbook:
        play_random_games(logbook, 9, seed=1961)
        contents = logbook.contents()
    exported = menace(
        "logbook", "export", "real.json", "--machine", *HERS, "--logbook", "real.sqlite"
    )
    beads = sum(sum(inside.values()) for inside in contents.values())
    assert (exported.code, exported.out) == (0, f"real.json  ({beads} beads in 37 boxes)\n")
    piped = menace("logbook", "export", "--machine", *HERS, "--logbook", "real.sqlite")
    assert piped.out == (tmp_path / "real.json").read_text(encoding="utf-8")
    assert "already there" in complaint(
        menace("logbook", "export", "real.json", "--machine", *HERS, "--logbook", "real.sqlite"), 1
    )
    assert kept(tmp_path / "real.json") == contents
    listed = menace("boxes", "--machine", "real.json", *HERS, "--csv").out
    facts = json.loads(menace("boxes", "--machine", "real.json", *HERS, "--json").out)
    assert counts_in(listed) == {box["number"]: box["in_box"] for box in facts} == contents
    menace("operator", "start", "--machine", "real.json", *HERS, "--logbook", "next.sqlite")
    with Logbook(tmp_path / "next.sqlite", KIT, read_only=True) as logbook:
        assert logbook.contents() == contents


def test_what_is_printed_of_a_machine_that_has_learned_has_its_beads(
    menace: Menace, tmp_path: Path, expert: Path
) -> None:
    built = menace("build", "--machine", expert, *HERS, "-o", "made")
    assert (built.code, built.err) == (0, "")
    beads = sum(sum(inside.values()) for inside in expert_contents().values())
    assert f" {beads:,} " in words_of(tmp_path / "made/filling-a4-expert.pdf")
    assert f" {beads:,} " in words_of(tmp_path / "made/shopping-a4.pdf")


@pytest.mark.parametrize("command", [("build",), ("operator", "start")])
def test_a_damaged_file_is_told_in_a_sentence(
    menace: Menace, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "bad.json").write_bytes(machine_bytes(untaught(KIT, starting_contents(KIT)))[:500])
    said = complaint(menace(*command, "--machine", "bad.json", *HERS), 2)
    assert said.startswith("bad.json is damaged: it is cut off, or was changed")
    assert [path.name for path in tmp_path.iterdir()] == ["bad.json"]


def test_the_filling_guide_of_a_machine_says_its_beads_and_what_to_change(
    menace: Menace, tmp_path: Path, expert: Path
) -> None:
    assert menace("print", "filling", "--machine", expert, *HERS, "-o", "made").err == ""
    (table,) = (tmp_path / "made").glob("filling-*.csv")
    assert counts_in(table.read_text(encoding="utf-8")) == expert_contents()
    (page,) = (tmp_path / "made").glob("filling-a4-*.pdf")
    differ = sum(box.start != expert_contents()[box.number] for box in KIT.boxes)
    assert f"{differ} of {len(KIT.boxes)} boxes differ" in words_of(page)
    assert "With the beads in expert.json" in words_of(page)
    # The kit's own guide is another file, and stays what it is.
    assert menace("print", "filling", *HERS, "-o", "own").code == 0
    assert sorted(path.name for path in (tmp_path / "own").iterdir()) == [
        "filling-a4.pdf",
        "filling.csv",
    ]


def test_boxes_that_are_too_full_to_mix_are_halved(
    menace: Menace, tmp_path: Path, expert: Path
) -> None:
    mixes = int(
        48 * 32 * 13.4 * 0.3 / (3.1416 / 4 * 5 * 5 * 5)
    )  # midi beads, 30 % of the tray of a pocket matchbox
    full = {number for number, inside in expert_contents().items() if sum(inside.values()) > mixes}
    said = " ".join(menace("print", "filling", "--machine", expert, *HERS).out.split())
    most = max(sum(inside.values()) for inside in expert_contents().values())
    assert f"Too full to mix: {len(full)} of 37 boxes." in said
    assert f"would have {most} beads, and shaking mixes about {mixes}." in said
    made = menace(
        "print", "filling", "--machine", expert, "--halved", "halved.json", *HERS, "-o", "made"
    )
    assert f"halved.json  ({len(full)} of 37 boxes halved)" in made.out
    assert "Too full" not in made.out
    for number, inside in kept(tmp_path / "halved.json").items():
        before = expert_contents()[number]
        if number not in full:
            assert inside == before
            continue
        assert 0 < sum(inside.values()) <= mixes
        assert all((count > 0) == (before[colour] > 0) for colour, count in inside.items())
        halvings = [
            {colour: max(count // 2**times, min(count, 1)) for colour, count in before.items()}
            for times in range(9)
        ]
        assert inside == next(left for left in halvings if sum(left.values()) <= mixes)
    (table,) = (tmp_path / "made").glob("filling-halved.csv")
    assert menace("print", "filling", "--machine", "halved.json", *HERS, "-o", "again").code == 0
    assert (tmp_path / "again/filling-halved.csv").read_bytes() == table.read_bytes()
    begun = menace("operator", "start", "--machine", expert, "--logbook", "one.sqlite", *HERS).out
    assert "and some are too full to mix" in begun
    assert (
        "too full"
        not in menace(
            "operator", "start", "--machine", "halved.json", "--logbook", "two.sqlite", *HERS
        ).out
    )
    assert "is the machine itself" in complaint(
        menace("print", "filling", "--machine", expert, "--halved", expert, *HERS), 2
    )
    assert kept(expert) == expert_contents()


def test_a_machine_that_cannot_be_is_refused_before_a_logbook_is_made(
    menace: Menace, tmp_path: Path
) -> None:
    (tmp_path / "both.json").write_bytes(
        machine_bytes(untaught(both_sides(MICHIE), expert_contents(both_sides(MICHIE))))
    )
    many = expert_contents(MICHIE) | {4: dict.fromkeys(MICHIE.box(4).moves, 10_000)}
    (tmp_path / "many.json").write_bytes(machine_bytes(untaught(MICHIE, many)))
    for name, told in (
        ("both.json", "for both players"),
        ("many.json", "box 4 would have 10,000 white beads"),
    ):
        assert told in complaint(
            menace("operator", "start", "--machine", name, "--preset", "michie-1961"), 2
        )
        assert not (tmp_path / "logbook.sqlite").exists()


def test_an_empty_box_and_one_of_odds_are_told_as_what_they_are(
    menace: Menace, tmp_path: Path
) -> None:
    contents = expert_contents(MICHIE) | {1: dict.fromkeys(MICHIE.box(1).moves, 0)}
    (tmp_path / "empty.json").write_bytes(machine_bytes(untaught(MICHIE, contents)))
    assert (
        "The box is empty."
        in menace("operator", "lookup", ".........", "--machine", "empty.json").out
    )
    assert re.search(
        r"white .* 0 +- *$", menace("boxes", "1", "--machine", "empty.json").out, re.MULTILINE
    )
    menace("lab", "train", "--learner", "odds", "--games", "5", "--machine", "odds.json")
    shown = json.loads(menace("boxes", "1", "--machine", "odds.json", "--json").out)
    assert sum(shown["chances"].values()) == pytest.approx(1)
