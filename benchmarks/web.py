"""Measures the companion under a crowd: screens that listen, an operator who taps, boxes that are looked up.

Run it as `python benchmarks/web.py`; bench.py prints its table below its own. The server is a process of its own, with
a journal on the disk; the screens and the operator share another, and so a second core. Everything is measured twice:
with a new journal, and with one of many games, which should cost about the same. The operator waits for nobody:
each step is sent as soon as the one before is answered, while the screens are still being told of that one. Nothing is
asserted, but a screen that missed a step ends it: then the rest means nothing.
"""

import argparse
import asyncio
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

PROGRAM = (sys.executable, "-m", "menace_kit", "serve", "--preset", "michie-1961", "--port", "0")
JOURNALS = Path(__file__).resolve().with_name("journals.py")
HOST = "127.0.0.1"
CONNECTIONS = 8
"""Browsers that ask for box pages at the same time."""

LONGEST_LINE = 2**20
PATIENCE = 30.0
"""Seconds that the screens are given to catch up."""

BOARDS = (
    "O../.../...",
    "O.X/.../...",
    ".O./.X./...",
    "OXO/.X./...",
    "O.X/.O./..X",
    "..O/XX./O..",
    "OXO/XXO/.O.",
)


@dataclass
class Browser:
    """One connection, which stays open for one request after the other."""

    port: int
    reader: StreamReader
    writer: StreamWriter

    @classmethod
    async def open(cls, port: int) -> "Browser":
        """Return a connection to the server."""
        return cls(port, *await asyncio.open_connection(HOST, port, limit=LONGEST_LINE))

    async def ask(self, method: str, path: str, facts: object = None) -> bytes:
        """Return the body of the answer; SystemExit where it is none of the good ones."""
        body = b"" if facts is None else json.dumps(facts).encode()
        self.send(method, path, f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n", body)
        status, length = await self.head()
        answer = await self.reader.readexactly(length)
        if status != 200:
            raise SystemExit(f"{method} {path} was answered with {status}: {answer.decode()[:300]}")
        return answer

    def send(self, method: str, path: str, headers: str = "", body: bytes = b"") -> None:
        """Send a request."""
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\n{headers}\r\n"
        self.writer.write(head.encode() + body)

    async def head(self) -> tuple[int, int]:
        """Return the status of an answer and the length of its body, 0 where it does not say."""
        status, length = int((await self.reader.readline()).split()[1]), 0
        while (line := await self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return status, length

    async def now(self) -> dict[str, Any]:
        """Return how things stand."""
        found: dict[str, Any] = json.loads(await self.ask("GET", "/api/state"))
        return found


@dataclass
class Screens:
    """All the screens: what each was told, and when the last of them was."""

    told: list[list[int]] = field(default_factory=list)
    when: dict[int, float] = field(default_factory=dict)

    async def join(self, port: int) -> asyncio.Task[None]:
        """Let one more screen listen; return once it does."""
        browser = await Browser.open(port)
        browser.send("GET", "/api/events")
        status, _ = await browser.head()
        if status != 200:
            raise SystemExit(f"a screen was answered with {status}")
        while not (await browser.reader.readline()).startswith(b"event: state"):
            pass
        mine: list[int] = []
        self.told.append(mine)
        return asyncio.create_task(self._listen(browser, mine))

    async def catch_up(self, entry: int) -> None:
        """Return when every screen was told of an entry, or was given up."""
        end = time.perf_counter() + PATIENCE
        while any(not mine or mine[-1] < entry for mine in self.told) and time.perf_counter() < end:
            await asyncio.sleep(0.01)

    async def _listen(self, browser: Browser, mine: list[int]) -> None:
        while line := await browser.reader.readline():
            if line.startswith(b"id: "):
                entry = int(line[4:])
                mine.append(entry)
                self.when[entry] = time.perf_counter()


@dataclass
class Found:
    """What was measured: seconds of each step, until every screen was told of it, of each look-up; pages a second."""

    steps: list[float] = field(default_factory=list)
    screens: list[float] = field(default_factory=list)
    lookups: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)


@contextmanager
def serving(games: int) -> Iterator[int]:
    """Start a companion with a journal of so many games, and lend its port."""
    with tempfile.TemporaryDirectory() as folder:
        if games:
            print(f"Playing {games} games into a journal ...", file=sys.stderr)
            command = [sys.executable, str(JOURNALS), str(games), str(Path(folder, "journal.sqlite"))]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        process = subprocess.Popen(PROGRAM, cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            line = process.stdout.readline() if process.stdout else ""
            if "http" not in line:
                raise SystemExit("the companion did not start")
            yield int(line.strip().rstrip("/").rpartition(":")[2])
        finally:
            process.kill()
            process.wait()


def next_step(now: dict[str, Any]) -> tuple[str, dict[str, object]]:
    """Return what an operator does next: the first bead that is there, the first square that is free."""
    match now["due"]:
        case "bead":
            there = [bead["colour"]["name"] for bead in now["box"]["beads"] if bead["in_box"]]
            return ("draw", {"colour": there[0]}) if there else ("empty", {})
        case "reply":
            return "reply", {"square": now["replies"][0]["move"]}
        case due:
            return "confirm" if due == "adjust" else "start", {}


async def operate(port: int, steps: int, screens: Screens, found: Found) -> None:
    """Do so many steps, and see that no screen misses any."""
    browser = await Browser.open(port)
    now, sent = await browser.now(), {}
    for _ in range(steps):
        act, facts = next_step(now)
        start = time.perf_counter()
        answer = json.loads(await browser.ask("POST", f"/api/{act}", {"on": now["entry"], **facts}))
        found.steps.append(time.perf_counter() - start)
        now = answer["state"]
        sent[now["entry"]] = start
    await screens.catch_up(now["entry"])
    missed = [len(set(sent) - set(mine)) for mine in screens.told]
    if any(missed) or any(mine != sorted(set(mine)) for mine in screens.told):
        raise SystemExit(f"{sum(map(bool, missed))} of {len(missed)} screens missed steps, or had some twice")
    found.screens += [screens.when[entry] - start for entry, start in sent.items()]


async def look_up(port: int, runs: int, found: Found) -> None:
    """Look boards up, one after the other."""
    browser = await Browser.open(port)
    for board in itertools.islice(itertools.cycle(BOARDS), runs):
        start = time.perf_counter()
        await browser.ask("GET", f"/api/lookup?board={quote(board)}")
        found.lookups.append(time.perf_counter() - start)


async def ask_for_boxes(port: int, pages: int, found: Found) -> None:
    """Ask for box pages with several browsers at once."""
    numbers = itertools.cycle(range(1, 305))

    async def browse(count: int) -> None:
        browser = await Browser.open(port)
        for _ in range(count):
            await browser.ask("GET", f"/box/{next(numbers)}")

    start = time.perf_counter()
    await asyncio.gather(*(browse(pages // CONNECTIONS) for _ in range(CONNECTIONS)))
    found.pages.append(pages // CONNECTIONS * CONNECTIONS / (time.perf_counter() - start))


async def measure(screens: int, steps: int, runs: int, games: int) -> Found:
    """Return what was found with so many screens, steps, and runs of box pages, in a journal of so many games."""
    found, crowd = Found(), Screens()
    with serving(games) as port:
        listening = [await crowd.join(port) for _ in range(screens)]
        await operate(port, steps, crowd, found)
        await look_up(port, steps, found)
        for _ in range(runs):
            await ask_for_boxes(port, 40 * CONNECTIONS, found)
        for task in listening:
            task.cancel()
    return found


def times_row(name: str, seconds: Sequence[float], target: float | None = None) -> list[str]:
    """Return the cells of one line: times in ms."""
    each = sorted(1000 * value for value in seconds)
    late = each[int(0.95 * (len(each) - 1))]
    numbers = (f"{value:.1f}" for value in (statistics.median(each), late, each[-1]))
    wanted = "" if target is None else f"p95 <= {target:g}"
    return [name, str(len(each)), *numbers, "ms", wanted, "slow" if target and late > target else ""]


def speed_row(name: str, speeds: Sequence[float]) -> list[str]:
    """Return the cells of one line: so many a second; what is least is the worst."""
    numbers = (f"{value:.0f}" for value in (statistics.median(speeds), min(speeds), min(speeds)))
    return [name, str(len(speeds)), *numbers, "a second", "", ""]


HEADING = ["companion, with its screens", "runs", "median", "p95", "worst", "unit", "target", ""]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows under their heading, aligned: names, units and targets to the left, numbers to the right."""
    every = [HEADING, *rows]
    widths = [max(len(cells[column]) for cells in every) for column in range(len(HEADING))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if 0 < column < 5 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in every
    )


def rows_of(found: Found, screens: int, games: int) -> list[list[str]]:
    """Return the lines of what was measured in a journal of so many games."""
    journal = f"{games} games" if games else "new journal"
    return [
        times_row(f"{journal}: a step, until it is answered", found.steps, 60),
        times_row(f"{journal}: a step, until the last of {screens} screens has it", found.screens),
        times_row(f"{journal}: look-up of a board", found.lookups, 10),
        speed_row(f"{journal}: box pages, {CONNECTIONS} browsers at once", found.pages),
    ]


def main() -> None:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(description="Measure the companion under a crowd of screens.")
    parser.add_argument("--screens", type=int, default=100, help="screens that listen (default: 100)")
    parser.add_argument("--steps", type=int, default=500, help="steps of the operator (default: 500)")
    parser.add_argument("--runs", type=int, default=5, help="runs of box pages (default: 5)")
    parser.add_argument(
        "--games", type=int, default=10_000, help="games in the long journal (default: 10000)"
    )
    options = parser.parse_args()
    if min(options.screens, options.steps, options.runs, options.games) < 1:
        parser.error("--screens, --steps, --runs and --games must be at least 1")
    rows = []
    for games in (0, options.games):
        found = asyncio.run(measure(options.screens, options.steps, options.runs, games))
        rows += rows_of(found, options.screens, games)
    print(table(rows))


if __name__ == "__main__":
    main()
