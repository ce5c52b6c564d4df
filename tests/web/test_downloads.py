"""The kit's printables from the companion: the same files as `build` writes."""

import io
import re
import zipfile

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


def downloaded(client: TestClient, address: str) -> dict[str, bytes]:
    """Return the file that is sent, or the files of an archive, by their names."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    (name,) = NAME.findall(answer.headers["content-disposition"])
    ending = address.rpartition(".")[2]
    if not name.endswith(".zip"):
        assert answer.headers["content-type"] == FORMATS[ending]
        assert name.endswith(f".{ending}")
        return {name: answer.content}
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        files = {each: packed.read(each) for each in packed.namelist()}
    assert len(files) > 1
    assert all(each.endswith(f".{ending}") for each in files)
    return files


def test_a_download_is_the_file_that_build_writes(open_client: Open) -> None:
    kit = preset("nim-8")
    client = open_client(kit)
    formats_of = {each.name: formats for each, formats in downloads(kit)}
    assert set(addresses(client)) == {
        f"/downloads/{name}.{ending}" for name, formats in formats_of.items() for ending in formats
    }
    for name in ("filling", "labels"):
        made = make(printable_named(name), kit).files(("pdf", "svg"))
        built = {file.name: file.content for file in made}
        for ending in formats_of[name]:
            for each, content in downloaded(client, f"/downloads/{name}.{ending}").items():
                assert same_drawing(built[each], content), each


@pytest.mark.prove
@pytest.mark.parametrize("name", ["nim-8", "michie-1961"])
def test_every_download_on_the_page_is_a_file_that_build_writes(
    open_client: Open, name: str
) -> None:
    kit = preset(name)
    client = open_client(kit)
    made = all_printables(kit).made
    built = {file.name: file.content for each in made for file in each.files(("pdf", "svg"))}
    for address in addresses(client):
        for each, content in downloaded(client, address).items():
            assert same_drawing(built[each], content), each


def test_what_cannot_be_made_is_told(client: TestClient) -> None:
    for name in ("labels.png", "labels.csv", "nothing.pdf", "..%2Flabels.pdf"):
        assert client.get(f"/downloads/{name}").status_code == 404, name
