"""A companion as a separate process, as people start it."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Protocol

import httpx

from tests.cli.running import PROGRAM, environment
from tests.web.steps import next_step

SECONDS = 30.0

CERTIFICATES = False
"""Nothing here is encrypted, and loading all trusted certificates takes longer than most tests."""


class Running(Protocol):
    """The parts of a started process that tests use."""

    @property
    def stdout(self) -> IO[str] | None:
        """Return its output."""

    def poll(self) -> int | None:
        """Return its exit code; None while it runs."""

    def kill(self) -> None:
        """End it like a dead battery."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended, and return its exit code."""

    def send_signal(self, sig: int) -> None:
        """Send it a signal."""


@dataclass
class Server:
    """A started companion: its address, its output, and a browser."""

    process: Running
    address: str
    said: list[str]
    browser: httpx.Client

    def kill(self) -> None:
        """End it like a dead battery."""
        self.process.kill()
        self.process.wait(SECONDS)

    def stop(self) -> int:
        """End it like Ctrl-C, or Ctrl-Break on Windows, and return its exit code."""
        self.process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
        return self.process.wait(SECONDS)

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.browser.get("/api/state").raise_for_status().json()
        return found

    def post(self, act: str, **facts: object) -> httpx.Response:
        """Send an act on the last entry, or on the named one."""
        return self.browser.post(f"/api/{act}", json={"on": self.state()["entry"], **facts})

    def play_on(self) -> dict[str, Any]:
        """Make the next step, and return the state after it."""
        act, facts = next_step(self.state())
        found: dict[str, Any] = self.post(act, **facts).raise_for_status().json()["state"]
        return found


def begun(folder: Path, arguments: Sequence[str]) -> Running:
    """Start the program in a folder, as people do."""
    return subprocess.Popen(
        [*PROGRAM, *arguments],
        cwd=folder,
        env=environment(PYTHONPATH=os.pathsep.join(sys.path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        creationflags=getattr(
            subprocess, "CREATE_NEW_PROCESS_GROUP", 0
        ),  # so that on Windows only this process is interrupted
    )


@contextmanager
def served(
    folder: Path, *arguments: str, begin: Callable[[Path, Sequence[str]], Running] = begun
) -> Iterator[Server]:
    """Start the companion in a folder, on a free port, and yield it; it is killed if necessary.

    It is of the machine of 1961 unless the arguments name another.
    """
    machine = () if {"--kit", "--preset"} & set(arguments) else ("--preset", "michie-1961")
    process = begin(folder, ["serve", *machine, "--port", "0", *arguments])
    said: list[str] = []
    try:
        for line in process.stdout or ():
            said.append(line.rstrip("\n"))
            if line.startswith("Ctrl-C"):
                break
        assert said[-1:] == [line for line in said if line.startswith("Ctrl-C")], said
        port = said[0].rstrip("/").rpartition(":")[2]
        address = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=address, timeout=SECONDS, verify=CERTIFICATES) as browser:
            yield Server(process, address, said, browser)
    finally:
        process.kill()
        process.wait(SECONDS)
        if process.stdout:
            process.stdout.close()


@dataclass
class Event:
    """An event of a stream: its name, its data, and its id if it has one."""

    name: str
    data: str
    id: str = ""


def events_in(stream: httpx.Response) -> Iterator[Event]:
    """Yield the events of a stream as they come."""
    found = Event("", "")
    for line in stream.iter_lines():
        name, _, value = line.partition(": ")
        match name:
            case "event":
                found.name = value
            case "id":
                found.id = value
            case "data":
                found.data += f"{value}\n"
            case "" if found.data:
                yield found
                found = Event("", "")


@dataclass
class Screen:
    """A listener to the events, in its own thread, and the states that it got."""

    address: str
    cookie: str = ""
    ended: threading.Event = field(default_factory=threading.Event)
    states: list[dict[str, Any]] = field(default_factory=list)
    _news: threading.Condition = field(default_factory=threading.Condition)

    def start(self) -> "Screen":
        """Start listening."""
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def wait_for(self, entry: int) -> dict[str, Any]:
        """Return the first state at or after an entry, as soon as it arrives."""
        with self._news:
            assert self._news.wait_for(lambda: self._state(entry) is not None, SECONDS), self.states
        found = self._state(entry)
        assert found is not None
        return found

    def wait_for_another(self, before: int) -> dict[str, Any]:
        """Return the newest state as soon as there are more than so many."""
        with self._news:
            assert self._news.wait_for(lambda: len(self.states) > before, SECONDS)
        return self.states[-1]

    def _state(self, entry: int) -> dict[str, Any] | None:
        return next((state for state in self.states if state["entry"] >= entry), None)

    def _listen(self) -> None:
        try:
            self._follow()
        finally:
            self.ended.set()

    def _follow(self) -> None:
        timeout = httpx.Timeout(SECONDS, read=None)
        with (
            suppress(httpx.HTTPError),
            httpx.stream(
                "GET",
                f"{self.address}/api/events",
                headers={"cookie": self.cookie},
                timeout=timeout,
                verify=CERTIFICATES,
            ) as stream,
        ):
            for event in events_in(stream):
                assert event.name == "state"
                with self._news:
                    self.states.append(json.loads(event.data))
                    self._news.notify_all()
