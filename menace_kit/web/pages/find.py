"""The page that finds the box for a board; each square links to the board that a tap makes."""

from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Query, Request, Response

from menace_kit.errors import PositionError
from menace_kit.games import EMPTY, Pieces, Position, Side, cells_text, parse_board
from menace_kit.guide.look_up import LookUp, look_up
from menace_kit.machine import Kit
from menace_kit.text.kit_words import page_words, player_called
from menace_kit.text.phrases import Text, say
from menace_kit.views.elements import board_shape
from menace_kit.views.open_box import look_up_shape
from menace_kit.web.companion import companion_of
from menace_kit.web.language import told_kit, words_of
from menace_kit.web.page import page
from menace_kit.web.taps import MOST_BOARD

router = APIRouter(include_in_schema=False)


TAPPED = {EMPTY: Side.FIRST.cell, Side.FIRST.cell: Side.SECOND.cell, Side.SECOND.cell: EMPTY}
"""What is on a square -> what a tap puts there."""


class Tap(NamedTuple):
    """What a tap on a square makes: the typed board, the square's new mark, and the pieces left."""

    board: str
    mark: str
    left: int


def taps(kit: Kit, cells: str) -> dict[int, Tap]:
    """Return what a tap on each square makes of a board, by square number.

    In Nim, a tap on a token keeps the tokens up to it; a tap on the last one removes only that.
    """
    found = {}
    for square, cell in enumerate(cells):
        if kit.game.pieces is Pieces.TOKENS:
            left = square if cells.count(Side.FIRST.cell) == square + 1 else square + 1
            made = Side.FIRST.cell * left + EMPTY * (len(cells) - left)
        else:
            made = cells[:square] + TAPPED[cell] + cells[square + 1 :]
        mark = cells_text(made[square], kit.spec.marks).replace(EMPTY, "")
        found[square + 1] = Tap(
            cells_text(made, kit.spec.marks), mark, len(made) - made.count(EMPTY)
        )
    return found


def whose_turn(kit: Kit, cells: str) -> dict[str, str]:
    """Return the sides whose turn it may be, with their names, if the board doesn't decide it."""
    found = {}
    for side in Side if kit.spec.side == "both" and not kit.game.impartial else ():
        with suppress(PositionError):
            kit.game.position(cells, side)
            found[side.value] = page_words(kit).tell(player_called(kit, side))
    return found if len(found) > 1 else {}


@router.get("/find")
async def find(
    request: Request,
    board: Annotated[str, Query(max_length=MOST_BOARD)] = "",
    to_move: Literal["first", "second"] | None = None,
) -> Response:
    """Show what `operator lookup` says about a typed or tapped board; initially the first board."""
    companion = companion_of(request)
    words = words_of(request)
    kit = told_kit(request)
    side = Side(to_move) if to_move else None
    cells = kit.game.start().cells
    can_be_read = False
    found: LookUp | None = None
    wrong: Text = ""
    try:
        cells = parse_board(kit.game, board, kit.spec.marks, side) if board else cells
        can_be_read = True
        found = look_up(kit, cells_text(cells, kit.spec.marks), side)
    except PositionError as error:
        if error.why:
            known = "turns" if error.why == "turns" else "reach"
            wrong = say(f"find.wrong-{known}", mark=kit.spec.marks[0])
        else:
            wrong = error.args[0]
    shown = await companion.session(
        lambda session: look_up_shape(replace(session, kit=kit), found) if found else None
    )
    return page(
        request,
        "find.html",
        200 if can_be_read else 422,
        table=board_shape(kit, Position(cells, Side.FIRST)),
        taps=taps(kit, cells),
        to_move=to_move,
        turns=whose_turn(kit, cells),
        turn=found.position.to_move.value if found else "",
        found=shown,
        code=kit.code(found.readings[0].box) if found and found.readings else "",
        wrong=words.tell(wrong),
        is_english=isinstance(wrong, str),
    )
