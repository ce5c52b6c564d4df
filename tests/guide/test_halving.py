"""A box that is too full: when it is told, what halving takes out,
and what knows of it afterwards.
"""

import json

import pytest

from menace_kit.errors import GuideError
from menace_kit.guide import wording
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk, by_hand
from menace_kit.guide.import_undone import take_back_import
from menace_kit.guide.imports import write_import
from menace_kit.guide.situation import Due
from menace_kit.logbook.career import statistics
from menace_kit.logbook.export import game_facts
from menace_kit.logbook.game_counts import first_change
from menace_kit.text import load_words
from tests.guide.scripts import (
    WON,
    do,
    enter_games,
    play,
    refused,
)
from tests.logbook.audited import check_in_order
from tests.logbook.games import desk_of, kit_of

AT_MOST_14 = "learning.full-above = 14"
"""Box 1 starts with 12 beads, so that one game that is won makes it too full."""


def told(desk: Desk) -> list[str]:
    """Return the sentences on boxes that are too full, in English."""
    return [load_words("en").tell(text) for text in wording.boxes_too_full(desk.session)]


@pytest.fixture
def desk() -> Desk:
    """Return a desk at which a game was won: box 1 holds 7 white, 4 lilac, 4 gold."""
    found = desk_of(kit_of(AT_MOST_14))
    play(found, f"{WON} confirm")
    return found


def test_the_operator_is_told_what_to_take_out_and_what_should_be_left(desk: Desk) -> None:
    assert desk.session.contents[1] == {"white": 7, "lilac": 4, "gold": 4}
    assert told(desk)[0] == (
        "Box 1 has 15 beads, and at most 14 should be in it. "
        "Take half of each colour out: 4 white, 2 lilac, 2 gold; it should now hold 7."
    )
    do(desk, "half:1")
    assert desk.session.contents[1] == {"white": 3, "lilac": 2, "gold": 2}
    assert 1 not in desk.session.too_full
    check_in_order(desk.logbook)


def test_a_slim_matchbox_is_told_by_what_mixes_and_what_it_holds() -> None:
    desk = desk_of(kit_of(""))
    do(desk, "start")
    for total, said in (
        (52, []),
        (53, ["Box 1 has 53 beads, and at most 52 should be in it. "]),
        (117, ["Box 1 has 117 beads, and at most 52 should be in it. "]),
    ):
        do(desk, f"1:white=4,lilac=4,gold={total - 8}")
        assert [text[: len(begin)] for text, begin in zip(told(desk), said, strict=True)] == said
    assert told(desk)[0].endswith(
        "Take half of each colour out: 2 white, 2 lilac, 55 gold; it should now hold 58."
    )


@pytest.mark.parametrize(
    ("rule", "sentences", "half"),
    [("halve", 1, True), ("tell", 1, False), ("ignore", 0, False)],
)
def test_the_kit_says_whether_it_is_told(rule: str, sentences: int, half: bool) -> None:
    desk = desk_of(kit_of(f"learning = {{full-box = '{rule}'}}"))
    play(desk, "1:gold=60")
    assert len(told(desk)) == sentences
    assert any("Take half" in text for text in told(desk)) is half
    do(desk, "half:1")
    assert desk.session.contents[1]["gold"] == 30


def test_no_box_is_too_full_at_its_own_start_nor_a_mat_ever() -> None:
    desk = desk_of(kit_of("learning.full-above = 2"))
    do(desk, "start")
    assert desk.session.too_full == ()
    mat = desk_of(kit_of("print.container = 'mat'"))
    play(mat, "1:gold=400")
    assert mat.session.too_full == ()


def test_a_box_that_mixes_well_is_not_halved_and_none_before_the_first_game() -> None:
    desk = desk_of(kit_of(""))
    refused(desk, "half:1", "start a game first")
    play(desk, f"{WON} confirm")
    refused(
        desk, "half:1", "box 1 has 15 beads, and up to 52 mix well; there is nothing to take out"
    )


def test_a_halving_is_taken_back_before_anything_else_and_made_again(desk: Desk) -> None:
    before = desk.session
    do(desk, "half:1")
    after = desk.session.contents
    do(desk, "undo")
    assert desk.session == before
    assert [(move.box, move.colour, move.beads) for move in by_hand(desk.logbook)] == [
        (1, "white", 4),
        (1, "lilac", 2),
        (1, "gold", 2),
    ]
    do(desk, "half:1")
    assert desk.session.contents == after
    do(desk, "undo undo-game")
    assert desk.session.contents[1] == {"white": 4, "lilac": 4, "gold": 4}
    check_in_order(desk.logbook)


