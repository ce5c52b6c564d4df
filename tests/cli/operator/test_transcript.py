"""A morning at the table, as it is typed and answered: each command once;
and the same things typed in all the ways that people have.
"""

import os
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.operator.kept_logbook import Kept
from tests.conftest import Golden

TIMES = re.compile(r"\d{4}-\d\d-\d\d([ -]\d[\d:]+)?")

KIT = "cabinet = {rows = 38, columns = 8}\nlearning.full-above = 14\n"

GERMAN = 'print.language = "de"\n'

SHEETS = {
    "german.csv": "Züge;Gegner;Datum;Ergebnis\n1 5 9 3 7 4 8;Eva;22.11.2025;gewonnen\n",
    "french.csv": "coups;adversaire\n1 5 9 3 7 4 8;Ève\n",
    "columns.csv": "m1;m2;m3;m4;m5;m6;m7;played at\n1;Mitte;9;top right;a3;4;8;45983\n",
    "numbers.csv": "moves\n5192376,00\n5.192.376\n5,1E+06\n",
    "wrong.csv": "moves;oponent;Datumm;class\n1 5 9 3 7 4 8;Eve;;\n",
    "empty.csv": "moves;opponent\n",
}

TYPED = """
lookup "O 2 X 4 5 6 7 8 9"
lookup "\N{HEAVY LARGE CIRCLE},,\N{CROSS MARK},,,,,,"
lookup "[О . Х] [. . .] [. . .]"
lookup "O 3 X 4 5 6 7 8 9"
start
draw grun
reply weiter
reply 1
draw Weiß
reply "oben links"
reply centre
draw mauve
draw rosa
reply "Feld 3 (oben rechts)"
draw rosa
reply a2
end
record "centre, top left; oben rechts 7 4 6 2 8 9" --done --played-at 22.11.2025
record --outcome gewonnen --first-bead weiß --done
record --outcome gewinnend
record 5192376,00
count 1 weiß=5
count 1 weiß=1000
import german.csv --check
import french.csv --check
import columns.csv --check
import numbers.csv
import wrong.csv
import empty.csv --check
import empty.csv
stats --day 22.11.2025
stats --day 22.11.25
"""

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


@pytest.mark.parametrize(
    ("name", "kit", "typed"),
    [("of-the-table", KIT, MORNING), ("of-what-people-type", GERMAN, TYPED)],
)
def test_what_is_typed_is_answered(
    name: str,
    kit: str,
    typed: str,
    golden: Golden,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("kit.toml").write_text(kit, encoding="utf-8")
    for sheet, text in {"games.csv": GAMES, **SHEETS}.items():
        Path(sheet).write_text(text, encoding="utf-8")
    kept, lines = Kept(tmp_path, capsys), list[str]()
    for command in typed.strip().splitlines():
        said = kept.answer(*shlex.split(command)).replace(f"{tmp_path}{os.sep}", "")
        lines += [f"$ {command}", *(line.rstrip() for line in said.splitlines())]
    told = TIMES.sub("2026-11-22 14:30", "\n".join(lines))
    golden(f"transcript-{name}.txt", f"{told}\n")
