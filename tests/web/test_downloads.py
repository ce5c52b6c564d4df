"""The kit's printables from the companion: the same files as `build` writes."""

import io
import re
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient

from menace_kit.machine.kit_files import load_preset
from menace_kit.printables.build import all_printables
from menace_kit.render import same_drawing
from menace_kit.text import load_words
from menace_kit.web.pages.downloads import FORMATS, downloads
from tests.examples import all_to_prove
from tests.web.conftest import Open, application

NAME = re.compile(r'attachment; filename="([^"]+)"')


@pytest.mark.parametrize("name", all_to_prove(["nim-8", "michie-1961"], quick=["nim-8"]))
def test_every_download_on_the_page_is_a_file_that_build_writes(
    open_client: Open, name: str
) -> None:
    kit = load_preset(name)
    client = open_client(kit)
    made = all_printables(kit, load_words("en")).made
    built = {file.name: file.content for each in made for file in each.files(("pdf", "svg"))}
    page = client.get("/downloads").text
    addresses = re.findall(r'href="(/downloads/[^"]+)"', page)
    assert len(addresses) == sum(len(formats) for _, formats in downloads(kit))
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        (name,) = NAME.findall(answer.headers["content-disposition"])
        ending = address.rpartition(".")[2]
        if name.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
                files = {each: packed.read(each) for each in packed.namelist()}
            assert len(files) > 1
        else:
            assert answer.headers["content-type"] == FORMATS[ending]
            files = {name: answer.content}
        for each, content in files.items():
            assert each.endswith(f".{ending}")
            assert same_drawing(built[each], content), each


def test_a_document_is_made_once_and_is_the_same_for_all_who_ask(client: TestClient) -> None:
    with ThreadPoolExecutor(4) as threads:
        answers = list(
            threads.map(lambda _: client.get("/downloads/filling.svg").content, range(4))
        )
    assert len(set(answers)) == 1
    assert len(application(client).state.companion.made_once._made) == 1


def test_what_cannot_be_made_is_told(client: TestClient) -> None:
    for name in ("labels.png", "labels.csv", "nothing.pdf", "..%2Flabels.pdf"):
        assert client.get(f"/downloads/{name}").status_code == 404, name
