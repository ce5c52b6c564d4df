"""The state of a machine as plain values.

`read_state` makes it from a desk, the same for pages, API and live events.
"""

from typing import Literal

from menace_kit.guide import taking_back, wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook import queries
from menace_kit.machine import Kit
from menace_kit.machine.next_game import most_lost
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import Text, say
from menace_kit.views.by_hand import BoxByHand, FullBoxShape, done_by_hand, full_box
from menace_kit.views.elements import Board, MoveShape, board_shape, move_shape
from menace_kit.views.headlines import can_begin, due_told, happened
from menace_kit.views.open_box import OpenBox, open_box
from menace_kit.views.running_game import GameShape, game_shape
from menace_kit.views.shape import Shape
from menace_kit.views.standing import Standing
from menace_kit.views.tick_list import Line, TickListHead, heads_of, lines_of
from menace_kit.views.totals import Totals, totals_of


class Moment(Shape):
    """A machine at a moment, and what is due.

    `entry` is the logbook's last entry: send it back as `on` with a change. `happened` is what the
    last act did, `say` what to do now. `box` is set when a bead is due, `replies` when a reply is,
    `adjustments` when the boxes are to be updated; `lists` says for which machines, and `refilled`
    what was already put in during the game. `by_hand`, under `by_hand_head`, is what to do with the
    real beads because of the last act. `too_full` are the boxes with more beads than the kit's rule
    allows, and `before_boxes` says which beads are in front of their boxes. `can_undo` and
    `can_take_back` say whether the last act, or the whole last game, can be undone. `empty_firsts`
    are the boxes that keep a machine from its first move: they are empty, and nothing refills them.
    """

    entry: int
    due: Literal["start", "bead", "reply", "adjust"]
    say: str
    happened: str
    table: Board
    game: GameShape | None
    box: OpenBox | None
    replies: list[MoveShape]
    adjustments: list[Line]
    lists: list[TickListHead]
    refilled: list[str]
    by_hand_head: str
    by_hand: list[BoxByHand]
    too_full: list[FullBoxShape]
    before_boxes: str
    can_undo: bool
    can_take_back: bool
    can_begin: bool
    empty_firsts: list[int]
    totals: Totals
    warnings: list[str]


class Answer(Shape):
    """What a change did: whether it was recorded now, a sentence about it, and the state after it.

    `recorded` is false if the same change had already been recorded: a double tap, or a retry.
    """

    recorded: bool
    message: str
    state: Moment


class Problem(Shape):
    """Why something failed, in one sentence (RFC 9457). With 409, `state` is the state now.

    If `ask_sure` is set, sending the same again with `sure` succeeds.
    """

    title: str
    status: int
    detail: str
    state: Moment | None = None
    pin_needed: bool | None = None
    ask_sure: bool | None = None


STEPS = {
    "bead": "screen.shake",
    "reply": "overview.reply",
    "adjust": "overview.adjust",
}
"""What is due in a game -> key of what the overview of a class says of it."""


def standing(desk: Desk, now: Moment, group: str, kit: Kit) -> Standing:
    """Return how far a machine of a class is; `now` is what `read_state` gave for this desk.

    `kit` is the class's, with the same box numbers as the desk's: passing one kit for all machines
    means that what beats a machine is worked out only once.
    """
    session, last = desk.session, desk.logbook.entry(now.entry) if now.entry else None
    loses = max(most_lost(kit, session.contents, side) for side in kit.sides)
    game = session.number + 1 if now.due == "start" else session.number
    stands = say("common.game", number=game)
    if now.due in STEPS:
        told = "screen.empty" if now.box and now.box.is_empty else STEPS[now.due]
        step = say(told, box=now.box.name if now.box else "")
        stands = say("common.named", name=stands, told=step)
    elif not now.can_begin:
        stands = say("now.dead")
    return Standing.of(
        now,
        group=group,
        game=session.number,
        stands=page_words(kit).tell(stands),
        since=last.at if last else None,
        games=now.totals.games,
        wins=now.totals.wins,
        draws=now.totals.draws,
        losses=now.totals.losses,
        loses=loses,
        unbeatable=not loses,
    )


def read_state(desk: Desk) -> Moment:
    """Return the present state, consistent even if others write meanwhile."""
    with desk.logbook.one_moment():
        desk.refresh()
        return _state(desk)


def last_happened(desk: Desk) -> Text:
    """Return what the last action known to the desk did; empty for an empty logbook."""
    logbook, session = desk.logbook, desk.session
    action = queries.action_with(logbook, desk.last_entry)
    return happened(session.kit, session.game, action, queries.taken_back_by(logbook, action))


def _state(desk: Desk) -> Moment:
    session, kit = desk.session, desk.session.kit
    legal = kit.game.legal_moves(session.position) if session.due is Due.REPLY else ()
    ended = session.game if session.due is Due.ADJUST else None
    tell = page_words(kit).tell
    return Moment(
        entry=desk.last_entry,
        due=session.due.value,
        say=tell(due_told(session)),
        happened=tell(last_happened(desk)),
        table=board_shape(kit, session.position),
        game=game_shape(kit, session.game) if session.game else None,
        box=open_box(session) if session.box else None,
        replies=[move_shape(kit, move, session.position) for move in legal],
        adjustments=lines_of(desk, ended) if ended else [],
        lists=heads_of(kit, ended) if ended else [],
        refilled=list(map(tell, wording.refilled(kit, ended))) if ended else [],
        **done_by_hand(desk),
        too_full=[full_box(session, number) for number in session.too_full],
        before_boxes=tell(wording.before_boxes(kit, session.game)),
        can_undo=session.allows(taking_back.undo),
        can_take_back=session.allows(taking_back.take_back),
        can_begin=can_begin(session),
        empty_firsts=_empty_firsts(session),
        totals=totals_of(desk),
        warnings=list(map(tell, _warnings(desk))),
    )


def _empty_firsts(session: Session) -> list[int]:
    """Return the empty boxes that keep a machine of the kit from its first move."""
    dead = filter(session.is_dead, session.kit.sides)
    return [box.number for side in dead for box in session.kit.first_boxes(side)]


def _warnings(desk: Desk) -> list[Text]:
    """Return what else the operator should know, a sentence each."""
    session = desk.session
    current = session.game.number if session.game and session.due is Due.ADJUST else 0
    left = [number for number in queries.games_left_open(desk.logbook) if number != current]
    told = (
        wording.to_be_counted(session.kit, session.to_count),
        say("count.no-backup") if desk.logbook.warnings else "",
        wording.exhibition(session),
        wording.left_open(left) if left else "",
    )
    return [each for each in told if each]
