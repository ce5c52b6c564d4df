"""The kit maker's page, in a browser, makes the bytes that the command writes."""

import zipfile
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from menace_kit.render import same_drawing
from menace_kit.site.fetching import packages
from tests.site.conftest import PATIENCE, Open
from tests.site.kit_maker import by_command

DECIDING = ("reportlab", "fonttools", "svgwrite", "segno", "coloraide", "tomlkit")
"""Libraries by whose version the bytes of a file may differ."""


def downloaded(page: Page, folder: Path) -> Path:
    """Return the archive with all files, made by a press of the button and saved."""
    page.locator("#build").click()
    expect(page.locator("#zip")).to_be_visible(timeout=3 * PATIENCE)  # Python starts before it
    with page.expect_download() as caught:
        page.locator("#zip").click()
    path = folder / caught.value.suggested_filename
    caught.value.save_as(path)
    return path


@pytest.mark.site
def test_the_page_makes_the_bytes_that_the_command_writes(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    """Where native libraries are of other versions than the site's, both have to show the same."""
    pinned = {name: wheel.version for name, wheel in packages().wheels.items()}
    same = all(version(name) == pinned[name] for name in DECIDING)
    page, name = open_page(f"{site}en/kit.html"), "her-19"
    page.locator('label:has(input[name="machine"][value="her-19"])').click()
    expect(page.locator("#label-large svg")).to_be_visible()
    saved, written = downloaded(page, tmp_path), by_command(name, tmp_path)
    with zipfile.ZipFile(saved) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    assert files.keys() == written.keys(), name
    if same:
        assert {each: sha256(files[each]).hexdigest() for each in files} == {
            each: sha256(written[each]).hexdigest() for each in files
        }, name
    else:
        assert [each for each in files if not same_drawing(written[each], files[each])] == [], name
