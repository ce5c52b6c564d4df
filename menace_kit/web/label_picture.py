"""A box's label as a picture, drawn by the same hand as the printed one."""

from functools import lru_cache
from typing import NamedTuple

from menace_kit.layout.label import label_marks
from menace_kit.layout.label_style import LabelStyle, label_style
from menace_kit.layout.marks import Document, Page
from menace_kit.machine.kit import Kit
from menace_kit.render import rendered
from menace_kit.web.page_words import say
from menace_kit.words import Words, load_words

KEPT = 1024
"""Labels that are kept in memory: those of a whole machine."""


class Size(NamedTuple):
    """How large a label is, in mm."""

    width: float
    height: float


class LabelPictures:
    """Draws the labels of one kit, each once."""

    def __init__(self, kit: Kit) -> None:
        """Prepare for a kit; nothing is drawn yet."""
        self._kit = kit
        self.picture = lru_cache(KEPT)(self._picture)

    @property
    def size(self) -> Size:
        """Return how large the labels are, without tabs."""
        return Size(self._kit.container.label_width, self._kit.container.label_height)

    def _picture(self, number: int) -> bytes:
        """Return the label of a box as SVG; UnknownNameError where there is no such box."""
        box = self._kit.box(number)
        words, style = self._style()
        marks = tuple(label_marks(self._kit, words, style, box, 0, 0))
        page = Page(style.width, style.height, marks)
        title = say("label.title", number=box.name)
        document = Document("label", title, self._kit.spec.name, self._kit.fingerprint, (page,))
        return rendered(document, "svg")[0]

    def _style(self) -> tuple[Words, LabelStyle]:
        words = load_words(self._kit.spec.print.language)
        return words, label_style(self._kit, words, *self.size, tabs=False)
