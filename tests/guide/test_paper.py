"""Games from paper: every game that can be played can be written down and entered, bead by bead."""

import re
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import GuideError, InputError, MenaceKitError, OutputError
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.paper import FIELDS, parse_game
from menace_kit.guide.paper_entry import enter_game
from menace_kit.guide.paper_file import read_games
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.logbook import Kind
from menace_kit.logbook.export import game_facts, json_lines
from menace_kit.logbook.queries import statistics
from menace_kit.machine import Kit, load_preset
from menace_kit.machine.csv_table import told_text
from menace_kit.machine.kit_files import make_kit
from menace_kit.machine.learning import Result, starting_contents
from menace_kit.machine.schema import Spec
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, template_names
from tests.examples import all_to_prove, preset
from tests.guide.scripts import enter_games
from tests.logbook.games import BOTH_KITS, KITS, any_act, check_logbook, desk_of, kit_named


def new_session(kit: Kit) -> Session:
    return Session(kit, starting_contents(kit), None)


def kit_with(**tables: object) -> Kit:
    return make_kit(parse_table(Spec, tables, "test"), "test", Path())


def entered(kit: Kit, moves: str, **facts: Any) -> Rehearsal:
    rehearsal = Rehearsal(new_session(kit))
    enter_game(rehearsal, parse_game(moves, **facts))
    return rehearsal


def written_beads(rehearsal: Rehearsal) -> list[tuple[int | None, str | None]]:
    drafts = [draft for action in rehearsal.actions for draft in action]
    return [(draft.box, draft.colour) for draft in drafts if draft.kind is Kind.BEAD]


def test_a_won_game_names_its_beads() -> None:
    rehearsal = entered(load_preset("michie-1961"), "1 5 9 3 7 4 8")
    assert written_beads(rehearsal) == [(1, "white"), (7, "pink"), (63, "pink"), (146, "red")]
    assert rehearsal.session.game is not None
    assert rehearsal.session.game.result is Result.WIN


def test_the_last_forced_square_may_be_written_or_left_out() -> None:
    kit = load_preset("michie-1961")
    for moves in ("2 5 8 1 9 7 3 6", "2 5 8 1 9 7 3 6 4"):
        game = entered(kit, moves).session.game
        assert game is not None
        assert game.result is Result.TIE
    with pytest.raises(GuideError, match="only 4 is left"):
        entered(kit, "2 5 8 1 9 7 3 6 2")


def test_resign_stands_last_where_the_box_was_empty() -> None:
    kit = load_preset("michie-1961")
    rehearsal = Rehearsal(new_session(kit))
    rehearsal.act(lambda session: session.recount(8, dict.fromkeys(kit.box(8).moves, 0)))
    enter_game(rehearsal, parse_game("1 2 resign"))
    game = rehearsal.session.game
    assert game is not None
    assert (game.result, game.gave_up) == (Result.LOSS, True)


def test_resign_is_refused_where_the_logbook_has_beads() -> None:
    with pytest.raises(GuideError, match="box 8 still holds 3 silver"):
        entered(load_preset("michie-1961"), "1 2 resign")


@pytest.mark.parametrize(
    ("rule", "wanted", "right", "played"),
    [
        ("resign", "resign", "1 2 resign", "1 2 resign"),
        ("punish-previous", "resign", "1 2 resign", "1 2 resign"),
        ("refill", "refill", "1 2 refill abandon", "1 2"),
        ("random", "the move on which the lot fell", "1 2 5 abandon", "1 2 5"),
    ],
)
def test_only_what_the_rule_brings_about_is_taken_for_an_empty_box(
    rule: str, wanted: str, right: str, played: str
) -> None:
    kit = kit_with(learning={"empty-box": rule})
    rehearsal = Rehearsal(new_session(kit))
    rehearsal.act(lambda session: session.recount(8, dict.fromkeys(kit.box(8).moves, 0)))
    for word in {"resign", "refill"} - {wanted}:
        with pytest.raises(GuideError, match=f"this kit's rule asks for {wanted}, not {word}"):
            enter_game(rehearsal, parse_game(f"1 2 {word} abandon"))
    enter_game(rehearsal, parse_game(right))
    game = rehearsal.session.game
    assert game is not None
    assert (game.written_moves(kit.game), bool(game.refills)) == (played, rule == "refill")


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("1 1", r"move 2 \(1\): 1 cannot be played now"),
        ("1 5 9 3 7 4 8 2", "over after 7 moves; 2 comes too late"),
        ("1 5", "not over after 2 moves"),
        ("1 x", "'x' cannot be played now; free: 2, 3"),
        ("1 12", "12 cannot be played"),
        ("0", "0 cannot be played now; free: 1, 2"),
    ],
)
def test_a_wrong_game_is_refused_and_nothing_of_it_stays(moves: str, message: str) -> None:
    rehearsal = Rehearsal(new_session(load_preset("michie-1961")))
    before = {number: dict(counts) for number, counts in rehearsal.session.contents.items()}
    with pytest.raises(MenaceKitError, match=message):
        enter_game(rehearsal, parse_game(moves))
    assert rehearsal.actions == []
    assert rehearsal.session.game is None
    assert rehearsal.session.contents == before


