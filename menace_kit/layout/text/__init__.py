"""Text on paper.

`fonts` how wide and high a text is, and how it breaks into lines; `column` sentences one below the other; `pages`
a column that begins new pages, with tables in it.
"""

from menace_kit.layout.text.fonts import text_width

__all__ = ["text_width"]
