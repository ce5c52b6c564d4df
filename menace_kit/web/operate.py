"""The pages of a game: what is due and how it is done, and the quick log for a crowd."""

from typing import Any

from fastapi import APIRouter, Request, Response

from menace_kit.games import Side
from menace_kit.guide import wording
from menace_kit.guide.players import player
from menace_kit.guide.session import Session
from menace_kit.machine.course import results
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import Teaches
from menace_kit.web.api import companion_of, may_change
from menace_kit.web.drawing import colour_shape
from menace_kit.web.kit_shape import KitShape
from menace_kit.web.page_words import page_words
from menace_kit.web.pages import notice_for
from menace_kit.web.shapes import Colour, Moment, Shape
from menace_kit.web.templating import page

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""Keys of the quick log, in order."""

router = APIRouter(include_in_schema=False)


class QuickRow(Shape):
    """A row of the quick log: the box and colour of the first bead (None: not known), and a key for each outcome.

    `box_name` is what stands on the box. `first_mover` is who began, where the kit has machines for both sides; `mark`
    the machine's.
    """

    box: int | None
    box_name: str
    colour: Colour | None
    first_mover: str | None
    mark: str
    keys: list[str]


def machine_of(request: Request) -> KitShape:
    """Return the machine that a request is about."""
    found: KitShape = request.app.state.machine
    return found


def stamp(now: Moment) -> str:
    """Return what differs where a page shows something else: the last entry, and the ticks."""
    ticked = ".".join(str(line.line) for line in now.adjustments if line.ticked)
    return f"{now.entry}:{ticked}"


@router.get("/")
async def game(request: Request) -> Response:
    """Show what is due, and take it down."""
    now = await companion_of(request).moment()
    return page(
        request,
        "operate.html",
        now=now,
        stamp=stamp(now),
        machine=machine_of(request),
        letters={colour.name: colour for colour in machine_of(request).colours},
        may_change=may_change(request),
        notice=notice_for(request),
        in_squares=all(len(reply.squares) == 1 for reply in now.replies),
    )


@router.get("/quick")
async def quick(request: Request, operator: str = "", opponent: str = "") -> Response:
    """Show a button for each outcome and each first bead."""
    companion = companion_of(request)
    now = await companion.moment()
    deeds = await companion.session(quick_deeds)
    return page(
        request,
        "quick.html",
        now=now,
        stamp=stamp(now),
        rows=quick_rows(companion.kit),
        machine=machine_of(request),
        results=[result.value for result in results(companion.kit.game)],
        deeds=deeds,
        several=len(machine_of(request).sides) > 1,
        many_boxes=sum(box.stage == 1 for box in companion.kit.boxes) > 1,
        operator=operator,
        opponent=opponent,
        may_change=may_change(request),
        notice=notice_for(request),
    )


@router.get("/colours.css")
async def colours(request: Request) -> Response:
    """Return the kit's bead colours as a style sheet: a page may not carry any style itself."""
    rules = [
        f'[data-bead="{colour.letter}"] {{ --bead: {colour.hex}; --bead-ink: {colour.ink}; }}\n'
        for colour in machine_of(request).colours
    ]
    return Response("".join(rules), media_type="text/css")


def quick_rows(kit: Kit) -> list[QuickRow]:
    """Return the rows of the quick log: the first bead's colours, box by box, and for each side one without a bead.

    Where the machine learns from its last bead alone, the first one says nothing: there are no rows for it.
    """
    beads: list[dict[str, Any]] = []
    both = kit.spec.side == "both"
    has_beads = kit.spec.learning.teaches is not Teaches.LAST_MOVE
    for side in dict.fromkeys(side for side, _ in kit.stages):
        begins = ("machine" if side is Side.FIRST else "opponent") if both else None
        common = {"first_mover": begins, "mark": page_words(kit).tell(player(kit, side))}
        beads += [
            {"box": box.number, "box_name": box.name, "colour": colour_shape(kit, colour), **common}
            for box in (kit.first_boxes(side) if has_beads else ())
            for colour in box.moves
        ]
        beads.append({"box": None, "box_name": "", "colour": None, **common})
    many = len(results(kit.game))
    return [QuickRow(**bead, keys=_keys(many * number, many)) for number, bead in enumerate(beads)]


def quick_deeds(session: Session) -> list[str]:
    """Return what to do with the beads of the game that was logged last, a sentence for each."""
    game = session.game
    if game is None or not game.outcome_only or game.taken_back:
        return []
    kit, tell = session.kit, page_words(session.kit).tell
    return [
        tell(wording.adjustment(kit, change, session.contents[change.box])) for change in game.adjustments
    ]


def _keys(first: int, many: int) -> list[str]:
    return [KEYS[first + place : first + place + 1] for place in range(many)]
