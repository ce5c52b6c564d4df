"""Where the ink of a text is on a page."""

from menace_kit.layout.marks import Anchor, Text
from menace_kit.layout.text.typesetting import ink_box, text_width


def text_box(mark: Text) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom (mm) of a text's ink on its page."""
    width = text_width(mark.text, mark.size, mark.bold)
    start = mark.x
    if mark.anchor is not Anchor.START:
        start -= width / 2 if mark.anchor is Anchor.MIDDLE else width
    left, top, right, bottom = ink_box(mark.text, mark.size, mark.bold)
    return start + left, mark.y + top, start + right, mark.y + bottom
