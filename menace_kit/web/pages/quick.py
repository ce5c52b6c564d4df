"""The page to enter whole games by result, for busy days."""

from dataclasses import replace
from itertools import chain, islice, repeat
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from menace_kit.games import Side
from menace_kit.guide import wording
from menace_kit.guide.session import Session
from menace_kit.machine import Box, Kit
from menace_kit.machine.prospects import results
from menace_kit.machine.schema import Teaches
from menace_kit.text.kit_words import page_words, player_called
from menace_kit.views.elements import Colour, colour_shape
from menace_kit.web.companion import companion_of
from menace_kit.web.language import told_kit
from menace_kit.web.page import notice_for, page

router = APIRouter(include_in_schema=False)


KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""Keys of the quick log, in order."""


class QuickRow(NamedTuple):
    """A row of the quick log: box and colour of the first bead, if known, and a key per result.

    `first_mover` is who started, if the kit has machines for both sides; `mark` is the machine's.
    """

    box: Box | None
    colour: Colour | None
    first_mover: str | None
    mark: str
    keys: list[str]


@router.get("/quick")
async def quick(request: Request, operator: str = "", opponent: str = "") -> Response:
    """Show a button for each result and each first bead."""
    companion = companion_of(request)
    kit = told_kit(request)
    now = await companion.state_told(kit)
    return page(
        request,
        "quick.html",
        now=now,
        rows=quick_rows(kit),
        results=[result.value for result in results(kit.game)],
        deeds=await companion.session(lambda session: quick_deeds(replace(session, kit=kit))),
        many_boxes=sum(box.stage == 1 for box in kit.boxes) > 1,
        operator=operator,
        opponent=opponent,
        notice=notice_for(request),
    )


def quick_rows(kit: Kit) -> list[QuickRow]:
    """Return the rows of the quick log: one for each first bead, and for each side one without.

    If the machine learns from its last bead only, the first says nothing and has no rows.
    """
    found = []
    keys = chain(KEYS, repeat(""))
    both = kit.spec.side == "both"
    has_beads = kit.spec.learning.teaches is not Teaches.LAST_MOVE
    for side in dict.fromkeys(side for side, _ in kit.stages):
        begins = ("machine" if side is Side.FIRST else "opponent") if both else None
        mark = page_words(kit).tell(player_called(kit, side))
        firsts = kit.first_boxes(side) if has_beads else ()
        beads = [(box, colour_shape(kit, colour)) for box in firsts for colour in box.moves]
        for box, bead in (*beads, (None, None)):
            found.append(
                QuickRow(box, bead, begins, mark, list(islice(keys, len(results(kit.game)))))
            )
    return found


def quick_deeds(session: Session) -> list[str]:
    """Return what to do with the beads of the last logged game, a sentence for each."""
    game = session.game
    if game is None or not game.outcome_only or game.taken_back:
        return []
    kit = session.kit
    tell = page_words(session.kit).tell
    return [
        tell(wording.adjustment(kit, change, session.contents[change.box]))
        for change in game.tick_list
    ]
