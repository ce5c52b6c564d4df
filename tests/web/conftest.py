"""The companion in the tests' own process: the application with a real logbook file."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.web.app import create_app, create_class
from menace_kit.web.pin import PinLock
from menace_kit.web.settings import Settings
from tests.examples import in_cabinet, preset
from tests.logbook.games import quick_folder
from tests.web.steps import next_step

KIT = in_cabinet(preset("michie-1961"))
HER = preset("her-19")
PIN = "48151623"
LAN = Settings(names=frozenset({"localhost", "127.0.0.1"}), any_address=True, pin=PIN)
"""How the class of these tests is reached, and its teacher's PIN."""
HOME = "http://127.0.0.1:1961"
Open = Callable[..., TestClient]
OpenClass = Callable[..., FastAPI]


@pytest.fixture
def logbook_file() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder / "logbook.sqlite"


@pytest.fixture
def open_client(logbook_file: Path) -> Iterator[Open]:
    """Return `open_client(kit, settings, lock)`: a browser at a companion that shows server
    errors.
    """
    with ExitStack() as stack:

        def client(
            kit: Kit | None = None, settings: Settings | None = None, lock: PinLock | None = None
        ) -> TestClient:
            app = create_app(kit or KIT, logbook_file, settings or Settings(), lock)
            return stack.enter_context(TestClient(app, base_url=HOME))

        yield client


@pytest.fixture
def client(open_client: Open) -> TestClient:
    """Return a browser at the companion of the machine of 1961, on the same computer."""
    return open_client()


@pytest.fixture
def class_folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


@pytest.fixture
def open_class(class_folder: Path) -> Iterator[OpenClass]:
    """Return `open_class(settings, kit)`: the application of a class of three groups."""
    with ExitStack() as stack:

        def opened(
            settings: Settings = LAN, kit: Kit | None = None, lock: PinLock | None = None
        ) -> FastAPI:
            app = create_class(kit or HER, class_folder, 3, settings, lock)
            app.state.loop = stack.enter_context(TestClient(app, base_url=HOME)).portal
            return app

        yield opened


def application(client: TestClient) -> FastAPI:
    assert isinstance(client.app, FastAPI)
    return client.app


def state(client: TestClient) -> dict[str, Any]:
    answer = client.get("/api/state")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def post(client: TestClient, act: str, on: int | None = None, **facts: object) -> Any:
    """Send an act on the last entry, or on entry `on`; return the answer."""
    return client.post(
        f"/api/{act}", json={"on": state(client)["entry"] if on is None else on, **facts}
    )


def done(client: TestClient, act: str, on: int | None = None, **facts: object) -> dict[str, Any]:
    """Send an act that must be recorded, and return the state after it."""
    answer = post(client, act, on, **facts)
    assert answer.status_code == 200, answer.text
    assert answer.json()["recorded"]
    found: dict[str, Any] = answer.json()["state"]
    return found


def play_on(client: TestClient, now: dict[str, Any]) -> dict[str, Any]:
    """Make the next step, and return the state after it."""
    act, facts = next_step(now)
    return done(client, act, now["entry"], **facts)


def played_out(client: TestClient, now: dict[str, Any]) -> dict[str, Any]:
    """Play a game to its end, and return the state."""
    while now["due"] in ("bead", "reply"):
        now = play_on(client, now)
    return now


def other_program(path: Path) -> Desk:
    """Return the desk of another program at the same logbook; close its logbook when done."""
    return Desk(Logbook(path, KIT))
