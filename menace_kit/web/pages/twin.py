"""The twin: anybody plays a copy of the machine on a phone; it learns in its copy only, and nothing reaches the book.

A copy plays as the machine at the table does, by the guide's own session, whose acts are written nowhere (`Rehearsal`);
what is done here is what hands do there: a bead is drawn. A browser knows its copy by a cookie that says nothing else.
"""

import secrets
import time
from array import array
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from random import Random, SystemRandom
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ConfigDict, ValidationError

from menace_kit.errors import GuideError
from menace_kit.guide import wording
from menace_kit.guide.desk import Rehearsal
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import Action, GameRecord, Kind, is_halving, is_taken_square
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, How, Lot, Result, adjust
from menace_kit.machine.schema import EmptyBox, FullBox
from menace_kit.text.kit_words import kinds, page_words, player_called
from menace_kit.text.words import Called, Capitals, Text, paragraph, say
from menace_kit.views import book
from menace_kit.views.elements import Board, board_shape, colour_shape, move_shape, place_shape
from menace_kit.views.state import OpenBox, game_shape, in_percent, open_box
from menace_kit.web.commands import companion_of
from menace_kit.web.guard import sender_of
from menace_kit.web.page import form_of, languages, page, sender, sentence_for, visitors_kit, words_of

router = APIRouter(include_in_schema=False)

# A copy of the machine, and how it plays.

Beads: TypeAlias = "array[int]"
"""Beads of each colour of each box, in the kit's order: a tenth of the memory that dictionaries take."""


def packed(kit: Kit, contents: Contents) -> Beads:
    """Return what lies in the boxes in little room."""
    return array("I", (contents[box.number][bead.colour] for box in kit.boxes for bead in box.beads))


def unpacked(kit: Kit, beads: Beads) -> dict[int, dict[str, int]]:
    """Return it as it was."""
    left = iter(beads)
    return {box.number: {bead.colour: next(left) for bead in box.beads} for box in kit.boxes}


@dataclass(frozen=True)
class Copy:
    """A copy of the machine, taken when it had played so many games.

    `taken` are the beads from then, `held` those from when its own last game began. Whether it is `greedy` is said when
    a game begins; `fared` counts its games by their results.
    """

    games: int
    taken: Beads
    held: Beads
    game: GameRecord | None = None
    greedy: bool = False
    fared: Mapping[Result, int] = field(default_factory=dict)

    @classmethod
    def of(cls, kit: Kit, contents: Contents, games: int) -> "Copy":
        """Return a copy of the machine with what belongs in its boxes now."""
        beads = packed(kit, contents)
        return cls(games, beads, beads)

    @property
    def step(self) -> str:
        """Return what every tap says that it was made on, so that a second one of a double tap does nothing."""
        return f"{self.game.number}.{len(self.game.entries)}" if self.game else "0"

    def session(self, kit: Kit, entries: int | None = None) -> Session:
        """Return how it stands; with a number of entries, as it stood when its game had just these."""
        contents = unpacked(kit, self.held)
        game = self.game
        if game and entries is not None:
            game = GameRecord(game.entries[:entries])
        if game:
            adjust(contents, game.adjustments)
        return Session(kit, contents, game)

    def begin(self, kit: Kit, machine_first: bool | None, greedy: bool, lots: Random) -> "Copy":
        """Return the copy in a new game, the machine's first move made; one that goes on is broken off.

        GuideError where its first box is empty, and the rules do not help it.
        """
        rehearsal = Rehearsal(self.session(kit))
        if rehearsal.session.game and rehearsal.session.game.running:
            rehearsal.act(Session.abandon)
        held = packed(kit, rehearsal.session.contents)
        rehearsal.act(lambda session: session.start(machine_first=machine_first))
        return replace(self, held=held, greedy=greedy)._played(rehearsal, lots)

    def reply(self, kit: Kit, move: str, lots: Random) -> "Copy":
        """Return the copy after a visitor's move and what it does then; GuideError where that cannot be made."""
        rehearsal = Rehearsal(self.session(kit))
        rehearsal.act(lambda session: session.reply(move, _lot(lots)))
        return self._played(rehearsal, lots)

    def _played(self, rehearsal: Rehearsal, lots: Random) -> "Copy":
        machine_moves(rehearsal, self.greedy, lots)
        fared = Counter(self.fared)
        if rehearsal.session.due is Due.ADJUST:
            rehearsal.act(Session.confirm)  # no hand has to put its beads right
            if rehearsal.session.kit.spec.learning.full_box is FullBox.HALVE:
                for number in rehearsal.session.too_full:
                    rehearsal.act(partial(Session.halve, number=number))
        if (game := rehearsal.session.game) and game.result:
            fared[game.result] += 1
        return replace(self, game=game, fared=fared)


