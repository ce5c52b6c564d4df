"""Boxes that their owner has named: people are shown the name, programs the number and the name."""

import json
import re
from dataclasses import replace

import pytest

from menace_kit.cli.operator.guided import GuidedGame, View
from menace_kit.errors import GuideError
from menace_kit.guide import whole_games, wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.look_up import look_up
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.text import kit_words
from menace_kit.views.json_output.boxes import box_now_facts
from menace_kit.views.json_output.games import look_up_facts, status_facts
from menace_kit.views.shape import plain as encoded
from tests.cli.operator.pressed import painted
from tests.guide.scripts import do, refused
from tests.logbook.games import desk_of, kit_of


def named(kit: Kit) -> Kit:
    """Return the kit with names like `A 12` on its boxes."""
    return replace(
        kit, boxes=tuple(replace(box, given_name=f"A {box.number + 100}") for box in kit.boxes)
    )


@pytest.fixture
def desk() -> Desk:
    return desk_of(named(kit_of("")))


def test_whatever_is_said_of_a_box_names_it_as_it_is_named(desk: Desk) -> None:
    kit = desk.session.kit
    do(desk, "start")
    told = [wording.due(desk.session)]
    written = do(desk, "white")
    game = desk.session.game
    assert game is not None
    told.append(wording.move_made(kit, game, written[1 - len(written)]))
    told.append(wording.taken_back(kit, game, wording.last_action(desk.session.game)))
    do(desk, "undo")
    kept = desk_of(named(kit_of("learning.empty-box = 'keep-last'")))
    do(kept, "start 1:none")
    told += [
        kit_words.box_and_place(kit, kit.boxes[0]),
        wording.doubt(desk.session, kit.boxes[0], {"white": 900}),
    ]
    refused(kept, "empty", "box A 101")
    refused(kept, "white", "box A 101")
    for text in map(str, told):
        assert "A 101" in text, text
        assert not re.search(r"[Bb]ox 1\b", text), text


def test_a_name_with_a_space_stands_in_quotation_marks_in_a_command(desk: Desk) -> None:
    do(desk, "1:none")
    with pytest.raises(GuideError, match=re.escape("in box A 101")) as refused:
        do(desk, "start")
    assert 'operator count "A 101" COLOUR=N' in str(refused.value)


def test_a_box_that_is_not_for_the_first_move_is_refused_by_its_name(desk: Desk) -> None:
    with pytest.raises(GuideError, match="the first bead is drawn from box A 101"):
        desk.act(lambda session: whole_games.quick(session, Result.WIN, "white", 5))


def test_the_screen_shows_the_name_whatever_its_size(desk: Desk) -> None:
    do(desk, "start")
    for size in ((60, 18), (80, 24), (120, 40)):
        _, lines = painted(GuidedGame(desk, View()), *size)
        assert "A 101" in "\n".join(line.plain for line in lines)


def test_json_has_the_number_and_the_name_where_they_differ(desk: Desk) -> None:
    do(desk, "start")
    kit, box = desk.session.kit, desk.session.kit.boxes[0]
    assert (status_facts(desk.session)["box"], status_facts(desk.session)["name"]) == (1, "A 101")
    now = box_now_facts(desk.session, box, 0, [])
    assert (now["number"], now["name"]) == (1, "A 101")
    facts = look_up_facts(kit, look_up(kit, "........."))
    assert (facts["box"], facts["name"]) == (1, "A 101")
    plain = desk_of(kit_of(""))
    do(plain, "start")
    assert "name" not in json.dumps(encoded(status_facts(plain.session)))
