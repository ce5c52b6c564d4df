"""QR codes of the companion's addresses."""

import io
from itertools import groupby

import segno


def qr_squares(address: str) -> tuple[int, str]:
    """Return an address as a QR code: its width in squares, and its dark squares as an SVG path."""
    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix]
    runs = []
    for y, row in enumerate(rows):
        x = 0
        for dark, cells in groupby(row):
            length = len(list(cells))
            if dark:
                runs.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return len(rows), "".join(runs)


def qr_lines(address: str) -> list[str]:
    """Return an address as a QR code of half blocks, to scan from a terminal."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue().splitlines()
