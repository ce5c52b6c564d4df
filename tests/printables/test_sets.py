"""Sets for the groups of a class: whose a label and a page is can be read on it,
and the lists add all machines up.
"""

from dataclasses import replace
from functools import cache

import pytest

from menace_kit.layout.marks import PageNumber
from menace_kit.machine.papers import PaperKind
from menace_kit.machine.sets import kit_of_set, set_letters
from menace_kit.printables.build import Printables, all_printables
from menace_kit.printables.catalogue import CATALOGUE, FILLING, LABELS, OPERATOR_CARD, TALLY
from menace_kit.printables.making import made_for_sets, make
from menace_kit.printables.pack import first_page
from tests.layout.geometry import texts_in, texts_of
from tests.layout.kits import WORDS, in_language, preset

NIM = preset("nim-8")
SETS = ("A", "B", "C")


@cache
def printed(*sets: str) -> Printables:
    """Return all that is printed for so many sets, or for one machine alone."""
    return all_printables(NIM, sets=sets)


@pytest.mark.parametrize(
    ("count", "last"), [(1, "A"), (10, "J"), (26, "Z"), (27, "AA"), (28, "AB"), (100, "CV")]
)
def test_sets_are_called_by_letters(count: int, last: str) -> None:
    letters = set_letters(count)
    assert len(set(letters)) == len(letters) == count
    assert letters[-1] == last


def test_a_set_is_the_same_machine_with_letters_before_its_boxes() -> None:
    of_set = kit_of_set(NIM, "AB")
    assert (of_set.fingerprint, of_set.spec.name) == (NIM.fingerprint, "Nim AB")
    assert [box.name for box in of_set.boxes] == [f"AB-{box.number}" for box in NIM.boxes]
    assert [box.beads for box in of_set.boxes] == [box.beads for box in NIM.boxes]


@pytest.mark.parametrize("letters", SETS)
def test_every_page_of_a_set_says_whose_it_is(letters: str) -> None:
    for made in printed(*SETS).sets[letters]:
        for document in made.documents:
            assert document.name.endswith(f"-a4-set-{letters}")
            for page in document.pages:
                assert any(text.startswith(f"Nim {letters}") for text in texts_of(page.marks))


def test_a_preset_has_its_name_in_the_kits_language_in_each_set_too() -> None:
    kit = in_language(preset("starter"), "fr")
    card = replace(make(OPERATOR_CARD, kit_of_set(kit, "B")), of_set="B")
    assert card.documents[0].title == "Faire jouer MENACE pour débuter B"
    (cover,) = first_page(kit, [card]).pages
    assert any("Faire jouer MENACE pour débuter (" in text for text in texts_of(cover.marks))


def test_a_group_gets_only_pages_of_plain_paper() -> None:
    assert {each.paper for each in CATALOGUE if each.of_a_set} == {PaperKind.PLAIN}


def test_what_is_needed_once_is_made_once_and_names_no_set() -> None:
    names = [document.name for made in printed(*SETS).once for document in made.documents]
    assert len(set(names)) == len(names)
    assert {"filling-a4", "shopping-a4", "building-a4", "labels-a4", "table-board-a4"} <= set(names)
    of_a_set = {
        document.name.removesuffix("-set-A")
        for made in printed(*SETS).sets["A"]
        for document in made.documents
    }
    assert {"operator-card-a4", "record-sheet-a4"} <= of_a_set
    assert not of_a_set & set(names)
    everything = {document.name for made in printed().made for document in made.documents}
    assert of_a_set | set(names) == everything | {"lesson-worksheet-a4"}
    for made in printed(*SETS).once:
        for document in made.documents:
            assert not [
                text for text in texts_in(document) if text in {f"Nim {each}" for each in SETS}
            ]


