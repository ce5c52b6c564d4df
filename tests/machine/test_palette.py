"""Colours: each with a name, a letter and a sign of its own."""

import pytest

from menace_kit.errors import KitError
from menace_kit.games import game_named
from menace_kit.machine.palettes import Colour, Palette
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, load_template, template_names
from menace_kit.text.typed_colours import colours_meant
from menace_kit.text.words import load_words
from tests.examples import preset
from tests.machine.conftest import KitOf

WHITE = {"name": "white", "key": "W", "hex": "#FFFFFF", "glyph": "♥"}
BLACK = {"name": "black", "key": "B", "hex": "#1A1A1A", "glyph": "■"}


def palette(*colours: object) -> Palette:
    return parse_table(
        Palette, {"title": "Mine", "source": "me", "colours": list(colours)}, "my.toml"
    )


def complaint(*colours: object) -> str:
    with pytest.raises(KitError) as caught:
        palette(*colours)
    return str(caught.value)


def test_tols_muted_scheme_has_its_published_nine_colours() -> None:
    colours = load_template(Palette, TemplateKind.PALETTES, "tol-muted").colours
    published = "332288 88CCEE 44AA99 117733 999933 DDCC77 CC6677 882255 AA4499"
    assert [colour.hex for colour in colours] == [f"#{digits}" for digits in published.split()]


FEW_COLOURS = {"four-arrows"}
"""Palettes for games whose boxes need fewer colours than there are squares."""


@pytest.mark.parametrize("name", sorted(set(template_names(TemplateKind.PALETTES)) - FEW_COLOURS))
def test_every_other_palette_will_do_for_noughts_and_crosses(name: str) -> None:
    colours = load_template(Palette, TemplateKind.PALETTES, name).colours
    assert len(colours) >= 9
    assert not {colour.key for colour in colours} & {"O", "X"}


@pytest.mark.parametrize("name", FEW_COLOURS)
def test_a_small_palette_will_do_for_hexapawn_and_nim_and_is_refused_for_more(
    kit_of: KitOf, name: str
) -> None:
    colours = load_template(Palette, TemplateKind.PALETTES, name).colours
    assert len(colours) == max(game_named(game).colours for game in ("hexapawn", "nim"))
    with pytest.raises(KitError, match="noughts-and-crosses needs 9 colours, here are 4"):
        kit_of(f'beads.palette = "{name}"')


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"name": "White"},
            "white and White have the same name 'white'; each colour needs its own",
        ),
        ({"key": "w"}, "white and black have the same letter 'W'; each colour needs its own"),
        ({"glyph": "♥"}, "white and black have the same glyph '♥'; each colour needs its own"),
    ],
)
def test_no_two_colours_share_a_name_a_letter_or_a_sign(change: dict[str, str], said: str) -> None:
    assert complaint(WHITE, BLACK | change) == f"my.toml: {said}"


def test_two_colours_may_look_alike_on_the_screen() -> None:
    assert len(palette(WHITE, BLACK | {"hex": "#FFFFFF"}).colours) == 2


def test_a_letter_is_written_large() -> None:
    assert palette(WHITE | {"key": "w"}).colours[0].key == "W"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"key": "WH"}, "colours.2.key: 'WH' is not one printable character"),
        ({"key": "-"}, "colours.2.key: '-' is not one letter or digit"),
        ({"key": ""}, "colours.2.key: '' is not one letter or digit"),
        ({"key": "ß"}, "colours.2.key: 'SS' is not one printable character"),
        ({"glyph": " "}, "colours.2.glyph: '' is not one printable character"),
        ({"glyph": "♥♥"}, "colours.2.glyph: '♥♥' is not one printable character"),
        ({"glyph": "\u200b"}, "colours.2.glyph: '\\u200b' is not one printable character"),
        ({"name": ""}, 'colours.2.name: should be at least one character long (it is "")'),
        (
            {"name": "a" * 25},
            f'colours.2.name: should be at most 24 characters long (it is "{"a" * 25}")',
        ),
        ({"name": "b=2"}, "colours.2.name: 'b=2' may not have = or a comma in it: lists use them"),
        (
            {"name": "b, w"},
            "colours.2.name: 'b, w' may not have = or a comma in it: lists use them",
        ),
        ({"name": "bl\nack"}, "colours.2.name: 'bl\\nack' should be one line of plain text"),
        (
            {"hex": "#FFF"},
            (
                "colours.2.hex: '#FFF' is not a screen colour: "
                "# and six of 0-9 and A-F, such as #C81E1E"
            ),
        ),
        (
            {"hex": "1A1A1A"},
            (
                "colours.2.hex: '1A1A1A' is not a screen colour: "
                "# and six of 0-9 and A-F, such as #C81E1E"
            ),
        ),
        ({"hex": 0}, 'colours.2.hex: should be text in "quotation marks" (it is 0)'),
    ],
)
def test_a_wrong_colour_is_refused_by_its_place_in_the_list(
    change: dict[str, object], said: str
) -> None:
    assert complaint(WHITE, BLACK | change) == f"my.toml: {said}"


