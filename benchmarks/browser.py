"""Measures the kit maker in a browser, next to the same work natively, and the size of the site.

Run it as `python -m benchmarks.browser`; bench.py prints its table below its own. The site is
written as `make site` does, but without the documents, and served from this computer. Each first
visit uses an empty browser; the next visit has what that one kept. The page shows its label before
Python has started. Natively, a new Python works out the same label.

A list is what to buy for another machine in a box of your own sizes, for all machines in turn. A
change is a digit in your box's width, until its label is shown; it includes the page's pause for
typing. Each whole kit is all files and their archive.

The browser is the one in MENACE_CHROMIUM, or one with a usual name. If there is none, or no
internet the first time, a line says so. Nothing is asserted: computers differ.
"""

import argparse
import gzip
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from menace_kit.errors import MenaceKitError
from menace_kit.machine.kit_files import DEFAULT_PRESET
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.site.folder import write_site
from tests.browsers import MISSING, chromium

ROOT = Path(__file__).resolve().parent.parent

SIZES = (
    "outer.length",
    "outer.width",
    "outer.height",
    "inside.length",
    "inside.width",
    "inside.height",
)
BOX = dict(zip(SIZES, ("56", "36", "17", "54", "33", "15"), strict=True))
WIDTHS = ("36.5", "36")
"""The widths typed for the box, in turn."""

MACHINES = [name for name in template_names(TemplateKind.MACHINES) if name != DEFAULT_PRESET]
"""The machines that can be chosen instead of the default."""

PATIENCE = 120_000
"""Milliseconds to wait for anything."""

FIRST, AGAIN = "first visit to label", "next visit to label"
CHANGE, LIST, WHOLE = "change to new label", "machine to its list", "the whole kit"
AIMS: Mapping[str, str] = {
    FIRST: "2 s",
    AGAIN: "1.2 s",
    CHANGE: "1 s",
    LIST: "1 s",
    WHOLE: "5 x native",
}

NATIVELY = """
import json, sys, time
from menace_kit.machine.kit_files import DEFAULT_PRESET
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.site import maker
box, widths, runs = json.loads(sys.argv[1]), json.loads(sys.argv[2]), int(sys.argv[3])
def choices(width):
    return {"container": "own", "sizes": {**box, "outer.width": width}}
def timed(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
if not maker.preview({}, "en", ["label"])["label"]:
    raise SystemExit("no label")
if runs:
    maker.preview(choices(widths[-1]), "en", ["label"])
    changes = [
        timed(lambda: maker.preview(choices(widths[run % len(widths)]), "en", ["label"]))
        for run in range(runs)
    ]
    wholes = [
        timed(lambda: list(maker.build(choices(box["outer.width"])))) for _ in range(runs + 1)
    ][1:]
    own = choices(box["outer.width"])
    lists = [
        timed(lambda: maker.preview({**own, "machine": machine}, "en", ["soon"]))
        for machine in template_names(TemplateKind.MACHINES)
        if machine != DEFAULT_PRESET
    ]
    print(json.dumps([changes, wholes, lists]))
"""


TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}


class _Handler(SimpleHTTPRequestHandler):
    def guess_type(self, path: Any) -> str:
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder from a thread, and yield its address, which ends in a slash."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def as_sent(folder: Path) -> float:
    """Return how many MB a server sends for all files, with gzip."""
    contents = (path.read_bytes() for path in folder.rglob("*") if path.is_file())
    return sum(min(len(content), len(gzip.compress(content, 6))) for content in contents) / 1e6


