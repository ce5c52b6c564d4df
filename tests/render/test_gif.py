"""GIF: every picture is there for its time, in its colours, and the film plays once."""

from io import BytesIO
from typing import NamedTuple

from PIL import Image

from menace_kit.render.gif import COLOURS, pictures_gif

WIDTH, HEIGHT = 40, 10
WHITE, RED = (255, 255, 255), (213, 94, 0)


class Picture(NamedTuple):
    width: int
    height: int
    pixels: bytes


def bar(length: int) -> Picture:
    """Return a picture that is red as far as that from the left, and white beyond."""
    return Picture(WIDTH, HEIGHT, bytes((*RED * length, *WHITE * (WIDTH - length))) * HEIGHT)


def test_pictures_durations_and_colours() -> None:
    film = [bar(length) for length in range(0, WIDTH + 1, 10)]
    image = Image.open(BytesIO(pictures_gif(film, bar(20), 80)))
    assert (image.format, image.size, getattr(image, "n_frames", 1)) == ("GIF", (WIDTH, HEIGHT), 5)
    assert "loop" not in image.info
    for place, picture in enumerate(film):
        image.seek(place)
        assert image.info["duration"] == 80
        assert image.convert("RGB").tobytes() == picture.pixels


def test_the_same_pictures_give_the_same_bytes() -> None:
    film = [bar(length) for length in range(WIDTH)]
    assert pictures_gif(film, film[-1], 80) == pictures_gif(iter(film), film[-1], 80)


def test_the_commonest_colours_are_kept() -> None:
    shades = [
        (255 - value % 5, 250 + value % 3, 255) if value % 2 else (value, 0, 255)
        for value in range(2 * COLOURS)
    ]
    row = b"".join(bytes(shade) for shade in shades)
    picture = Picture(2 * COLOURS, 2, row + bytes(WHITE) * 2 * COLOURS)
    image = Image.open(BytesIO(pictures_gif([picture], picture, 100)))
    assert image.convert("RGB").getpixel((5, 1)) == WHITE
