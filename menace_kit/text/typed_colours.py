"""Colours as people type them: a name, in the kit or the language, its letter or beginning."""

from collections.abc import Collection, Sequence

from menace_kit.errors import GuideError, UnknownNameError, quoted
from menace_kit.machine import Kit
from menace_kit.text.phrases import Called, Text, joined, listed, say
from menace_kit.text.typed_words import plain
from menace_kit.text.words import load_words


def colours_meant(kit: Kit, text: str, among: Collection[str]) -> list[str]:
    """Return the colours that a word can mean for a box that holds those `among`.

    A whole name means itself. A letter or a beginning means every colour of the box with that
    letter, or with a name that starts like that, and also a colour with that letter that the box
    never holds. A letter of the kit doesn't stand for names in another language: in French B is
    blue (`bleu`), not black (`noir`).
    """
    word, names = plain(text), _names_of_colours(kit)
    for name in (*among, *names):
        if word == plain(name):
            return [name]
    if whole := [name for name in names if word in names[name]]:
        return [name for name in whole if name in among] or whole
    lettered = [colour.name for colour in kit.colours if word == plain(colour.key)]
    if lettered:
        words = load_words(kit.spec.print.language)
        names = {colour.name: {plain(words.colour_name(colour))} for colour in kit.colours}
    begun = [
        name
        for name, called in names.items()
        if word and any(each.startswith(word) for each in called)
    ]
    here = [name for name in begun if name in among and name not in lettered]
    return [*lettered, *here] or begun


def colour_meant(kit: Kit, text: str, among: Collection[str]) -> str:
    """Return the colour that a word means for a box that holds those `among`.

    Raises GuideError if it could be several, and UnknownNameError, with the colours there are, if
    it is none.
    """
    found = colours_meant(kit, text, among)
    if len(found) > 1:
        raise GuideError(which_colour(kit, text, found))
    if not found:
        raise no_colour(kit, text)
    return found[0]


def which_colour(kit: Kit, typed: str, meant: Sequence[str]) -> Text:
    """Return a sentence that asks which of these colours is meant, and what to type for each."""
    called = joined(*map(Called, meant), between=say("piece.or"))
    enough = joined(*(_enough_for(kit, name, meant) for name in meant), between=say("piece.or"))
    return say("refused.which-colour", typed=typed.strip(), colours=called, enough=enough)


def no_colour(kit: Kit, typed: str) -> UnknownNameError:
    """Return the error for a word that isn't a colour.

    It lists the kit's colours, and their names in the kit's language.
    """
    words = load_words(kit.spec.print.language)
    called = {colour.name: words.colour_name(colour) for colour in kit.colours}
    known = (name if own == name else f"{name} ({own})" for name, own in called.items())
    return UnknownNameError(say("refused.no-colour", typed=quoted(typed), colours=listed(known)))


def colour_called(kit: Kit, text: str) -> str | None:
    """Return the colour with this whole name, the kit's own or its language's."""
    names = _names_of_colours(kit)
    return next((name for name, called in names.items() if plain(text) in called), None)


def _enough_for(kit: Kit, colour: str, others: Collection[str]) -> str:
    """Return the shortest beginning of a colour's name that fits none of the others."""
    name = load_words(kit.spec.print.language).colour_called(colour)
    begins = (name[:length] for length in range(2, len(name) + 1))
    return next((begin for begin in begins if colours_meant(kit, begin, others) == [colour]), name)


def _names_of_colours(kit: Kit) -> dict[str, set[str]]:
    words = load_words(kit.spec.print.language)
    return {
        colour.name: {plain(colour.name), plain(words.colour_name(colour))}
        for colour in kit.colours
    }
