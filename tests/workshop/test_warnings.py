"""What a builder is told before buying: each thing where it holds, and only there."""

from dataclasses import replace
from pathlib import Path

import pytest

from menace_kit.machine import Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_path
from menace_kit.text import load_words, paper_words
from menace_kit.text.phrases import Decimal, Message
from menace_kit.workshop.forecasts import SimulatedNeed
from menace_kit.workshop.warnings import kit_warnings, short_warnings
from tests.examples import EVERY_PRESET, PRESETS
from tests.layout.kits import printed
from tests.machine.conftest import KitOf, preset

WORDS = load_words("en")
NOT_MEASURED_TOO_LOW = """
title = "Low box"
source = "test"
outer = { length = 50, width = 35, height = 6 }
tray = { length = 48, width = 32, height = 4, measured = false }
"""


def keys(kit: Kit, start: str = "") -> list[str]:
    found = [warning.key.removeprefix("warnings.") for warning in kit_warnings(kit)]
    return [key for key in found if key.startswith(start)]


def told(kit: Kit, key: str) -> Message:
    (warning,) = [warning for warning in kit_warnings(kit) if warning.key == f"warnings.{key}"]
    return warning


def test_every_list_begins_with_the_safety_of_small_parts() -> None:
    text = WORDS.tell(kit_warnings(preset("her-19"))[0])
    assert "36 months" in text
    assert "16 CFR 1501" in text
    assert "matchboxes" in text


def test_a_mat_has_no_beads_to_sort_and_no_boxes_to_fill() -> None:
    kit = printed("her-19", "mat", "a4")
    warnings = kit_warnings(kit)
    sentences = [paper_words(kit).tell(each) for each in (*warnings, *short_warnings(warnings))]
    text = " ".join(sentences)
    assert "lay all tokens back on their places" in text
    assert "fill" not in text
    assert "pot" not in text


FIRST_BOX = {
    "both-players": ["empties", "trials", "empties", "second", "remedies-merged"],
    "gallmo": [],  # an empty box is filled again
    "gallmo-rules": [],
    "game-player": [],  # an empty box draws a move by lot
    # Where only the last move is taught, one sentence says what an empty box means.
    "gardner-her-24": [],
    "her-19": [],
    "her-37": [],
    "her-3x4": [],
    "him-18": [],
    "michie-1961": ["empties", "trials", "remedies-merged"],
    "michie-1961-287": ["empties", "trials", "remedies-merged"],
    "nim-13": [],
    "nim-16": [],
    "nim-20": [],
    "nim-8": [],
    "notebook": [],  # an empty box is filled again
    # 9 beads, and symmetric squares have their own already.
    "pulles": ["empties", "trials", "remedies"],
    "scroggs": [],  # 24 beads
    "second-player": ["empties", "second", "remedies-merged"],
    "starter": ["empties", "trials", "remedies-merged"],
    "van-woudenberg": [],  # an empty box draws a move by lot
}


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_the_first_box_warning_stands_where_it_should(name: str) -> None:
    assert keys(preset(name), "first-box-") == [f"first-box-{key}" for key in FIRST_BOX[name]]


@pytest.mark.parametrize(
    "way_out",
    [
        "[beads]\nstart = [8, 4, 2, 1]",
        "[boxes]\nmerge-symmetric-moves = false",
        "[learning]\nprotect-first-box = true",
        '[learning]\nempty-box = "refill"',
        '[learning]\nempty-box = "keep-last"',
        '[learning]\nempty-box = "random"',
        "[learning]\nloss = 0",
        "[learning]\nloss = [0, -1, -1, -1]",
    ],
)
def test_each_way_out_of_an_empty_first_box_ends_the_warning(kit_of: KitOf, way_out: str) -> None:
    assert keys(kit_of(way_out), "first-box-") == []


@pytest.mark.parametrize(
    "no_way_out",
    [
        "[beads]\nstart = [7, 4, 2, 1]",
        '[learning]\nempty-box = "punish-previous"',
        "[learning]\nloss = [-1, 0, 0, 0]",
    ],
)
def test_what_is_no_way_out_does_not_end_it(kit_of: KitOf, no_way_out: str) -> None:
    assert keys(kit_of(no_way_out), "first-box-") == [
        "first-box-empties",
        "first-box-trials",
        "first-box-remedies-merged",
    ]


def test_we_know_no_start_that_is_enough_for_a_machine_that_moves_second(kit_of: KitOf) -> None:
    second = kit_of('side = "second"\n[beads]\nstart = [20, 3, 2, 1]')
    assert min(box.start_total for box in second.boxes if box.stage == 1) == 40
    assert "first-box-second" in keys(second)
    assert "first-box-trials" not in keys(second)


