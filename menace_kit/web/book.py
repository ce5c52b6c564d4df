"""The machine's book as plain values: boxes, games that were played, and what was counted."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from menace_kit.errors import UnknownNameError
from menace_kit.guide import book_wording
from menace_kit.guide.language import capital
from menace_kit.guide.players import how_it_moves, machine
from menace_kit.guide.session import Session
from menace_kit.journal.book import last_changes, times_opened
from menace_kit.journal.entries import BOTH, MOVES, Entry, Kind
from menace_kit.journal.game_record import GameRecord
from menace_kit.journal.statistics import openings
from menace_kit.journal.store import Journal
from menace_kit.machine.course import has_draws
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import Teaches
from menace_kit.web import sentences
from menace_kit.web.drawing import board_shape, colour_shape, move_shape, place_shape
from menace_kit.web.moment import game_shape, move_made
from menace_kit.web.page_words import say, when
from menace_kit.web.shapes import Board, Colour, GameShape, MoveMade, MoveShape, Place, Shape
from menace_kit.web.steps import entry_facts

CHANGES = 50
"""Changes of a box that its page shows."""


class Cabinet(Shape):
    """How many drawers a cabinet has, and how many cabinets there are."""

    rows: int
    columns: int
    cabinets: int


class KitShape(Shape):
    """What does not change while the companion runs: the machine. `sides` are those that it can play.

    `moves` is how a move is shown: an `arrow`, else what is on the board (`marks`, `tokens`). `draws` says whether a
    game can end without a winner, `impartial` whether the pieces are nobody's, `first_bead` whether the first bead of a
    game of which nothing else is known says anything. `names` has what stands on those boxes that have no number on.
    """

    name: str
    fingerprint: str
    game: str
    marks: tuple[str, str]
    rows: int
    columns: int
    sides: list[Literal["first", "second"]]
    colours: list[Colour]
    boxes: int
    cabinet: Cabinet | None
    moves: str
    draws: bool
    impartial: bool
    first_bead: bool
    names: dict[int, str]


class BoxInList(Shape):
    """A box among all: where it stands, the beads that belong in it now and at the start, how often it was opened."""

    number: int
    name: str
    side: str
    stage: int
    place: Place | None
    total: int
    start_total: int
    opened: int


class BeadsOfColour(Shape):
    """A colour of a box: its move on the label, beads at the start, by the book, and those that lie in it now."""

    colour: Colour
    on_label: MoveShape
    start: int
    beads: int
    in_box: int


class BoxChange(Shape):
    """A change of a box, in words too; a count, of however many colours, is one, without game and colour.

    `whose` says whose box it is in the tale of a game of both machines, else nothing.
    """

    entry: int
    at: str
    when: str
    game: int | None
    colour: Colour | None
    change: int
    why: str
    words: str
    whose: str


class BoxShape(Shape):
    """A box: its label, what belongs in it now, and how that came about, the newest change first.

    `is_open` says whether it is the one that is due; `entry` is what a recount says as `on`; `counted` is what a count
    found, where that was the last thing that was recorded.
    """

    entry: int
    number: int
    name: str
    side: str
    stage: int
    place: Place | None
    label: Board
    beads: list[BeadsOfColour]
    total: int
    start_total: int
    opened: int
    is_open: bool
    counted: str
    changes: list[BoxChange]


class GameInList(Shape):
    """A game in the history; `players` says who played, where both were machines."""

    number: int
    when: str
    state: Literal["running", "ended", "abandoned"] | str
    went: str
    result: Literal["win", "draw", "loss"] | None
    confirmed: bool
    operator: str | None
    opponent: str | None
    both: bool
    players: str
    moves: str


class ReplayStep(Shape):
    """A step of a game: in words, its move if it is one, and the board after it; `taken_back` if it does not hold."""

    entry: int
    words: str
    move: MoveMade | None
    table: Board | None
    taken_back: bool


class Replay(Shape):
    """A game with all that was done in it, and what it changed in the boxes."""

    game: GameShape
    when: str
    start: Board
    steps: list[ReplayStep]
    changes: list[BoxChange]
    entries: list[dict[str, int | str]]


def kit_shape(kit: Kit) -> KitShape:
    """Return the machine."""
    cabinet = kit.spec.cabinet
    return KitShape(
        name=kit.spec.name,
        fingerprint=kit.fingerprint,
        game=kit.game.name,
        marks=kit.spec.marks,
        rows=kit.game.rows,
        columns=kit.game.columns,
        sides=list(dict.fromkeys(side.value for side, _ in kit.stages)),
        colours=[colour_shape(kit, colour.name) for colour in kit.colours],
        boxes=len(kit.boxes),
        cabinet=Cabinet(rows=cabinet.rows, columns=cabinet.columns, cabinets=kit.cabinets)
        if cabinet
        else None,
        moves=how_it_moves(kit.game),
        draws=has_draws(kit.game),
        impartial=kit.game.impartial,
        first_bead=kit.spec.learning.teaches is not Teaches.LAST_MOVE,
        names={box.number: box.name for box in kit.boxes if box.given_name},
    )


def box_list(journal: Journal) -> list[BoxInList]:
    """Return all boxes, in the order of their numbers."""
    kit = journal.kit
    with journal.one_moment():
        held, opened = journal.contents(), openings(journal)
    return [
        BoxInList(
            number=box.number,
            name=box.name,
            side=box.side.value,
            stage=box.stage,
            place=place_shape(kit, box),
            total=sum(held[box.number].values()),
            start_total=box.start_total,
            opened=opened[box.number],
        )
        for box in kit.boxes
    ]


def box_shape(journal: Journal, number: int) -> BoxShape:
    """Return a box; UnknownNameError where there is none of that number."""
    kit = journal.kit
    box = kit.box(number)
    with journal.one_moment():
        entry = journal.last_entry
        session = Session(kit, journal.contents(), journal.latest_game())
        opened = times_opened(journal, number)
        changes = last_changes(journal, number, CHANGES)
    held, inside = session.contents[number], session.in_box(number)
    return BoxShape(
        entry=entry,
        number=number,
        name=box.name,
        side=box.side.value,
        stage=box.stage,
        place=place_shape(kit, box),
        label=board_shape(kit, box.position, box.moves),
        beads=[
            BeadsOfColour(
                colour=colour_shape(kit, bead.colour),
                on_label=move_shape(kit, bead.move),
                start=bead.start,
                beads=held[bead.colour],
                in_box=inside[bead.colour],
            )
            for bead in box.beads
        ],
        total=sum(held.values()),
        start_total=box.start_total,
        opened=opened,
        is_open=session.box is not None and session.box.number == number,
        counted=_counted(kit, changes, entry),
        changes=list(_changes(kit, changes))[::-1],
    )


def box_number(kit: Kit, text: str) -> int:
    """Return the number of a box that an address names by it, or by what stands on the box.

    UnknownNameError where there is no such box.
    """
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    if is_number and int(text) in kit.indices:
        return int(text)
    ends = {"first": kit.boxes[0].name, "last": kit.boxes[-1].name}
    try:
        return kit.box_named(text).number
    except UnknownNameError:
        if is_number:
            raise UnknownNameError(say("mistake.box", number=int(text), **ends)) from None
        raise UnknownNameError(say("mistake.box-number", text=repr(text[:20]), **ends)) from None


def history(journal: Journal, last: int, before: int | None) -> list[GameInList]:
    """Return so many games behind which no other comes before game `before` (none: the last), the newest first."""
    with journal.one_moment():
        where = "number IN (SELECT number FROM game WHERE number < ? ORDER BY number DESC LIMIT ?)"
        rows = journal.games(where, (before or 10**12, last))
        found = [(row, journal.game(row.number)) for row in reversed(rows)]
    return [
        GameInList(
            number=row.number,
            when=when(row.started_at),
            state=row.state,
            went=book_wording.how_it_went(journal.kit, row, game.gave_up),
            result=row.result,
            confirmed=bool(row.confirmed),
            operator=row.operator,
            opponent=row.opponent,
            both=row.side == BOTH,
            players=book_wording.names(row.operator, row.opponent, row.side == BOTH),
            moves=book_wording.course(game),
        )
        for row, game in found
        if game is not None
    ]


def replay(journal: Journal, number: int) -> Replay:
    """Return a game step by step; UnknownNameError where there is none of that number."""
    kit = journal.kit
    entries = list(journal.entries("game = ?", (number,)))
    if not entries:
        raise UnknownNameError(say("mistake.game", number=number))
    game = GameRecord.of(entries)
    return Replay(
        game=game_shape(kit, game),
        when=when(game.start.played_at or game.start.at),
        start=board_shape(kit, kit.game.start()),
        steps=_replay_steps(kit, game, entries),
        changes=[
            _change(kit, entry, _whose(kit, game, entry))
            for entry in game.entries
            if entry.kind is Kind.ADJUST
        ],
        entries=[entry_facts(entry) for entry in entries],
    )


def _whose(kit: Kit, game: GameRecord, entry: Entry) -> str:
    return capital(machine(kit, game.side_of(entry))) if game.both else ""


def _replay_steps(kit: Kit, game: GameRecord, entries: list[Entry]) -> list[ReplayStep]:
    undone = {entry.undoes for entry in entries if entry.kind is Kind.UNDO}
    after = dict(zip((entry.number for entry in game.moves), game.positions(kit.game)[1:], strict=True))
    return [
        ReplayStep(
            entry=entry.number,
            words=book_wording.move_made(kit, game, entry),
            move=move_made(kit, game, entry) if entry.move else None,
            table=board_shape(kit, after[entry.number]) if entry.number in after else None,
            taken_back=entry.action in undone,
        )
        for entry in entries
        if entry.kind in (*MOVES, Kind.EMPTY, Kind.END, Kind.ABANDON)
    ]


def _counted(kit: Kit, changes: Sequence[Entry], last: int) -> str:
    """Return what a count of a box found whose last change is the journal's last entry; else nothing."""
    if not changes or changes[-1].number != last or changes[-1].kind is not Kind.RECOUNT:
        return ""
    return sentences.counted(kit, [entry for entry in changes if entry.action == changes[-1].action])


def _changes(kit: Kit, entries: Sequence[Entry]) -> Iterator[BoxChange]:
    """Yield the changes of a box, in order: a count writes an entry for each colour, and is one change."""
    for (_, kind), group in groupby(entries, key=lambda entry: (entry.action, entry.kind)):
        made = list(group)
        if kind is not Kind.RECOUNT:
            yield from (_change(kit, entry) for entry in made)
            continue
        found = {
            "colour": None,
            "change": sum(entry.change or 0 for entry in made),
            "words": book_wording.counted_in_short(made),
        }
        yield _change(kit, made[0]).model_copy(update=found)


def _change(kit: Kit, entry: Entry, whose: str = "") -> BoxChange:
    return BoxChange(
        entry=entry.number,
        at=entry.at,
        when=when(entry.at),
        game=entry.game,
        colour=colour_shape(kit, entry.colour) if entry.colour else None,
        change=entry.change or 0,
        why=entry.why or "",
        words=book_wording.change(entry),
        whose=whose,
    )
