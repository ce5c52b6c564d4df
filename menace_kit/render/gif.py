"""Pictures to an animated GIF with Pillow: it plays once and stays at the last picture."""

from collections.abc import Iterable
from io import BytesIO
from typing import Protocol

from PIL import Image

COLOURS = 96
"""Lines and letters need few; fewer colours make a smaller file."""

ALIKE = 8
"""Colours that differ by less than this in red, green and blue; Pillow looks colours up in steps of 4."""


class Pixels(Protocol):
    """A picture as red, green and blue bytes, row by row."""

    @property
    def width(self) -> int:
        """Return the pixels of a row."""

    @property
    def height(self) -> int:
        """Return the number of rows."""

    @property
    def pixels(self) -> bytes:
        """Return the bytes."""


def pictures_gif(pictures: Iterable[Pixels], last: Pixels, milliseconds: int) -> bytes:
    """Return pictures of one size as a GIF in which each stands so long, in steps of 10; the last one stays.

    All have the commonest colours of the last one, which is needed beforehand, so that nothing flickers.
    """
    palette = _palette(_image(last))
    images = [_image(each).quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
    file = BytesIO()
    # Without a number of loops a GIF plays once.
    images[0].save(
        file, "GIF", save_all=True, append_images=images[1:], duration=milliseconds, optimize=False
    )
    return file.getvalue()


def _image(picture: Pixels) -> Image.Image:
    return Image.frombytes("RGB", (picture.width, picture.height), picture.pixels)


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
