"""Games on paper, one at a time, and a logbook that goes out to a file and in again."""

from typing import Any

import pytest

from menace_kit.errors import GuideError, MenaceKitError
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.paper import parse_game
from menace_kit.guide.paper_entry import enter_game
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.logbook import Kind
from menace_kit.logbook.career import statistics
from menace_kit.logbook.export import game_facts, json_lines
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.toml_files import TemplateKind, template_names
from tests.examples import all_to_prove, preset
from tests.guide.papers import kit_with, new_session
from tests.guide.scripts import do, emptied, enter_games
from tests.logbook.games import BOTH_KITS, KITS, check_logbook, desk_of, kit_named, random_acts


def entered(kit: Kit, moves: str, **facts: Any) -> Rehearsal:
    rehearsal = Rehearsal(new_session(kit))
    enter_game(rehearsal, parse_game(moves, **facts))
    return rehearsal


def written_beads(rehearsal: Rehearsal) -> list[tuple[int | None, str | None]]:
    drafts = [draft for action in rehearsal.actions for draft in action]
    return [(draft.box, draft.colour) for draft in drafts if draft.kind is Kind.BEAD]


def test_a_won_game_names_its_beads() -> None:
    rehearsal = entered(preset("michie-1961"), "1 5 9 3 7 4 8")
    assert written_beads(rehearsal) == [(1, "white"), (7, "pink"), (63, "pink"), (146, "red")]
    assert rehearsal.session.game is not None
    assert rehearsal.session.game.result is Result.WIN


def test_the_last_forced_square_may_be_written_or_left_out() -> None:
    kit = preset("michie-1961")
    for moves in ("2 5 8 1 9 7 3 6", "2 5 8 1 9 7 3 6 4"):
        game = entered(kit, moves).session.game
        assert game is not None
        assert game.result is Result.TIE
    with pytest.raises(GuideError, match="only 4 is left"):
        entered(kit, "2 5 8 1 9 7 3 6 2")


def without_beads_in_box_8(kit: Kit) -> Rehearsal:
    rehearsal = Rehearsal(new_session(kit))
    rehearsal.act(emptied(8))
    return rehearsal


def test_resign_stands_last_where_the_box_was_empty() -> None:
    rehearsal = without_beads_in_box_8(preset("michie-1961"))
    enter_game(rehearsal, parse_game("1 2 resign"))
    game = rehearsal.session.game
    assert game is not None
    assert (game.result, game.gave_up) == (Result.LOSS, True)


def test_resign_is_refused_where_the_logbook_has_beads() -> None:
    with pytest.raises(GuideError, match="box 8 still holds 3 silver"):
        entered(preset("michie-1961"), "1 2 resign")


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
    for word in {"resign", "refill"} - {wanted}:
        with pytest.raises(GuideError, match=f"this kit's rule asks for {wanted}, not {word}"):
            enter_game(without_beads_in_box_8(kit), parse_game(f"1 2 {word} abandon"))
    rehearsal = without_beads_in_box_8(kit)
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
        ("1 x", "'x' cannot be played now; possible: 2, 3"),
        ("1 12", "12 cannot be played"),
        ("0", "0 cannot be played now; possible: 1, 2"),
    ],
)
def test_a_wrong_game_is_refused_with_where_it_goes_wrong(moves: str, message: str) -> None:
    rehearsal = Rehearsal(new_session(preset("michie-1961")))
    with pytest.raises(MenaceKitError, match=message):
        enter_game(rehearsal, parse_game(moves))


def test_every_bad_line_is_named_and_good_ones_are_still_tried() -> None:
    text = (
        '{"moves": "1 5 9 3 7 4 8"}\n\n{"moves": "1 1"}\n{"moves": '
        '5}\nnonsense\n{"move": "1"}\n["1"]\n'
    )
    with pytest.raises(GuideError) as caught:
        enter_games(new_session(preset("michie-1961")), text)
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
        ({"kind": "maybe"}, "kind is exhibition, exhibition-greedy, watched, or nothing"),
    ],
)
def test_wrong_facts_are_refused(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(GuideError, match=message):
        parse_game("1 5 9 3 7 4 8", **facts)


def random_logbook(kit: Kit, acts: int, seed: int) -> Desk:
    """Return a logbook in which that many acts were tried, at the end of which no game is open."""
    desk = desk_of(kit)
    random_acts(desk, acts, seed)
    if desk.session.game and desk.session.game.running:
        do(desk, "end")
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
        quick=["both, punish-previous"],
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
