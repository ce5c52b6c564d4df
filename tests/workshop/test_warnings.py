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
from menace_kit.workshop.warnings import MOST_BEFORE, SERIOUS, before_the_list, kit_warnings
from tests.examples import EVERY_PRESET, PRESETS, preset
from tests.layout.kits import printed
from tests.machine.conftest import KitOf

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


def test_before_the_list_are_the_five_most_serious_warnings() -> None:
    warnings = [Message(f"warnings.{name}", (), {}) for name in ("emptied", *reversed(SERIOUS))]
    before = [each.key.removeprefix("warnings.") for each in before_the_list(warnings)]
    assert before == list(SERIOUS[:MOST_BEFORE])
    assert "safety" in before
    assert "emptied" not in before


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_not_before_the_list_only_adds_to_it(name: str) -> None:
    warnings = kit_warnings(preset(name))
    behind = [each.key for each in warnings if each not in before_the_list(warnings)]
    assert {*behind} <= {"warnings.emptied", "warnings.alike-grey", "warnings.alike"}


def test_every_list_begins_with_the_safety_of_small_parts() -> None:
    text = WORDS.tell(kit_warnings(preset("her-19"))[0])
    assert "36 months" in text
    assert "16 CFR 1501" in text


def test_a_mat_has_no_beads_to_sort_and_no_boxes_to_fill() -> None:
    kit = printed("her-19", "mat", "a4")
    warnings = kit_warnings(kit)
    text = " ".join(map(paper_words(kit).tell, warnings))
    assert "every field as at the beginning" in text
    assert "fill" not in text
    assert "pot" not in text


MAY_EMPTY = {
    "both-players": 2,
    "michie-1961": 1,
    "michie-1961-287": 1,
    "pulles": 1,
    "second-player": 1,
    "starter": 1,
}
"""How many first boxes may run empty and end the machine; none of other presets: they start with
more, refill, draw at random, or teach by the last move alone.
"""


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_the_first_box_warning_stands_where_it_should(name: str) -> None:
    assert keys(preset(name)).count("may-empty") == MAY_EMPTY.get(name, 0)


def test_the_first_box_warning_names_the_boxes_and_their_beads() -> None:
    first, second = (
        WORDS.tell(warning)
        for warning in kit_warnings(preset("both-players"))
        if warning.key == "warnings.may-empty"
    )
    assert first.startswith("The first box (1) can run empty")
    assert "more than its 12 beads" in first
    assert "(305, 306, 307)" in second
    assert "48" in second


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
    assert "may-empty" not in keys(kit_of(way_out))


@pytest.mark.parametrize(
    "no_way_out",
    [
        "[beads]\nstart = [7, 4, 2, 1]",
        '[learning]\nempty-box = "punish-previous"',
        "[learning]\nloss = [-1, 0, 0, 0]",
    ],
)
def test_what_is_no_way_out_does_not_end_it(kit_of: KitOf, no_way_out: str) -> None:
    assert "may-empty" in keys(kit_of(no_way_out))


def test_draws_that_add_nothing_empty_any_first_box_in_the_end(kit_of: KitOf) -> None:
    kit = kit_of("[beads]\nstart = [30, 4, 2, 1]\n[learning]\ndraw = 0")
    assert told(kit, "may-empty").facts == {"n": 1, "boxes": "1", "beads": 90}


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


def test_what_was_simulated_warns_of_a_box_that_the_rule_of_thumb_would_not() -> None:
    scroggs = preset("scroggs")
    assert not texts(scroggs, simulated(scroggs, 4), "emptied")
    assert (
        "box 1 ran empty in 5 of 100 machines"
        in texts(scroggs, simulated(scroggs, 5), "emptied")[0]
    )
    # A machine that refills its empty box goes on.
    assert not texts(preset("gallmo"), simulated(preset("gallmo"), 90), "emptied")


@pytest.mark.parametrize("rule", ["tell", "ignore"])
def test_boxes_that_simulated_machines_filled_beyond_mixing_are_told(
    kit_of: KitOf, rule: str
) -> None:
    kit = kit_of(f'[learning]\nfull-box = "{rule}"')  # 52 midi beads still mix
    assert not texts(kit, simulated(kit, fullest=52), "fills")
    (text,) = texts(kit, simulated(kit, fullest=53), "fills")
    assert "about 52" in text


