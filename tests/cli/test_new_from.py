"""`new --from`: a kit for boxes that are there; `--contents`: their logbook from what
is in them; or nothing at all.
"""

import json
from pathlib import Path

import pytest

from menace_kit.machine import load_kit, load_preset
from menace_kit.machine.adopted import map_text
from tests.cli.conftest import Menace
from tests.cli.running import complaint, contents

HER = ("--preset", "her-19")


@pytest.fixture
def her_map(tmp_path: Path) -> Path:
    """Return a map of hexapawn boxes, numbered in tens, one of them with a name."""
    head, *lines = map_text(load_preset("her-19")).splitlines()
    lines = [line.replace(",", "0,", 1) for line in lines]
    lines[3] = lines[3].replace("40,", "Nora,", 1)
    path = tmp_path / "map.csv"
    path.write_text("\n".join([head, *lines]), encoding="utf-8")
    return path


def counts(kit_file: Path, more: int) -> str:
    """Return a list of counts in which each box holds so many more beads of each
    colour than at the start.
    """
    lines = [
        f"{box.name},{colour},{count + more}"
        for box in load_kit(kit_file).boxes
        for colour, count in box.start.items()
    ]
    return "\n".join(["box,colour,count", *lines])


def test_adopted_boxes_are_known_by_what_stands_on_them(
    menace: Menace, her_map: Path, tmp_path: Path
) -> None:
    done = menace("new", "mine", "--from", her_map, *HER)
    assert (done.code, done.err) == (0, "")
    assert set(contents(tmp_path / "mine")) == {"kit.toml", "boxes.csv"}
    kit = ("--kit", "mine/kit.toml")
    assert "Box Nora: move 2" in menace("boxes", "nora", *kit).out
    assert menace("boxes", "--map", *kit).out == (tmp_path / "mine" / "boxes.csv").read_text(
        encoding="utf-8"
    )
    assert "there is no box 1" in complaint(menace("boxes", "1", *kit), 2)
    board = load_kit(tmp_path / "mine" / "kit.toml").box_named("20")
    found = menace("operator", "lookup", load_preset("her-19").board(board), "--json", *kit)
    assert '"box": 20' in found.out
    assert menace("print", "labels", "--only", "Nora,20", *kit).code == 0


def test_a_logbook_begins_with_what_was_counted(
    menace: Menace, her_map: Path, tmp_path: Path
) -> None:
    assert menace("new", "mine", "--from", her_map, *HER).code == 0
    (tmp_path / "counts.csv").write_text(
        counts(tmp_path / "mine" / "kit.toml", 2), encoding="utf-8"
    )
    kit = ("--kit", "mine/kit.toml")
    done = menace("new", "mine", "--contents", "counts.csv")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(
        "The logbook begins with 135 beads in 19 boxes; 19 are not as at the start.\n"
    )
    assert "In order: 46 entries, 0 games, 19 boxes" in menace("logbook", "verify", *kit).out
    said = complaint(menace("new", "mine", "--contents", "counts.csv"), 1)
    assert said.startswith(
        f"{Path('mine', 'logbook.sqlite')} is a logbook with 46 entries already; "
    )
    assert menace("operator", "count", "Nora", "red=5", *kit).code == 0
    assert (
        menace("operator", "count", "--sheet", "--done", "--differ", "nora red=4", *kit).code == 0
    )
    assert menace("logbook", "verify", *kit).code == 0


def test_map_and_counts_can_be_given_at_one_go(
    menace: Menace, her_map: Path, tmp_path: Path
) -> None:
    assert menace("new", "mine", "--from", her_map, *HER).code == 0
    (tmp_path / "counts.csv").write_text(
        counts(tmp_path / "mine" / "kit.toml", 0), encoding="utf-8"
    )
    done = menace("new", "other", "--from", her_map, *HER, "--contents", "counts.csv")
    assert done.code == 0
    assert set(contents(tmp_path / "other")) == {"kit.toml", "boxes.csv", "logbook.sqlite"}
    assert "The logbook begins with 45 beads in 19 boxes; 0 are not as at the start." in done.out


