"""A morning at the table, as it is typed and answered: each command once."""

import os
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.operator.kept_logbook import Kept
from tests.conftest import Golden

TIMES = re.compile(r"\d{4}-\d\d-\d\d([ -]\d[\d:]+)?")

KIT = "cabinet = {rows = 38, columns = 8}\nlearning.full-above = 14\n"

GAMES = "moves,opponent\n1 5 9 3 7 4 8,Eve\n"

MORNING = """
lookup "O.X/.../..."
record "1 2 5 3 9" --opponent Bob
status
adjust
adjust --done
halve 1
boxes 1 --now
start --operator Ada --opponent Cy
draw gold
reply 3
undo
end
start
count 1 white=0 lilac=0 gold=0
empty
undo --game
count 1 white=4 lilac=4 gold=4
record --outcome loss --first-bead gold --done
undo
import games.csv
undo --import
history
history 1
count --sheet
count --sheet --done --differ "8 gold=5"
count --first
stats
"""


def test_what_is_typed_is_answered(
    golden: Golden,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("kit.toml").write_text(KIT, encoding="utf-8")
    Path("games.csv").write_text(GAMES, encoding="utf-8")
    kept, lines = Kept(tmp_path, capsys), list[str]()
    for command in MORNING.strip().splitlines():
        said = kept.run(*shlex.split(command)).replace(f"{tmp_path}{os.sep}", "")
        lines += [f"$ {command}", *(line.rstrip() for line in said.splitlines())]
    told = TIMES.sub("2026-11-22 14:30", "\n".join(lines))
    golden("transcript-of-the-table.txt", f"{told}\n")
