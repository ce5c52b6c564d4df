"""GIF: every picture is there for its time, in its colours, and the film plays once."""

from io import BytesIO

from PIL import Image

from menace_kit.layout.marks import Mark, Page, Rectangle
from menace_kit.render.pictures import FILM_DOTS_PER_INCH, film_gif

INCH = 25.4
PAGE = Page(INCH, INCH, (Rectangle(0, INCH / 2, INCH, INCH / 2, 0, None, "#0072B2"),))
WHITE, RED, BLUE = (255, 255, 255), (213, 94, 0), (0, 0x72, 0xB2)


def bar(tenths: int) -> list[Mark]:
    """Return what is red as far as that in the upper half of the page."""
    return [Rectangle(0, 0, INCH * tenths / 10, INCH / 2, 0, None, "#D55E00")] if tenths else []


def test_pictures_durations_and_colours() -> None:
    film = [bar(tenths) for tenths in (0, 2, 5, 8, 10)]
    image = Image.open(BytesIO(film_gif(PAGE, film, bar(5), 80)))
    side = FILM_DOTS_PER_INCH
    assert (image.format, image.size, getattr(image, "n_frames", 1)) == ("GIF", (side, side), 5)
    assert "loop" not in image.info
    for place, tenths in enumerate((0, 2, 5, 8, 10)):
        image.seek(place)
        assert image.info["duration"] == 80
        pixels = image.convert("RGB")
        edge = side * tenths // 10
        assert {pixels.getpixel((x, side // 4)) for x in range(edge - 1)} <= {RED}
        assert {pixels.getpixel((x, side // 4)) for x in range(edge + 2, side)} <= {WHITE}
        assert pixels.getpixel((side // 2, side - 5)) == BLUE


def test_the_same_film_gives_the_same_bytes() -> None:
    film = [bar(tenths) for tenths in range(11)]
    assert film_gif(PAGE, film, film[-1], 80) == film_gif(PAGE, iter(film), film[-1], 80)


def test_the_commonest_colours_are_kept() -> None:
    many: list[Mark] = [
        Rectangle(INCH * place / 200, 0, INCH / 200, INCH / 8, 0, None, f"#{place:02X}{255 - place:02X}FF")
        for place in range(200)
    ]
    pixels = Image.open(BytesIO(film_gif(PAGE, [many], many, 100))).convert("RGB")
    assert pixels.getpixel((5, FILM_DOTS_PER_INCH // 4)) == WHITE
    assert pixels.getpixel((5, FILM_DOTS_PER_INCH - 5)) == BLUE
