"""Pages as pixels: a PDF and an SVG, drawn by different libraries, compared.

Both are grey images of PIXELS_PER_MM. The libraries smooth edges differently, and PDFium fills
whole pixels where an edge is between two, so it draws OVERSAMPLED times larger here, and is shrunk.
PDFium also truncates letter widths to thousandths of the size, so that a long line ends up to 0.2
mm too early. Hence REACH.
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
"""Pixels by which a mark may be off: 0.25 mm."""

SHARE = 0.25
"""Share of the contrast within REACH that a pixel may be off, as edges are smoothed differently."""

LIMIT = 8
"""Levels of 255 that a pixel may be off beyond that; our palest hairline makes 11."""


def pdf_raster(page: Page) -> Image.Image:
    # Slightly less than the whole factor, so that rounding doesn't make the page a pixel larger.
    scale = PIXELS_PER_MM * OVERSAMPLED * MM_PER_POINT * (1 - 2e-6)
    with pypdfium2.PdfDocument(document_pdf(_document(page))) as pdf:
        image: Image.Image = pdf[0].render(scale=scale, grayscale=True).to_pil()
        return image.convert("L").reduce(OVERSAMPLED)


def svg_raster(page: Page) -> Image.Image:
    """Return the page drawn as SVG, with the fonts of templates/fonts only."""
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
    """Return the worst pixel's levels beyond SHARE outside of the other image's range within
    REACH.
    """
    size = min(one.width, other.width), min(one.height, other.height)
    if max(one.width, other.width) > size[0] + 1 or max(one.height, other.height) > size[1] + 1:
        raise ValueError(f"the images have {one.size} and {other.size} pixels")
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
    """Return for each pixel the one picked among those within REACH, across and down."""
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

    The files say font-variant-ligatures: none, which resvg ignores.
    """
    font = TTFont(font_file(bold))
    del font["GSUB"]
    file = BytesIO()
    font.save(file)
    return file.getvalue()


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path
