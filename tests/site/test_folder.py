"""The site's folder: what is in it, and that Python starts from it under a policy that lets
nothing leave its host.
"""

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.site.conftest import ADDRESS, CALL, FETCHED, ROOT, Open, as_sent


@pytest.mark.site
def test_python_starts_in_the_browser_and_has_every_box(page: Page) -> None:
    told = page.evaluate(CALL, ["maker", "preview", [{}, "en", []]])
    assert told["result"]["boxes"] == 304
    assert told["steps"] == ["runtime", "packages", "program", "start"]


@pytest.mark.site
def test_it_can_be_installed(page: Page) -> None:
    devices = page.context.new_cdp_session(page)
    manifest = devices.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/menace/en/manifest.webmanifest")
    faults = {
        each["errorId"]
        for each in devices.send("Page.getInstallabilityErrors")["installabilityErrors"]
    }
    assert faults <= {"in-incognito"}  # as the windows of tests are


@pytest.mark.site
def test_all_of_it_is_small(site_built: Path) -> None:
    sent = {path: as_sent(path.read_bytes()) for path in site_built.rglob("*") if path.is_file()}
    # Of the 16 MB that it may have, one is left for the documents.
    assert sum(sent.values()) <= 15e6, {
        path.name: size for path, size in sent.items() if size > 1e5
    }


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.site
def test_an_installed_package_writes_the_same_and_takes_away_only_what_was_ours(
    site_built: Path, tmp_path: Path
) -> None:
    hashes = json.loads((site_built / "site.json").read_text(encoding="utf-8"))
    # Of an earlier version there are two files more, and one of them somebody has changed since.
    found = {"old.txt": b"a", "changed.txt": b"by me", ".nojekyll": b"", "../outside.txt": b"a"}
    place = tmp_path / "site"
    place.mkdir()
    for name, content in found.items():
        (place / name).write_bytes(content)
    old = hashlib.sha256(b"a").hexdigest()
    earlier = {**hashes, "old.txt": old, "changed.txt": old, "../outside.txt": old}
    (place / "site.json").write_text(json.dumps(earlier), encoding="utf-8")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    command = [
        sys.executable,
        "-m",
        "menace_kit",
        "dev",
        "site",
        "--output",
        "site",
        "--fetched",
        str(FETCHED),
        "--address",
        ADDRESS,
    ]
    surroundings = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    done = subprocess.run(
        command, cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=True
    )
    assert "are in site; put them on any web server" in done.stdout
    assert contents(place) == {**contents(site_built), "changed.txt": b"by me", ".nojekyll": b""}
    assert (tmp_path / "outside.txt").is_file()


@pytest.mark.site
def test_no_page_can_ask_another_host_or_run_what_is_not_there(site: str, open_page: Open) -> None:
    page = open_page(f"{site}en/index.html", pardon=("Content Security Policy", "localhost"))
    other = site.replace("127.0.0.1", "localhost")
    refused = "(error) => error.name"
    assert (
        page.evaluate(f"fetch('{other}game.json').then(() => 'answered', {refused})") == "TypeError"
    )
    page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
    }""")
    assert page.evaluate("window.ran") is None


@pytest.mark.site
def test_the_first_page_is_in_the_language_of_the_browser_or_the_one_chosen_before(
    site: str, open_page: Open
) -> None:
    page = open_page(site, locale="fr-CH")
    page.wait_for_url(f"{site}fr/index.html")
    page.get_by_role("link", name="Nederlands").click()
    page.wait_for_url(f"{site}nl/index.html")
    page.goto(site)
    page.wait_for_url(f"{site}nl/index.html")
    page = open_page(site, locale="is")
    page.wait_for_url(f"{site}en/index.html")
    page = open_page(site, java_script_enabled=False, viewport={"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.get_by_role("link", name="Deutsch").press("Enter")
    page.wait_for_url(f"{site}de/index.html")
