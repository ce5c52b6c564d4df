"""Pages as PNG, and films (GIF)."""

from io import BytesIO
from math import dist, isclose

import pytest
from PIL import Image

from menace_kit.layout.marks import (
    Anchor,
    Circle,
    Curve,
    Document,
    Line,
    Mark,
    Page,
    Pattern,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.render import rendered, rendered_files
from menace_kit.render.films import FILM_DOTS_PER_INCH, film_gif
from menace_kit.render.png import DOTS_PER_INCH, dashes
from tests.layout.text_box import text_box

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def drawn(*marks: Mark, width: float = 50.8, height: float = 25.4) -> Image.Image:
    """Return the image of a page of 2 by 1 inches with these marks."""
    document = Document("test", "Test", "kit", "12345678", (Page(width, height, marks),))
    (content,) = rendered(document, "png")
    return Image.open(BytesIO(content))


def colour_at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """Return the colour at a place in mm."""
    pixel = image.getpixel((int(x / 25.4 * DOTS_PER_INCH), int(y / 25.4 * DOTS_PER_INCH)))
    assert isinstance(pixel, tuple)
    return pixel


def colours(image: Image.Image) -> set[object]:
    """Return the colours of all pixels."""
    return {colour for _, colour in image.getcolors(image.width * image.height) or ()}


def inked_box(image: Image.Image) -> tuple[float, ...]:
    """Return left, top, right and bottom in mm of all that is not white."""
    box = Image.eval(image.convert("L"), lambda value: 255 - value).getbbox()
    assert box
    return tuple(edge / DOTS_PER_INCH * 25.4 for edge in box)


def test_size_and_resolution() -> None:
    image = drawn()
    assert (image.size, image.mode, image.format) == (
        (2 * DOTS_PER_INCH, DOTS_PER_INCH),
        "RGB",
        "PNG",
    )
    assert [round(dots) for dots in image.info["dpi"]] == [DOTS_PER_INCH] * 2
    assert colours(image) == {WHITE}


@pytest.mark.parametrize(
    ("mark", "box"),
    [
        (Line(5, 10, 45, 10, 1, "#FF0000"), (5, 9.5, 45, 10.5)),
        (Line(20, 5, 20, 20, 2, "#FF0000"), (19, 5, 21, 20)),
        (Curve(((5, 5), (45, 5), (45, 20)), 1, "#FF0000"), (5, 4.5, 45.5, 20)),
        (Polyline(((10, 5), (30, 5), (30, 20)), fill="#FF0000"), (10, 5, 30, 20)),
        (Circle(25, 12, 5, line=1, stroke="#0000FF", fill="#FF0000"), (19.5, 6.5, 30.5, 17.5)),
        (Circle(25, 12, 5, stroke=None, fill="#FF0000"), (20, 7, 30, 17)),
        (Rectangle(10, 5, 20, 10, 1, "#0000FF", "#FF0000"), (9.5, 4.5, 30.5, 15.5)),
        (Rectangle(10, 5, 20, 10, 1, None, "#FF0000", radius=3), (10, 5, 30, 15)),
        (Pattern(10, 5, 20, 10, "#.#/##./..#", "#FF0000"), (10, 5, 30, 15)),
    ],
)
def test_a_mark_covers_what_it_should(mark: Mark, box: tuple[float, ...]) -> None:
    image = drawn(mark)
    assert inked_box(image) == pytest.approx(box, abs=0.2)
    middle = {Line: (20, 10), Curve: (44.9, 5), Polyline: (25, 7)}.get(type(mark), (25, 12))
    assert colour_at(image, *middle) == RED


def test_an_outline_is_drawn_and_what_it_encloses_is_left_white() -> None:
    for mark in (
        Circle(25, 12, 5, 1, "#0000FF"),
        Rectangle(20, 7, 10, 10, 1, "#0000FF"),
        Polyline(((20, 7), (30, 7), (30, 17), (20, 17)), 1, "#0000FF"),
    ):
        image = drawn(mark)
        assert colour_at(image, 20, 12) == BLUE
        assert colour_at(image, 30, 12) == BLUE
        assert colour_at(image, 25, 12) == WHITE


def test_later_marks_lie_on_earlier_ones() -> None:
    below, above = (
        Rectangle(0, 0, 50, 25, fill="#FF0000"),
        Circle(25, 12, 5, stroke=None, fill="#0000FF"),
    )
    assert colour_at(drawn(below, above), 25, 12) == BLUE
    assert colour_at(drawn(above, below), 25, 12) == RED


@pytest.mark.parametrize("anchor", Anchor)
@pytest.mark.parametrize("bold", [False, True])
def test_text_stands_where_its_box_says(anchor: Anchor, bold: bool) -> None:
    mark = Text(25, 15, "HEIN 3", 18, bold, anchor)
    assert inked_box(drawn(mark)) == pytest.approx(text_box(mark), abs=0.8)


def test_edges_are_smooth_and_the_same_marks_give_the_same_file() -> None:
    slanted = Line(5, 5, 45, 20, 0.5)
    greys = {colour for colour in colours(drawn(slanted)) if colour not in (WHITE, (0, 0, 0))}
    assert len(greys) > 4
    document = Document("test", "Test", "kit", "12345678", (Page(20, 20, (slanted,)),) * 2)
    assert rendered(document, "png") == rendered(document, "png")
    assert list(rendered_files(document, "png")) == ["test-1.png", "test-2.png"]


def test_dashes_are_as_long_as_their_gaps_round_corners_too() -> None:
    points = [(0.0, 0.0), (7.0, 0.0), (7.0, 5.0)]
    pieces = list(dashes(points, 2))
    assert [[piece[0], piece[-1]] for piece in pieces] == [
        [(0, 0), (2, 0)],
        [(4, 0), (6, 0)],
        [(7, 1), (7, 3)],
    ]
    image = drawn(Line(5, 10, 45, 10, 1, "#FF0000", dash=5))
    assert [colour_at(image, x, 10) for x in (7, 12, 17, 22)] == [RED, WHITE, RED, WHITE]


def test_dashes_lose_nothing_at_many_small_steps() -> None:
    points = [(place / 10, 0.0) for place in range(401)]
    lengths = [dist(piece[0], piece[-1]) for piece in dashes(points, 3)]
    assert len(lengths) == 7
    assert all(isclose(length, 3, abs_tol=1e-6) for length in lengths)


INCH = 25.4
PAGE = Page(INCH, INCH, (Rectangle(0, INCH / 2, INCH, INCH / 2, 0, None, "#0072B2"),))
GROUND, BAR = (0, 0x72, 0xB2), (213, 94, 0)


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
        assert {pixels.getpixel((x, side // 4)) for x in range(edge - 1)} <= {BAR}
        assert {pixels.getpixel((x, side // 4)) for x in range(edge + 2, side)} <= {WHITE}
        assert pixels.getpixel((side // 2, side - 5)) == GROUND


def test_the_same_film_gives_the_same_bytes() -> None:
    film = [bar(tenths) for tenths in range(11)]
    assert film_gif(PAGE, film, film[-1], 80) == film_gif(PAGE, iter(film), film[-1], 80)


def test_the_commonest_colours_are_kept() -> None:
    many: list[Mark] = [
        Rectangle(
            INCH * place / 200, 0, INCH / 200, INCH / 8, 0, None, f"#{place:02X}{255 - place:02X}FF"
        )
        for place in range(200)
    ]
    pixels = Image.open(BytesIO(film_gif(PAGE, [many], many, 100))).convert("RGB")
    assert pixels.getpixel((5, FILM_DOTS_PER_INCH // 4)) == WHITE
    assert pixels.getpixel((5, FILM_DOTS_PER_INCH - 5)) == GROUND
