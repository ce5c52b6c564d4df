"""Whatever is in a file: it is entered, or it is said why not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import GuideError, MenaceKitError
from menace_kit.guide.paper import FIELDS
from menace_kit.guide.paper_file import read_games
from menace_kit.machine.csv_table import told_text
from tests.examples import preset
from tests.guide.papers import DRAWN, new_session
from tests.guide.scripts import do
from tests.logbook.games import desk_of

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


def check_told(content: bytes) -> None:
    try:
        found = read_games(new_session(preset("michie-1961")), told_text(content, "a.csv").text)
        found.check()
    except MenaceKitError as error:
        said = str(error)
        assert said
        assert len(said) < 3000
    else:
        assert found.lines


def test_an_import_waits_until_the_last_game_is_over_and_put_right() -> None:
    desk = desk_of(preset("michie-1961"))
    do(desk, "start")
    with pytest.raises(GuideError, match=r"^game 1 is still going"):
        read_games(desk.session, f"{DRAWN}\n{DRAWN}\n")
    do(desk, "end quick:win:white")
    with pytest.raises(GuideError, match=r"not updated after game 2 yet"):
        read_games(desk.session, f"{DRAWN}\n{DRAWN}\n")
