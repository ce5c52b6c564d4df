"""The program called inside the tests' own process, faster than a process for each call."""

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from menace_kit.files import templates_folder
from menace_kit.machine import Kit, kit_files
from tests.cli.running import Result, run_here

Menace = Callable[..., Result]


class Build(NamedTuple):
    """What `build` said, and the folder of files that it wrote; don't change them."""

    result: Result
    folder: Path

    @property
    def out(self) -> str:
        return self.result.out

    def copy_to(self, folder: Path) -> Path:
        """Return this folder with a copy of the files, for a test that changes some."""
        return Path(shutil.copytree(self.folder, folder))


Built = Callable[..., Build]


@pytest.fixture(scope="session", autouse=True)
def _compiled(compiled_lab: None) -> None:
    """Compile the lab first: otherwise the first command that simulates does it, and says so."""
    del compiled_lab


make_kit = kit_files._kit_of
make_kit_once = cache(make_kit)


@pytest.fixture(scope="module", autouse=True)
def _kits_made_once() -> Iterator[None]:
    """Make the kit of each preset once for all commands that are called in this process.

    Kits are immutable. Where commands follow each other in one process, making the same kit again
    for each took a fifth of their time.
    """

    def kit_of(path: Path, source: str) -> Kit:
        make = make_kit_once if path.is_relative_to(templates_folder()) else make_kit
        return make(path, source)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kit_files, "_kit_of", kit_of)
        yield


@pytest.fixture
def menace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Menace:
    """Return `menace(*arguments)`, which runs the program in an empty folder and an 80-column
    terminal.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return run_here


@pytest.fixture(scope="session")
def builds() -> dict[tuple[str, ...], Build]:
    """Return what has already been built, by the options of `build`."""
    return {}


@pytest.fixture
def built(
    menace: Menace,
    builds: dict[tuple[str, ...], Build],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Built:
    """Return `built(*options)`: what `build` makes in an empty folder, once for all tests that only
    read it.
    """

    def build(*options: str) -> Build:
        if options not in builds:
            folder = tmp_path_factory.mktemp("built")
            with monkeypatch.context() as there:
                there.chdir(folder)
                builds[options] = Build(menace("build", *options), folder / "output")
        return builds[options]

    return build