def machine_moves(rehearsal: Rehearsal, greedy: bool, lots: Random) -> None:
    """Do what the machine's operator does until the opponent moves or the game is over.

    Where the kit's rules leave no way on, as with an empty box that by the rule never is, the game is broken off.
    """
    while (session := rehearsal.session).due is Due.BEAD and session.box is not None:
        inside = session.in_box(session.box.number)
        if session.how is How.DRAWN:
            action = session.draw(_drawn(session, inside, greedy, lots), lot=_lot(lots))
        elif session.kit.spec.learning.empty_box is EmptyBox.KEEP_LAST:
            action = session.abandon()
        else:
            action = session.empty(_lot(lots))
        rehearsal.act(_giving(action))


def _giving(action: Action) -> Callable[[Session], Action]:
    return lambda _: action


def _playable(session: Session, inside: Mapping[str, int]) -> dict[str, int]:
    """Return the beads in the open box that mean a move: not those of taken squares."""
    taken = session.box.taken if session.box else ()
    return {colour: count for colour, count in inside.items() if count and colour not in taken}


def _drawn(session: Session, inside: Mapping[str, int], greedy: bool, lots: Random) -> str:
    """Return the colour of the bead that is drawn: by lot, or one of which most are there, by lot among equals."""
    if greedy and (playable := _playable(session, inside)):
        most = max(playable.values())
        return lots.choice([colour for colour, count in playable.items() if count == most])
    return lots.choices(list(inside), list(inside.values()))[0]


def _lot(lots: Random) -> Lot:
    return lambda _, moves: lots.choice(moves)


# The copies that are kept: in memory, so many and no more.

MOST_COPIES = 500
"""Copies that are kept; whoever takes one more takes the place of the one that was left longest."""

IDLE = 3600.0
"""Seconds after which a copy that nobody touches is forgotten."""

COOKIE = "menace_kit_twin"


class _Kept(NamedTuple):
    copy: Copy
    sender: str
    touched: float


class Copies:
    """The copies of all visitors, by the tokens that their browsers keep; nothing of them outlasts the server.

    Where there are too many, the one goes that was left longest, of those of the sender that has most: so nobody takes
    all places for himself.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with none."""
        self._clock = clock
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._kept)

    def find(self, token: str | None) -> Copy | None:
        """Return the copy of whoever shows this token; None where there is none, or none any more."""
        self._forget()
        kept = self._kept.get(token or "")
        if kept is None or token is None:
            return None
        self._put(token, kept.copy, kept.sender)
        return kept.copy

    def keep(self, token: str | None, copy: Copy, address: str) -> str:
        """Keep a copy, and return its token: the same, where there is one already."""
        self._forget()
        if token is None or token not in self._kept:
            token = secrets.token_urlsafe(16)
        self._put(token, copy, sender_of(address))
        if len(self._kept) > MOST_COPIES:
            ((most, _),) = Counter(kept.sender for kept in self._kept.values()).most_common(1)
            del self._kept[next(each for each, kept in self._kept.items() if kept.sender == most)]
        return token

    def _put(self, token: str, copy: Copy, sender: str) -> None:
        self._kept[token] = _Kept(copy, sender, self._clock())
        self._kept.move_to_end(token)

    def _forget(self) -> None:
        while self._kept and next(iter(self._kept.values())).touched < self._clock() - IDLE:
            self._kept.popitem(last=False)


# What its pages show.


class Opened(NamedTuple):
    """The box that the machine opened for its last move, as it was before a bead was drawn, and the board then.

    `drawn` is the colour of that bead, "" for none; `chances` has how likely each colour was, empty where none was left
    to chance.
    """

    box: OpenBox
    table: Board
    drawn: str
    chances: dict[str, str]


OPENING = (Kind.BEAD, Kind.EMPTY, Kind.ABANDON)
"""What is written of a copy where a box lay open; it breaks a game off where there is no way on."""


