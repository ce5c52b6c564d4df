"""What to buy: totals that agree with the boxes, and a reserve that one can work out by hand."""

import pytest

from menace_kit.games import Side
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text import load_words
from menace_kit.workshop.shopping import ShoppingList, shopping_list
from menace_kit.workshop.warnings import SimulatedNeed
from tests.machine.conftest import KitOf, preset

PRESETS = template_names(TemplateKind.MACHINES)
WORDS = load_words("en")


def things(shopping: ShoppingList) -> dict[str, int]:
    return {thing.kind: thing.total for thing in shopping.things}


@pytest.mark.parametrize("name", PRESETS)
def test_the_beads_to_start_with_are_those_of_the_boxes(name: str) -> None:
    kit = preset(name)
    shopping = shopping_list(kit, 1, 1)
    assert {row.colour.name: row.start for row in shopping.colours} == kit.start_by_colour()
    assert [row.colour for row in shopping.colours] == list(kit.colours)
    assert sum(row.start for row in shopping.colours) == sum(box.start_total for box in kit.boxes)
    assert shopping.total == sum(row.start + row.reserve for row in shopping.colours)


def test_the_reserve_of_michies_machine_worked_out_by_hand() -> None:
    # 20 % rounded up; the first box holds white, lilac and gold, and 20 wins add 20 x 3 of each.
    assert {
        row.colour.name: (row.start, row.reserve)
        for row in shopping_list(preset("michie-1961"), 1, 1).colours
    } == {
        "white": (28, 6 + 60),
        "lilac": (78, 16 + 60),
        "silver": (240, 48),
        "black": (272, 55),
        "gold": (213, 43 + 60),
        "green": (197, 40),
        "amber": (251, 51),
        "red": (201, 41),
        "pink": (240, 48),
    }


def test_each_side_of_a_double_machine_has_its_own_reserve_for_its_first_boxes() -> None:
    both = {row.colour.name: row for row in shopping_list(preset("both-players"), 1, 1).colours}
    first, second = preset("michie-1961"), preset("second-player")
    opening = [
        {bead.colour for box in kit.boxes if box.stage == 1 for bead in box.beads} for kit in (first, second)
    ]
    assert opening[0] == {"white", "lilac", "gold"}
    assert both["white"].reserve == 12 + 2 * 60  # 20 % of 58, and it opens for both
    assert both["silver"].reserve == 102 + 60  # 20 % of 510, and only the second player opens with it
    assert {"white", "silver"} <= opening[1]


def test_where_a_win_adds_more_to_one_sides_boxes_so_does_its_reserve(kit_of: KitOf) -> None:
    kit = kit_of('side = "both"\nlearning.win-second = 9\nshopping.reserve-percent = 0')
    first, second = ({colour for box in kit.first_boxes(side) for colour in box.moves} for side in Side)
    shopping = shopping_list(kit, 1, 1)
    assert {row.colour.name: row.reserve for row in shopping.colours} == {
        colour.name: 60 * (colour.name in first) + 180 * (colour.name in second) for colour in kit.colours
    }
    told = WORDS.tell(shopping.counted)
    assert (
        "Each colour in the first boxes of X gets 180 more, as many as 20 wins in a row add (20 times 9)."
        in told
    )
    assert "gets that twice" not in told


