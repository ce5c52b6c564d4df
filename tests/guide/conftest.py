"""The operator's commands, run in this process."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from menace_kit.cli import main
from tests.cli.running import in_its_group
from tests.logbook.games import close_lent_logbooks


@pytest.fixture(autouse=True)
def _closed_after_the_test() -> Iterator[None]:
    yield
    close_lent_logbooks()


class Said(NamedTuple):
    """What a command said, and the code that it ended with."""

    code: int
    out: str
    error: str


Operator = Callable[..., Said]


@pytest.fixture
def operator(capsys: pytest.CaptureFixture[str]) -> Operator:
    """Return `operator("draw", "green", ...)`, which runs `menace-kit operator draw green ...`."""

    def run(*arguments: str) -> Said:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(in_its_group(*arguments))
        said = capsys.readouterr()
        return Said(int(ended.value.code or 0), said.out, said.err)

    return run


class Game:
    """A logbook in a folder, and the commands at it."""

    def __init__(self, operator: Operator, folder: Path, kit: str = "") -> None:
        self._operator = operator
        self.logbook = folder / "logbook.sqlite"
        (folder / "kit.toml").write_text(
            f"cabinet = {{rows = 38, columns = 8}}\n{kit}", encoding="utf-8"
        )
        self._kit = folder / "kit.toml"

    def do(self, *arguments: str) -> Said:
        return self._operator(*arguments, "--kit", str(self._kit))

    def status(self) -> dict[str, Any]:
        said = self.do("status", "--json")
        assert (said.code, said.error) == (0, "")
        facts: dict[str, Any] = json.loads(said.out)
        return facts

    def _recorded(self) -> list[tuple[object, ...]] | None:
        if not self.logbook.exists():
            return None
        with closing(sqlite3.connect(self.logbook)) as db:
            entries = db.execute("SELECT * FROM entry WHERE kind <> 'refused'").fetchall()
            return entries + db.execute("SELECT * FROM tick").fetchall()

    def refuses(self, *arguments: str, code: int = 2) -> str:
        """Return the one sentence with which a command is refused; fail where it
        records anything, but that a draw was refused.
        """
        before = self._recorded()
        said = self.do(*arguments)
        assert (said.code, said.out) == (code, "")
        assert said.error.startswith("menace-kit: ")
        assert len(said.error.splitlines()) == 1
        assert self._recorded() == before
        return said.error.removeprefix("menace-kit: ").rstrip()


@pytest.fixture
def game(operator: Operator, tmp_path: Path) -> Game:
    return Game(operator, tmp_path)
