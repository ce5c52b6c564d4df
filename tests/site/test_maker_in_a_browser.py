"""The kit maker's page, in a browser, makes the bytes that the command writes."""

from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest
from playwright.sync_api import expect

from menace_kit.render import same_drawing
from menace_kit.site.fetching import packages
from tests.site.conftest import PATIENCE, Open
from tests.site.kit_maker import by_command
from tests.site.test_kit_page import choose, downloaded

DECIDING = ("reportlab", "fonttools", "svgwrite", "segno", "coloraide", "tomlkit")
"""Libraries by whose version the bytes of a file may differ."""


@pytest.mark.site
def test_the_page_makes_the_bytes_that_the_command_writes(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    """Where native libraries are of other versions than the site's, both have to show the same."""
    pinned = {name: wheel.version for name, wheel in packages().wheels.items()}
    same = all(version(name) == pinned[name] for name in DECIDING)
    page = open_page(f"{site}en/kit.html")
    choose(page, "machine", "her-19")
    page.click("#build")  # perhaps before Python is there
    expect(page.locator("#zip")).to_be_visible(timeout=3 * PATIENCE)
    files, written = downloaded(page), by_command("her-19", tmp_path)
    assert files.keys() == written.keys()
    if same:
        assert {each: sha256(files[each]).hexdigest() for each in files} == {
            each: sha256(written[each]).hexdigest() for each in files
        }
    else:
        assert [each for each in files if not same_drawing(written[each], files[each])] == []
