"""Pages as pixels: a PDF drawn by one library, an SVG by another,
and where the two differ more than drawing explains.

Both are grey images of PIXELS_PER_MM. Two libraries smooth edges differently, and PDFium sets
whole pixels where an edge lies between two: it draws OVERSAMPLED times larger here, and is shrunk.
PDFium also cuts what a letter is wide to whole thousandths of the size,
so that a long line of text ends up to 0.2 mm too early. Hence REACH.
"""

from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
import resvg_py
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageFilter

from menace_kit.files import font_file
from menace_kit.layout.marks import MM_PER_POINT, Document, Page
from menace_kit.render.pdf import document_pdf
from menace_kit.render.svg import document_svgs

PIXELS_PER_MM = 8
OVERSAMPLED = 3

REACH = 2
"""How many pixels a mark may be off: 0.25 mm."""

SHARE = 0.25
"""Which share of the contrast around it, within REACH, a pixel may be off:
edges are smoothed differently.
"""

LIMIT = 8
"""How many of 255 levels a pixel may be off beyond that;
the palest hairline that we print makes 11.
"""


def pdf_raster(page: Page) -> Image.Image:
    # What it is short of a whole factor keeps the page from being a pixel larger than it is.
    scale = PIXELS_PER_MM * OVERSAMPLED * MM_PER_POINT * (1 - 2e-6)
    with pypdfium2.PdfDocument(document_pdf(_document(page))) as pdf:
        image: Image.Image = pdf[0].render(scale=scale, grayscale=True).to_pil()
        return image.convert("L").reduce(OVERSAMPLED)


def svg_raster(page: Page) -> Image.Image:
    """Return the page drawn as SVG, with the fonts of templates/fonts and no others."""
    (file,) = document_svgs(_document(page))
    with TemporaryDirectory() as folder:
        png = resvg_py.svg_to_bytes(
            svg_string=file.decode(),
            background="white",
            dpi=PIXELS_PER_MM * 25.4,
            skip_system_fonts=True,
            font_files=[
                str(_written(Path(folder) / f"{bold}.ttf", _font_without_ligatures(bold)))
                for bold in (False, True)
            ],
        )
    return Image.open(BytesIO(png)).convert("L")


def worst_difference(one: Image.Image, other: Image.Image) -> int:
    """Return how many levels beyond SHARE the worst pixel of either is outside of what
    the other has within REACH.
    """
    size = min(one.width, other.width), min(one.height, other.height)
    if max(one.width, other.width) > size[0] + 1 or max(one.height, other.height) > size[1] + 1:
        raise ValueError(f"an image of {one.size} pixels, and one of {other.size}")
    images = [image.crop((0, 0, *size)).filter(ImageFilter.BoxBlur(0.5)) for image in (one, other)]
    light = [_within_reach(image, ImageChops.lighter) for image in images]
    dark = [_within_reach(image, ImageChops.darker) for image in images]
    contrast = ImageChops.subtract(ImageChops.lighter(*light), ImageChops.darker(*dark))
    forgiven = contrast.point([round(level * SHARE) for level in range(256)])
    worst = 0
    for image, lightest, darkest in zip(images, reversed(light), reversed(dark), strict=True):
        for outside in (ImageChops.subtract(image, lightest), ImageChops.subtract(darkest, image)):
            _, most = ImageChops.subtract(outside, forgiven).getextrema()
            worst = max(worst, int(most))  # type: ignore[arg-type]  # a grey image has one pair
    return worst


def _within_reach(
    image: Image.Image, pick: Callable[[Image.Image, Image.Image], Image.Image]
) -> Image.Image:
    """Return for each pixel the one that is picked among those within REACH, across and down."""
    for right, down in ((1, 0), (0, 1)):
        for _ in range(REACH):
            sides = [ImageChops.offset(image, right * way, down * way) for way in (1, -1)]
            image = pick(pick(image, sides[0]), sides[1])
    return image


def _document(page: Page) -> Document:
    return Document("page", "Page", "kit", "00000000", (page,))


@cache
def _font_without_ligatures(bold: bool) -> bytes:
    """Return the font without rules that join letters.

    The files say font-variant-ligatures: none, and resvg does not know it.
    """
    font = TTFont(font_file(bold))
    del font["GSUB"]
    file = BytesIO()
    font.save(file)
    return file.getvalue()


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path