def test_draws_that_add_nothing_empty_any_first_box_in_the_end(kit_of: KitOf) -> None:
    kit = kit_of("[beads]\nstart = [30, 4, 2, 1]\n[learning]\ndraw = 0")
    assert "first-box-no-gain" in keys(kit)
    assert told(kit, "first-box-empties").facts == {"n": 1, "boxes": "1", "beads": 90}


def test_the_first_box_warning_claims_what_was_found_and_names_the_ways_out() -> None:
    kit = preset("michie-1961")
    assert "box 1) starts with 12 beads" in WORDS.tell(told(kit, "first-box-empties"))
    trials = WORDS.tell(told(kit, "first-box-trials"))
    assert "1,000 games" in trials
    assert "more than half" in trials
    assert "8-4-2-1" in trials
    remedies = WORDS.tell(told(kit, "first-box-remedies-merged"))
    for way_out in ("8-4-2-1", "every free square", "leave the last bead", "fill an empty box"):
        assert way_out in remedies
    assert (
        "(boxes 305, 306, 307) start with 48 beads together"
        in [
            WORDS.tell(warning)
            for warning in kit_warnings(preset("both-players"))
            if warning.key == "warnings.first-box-empties"
        ][1]
    )


def simulated(kit: Kit, emptied: int = 62, fullest: int = 40, runs: int = 100) -> SimulatedNeed:
    """Return what simulated machines needed: first boxes of each side ran
    empty in so many of them.
    """
    return SimulatedNeed(
        runs=runs,
        games=1000,
        beads=kit.start_by_colour(),
        total=3_333,
        halved=0,
        halved_most=0,
        fullest=fullest,
        emptied={side: emptied for side, _ in kit.stages},
    )


def texts(kit: Kit, need: SimulatedNeed, start: str) -> list[str]:
    return [
        WORDS.tell(warning)
        for warning in kit_warnings(kit, need)
        if warning.key.startswith(f"warnings.{start}")
    ]


def test_a_simulated_chance_takes_the_place_of_the_general_words() -> None:
    kit = preset("michie-1961")
    said = texts(kit, simulated(kit), "first-box-")
    assert len(said) == 3
    assert "it ran empty in 62 of 100 machines within 1,000 games" in said[1]
    assert said[0] == WORDS.tell(told(kit, "first-box-empties"))
    assert said[2] == WORDS.tell(told(kit, "first-box-remedies-merged"))
    assert not texts(kit, simulated(kit), "first-box-trials")
    second = preset("second-player")
    assert (
        "one of them ran empty in 62 of 100"
        in texts(second, simulated(second), "first-box-simulated")[0]
    )
    both = preset("both-players")
    assert len(texts(both, simulated(both), "first-box-simulated")) == 2


@pytest.mark.parametrize(
    ("emptied", "runs", "said"),
    [
        (0, 400, "in none of 400 machines"),
        (1, 400, "in fewer than 1 of 100 machines"),
        (3, 400, "in fewer than 1 of 100 machines"),
        (4, 400, "in 1 of 100 machines"),
        (400, 400, "in 100 of 100 machines"),
    ],
)
def test_the_chance_is_told_in_machines_of_100(emptied: int, runs: int, said: str) -> None:
    kit = preset("michie-1961")
    (text,) = (
        text
        for text in texts(kit, simulated(kit, emptied, runs=runs), "first-box-")
        if "How likely" in text
    )
    assert said in text


def test_what_was_simulated_warns_of_a_box_that_the_rule_of_thumb_would_not() -> None:
    scroggs = preset("scroggs")
    assert not texts(scroggs, simulated(scroggs, 4), "first-box-")
    assert "in 5 of 100" in texts(scroggs, simulated(scroggs, 5), "first-box-")[1]
    # A machine that refills its empty box goes on.
    assert not texts(preset("gallmo"), simulated(preset("gallmo"), 90), "first-box-")


@pytest.mark.parametrize("rule", ["tell", "ignore"])
def test_boxes_that_simulated_machines_filled_beyond_mixing_are_told(
    kit_of: KitOf, rule: str
) -> None:
    kit = kit_of(f'[learning]\nfull-box = "{rule}"')  # 52 midi beads still mix
    assert not texts(kit, simulated(kit, fullest=52), "full-in-time")
    (text,) = texts(kit, simulated(kit, fullest=53), "full-in-time")
    assert "5 of 100 machines came to have more than 53 beads in one box" in text
    assert "about 52" in text


def test_how_often_simulated_machines_halved_boxes_is_told() -> None:
    kit = preset("michie-1961")
    need = replace(simulated(kit, fullest=55), halved=24, halved_most=40)
    (text,) = texts(kit, need, "halved-in-time")
    assert "more than 52 beads" in text
    assert "for 1,000 games: up to 24 for half of the machines, up to 40 for 95 of 100" in text
    assert not texts(kit, need, "full-in-time")
    assert not texts(kit, simulated(kit, fullest=40), "halved-in-time")


