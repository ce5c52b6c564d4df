"""Files of games, as teachers and spreadsheets make them."""

import re

import pytest

from menace_kit.errors import GuideError, InputError, OutputError
from menace_kit.guide.paper import FIELDS
from menace_kit.guide.paper_file import read_games
from menace_kit.machine.csv_table import told_text
from tests.examples import preset
from tests.guide.papers import DRAWN, complaints_of, games_of, new_session

LIBRE_OFFICE = (
    "moves,played_at,operator,opponent\n"
    '"5,1,3,7,4,6,2,8,9",2026-05-01T14:30,"Ada","Müller, Anna ""Ann"""\n'
    "1 5 9 3 7 4 8,2026-05-02,,\n"
)


EXCEL_GERMAN = (
    "MOVES;Played At;Operator; Opponent \r\n5,1,3,7,4,6,2,8,9;01.05.2026 14:30;Ada;"
    '"Müller, Anna ""Ann"""\r\n;;;\r\n1-5-9-3-7-4-8;02.05.2026;;\r\n'
)


PASTED = (
    "# from the board, 7b\nmoves\tplayed at\toperator\topponent\n"
    '513746289\t1.5.2026 14:30\tAda\t"Müller, Anna ""Ann"""\n  # rained off\n\n'
    "a1 b2 c3 c1 a3 a2 b3\t2.5.2026\n"
)


TOLD_EXCEL = f"sep=;\r\n{EXCEL_GERMAN}"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (LIBRE_OFFICE, "utf-8"),
        (EXCEL_GERMAN, "windows-1252"),
        (PASTED, "utf-16"),
        (TOLD_EXCEL, "utf-8-sig"),
    ],
)
def test_a_sheet_is_read_as_programs_save_it(text: str, encoding: str) -> None:
    assert games_of(text.encode(encoding)) == [
        (DRAWN, "2026-05-01T14:30", "Ada", 'Müller, Anna "Ann"'),
        ("1 5 9 3 7 4 8", "2026-05-02", None, None),
    ]


def test_a_code_page_is_told_and_another_one_can_be_named() -> None:
    german, french = "Jürgen;Weiß\n".encode("windows-1252"), "Hélène\n".encode("windows-1252")
    read = "a.csv is not in UTF-8; it is read as windows-1252: Jürgen, Weiß"
    assert told_text(german, "a.csv") == (
        "Jürgen;Weiß\n",
        f"{read}. If these are wrong, say --encoding NAME",
    )
    assert told_text(french, "a.csv").text == "Hélène\n"
    assert told_text(french, "a.csv", "windows-1252").text == "Hélène\n"
    assert told_text("Мария\n".encode("windows-1251"), "a.csv", "cp1251").text == "Мария\n"
    with pytest.raises(InputError, match="no encoding 'klingon'; known: utf-8"):
        told_text(french, "a.csv", "klingon")
    with pytest.raises(InputError, match="not text in utf-8"):
        told_text(french, "a.csv", "utf-8")
    with pytest.raises(InputError, match="save its sheet as CSV"):
        told_text(b"PK\x03\x04...", "a.xlsx")
    with pytest.raises(OutputError, match="not a text file"):
        told_text(bytes(range(256)), "a.csv")


@pytest.mark.parametrize(
    "line",
    [
        DRAWN,
        "5,1,3,7,4,6,2,8,9",
        "5;1;3;7;4;6;2;8;9",
        "5-1-3-7-4-6-2-8-9",
        "513746289",
        '"5,1,3,7,4,6,2,8,9"',
        "b2,a1,c1,a3,a2,c2,b1,b3,c3",
        "B2A1C1A3A2C2B1B3C3",
        f"{DRAWN} # a tie",
        f" {DRAWN} ",
    ],
)
def test_where_moves_are_the_only_column_a_line_is_a_game(line: str) -> None:
    assert [moves for moves, *_ in games_of(f"# class 7b\nmoves\n{line}\n\n{line}".encode())] == [
        DRAWN,
        DRAWN,
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"{DRAWN}\n",
        "5,1,3,7,4,6,2,8,9;drawn;22.11.2025\n",
        f"{DRAWN};Ada\n",
        "won;white;1\n",
        "2026-05-01\n",
        "Klasse;Name\n7b;Ada\n",
        f"Spielzettel;Schüler\n{DRAWN};Ada\n",
    ],
)
def test_a_table_that_does_not_name_its_columns_is_told_their_names(text: str) -> None:
    assert complaints_of(text) == [
        f"line 1: above the first game a line has to name the columns: {', '.join(FIELDS)}."
    ]


def test_a_column_without_a_name_is_not_read() -> None:
    assert games_of(f"moves;;opponent\n{DRAWN};7b;Ada\n".encode()) == [(DRAWN, None, None, "Ada")]


