"""A copy of a machine as it is shown: the box it opened, what it did and why, what it learned."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from menace_kit.guide import wording
from menace_kit.guide.situation import Due
from menace_kit.guide.twin import Copy, unpacked
from menace_kit.logbook.entries import Kind, is_halving, is_taken_square
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.text.kit_words import page_words, player_called
from menace_kit.text.phrases import Called, Capitals, Text, paragraph, say
from menace_kit.text.shares import shares
from menace_kit.views.adjustments import BoxChanged, changes_of
from menace_kit.views.elements import (
    Board,
    beside,
    board_shape,
    colour_shape,
    move_shape,
    place_shape,
)
from menace_kit.views.explained import chance, learned
from menace_kit.views.games import winning_line
from menace_kit.views.open_box import OpenBox, open_box
from menace_kit.views.running_game import game_shape


class Opened(NamedTuple):
    """The box opened for the machine's last move, before the bead was drawn, and the board then.

    `drawn` is the bead's colour, "" if none was drawn. `chances` is how likely each colour was,
    empty if nothing was left to chance.
    """

    box: OpenBox
    table: Board
    drawn: str
    chances: dict[str, str]


def game_facts(kit: Kit, copy: Copy) -> dict[str, Any]:
    """Return what the page shows of a copy's game."""
    game, session = copy.game, copy.session(kit)
    if game is None:
        return {"game": None}
    tell = page_words(kit).tell
    legal = session.turn.legal if session.due is Due.REPLY else ()
    replies = [move_shape(kit, move, session.position) for move in legal]
    return {
        "game": game_shape(kit, game),
        "stuck": game.abandoned,
        "table": board_shape(kit, session.position),
        "line": winning_line(kit, game),
        "replies": replies,
        "in_squares": all(len(reply.squares) == 1 for reply in replies),
        "you": tell(say("twin.you-are", player=player_called(kit, game.side.other))),
        "said": [(tell(each), is_deed) for each, is_deed in machine_acts(kit, copy)],
        "opened": _opened(kit, copy),
        "over": _over(kit, copy),
    }


def _opened(kit: Kit, copy: Copy) -> Opened | None:
    """Return the box opened for the last move, if there was one."""
    if copy.game is None or copy.opening is None:
        return None
    session, words = copy.session(kit, copy.opening), page_words(kit)
    box, table = open_box(session), board_shape(kit, session.position)
    by_lot = not copy.greedy and box.total
    inside = [bead for bead in box.beads if by_lot and bead.in_box]
    told = shares(words, [bead.in_box for bead in inside])
    chances = {bead.colour.name: chance for bead, chance in zip(inside, told, strict=True)}
    return Opened(box, table, copy.game.entries[copy.opening].colour or "", chances)


def machine_acts(kit: Kit, copy: Copy) -> Iterator[tuple[Text, bool]]:
    """Yield what the machine did after the opponent's last move, and why; True marks the deeds."""
    game = copy.game
    for entry in game.entries[copy.answered :] if game else ():
        if is_taken_square(entry):
            yield say("twin.taken", colour=Capitals(Called(entry.colour or ""))), False
        elif wording.is_told(entry):
            yield wording.happened(kit, game, (entry,)), True
        if entry.kind is Kind.BEAD and entry.box and entry.colour:
            inside = copy.session(kit, copy.opening).in_box(entry.box)
            box, colour = kit.box(entry.box).name, entry.colour
            most = say("twin.most", box=box, colour=Called(colour), n=inside[colour])
            yield most if copy.greedy else chance(box, colour, inside), False


class Lesson(NamedTuple):
    """How a game ended, why if that is not plain, and what the copy learned from it."""

    headline: Text
    ended: Text
    learned: Text
    changes: list[BoxChanged]


HEADLINES = {Result.WIN: "common.win", Result.TIE: "common.draw", Result.LOSS: "here.you-win"}
"""What is said of a game that ended, by the copy's result."""


def lesson(kit: Kit, copy: Copy) -> Lesson | None:
    """Return what the copy learned from its game, or None if it is running or ended early."""
    game = copy.game
    if game is None or game.result is None or game.end is None:
        return None
    before = copy.session(kit, game.entries.index(game.end)).contents
    changes = [change for change in game.tick_list if change.change]
    halved = [entry for entry in game.entries if is_halving(entry)]
    after = copy.session(kit, len(game.entries) - len(halved)).contents
    taught = learned(game.tick_list, before)
    return Lesson(
        headline=say(HEADLINES[game.result]),
        ended=wording.ended(kit, game) if game.end.why else "",
        learned=paragraph([taught, wording.happened(kit, game, halved)]),
        changes=changes_of(kit, changes, after),
    )


def _over(kit: Kit, copy: Copy) -> dict[str, Any] | None:
    """Return what is shown of a finished game, in the language of the kit's pages."""
    came, tell = lesson(kit, copy), page_words(kit).tell
    if came is None:
        return None
    said = {"headline": came.headline, "ended": came.ended, "learned": came.learned}
    return {name: tell(text) for name, text in said.items()} | {"changes": came.changes}


def changed_boxes(kit: Kit, copy: Copy) -> list[str]:
    """Return the names of the boxes in which the copy's beads differ from the machine's."""
    now, taken = copy.session(kit).contents, unpacked(kit, copy.taken)
    return [box.name for box in kit.boxes if now[box.number] != taken[box.number]]


def box_facts(kit: Kit, copy: Copy, number: int) -> dict[str, Any]:
    """Return what the page of a copy's box shows: its beads in the machine, and in the copy now."""
    box, words = kit.box(number), page_words(kit)
    taken, now = unpacked(kit, copy.taken)[number], copy.session(kit).contents[number]
    total = sum(now.values())
    chances = shares(words, [now[bead.colour] for bead in box.beads])
    beads = [
        {
            "colour": colour_shape(kit, bead.colour),
            "move": move_shape(kit, bead.move, box.position),
            "taken": taken[bead.colour],
            "now": now[bead.colour],
            "chance": chance,
        }
        for bead, chance in zip(box.beads, chances, strict=True)
    ]
    label = board_shape(kit, box.position, box.moves)
    where = place_shape(kit, box)
    return {
        "box": box,
        "place": where,
        "label": label,
        "beads": beads,
        "total": total,
        "beside": beside(kit, box),
    }