def test_nothing_is_written_where_anything_is_wrong(
    menace: Menace, her_map: Path, tmp_path: Path
) -> None:
    (tmp_path / "counts.csv").write_text("box,colour,count\n1,red,x\n", encoding="utf-8")
    result = menace("new", "mine", "--from", her_map, *HER, "--contents", "counts.csv")
    assert result.code == 2
    assert "menace-kit: counts.csv:2: there is no box 1; this kit has boxes " in result.err
    her_map.write_text("drawing\nWWW...BBB\n", encoding="utf-8")
    result = menace("new", "mine", "--from", her_map, *HER)
    assert result.code == 2
    assert all(line.startswith(f"menace-kit: {her_map}") for line in result.err.splitlines())
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("there", ["kit.toml", "boxes.csv"])
def test_no_file_is_written_over(menace: Menace, her_map: Path, tmp_path: Path, there: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / there).write_text("mine!", encoding="utf-8")
    said = complaint(menace("new", "mine", "--from", her_map, *HER), 1)
    assert (
        said
        == f"{Path('mine', there)} is already there; choose another folder, or change that file"
    )
    assert contents(tmp_path / "mine") == {there: b"mine!"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--from", "none.csv"], "there is no file none.csv"),
        (["--from", "map.csv", "--preset", "hr-19"], "there is no preset 'hr-19'; did you mean "),
        (
            ["--from", "map.csv", "--preset", "her-19", "--kit", "kit.toml"],
            "--kit and --preset both name a kit; ",
        ),
        (
            ["--from", "map.csv", *HER, "--colours", "red,blue"],
            "--colours: hexapawn needs 4 colours, each once; here are 2",
        ),
        (["--from", "map.csv", *HER, "--marks", "W"], "--marks: marks"),
        (["--from", "map.csv", *HER, "--palette", "none.toml"], "there is no file "),
        (
            ["--from", "map.csv", *HER, "--container", "shoe-box"],
            "there is no container 'shoe-box'; ",
        ),
        *(
            ([option, "X"], f"{option} is for boxes that you have already; name their list: --from")
            for option in ("--kit", "--marks", "--colours", "--palette")
        ),
    ],
)
def test_options_that_mean_nothing_are_told(
    menace: Menace, her_map: Path, tmp_path: Path, arguments: list[str], said: str
) -> None:
    assert her_map.name == "map.csv"
    assert complaint(menace("new", "mine", *arguments), 2).startswith(said)
    assert not (tmp_path / "mine").exists()


def test_what_you_wish_for_holds_for_boxes_that_are_there_too(
    menace: Menace, her_map: Path, tmp_path: Path
) -> None:
    wishes = ("--box", "56x36x17", "--tray", "54x33x15", "--beads", "8 mm wooden")
    printed = ("--paper", "letter", "--language", "de")
    assert menace("new", "mine", "--from", her_map, *HER, *wishes, *printed).code == 0
    assert set(contents(tmp_path / "mine")) == {
        *("kit.toml", "boxes.csv", "my-box.toml", "my-beads.toml")
    }
    kit = load_kit(tmp_path / "mine" / "kit.toml")
    assert kit.box_named("Nora").stage == 2
    assert (kit.container.label_width, kit.bead.diameter) == (34, 8)
    assert (kit.spec.print.paper, kit.spec.print.language) == ("letter", "de")


def test_a_new_kit_of_a_preset_may_have_counted_boxes(menace: Menace, tmp_path: Path) -> None:
    assert menace("new", "plain", *HER).code == 0
    (tmp_path / "counts.csv").write_text(
        counts(tmp_path / "plain" / "kit.toml", 1), encoding="utf-8"
    )
    done = menace("new", "mine", *HER, "--contents", "counts.csv")
    assert (done.code, done.err) == (0, "")
    assert set(contents(tmp_path / "mine")) == {"kit.toml", "logbook.sqlite"}
    assert "The logbook begins with 90 beads in 19 boxes; 19 are not as at the start." in done.out


def test_a_name_that_the_font_does_not_have_is_told_before_anything_is_written(
    menace: Menace, her_map: Path, tmp_path: Path
) -> None:
    text = her_map.read_text(encoding="utf-8")
    her_map.write_text(
        text.replace("Nora,", "日本語箱6,").replace("\n50,", "\n🙂9,"), encoding="utf-8"
    )
    refused = menace("new", "mine", "--from", her_map, *HER)
    said = refused.err
    assert refused.code == 2
    assert (
        "map.csv:5: '日本語箱6' cannot be printed on a label: the font has no 日, 本, 語, 箱"
        in said
    )
    assert "map.csv:6: '🙂9' cannot be printed on a label" in said
    assert not (tmp_path / "mine").exists()
    her_map.write_text(text.replace("Nora,", "Größe ♥,"), encoding="utf-8")
    assert menace("new", "mine", "--from", her_map, *HER).code == 0


def test_counts_may_be_a_list_of_the_boxes_by_number(
    menace: Menace, her_map: Path, tmp_path: Path
) -> None:
    assert menace("new", "mine", "--from", her_map, *HER).code == 0
    kit = ("--kit", "mine/kit.toml")
    facts = json.loads(menace("boxes", "--json", *kit).out)
    assert [each["name"] for each in facts if "name" in each] == ["Nora"]
    lines = ["number,name,colour,count"]
    lines += [
        f"{each['number']},{each.get('name', '')},{colour},{count}"
        for each in facts
        for colour, count in each["beads"].items()
    ]
    (tmp_path / "counts.csv").write_text("\n".join(lines), encoding="utf-8")
    done = menace("new", "mine", "--contents", "counts.csv")
    assert (done.code, done.err) == (0, "")
    assert "The logbook begins with 45 beads in 19 boxes; 0 are not as at the start." in done.out
    rows = menace("boxes", "--now", *kit).out.splitlines()
    assert len({row.index(":") for row in rows}) == 1
