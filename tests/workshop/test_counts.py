"""What is in somebody's boxes now: how it is listed, and what does not fit the kit."""

from dataclasses import replace
from pathlib import Path

import pytest

from menace_kit.errors import MapError
from menace_kit.machine import Kit
from menace_kit.text.words import load_words
from menace_kit.workshop.counts import read_counts
from menace_kit.workshop.filling import filling_csv
from tests.examples import preset


@pytest.fixture(scope="module")
def her() -> Kit:
    return preset("her-19")


def wide(kit: Kit) -> list[str]:
    """Return a list with a column for each colour, where each box holds two
    beads more than at the start.
    """
    colours = [colour.name for colour in kit.colours]
    lines = [",".join(["box", *colours])]
    for box in kit.boxes:
        cells = [str(box.start[colour] + 2) if colour in box.start else "" for colour in colours]
        lines.append(",".join([box.name, *cells]))
    return lines


def read(kit: Kit, lines: list[str], folder: Path) -> dict[int, dict[str, int]]:
    path = folder / "counts.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return read_counts(kit, path)


def said(kit: Kit, lines: list[str], folder: Path) -> list[str]:
    with pytest.raises(MapError) as caught:
        read(kit, lines, folder)
    return str(caught.value).replace(f"{folder}/", "").splitlines()


def test_a_list_tells_what_is_in_each_box(her: Kit, tmp_path: Path) -> None:
    counted = read(her, wide(her), tmp_path)
    assert counted == {
        box.number: {name: count + 2 for name, count in box.start.items()} for box in her.boxes
    }


def test_colours_may_have_the_names_of_the_kit_s_language(her: Kit, tmp_path: Path) -> None:
    german = her.spec.model_copy(
        update={"print": her.spec.print.model_copy(update={"language": "de"})}
    )
    kit = replace(her, spec=german)
    head, *lines = wide(kit)
    words = load_words("de")
    called = ",".join(["box", *(words.colour_name(colour).upper() for colour in kit.colours)])
    assert called != head.upper()
    assert read(kit, [called, *lines], tmp_path) == read(kit, [head, *lines], tmp_path)
    twice = [f"{head},{words.colour_name(kit.colours[0])}", *(f"{line}," for line in lines)]
    assert "are one colour" in said(kit, twice, tmp_path)[0]


def test_the_list_of_contents_can_be_read_back(her: Kit, tmp_path: Path) -> None:
    head, *lines = wide(her)
    counted = read(her, wide(her), tmp_path)
    with_totals = [f"{line},{sum(counted[int(line.split(',')[0])].values())}" for line in lines]
    assert read(her, [f"{head.replace('box', 'number')},total", *with_totals], tmp_path) == counted
    told = said(her, [f"{head},total", f"{lines[0]},99", *lines[1:]], tmp_path)
    summed = sum(counted[1].values())
    assert told == [
        f"counts.csv:2: box 1: its colours add up to {summed}, the total says 99; "
        "correct one of them, or delete the column total"
    ]


@pytest.mark.parametrize("name", ["her-19", "gallmo-rules"])
def test_the_list_of_boxes_that_commands_write_can_be_filled_in(name: str, tmp_path: Path) -> None:
    kit = preset(name)
    assert read(kit, filling_csv(kit).splitlines(), tmp_path) == {
        box.number: dict(box.start) for box in kit.boxes
    }


def test_all_faults_are_told_at_once(her: Kit, tmp_path: Path) -> None:
    head, *lines = wide(her)
    lines[0] = lines[0].replace("3", "three", 1)
    lines[2] = lines[2].replace("3,", "77,", 1)
    narrow = next(box for box in her.boxes[4:] if "green" not in box.moves)
    lines[narrow.number - 1] = f"{lines[narrow.number - 1]}4"
    lines.append(lines[1])
    told = said(her, [head, *lines], tmp_path)
    assert told[0] == "counts.csv:2: box 1: 'three' is no count of red; 0 to 9999 can be"
    assert told[1] == "counts.csv:4: there is no box 77; this kit has boxes 1 to 19"
    assert told[2].startswith(
        f"counts.csv:{narrow.number + 1}: box {narrow.number} never holds green; it holds: "
    )
    assert told[3] == "counts.csv:21: box 2: red was counted on a line before"
    assert "counts.csv: box 1: no count of red" in told
    assert any(line.startswith("counts.csv: box 3: no count of ") for line in told)


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ("red,blue", "counts.csv: there is no column 'number', and it is needed"),
        (
            "box,read",
            "counts.csv:1: there is no column 'read'; did you mean red? columns: box, number, ",
        ),
    ],
)
def test_columns_that_do_not_fit_are_told(her: Kit, tmp_path: Path, head: str, why: str) -> None:
    assert said(her, [head, "1,1"], tmp_path)[0].startswith(why)