def test_every_bad_line_is_named_and_good_ones_are_still_tried() -> None:
    text = (
        '{"moves": "1 5 9 3 7 4 8"}\n\n{"moves": "1 1"}\n{"moves": '
        '5}\nnonsense\n{"move": "1"}\n["1"]\n'
    )
    with pytest.raises(GuideError) as caught:
        enter_games(new_session(load_preset("michie-1961")), text)
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == [
        "line 3",
        "line 4",
        "line 5",
        "line 6",
        "line 7",
    ]
    assert lines[-1] == "5 lines are wrong (1 would do); nothing was entered"


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"played_at": "tomorrow"}, "is a day like"),
        ({"opponent": "x" * 81}, "one line of up to 80"),
        ({"opponent": "a\nb"}, "one line"),
        ({"first_mover": "cat"}, "machine or opponent"),
    ],
)
def test_wrong_facts_are_refused(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(GuideError, match=message):
        parse_game("1 5 9 3 7 4 8", **facts)


# A logbook goes out to a file and in again


def random_logbook(kit: Kit, acts: int, seed: int) -> Desk:
    """Return a logbook in which that many acts were tried, at the end of which no game is open."""
    desk, random = desk_of(kit), Random(seed)
    for _ in range(acts):
        with suppress(MenaceKitError):  # what is refused then is not done
            desk.act(partial(any_act, random=random))
    if desk.session.game and desk.session.game.running:
        desk.act(Session.abandon)
    return desk


def copied(desk: Desk) -> Desk:
    copy = desk_of(desk.session.kit)
    rehearsal, _ = enter_games(copy.session, "".join(json_lines(game_facts(desk.logbook))))
    copy.act_all(rehearsal.actions)
    return copy


PRESETS = sorted(template_names(TemplateKind.MACHINES))


@pytest.mark.parametrize(
    "name",
    all_to_prove(
        [*PRESETS, *KITS, *BOTH_KITS],
        quick=["later, both", "taken"],
    ),
)
def test_a_copy_of_what_was_exported_is_the_same_logbook(name: str) -> None:
    kit = preset(name) if name in PRESETS else kit_named(name)
    desk = random_logbook(kit, 100, seed=len(name))
    check_logbook(desk.logbook)
    assert all("never confirmed" in finding.message for finding in audit(desk.logbook))
    copy = copied(desk)
    assert copy.session.contents == desk.session.contents
    assert statistics(copy.logbook) == statistics(desk.logbook)
    assert list(game_facts(copy.logbook)) == list(game_facts(desk.logbook))
    assert audit(copy.logbook) == []


# Files, as teachers and spreadsheets make them

DRAWN = "5 1 3 7 4 6 2 8 9"
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


def games_of(content: bytes) -> list[tuple[object, ...]]:
    session = new_session(preset("michie-1961"))
    found = read_games(session, told_text(content, "games.csv").text, "games.csv")
    found.check()
    return [
        (
            line.game.written_moves(session.kit.game),
            line.written.played_at,
            line.written.operator,
            line.written.opponent,
        )
        for line in found.lines
        if line.game
    ]


def complaints_of(text: str) -> list[str]:
    return read_games(new_session(preset("michie-1961")), text, "games.csv").complaints()


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


def test_a_code_page_is_told_and_where_it_could_be_several_asked_for() -> None:
    german, french = "Jürgen;Weiß\n".encode("windows-1252"), "Hélène\n".encode("windows-1252")
    said = "a.csv is not in UTF-8; it is read as windows-1252: Jürgen, Weiß"
    assert told_text(german, "a.csv") == ("Jürgen;Weiß\n", said)
    with pytest.raises(InputError, match=r"(?s)which of these.*1252: Hélène.*1250: Hélčne"):
        told_text(french, "a.csv")
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
            "line 2: move 2 (1): 1 cannot be played now; free: "
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
    found = read_games(new_session(preset("michie-1961")), text, "games.csv")
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


# When it was played


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2026-05-01", "2026-05-01"),
        (" 2026-05-01 14:30 ", "2026-05-01T14:30"),
        ("2026-05-01T14:30:59", "2026-05-01T14:30:59"),
        ("2026-05-01T14:30+02:00", "2026-05-01T14:30+02:00"),
        ("1.5.2026", "2026-05-01"),
        ("01.05.2026 9:05", "2026-05-01T09:05"),
        ("1.5.2026 14:30:59", "2026-05-01T14:30:59"),
        ("", None),
    ],
)
def test_a_day_is_written_year_first_or_with_points(text: str, meant: str | None) -> None:
    assert parse_game(DRAWN, text).played_at == meant


