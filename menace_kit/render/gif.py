"""Marks that move to an animated GIF with Pillow: it plays once and stays at the last picture."""

from collections.abc import Iterable, Sequence
from io import BytesIO

from PIL import Image

from menace_kit.layout.marks import Mark, Page
from menace_kit.render.png import Raster

DOTS_PER_INCH = 96
"""A page of 10 inches is 960 pixels wide: half a projector, and a quarter of the file."""

COLOURS = 96
"""Lines and letters need few; fewer colours make a smaller file."""

ALIKE = 8
"""Colours that differ by less than this in red, green and blue; Pillow looks colours up in steps of 4."""


def film_gif(still: Page, moving: Iterable[Sequence[Mark]], last: Sequence[Mark], milliseconds: int) -> bytes:
    """Return a film as a GIF: on the marks of a page those that move, picture by picture; the last one stays.

    Each picture stands so long, in steps of 10. All have the commonest colours of the last one, which is needed
    beforehand, so that nothing flickers.
    """
    stage = Raster.blank(still, DOTS_PER_INCH)
    stage.draw(still.marks)
    palette = _palette(_picture(stage, last))
    pictures = (_picture(stage, marks) for marks in moving)
    images = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
    file = BytesIO()
    # Without a number of loops a GIF plays once.
    images[0].save(
        file, "GIF", save_all=True, append_images=images[1:], duration=milliseconds, optimize=False
    )
    return file.getvalue()


def _picture(stage: Raster, marks: Sequence[Mark]) -> Image.Image:
    """Return what is on a stage with some marks upon it."""
    raster = stage.copy()
    raster.draw(marks)
    return raster.image()


def _palette(image: Image.Image) -> Image.Image:
    """Return the commonest colours of an image; those that are nearly alike would be mixed up, so one of them does."""
    counted = sorted(image.getcolors(image.width * image.height) or (), key=lambda pair: (-pair[0], pair[1]))
    chosen: list[tuple[int, ...]] = []
    for _, colour in counted:
        if (
            isinstance(colour, tuple)
            and len(chosen) < COLOURS
            and all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) >= ALIKE for other in chosen)
        ):
            chosen.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in chosen for channel in colour])
    return palette
