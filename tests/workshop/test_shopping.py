"""What to buy: totals that agree with the boxes, and a reserve that one can work out by hand."""

import re
from dataclasses import replace

import pytest

from menace_kit.games import Side
from menace_kit.text import load_words
from menace_kit.workshop.shopping import ShoppingList, shopping_list
from menace_kit.workshop.shopping_text import explained, money, packs_said
from tests.examples import in_cabinet, preset
from tests.layout.kits import printed
from tests.machine.conftest import Complaint, KitOf
from tests.workshop.test_warnings import simulated

WORDS = load_words("en")


def things(shopping: ShoppingList) -> dict[str, int]:
    return {thing.kind: thing.total for thing in shopping.things}


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


def test_where_a_win_adds_more_to_one_sides_boxes_so_does_its_reserve(kit_of: KitOf) -> None:
    kit = kit_of('side = "both"\nlearning.win-second = 9\nshopping.reserve-percent = 0')
    first, second = (
        {colour for box in kit.first_boxes(side) for colour in box.moves} for side in Side
    )
    shopping = shopping_list(kit, 1, 1)
    assert {row.colour.name: row.reserve for row in shopping.colours} == {
        colour.name: 60 * (colour.name in first) + 180 * (colour.name in second)
        for colour in kit.colours
    }


