"""Make the README's pictures from the PDFs in output/: `python docs/make_pictures.py`, after `make kit`."""

from pathlib import Path

import pypdfium2

ROOT = Path(__file__).resolve().parent.parent
POINTS_PER_MM = 72 / 25.4

# name: file, page from 0, the part of the page as left, top, right, bottom in mm, pixels per mm
PICTURES = {
    "labels": ("labels-a4.pdf", 1, (0, 0, 210, 130), 4),
    "filling": ("filling-a4.pdf", 0, (0, 0, 210, 130), 4),
    "shopping": ("shopping-a4.pdf", 0, (0, 0, 210, 130), 4),
    "label": ("labels-a4.pdf", 1, (7, 52.4, 47, 66.4), 16),
}


def main() -> None:
    """Write docs/images/*.png."""
    for name, (file, number, (left, top, right, bottom), scale) in PICTURES.items():
        page = pypdfium2.PdfDocument(ROOT / "output" / file)[number]
        image = page.render(scale=scale / POINTS_PER_MM).to_pil()
        part = image.crop(tuple(round(edge * scale) for edge in (left, top, right, bottom)))
        part.quantize(256, dither=0).save(ROOT / "docs" / "images" / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
