"""`logbook export`, the way back through `import`, and `backup`, as typed."""

import csv
import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

from tests.cli.operator.kept_logbook import WON, Kept
from tests.logbook.audited import damage

ROOT = Path(__file__).resolve().parents[3]


def test_the_export_has_every_entry_whole(kept: Kept) -> None:
    entries = kept.entries()
    assert [entry["number"] for entry in entries] == list(range(1, 12))
    assert entries[0] | {"at": ""} == {
        "number": 1, "action": 1, "at": "", "kind": "start", "game": 1, "side": "first",
        "operator": "Ada", "opponent": "[bold]Bob",
    }  # fmt: skip
    rows = list(csv.DictReader(StringIO(kept.run("export", "--format", "csv"))))
    assert [{key: value for key, value in row.items() if value} for row in rows] == [
        {key: str(value) for key, value in entry.items()} for entry in entries
    ]
    assert "there is no folder nowhere" in kept.complaint("export", "nowhere/all.jsonl")


def test_games_that_went_alike_in_one_minute_are_exported_and_come_back(kept: Kept) -> None:
    for _ in range(2):
        kept.run("record", WON, "--opponent", "Eve", "--done")
    (kept.folder / "class.csv").write_text(f"moves\n{WON}\n{WON}\n", encoding="utf-8")
    kept.run("import", "class.csv")
    kept.run("export", "--games", "games.jsonl")
    assert "Entered 5 games" in kept.run("import", "games.jsonl", "--logbook", "copy.sqlite")
    assert kept.run("boxes", "--now", "--logbook", "copy.sqlite") == kept.run("boxes", "--now")
    (kept.folder / "more").write_bytes((kept.folder / "games.jsonl").read_bytes() + b"\n")
    assert "5 lines are wrong (0 would do)" in kept.complaint("import", "more")


def test_an_export_in_a_terminal_of_old_is_utf_8(kept: Kept) -> None:
    kept.run("record", WON, "--opponent", "Žofie", "--done")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "menace_kit", "logbook", "export", "--games"],
        cwd=kept.folder, env=environment, capture_output=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout.decode("utf-8").splitlines()[-1])["opponent"] == "Žofie"


def test_a_game_of_which_an_entry_is_lost_is_left_out_and_named(kept: Kept) -> None:
    damage(
        kept.folder / "logbook.sqlite", "UPDATE entry SET digest = 1 WHERE number = 1", sealed=False
    )
    said = kept.run("export", "--games")
    assert "Game 1 is damaged and is left out.\n" in said
    assert '"moves"' not in said
