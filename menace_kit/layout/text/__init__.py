"""Text on paper.

`typesetting` measures text, breaks it into lines and sets it in a column; `pages` has a column that
continues on new pages, with tables made of `rows`.
"""

from menace_kit.layout.text.typesetting import text_width

__all__ = ["text_width"]
