"""What colours, boxes, beads and paper are called in each language."""

import pytest

from menace_kit.layout.text.typesetting import text_width
from menace_kit.machine.palettes import Palette
from menace_kit.machine.toml_files import (
    TemplateKind,
    load_template,
    read_toml,
    template_names,
    template_path,
)
from menace_kit.text import load_words
from menace_kit.workshop.own_boxes import OWN_NOUNS
from tests.text.language_files import (
    LANGUAGES,
    OTHERS,
    tables_of,
)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("palette", template_names(TemplateKind.PALETTES))
def test_every_colour_of_a_palette_has_a_name_of_its_own(language: str, palette: str) -> None:
    colours = load_template(Palette, TemplateKind.PALETTES, palette).colours
    assert {colour.name for colour in colours} <= set(tables_of(language)["colours"])
    words = load_words(language)
    assert len({words.colour_name(colour).casefold() for colour in colours}) == len(colours)


@pytest.mark.parametrize("language", OTHERS)
def test_boxes_beads_colours_and_paper_that_are_no_makers_have_a_title_in_each_language(
    language: str,
) -> None:
    """A label sheet keeps the name that its maker gave it."""
    paths = [
        template_path(kind, name)
        for kind in (TemplateKind.CONTAINERS, TemplateKind.BEADS, TemplateKind.PALETTES)
        for name in template_names(kind)
    ]
    paths.append(template_path(TemplateKind.STOCK, "plain"))
    shipped = {str(read_toml(path)["title"]) for path in paths}
    shipped |= {f"My own {noun}" for noun in OWN_NOUNS.values()}
    given = tables_of(language)["titles"]
    machines = {
        str(read_toml(template_path(TemplateKind.MACHINES, name))["name"])
        for name in template_names(TemplateKind.MACHINES)
    }
    files = set(template_names(TemplateKind.MACHINES))
    assert shipped <= set(given) <= shipped | machines | files
    assert given["MENACE, both players"] != "MENACE, both players"
    assert not [title for title, other in given.items() if title == other]
    words = load_words(language)
    assert words.title("Slim matchbox") == given["Slim matchbox"]
    assert words.title("Our own box") == "Our own box"
    for other in given.values():
        assert text_width(str(other), 8, bold=True) > 0


def test_no_name_is_given_to_a_colour_that_is_in_no_palette() -> None:
    shipped = {
        name
        for palette in template_names(TemplateKind.PALETTES)
        for name in load_template(Palette, TemplateKind.PALETTES, palette).names
    }
    for language in LANGUAGES:
        assert set(tables_of(language).get("colours", {})) <= shipped