def game_facts(kit: Kit, copy: Copy) -> dict[str, Any]:
    """Return what the page shows of a copy's game that is begun."""
    game, session = copy.game, copy.session(kit)
    if game is None:
        return {"game": None}
    tell = page_words(kit).tell
    last = 1 + max(
        place for place, entry in enumerate(game.entries) if entry.kind in (Kind.START, Kind.REPLY)
    )
    legal = session.turn.legal if session.due is Due.REPLY else ()
    replies = [move_shape(kit, move, session.position) for move in legal]
    outcome = kit.game.outcome(session.position)
    opened = _opened(kit, copy, last)
    return {
        "game": game_shape(kit, game),
        "stuck": game.abandoned,
        "table": board_shape(kit, session.position),
        "line": [square + 1 for square in outcome.squares] if outcome else [],
        "replies": replies,
        "in_squares": all(len(reply.squares) == 1 for reply in replies),
        "you": tell(say("twin.you-are", *kinds(kit), player=player_called(kit, game.side.other))),
        "said": [(tell(each), is_deed) for each, is_deed in _told(kit, copy, last, opened)],
        "opened": opened,
        "over": _over(kit, copy) if game.result else None,
    }


def _opened(kit: Kit, copy: Copy, begin: int) -> Opened | None:
    """Return the box that was opened last behind the first entries of a game; None where none was."""
    entries = copy.game.entries if copy.game else ()
    place = next((i for i in reversed(range(begin, len(entries))) if entries[i].kind in OPENING), None)
    if place is None:
        return None
    session = copy.session(kit, place)
    box, table = open_box(session), board_shape(kit, session.position)
    by_lot = not copy.greedy and box.total
    words = page_words(kit)
    chances = {
        bead.colour.name: in_percent(words, bead.in_box, box.total)
        for bead in box.beads
        if by_lot and bead.in_box
    }
    return Opened(box, table, entries[place].colour or "", chances)


def _told(kit: Kit, copy: Copy, begin: int, opened: Opened | None) -> Iterator[tuple[Text, bool]]:
    """Yield what the machine did behind the first entries of its game, and why; and whether it is what it did."""
    game = copy.game
    for entry in game.entries[begin:] if game else ():
        if is_taken_square(entry):
            yield say("twin.taken", colour=Capitals(Called(entry.colour or ""))), False
        elif wording.is_told(entry):
            yield wording.happened(kit, game, (entry,)), True
        if entry.kind is Kind.BEAD and opened is not None:
            inside, colour = {bead.colour.name: bead.in_box for bead in opened.box.beads}, opened.drawn
            most = say("twin.most", box=opened.box.name, colour=Called(colour), n=inside[colour])
            yield most if copy.greedy else book.chance(opened.box.name, colour, inside), False


def _over(kit: Kit, copy: Copy) -> dict[str, Any]:
    """Return what is told of a game that is over: how it ended, and what it changed in which boxes of the copy."""
    game, tell = copy.game, page_words(kit).tell
    if game is None or game.result is None or game.end is None:
        return {}
    before = copy.session(kit, game.entries.index(game.end)).contents
    changes = [(change.box, change.colour, change.change) for change in game.tick_list if change.change]
    halved = [entry for entry in game.entries if is_halving(entry)]
    learned = copy.session(kit, len(game.entries) - len(halved)).contents
    return {
        "headline": tell(say("twin.won" if game.result is Result.LOSS else f"screen.{game.result.value}")),
        "ended": tell(wording.ended(kit, game)) if game.end.why else "",
        "learned": tell(
            paragraph(
                [
                    book.learned(game.result, game.tick_list, before),
                    wording.happened(kit, game, halved),
                ]
            )
        ),
        "changes": book.changes_of(kit, changes, learned),
    }


def changed_boxes(kit: Kit, copy: Copy) -> list[str]:
    """Return what stands on the boxes in which the copy has other beads than the machine had."""
    now, then = copy.session(kit).contents, iter(copy.taken)
    return [box.name for box in kit.boxes if [*islice(then, len(box.beads))] != [*now[box.number].values()]]


def box_facts(kit: Kit, copy: Copy, number: int) -> dict[str, Any]:
    """Return what the page of a box of a copy shows: its beads in the machine, and in the copy now."""
    box, words = kit.box(number), page_words(kit)
    taken, now = unpacked(kit, copy.taken)[number], copy.session(kit).contents[number]
    total, place = sum(now.values()), kit.indices[number]
    before, _, behind = (None, *kit.boxes, None)[place : place + 3]
    beads = [
        {
            "colour": colour_shape(kit, bead.colour),
            "move": move_shape(kit, bead.move, box.position),
            "taken": taken[bead.colour],
            "now": now[bead.colour],
            "chance": in_percent(words, now[bead.colour], total),
        }
        for bead in box.beads
    ]
    label = board_shape(kit, box.position, box.moves)
    where = place_shape(kit, box)
    return {
        "box": box,
        "place": where,
        "label": label,
        "beads": beads,
        "total": total,
        "beside": (before, behind),
    }


# Its pages.


