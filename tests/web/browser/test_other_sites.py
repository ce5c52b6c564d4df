"""Pages of somebody else's, open in the operator's own browser:
they change nothing and learn nothing.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product

import pytest
from playwright.sync_api import Browser, Page

from tests.logbook.games import quick_folder
from tests.web.server import Server
from tests.web.warm import served

pytestmark = pytest.mark.prove

FORMS = {
    "a form like ours": ("act/start", "application/x-www-form-urlencoded", "on", "0"),
    "a form that looks like JSON": ("api/start", "text/plain", '{"on": 0, "opponent": "', '"}'),
    "a form for visitors": ("play/begin", "application/x-www-form-urlencoded", "how", "lot"),
    "a form with files": ("act/start", "multipart/form-data", "on", "0"),
}
FETCHES = {
    "plain text": """{method: "POST", mode: "no-cors",
        headers: {"Content-Type": "text/plain"}, body: '{"on": 0}'}""",
    "a form": """{method: "POST", mode: "no-cors", credentials: "include",
        body: new URLSearchParams({on: "0"})}""",
    "JSON": """{method: "POST",
        headers: {"Content-Type": "application/json"}, body: '{"on": 0}'}""",
    "another method": """{method: "PUT",
        headers: {"Content-Type": "application/json"}, body: '{"on": 0}'}""",
    "said by the address": """{method: "POST", mode: "no-cors"}""",
}
# Another port of the same address counts as the same site, another name does not;
# neither is the same origin.
HOSTS = NEIGHBOUR, STRANGER = "127.0.0.1", "localhost"


@contextmanager
def other_site(html: str) -> Iterator[int]:
    """Serve one page of somebody else's, and lend its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture(scope="module")
def untouched(browser: Browser) -> Iterator[Server]:
    """Lend a companion with a new logbook, in which nothing is ever written."""
    del browser
    with quick_folder() as place, served(place) as server:
        yield server


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[[str, str], Page]]:
    """Return `visit(html, host)`: a window at a page of somebody else's under that name."""
    with ExitStack() as stack:

        def visited(html: str, host: str) -> Page:
            port = stack.enter_context(other_site(f"<!doctype html><title>Elsewhere</title>{html}"))
            page = stack.enter_context(browser.new_context()).new_page()
            page.goto(f"http://{host}:{port}/")
            return page

        yield visited


Visit = Callable[[str, str], Page]


def test_the_companions_own_page_can_change_something(companion: Server, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{companion.address}/login")
    sent = page.evaluate(f"fetch('/api/start', {FETCHES['JSON']}).then(answer => answer.status)")
    assert (sent, companion.state()["entry"]) == (200, 1)
    page.close()


@pytest.mark.parametrize("host", HOSTS)
def test_a_form_elsewhere_changes_nothing(untouched: Server, visit: Visit, host: str) -> None:
    page = visit(
        "".join(
            f"""<form method="post" action="{untouched.address}/{path}" enctype="{coding}">
            <input name='{name}' value='{value}'><button>{form}</button></form>"""
            for form, (path, coding, name, value) in FORMS.items()
        ),
        host,
    )
    address = page.url
    for form in FORMS:
        page.goto(address)
        with page.expect_navigation() as went:
            page.get_by_role("button", name=form).click()
        assert went.value is not None
        assert went.value.status in (403, 415), form
        assert untouched.state()["entry"] == 0, form


@pytest.mark.parametrize("host", HOSTS)
def test_a_script_elsewhere_changes_nothing(untouched: Server, visit: Visit, host: str) -> None:
    page = visit("", host)
    for fetch, path in product(FETCHES, ("api/start", "act/start?on=0", "api/login", "api/logout")):
        page.evaluate(
            f"fetch('{untouched.address}/{path}', {FETCHES[fetch]}).then(() => 'sent', "
            "() => 'not even sent')"
        )
        assert untouched.state()["entry"] == 0, (fetch, path)


@pytest.mark.parametrize("host", HOSTS)
def test_a_page_elsewhere_learns_nothing(companion: Server, visit: Visit, host: str) -> None:
    companion.post("start", opponent="Ada Lovelace").raise_for_status()
    page = visit(f'<iframe src="{companion.address}/"></iframe>', host)
    read = page.evaluate(
        f"fetch('{companion.address}/api/state').then(answer => answer.text(), "
        "() => 'not to be read')"
    )
    assert read == "not to be read"
    heard = page.evaluate(
        f"""new Promise(done => {{
          const events = new EventSource('{companion.address}/api/events');
          events.onerror = () => done('refused');
          events.addEventListener('state', () => done('heard'));
        }})"""
    )
    assert heard == "refused"
    frame = page.frames[1]
    frame.wait_for_load_state()
    assert "Ada Lovelace" not in frame.content()