def test_one_message_tells_all_lines_of_a_kind_and_every_mistake_of_a_line() -> None:
    text = (
        "moves;played_at;result;opponent\n1 1;;;\n1 5 9 3 7 4 8;tomorrow;tied;\n1 "
        "5 9 9;;;\n1 5 5;;;\n"
        "1 5;morgen;x;\n1 5 9 3 7 4 8;;;a;b\n"
    )
    assert complaints_of(text) == [
        (
            "line 2: move 2 (1): 1 cannot be played now; possible: "
            "2, 3, 4, 5, 6, 7, 8, 9\n    likewise in lines 4 to 5"
        ),
        "line 3: played_at is a day like 2026-05-01 or 1.5.2026, "
        "if you like with a time like 14:30, not 'tomorrow'\n    likewise in line 6",
        "line 3: the result is drawn, but the moves give won",
        "line 6: a result is won, drawn or lost, for the machine, not 'x'",
        "line 6: the game is not over after 2 moves; write resign last if the machine gave "
        "up, or abandon if the game was ended early",
        (
            "line 7: there are more cells than columns; is a separator in one, "
            "without quotation marks?"
        ),
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "moves;oponent\n",
            r"there is no column 'oponent' \(did you mean opponent\?\); columns: moves, ",
        ),
        (
            "movess;oponent;foo\n",
            r"has to name the columns: moves, .* There is 'movess' \(did you mean moves\?\), "
            r"'oponent' \(did you mean opponent\?\)$",
        ),
        (
            "moves;oponent;Datumm;7b\n",
            r"no column 'oponent' \(did you mean opponent\?\), "
            r"'Datumm' \(did you mean played_at\?\), '7b'; columns",
        ),
        ("moves;Züge\n", "moves stands there twice; keep one of the columns"),
        ("played at;opponent\n", "a column moves is needed, or else result"),
        ('moves\n"1 5', "from here on it cannot be read as CSV"),
        ("moves\n5.13746E+08\n", "a spreadsheet seems to have made a number of the moves"),
        ("moves\n05.01.2003\n", "a spreadsheet seems to have made a date of the moves"),
        ("moves\n05. Jan\n", "a spreadsheet seems to have made a date of the moves"),
        ("moves\n[12 white]\n", "what was counted is written as"),
        ("moves\n[12 white=3\n", "what was counted is written as"),
        ("moves\n[12 mauve=3]\n", "no colour 'mauve'"),
        ("m1;m2;Zug 2\n", "m2 stands there twice"),
        ("m1;m2;m3;m4\n5;1;;3\n", "m3 is empty, and m4 is not: which move is missing"),
        ("moves;m1\n", "moves stands there twice"),
        ("moves\n5192376,00\n", "a spreadsheet seems to have made a number of the moves"),
        ("moves\n5.192.376\n", "a spreadsheet seems to have made a number of the moves"),
        ("moves\n5,1E+06\n", "a spreadsheet seems to have made a number of the moves"),
        ("moves\nd4 1\n", "there is no square d4 on a board of 3 x 3"),
        ("moves\n1 refill\n", "draw a bead|bead|reply"),
        ("moves,bead\n1 5 9 3 7 4 8,white\n", "the moves give the bead"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_told(text: str, complaint: str) -> None:
    (said,) = complaints_of(text)
    assert re.search(complaint, said)


def test_a_sheet_may_be_in_another_language() -> None:
    text = f"Züge;Gegner;Datum;Ergebnis\n{DRAWN};Eva;22.11.2025;unentschieden\n"
    assert games_of(text.encode()) == [(DRAWN, "2025-11-22", None, "Eva")]
    text = f"coups;adversaire;résultat\n{DRAWN};Ève;nul\n"
    assert games_of(text.encode()) == [(DRAWN, None, None, "Ève")]


@pytest.mark.parametrize("head", ["m", "M", "Zug ", "Move_", "coup "])
def test_a_move_may_have_a_column_of_its_own(head: str) -> None:
    columns = [f"{head}{number}" for number in range(1, 10)]
    cells = ["centre", "a1", "oben rechts", *"746289"]
    text = f"{';'.join(columns)};opponent\n{';'.join(cells)};Eve\n1;5;9;3;7;4;8;;;Max\n"
    assert games_of(text.encode()) == [
        (DRAWN, None, None, "Eve"),
        ("1 5 9 3 7 4 8", None, None, "Max"),
    ]


def test_a_day_may_be_the_number_that_excel_saves() -> None:
    text = f"moves;played at\n{DRAWN};45983\n{DRAWN};45983,604166667\n"
    assert [when for _, when, *_ in games_of(text.encode())] == ["2025-11-22", "2025-11-22T14:30"]


@pytest.mark.parametrize("text", ["", "\n\n", "moves;opponent\n", "moves\n# rained off\n\n"])
def test_a_file_without_games_says_so(text: str) -> None:
    found = read_games(new_session(preset("michie-1961")), text)
    with pytest.raises(GuideError, match="there is no game in this file"):
        found.check()


@pytest.mark.parametrize(
    "text",
    [
        f"moves\n{'[' * 100_000}\n",
        f"moves\n[{'x' * 100_000} white=3]\n",
        f"result;bead;box\nwon;white;{'x' * 100_000}\n",
        f"moves\n1 {'x' * 100_000}\n",
        f'{{"{"x" * 100_000}": 1}}\n',
        "h" * 100_000,
    ],
    ids=["brackets", "count", "box", "move", "field", "heading"],
)
def test_what_is_repeated_of_a_line_is_never_longer_than_a_line(text: str) -> None:
    assert all(len(complaint) < 400 for complaint in complaints_of(text))
