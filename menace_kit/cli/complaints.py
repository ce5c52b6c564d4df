"""What drawing complains about, with the file and the key that a person can change."""

from collections.abc import Iterator
from contextlib import contextmanager

from menace_kit.errors import FitError, GlyphError, KitError
from menace_kit.machine.kit import Kit
from menace_kit.machine.stock import PAPER_TITLES


@contextmanager
def naming_the_key(kit: Kit) -> Iterator[None]:
    """Draw a kit inside of this: a complaint then begins with the kit's file and the key that is to blame.

    Characters that the font lacks are looked for first, before anything is drawn.
    """
    from menace_kit.layout.text import text_width

    for key, text in _printed_texts(kit):
        try:
            text_width(text, 8, bold=True)
        except GlyphError as error:
            raise GlyphError(f"{kit.source}: {key}: {error}") from error
    try:
        yield
    except FitError as error:
        if str(error).startswith(f"{kit.source}: "):  # it names the key itself
            raise
        key = "print.stock" if kit.stock.grid else "print.container"
        raise FitError(f"{kit.source}: {key}: {error}{_other_stocks(kit)}") from error
    except KitError as error:
        named = str(error).startswith(f"{kit.source}: ")
        raise KitError(str(error) if named else f"{kit.source}: {error}") from error


def _other_stocks(kit: Kit) -> str:
    """Return which stocks suit the container, where it is the stock of the kit that does not; empty elsewhere."""
    from menace_kit.layout.labels import label_plan
    from menace_kit.layout.stock_choice import suiting_stocks
    from menace_kit.words import load_words

    words = load_words(kit.spec.print.language)
    if kit.stock.grid is None:
        return ""
    try:
        label_plan(kit, words)
    except FitError:
        stocks = ", ".join(map(str, suiting_stocks(kit, words)))
        paper = PAPER_TITLES[kit.spec.print.paper]
        return f". Stocks that suit this container, on {paper} paper: {stocks or 'none that we know'}"
    return ""


def _printed_texts(kit: Kit) -> Iterator[tuple[str, str]]:
    """Yield the key and the text of everything in a kit that people can put into their own words."""
    yield "name", kit.spec.name
    yield "marks", "".join(kit.spec.marks)
    for colour in kit.colours:
        yield "beads.palette", f"{colour.name}{colour.key}{colour.glyph}"
    yield "beads.kind", kit.bead.title
    yield "print.container", kit.container.title
    yield "print.stock", kit.stock.title
