"""Colours that look alike: pairs known to be confused are named,
schemes made to be safe are not.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from coloraide import Color

from benchmarks.colours import beads_of, nine, table
from menace_kit.files import read_text
from menace_kit.machine.palettes import Colour
from menace_kit.workshop.colour_vision import Sight, alike_pairs
from tests.examples import preset
from tests.machine.conftest import KitOf

COLOUR_BLIND = [Sight.PROTAN, Sight.DEUTAN, Sight.TRITAN]


def colours_of(**hexes: str) -> list[Colour]:
    signs = "ABCDEFGHI"
    return [
        Colour(name=name, key=sign, hex=f"#{code}", glyph=sign)
        for sign, (name, code) in zip(signs, hexes.items(), strict=False)
    ]


def named(colours: Sequence[Colour], sight: Sight) -> list[str]:
    return [f"{pair.first}/{pair.second}" for pair in alike_pairs(colours, sight)]


def test_an_orange_and_a_green_that_fall_together_without_red_cones_are_named() -> None:
    charts = colours_of(orange="FF7F0E", green="2CA02C", blue="1F77B4", purple="9467BD")
    assert named(charts, Sight.PROTAN) == ["orange/green", "blue/purple"]
    rainbow = colours_of(red="FF0000", orange="FF8000", green="80C000", blue="0000FF")
    assert "orange/green" in named(rainbow, Sight.PROTAN)
    assert named(rainbow, Sight.DEUTAN)[0] == "orange/green"


def test_what_is_named_of_michies_colours() -> None:
    colours = preset("michie-1961").colours
    assert named(colours, Sight.PROTAN) == ["gold/amber", "silver/pink", "lilac/pink"]
    assert named(colours, Sight.DEUTAN) == ["gold/amber", "silver/pink", "green/red"]
    assert named(colours, Sight.TRITAN) == ["gold/pink", "amber/pink", "gold/amber"]
    assert set(named(colours, Sight.GREY)) == {
        "silver/pink",
        "gold/amber",
        "green/red",
        "lilac/pink",
        "lilac/gold",
        "lilac/silver",
    }


def test_tols_muted_scheme_is_safe_for_the_two_common_kinds(kit_of: KitOf) -> None:
    colours = kit_of('[beads]\npalette = "tol-muted"').colours
    assert named(colours, Sight.PROTAN) == named(colours, Sight.DEUTAN) == []
    assert len(named(colours, Sight.TRITAN)) <= 2


STUDY = Path(__file__).parents[2] / "docs" / "studies" / "colours.md"


def test_the_study_of_colours_has_the_table_that_its_command_makes() -> None:
    assert table() in read_text(STUDY)


def test_the_study_and_the_palette_have_the_same_numbers() -> None:
    text = read_text(STUDY)
    for colour in nine("iron-beads"):
        row = f"{colour.sold_as['Hama']} | {colour.sold_as['Perler']} |"
        assert f"| {colour.name}" in text
        assert row in text


def test_the_colours_of_new_kits_are_halfway_between_the_makers_beads_and_white_is_paper() -> None:
    white, *others = zip(nine("iron-beads"), beads_of("Hama"), beads_of("Perler"), strict=True)
    assert white[0].hex == "#FFFFFF"
    for ours, hama, perler in others:
        halfway = Color(hama.hex).mix(perler.hex, space="lab-d65")
        assert Color(ours.hex).delta_e(halfway, method="2000") < 1


@pytest.mark.parametrize("sight", Sight)
def test_black_and_white_are_never_taken_for_each_other(sight: Sight) -> None:
    assert alike_pairs(colours_of(black="000000", white="FFFFFF"), sight) == ()


@pytest.mark.parametrize("sight", Sight)
def test_one_colour_under_two_names_is_always_a_pair(sight: Sight) -> None:
    (pair,) = alike_pairs(colours_of(rose="CC6677", pink="CC6677"), sight)
    assert pair == ("rose", "pink", 0)


@pytest.mark.parametrize("sight", COLOUR_BLIND)
def test_greys_look_the_same_to_everybody(sight: Sight) -> None:
    # A simulation must leave greys as they are: of these only the first two are near each other.
    assert named(colours_of(ash="707070", stone="747474", chalk="D0D0D0"), sight) == ["ash/stone"]
