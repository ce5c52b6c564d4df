"""The building sheet: every box is in one batch, and the steps are those of the kit."""

import re
from dataclasses import replace
from itertools import product

import pytest

from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import labels_document
from menace_kit.layout.marks import THIN, Line, Mark, Polyline, Rectangle
from menace_kit.layout.sheets.building import EMPTY_BOX, FEW, assembly_document, batches
from menace_kit.layout.sheets.cover import CoverEntry, cover_document
from menace_kit.layout.sheets.filling import filling_document
from menace_kit.layout.sheets.net_marks import front_plan, tray_of
from menace_kit.layout.sheets.steps import step_part
from menace_kit.layout.sheets.trays import trays_document
from menace_kit.layout.stacks import Area
from menace_kit.machine.kit import Kit
from menace_kit.machine.sets import set_letters
from menace_kit.workshop.filling import filling_groups
from menace_kit.workshop.steps import building_steps
from tests.layout.geometry import crowded_items, extent, marks_of, texts_in, texts_of
from tests.layout.kits import (
    EVERY_PRESET,
    OPEN_CONTAINERS,
    in_cabinet,
    in_language,
    laid_out,
    preset,
    printed,
    small_kit,
)
from tests.layout.posters import LANGUAGES, poster_faults, said


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_a_batch_is_what_is_on_one_sheet_of_labels_or_a_few_more(name: str) -> None:
    """A few labels on the last sheet go with those of the sheet before."""
    kit = preset(name)
    cells = front_plan(kit).grid.cells
    left_over = len(kit.boxes) % cells
    few = len(kit.boxes) > cells and 0 < left_over < FEW * cells
    *others, last = batches(kit)
    assert [box for batch in (*others, last) for box in batch] == list(kit.boxes)
    sheets = labels_document(kit, LabelOrder(kit.boxes), fit_test=False).pages
    for batch, sheet in zip(others, sheets, strict=False):
        assert {box.name for box in batch} <= set(texts_of(sheet.marks))
    ends = sheets[len(others) :]
    assert len(ends) == (2 if few else 1)
    assert {box.name for box in last} <= {text for end in ends for text in texts_of(end.marks)}


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_each_batch_has_a_box_for_each_step_in_its_line_or_at_the_steps_if_it_is_alone(
    name: str,
) -> None:
    kit = preset(name)
    document = laid_out(assembly_document, kit)
    texts = texts_in(document)
    made, steps = batches(kit), building_steps(kit)
    alone = len(made) == 1
    at_steps = [text for text in texts if re.match(rf"{EMPTY_BOX} \d+ ", text)]
    assert len(at_steps) == sum(alone or not step.by_batch for step in steps)
    for batch in [] if alone else made:
        first, last = batch[0].name, batch[-1].name
        assert (
            f"{first} to {last}" if first != last else first
        ) in texts or f"{first} … {last}" in texts
    ticks = sum(isinstance(mark, Rectangle) for page in document.pages for mark in page.marks)
    assert ticks == (0 if alone else len(made) * sum(step.by_batch for step in steps))


def test_the_batches_of_1961() -> None:
    assert [len(batch) for batch in batches(preset("michie-1961"))] == [120, 120, 64]
    text = said(laid_out(assembly_document, in_cabinet(preset("michie-1961"))))
    assert "304 boxes with 1,720 beads, in 3 batches." in text
    assert "R1 D1 to R15 D8" in text


def test_one_label_on_the_last_sheet_makes_no_batch_of_its_own() -> None:
    assert [len(batch) for batch in batches(preset("starter"))] == [121]
    assert [len(batch) for batch in batches(preset("starter"), ("A", "B"))] == [121, 121]


def names(kit: Kit) -> list[str]:
    return [step.name for step in building_steps(kit)]


def test_the_steps_are_those_that_the_kit_has_in_their_order() -> None:
    assert names(in_cabinet(preset("michie-1961"))) == [
        *("measure", "print", "cut", "glue", "pull", "fence", "dry"),
        *("fill", "check", "cabinet", "place"),
    ]
    assert names(preset("nim-8")) == [
        *("measure", "print", "cut", "glue", "fence", "dry", "fill", "check", "blocks", "place")
    ]
    assert names(printed("nim-8", "fold-up")) == [
        *("print", "score", "cut-out", "fold", "sleeve", "dry", "join"),
        *("fill", "check", "blocks", "place"),
    ]
    cups = ["measure", "print", "cut", "glue", "dry", "fill", "check", "place"]
    assert (
        names(printed("nim-8", "paper-cup"))
        == names(printed("nim-8", "small-parts-drawer"))
        == cups
    )
    # A shelf for what stands by itself; drawers come in their cabinet.
    assert names(in_cabinet(printed("her-19", "egg-carton")))[-2:] == ["shelf", "place"]
    assert names(in_cabinet(printed("her-19", "small-parts-drawer")))[-2:] == ["check", "place"]
    ready = printed("michie-1961", stock="avery-l4732")
    assert names(ready)[:3] == ["measure", "print", "stick"]
    nim = preset("nim-8")
    marbles = replace(nim, bead=nim.bead.model_copy(update={"diameter": 14.0, "length": 14.0}))
    assert "fence" not in names(marbles)


