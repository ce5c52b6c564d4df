"""Boxes that were built before: found however a board lies,
read as they are drawn, and every fault named.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from docs.make_maps import MAPS, maps
from menace_kit.cli.box_choice import chosen_boxes
from menace_kit.errors import KitError, MapError, UnknownNameError
from menace_kit.machine import Kit, load_kit
from menace_kit.machine.box_map import map_text
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.workshop.adoption import AdoptionBase, adopt, adoption_base
from menace_kit.workshop.kit_files import Wishes
from tests.examples import all_to_prove, in_cabinet, preset

PRESETS = template_names(TemplateKind.MACHINES)
EXAMPLES = {
    "scroggs-sheets.csv": ("scroggs", None),
    "gres-cabinet.csv": ("michie-1961", ("X", "O")),
}
OWN_COLOURS = ("white", "indigo", "olive", "teal", "gold", "green", "cream", "red", "pink")

Adopted = Callable[..., Kit]


def kit_in(folder: Path, base: AdoptionBase, text: str, **options: Any) -> Kit:
    """Return the kit of a map, written to a folder and read from there."""
    folder.mkdir(exist_ok=True)
    path = folder / "map.csv"
    path.write_text(text, encoding="utf-8")
    for name, content in adopt(base, path, **options).items():
        (folder / name).write_text(content, encoding="utf-8")
    return load_kit(folder / "kit.toml")


@pytest.fixture
def adopted(tmp_path: Path) -> Adopted:
    """Return `adopted(text, preset, marks=..., **options)`, the kit of a map,
    read from a folder of its own.
    """
    made = 0

    def make(
        text: str, name: str = "michie-1961", marks: tuple[str, str] | None = None, **options: Any
    ) -> Kit:
        nonlocal made
        made += 1
        return kit_in(tmp_path / f"kit{made}", adoption_base(name, marks), text, **options)

    return make


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Kit]:
    """Return `example(name)`, the kit of a published machine, with colours of its owner's own."""

    @cache
    def make(name: str) -> Kit:
        base = adoption_base(*EXAMPLES[name])
        text = (MAPS / name).read_text(encoding="utf-8")
        return kit_in(tmp_path_factory.mktemp("example"), base, text, colours=OWN_COLOURS)

    return make


def said(text: str, folder: Path, name: str = "michie-1961", **options: Any) -> list[str]:
    """Return what is said about a map, without the folder that it is in."""
    path = folder / "map.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MapError) as caught:
        adopt(adoption_base(name), path, **options)
    return str(caught.value).replace(f"{folder}/", "").splitlines()


def changed(kit: Kit, change: Callable[[list[str]], None]) -> str:
    """Return a kit's map after a change of its lines; line 0 names the columns, line n is box n."""
    lines = map_text(kit).splitlines()
    change(lines)
    return "\n".join(lines) + "\n"


