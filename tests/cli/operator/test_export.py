"""`logbook export`, the way back through `import`, and `backup`, as typed."""

import csv
import json
import os
import subprocess
import sys
from io import StringIO
from itertools import product
from pathlib import Path

import pytest

from menace_kit.logbook.store import Logbook
from menace_kit.machine import load_preset
from tests.cli.operator.kept_logbook import WON, Kept
from tests.examples import all_to_prove
from tests.logbook.audited import damage
from tests.logbook.games import play_random_games

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


@pytest.mark.parametrize(
    ("form", "preset"),
    all_to_prove(
        product(["jsonl", "csv"], ["michie-1961", "both-players", "gallmo", "michie-1961-287"]),
        quick=[("csv", "both-players")],
    ),
)
def test_exported_games_can_be_imported_again(
    form: str,
    preset: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with Logbook(tmp_path / "logbook.sqlite", load_preset(preset)) as logbook:
        play_random_games(logbook, 10, seed=3)
    kept = Kept(tmp_path, capsys)
    kept.run("export", "--games", "--format", form, f"games.{form}", "--preset", preset)
    assert "Entered 10 games" in kept.run(
        "import", f"games.{form}", "--preset", preset, "--logbook", "again.sqlite"
    )
    first, again = (
        json.loads(kept.run("boxes", "--now", "--json", "--preset", preset, "--logbook", name))
        for name in ("logbook.sqlite", "again.sqlite")
    )
    assert again == first
    assert kept.run(
        "export", "--games", "--preset", preset, "--logbook", "again.sqlite"
    ) == kept.run("export", "--games", "--preset", preset)


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


def test_what_was_counted_goes_along_and_a_game_that_goes_on_does_not(kept: Kept) -> None:
    for words in (
        "count 12 black=9",
        "start",
        "draw white",
        "count 1 gold=0",
        "reply 2",
        "end",
        "count --sheet --done",
    ):
        kept.run(*words.split())
    kept.run("export", "--games", "games.jsonl")
    lines = (kept.folder / "games.jsonl").read_text().splitlines()[1:]
    moves = [json.loads(line)["moves"] for line in lines]
    assert moves == ["[12 black=9]", "1 [1 gold=0] 2 abandon", "[stocktake]"]
    kept.run("import", "games.jsonl", "--logbook", "copy.sqlite")
    for command in ("boxes --now", "stats"):
        typed = (*command.split(), "--json")
        assert kept.run(*typed, "--logbook", "copy.sqlite") == kept.run(*typed)
    kept.run("start")
    assert "Game 3 goes on and is left out.\n" in kept.run("export", "--games")


def test_names_are_passed_on_as_they_are(kept: Kept) -> None:
    name = '=1+1, "Žofie" 🙂 \\n'
    kept.run("record", WON, "--opponent", name, "--done")
    assert json.loads(kept.run("export", "--games").splitlines()[-1])["opponent"] == name
    rows = list(csv.DictReader(StringIO(kept.run("export", "--games", "--format", "csv"))))
    assert rows[-1]["opponent"] == name
    assert name in kept.run("history")
    assert name in kept.run("history", "2")


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
