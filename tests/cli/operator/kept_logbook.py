"""A folder with a logbook, for tests of commands that read and write it."""

import json
from pathlib import Path

from tests.cli.running import in_its_group, run_here

WON = "1 2 5 3 9"
"""A game that the machine of 1961 wins, as it is typed."""


class Kept:
    """A folder with a logbook, and the program's output there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *words: str, exit_code: int = 0) -> str:
        done = run_here(*in_its_group(*words), folder=self.folder)
        said = done.out + done.err
        assert done.code == exit_code, said
        return said

    def complaint(self, *words: str, exit_code: int = 2) -> str:
        before = self.entries()
        said = self.run(*words, exit_code=exit_code)
        assert self.entries() == before
        return said

    def entries(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.run("export").splitlines()]