def test_a_large_machine_takes_the_hours_that_were_reckoned() -> None:
    kit = in_cabinet(preset("michie-1961"))
    steps = {step.name: step for step in building_steps(kit)}
    hours = {name: step.minutes / 60 for name, step in steps.items()}
    assert hours["cut"] == pytest.approx(2, abs=0.1)
    assert 2.5 <= hours["glue"] <= 3
    assert hours["pull"] == pytest.approx(2.5, abs=0.1)
    assert 8 <= hours["fence"] <= 10
    assert hours["fill"] + hours["check"] == pytest.approx(3, abs=0.1)
    assert hours["cabinet"] == pytest.approx(4, abs=0.1)
    assert 20 <= sum(hours.values()) <= 25.5
    nice = {name for name, step in steps.items() if not step.time.needed}
    assert nice == {"pull", "fence", "cabinet"}
    text = said(laid_out(assembly_document, kit))
    assert "about 9.5 h for what is needed, and 25 h for everything" in text
    assert "6 · nice to have · 9 h" in text


def test_boxes_that_are_folded_take_thirty_hours_and_are_in_batches_of_a_sheet() -> None:
    kit = printed("michie-1961", "fold-up")
    minutes = {step.name: step.minutes for step in building_steps(kit)}
    assert (
        round(sum(minutes[name] for name in ("score", "cut-out", "fold", "sleeve", "join")) / 60)
        == 30
    )
    (_, *sheets) = trays_document(kit, LabelOrder(kit.boxes)).pages
    assert [len(batch) for batch in batches(kit)][:-1] == [9] * (len(sheets) - 1)


def test_sets_are_sorted_once_and_then_built_one_by_one() -> None:
    nim, sets = preset("nim-8"), ("A", "B", "C")
    together = [step.name for step in building_steps(nim, 3) if not step.by_batch]
    assert together == ["measure", "print", "cut", "sort", "blocks"]
    folded = [step.name for step in building_steps(printed("nim-8", "fold-up"), 3)]
    assert folded[:5] == ["print", "score", "cut-out", "sort", "fold"]
    ready = printed("nim-8", stock="avery-l4732")
    assert "sort" not in {step.name for step in building_steps(ready, 3)}
    made = batches(nim, sets)
    assert [[box.name for box in batch] for batch in made] == [
        [f"{letters}-{number}" for number in range(1, 9)] for letters in sets
    ]
    large = batches(preset("michie-1961"), sets)
    assert [len(batch) for batch in large] == 3 * [120, 120, 64]


def test_the_checklist_of_sets_counts_all_machines() -> None:
    nim, sets = preset("nim-8"), ("A", "B", "C")
    text = said(assembly_document(nim, sets=sets))
    assert "3 machines, sets A to C, each of 8 boxes with 21 beads." in text
    glue = next(step for step in building_steps(nim, 3) if step.name == "glue")
    assert glue.minutes == pytest.approx(3 * 8 * glue.time.minutes_a_box)
    hours = "For all 3 machines one person needs about"
    assert hours in text
    cover = cover_document(nim, [CoverEntry("X", of_set=letters) for letters in sets])
    assert hours in said(cover)
    assert "Every box in the filling guide is there, and none twice." in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lists_of_many_sets_can_be_printed(language: str) -> None:
    kit, sets = in_language(printed("her-19", "fold-up"), language), set_letters(30)
    checklist = assembly_document(kit, sets=sets)
    guide = filling_document(kit, sets=sets)
    assert poster_faults(checklist) == poster_faults(guide) == []
    assert [fault for page in guide.pages for fault in crowded_items(page)] == []


def test_the_filling_guide_has_a_box_to_tick_for_each_set_of_a_group() -> None:
    nim, sets = preset("nim-8"), set_letters(3)
    guide = filling_document(nim, sets=sets)
    ticks = sum(isinstance(mark, Rectangle) for page in guide.pages for mark in page.marks)
    assert ticks == len(sets) * len(filling_groups(nim)) + len(nim.boxes)


