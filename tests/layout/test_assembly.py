"""Assembly checklist and safety sheet: every box is in one batch, and the steps and dangers are those of the kit."""

import pytest

from menace_kit.layout.marks import Rectangle, Text
from menace_kit.layout.sheets.checklists import BATCH, assembly_document, assembly_steps, batches
from menace_kit.layout.sheets.posters import safety_document
from menace_kit.machine.schema import PAPERS, PaperName
from menace_kit.text import Words
from tests.layout.geometry import texts_of
from tests.layout.kits import CONTAINERS, PRESETS, WORDS, laid_out, preset, printed, small_kit, taking_turns
from tests.layout.posters import LANGUAGES, LONG_WORDS, poster_faults, said
from tests.layout.test_pages import crowded_items, with_long_names


@pytest.mark.parametrize(("name", "paper", "words"), taking_turns(PRESETS, list(PAPERS), LANGUAGES))
def test_checklist_and_safety_sheet_of_every_preset_can_be_printed(
    name: str, paper: PaperName, words: Words
) -> None:
    kit = printed(name, paper=paper)
    checklist, safety = laid_out(assembly_document, kit, words), laid_out(safety_document, kit, words)
    assert poster_faults(checklist) == poster_faults(safety) == []
    assert [fault for page in checklist.pages for fault in crowded_items(page)] == []
    assert len(safety.pages) == 1
    assert len(checklist.pages) <= 3


@pytest.mark.parametrize("name", PRESETS)
def test_every_box_is_in_one_batch_with_others_of_its_stage(name: str) -> None:
    kit = preset(name)
    made = batches(kit)
    assert [box for batch in made for box in batch] == list(kit.boxes)
    for batch in made:
        assert 1 <= len(batch) <= BATCH
        assert any(set(batch) <= set(group) for group in kit.boxes_by_stage)
    for group in kit.boxes_by_stage:  # a stage's batches are equal, but for one box
        sizes = [len(batch) for batch in made if batch[0] in group]
        assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("name", PRESETS)
def test_each_batch_has_a_line_with_its_numbers_its_stage_and_a_box_for_each_step(name: str) -> None:
    kit = preset(name)
    document = laid_out(assembly_document, kit)
    texts = [text for page in document.pages for text in texts_of(page.marks)]
    for batch in batches(kit):
        first, last = batch[0].number, batch[-1].number
        assert (f"{first} to {last}" if first != last else str(first)) in texts
    ticks = sum(isinstance(mark, Rectangle) for page in document.pages for mark in page.marks)
    assert ticks == len(batches(kit)) * len(assembly_steps(kit))


def test_the_batches_of_1961() -> None:
    sizes = [len(batch) for batch in batches(preset("michie-1961"))]
    assert sizes == [1, 12, 36, 36, 36, 36, 37, 36, 37, 37]
    text = said(laid_out(assembly_document, preset("michie-1961")))
    assert "304 boxes with 1,720 beads, in 10 batches." in text
    assert "R1 D2 to R2 D5" in text


def test_boxes_that_serve_any_move_are_one_batch() -> None:
    assert [len(batch) for batch in batches(preset("nim-8"))] == [8]
    text = said(laid_out(assembly_document, preset("nim-8")))
    assert "8 boxes with 21 beads, in one batch" in text
    assert "any move" in text


@pytest.mark.parametrize("name", PRESETS)
def test_no_more_boxes_are_picked_at_random_than_there_are(name: str) -> None:
    kit = preset(name)
    text = said(laid_out(assembly_document, kit))
    assert ("Ten boxes, picked at random" in text) == (len(kit.boxes) > 10)
    assert ("Every box stands in the right place" in text) == (len(kit.boxes) <= 10)


def test_ready_cut_labels_are_stuck_on() -> None:
    plain, ready = preset("michie-1961"), printed("michie-1961", stock="avery-l4732")
    assert assembly_steps(plain) == ("print", "cut", "glue", "dry", "fill", "check", "place")
    assert assembly_steps(ready) == ("print", "stick", "fill", "check", "place")
    assert "cut:" in said(assembly_document(plain, WORDS))
    assert "cut:" not in said(assembly_document(ready, WORDS))
    assert "Glue" in said(safety_document(plain, WORDS))
    assert "Glue" not in said(safety_document(ready, WORDS))
    assert poster_faults(assembly_document(ready, LONG_WORDS)) == []


def test_without_a_cabinet_the_boxes_stand_in_order_and_nothing_is_sawn() -> None:
    kit = small_kit()
    text = said(laid_out(assembly_document, kit))
    assert "place: in the order of their numbers." in text
    assert "drawer" not in text
    assert "laser" not in said(laid_out(safety_document, kit))
    assert "laser" in said(laid_out(safety_document, preset("michie-1961")))


@pytest.mark.parametrize("container", CONTAINERS)
def test_an_awl_is_there_where_labels_have_a_drawer_pull(container: str) -> None:
    for stock in ("plain", "avery-l4732"):
        kit = printed("michie-1961", container, stock=stock)
        assert ("cork" in said(laid_out(safety_document, kit))) is (kit.container.label.pull > 0)
        assert poster_faults(laid_out(safety_document, kit, LONG_WORDS)) == []


def test_the_safety_sheet_names_the_age_the_rule_and_the_matches() -> None:
    text = said(laid_out(safety_document, preset("michie-1961")))
    assert "under 36 months (16 CFR 1501)" in text
    assert "No match ever stays in the machine." in text


def test_safety_is_in_large_type() -> None:
    for words in (WORDS, LONG_WORDS):
        (page,) = laid_out(safety_document, preset("michie-1961"), words).pages
        sizes = {mark.size for mark in page.marks if isinstance(mark, Text)}
        assert min(sizes - {7.5}) >= 11


def test_the_longest_names_that_are_allowed_fit() -> None:
    assert poster_faults(assembly_document(with_long_names(preset("both-players")), WORDS)) == []
