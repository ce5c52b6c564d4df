"""Makes the documents' pictures: `python -m docs.make_pictures`, after `make kit` and `make site`.

Sheets come from output/, the site's pages from build/site. Screen and phone are the companion's
pages after forty random games, always the same ones.
"""

import random
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import ClassVar

import pypdfium2
from PIL.Image import Image, Quantize
from PIL.Image import open as open_image
from playwright.sync_api import sync_playwright

from menace_kit.games import NoughtsAndCrosses, move_text
from tests.browsers import MISSING, chromium

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "images"
POINTS_PER_MM = 72 / 25.4

# name: file, page from 0, the part of the page as left, top, right, bottom in mm, pixels per mm
SHEETS = {
    "labels": ("labels-a4.pdf", 1, (0, 0, 210, 130), 4),
    "filling": ("filling-a4.pdf", 0, (0, 0, 210, 130), 4),
    "shopping": ("shopping-a4.pdf", 0, (0, 0, 210, 130), 4),
    "label": ("labels-a4.pdf", 1, (14.5, 45.55, 51.5, 57.55), 16),
}

# name: page of the companion, its width and height in pixels, picture pixels for each of them
PAGES = {"screen": ("screen", 1280, 720, 1), "phone": ("", 390, 566, 2)}

# name: page of the site, width and height, and the text to wait for before taking the picture
SITE = {
    "play": ("en/index.html", 1280, 890, "Let it practise 100 games"),
    "kit": ("en/kit.html", 1280, 900, "this is the first"),
}

GAMES = 40
PROGRAM = [sys.executable, "-m", "menace_kit"]


def keep(name: str, image: Image, method: Quantize = Quantize.MAXCOVERAGE) -> None:
    """Write a picture with enough colours to keep all beads different."""
    image.convert("RGB").quantize(256, method=method, dither=0).save(
        PICTURES / f"{name}.png", optimize=True
    )


def sheets() -> None:
    """Make the pictures of printed sheets."""
    for name, (file, number, (left, top, right, bottom), scale) in SHEETS.items():
        page = pypdfium2.PdfDocument(ROOT / "output" / file)[number]
        image = page.render(scale=scale / POINTS_PER_MM).to_pil()
        keep(name, image.crop(tuple(round(edge * scale) for edge in (left, top, right, bottom))))


def learning() -> None:
    """Make the picture of learning: recent games and good moves, against a random player."""
    with TemporaryDirectory() as folder:
        picture = Path(folder, "learning.png")
        curve = "lab curve --opponent random --games 300 --runs 100 --preset michie-1961"
        subprocess.run(
            [*PROGRAM, *curve.split(), "--output", str(picture)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        keep("learning", open_image(picture).resize((960, 540)))


def some_games() -> str:
    """Return random games, one a line, each move by its squares."""
    chance, game, lines = random.Random(1961), NoughtsAndCrosses(), []
    for _ in range(GAMES):
        position, moves = game.start(), []
        while game.outcome(position) is None:
            move = chance.choice(game.legal_moves(position))
            moves.append(move_text(move))
            position = game.play(position, move)
        lines.append(" ".join(moves))
    return "\n".join(lines)


def companion() -> None:
    """Make the pictures of the companion's pages, in the middle of a game."""
    path = chromium()
    if path is None:
        sys.exit(MISSING)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        Path(folder, "games.csv").write_text(f"moves\n{some_games()}", encoding="utf-8")
        for step in (
            "import games.csv --preset michie-1961",
            "start --operator Ada --opponent Mia",
            "draw gold",
            "reply 3",
        ):
            subprocess.run(
                [*PROGRAM, "operator", *step.split()],
                cwd=folder,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        with (
            subprocess.Popen(
                [*PROGRAM, "serve", "--port", "0"], cwd=folder, stdout=subprocess.PIPE, text=True
            ) as served,
            playwright.chromium.launch(executable_path=path) as browser,
        ):
            assert served.stdout is not None
            address = next(
                word for word in served.stdout.readline().split() if word.startswith("http")
            )
            for name, (page, width, height, scale) in PAGES.items():
                size = {"width": width, "height": height}
                tab = browser.new_page(viewport=size, device_scale_factor=scale)
                tab.goto(address + page)
                tab.get_by_text("Box 11").or_(tab.get_by_text("box 11")).first.wait_for()
                tab.wait_for_timeout(1000)  # let animations end
                tab.screenshot(path=Path(folder, "picture.png"))
                keep(name, open_image(Path(folder, "picture.png")))
            served.terminate()


class Quiet(SimpleHTTPRequestHandler):
    """Serves the site without printing anything."""

    extensions_map: ClassVar = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


def site() -> None:
    """Make the pictures of the site's pages; the machine on the first page has practised."""
    with (
        ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(Quiet, directory=str(ROOT / "build" / "site"))
        ) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium()) as browser,
        TemporaryDirectory() as folder,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        for name, (page, width, height, awaited) in SITE.items():
            tab = browser.new_page(viewport={"width": width, "height": height})
            tab.goto(f"http://127.0.0.1:{server.server_port}/{page}")
            tab.get_by_text(awaited).first.wait_for(timeout=120_000)
            if name == "play":
                tab.get_by_text(awaited).click()
                tab.get_by_text("Of the last 100 games").first.wait_for()
                tab.get_by_text("Your turn").wait_for()
            else:
                tab.locator("#boot").wait_for(state="hidden", timeout=120_000)
            tab.wait_for_timeout(2000)  # let animations end
            tab.screenshot(path=Path(folder, "picture.png"))
            # Keep the most common colours exact: most of a page is its background.
            keep(name, open_image(Path(folder, "picture.png")), Quantize.FASTOCTREE)
        server.shutdown()


if __name__ == "__main__":
    sheets()
    learning()
    companion()
    site()