@pytest.mark.parametrize(
    "text",
    [
        *(
            "11/12/2025",
            "1-2-2025",
            "2026/5/2",
            "1.5.26",
            "20260501",
            "2026-W05",
            "2026",
        ),
        *(
            "tomorrow",
            "31.2.2026",
            "2026-13-01",
            "1.5.2026 2:30 pm",
            "1.5.2026 14h30",
            "1.5.2026 24:01",
            "٣.1.2026",
        ),
    ],
)
def test_what_is_no_day_or_could_be_two_is_refused(text: str) -> None:
    with pytest.raises(GuideError, match=r"played_at is a day like 2026-05-01 or 1\.5\.2026"):
        parse_game(DRAWN, text)


def test_a_time_in_the_future_is_asked_about_and_one_before_menace_refused() -> None:
    soon = datetime.now() + timedelta(hours=1)
    for text in (
        soon.isoformat(),
        soon.astimezone().isoformat(),
        f"{soon:%d.%m.%Y} 23:59:59",
        "1.1.2150",
    ):
        with pytest.raises(GuideError, match=r"in the future.*--future"):
            parse_game(DRAWN, text)
        assert parse_game(DRAWN, text, future=True).played_at
    assert parse_game(DRAWN, f"{datetime.now():%Y-%m-%d}").played_at
    for text in ("9999-12-31T23:59:59-12:00", "0001-01-01T00:00+12:00", "31.12.1960"):
        with pytest.raises(GuideError, match="not between 1961 and 2199"):
            parse_game(DRAWN, text, future=True)


# Whatever lies in the folder

USUAL = (
    f"5|513|b2|resign|won|w|white|1|5 1 3|{DRAWN}|[1 white=3]|1.5.2025|11/12/25|Ada|-|=|[|sep=;"
).split("|")
ODD = ["", " ", "#", '"', "|", "\x00", "\ufeff", "٣", "²", "9" * 5000, "2025-05-01T14:30"]
CELLS = st.sampled_from([*USUAL, *ODD, *FIELDS])
TABLES = st.lists(st.lists(CELLS, max_size=5), max_size=5)


@given(
    TABLES,
    st.sampled_from(";,\t"),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["utf-8", "utf-16"]),
)
def test_whatever_stands_in_a_table_is_entered_or_told(
    lines: list[list[str]], separator: str, end: str, encoding: str
) -> None:
    check_told(end.join(map(separator.join, lines)).encode(encoding))


@given(st.binary(max_size=60))
def test_whatever_a_file_holds_is_entered_or_told(content: bytes) -> None:
    check_told(content)


def test_a_cell_without_end_is_told_in_one_line() -> None:
    session = new_session(preset("michie-1961"))
    lines = ("9" * 5000, "1 " + "x" * 5000, f"{DRAWN},{'w' * 5000}")
    for head, line in product(("", "moves\n"), lines):
        with pytest.raises(MenaceKitError) as told:
            read_games(session, f"{head}{line}", "a.csv").check()
        assert len(str(told.value)) < 600, told.value


def check_told(content: bytes) -> None:
    try:
        found = read_games(
            new_session(preset("michie-1961")), told_text(content, "a.csv").text, "a.csv"
        )
        found.check()
    except MenaceKitError as error:
        said = str(error)
        assert said
        assert len(said) < 3000
    else:
        assert found.lines


def test_an_import_waits_until_the_last_game_is_over_and_put_right() -> None:
    desk = desk_of(preset("michie-1961"))
    desk.act(Session.start)
    with pytest.raises(GuideError, match=r"^game 1 is still going"):
        read_games(desk.session, f"{DRAWN}\n{DRAWN}\n")
    desk.act(Session.abandon)
    desk.act(lambda session: session.quick(Result.WIN, "white"))
    with pytest.raises(GuideError, match=r"not updated after game 2 yet"):
        read_games(desk.session, f"{DRAWN}\n{DRAWN}\n")
