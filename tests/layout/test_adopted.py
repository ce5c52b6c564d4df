"""Boxes that were built before, on paper: everything is made for them,
by their own names and places.
"""

import random
from collections.abc import Callable
from functools import cache

import pytest

from docs.make_maps import MAPS
from menace_kit.games import Side
from menace_kit.layout.marks import Text
from menace_kit.layout.sheets.building import assembly_document, batches
from menace_kit.layout.sheets.cabinet import cabinet_map_document
from menace_kit.layout.sheets.index import index_document
from menace_kit.machine import Kit, load_kit
from menace_kit.printables.build import all_printables
from menace_kit.text.number_runs import numbers_of, runs
from menace_kit.workshop.adoption import adopt, adoption_base
from tests.examples import all_to_prove
from tests.layout.geometry import page_faults, texts_in
from tests.layout.kits import WORDS, documents_of, laid_out, preset

COLOURS = ("white", "indigo", "olive", "teal", "gold", "green", "cream", "red", "pink")
EXAMPLES = ("gres-cabinet.csv", "her-19")


def her_map(places: bool = False) -> str:
    """Return a map of hexapawn's boxes: mirrored, named or numbered, one number left out,
    in no order of the stages.
    """
    her = preset("her-19")
    mirror = next(symmetry for symmetry in her.symmetries if symmetry.name != "identity")
    lines = ["box,drawing,beads" + (",cabinet,row,drawer" if places else "")]
    order = random.Random(19).sample(her.boxes, len(her.boxes))
    for place, box in enumerate(order, start=1):
        cells = mirror.position(box.position).cells.replace("1", "W").replace("2", "B")
        assert her.game.position(mirror.position(box.position).cells, Side.SECOND)
        beads = " ".join(
            f"{'-'.join(str(square + 1) for square in mirror.move(bead.move))}={bead.colour}"
            for bead in box.beads
        )
        name = f"Frog {place}" if place > 15 else str(place + (place > 7))
        where = f",{1 + place % 2},{1 + place // 8},{1 + place // 2 % 4}" if places else ""
        lines.append(f"{name},{cells},{beads}{where}")
    return "\n".join(lines)


@pytest.fixture(scope="module")
def adopted(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Kit]:
    """Return `adopted(name)`, the kit of an example."""

    @cache
    def make(name: str) -> Kit:
        folder = tmp_path_factory.mktemp("adopted")
        path, base = MAPS / name, adoption_base("michie-1961", ("X", "O"))
        colours = None if name.startswith("her") else COLOURS
        if name.startswith("her"):
            path, base = folder / "map.csv", adoption_base("her-19")
            path.write_text(her_map(places="drawers" in name), encoding="utf-8")
        for file, content in adopt(base, path, colours=colours).items():
            (folder / file).write_text(content, encoding="utf-8")
        return load_kit(folder / "kit.toml")

    return make


@pytest.mark.parametrize("name", all_to_prove(EXAMPLES, quick=["her-19"]))
def test_everything_is_made_and_nothing_overlaps(adopted: Callable[[str], Kit], name: str) -> None:
    kit = adopted(name)
    made = laid_out(all_printables, kit)
    assert made.left_out == ()
    documents = {document.name: document for document in documents_of(made)}
    assert ("cabinet-map-a4" in documents) is (kit.spec.cabinet is not None)
    batched = ["building-a4"] if len(batches(kit)) > 1 else []
    for title in ("labels-a4", "index-a4", "stocktake-a4", "filling-a4", *batched):
        told = " ".join(texts_in(documents[title]))
        assert all(box.name in told for box in (kit.boxes[0], kit.boxes[-1])), title
    for page in laid_out(index_document, kit).pages:
        assert page_faults(page) == []


def test_a_drawer_of_the_map_has_the_box_that_its_owner_put_there(
    adopted: Callable[[str], Kit],
) -> None:
    kit = adopted("her-19 in drawers")
    pages = laid_out(cabinet_map_document, kit).pages
    assert len(pages) == kit.cabinets == 2
    for number, page in enumerate(pages, start=1):
        told = [mark.text for mark in page.marks if isinstance(mark, Text) and mark.bold]
        for box in kit.boxes:
            place = kit.place(box)
            assert place is not None
            assert told.count(box.name) == (place.cabinet == number)


def test_runs_are_of_boxes_that_follow_each_other_in_the_kit(adopted: Callable[[str], Kit]) -> None:
    kit = adopted("her-19")
    assert [box.name for box in kit.boxes[6:9]] == ["7", "9", "10"]
    assert runs(kit, kit.boxes) == [list(kit.boxes)]
    assert numbers_of(kit, kit.boxes[5:9]) == "boxes 6 to 10"
    assert numbers_of(kit, [kit.boxes[3], kit.boxes[0]]) == "box 1, box 4"


def test_no_page_says_a_range_that_holds_boxes_of_another_stage(
    adopted: Callable[[str], Kit],
) -> None:
    kit = adopted("her-19 in drawers")
    told = " ".join(
        [*texts_in(laid_out(index_document, kit)), *texts_in(laid_out(assembly_document, kit))]
    )
    for stage in kit.stages:
        boxes = [box for box in kit.boxes if (box.side, box.stage) == stage]
        if len(runs(kit, boxes)) > 1:
            ends = {"first": boxes[0].name, "last": boxes[-1].name, "n": len(boxes)}
            assert WORDS("labels.boxes", **ends) not in told
            assert f"{ends['first']} to {ends['last']}" not in told