def test_of_boxes_that_may_hold_more_than_mixes_both_is_told(kit_of: KitOf) -> None:
    kit = kit_of("[learning]\nfull-above = 200")
    need = replace(simulated(kit, fullest=203), halved=1, halved_most=2)
    assert texts(kit, need, "full-in-time")
    (text,) = texts(kit, need, "halved-in-time")
    assert "more than 200 beads" in text
    assert "Only about 52 mix well" in text


CAPACITY = ("bead-too-large", "starts-", "soon-full", "capacity-estimate", "tray-not-measured")


def capacity(kit: Kit) -> list[str]:
    return [key for key in keys(kit) if key.startswith(CAPACITY)]


def test_presets_have_room_and_say_that_nobody_measured_their_trays() -> None:
    assert capacity(preset("michie-1961")) == ["tray-not-measured"]


def test_pony_beads_fill_a_first_box_with_one_win(kit_of: KitOf) -> None:
    # 13 still mix: 12 at the start, 15 after a win.
    kit = kit_of('[beads]\nkind = "pony"')
    assert told(kit, "soon-full").facts == {"n": 1, "box": "1", "beads": 12, "mixes": 13}
    assert "One win is enough" in WORDS.tell(told(kit, "soon-full"))
    # A box of the second stage has seven colours at the most, 3 beads of each.
    assert told(kit, "starts-unmixed").facts["beads"] == 21
    assert "20 %" in WORDS.tell(told(kit, "capacity-estimate"))


def test_the_tenth_win_may_be_the_one_that_is_too_much(kit_of: KitOf) -> None:
    # 52 midi beads still mix, 15 are there: nine wins of 4 make 51, the tenth 55.
    assert "soon-full" not in keys(kit_of("[beads]\nstart = [5, 3, 2, 1]\n[learning]\nwin = 4"))
    # 18 are there: eight wins make 50, the ninth 54.
    told_of = told(kit_of("[beads]\nstart = [6, 3, 2, 1]\n[learning]\nwin = 4"), "soon-full")
    assert told_of.facts["n"] == 9


def test_boxes_that_start_too_full_are_told_from_those_that_only_do_not_mix(kit_of: KitOf) -> None:
    # A tray holds 104 midi beads, and 52 of them mix: five kinds of 21 are 105,
    # three or four are 63 or 84.
    kit = kit_of("[beads]\nstart = [4, 3, 21, 1]")
    kinds = [len(box.beads) for box in kit.boxes if box.stage == 3]
    spilling, stuck = told(kit, "starts-too-full").facts, told(kit, "starts-unmixed").facts
    assert (spilling["n"], spilling["beads"], spilling["limit"]) == (kinds.count(5), 105, 104)
    assert (stuck["n"], stuck["limit"]) == (kinds.count(3) + kinds.count(4), 52)
    assert stuck["beads"] == 21 * max(kind for kind in kinds if kind < 5)
    four_kinds_mix = kit_of("[beads]\nstart = [4, 3, 13, 1]")
    assert told(four_kinds_mix, "starts-unmixed").facts["n"] == kinds.count(5)
    for facts in (spilling, stuck):
        assert kit.box(int(str(facts["box"]))).start_total == facts["beads"]


def test_a_bead_larger_than_the_tray_is_told_and_not_counted(kit_of: KitOf, tmp_path: Path) -> None:
    (tmp_path / "low.toml").write_text(NOT_MEASURED_TOO_LOW, encoding="utf-8")
    kit = kit_of('[print]\ncontainer = "low.toml"')
    assert capacity(kit) == ["bead-too-large", "tray-not-measured"]
    assert told(kit, "bead-too-large").facts == {"bead": Decimal(5.0), "tray": Decimal(4.0)}
    assert capacity(kit_of('[print]\ncontainer = "low.toml"\n[beads]\nkind = "hama-mini"')) == [
        "tray-not-measured"
    ]


@pytest.mark.parametrize(
    ("learning", "moves"),
    [
        ("win = -1", "1, 2, 3, 4"),
        ("win = [3, 3, -1, 3]", "3"),
        ("win = 1\nloss = [1, -1, -1, 2]", "1, 4"),
    ],
)
def test_a_win_that_adds_no_more_than_a_defeat_is_told(
    kit_of: KitOf, learning: str, moves: str
) -> None:
    assert told(kit_of(f"[learning]\n{learning}"), "win-no-better").facts == {"moves": moves}


def test_alike_colours_are_told_by_kind_with_advice_at_the_end(kit_of: KitOf) -> None:
    michie = preset("michie-1961")
    assert keys(michie, "alike-") == [
        "alike-protan",
        "alike-deutan",
        "alike-tritan",
        "alike-grey",
        "alike-advice",
    ]
    assert "gold/amber, silver/pink" in WORDS.tell(told(michie, "alike-deutan"))
    muted = kit_of('[beads]\npalette = "tol-muted"')
    assert keys(muted, "alike-") == ["alike-tritan", "alike-grey", "alike-advice"]
    assert "letter" in WORDS.tell(told(muted, "alike-advice"))


