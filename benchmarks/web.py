"""Measures the companion under load: screens that listen and draw, an operator, and look-ups.

Run it as `python -m benchmarks.web`; bench.py prints its table below its own. The server is a
separate process, with a logbook on the disk. Screens and operator share another process, and so a
second core. Everything is measured with a new logbook and with one of many games, which should take
about the same.

A screen listens as templates/pages/static/screen.js does, and gets the newest picture. The operator
first waits for nobody: each step is sent as soon as the one before is answered, while the screens
still get that one's picture, or the next if they are behind. Then the operator takes as long as
people do. Before all that the groups of a class play, each on its own phone. Nothing is asserted,
but a screen that is left behind stops the benchmark, as the rest would mean nothing.
"""

import argparse
import asyncio
import itertools
import json
import math
import os
import random
import re
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

SERVE = (sys.executable, "-m", "menace_kit", "serve", "--port", "0", "--preset")
PROGRAM = (*SERVE, "michie-1961")
CLASS = (*SERVE, "her-19", "--class")
LOGBOOKS = Path(__file__).resolve().with_name("logbooks.py")
HOST = "127.0.0.1"
CONNECTIONS = 8
"""Browsers that ask for box pages at the same time."""

LONGEST_LINE = 2**20
PATIENCE = 30.0
"""Seconds that the screens have to catch up."""

PAUSE = 0.7
"""Seconds between steps of an unhurried operator."""

SLOWER = 10
"""Hurried steps for each unhurried one."""

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
    """A connection that stays open between requests, as long as the server keeps it."""

    port: int
    reader: StreamReader
    writer: StreamWriter

    @classmethod
    async def open(cls, port: int) -> "Browser":
        return cls(port, *await asyncio.open_connection(HOST, port, limit=LONGEST_LINE))

    async def ask(self, method: str, path: str, facts: object = None) -> bytes:
        """Return the body of a successful answer; any other raises SystemExit."""
        body = b"" if facts is None else json.dumps(facts).encode()
        headers = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        return (await self.answer(method, path, headers, body))[1]

    async def answer(
        self, method: str, path: str, headers: str = "", body: bytes = b""
    ) -> tuple[int, bytes, dict[str, str]]:
        """Return the status, body and headers of a successful answer; any other raises
        SystemExit.
        """
        if self.reader.at_eof():  # the server closes connections left idle for some seconds
            self.reader, self.writer = await asyncio.open_connection(
                HOST, self.port, limit=LONGEST_LINE
            )
        self.send(method, path, headers, body)
        status, told = await self.head()
        answer = await self.reader.readexactly(int(told.get("content-length", 0)))
        if status not in (200, 304):
            raise SystemExit(f"{method} {path} was answered with {status}: {answer.decode()[:300]}")
        return status, answer, told

    def send(self, method: str, path: str, headers: str = "", body: bytes = b"") -> None:
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\n{headers}\r\n"
        self.writer.write(head.encode() + body)

    async def head(self) -> tuple[int, dict[str, str]]:
        """Return an answer's status, and its headers with lower-case names."""
        status, headers = int((await self.reader.readline()).split()[1]), {}
        while (line := await self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.lower()] = value.strip()
        return status, headers

    async def now(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(await self.ask("GET", "/api/state"))
        return found


class Screen:
    """A screen: the entries of the pictures it got, and when."""

    def __init__(self, port: int) -> None:
        """Prepare for a server; nothing is shown yet."""
        self._port = port
        self.shown: dict[int, float] = {}

    async def join(self) -> asyncio.Task[None]:
        """Start listening; return once a picture has arrived."""
        stream = await Browser.open(self._port)
        stream.send("GET", "/screen/events")
        status, _ = await stream.head()
        if status != 200:
            raise SystemExit(f"a screen was answered with {status}")
        listening = asyncio.create_task(self._listen(stream))
        while not self.shown:
            await asyncio.sleep(0.01)
        return listening

    def shows(self, entry: int) -> bool:
        """Return whether it shows an entry or a later one."""
        return next(reversed(self.shown)) >= entry

    def when(self, entry: int) -> float:
        """Return when it first showed an entry or a later one."""
        return next(at for there, at in self.shown.items() if there >= entry)

    async def _listen(self, stream: Browser) -> None:
        while line := await stream.reader.readline():
            if found := ENTRY.search(line):
                self.shown.setdefault(int(found[1]), time.perf_counter())


ENTRY = re.compile(rb'data-entry="([0-9]+)"')


@dataclass
class Found:
    """What was measured: seconds of each step, until every screen showed it, and of each look-up;
    pages a second.

    `seen` has the seconds until every screen showed an unhurried step, `busy` the server's
    processor seconds for each of these steps, including all that the screens got.
    """

    steps: list[float] = field(default_factory=list)
    screens: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    lookups: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)


