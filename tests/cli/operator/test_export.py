"""`logbook export`, the way back through `import`, and `backup`, as typed."""

import csv
from io import StringIO
from pathlib import Path

from tests.cli.operator.kept_logbook import Kept
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


def test_a_game_of_which_an_entry_is_lost_is_left_out_and_named(kept: Kept) -> None:
    damage(
        kept.folder / "logbook.sqlite", "UPDATE entry SET digest = 1 WHERE number = 1", sealed=False
    )
    said = kept.run("export", "--games")
    assert "Game 1 is damaged and is left out.\n" in said
    assert '"moves"' not in said
