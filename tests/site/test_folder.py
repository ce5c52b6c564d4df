"""The site's folder: what is in it, and that Python starts from it under a policy that lets nothing leave its host."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.site.conftest import CALL, as_sent


@pytest.mark.site
def test_python_starts_in_the_browser_and_has_every_box(page: Page) -> None:
    told = page.evaluate(CALL, ["maker", "preview", [{}, "en", []]])
    assert told["result"]["facts"]["boxes"] == 304
    assert told["steps"] == ["runtime", "packages", "program", "start"]


@pytest.mark.site
def test_it_can_be_installed(page: Page) -> None:
    devices = page.context.new_cdp_session(page)
    manifest = devices.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/menace/en/manifest.webmanifest")
    faults = {
        each["errorId"] for each in devices.send("Page.getInstallabilityErrors")["installabilityErrors"]
    }
    assert faults <= {"in-incognito"}  # as the windows of tests are


@pytest.mark.site
def test_all_of_it_is_small(site_built: Path) -> None:
    sent = {path: as_sent(path.read_bytes()) for path in site_built.rglob("*") if path.is_file()}
    assert sum(sent.values()) <= 16e6, {path.name: size for path, size in sent.items() if size > 1e5}
