"""Text on paper.

`typesetting` how wide and high a text is, how it breaks into lines,
and sentences one below the other; `pages` a column that begins new pages, with tables in it.
"""

from menace_kit.layout.text.typesetting import text_width

__all__ = ["text_width"]