@pytest.mark.parametrize(
    ("name", "container"),
    [
        ("michie-1961", None),
        ("scroggs", None),
        *product(["her-19", "nim-8"], ["fold-up", *OPEN_CONTAINERS]),
    ],
)
def test_every_step_has_a_drawing_in_its_room(name: str, container: str | None) -> None:
    kit = printed(name, container)
    for step in building_steps(kit):
        marks = list(step_part(kit, step)(Area(20, 30, 36, 21)))
        assert len(marks) > 3, step.name
        boxes = [extent(mark) for mark in marks]
        assert min(box.left for box in boxes) >= 19.8, step.name
        assert max(box.right for box in boxes) <= 56.2, step.name
        assert min(box.top for box in boxes) >= 29.8, step.name
        assert max(box.bottom for box in boxes) <= 51.2, step.name


def test_drawings_are_made_of_the_kits_own_sizes() -> None:
    slim, craft = preset("michie-1961"), preset("scroggs")
    for kit in (slim, craft):
        outer = kit.container.outer
        drawn = list(step_part(kit, building_steps(kit)[0])(Area(0, 0, 36, 21)))
        assert set(texts_of(drawn)) == {
            f"{outer.width:g}",
            f"{outer.height:g}",
            f"{outer.length:g}",
        }
        _top, _side, front = (mark for mark in drawn[:3] if isinstance(mark, Polyline))
        (left, foot), (right, _), (_, high), _ = front.points
        assert (right - left) / (foot - high) == pytest.approx(outer.width / outer.height)


def test_each_kind_of_box_is_drawn_as_what_it_is() -> None:
    def drawn(container: str, wanted: str) -> list[Mark]:
        kit = printed("her-19", container)
        (step,) = [step for step in building_steps(kit) if step.name == wanted]
        return list(step_part(kit, step)(Area(0, 0, 36, 21)))

    measures = {"paper-cup": {"72", "82"}, "egg-carton": {"48", "40"}, "envelope": {"114", "81"}}
    measures["small-parts-drawer"] = {"55", "37", "130"}
    assert {name: set(texts_of(drawn(name, "measure"))) for name in measures} == measures
    _, _, across, down = tray_of(printed("her-19", "fold-up")).extent
    net, *_ = marks_of(Polyline, drawn("fold-up", "cut-out"))
    xs, ys = zip(*net.points, strict=True)
    assert (max(xs) - min(xs)) / (max(ys) - min(ys)) == pytest.approx(across / down)


@pytest.mark.parametrize("container", [None, *OPEN_CONTAINERS])
def test_a_label_that_is_glued_on_has_its_board_at_the_left_and_can_be_read(
    container: str | None,
) -> None:
    """To the right of the board are two lines of words, of which the upper one is shorter."""
    kit = printed("her-19", container)
    (fill,) = [step for step in building_steps(kit) if step.name == "fill"]
    lines = marks_of(Line, step_part(kit, fill)(Area(0, 0, 36, 21)))
    board = [mark for mark in lines if mark.width == THIN][:4]
    upper, lower = [mark for mark in lines if mark.width == 0.4][:2]
    assert max(max(mark.x1, mark.x2) for mark in board) < min(upper.x1, lower.x1)
    assert upper.x1 < upper.x2 < lower.x2
    assert upper.y1 < lower.y1


def test_boxes_on_one_sheet_of_labels_are_one_batch_which_has_no_line() -> None:
    assert [len(batch) for batch in batches(preset("nim-8"))] == [8]
    text = said(laid_out(assembly_document, preset("nim-8")))
    assert "8 boxes with 21 beads, in one batch" in text
    assert "1 to 8" not in text


def test_where_all_is_needed_one_time_is_told() -> None:
    text = said(laid_out(assembly_document, printed("nim-13", container="paper-cup")))
    assert "One person needs about 60 min (an estimate)." in text


def test_ready_cut_labels_are_stuck_on() -> None:
    plain, ready = preset("michie-1961"), printed("michie-1961", stock="avery-l4732")
    assert "Cut: the labels out" in said(assembly_document(plain))
    assert "Cut: along the outlines" in said(assembly_document(preset("scroggs")))
    assert "Cut: " not in said(assembly_document(ready))
    assert poster_faults(assembly_document(ready)) == []


def test_without_a_cabinet_the_boxes_stand_in_order() -> None:
    text = said(laid_out(assembly_document, small_kit()))
    assert "Place: in the order of their numbers" in text
    assert "drawer" not in text
