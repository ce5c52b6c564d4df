"""The language of the pages: the kit's, or English where its file has no sentences for them."""

from fastapi import Request

from menace_kit.machine.kit import Kit
from menace_kit.text import Words, load_words


def page_words(kit: Kit) -> Words:
    """Return the words in which the pages of a kit are told.

    A language of which somebody put only the sentences for paper into its file has English pages.
    """
    words = load_words(kit.spec.print.language)
    return words if "companion.skip" in words else load_words("en")


def words_of(request: Request) -> Words:
    """Return the words for who sent a request."""
    return page_words(request.app.state.companion.kit)
