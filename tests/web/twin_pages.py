"""The pages of a copy, as a visitor taps them without JavaScript."""

from random import Random

from fastapi.testclient import TestClient

from tests.web.conftest import HOME, application
from tests.web.page import Form, Page, press, visit


def fields(form: Form) -> list[tuple[str, str]]:
    return [(facts.get("name", ""), facts.get("value", "")) for facts in form.fields]


def forms(page: Page, name: str) -> list[Form]:
    return [form for form in page.forms if form.tag["action"].partition("?")[0] == f"/play/{name}"]


def moves(page: Page) -> list[Form]:
    return forms(page, "move")


def begin(client: TestClient, address: str = "/play", **typed: str) -> Page:
    return press(client, forms(visit(client, address), "begin")[0], None, **typed)


def play_out(client: TestClient, page: Page, lots: Random) -> Page:
    """Tap anywhere until the game is over."""
    while moves(page):
        page = press(client, moves(page)[0], lots.choice(moves(page)[0].buttons))
    return page


def another(client: TestClient) -> TestClient:
    """Return a second visitor's browser at the same companion."""
    return TestClient(application(client), base_url=HOME)