def test_the_published_maps_are_what_their_rules_give() -> None:
    for name, text in maps().items():
        assert (MAPS / name).read_text(encoding="utf-8") == text
    # From the sheets and the files that the two builders published.
    assert maps()["scroggs-sheets.csv"].splitlines()[1:4] == [".........", "..X...O..", ".X.....O."]
    gres = maps()["gres-cabinet.csv"].splitlines()
    assert gres[2:4] == ["2,...O.X...,1,1,2", "3,..XO.....,1,1,3"]
    assert gres[14:16] == ["14,..XO.OX..,1,2,6", "15,..XOOX...,1,2,7"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_box_of_a_published_machine_is_found_however_the_board_lies(
    example: Callable[[str], Kit], name: str
) -> None:
    kit = example(name)
    lines = (MAPS / name).read_text(encoding="utf-8").splitlines()
    drawn = [line.split(",")[lines[0].split(",").index("drawing")] for line in lines[1:]]
    assert [kit.board(box) for box in kit.boxes] == drawn
    assert len(drawn) == 304
    for box in kit.boxes[::7]:
        for symmetry in kit.symmetries:
            table = symmetry.position(box.position)
            ways = kit.readings(table)
            assert {way.box for way in ways} == {box}
            for way in ways:
                # The colour that is drawn stands, on the table,
                # where that square of the drawing has come to lie.
                assert way.symmetry.position(box.position) == table
                for colour, (square,) in box.moves.items():
                    assert OWN_COLOURS[square] == colour
                    (real,) = way.moves[colour]
                    assert real == way.symmetry.square(square)
                    assert table.cells[real] == "."
                    assert (real,) in kit.game.legal_moves(table)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_map_that_was_written_gives_the_same_machine(
    example: Callable[[str], Kit], name: str, adopted: Adopted
) -> None:
    kit = example(name)
    base, marks = EXAMPLES[name]
    own_colours = Wishes(palette=str(Path(kit.source).parent / "colours.toml"))
    again = adopted(map_text(kit), base, marks, wishes=own_colours)
    assert (again.fingerprint, again.boxes, again.spec.cabinet) == (
        kit.fingerprint,
        kit.boxes,
        kit.spec.cabinet,
    )


@pytest.mark.parametrize(
    "name",
    all_to_prove(
        [name for name in PRESETS if name != "gallmo-rules"],
        quick=["her-3x4", "nim-13", "second-player"],
    ),
)
def test_adopting_the_map_of_a_preset_gives_the_preset(name: str, adopted: Adopted) -> None:
    kit = in_cabinet(preset(name))
    built = adopted(map_text(kit), name)
    assert built.fingerprint == kit.fingerprint
    assert [built.place(box) for box in built.boxes] == [kit.place(box) for box in kit.boxes]


def test_numbers_may_have_gaps_and_any_order(adopted: Adopted) -> None:
    text = changed(preset("her-19"), lambda lines: lines.reverse())
    head, *rest = (
        re.sub(r"^(\d+)", lambda found: str(int(found[1]) * 7), line)
        for line in text.splitlines()[::-1]
    )
    kit = adopted("\n".join([head, *rest[::-1]]), "her-19")
    assert [box.number for box in kit.boxes] == [7 * number for number in range(1, 20)]
    assert kit.box_named("14") == kit.box(14) == kit.boxes[kit.indices[14]]
    with pytest.raises(
        UnknownNameError, match="there is no box 15; this kit has boxes 7 to 133, not all between"
    ):
        kit.box(15)
    assert [box.number for box in chosen_boxes(kit, "133,7")] == [133, 7]


def test_boxes_may_have_names_and_then_these_are_asked_for(adopted: Adopted) -> None:
    def name(lines: list[str]) -> None:
        lines[1] = lines[1].replace("1,", "0,", 1)
        lines[2] = lines[2].replace("2,", "Blue 2,", 1)
        lines[3] = lines[3].replace("3,", "003,", 1)

    kit = adopted(changed(preset("her-19"), name), "her-19")
    assert [(box.number, box.name) for box in kit.boxes[:2]] == [(3, "003"), (4, "4")]
    assert [(box.number, box.name) for box in kit.boxes[-2:]] == [(20, "0"), (21, "Blue 2")]
    assert kit.box_named("blue 2").number == 21
    assert kit.box_named("3") == kit.box_named("003") == kit.box(3)
    with pytest.raises(UnknownNameError):
        kit.box_named("20")  # a number that is only the logbook's
    assert [box.name for box in chosen_boxes(kit, "Blue 2, 0")] == ["Blue 2", "0"]


def test_without_numbers_boxes_are_counted_by_lines(adopted: Adopted) -> None:
    kit = preset("her-19")
    drawings = [kit.board(box) for box in kit.boxes][::-1]
    found = adopted("\n".join(["drawing", *drawings]), "her-19")
    assert [found.board(box) for box in found.boxes] == drawings
    assert [box.name for box in found.boxes] == [str(number) for number in range(1, 20)]
    assert sorted(box.beads for box in found.boxes) == sorted(box.beads for box in kit.boxes)


def test_which_of_equal_moves_has_a_bead_is_the_owners_choice(adopted: Adopted) -> None:
    def other_corner(lines: list[str]) -> None:
        assert "1=white 2=lilac 5=gold" in lines[1]
        lines[1] = lines[1].replace("1=white 2=lilac 5=gold", "9=white 6=lilac 5=gold 1=red")

    box = adopted(changed(preset("michie-1961"), other_corner)).box(1)
    assert dict(box.moves) == {"red": (0,), "gold": (4,), "lilac": (5,), "white": (8,)}


def test_the_map_of_a_kit_file_is_checked_whenever_it_is_read(adopted: Adopted) -> None:
    kit = adopted(map_text(preset("her-19")), "her-19")
    path = Path(kit.source).parent / "boxes.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:-1]), encoding="utf-8")
    with pytest.raises(MapError, match=r"boxes\.csv: no box for 1 of the 7 positions of move 3: "):
        load_kit(Path(kit.source))
    kit_file = Path(kit.source)
    kit_file.write_text(
        kit_file.read_text(encoding="utf-8").replace('"boxes.csv"', '"../boxes.csv"'),
        encoding="utf-8",
    )
    with pytest.raises(KitError, match="should be a file beside the kit file"):
        load_kit(kit_file)


def test_all_faults_are_told_at_once_by_their_lines(tmp_path: Path) -> None:
    def spoil(lines: list[str]) -> None:
        lines[1] = lines[1].replace("5=gold", "5=white")  # box 1: a colour twice
        lines[2] = lines[2].replace(".O..X....", ".X..O....")  # box 2: as box 4
        lines[3] = lines[3].replace("3,", "5,", 1)  # a number twice
        lines[5] = lines[5].replace(".X.O.....", ".XXO.....")  # not the machine's turn, or no game
        lines[6] = "6,O.X,,,,,"
        lines[11] = re.sub(r",1=.*?,|,2=.*?,", ",,", lines[11])  # no beads
        lines[7] = lines[7].replace("1,1,7", "1,1,1")  # the drawer of box 1
        lines[8] = re.sub(r"(\d)=\w+", r"\1", lines[8])
        lines[9] = re.sub(r",(\d)=\w+ ", r",", lines[9])  # a move less
        lines[10] = re.sub(r",(\d)=", r",1234=", lines[10])  # no square
        lines.append("306,OXOXOX...,,,,,")  # two crosses too many; no place
        del lines[14]

    told = said(changed(in_cabinet(preset("michie-1961")), spoil), tmp_path)
    assert all(re.match(r"map\.csv(:\d+)?: \S", line) for line in told)
    text = "\n".join(told)
    for sentence in (
        "map.csv:2: box 1: white stands for two moves; a colour may be in a box once",
        "map.csv:5: box 4 is for the same position as box 2 on line 3",
        "map.csv:6: box 5 stands on line 4 already",
        "map.csv:6: box 5 is not needed: no game reaches",
        "map.csv:7: the drawing cannot be read: 'O.X' has 3 squares",
        "map.csv:8: box 7 stands in the drawer of box 1 on line 2",
        "map.csv:9: the beads ",
        "map.csv:10: box 9: no bead for ",
        (
            "map.csv:11: '1234' is not a move; write the number of its square, "
            "or from-to, counting from 1"
        ),
        "map.csv:12: box 11 has no beads that can be read, though others have",
        "has no place that can be read, though others have",
        "map.csv: no box for 3 of the 12 positions of move 2: ",
        "map.csv: no box for 1 of the 108 positions of move 3: ",
    ):
        assert sentence in text, sentence


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("XXXOO.O..", "the game is over on it"),
        ("O........", "the second player's turn"),
        ("OXOOXXXO.", "only one move is left, and this kit has no boxes for that"),
    ],
)
def test_a_box_that_the_machine_does_not_need_is_told_why(
    tmp_path: Path, board: str, why: str
) -> None:
    told = said(map_text(in_cabinet(preset("michie-1961"))) + f"999,{board},,,1,50,1\n", tmp_path)
    assert told[0].startswith("map.csv:306: box 999")
    assert why in told[0]


