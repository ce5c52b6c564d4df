"""Films as GIFs that play once and stop at the last picture."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from menace_kit.layout import marks
from menace_kit.render.png import Raster

if TYPE_CHECKING:
    from PIL import Image


FILM_DOTS_PER_INCH = 96
"""A page of 10 inches is 960 pixels wide: half a projector's width, for a quarter of the file."""

COLOURS = 96
"""Few colours are enough for lines and letters, and make a smaller file."""

ALIKE = 8
"""Colours closer than this in each channel count as one; Pillow looks them up in steps of 4."""


def film_gif(
    still: marks.Page,
    moving: Iterable[Sequence[marks.Mark]],
    last: Sequence[marks.Mark],
    milliseconds: int,
) -> bytes:
    """Return a GIF film: the moving marks of each picture, drawn over a still page.

    Each picture is shown for `milliseconds`, in steps of 10. All of them use the commonest colours
    of the last one, so that nothing flickers.
    """
    from PIL import Image

    stage = Raster.blank(still, FILM_DOTS_PER_INCH)
    stage.draw(still.marks)
    palette = _palette(_picture(stage, last))
    pictures = (_picture(stage, upon) for upon in moving)
    images = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
    file = BytesIO()
    # A GIF without a loop count plays once.
    images[0].save(
        file, "GIF", save_all=True, append_images=images[1:], duration=milliseconds, optimize=False
    )
    return file.getvalue()


def _picture(stage: Raster, upon: Sequence[marks.Mark]) -> "Image.Image":
    raster = Raster(stage.paper.copy(), stage.scale)
    raster.draw(upon)
    return raster.image()


def _palette(image: "Image.Image") -> "Image.Image":
    """Return an image's commonest colours, one for each group of nearly equal ones."""
    from PIL import Image

    counted = sorted(
        image.getcolors(image.width * image.height) or (), key=lambda pair: (-pair[0], pair[1])
    )
    chosen: list[tuple[int, ...]] = []
    for _, colour in counted:
        if (
            isinstance(colour, tuple)
            and len(chosen) < COLOURS
            and all(
                max(abs(a - b) for a, b in zip(colour, other, strict=True)) >= ALIKE
                for other in chosen
            )
        ):
            chosen.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in chosen for channel in colour])
    return palette
