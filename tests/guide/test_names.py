"""Names are kept as they are given, and never interpreted."""

import pytest

from menace_kit.guide.desk import Desk
from menace_kit.guide.players import NAME_LENGTH
from tests.guide.scripts import (
    refused,
)
from tests.logbook.games import desk_of, kit_of


@pytest.fixture
def desk() -> Desk:
    return desk_of(kit_of(""))


@pytest.mark.parametrize(
    "name",
    [
        "O'Brien",
        '"; DROP TABLE entry; --',
        "[bold red]Ada[/]",
        ":gem:",
        "👩‍🔬 Ada",
        "Đặng Thị Ngọc Thịnh",
        "می‌خواهم",
        "%s {0} \\n",
        "x" * NAME_LENGTH,
    ],
)
def test_names_are_kept_as_they_are_given(desk: Desk, name: str) -> None:
    desk.act(lambda session: session.start(name, name))
    assert desk.session.game is not None
    start = desk.session.game.start
    assert (start.operator, start.opponent) == (name, name)
    assert (desk.logbook.games()[0].operator, desk.logbook.games()[0].opponent) == (name, name)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("", None),
        (" ", None),
        ("\u3000\u00a0", None),
        ("\u200b", None),
        (" Ada ", "Ada"),
        ("Ada  L", "Ada  L"),
    ],
)
def test_blanks_are_no_name_and_belong_to_none(desk: Desk, name: str, kept: str | None) -> None:
    desk.act(lambda session: session.start(name, name))
    assert desk.session.game is not None
    start = desk.session.game.start
    assert (start.operator, start.opponent) == (kept, kept)


@pytest.mark.parametrize(
    "name",
    [
        "Ada\nBob",
        "\x1b[31mAda",
        "Ada\x00",
        "\x9b31m",
        "Ada\u2028Bob",
        "\udc80",
        "x" * (NAME_LENGTH + 1),
    ],
)
def test_a_name_is_one_line_without_control_characters(desk: Desk, name: str) -> None:
    complaint = "a name is one line of up to 80 characters"
    refused(desk, lambda session: session.start(operator=name), complaint)
    refused(desk, lambda session: session.start(opponent=name), complaint)