def test_a_colour_that_lacks_something_or_has_too_much_is_refused() -> None:
    assert complaint({key: WHITE[key] for key in ("name", "key", "hex")}) == (
        "my.toml: colours.1.glyph: this key is needed"
    )
    assert complaint(WHITE | {"glyf": "♥"}) == (
        "my.toml: there is no key colours.1.glyf; did you mean glyph?"
    )
    assert (
        complaint(WHITE, "black") == 'my.toml: colours.2: should be a table of keys (it is "black")'
    )
    assert complaint() == "my.toml: colours: should be a list of 1 or more (it is [])"


@pytest.mark.parametrize(
    ("colour", "ink"),
    [
        ("#FFFFFF", "#000000"),
        ("#000000", "#FFFFFF"),
        ("#767676", "#000000"),  # by WCAG 4.6 to black, 4.5 to white
        ("#757575", "#FFFFFF"),
    ],
)
def test_the_ink_on_a_colour_is_the_one_that_can_be_read_better(colour: str, ink: str) -> None:
    assert Colour(name="grey", key="G", hex=colour, glyph="♥").ink == ink


@pytest.mark.parametrize("language", template_names(TemplateKind.TEXT))
@pytest.mark.parametrize("name", template_names(TemplateKind.PALETTES))
def test_every_colour_has_a_letter_out_of_its_name_in_every_language(
    name: str, language: str
) -> None:
    found, words = load_template(Palette, TemplateKind.PALETTES, name), load_words(language)
    colours = found.lettered(language)
    assert [
        colour.key
        for colour in colours
        if colour.key.casefold() not in words.colour_called(colour.name)
    ] == []
    assert len({colour.key for colour in colours}) == len(colours)
    assert not {colour.key for colour in colours} & {"O", "X"}
    assert [colour.name for colour in colours] == list(found.names)


GERMAN = 'print.language = "de"'
GERMAN_LETTERS = f'{GERMAN}\nbeads.letters = "language"'


def test_letters_are_those_of_the_language_where_the_kit_says_so(kit_of: KitOf) -> None:
    kit = kit_of(GERMAN_LETTERS)
    letters = {colour.name: colour.key for colour in kit.colours}
    assert letters["black"] in "SZ"  # schwarz
    assert len(set(letters.values())) == 9
    assert colours_meant(kit, letters["black"], ["white", "black"]) == ["black"]
    # What is written down is a colour's name: the machine is the same one, whatever its letters.
    assert kit.fingerprint == preset("michie-1961").fingerprint


def test_a_kit_that_was_made_before_keeps_the_letters_on_its_labels(kit_of: KitOf) -> None:
    assert [colour.key for colour in kit_of(GERMAN).colours] == list("WLSBDGARP")


def test_letters_of_a_language_are_a_letter_each_and_tell_colours_apart() -> None:
    assert "letters in de: white and black have the same letter 'B'" in complaint(
        WHITE | {"letters": {"de": "b"}}, BLACK
    )
    for wrong in ("?", "SZ"):
        assert f"'{wrong}' is" in complaint(WHITE, BLACK | {"letters": {"de": wrong}})