def test_the_shopping_list_is_for_all_sets_together() -> None:
    one, three = printed().shopping, printed(*SETS).shopping
    assert [(row.start, row.reserve) for row in three.colours] == [
        (3 * row.start, 3 * row.reserve) for row in one.colours
    ]
    amounts = {thing.kind: (thing.needed, thing.spare) for thing in three.things}
    assert amounts["container"] == (3 * 8, 1)
    # Pots to fill from: no game adds a bead.
    assert amounts["pot"] == (3, 0)
    sheets = {thing.kind: thing.needed for thing in three.things}
    assert sheets["label-sheet"] == 1
    bought = sum(sheets[kind] for kind in ("label-sheet", "paper", "card", "sticker-sheet"))
    first_page = 1
    assert bought == first_page + sum(made.pages * made.times for made in printed(*SETS).made)
    # 30 of a colour are one pack, not three
    assert [row.packs for row in three.colours] == [row.packs for row in one.colours]


@pytest.mark.parametrize(
    ("name", "taught"),
    [
        pytest.param(
            "her-19",
            {"table-board-a4", "lesson-a4", "lesson-worksheet-a4"},
            marks=pytest.mark.prove,
        ),
        ("nim-8", {"lesson-a4", "lesson-worksheet-a4"}),
    ],
)
def test_a_class_needs_what_its_lesson_lists(name: str, taught: set[str]) -> None:
    kit = preset(name)
    alone, of_class = (needed_of(all_printables(kit, sets=sets)) for sets in ((), SETS))
    assert of_class - alone == taught


def needed_of(printables: Printables) -> set[str]:
    return {
        document.name.partition("-set-")[0]
        for made in printables.made
        if made.needed
        for document in made.documents
    }


def test_a_set_begins_with_what_is_needed() -> None:
    needed = [made.needed for made in printed(*SETS).sets["A"]]
    assert needed == sorted(needed, reverse=True)
    assert False in needed


def test_one_filling_guide_has_the_beads_of_all_sets() -> None:
    (guide,) = [
        document
        for made in printed(*SETS).once
        for document in made.documents
        if "filling" in document.name
    ]
    said = texts_in(guide)
    row = said[said.index("All 3 sets") :][:6]
    beads = [3 * count for count in NIM.start_by_colour().values()]
    assert row[1:] == [str(number) for number in (3 * 8, *beads, sum(beads))]


def test_sheets_of_several_sets_in_one_file_are_counted_through() -> None:
    (document,) = made_for_sets(OPERATOR_CARD, NIM, SETS).documents
    heads = [
        next(mark for mark in page.marks if isinstance(mark, PageNumber)) for page in document.pages
    ]
    assert [head.text for head in heads] == ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"]


def test_labels_of_a_selection_are_of_these_boxes_in_every_set() -> None:
    from menace_kit.layout.label_plan import LabelOrder

    order = LabelOrder((NIM.box(7), NIM.box(2)))
    made = made_for_sets(LABELS, NIM, SETS, order=order, fit_test=False)
    named = [text for text in texts_in(made.documents[0]) if "-" in text and len(text) < 5]
    assert named == [f"{letters}-{n}" for letters in SETS for n in (7, 2)]
    assert made.label_sheets == len(made.documents[0].pages) == 1


def test_what_is_for_all_sets_is_made_once_and_what_is_of_none_as_for_one() -> None:
    guide = made_for_sets(FILLING, NIM, SETS)
    assert WORDS("filling.sets", n=3, first="A", last="C", box="8", label="C-8") in " ".join(
        texts_in(guide.documents[0])
    )
    assert made_for_sets(TALLY, NIM, SETS) == make(TALLY, NIM)


def test_the_lists_say_for_whom_they_are() -> None:
    made = printed(*SETS)
    texts = {
        document.name: " ".join(texts_in(document))
        for each in made.once
        for document in each.documents
    }
    for name, key, facts in (
        ("shopping-a4", "shopping.sets", {}),
        ("filling-a4", "filling.sets", {"box": "8", "label": "C-8"}),
    ):
        assert WORDS(key, n=3, first="A", last="C", **facts) in texts[name]


def test_a_print_pack_alone_needs_no_poster_and_buys_the_same_paper() -> None:
    her = preset("her-19")
    all_of_it, of_the_pack = (all_printables(her, large=large) for large in (True, False))
    names = [
        {document.name for made in printables.made for document in made.documents}
        for printables in (all_of_it, of_the_pack)
    ]
    assert names[0] - names[1] == {"index-poster-a3"}
    assert all_of_it.sheets == of_the_pack.sheets