def test_every_sentence_can_be_told_and_is_complete(kit_of: KitOf, tmp_path: Path) -> None:
    (tmp_path / "low.toml").write_text(NOT_MEASURED_TOO_LOW, encoding="utf-8")
    kits = [
        *map(preset, PRESETS),
        kit_of('[beads]\nkind = "pony"\n[learning]\nwin = -1\ndraw = 0'),
        kit_of('[beads]\nkind = "pony"'),
        kit_of("[beads]\nstart = [50, 3, 2, 1]"),
        kit_of('[print]\ncontainer = "low.toml"'),
    ]
    warnings = [warning for kit in kits for warning in kit_warnings(kit)]
    for emptied in (0, 1, 100):
        warnings += kit_warnings(kits[0], simulated(kits[0], emptied, runs=400))
    for kit in (kits[0], kit_of('[learning]\nfull-box = "tell"')):
        warnings += kit_warnings(kit, replace(simulated(kit, fullest=99), halved_most=9))
    warnings += [
        short for told in (warnings, *map(kit_warnings, kits)) for short in short_warnings(told)
    ]
    assert all("{" not in WORDS.tell(warning) for warning in warnings)
    written = read_toml(template_path(TemplateKind.TEXT, "en"))["warnings"]
    keys = {warning.key.removeprefix("warnings.") for warning in warnings}
    twins = {kind for warning in warnings for kind in warning.kinds}
    twins |= {ending for kind in ContainerKind for ending in kind.endings}
    assert keys <= set(written) <= keys | {f"{key}-{twin}" for key in keys for twin in twins}


NOUGHTS_AND_CROSSES = (
    "Michie",
    "nine squares",
    "29 games",
    "[8, 4, 2, 1]",
    "8-4-2-1",
    "square",
    "the best result",
)
"""What is so in noughts and crosses only."""

HEXAPAWN = """
game = "hexapawn"
side = "{}"
marks = ["W", "B"]
[beads]
start = 4
palette = "four-arrows"
[learning]
win = 3
draw = 1
loss = -1
"""


@pytest.mark.parametrize(("side", "emptied"), [("first", 50), ("second", None), ("both", 0)])
def test_of_another_game_nothing_is_said_that_was_found_for_noughts_and_crosses(
    kit_of: KitOf, side: str, emptied: int | None
) -> None:
    kit = kit_of(HEXAPAWN.format(side))
    need = None if emptied is None else simulated(kit, emptied)
    said = (
        texts(kit, need, "first-box-") if need else [WORDS.tell(told) for told in kit_warnings(kit)]
    )
    if emptied != 0:
        assert any("a bead for every move, mirror images too" in text for text in said)
    first_boxes = [text for text in said if "box" in text]
    assert [text for text in first_boxes for fact in NOUGHTS_AND_CROSSES if fact in text] == []


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_no_warning_names_a_command_or_a_key_of_the_kit_file(language: str) -> None:
    written = read_toml(template_path(TemplateKind.TEXT, language))["warnings"]
    texts = [text for text in written.values() if isinstance(text, str)]
    texts += [text for forms in written.values() if isinstance(forms, list) for text in forms]
    assert len(texts) > 30
    assert [
        text for text in texts if "menace-kit" in text or ".toml" in text or " = " in text
    ] == []


@pytest.mark.parametrize("name", ["michie-1961", "her-19"])
def test_at_most_five_short_warnings_come_first_and_each_fits_two_lines(name: str) -> None:
    short = short_warnings(kit_warnings(preset(name)))
    assert 1 <= len(short) <= 5
    assert all(len(WORDS.tell(warning)) <= 150 for warning in short)


def test_the_most_serious_warnings_are_kept(kit_of: KitOf) -> None:
    kit = kit_of('[beads]\nkind = "pony"\n[learning]\nwin = -1\ndraw = 0')
    assert [
        warning.key.removeprefix("warnings.short-") for warning in short_warnings(kit_warnings(kit))
    ] == [
        "safety",
        "cannot-learn",
        "too-full",
        "may-empty",
        "estimate",
    ]


def test_the_first_box_of_an_impartial_game_is_that_of_its_start(kit_of: KitOf) -> None:
    rules = "[beads]\nstart = 1\npalette = 'four-arrows'\n[boxes]\nforced-moves = true"
    kit = kit_of(f"game = 'nim'\nside = 'both'\nmarks = ['I', 'J']\n{rules}")
    assert told(kit, "first-box-empties").facts["boxes"] == "8"