@contextmanager
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a browser without any kept data."""
    context = browser.new_context(locale="en")
    context.set_default_timeout(PATIENCE)
    try:
        yield context
    finally:
        context.close()


def visit(context: BrowserContext, address: str) -> Page:
    """Open the kit maker, and return its page once its first label is shown."""
    page = context.new_page()
    page.goto(f"{address}en/kit.html")
    page.locator("#label-large svg").wait_for()
    return page


def two_visits(browser: Browser, address: str) -> tuple[float, float]:
    """Return the seconds to the label on a first visit, and on the next one, after all had
    loaded.
    """
    with visitor(browser) as context:
        start = time.perf_counter()
        page = visit(context, address)
        first = time.perf_counter() - start
        at_rest(page)
        page.close()
        start = time.perf_counter()
        visit(context, address)
        return first, time.perf_counter() - start


def at_rest(page: Page) -> None:
    """Wait until everything requested is shown."""
    page.locator("#sheet svg").first.wait_for()
    page.locator(".looking").wait_for(state="detached")


def change(page: Page, width: str) -> float:
    """Return the seconds from typing another width to its label."""
    at_rest(page)
    page.evaluate("document.querySelector('#label-large svg').dataset.before = ''")
    start = time.perf_counter()
    page.locator('[data-own=own] [data-key="sizes.outer.width"]').fill(width)
    page.locator("#label-large svg:not([data-before])").wait_for()
    return time.perf_counter() - start


def list_of(page: Page, machine: str) -> float:
    """Return the seconds from choosing a machine to its shopping list."""
    at_rest(page)
    page.evaluate("document.querySelector('#shopping').firstElementChild.dataset.before = ''")
    start = time.perf_counter()
    page.locator(f"input[name=machine][value='{machine}']").evaluate("input => input.click()")
    page.locator("#shopping > :first-child:not([data-before])").wait_for(state="attached")
    return time.perf_counter() - start


def own_box(page: Page) -> None:
    """Choose a box of your own sizes."""
    page.locator('label:has(input[name="container"][value="own"])').click()
    for key, size in BOX.items():
        page.locator(f'[data-own=own] [data-key="sizes.{key}"]').fill(size)
    time.sleep(1)  # the page reacts after a pause in typing


def whole_kit(page: Page) -> float:
    """Return the seconds from pressing the button to the archive of all files."""
    at_rest(page)
    start = time.perf_counter()
    page.locator("#build").click()
    page.locator("#working").wait_for()
    page.locator("#zip").wait_for()
    return time.perf_counter() - start


def in_browser(browser: Browser, address: str, runs: int) -> dict[str, list[float]]:
    """Return each measurement -> seconds of each run."""
    visits = [two_visits(browser, address) for _ in range(runs)]
    with visitor(browser) as context:
        page = visit(context, address)
        own_box(page)
        changes = [change(page, WIDTHS[run % len(WIDTHS)]) for run in range(runs)]
        whole_kit(page)
        wholes = [whole_kit(page) for _ in range(runs)]
    with visitor(browser) as context:
        page = visit(context, address)
        own_box(page)
        lists = [list_of(page, machine) for machine in MACHINES]
    return {
        FIRST: [first for first, _ in visits],
        AGAIN: [again for _, again in visits],
        CHANGE: changes,
        LIST: lists,
        WHOLE: wholes,
    }


def natively(runs: int) -> dict[str, list[float]]:
    """Return the same for processes of this computer's Python."""

    def program(more: int) -> str:
        words = [sys.executable, "-c", NATIVELY, json.dumps(BOX), json.dumps(WIDTHS), str(more)]
        return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout

    program(0)
    firsts = []
    for _ in range(runs):
        start = time.perf_counter()
        program(0)
        firsts.append(time.perf_counter() - start)
    changes, wholes, lists = json.loads(program(runs))
    return {FIRST: firsts, AGAIN: firsts, CHANGE: changes, LIST: lists, WHOLE: wholes}


def lines(
    found: Mapping[str, Sequence[float]], native: Mapping[str, Sequence[float]]
) -> Iterator[str]:
    """Yield the table: median, least and most in ms, and the ratio to the native median."""
    yield (
        f"{'in a browser':<22}{'runs':>5}{'median ms':>11}{'min':>8}{'max':>8}"
        f"{'native ms':>11}{'x native':>10}  aim"
    )
    for name, times in found.items():
        median, beside = statistics.median(times), statistics.median(native[name])
        shown = "".join(f"{1000 * seconds:>8.0f}" for seconds in (min(times), max(times)))
        yield (
            f"{name:<22}{len(times):>5}{1000 * median:>11.0f}{shown}{1000 * beside:>11.0f}"
            f"{median / beside:>10.1f}  {AIMS[name]}"
        )


def main() -> None:
    """Write the site, visit it, and print the table."""
    parser = argparse.ArgumentParser(
        description="Measure the kit maker in a browser, beside the same natively."
    )
    parser.add_argument("--runs", type=int, default=5, help="runs of each kind (default: 5)")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    path = chromium()
    if path is None:
        print(f"The site is left out: {MISSING}.")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "site"
        try:
            write_site(
                folder, ROOT / "build" / "fetched", say=lambda text: print(text, file=sys.stderr)
            )
        except MenaceKitError as error:
            print(f"The site is left out: {error}")
            return
        with served(folder) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=["--disable-gpu"])
            found = in_browser(browser, address, options.runs)
            browser.close()
        print("\n".join(lines(found, natively(options.runs))))
        print(
            f"The site, without the documents: {as_sent(folder):.1f} MB over gzip (aim: 16 MB).",
            flush=True,
        )


if __name__ == "__main__":
    main()
