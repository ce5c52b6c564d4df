"""A box's label as a picture, drawn by the same hand as the printed one."""

from functools import lru_cache

from menace_kit.layout.label import label_marks
from menace_kit.layout.label_style import label_style
from menace_kit.layout.marks import Document, Page
from menace_kit.machine.kit import Kit
from menace_kit.render import rendered
from menace_kit.text import load_words
from menace_kit.web.page_words import page_words

KEPT = 1024
"""Labels that are kept in memory: those of a whole machine."""


class LabelPictures:
    """Draws the labels of one kit, each once."""

    def __init__(self, kit: Kit) -> None:
        """Prepare for a kit; nothing is drawn yet."""
        self._kit = kit
        self.picture = lru_cache(KEPT)(self._picture)

    def _picture(self, number: int) -> bytes:
        """Return the label of a box as SVG; UnknownNameError where there is no such box."""
        box = self._kit.box(number)
        words, container = load_words(self._kit.spec.print.language), self._kit.container
        style = label_style(self._kit, words, container.label_width, container.label_height, tabs=False)
        marks = tuple(label_marks(self._kit, words, style, box, 0, 0))
        page = Page(style.width, style.height, marks)
        title = page_words(self._kit)("label-picture.title", number=box.name)
        document = Document("label", title, self._kit.spec.name, self._kit.fingerprint, (page,))
        return rendered(document, "svg")[0]