@pytest.mark.parametrize("win", ["0", "-1", "[0, 3, 3, 3]"])
def test_a_win_that_adds_nothing_at_the_first_move_needs_no_reserve_there(kit_of: KitOf, win: str) -> None:
    rows = shopping_list(kit_of(f"[learning]\nwin = {win}"), 1, 1).colours
    assert [row.reserve for row in rows] == [-(-row.start // 5) for row in rows]


def test_the_reserve_goes_by_what_a_win_adds_to_the_first_box(kit_of: KitOf) -> None:
    kit = kit_of("[learning]\nwin = [7, 3, 3, 3]\n[shopping]\nreserve-percent = 0\nreserve-wins = 2")
    reserve = {row.colour.name: row.reserve for row in shopping_list(kit, 1, 1).colours if row.reserve}
    assert reserve == {"white": 14, "lilac": 14, "gold": 14}


def test_the_list_states_the_rule_with_its_numbers(kit_of: KitOf) -> None:
    text = WORDS.tell(shopping_list(preset("michie-1961"), 1, 1).counted)
    assert "20 %" in text
    assert "60 more, as many as 20 wins in a row add (20 times 3)" in text
    assert "both" not in text
    assert "both" in WORDS.tell(shopping_list(preset("both-players"), 1, 1).counted)
    none = WORDS.tell(shopping_list(kit_of("[shopping]\nreserve-wins = 0"), 1, 1).counted)
    assert "wins in a row" not in none


@pytest.mark.parametrize(
    ("learning", "said"),
    [
        ("win = 0\ndraw = 0\nloss = -1", "for beads that get lost"),
        ("win = 0\ndraw = 0\nloss = 1", "what the machine wins"),
        ("win = [0, 0, 1, 0]\ndraw = 0", "what the machine wins"),
    ],
)
def test_a_machine_that_never_gains_a_bead_keeps_its_reserve_for_beads_that_get_lost(
    kit_of: KitOf, learning: str, said: str
) -> None:
    assert said in WORDS.tell(shopping_list(kit_of(f"[learning]\n{learning}"), 1, 1).counted)


def test_packs_are_those_of_the_bead_unless_the_kit_says_otherwise(kit_of: KitOf) -> None:
    pony = shopping_list(kit_of('[beads]\nkind = "pony"'), 1, 1)
    assert {row.colour.name: row.packs for row in pony.colours}["white"] == 1  # 94 in packs of 200
    assert {row.colour.name: row.packs for row in pony.colours}["black"] == 2  # 327
    own = shopping_list(kit_of("[shopping]\npack-size = 47"), 1, 1)
    assert own.pack_size == 47
    assert {row.colour.name: row.packs for row in own.colours}["white"] == 2  # 94 is 2 x 47
    assert {row.colour.name: row.packs for row in own.colours}["lilac"] == 4  # 154


@pytest.mark.parametrize("name", PRESETS)
def test_a_container_for_every_box_and_the_spares(name: str) -> None:
    kit = preset(name)
    bought = things(shopping_list(kit, 1, 1))
    assert bought["container"] == len(kit.boxes) + 6
    assert bought.get("fastener") == (bought["container"] if kit.container.label.pull else None)


def test_what_else_michies_machine_needs() -> None:
    shopping = shopping_list(preset("michie-1961"), label_sheets=9, document_sheets=23)
    assert things(shopping) == {
        "container": 310,
        "cabinet": 1,
        "fastener": 310,
        "awl": 1,
        "pot": 9,
        "label-sheet": 9,
        "glue": 4,
        "scissors": 1,
        "paper": 23,
    }
    amounts = dict(shopping.items(WORDS))
    assert amounts["Slim matchbox, 53 x 36.5 x 11.6 mm outside"] == "310 (304 for the machine, 6 spare)"
    assert amounts["For the labels: Plain paper or card, to be cut, A4"] == "9 sheets"
    assert amounts["For the other pages: ordinary paper, A4"] == "23 sheets"


def test_593_boxes_stand_in_two_cabinets_of_304() -> None:
    assert things(shopping_list(preset("both-players"), 1, 1))["cabinet"] == 2


def test_labels_that_stick_by_themselves_need_neither_glue_nor_scissors(kit_of: KitOf) -> None:
    shopping = shopping_list(kit_of('[print]\nstock = "avery-5167"\npaper = "a4"'), 1, 5)
    assert {"glue", "scissors"}.isdisjoint(things(shopping))
    # The labels are on Letter, whatever the other pages are printed on.
    assert next(name for name, amount in shopping.items(WORDS) if amount == "1 sheet").endswith(", Letter")


def test_what_is_printed_on_card_is_cut_out_also_where_the_labels_are_not(kit_of: KitOf) -> None:
    shopping = shopping_list(kit_of('[print]\nstock = "avery-l4732"'), 1, 5, card_sheets=1)
    assert things(shopping)["scissors"] == 1
    assert "glue" not in things(shopping)


def test_what_is_not_needed_is_not_listed(kit_of: KitOf) -> None:
    shopping = shopping_list(kit_of('[print]\ncontainer = "pocket-matchbox"\n[shopping]\nspares = 0'), 3, 0)
    assert {"cabinet", "fastener", "paper"}.isdisjoint(things(shopping))
    assert things(shopping)["container"] == 304


def test_spares_are_counted_by_themselves(kit_of: KitOf) -> None:
    (boxes, *_) = shopping_list(kit_of("[shopping]\nspares = 11"), 1, 1).things
    assert (boxes.needed, boxes.spare, boxes.total) == (304, 11, 315)


def simulated(kit_name: str, **changes: int) -> SimulatedNeed:
    """Return a need of 500 beads of every colour but those whose number is changed."""
    kit = preset(kit_name)
    return SimulatedNeed(
        runs=400,
        games=300,
        crowd={"random": 60, "perfect": 40},
        seed=7,
        percent=95,
        beads={**{colour.name: 500 for colour in kit.colours}, **changes},
        total=3_418,
        halved=2_900,
        fullest=40,
        emptied={side: 100 for side, _ in kit.stages},
    )


def test_a_simulated_reserve_is_what_was_needed_less_what_fills_the_boxes() -> None:
    need = simulated("michie-1961", white=29, black=272, gold=100)
    rows = {row.colour.name: row for row in shopping_list(preset("michie-1961"), 1, 1, need).colours}
    assert {name: (row.start, row.reserve) for name, row in rows.items()} == {
        "white": (28, 1),
        "lilac": (78, 422),
        "silver": (240, 260),
        "black": (272, 0),
        "gold": (213, 0),  # never less than fills the boxes
        "green": (197, 303),
        "amber": (251, 249),
        "red": (201, 299),
        "pink": (240, 260),
    }


def test_the_list_says_whether_it_was_simulated_or_goes_by_the_rule() -> None:
    kit = preset("michie-1961")
    need = simulated("michie-1961")
    text = WORDS.tell(shopping_list(kit, 1, 1, need).counted)
    assert "400 machines" in text
    assert "300 games each" in text
    assert "60 % a random player, 40 % a perfect player; seed 7" in text
    assert "95 of 100" in text
    assert "wins in a row" not in text
    assert "simulated" not in WORDS.tell(shopping_list(kit, 1, 1).counted)


def test_two_machines_share_the_simulated_games() -> None:
    need = simulated("both-players")
    assert set(need.emptied) == set(Side)
    assert "each plays half of the games" in WORDS.tell(
        shopping_list(preset("both-players"), 1, 1, need).counted
    )
    text = WORDS.tell(shopping_list(preset("michie-1961"), 1, 1, simulated("michie-1961")).counted)
    assert "half of the games" not in text


def test_card_is_bought_by_the_sheet_and_only_where_something_is_printed_on_it() -> None:
    kit = preset("michie-1961")
    assert things(shopping_list(kit, 4, 31, card_sheets=9))["card"] == 9
    assert "card" not in things(shopping_list(kit, 4, 31))
