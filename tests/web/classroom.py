"""A class in the tests' own process: real logbooks, the groups' phones and the teacher's."""

from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from fastapi.testclient import TestClient

from menace_kit.logbook.faults import check_whole
from menace_kit.logbook.store import Logbook
from menace_kit.web.classroom import Classroom, logbook_of
from tests.web.conftest import HER, HOME, PIN
from tests.web.page import FORM
from tests.web.steps import next_step


def phone(app: FastAPI) -> TestClient:
    """Return another browser at a running class."""
    client = TestClient(app, base_url=HOME)
    client.portal = app.state.loop  # one event loop serves all, as in a server
    return client


def classroom(app: FastAPI) -> Classroom:
    found: Classroom = app.state.classroom
    return found


def send(client: TestClient, path: str, **fields: str) -> Any:
    """Send a form, and return the answer, which may be a redirect."""
    return client.post(path, data=fields, headers=FORM, follow_redirects=False)


def member(app: FastAPI, letters: str) -> TestClient:
    """Return a phone that joined a free group with the code of the class."""
    found = phone(app)
    answer = send(found, "/class/join", code=classroom(app).code, group=letters)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/g/{letters}/")
    return found


def teacher(app: FastAPI) -> TestClient:
    """Return the browser of somebody who entered the PIN."""
    found = phone(app)
    answer = send(found, "/login", pin=PIN, next="/class/groups")
    assert (answer.status_code, answer.headers["location"]) == (303, "/class/groups")
    return found


def step(client: httpx.Client, letters: str) -> int:
    """Make the next step in a group's logbook, and return the answer's status."""
    now = client.get(f"/g/{letters}/api/state").json()
    act, facts = next_step(now)
    return int(
        client.post(f"/g/{letters}/api/{act}", json={"on": now["entry"], **facts}).status_code
    )


def entries(folder: Path, letters: str) -> int:
    """Return the number of entries in a group's logbook, each checked against its digest."""
    with Logbook(logbook_of(folder, letters), HER, read_only=True) as logbook:
        check_whole(logbook)
        return logbook.last_entry
