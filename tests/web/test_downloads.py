"""The kit's printables from the companion: the same files as `build` writes."""

import re
from collections.abc import Mapping

import pytest
from fastapi.testclient import TestClient

from menace_kit.printables.build import all_printables
from menace_kit.printables.making import make
from menace_kit.render import same_drawing
from menace_kit.web.pages.downloads import FORMATS, downloads
from tests.examples import preset
from tests.printables.named import printable_named
from tests.web.conftest import Open

NAME = re.compile(r'attachment; filename="([^"]+)"')


def addresses(client: TestClient) -> list[str]:
    return re.findall(r'href="(/downloads/[^"]+)"', client.get("/downloads").text)


def assert_built(client: TestClient, address: str, built: Mapping[str, bytes]) -> None:
    """Check that what is sent is a file of this format that was built."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    (name,) = NAME.findall(answer.headers["content-disposition"])
    ending = address.rpartition(".")[2]
    assert answer.headers["content-type"] == FORMATS[ending]
    assert name.endswith(f".{ending}")
    assert same_drawing(built[name], answer.content), name


def test_a_download_is_the_file_that_build_writes(open_client: Open) -> None:
    kit = preset("nim-8")
    client = open_client(kit)
    formats_of = {each.name: formats for each, formats in downloads(kit)}
    assert set(addresses(client)) == {
        f"/downloads/{name}.{ending}" for name, formats in formats_of.items() for ending in formats
    }
    for name in ("filling", "labels"):
        made = make(printable_named(name), kit).files(("pdf",))
        built = {file.name: file.content for file in made}
        for ending in formats_of[name]:
            assert_built(client, f"/downloads/{name}.{ending}", built)


@pytest.mark.prove
@pytest.mark.parametrize("name", ["nim-8", "michie-1961"])
def test_every_download_on_the_page_is_a_file_that_build_writes(
    open_client: Open, name: str
) -> None:
    kit = preset(name)
    client = open_client(kit)
    made = all_printables(kit).made
    built = {file.name: file.content for each in made for file in each.files(("pdf",))}
    for address in addresses(client):
        assert_built(client, address, built)


def test_what_cannot_be_made_is_told(client: TestClient) -> None:
    for name in ("labels.png", "labels.csv", "nothing.pdf", "..%2Flabels.pdf"):
        assert client.get(f"/downloads/{name}").status_code == 404, name
