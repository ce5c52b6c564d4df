"""Text on paper.

`fonts` how wide and high a text is, and how it breaks into lines; `column` sentences one below the other, and pages of
them; `table` rows and columns; `form` what is filled in by hand; `poster` one page in the largest type that fits.
"""

from menace_kit.layout.text.fonts import text_width

__all__ = ["text_width"]