def test_a_position_that_is_drawn_twice_is_known_turned(tmp_path: Path) -> None:
    told = said("drawing\n.........\nOX.......\n......XO.\n.XO......\n", tmp_path)
    assert (
        "map.csv:5: the box .XO...... is for the same position as the box OX....... on line 3"
    ) in told


def test_colours_are_taken_from_a_palette_that_has_them_all(adopted: Adopted) -> None:
    text = map_text(preset("her-19"))
    for old, new in {"red": "indigo", "blue": "cyan", "yellow": "teal", "green": "sand"}.items():
        text = text.replace(f"={old}", f"={new.upper()}")
    kit = adopted(text, "her-19")
    assert kit.spec.beads.palette == "tol-muted"
    assert [colour.name for colour in kit.colours] == ["indigo", "cyan", "teal", "sand"]


def test_a_colour_that_nobody_knows_is_told_with_all_else(tmp_path: Path) -> None:
    text = map_text(preset("her-19")).replace("=red", "=rouge foncé")
    told = said(text.replace("\n19,", "\n18,"), tmp_path, "her-19")
    assert "box 18 stands on line 19 already" in told[0]
    assert told[1].startswith(
        "map.csv: what do these colours look like: rouge foncé? Put them into a palette file"
    )
    assert said(text, tmp_path, "her-19", wishes=Wishes(palette="iron-beads"))[0].startswith(
        "map.csv: the palette iron-beads has no rouge foncé; it has: white, "
    )


def test_other_marks_than_the_kits_are_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "map.csv"
    path.write_text(map_text(preset("her-19")), encoding="utf-8")
    with pytest.raises(MapError) as caught:
        adopt(adoption_base("her-19", ("B", "W")), path)
    (told,) = str(caught.value).splitlines()
    assert "18 of the 19 drawings are no positions of hexapawn" in told
    assert "no game of hexapawn reaches the board BBB.W.W.W. Do --marks and --preset fit" in told
