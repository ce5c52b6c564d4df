"""What is said of each step and of a game that is over, word for word as the terminal says it."""

import pytest

from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.logbook.entries import Kind
from tests.guide.scripts import DRAWN, LOST, NONE_LEFT, do
from tests.guide.spoken_walks import ARROWS, MATCHES
from tests.logbook.games import desk_of, kit_of


def begun(kit: str, script: str) -> Desk:
    """Return the desk at which a game was begun, and played as far as the script goes."""
    desk = desk_of(kit_of(kit))
    do(desk, script)
    return desk


@pytest.mark.parametrize(
    ("kit", "script", "last", "happened", "due"),
    [
        (
            *("", "start::Zoë", "1", "WHITE from box 1: the machine plays square 1 (top left)."),
            "Zoë moves: type the move, 2 3 4 5 6 7 8 9.",
        ),
        (
            *("", "start 1", "5", "The opponent plays square 5 (centre)."),
            "Draw a bead from box 7 and type its letter: L S G P.",
        ),
        (
            *("", "quick:loss:white", "undo", "Game 1 was undone."),
            "Type the opponent's name, or none, and press Enter to start the game.",
        ),
        (
            *(ARROWS, "start", "7-4", "RED from box 1: the machine plays move 7-4."),
            "The opponent moves: type the move, 2-4 2-5 3-6.",
        ),
        (
            *(f"{MATCHES}side = 'both'\n", "start:+both", "6"),
            "YELLOW from box 7: the first player takes 3 matches.",
            "The second player is to move. Draw a bead from box 4 and type its letter: Y B R.",
        ),
        (
            *("learning.empty-box = 'refill'", f"start {NONE_LEFT} 1 5", "empty"),
            "Box 7 is empty: by this kit's rule it gets its starting beads again. "
            "Put in 3 lilac, 3 silver, 3 green, 3 pink.",
            "Draw a bead from box 7 and type its letter: L S G P.",
        ),
    ],
)
def test_a_step_and_what_is_due_then(
    kit: str, script: str, last: str, happened: str, due: str
) -> None:
    desk = begun(kit, script)
    written = do(desk, last)
    assert str(wording.happened(desk.session.kit, desk.session.game, written)) == happened
    assert str(wording.due(desk.session)) == due


@pytest.mark.parametrize(
    ("rule", "what_then"),
    [
        ("resign", "the machine gives up"),
        ("refill", "it gets its starting beads again"),
        ("random", "the move is random"),
        (
            "punish-previous",
            "the machine gives up, and its box before that one loses one bead more",
        ),
    ],
)
def test_at_an_empty_box_what_comes_of_it_is_said(rule: str, what_then: str) -> None:
    desk = begun(f"learning.empty-box = '{rule}'", f"start {NONE_LEFT} 1 5")
    assert str(wording.due(desk.session)) == (
        f"Box 7 should be empty. Look: if it is, press - ({what_then})."
    )


@pytest.mark.parametrize(
    ("kit", "script", "told"),
    [
        ("", "1 5", "X plays square 5 (centre). Take the mark off square 5."),
        (
            *("", "1 5 2"),
            "LILAC from box 7: O plays square 2 (top middle). Take the mark off square 2. "
            "Now move these beads: Box 7: put the LILAC bead in front of it back in.",
        ),
        (
            *("", "1 5 2 3 7 4 6 8"),
            "X plays square 8 (bottom middle). O plays square 9 (bottom right). "
            "It is the only move left; no bead was drawn. A draw. Take the marks off squares 8, 9.",
        ),
        (ARROWS, "7-4 2-4", "Black plays move 2-4. Set the board as it is shown."),
        (
            *(MATCHES, "6"),
            "YELLOW from box 6: the machine takes 3 matches. Set the board as it is shown. "
            "Now move these beads: Box 6: put the YELLOW bead in front of it back in.",
        ),
        (
            *("learning.empty-box = 'refill'", f"{NONE_LEFT} 1 5 empty"),
            "Box 7 is empty: by this kit's rule it gets its starting beads again. "
            "Now move these beads: Box 7: "
            "take 3 LILAC beads out, into their pot; take 3 SILVER beads out, into their pot; "
            "take 3 GREEN beads out, into their pot; take 3 PINK beads out, into their pot.",
        ),
    ],
)
def test_what_taking_back_asks_of_the_hands(kit: str, script: str, told: str) -> None:
    desk = begun(kit, f"start {script}")
    before, undone = desk.session.game, wording.last_action(desk.session.game)
    do(desk, "undo")
    of = desk.session.kit
    said = [wording.taken_back(of, before, undone), *wording.by_hand(of, Kind.UNDO, desk.by_hand)]
    assert " ".join(map(str, said)) == f"Undone: {told}"


@pytest.mark.parametrize(
    ("kit", "script", "story"),
    [
        (
            *("", f"start::Zoë {LOST}"),
            [
                "WHITE from box 1: O plays square 1 (top left).",
                "X plays square 5 (centre).",
                "LILAC from box 7: O plays square 2 (top middle).",
                "X plays square 3 (top right).",
                "GREEN from box 96: O plays square 4 (middle left).",
                "X plays square 7 (bottom left).",
                "The machine lost.",
                "The machine lost. Ticked: 1 of 3.",
                "lost, LOST",
            ],
        ),
        (
            *("", f"start {DRAWN}"),
            [
                "WHITE from box 1: O plays square 1 (top left).",
                "X plays square 5 (centre).",
                "LILAC from box 7: O plays square 2 (top middle).",
                "X plays square 3 (top right).",
                "PINK from box 96: O plays square 7 (bottom left).",
                "X plays square 4 (middle left).",
                "BLACK from box 180: O plays square 6 (middle right).",
                "X plays square 8 (bottom middle).",
                "O plays square 9 (bottom right). It is the only move left; no bead was drawn.",
                "A draw.",
                "A draw. Ticked: 1 of 4.",
                "drawn, A DRAW",
            ],
        ),
        (
            *("", "quick:loss:white"),
            [
                "The first bead was WHITE, from box 1.",
                "The machine lost.",
                ("The machine lost. Only the result was recorded. Ticked: 1 of 1."),
                "lost, LOST",
            ],
        ),
        (
            *("side = 'both'", "start:+both 1 4 5 2 9"),
            [
                "WHITE from box 1: O plays square 1 (top left).",
                "LILAC from box 307: X plays square 4 (middle left).",
                "GOLD from box 8: O plays square 5 (centre).",
                "BLACK from box 327: X plays square 2 (top middle).",
                "PINK from box 43: O plays square 9 (bottom right).",
                "O's machine won.",
                "O's machine won, X's machine lost. Ticked: 1 of 5.",
                "O won, O WON",
            ],
        ),
    ],
    ids=["lost", "drawn", "outcome-only", "both"],
)
def test_the_story_of_a_game_that_is_over(kit: str, script: str, story: list[str]) -> None:
    desk = begun(kit, script)
    of, game, (row,) = desk.session.kit, desk.session.game, desk.logbook.games()
    assert game is not None
    told = [entry for entry in game.entries if entry.kind not in (Kind.START, Kind.ADJUST)]
    assert [
        *(str(wording.move_made(of, game, entry)) for entry in told),
        str(wording.result_and_ticks(of, game, 1)),
        f"{wording.how_it_went(of, row, game)}, {wording.headline(of, game)}",
    ] == story