def test_of_boxes_that_may_hold_more_than_mixes_both_is_told(kit_of: KitOf) -> None:
    kit = kit_of("[learning]\nfull-above = 200")
    need = replace(simulated(kit, fullest=203), halved=1, halved_most=2)
    (mixes,) = texts(kit, need, "fills")
    assert "about 52" in mixes
    (text,) = texts(kit, need, "halve")
    assert "more than 200 beads" in text


CAPACITY = ("too-large", "too-full", "fills", "halve", "estimate")


def capacity(kit: Kit) -> list[str]:
    return [key for key in keys(kit) if key.startswith(CAPACITY)]


def test_presets_have_room_and_say_that_nobody_measured_their_trays() -> None:
    assert capacity(preset("michie-1961")) == ["estimate"]


def test_pony_beads_fill_a_first_box_with_one_win(kit_of: KitOf) -> None:
    # 13 still mix: 12 at the start, 15 after a win.
    kit = kit_of('[beads]\nkind = "pony"')
    assert told(kit, "fills").facts == {"mixes": 13}
    # A box of the second stage has seven colours at the most, 3 beads of each.
    assert told(kit, "too-full").facts["beads"] == 21


def test_the_tenth_win_may_be_the_one_that_is_too_much(kit_of: KitOf) -> None:
    # 52 midi beads still mix, 15 are there: nine wins of 4 make 51, the tenth 55.
    assert "fills" not in keys(kit_of("[beads]\nstart = [5, 3, 2, 1]\n[learning]\nwin = 4"))
    # 18 are there: eight wins make 50, the ninth 54.
    assert "fills" in keys(kit_of("[beads]\nstart = [6, 3, 2, 1]\n[learning]\nwin = 4"))


def test_a_bead_larger_than_the_tray_is_told_and_not_counted(kit_of: KitOf, tmp_path: Path) -> None:
    (tmp_path / "low.toml").write_text(NOT_MEASURED_TOO_LOW, encoding="utf-8")
    kit = kit_of('[print]\ncontainer = "low.toml"')
    assert capacity(kit) == ["too-large", "estimate"]
    assert told(kit, "too-large").facts == {"bead": Decimal(5.0), "tray": Decimal(4.0)}
    assert capacity(kit_of('[print]\ncontainer = "low.toml"\n[beads]\nkind = "hama-mini"')) == [
        "estimate"
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
    assert told(kit_of(f"[learning]\n{learning}"), "cannot-learn").facts == {"moves": moves}


def test_colours_that_look_alike_are_told_once() -> None:
    michie = preset("michie-1961")
    assert keys(michie, "alike") == ["alike", "alike-grey"]
    told_once = WORDS.tell(told(michie, "alike"))
    assert told_once.count("gold/amber") == told_once.count("silver/pink") == 1
    assert "letter" in told_once


def test_boxes_that_start_too_full_to_mix_are_counted_and_the_fullest_named(kit_of: KitOf) -> None:
    # Of midi beads 52 mix: three kinds of 21 are 63.
    kit = kit_of("[beads]\nstart = [4, 3, 21, 1]")
    kinds = [len(box.beads) for box in kit.boxes if box.stage == 3]
    facts = told(kit, "too-full").facts
    assert facts["n"] == sum(kind > 2 for kind in kinds)
    assert kit.box(int(str(facts["box"]))).start_total == facts["beads"] == 21 * max(kinds)


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
    assert all("{" not in WORDS.tell(warning) for warning in warnings)
    written = read_toml(template_path(TemplateKind.TEXT, "en"))["warnings"]
    keys = {warning.key.removeprefix("warnings.") for warning in warnings}
    twins = {kind for warning in warnings for kind in warning.kinds}
    twins |= {ending for kind in ContainerKind for ending in kind.endings}
    assert keys <= set(written) <= keys | {f"{key}-{twin}" for key in keys for twin in twins}


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_no_warning_names_a_command_or_a_key_of_the_kit_file(language: str) -> None:
    written = read_toml(template_path(TemplateKind.TEXT, language))["warnings"]
    texts = [text for text in written.values() if isinstance(text, str)]
    texts += [text for forms in written.values() if isinstance(forms, list) for text in forms]
    assert len(texts) > 10
    assert [
        text for text in texts if "menace-kit" in text or ".toml" in text or " = " in text
    ] == []


def test_the_first_box_of_an_impartial_game_is_that_of_its_start(kit_of: KitOf) -> None:
    rules = "[beads]\nstart = 1\npalette = 'four-arrows'\n[boxes]\nforced-moves = true"
    kit = kit_of(f"game = 'nim'\nside = 'both'\nmarks = ['I', 'J']\n{rules}")
    assert told(kit, "may-empty").facts["boxes"] == "8"
