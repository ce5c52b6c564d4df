"""Names are kept as they are given, and never interpreted."""

from operator import methodcaller

import pytest

from menace_kit.errors import GuideError
from menace_kit.guide.players import NAME_LENGTH, checked_name
from tests.guide.scripts import refused
from tests.logbook.games import desk_of, kit_of


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
        "Ada  L",
        "x" * NAME_LENGTH,
    ],
)
def test_names_are_kept_as_they_are_given(name: str) -> None:
    desk = desk_of(kit_of(""))
    desk.act(lambda session: session.start(name, name))
    (row,) = desk.logbook.games()
    assert (row.operator, row.opponent) == (name, name)


@pytest.mark.parametrize(
    ("name", "kept"),
    [("", None), (" ", None), ("\u3000\u00a0", None), ("\u200b", None), (" Ada ", "Ada")],
)
def test_blanks_are_no_name_and_belong_to_none(name: str, kept: str | None) -> None:
    assert checked_name(name) == kept


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
def test_a_name_is_one_line_without_control_characters(name: str) -> None:
    with pytest.raises(GuideError, match="a name is one line of up to 80 characters"):
        checked_name(name)


@pytest.mark.parametrize("who", ["operator", "opponent"])
def test_who_begins_a_game_has_such_a_name(who: str) -> None:
    refused(desk_of(kit_of("")), methodcaller("start", **{who: "Ada\nBob"}), "a name is one line")
