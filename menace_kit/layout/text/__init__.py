"""Text on paper.

`fonts` how wide and high a text is, and how it breaks into lines; `column` sentences one below the other; `table`
rows and columns; `pages` a column that begins new pages.
"""

from menace_kit.layout.text.fonts import text_width

__all__ = ["text_width"]
