"""Visits without a network, and new versions of the site: never files of two,
and never an error that stays.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from menace_kit.site.rendering import service_worker
from tests.site.conftest import CALL, Open, served

pytestmark = pytest.mark.site

ANOTHER = "another"
KEPT = (
    "caches.open('menace /menace/').then(async (cache) => (await cache.keys()).map(({url}) => url))"
)


@pytest.fixture
def copy(site_built: Path, tmp_path: Path) -> Iterator[Path]:
    """Lend a copy of the site that a test may change."""
    folder = tmp_path / "site"
    shutil.copytree(site_built, folder)
    yield folder
    shutil.rmtree(folder)


def until_controlled(page: Page) -> None:
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")


def change(folder: Path, name: str, more: bytes) -> None:
    """Make another version of the site of which one file has more in it,
    or that has one file more.
    """
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    with path.open("ab") as file:
        file.write(more)
    names = {*json.loads((folder / "site.json").read_text(encoding="utf-8")), name} - {
        "service-worker.js"
    }
    for page in {*folder.glob("??/*.html"), folder / "index.html"}:
        text = page.read_text(encoding="utf-8")
        page.write_text(
            re.sub('data-version="[^"]*"', f'data-version="{ANOTHER}"', text), encoding="utf-8"
        )
    hashes = {
        each: hashlib.sha256((folder / each).read_bytes()).hexdigest() for each in sorted(names)
    }
    (folder / "service-worker.js").write_bytes(service_worker(ANOTHER, hashes))


def test_a_second_visit_needs_no_network(site_built: Path, open_page: Open) -> None:
    with served(site_built) as address:
        page = open_page(f"{address}de/index.html")
        assert page.evaluate(CALL, ["maker", "fragment", [{}]])["result"] is not None
        expect(page.locator("#kept")).to_be_visible()
    # The server is gone.
    page.goto(f"{address}de/index.html")
    expect(page.locator("h1")).to_be_visible()
    label = page.evaluate(CALL, ["maker", "preview", [{"machine": "her-19"}, "de"]])["result"][
        "label"
    ]
    assert "<svg" in label["svg"]
    page.goto(address)
    page.wait_for_url(f"{address}en/index.html")


def test_a_new_version_is_told_of_and_comes_whole(copy: Path, open_page: Open) -> None:
    with served(copy) as address:
        page = open_page(f"{address}en/index.html")
        until_controlled(page)
        first = page.locator("html").get_attribute("data-version")
        change(copy, "static/site.css", b"body { --seen: 2; }\n")
        page.reload()
        expect(page.get_by_role("button", name="Load it")).to_be_visible()
        assert page.locator("html").get_attribute("data-version") == first
        seen = "getComputedStyle(document.body).getPropertyValue('--seen')"
        assert page.evaluate(seen) == ""
        with page.expect_navigation():
            page.get_by_role("button", name="Load it").click()
        assert page.locator("html").get_attribute("data-version") == ANOTHER
        assert page.evaluate(seen) == "2"
        expect(page.locator("#notice")).to_be_hidden()
        page.wait_for_function(
            f"async () => (await {KEPT}).filter((url) => url.includes('site.css')).length === 1"
        )


# The page is answered only when the new version is found: nobody listened before.
FOUND_FIRST = """{
    const {register} = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = async function (...how) {
        const registration = await register.apply(this, how);
        const found = new Promise((done) => registration.addEventListener("updatefound", done));
        await registration.update();
        await found;
        return registration;
    };
}"""


def test_a_new_version_that_is_found_before_anybody_listens_is_told_of(
    copy: Path, open_page: Open
) -> None:
    with served(copy) as address:
        page = open_page(f"{address}en/index.html")
        until_controlled(page)
        change(copy, "static/site.css", b"body { --seen: 2; }\n")
        page.add_init_script(FOUND_FIRST)
        page.reload()
        expect(page.get_by_role("button", name="Load it")).to_be_visible()


def status(page: Page) -> int:
    """Return what the answer is where a document is asked for."""
    found: int = page.evaluate(
        "fetch('../docs/note.txt', {cache: 'no-store'}).then((answer) => answer.status)"
    )
    return found


def test_a_page_never_gets_a_file_of_another_version(copy: Path, open_page: Open) -> None:
    change(copy, "docs/note.txt", b"one")
    with served(copy) as address:
        page = open_page(f"{address}en/index.html", pardon=("503", "favicon"))
        until_controlled(page)
        (copy / "docs/note.txt").write_bytes(b"two")
        assert status(page) == 503
        document = page.context.new_page()
        document.goto(f"{address}docs/note.txt")  # stands alone
        assert document.locator("body").inner_text() == "two"
        document.close()
        (copy / "docs/note.txt").write_bytes(b"one")
        assert status(page) == 200


def test_an_error_is_not_kept(copy: Path, open_page: Open) -> None:
    change(copy, "docs/note.txt", b"one")
    with served(copy) as address:
        page = open_page(f"{address}en/index.html", pardon=("503",))
        until_controlled(page)
        (copy / "docs/note.txt").rename(copy / "away")
        assert status(page) == 503
        (copy / "away").rename(copy / "docs/note.txt")
        assert status(page) == 200
        (copy / "docs/note.txt").unlink()
        assert status(page) == 200  # now it is kept