@contextmanager
def serving(games: int, program: Sequence[str] = PROGRAM) -> Iterator[tuple[int, int]]:
    """Start a companion with a logbook of this many games, and yield its port and process id."""
    with tempfile.TemporaryDirectory() as folder:
        if games:
            print(f"Playing {games} games into a logbook ...", file=sys.stderr)
            command = [
                sys.executable,
                str(LOGBOOKS),
                str(games),
                str(Path(folder, "logbook.sqlite")),
            ]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        process = subprocess.Popen(program, cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            line = process.stdout.readline() if process.stdout else ""
            if "http" not in line:
                raise SystemExit("the companion did not start")
            yield int(line.strip().rstrip("/").rpartition(":")[2]), process.pid
        finally:
            process.kill()
            process.wait()


def next_step(now: dict[str, Any]) -> tuple[str, dict[str, object]]:
    """Return an operator's next step: the first available bead, or the first free square."""
    match now["due"]:
        case "bead":
            there = [bead["colour"]["name"] for bead in now["box"]["beads"] if bead["in_box"]]
            return ("draw", {"colour": there[0]}) if there else ("empty", {})
        case "reply":
            return "reply", {"square": now["replies"][0]["move"]}
        case due:
            return "confirm" if due == "adjust" else "start", {}


class Operator:
    """Makes one step after the other, and records when each was sent and answered."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.sent: dict[int, float] = {}
        self.answered: dict[int, float] = {}

    async def step(self) -> int:
        """Make the next step, and return the last entry after it."""
        if not self.sent:
            self._browser = await Browser.open(self._port)
            self._now = await self._browser.now()
        act, facts = next_step(self._now)
        start = time.perf_counter()
        answer = await self._browser.ask("POST", f"/api/{act}", {"on": self._now["entry"], **facts})
        end = time.perf_counter()
        self._now = json.loads(answer)["state"]
        entry: int = self._now["entry"]
        self.sent[entry], self.answered[entry] = start, end
        return entry


async def operate(port: int, pid: int, steps: int, screens: Sequence[Screen], found: Found) -> None:
    """Make hurried steps, then some unhurried ones, and check that all screens follow."""
    operator = Operator(port)
    for _ in range(steps):
        entry = await operator.step()
    await caught_up(screens, entry)
    for entry, sent in operator.sent.items():
        found.steps.append(operator.answered[entry] - sent)
        found.screens.append(max(screen.when(entry) for screen in screens) - sent)
    for _ in range(steps // SLOWER):
        await asyncio.sleep(PAUSE)
        before = processor_seconds(pid)
        entry = await operator.step()
        await caught_up(screens, entry)
        found.seen.append(max(screen.when(entry) for screen in screens) - operator.sent[entry])
        if before is not None and (after := processor_seconds(pid)) is not None:
            found.busy.append(after - before)


async def caught_up(screens: Sequence[Screen], entry: int) -> None:
    """Wait until every screen shows an entry; SystemExit if one takes too long."""
    end = time.perf_counter() + PATIENCE
    while not all(screen.shows(entry) for screen in screens):
        if time.perf_counter() > end:
            raise SystemExit(f"a screen does not show entry {entry}")
        await asyncio.sleep(0.01)


def processor_seconds(pid: int) -> float | None:
    """Return a process's processor time in seconds; None if unknown (no /proc)."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


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
    """Return the results with this many screens, steps and runs of box pages, and games in the
    logbook.
    """
    found = Found()
    with serving(games) as (port, pid):
        crowd = [Screen(port) for _ in range(screens)]
        tasks = [await screen.join() for screen in crowd]
        await operate(port, pid, steps, crowd, found)
        await look_up(port, steps, found)
        for _ in range(runs):
            await ask_for_boxes(port, 40 * CONNECTIONS, found)
        for task in tasks:
            task.cancel()
    return found


BETWEEN = 2.0
"""Mean seconds between two steps of a group; with real boxes it takes longer."""


STEPS_OF_GROUPS = 20
"""A single operator's steps for each step of a class's group."""


async def play_as_group(port: int, letters: str, steps: int, found: Found) -> None:
    """Make steps in a group's logbook as its phone does: a call, the next page, the events."""
    browser, stream = await Browser.open(port), await Browser.open(port)
    stream.send("GET", f"/g/{letters}/api/events")
    await stream.head()
    now = json.loads(await browser.ask("GET", f"/g/{letters}/api/state"))
    for _ in range(steps):
        await asyncio.sleep(BETWEEN * 2 * random.random())
        act, facts = next_step(now)
        start = time.perf_counter()
        answer = await browser.ask("POST", f"/g/{letters}/api/{act}", {"on": now["entry"], **facts})
        found.steps.append(time.perf_counter() - start)
        now = json.loads(answer)["state"]
        start = time.perf_counter()
        await browser.ask("GET", f"/g/{letters}/")
        found.pages.append(time.perf_counter() - start)
    told = 0
    while told < now["entry"]:
        line = await asyncio.wait_for(stream.reader.readline(), PATIENCE)
        told = int(line[4:]) if line.startswith(b"id: ") else told


async def look_as_teacher(port: int, found: Found) -> None:
    """Follow a class's overview forever, as its page does: events, page, picture of all curves."""
    browser, stream = await Browser.open(port), await Browser.open(port)
    stream.send("GET", "/class/events")
    await stream.head()
    while line := await stream.reader.readline():
        if line.startswith(b"data: "):
            start = time.perf_counter()
            text = await browser.ask("GET", "/class/overview")
            if picture := re.search(rb'<img[^>]* src="([^"]+)"', text):
                await browser.ask("GET", picture[1].decode().replace("&amp;", "&"))
            found.screens.append(time.perf_counter() - start)


async def play_as_class(groups: int, steps: int, teacher: bool = False) -> Found:
    """Return the results of this many groups playing at once; `pages` are seconds here.

    If a `teacher` follows the overview, `screens` are the seconds until it was shown again.
    """
    found = Found()
    with serving(0, (*CLASS, str(groups))) as (port, _):
        browser = await Browser.open(port)
        letters = re.findall(rb'href="/g/([A-Z]+)/"', await browser.ask("GET", "/class/groups"))
        if len(letters) != groups:
            raise SystemExit(f"the class has {len(letters)} groups")
        looking = [asyncio.create_task(look_as_teacher(port, found))] if teacher else []
        await asyncio.gather(
            *(play_as_group(port, each.decode(), steps, found) for each in letters)
        )
        for task in looking:
            task.cancel()
    return found


def times_row(name: str, seconds: Sequence[float], target: float | None = None) -> list[str]:
    """Return the cells of a line: times in ms."""
    each = sorted(1000 * value for value in seconds) or [math.nan]
    late = each[int(0.95 * (len(each) - 1))]
    numbers = (f"{value:.1f}" for value in (statistics.median(each), late, each[-1]))
    wanted = "" if target is None else f"p95 <= {target:g}"
    return [
        name,
        str(len(each)),
        *numbers,
        "ms",
        wanted,
        "slow" if target and late > target else "",
    ]


def speed_row(name: str, speeds: Sequence[float]) -> list[str]:
    """Return the cells of a line: rates per second; the least is the worst."""
    numbers = (f"{value:.0f}" for value in (statistics.median(speeds), min(speeds), min(speeds)))
    return [name, str(len(speeds)), *numbers, "a second", "", ""]


HEADING = ["companion, with its screens", "runs", "median", "p95", "worst", "unit", "target", ""]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return the aligned rows under their heading: only numbers to the right."""
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
    """Return the lines for a logbook of this many games."""
    logbook = f"{games} games" if games else "new logbook"
    return [
        times_row(f"{logbook}: a step, until it is answered", found.steps, 60),
        times_row(
            f"{logbook}: steps at once, until {screens} screens show them", found.screens, 50
        ),
        times_row(f"{logbook}: a step, until {screens} screens show it", found.seen, 50),
        times_row(f"{logbook}: the server's processor for such a step", found.busy),
        times_row(f"{logbook}: look-up of a board", found.lookups, 10),
        speed_row(f"{logbook}: box pages, {CONNECTIONS} browsers at once", found.pages),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the companion under a crowd of screens.")
    parser.add_argument(
        "--screens", type=int, default=100, help="screens that listen (default: 100)"
    )
    parser.add_argument(
        "--steps", type=int, default=500, help="steps of the operator (default: 500)"
    )
    parser.add_argument("--runs", type=int, default=5, help="runs of box pages (default: 5)")
    parser.add_argument("--groups", type=int, default=30, help="groups of a class (default: 30)")
    parser.add_argument(
        "--games", type=int, default=10_000, help="games in the long logbook (default: 10000)"
    )
    options = parser.parse_args()
    if min(options.screens, options.steps, options.runs, options.games, options.groups - 1) < 1:
        parser.error("--screens, --steps, --runs and --games must be at least 1, --groups 2")
    rows = []
    for teacher in (False, True):
        found = asyncio.run(
            play_as_class(options.groups, math.ceil(options.steps / STEPS_OF_GROUPS), teacher)
        )
        playing = (
            f"a class, {options.groups} groups play{', their teacher follows' if teacher else ''}"
        )
        rows += [
            times_row(f"{playing}: a step, until it is answered", found.steps, 100),
            times_row(f"{playing}: the page that follows", found.pages),
        ]
    rows.append(
        times_row("the teacher's overview with all curves, until it is there again", found.screens)
    )
    for games in (0, options.games):
        found = asyncio.run(measure(options.screens, options.steps, options.runs, games))
        rows += rows_of(found, options.screens, games)
    print(table(rows))


if __name__ == "__main__":
    main()
