"""A folder with a logbook, for tests of commands that read and write it."""

import json
from pathlib import Path

import pytest

from menace_kit.cli import main
from tests.cli.running import in_its_group

WON = "1 2 5 3 9"
"""A game that the machine of 1961 wins, as it is typed."""


class Kept:
    """A folder with a logbook, and the program's output there."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def run(self, *words: str, exit_code: int = 0) -> str:
        said, code = self._ended(*words)
        assert code == exit_code, said
        return said

    def answer(self, *words: str) -> str:
        """Return the output of a command, whether it succeeds or not."""
        said, _ = self._ended(*words)
        return said

    def _ended(self, *words: str) -> tuple[str, object]:
        with pytest.raises(SystemExit) as ended:
            main(in_its_group(*words))
        out, err = self._capsys.readouterr()
        return out + err, ended.value.code

    def complaint(self, *words: str, exit_code: int = 2) -> str:
        before = self.entries()
        said = self.run(*words, exit_code=exit_code)
        assert self.entries() == before
        return said

    def entries(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.run("export").splitlines()]