class NewGame(BaseModel):
    """A game begins: who moves first, how beads come out, and whether the machine's present beads are taken before."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    first_mover: Literal["machine", "opponent"] | None = None
    how: Literal["lot", "greedy"] = "lot"
    anew: bool = False


Language = Annotated[str, Query(max_length=20)]


@router.get("/play")
async def play(request: Request, lang: Language = "", begun: bool = False) -> Response:
    """Show the game against a copy, or how one begins."""
    kit, copy = visitors_kit(request, lang), _copies(request).find(request.cookies.get(COOKIE))
    now = await companion_of(request).state()
    is_gone = copy is None and (begun or COOKIE in request.cookies)
    session = copy.session(kit) if copy else None
    return _page(
        request,
        kit,
        lang,
        "twin.html",
        "/play",
        copy=copy,
        first=kit.boxes[0].name,
        since=now.totals.games - copy.games if copy else 0,
        sides=[(side, page_words(kit).tell(player_called(kit, side))) for side in kit.sides],
        dead=[side for side in kit.sides if session and session.is_dead(side)],
        results=[(result.value, copy.fared.get(result, 0)) for result in Result] if copy else [],
        changed=changed_boxes(kit, copy) if copy else [],
        notice=page_words(kit)("twin.gone") if is_gone else "",
        **(game_facts(kit, copy) if copy else {"game": None}),
    )


@router.post("/play/begin")
async def begin(request: Request, lang: Language = "") -> Response:
    """Begin a game, with a new copy where there is none or one is asked for."""
    companion, copies, token = companion_of(request), _copies(request), request.cookies.get(COOKIE)
    try:
        wanted = NewGame.model_validate(await form_of(request))
    except ValidationError as error:
        raise GuideError(sentence_for(words_of(request), error.errors())) from error
    kit, copy = companion.kit, copies.find(token)
    if copy is None or wanted.anew:
        now = await companion.state()
        contents = await companion.reading_once("contents", now.entry, Journal.contents)
        copy = Copy.of(kit, contents, now.totals.games)
    machine_first = None if wanted.first_mover is None else wanted.first_mover == "machine"
    session = copy.session(kit)
    session.check_players(None, machine_first, both=False)
    if not session.is_dead(session.next_side(machine_first)):
        copy = copy.begin(kit, machine_first, wanted.how == "greedy", SystemRandom())
    elif copy.game and copy.game.running:
        copy = replace(copy, game=None, held=packed(kit, session.contents))
    token = copies.keep(token, copy, sender(request))
    answer = _back(lang, begun="true")
    answer.set_cookie(
        COOKIE,
        token,
        max_age=round(IDLE),
        secure=companion.settings.secure,
        httponly=True,
        samesite="strict",
    )
    return answer


@router.post("/play/move")
async def move(request: Request, lang: Language = "") -> Response:
    """Make a visitor's move, and the machine's behind it; what was tapped on something older does nothing."""
    fields, copies, token = await form_of(request), _copies(request), request.cookies.get(COOKIE)
    copy = copies.find(token)
    if copy is None:
        return _back(lang, begun="true")
    if fields.get("on") == copy.step:
        kit = visitors_kit(request, lang)
        copies.keep(token, copy.reply(kit, fields.get("square", "")[:40], SystemRandom()), sender(request))
    return _back(lang)


@router.get("/play/box")
async def box(request: Request, box: Annotated[str, Query(max_length=80)], lang: Language = "") -> Response:
    """Show a box of the copy."""
    copy = _copies(request).find(request.cookies.get(COOKIE))
    if copy is None:
        return _back(lang, begun="true")
    kit = visitors_kit(request, lang)
    facts = box_facts(kit, copy, book.box_number(kit, box))
    return _page(
        request, kit, lang, "twin_box.html", "/play/box", query=f"box={facts['box'].number}&", **facts
    )


def _copies(request: Request) -> Copies:
    found: Copies = request.app.state.copies
    return found


def _back(lang: str, **facts: str) -> RedirectResponse:
    """Return the way back to the game, in the language that was chosen."""
    chosen = {"lang": lang} if lang in languages() else {}
    query = "&".join(f"{name}={value}" for name, value in (chosen | facts).items())
    return RedirectResponse(f"/play?{query}" if query else "/play", 303)


def _page(
    request: Request, kit: Kit, lang: str, template: str, address: str, query: str = "", **facts: Any
) -> Response:
    """Return a page in a visitor's language; `address` and `query` are its own, for the choice of another one."""
    where: dict[str, Any] = {"address": address, "query": query, "lang": lang if lang in languages() else ""}
    return page(request, template, read_as=kit, languages=languages(), **where, **facts)
