"""Tables as people and spreadsheets save them, and files that are none."""

from pathlib import Path

import pytest

from menace_kit.errors import InputError, MapError
from menace_kit.machine.csv_table import MOST_BYTES, CsvTable, Faults, read_table

KNOWN = ("box", "drawing", "beads")


def table(content: bytes, folder: Path) -> CsvTable:
    path = folder / "map.csv"
    path.write_bytes(content)
    faults = Faults("map.csv")
    found = read_table(path, KNOWN, ("drawing",), faults)
    faults.tell()
    return found


@pytest.mark.parametrize(
    "content",
    [
        b"Box,DRAWING\n1,OX.......\n",
        b"\xef\xbb\xbfbox;drawing\r\n1;OX.......\r\n",
        b"sep=;\r\nbox;drawing\r\n1;OX.......\r\n",
        b"SEP=\t\nbox\tdrawing\n1\tOX.......\n",
        b'box\tdrawing\n\n" 1 "\tOX.......\n\n',
        b"box,drawing,,\n1,OX.......,,\n,,,\n",
        "box;drawing\r\n1;OX.......\r\n".encode("utf-16"),
        "box\tdrawing\n1\tOX.......\n".encode("utf-16-be"),
    ],
)
def test_every_common_way_to_save_a_table_is_read(content: bytes, tmp_path: Path) -> None:
    found = table(content, tmp_path)
    assert found.columns[:2] == ("box", "drawing")
    assert [row.cells for row in found.rows] == [{"box": "1", "drawing": "OX......."}]


def test_behind_a_single_name_stands_one_cell(tmp_path: Path) -> None:
    assert [row.cells for row in table(b"drawing\nO,X,.;...;...\n", tmp_path).rows] == [
        {"drawing": "O,X,.;...;..."}
    ]


def test_lines_are_counted_as_an_editor_does(tmp_path: Path) -> None:
    found = table(b'box,drawing\n\n1,"OX.\n...\n..."\n2,.........\n', tmp_path)
    assert [(row.line, row.cells) for row in found.rows] == [
        (3, {"box": "1", "drawing": "OX.\n...\n..."}),
        (6, {"box": "2", "drawing": "........."}),
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "map.csv is empty; its first line names the columns: box, drawing, beads"),
        (b"\n \n", "map.csv is empty"),
        (b"drawing\n\xff\n", "map.csv is not a text file in UTF-8; save the table as `CSV UTF-8`"),
        (b"\xff\xfedrawing", "map.csv is not a text file in UTF-8"),
        (b"drawing\n\0\n", "map.csv is not a text file"),
        (b'box,drawing\n1,"OX.\n', "map.csv:2: from here on it cannot be read as CSV: "),
        (
            b"1,OX.......\n",
            "map.csv:1: this should be the line that names the columns: box, drawing, beads",
        ),
        (b"box,drawing,Box\n", "map.csv:1: the column 'Box' stands there twice"),
        (b"box,beads\n", "map.csv:1: there is no column 'drawing', and it is needed"),
        (
            b"box,drawign\n",
            "map.csv:1: there is no column 'drawign'; did you mean drawing? columns: box, ",
        ),
        (b"box,drawing\n1,OX.......,5\n", "map.csv:2: there is something behind the last column"),
    ],
)
def test_what_is_no_table_is_told_in_a_sentence(content: bytes, why: str, tmp_path: Path) -> None:
    with pytest.raises(MapError) as caught:
        table(content, tmp_path)
    assert str(caught.value).startswith(why)


def test_a_file_that_is_longer_than_any_list_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"map\.csv: it has more than 2,000,000 bytes"):
        table(b"x" * (MOST_BYTES + 1), tmp_path)


def test_faults_are_told_by_line_each_once_and_those_of_the_file_last() -> None:
    faults = Faults("map.csv")
    faults.tell()
    for sentence, line in (("late", 9), ("whole", 0), ("early", 2), ("early", 2)):
        faults.add(sentence, line)
    with pytest.raises(MapError) as caught:
        faults.tell()
    assert str(caught.value).splitlines() == [
        "map.csv:2: early",
        "map.csv:9: late",
        "map.csv: whole",
    ]
