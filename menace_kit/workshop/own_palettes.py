"""The colours of your own beads: a palette that has them all, or a new one in a file."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import MapError
from menace_kit.machine import Colour, Palette
from menace_kit.machine.spelling import did_you_mean
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, load_template, template_names
from menace_kit.workshop.own_files import copied

PALETTE_FILE_NAME = "colours.toml"

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789"

_SIGNS = "♥▲♣■★▼◆♠✚●♦▶◀○□△▽☆◇♡♢♤♧"


class ChosenPalette(NamedTuple):
    """A palette, what the kit file calls it, and its text if it goes into a file beside that."""

    name: str
    palette: Palette
    text: str = ""


def load_palette(name: str, folder: Path) -> ChosenPalette:
    """Return a palette by name; one in a file in `folder` (`.toml`) must be copied."""
    called, text = copied(Palette, TemplateKind.PALETTES, name, folder)
    palette = load_template(Palette, TemplateKind.PALETTES, name, folder)
    return ChosenPalette(called, palette, text)


def palette_with(
    names: Sequence[str], first: ChosenPalette, letters_taken: Iterable[str]
) -> ChosenPalette:
    """Return a palette with all these colours: the first, another of ours, or one made from ours.

    Its colours can't have the letters that are taken. Raises MapError, with the colours, if nobody
    knows what they look like.
    """
    taken = {letter.upper() for letter in letters_taken}
    for choice in (first, *_shipped()):
        by_name = {colour.name.casefold(): colour for colour in choice.palette.colours}
        if all(
            name.casefold() in by_name and by_name[name.casefold()].key not in taken
            for name in names
        ):
            return choice
    return _made(names, taken)


def _shipped() -> Iterator[ChosenPalette]:
    for name in template_names(TemplateKind.PALETTES):
        yield load_palette(name, Path())


def _made(names: Sequence[str], taken: set[str]) -> ChosenPalette:
    known: dict[str, Colour] = {}
    for choice in _shipped():
        for colour in choice.palette.colours:
            known.setdefault(colour.name.casefold(), colour)
    if unknown := [name for name in names if name.casefold() not in known]:
        asked = ", ".join(_asked(name, known) for name in unknown)
        raise MapError(
            f"what do these colours look like: {asked}? Put them into a palette file, "
            "as `menace-kit list palettes NAME` prints it, and name it with --palette"
        )
    if len(names) > len(_SIGNS):
        raise MapError(f"{len(names)} colours are more than can be told apart ({len(_SIGNS)})")
    glyphs, letters, colours = set[str](), {*taken}, []
    for name in names:
        like = known[name.casefold()]
        own_letters = (sign for sign in name.upper() if sign in _LETTERS)
        glyph = next(sign for sign in (like.glyph, *_SIGNS) if sign not in glyphs)
        key = next(sign for sign in (like.key, *own_letters, *_LETTERS) if sign not in letters)
        glyphs.add(glyph)
        letters.add(key)
        colours.append({"name": name, "key": key, "hex": like.hex, "glyph": glyph})
    source = "their owner's; the screen colours are only near"
    tables = {"title": "The colours of these boxes", "source": source, "colours": colours}
    palette = parse_table(Palette, tables, PALETTE_FILE_NAME)
    return ChosenPalette(PALETTE_FILE_NAME, palette, _text(palette))


def _asked(name: str, known: Mapping[str, Colour]) -> str:
    hint = did_you_mean(name, (colour.name for colour in known.values()))
    return f"{name} ({hint})" if hint else name


def _text(palette: Palette) -> str:
    def quoted(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    colours = [
        f"    {{ name = {quoted(colour.name)}, key = {quoted(colour.key)}, "
        f"hex = {quoted(colour.hex)}, glyph = {quoted(colour.glyph)} }},"
        for colour in palette.colours
    ]
    lines = [
        (
            "# The bead colours of these boxes. "
            "Change the screen colours (hex) until they look like your beads; the"
        ),
        "# letters (key) stand on printed labels, and each colour has one of its own.",
        f"title = {quoted(palette.title)}",
        f"source = {quoted(palette.source)}",
        "",
        "colours = [",
        *colours,
        "]",
    ]
    return "".join(f"{line}\n" for line in lines)
