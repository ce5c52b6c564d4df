"""One report, told as text, JSON or CSV."""

import json
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest
import typer

from menace_kit.cli.report import Report, Right, table_lines
from menace_kit.frozen import Frozen
from menace_kit.text.phrases import say
from menace_kit.views.shape import plain


class Colour(Enum):
    GOLD = "gold"


class Count(NamedTuple):
    colour: Colour
    beads: int


class Box(Frozen):
    name: str
    counts: tuple[Count, ...]


REPORT = Report(
    [Box("Größe", (Count(Colour.GOLD, 1500),))],
    ["The boxes:"],
    ("box", Right("beads"), "", "left out"),
    [("Größe", 1500, "", ""), ("B", 2, "x", "")],
    [[("That is ", "bold"), ("all.", "")]],
    nothing="There is no box.",
)


def told(capsysbinary: pytest.CaptureFixture[bytes]) -> str:
    return capsysbinary.readouterr().out.decode()


def test_people_read_a_head_a_table_and_notes(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    REPORT.tell()
    assert told(capsysbinary).splitlines() == [
        "The boxes:",
        "box    beads     left out",
        "Größe  1,500",
        "B          2  x",
        "That is all.",
    ]


def test_programs_read_the_facts_alone(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    REPORT.tell(as_json=True)
    line = told(capsysbinary)
    assert "Größe" in line
    assert json.loads(line) == [{"name": "Größe", "counts": [{"colour": "gold", "beads": 1500}]}]


def test_a_spreadsheet_reads_the_table_alone(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    REPORT.tell(as_csv=True)
    assert told(capsysbinary) == "box,beads,,left out\nGröße,1500,,\nB,2,x,\n"


def test_facts_are_worked_out_for_programs_only(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    asked: list[str] = []
    report = Report(lambda: asked.append("facts"))
    report.tell()
    assert not asked
    report.tell(as_json=True)
    assert (asked, told(capsysbinary)) == (["facts"], "null\n")


def test_where_there_is_nothing_a_sentence_says_so(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    REPORT._replace(facts=[], rows=()).tell()
    assert told(capsysbinary) == "There is no box.\n"
    REPORT._replace(facts=[], rows=()).tell(as_json=True)
    assert told(capsysbinary) == "[]\n"


@pytest.mark.parametrize("as_json", [False, True])
def test_a_report_may_end_the_command(as_json: bool) -> None:
    with pytest.raises(typer.Exit) as ended:
        REPORT.tell(as_json, exit_code=3)
    assert ended.value.exit_code == 3


def test_a_table_without_headings_has_rows_only() -> None:
    assert list(table_lines((), [("a", "b"), ("long", "")])) == ["a     b", "long"]
    assert list(table_lines((Right(), ""), [(9, "b"), (10, "")])) == [" 9  b", "10"]


def test_records_members_and_phrases_become_plain_values() -> None:
    facts = {"path": Path("a"), "said": say("full.later"), "chances": map(float, [Fraction(1, 2)])}
    assert plain(facts) == {"path": "a", "said": str(say("full.later")), "chances": [0.5]}