def test_a_game_that_is_taken_back_as_a_whole_takes_its_halving_along(desk: Desk) -> None:
    do(desk, "half:1 undo-game")
    assert desk.session.contents == {box.number: box.start for box in desk.session.kit.boxes}
    assert audit(desk.logbook) == []
    refused(desk, "half:1", "start a game first")


def test_a_box_is_halved_in_the_midst_of_a_game_less_the_bead_that_lies_before_it(
    desk: Desk,
) -> None:
    play(
        desk, f"{WON} confirm start 1 half:1"
    )  # 9 white, 4 lilac and 4 gold lie in it, and a white one before it
    assert desk.session.in_box(1) == {"white": 4, "lilac": 2, "gold": 2}
    assert desk.session.contents[1] == {"white": 5, "lilac": 2, "gold": 2}
    assert audit(desk.logbook) == []
    do(desk, "undo")
    assert desk.session.due is Due.REPLY


def test_a_box_is_halved_when_the_beads_of_the_list_are_in_it() -> None:
    desk = desk_of(kit_of(AT_MOST_14))
    play(desk, WON)
    assert 1 in desk.session.too_full
    refused(desk, "half:1", "the boxes are not updated after game 1 yet")


def test_a_game_is_taken_back_though_a_box_was_counted_behind_its_halving() -> None:
    desk = desk_of(kit_of(AT_MOST_14))
    do(desk, "quick:win:white:+confirmed quick:win:white:+confirmed")
    play(desk, f"half:1 {WON} confirm 1:white=2 undo-game")
    assert desk.session.contents[1] == {"white": 4, "lilac": 4, "gold": 4}
    check_in_order(desk.logbook)


def test_a_list_that_was_left_names_no_box_for_its_halving(desk: Desk) -> None:
    play(desk, f"7:lilac=30 half:7 {WON} start:+unconfirmed end")
    (found,) = audit(desk.logbook)
    assert "count boxes 1, 8, 48, 144 " in found.message


def test_michies_line_is_of_results_and_a_halving_is_none(desk: Desk) -> None:
    line = first_change(desk.logbook)
    do(desk, "half:1")
    assert first_change(desk.logbook) == line == 3
    assert statistics(desk.logbook).first_box == (3,)
    assert sum(desk.session.contents[1].values()) == 7


def test_an_export_tells_a_halving_where_it_was_and_is_read_back(desk: Desk) -> None:
    do(desk, "half:1")
    for _ in range(3):
        play(desk, f"{WON} confirm")
    play(desk, "1 5 2 half:1 3 7 4 6 8 confirm")
    lines = [facts["moves"] for facts in game_facts(desk.logbook)]
    assert lines == [WON, "[1 halved]", WON, WON, WON, "1 5 2 [1 halved] 3 7 4 6 8 9"]
    again = desk_of(desk.session.kit)
    text = "\n".join(json.dumps(facts) for facts in game_facts(desk.logbook))
    rehearsal, _ = enter_games(again.session, text)
    again.act_all(rehearsal.actions)
    assert again.session.contents == desk.session.contents
    assert audit(again.logbook) == []


def test_a_file_of_games_does_not_begin_with_a_halving(desk: Desk) -> None:
    with pytest.raises(GuideError, match="comes before the first game of the file"):
        enter_games(desk.session, json.dumps({"moves": "[1 halved]"}))


@pytest.mark.parametrize(
    "lines",
    [
        (
            '{"result": "win", "bead": "white", "box": 1}\n{"moves": '
            '"[1 white=17]"}\n{"moves": "[1 halved]"}'
        ),
        (
            '{"moves": "1 4 5 9 3 2 7"}\n{"moves": "[1 halved]"}\n{"moves": '
            '"[1 white=9]"}\n{"moves": "1 5 2 3 4 7"}'
        ),
    ],
)
def test_an_import_with_a_halving_is_taken_back(desk: Desk, lines: str) -> None:
    before = desk.session.contents
    rehearsal, _ = enter_games(desk.session, lines)
    write_import(desk, rehearsal, lines.encode())
    assert desk.session.contents != before
    take_back_import(desk)
    assert desk.session.contents == before
    check_in_order(desk.logbook)