@pytest.mark.parametrize("win", ["-1", "[0, 3, 3, 3]"])
def test_a_win_that_adds_nothing_at_the_first_move_needs_no_reserve_there(
    kit_of: KitOf, win: str
) -> None:
    rows = shopping_list(kit_of(f"[learning]\nwin = {win}"), 1, 1).colours
    assert [row.reserve for row in rows] == [-(-row.start // 5) for row in rows]


def test_the_reserve_goes_by_what_a_win_adds_to_the_first_box(kit_of: KitOf) -> None:
    kit = kit_of(
        "[learning]\nwin = [7, 3, 3, 3]\n[shopping]\nreserve-percent = 0\nreserve-wins = 2"
    )
    reserve = {
        row.colour.name: row.reserve for row in shopping_list(kit, 1, 1).colours if row.reserve
    }
    assert reserve == {"white": 14, "lilac": 14, "gold": 14}


@pytest.mark.parametrize(
    ("learning", "said"),
    [
        ("win = 0\ndraw = 0\nloss = -1", "for those that get lost"),
        ("win = 0\ndraw = 0\nloss = 1", "by a rule of thumb"),
        ("win = [0, 0, 1, 0]\ndraw = 0", "by a rule of thumb"),
    ],
)
def test_a_machine_that_never_gains_a_bead_keeps_its_reserve_for_beads_that_get_lost(
    kit_of: KitOf, learning: str, said: str
) -> None:
    assert said in WORDS.tell(shopping_list(kit_of(f"[learning]\n{learning}"), 1, 1).summed)


def packs(shopping: ShoppingList) -> dict[str, str]:
    return {row.colour.name: packs_said(row, "x") for row in shopping.colours}


def test_packs_are_those_of_the_bead_unless_the_kit_says_otherwise(kit_of: KitOf) -> None:
    pony = packs(shopping_list(kit_of('[beads]\nkind = "pony"'), 1, 1))
    assert pony["white"] == "1 x 100"  # 94, in packs of 50, 100 and 200
    assert pony["black"] == "1 x 200 + 1 x 100 + 1 x 50"  # 327
    own = packs(shopping_list(kit_of("[shopping]\npack-size = 47"), 1, 1))
    assert (own["white"], own["lilac"]) == ("2 x 47", "4 x 47")  # 94 and 154


def test_beads_that_shops_sell_by_weight_are_bought_in_grams(kit_of: KitOf) -> None:
    seeds = shopping_list(kit_of('beads.kind = "seed-6-0"'), 1, 1)
    bought = packs(seeds)
    # 94 and 154 beads: 15 weigh a gram.
    assert (bought["white"], bought["lilac"]) == ("1 x 10 g", "1 x 20 g")
    assert next(row.over for row in seeds.colours if row.colour.name == "lilac") == 20 * 15 - 154
    assert "about 15 of them weigh a gram" in explained(seeds, WORDS)[-1]
    counted = "beads-per-gram = 1.7\npack-grams = [25, 100]\nprices.packs = [1, 3]"
    own = shopping_list(kit_of(f"[shopping]\n{counted}"), 1, 1)
    assert packs(own)["white"] == "3 x 25 g"  # 94, and 42 are in 25 g; 100 g cost as much
    assert "weigh" not in explained(shopping_list(kit_of(""), 1, 1), WORDS)[-1]


def test_prices_make_costs_and_sums_and_a_missing_one_leaves_them_to_be_written_in(
    kit_of: KitOf,
) -> None:
    prices = "container = 0.25\npot = 1\npaper = 0.5\nlabel-sheet = 0.25\nscissors = 4\nglue = 2\n"
    text = (
        '[print]\ncontainer = "pocket-matchbox"\n[shopping]\nspares = 0\npack-size = [100, 1000]\n'
        f"[shopping.prices]\n{prices}"
    )
    some = shopping_list(kit_of(text), 8, 10)
    assert {thing.kind: thing.cost for thing in some.things} == {
        "container": 76.0,  # 304 x 0.25
        "pot": 9.0,
        "label-sheet": 2.0,
        "glue": 8.0,  # 4 x 2
        "scissors": 4.0,
        "paper": 5.0,
    }
    assert (some.things_cost, some.beads_cost, some.cost) == (104.0, None, None)
    every = shopping_list(kit_of(f"{text}packs = [0.5, 4]"), 8, 10)
    # 94 to 327 beads of a colour: packs of 100 are cheaper than one of 1000.
    small = sum(-(-row.total // 100) for row in every.colours)
    assert every.beads_cost == 0.5 * small == 13.5
    assert every.cost == 104.0 + 13.5
    assert money(every.cost, load_words("de")) == "117,50"
    assert money(None, WORDS) == ""


def test_every_thing_can_have_a_price(kit_of: KitOf) -> None:
    kit = kit_of("[cabinet]\nrows = 38\ncolumns = 8")
    kinds = [thing.kind for thing in shopping_list(kit, 1, 1, None, 1, 1).things]
    text = "\n".join(f"{kind} = {number}" for number, kind in enumerate(kinds))
    priced = shopping_list(
        kit_of(f"[cabinet]\nrows = 38\ncolumns = 8\n[shopping.prices]\n{text}"), 1, 1, None, 1, 1
    )
    assert [thing.price for thing in priced.things] == list(range(len(kinds)))
    assert len(kinds) == 11


def test_prices_of_packs_need_their_packs(complaint: Complaint) -> None:
    told = complaint("[shopping]\npack-size = [10, 50]\n[shopping.prices]\npacks = [1, 2, 3]")
    assert told.startswith(
        "kit.toml: shopping: prices.packs has 3 prices, but pack-size has 2 packs; say in pack-size"
    )
    assert "but pack-size has 0 packs" in complaint("[shopping.prices]\npacks = [1]")
    assert complaint("[shopping.prices]\nglu = 1") == (
        "kit.toml: there is no key shopping.prices.glu; did you mean glue?"
    )


def optional(shopping: ShoppingList) -> set[str]:
    """Return the kinds of the things that the list calls nice to have."""
    said = {thing.kind: WORDS.tell(thing.said()) for thing in shopping.things}
    return {kind for kind, text in said.items() if text.endswith("(nice to have)")}


def test_what_a_machine_can_do_without_is_marked(kit_of: KitOf) -> None:
    kit = in_cabinet(preset("michie-1961"))
    shopping = shopping_list(kit, 9, 23, card_sheets=2, sticker_sheets=1)
    extras = {"fastener", "awl", "card", "sticker-sheet"}
    assert optional(shopping) == {*extras, "cabinet"}
    ready_cut = kit_of('[print]\nstock = "avery-l4732"')
    shopping = shopping_list(ready_cut, 1, 5, card_sheets=1, sticker_sheets=1)
    assert optional(shopping) == {*extras, "glue", "scissors"}


@pytest.mark.parametrize("container", ["fold-up", "mat"])
def test_card_is_needed_for_what_is_made_of_it(container: str) -> None:
    kit = printed("nim-8", container)
    assert optional(shopping_list(kit, 0, 5, card_sheets=3)) == set()


def test_labels_that_stick_by_themselves_need_neither_glue_nor_scissors(kit_of: KitOf) -> None:
    shopping = shopping_list(kit_of('[print]\nstock = "avery-5167"\npaper = "a4"'), 1, 5)
    assert {"glue", "scissors"}.isdisjoint(things(shopping))
    # The labels are on Letter, whatever the other pages are printed on.
    assert next(name for name, amount in shopping.items(WORDS) if amount == "1 sheet").endswith(
        ", Letter"
    )


@pytest.mark.parametrize(
    ("container", "glue"), [("slim-matchbox", {"glue": 4}), ("small-parts-drawer", {})]
)
def test_what_is_printed_on_card_is_cut_out_and_fences_are_glued_also_where_the_labels_are_not(
    kit_of: KitOf, container: str, glue: dict[str, int]
) -> None:
    kit = kit_of(f'[print]\nstock = "avery-l4732"\ncontainer = "{container}"')
    bought = things(shopping_list(kit, 1, 5, card_sheets=1))
    assert bought["scissors"] == 1
    assert {kind: count for kind, count in bought.items() if kind == "glue"} == glue


def test_what_is_not_needed_is_not_listed(kit_of: KitOf) -> None:
    shopping = shopping_list(
        kit_of('[print]\ncontainer = "pocket-matchbox"\n[shopping]\nspares = 0'), 3, 0
    )
    assert {"cabinet", "fastener", "paper"}.isdisjoint(things(shopping))
    assert things(shopping)["container"] == 304


@pytest.mark.parametrize(
    ("name", "sets", "spare"),
    [("nim-8", 1, 1), ("michie-1961", 1, 6), ("both-players", 1, 12), ("nim-8", 10, 2)],
)
def test_one_box_is_spare_for_every_fifty(name: str, sets: int, spare: int) -> None:
    (boxes, *_) = shopping_list(preset(name), 1, 1, sets=("A",) * sets).things
    assert boxes.spare == spare


def test_a_simulated_reserve_is_what_was_needed_less_what_fills_the_boxes() -> None:
    kit = preset("michie-1961")
    beads = dict.fromkeys(kit.start_by_colour(), 500) | {"white": 29, "black": 272, "gold": 100}
    need = replace(simulated(kit), beads=beads)
    rows = {row.colour.name: row for row in shopping_list(kit, 1, 1, need).colours}
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


@pytest.mark.parametrize(
    ("container", "sizes"),
    [
        ("paper-cup", "72 mm de diamètre en haut, 82 de haut"),
        ("small-parts-drawer", "130 mm de long, 55 de large, 37 de haut"),
    ],
)
def test_each_size_of_a_container_says_which_it_is_and_stays_in_a_line_with_it(
    container: str, sizes: str
) -> None:
    kit = printed("her-19", container=container)
    told = load_words("fr").for_boxes(kit.container).tell(shopping_list(kit, 1, 1).things[0].said())
    assert told.replace("\N{NO-BREAK SPACE}", " ").endswith(sizes)
    assert all(f"{size}\N{NO-BREAK SPACE}" in told for size in re.findall(r"\d+", sizes))
