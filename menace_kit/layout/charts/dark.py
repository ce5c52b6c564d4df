"""Documents for a dark screen: the same marks in colours that are bright on dark."""

from dataclasses import replace

from menace_kit.layout.marks import BLACK, GREY, LIGHT_GREY, WHITE, Document, Mark

BRIGHT = {
    BLACK: "#F5EEE1",
    GREY: "#978A74",
    LIGHT_GREY: "#5A5144",
    WHITE: "#221E18",
    "#0072B2": "#6CBDF0",
    "#595959": "#C9BDA8",
    "#D55E00": "#FF9B52",
}
"""Colour on white -> colour on dark."""

COLOURS = ("colour", "stroke", "fill")
"""Fields of marks that contain a colour."""


def in_the_dark(document: Document) -> Document:
    """Return a document for a dark screen; unknown colours stay unchanged."""
    pages = tuple(replace(page, marks=tuple(map(_bright, page.marks))) for page in document.pages)
    return replace(document, pages=pages)


def _bright(mark: Mark) -> Mark:
    found = {name: getattr(mark, name) for name in COLOURS if hasattr(mark, name)}
    return replace(mark, **{name: BRIGHT.get(colour, colour) for name, colour in found.items()})
