"""What the operator is told at each step and of the machine's logbook:
each sentence once, a message that any face shows.

What an act brought about comes first, then what is due now, how a game ended and what is to be done
with its beads; at last what the logbook says of games and of counts.
"""

from collections.abc import Iterable, Mapping, Sequence

from menace_kit.games import Move, NamesMoves, Pieces, Position, Side, parse_move
from menace_kit.guide.session import Due, Session, machine_is_dead
from menace_kit.logbook.entries import (
    EXHIBITIONS,
    MOVES,
    OUTCOME_ONLY,
    TAKEN,
    WATCHED,
    BeadMove,
    Entry,
    GameRecord,
    GameRow,
    Kind,
    adjustments_in,
    by_line,
    is_halving,
    is_taken_square,
    positions_before,
)
from menace_kit.machine.boxes import Box
from menace_kit.machine.containers import tray_capacity
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Adjustment, Result, Why, full_above, halving
from menace_kit.machine.schema import EmptyBox, FullBox
from menace_kit.machine.turns import GaveUp, LaterMove, Turn
from menace_kit.text.kit_words import (
    alike,
    amount,
    beads,
    box_and_place,
    counts,
    kinds,
    machine,
    player_called,
    side_named,
    square,
    why_later,
)
from menace_kit.text.words import (
    Called,
    Capital,
    Capitals,
    Change,
    Joined,
    Text,
    Whole,
    joined,
    listed,
    named,
    paragraph,
    say,
)

TOLD = (*MOVES, Kind.EMPTY, Kind.ABANDON)
"""The kinds of entries of a game that have sentences of their own, whatever they say."""

WHYS = (
    Why.LAST_BEAD.value,
    Why.PUNISHED.value,
    Why.REFILL.value,
    Why.TAKEN.value,
    Why.HALVED.value,
    WATCHED,
)
"""The reasons of adjustments that are told: the others follow from the result alone."""

GAVE_UP = frozenset(reason.value for reason in GaveUp)


def kinds_of(kit: Kit, game: GameRecord | None) -> tuple[str, ...]:
    """Return what a sentence of this game may have a twin for, the most telling first."""
    return kinds(kit, both=game is not None and game.both)


def opponent(game: GameRecord | None) -> Text:
    """Return the opponent's name, or `the opponent`."""
    name = game.start.opponent if game else None
    return named(name) if name else say("happened.opponent")


def empty_rule(rule: EmptyBox, *kinds: str) -> Text:
    """Return what the kit's rule does with an empty box: `the machine gives up`."""
    return say(f"empty-rules.{rule.value}", *kinds)


# What has happened


def begins(kit: Kit, game: GameRecord) -> Text:
    begun = say("recorded.begins", *kinds_of(kit, game), game=game.number, opponent=opponent(game))
    return paragraph([begun, say("exhibition.is") if game.exhibition else ""])


def last_action(game: GameRecord | None) -> tuple[Entry, ...]:
    """Return the entries of the last act of a game that holds, its beginning among them."""
    if game is None:
        return ()
    if game.is_one_action and not game.halved_last:
        return game.entries
    return tuple(entry for entry in game.entries if entry.action == game.entries[-1].action)


def happened(kit: Kit, game: GameRecord | None, entries: Iterable[Entry]) -> Joined:
    """Return what an act brought about: a sentence for each move, and for what follows from it."""
    said: list[Text] = []
    refilled: dict[str, int] = {}
    taken_out: dict[int, dict[str, int]] = {}
    for entry in entries:
        if entry.kind is Kind.ADJUST and entry.why == Why.REFILL.value:
            refilled[entry.colour or ""] = entry.change or 0
        elif is_halving(entry):
            taken_out.setdefault(entry.box or 0, {})[entry.colour or ""] = -(entry.change or 0)
        else:
            said.append(_what_happened(kit, game, entry))
    if refilled:
        said.append(say("happened.refilled", beads=counts(refilled)))
    for number, out in taken_out.items():
        said.append(say("full.done", box=kit.box(number).name, out=counts(out)))
    return paragraph(said)


def _what_happened(kit: Kit, game: GameRecord | None, entry: Entry) -> Text:
    """Return what an entry of a game brought about; nothing where it goes without saying."""
    if game is not None and game.watched and entry.kind in (Kind.END, Kind.REPLY):
        return (
            paragraph([say("watched.learns"), ended(kit, game)]) if entry.kind is Kind.END else ""
        )
    if entry.kind is Kind.END and game is not None and game.outcome_only:
        return ended(kit, game)
    if not (is_told(entry) or entry.kind is Kind.UNDO):
        return ""
    told = kinds_of(kit, game)
    facts = {} if game is None else _who(kit, game, game.side_of(entry))
    later = later_of(kit, entry, game.entries) if game else None
    done = say(
        f"happened.{'charted' if later and entry.kind is Kind.FORCED else _deed_of(entry)}",
        *told,
        game=entry.game,
        box=kit.box(entry.box).name if entry.box else "",
        colour=Capitals(Called(entry.colour or "")),
        move=_where(kit, entry, game.entries) if game else "",
        deed=deed(adjustments_in((entry,))[0]) if is_taken_square(entry) else "",
        opponent=Capital(opponent(game)),
        rule=empty_rule(EmptyBox(entry.why), *told) if entry.kind is Kind.EMPTY else "",
        **facts,
    )
    return paragraph([why_later(later.line), done]) if later else done


def later_of(kit: Kit, entry: Entry, entries: Iterable[Entry]) -> LaterMove | None:
    """Return what the kit's rule said for a move of a game, these being its entries;
    None where the move had a box.
    """
    if entry.kind not in (Kind.FORCED, Kind.LOT):
        return None
    return Turn(kit, positions_before(kit.game, entries)[entry.number]).later


def without_bead(kit: Kit, game: GameRecord, entry: Entry) -> Text:
    """Return how a machine came to a move for which no bead was drawn."""
    later = later_of(kit, entry, game.entries)
    if later and later.line:
        return say("play.by-chart-lot" if entry.kind is Kind.LOT else "play.by-chart")
    return say("play.by-lot" if entry.kind is Kind.LOT else "play.only-move")


def is_told(entry: Entry) -> bool:
    """Return whether an entry of a game has sentences of its own,
    in `[happened]` and in `[story]`.
    """
    return entry.kind in TOLD or is_taken_square(entry)


def _deed_of(entry: Entry) -> str:
    """Return what was done, the end of its sentences' keys:
    only the first bead that is named alone has no move.
    """
    if is_taken_square(entry):
        return TAKEN
    return "first-bead" if entry.kind is Kind.BEAD and entry.move is None else str(entry.kind.value)


def _who(kit: Kit, game: GameRecord, side: Side) -> dict[str, Text]:
    """Return whose act it was, for sentences of games of both machines."""
    return (
        {"player": player_called(kit, side), "machine": Capital(machine(kit, side))}
        if game.both
        else {}
    )


def taken_back(kit: Kit, game: GameRecord | None, entries: Sequence[Entry]) -> Text:
    """Return what was taken back, and what to do on the board for that;
    `game` as it was or is, with its start.

    The beads are told by `by_hand`.
    """
    if game is None or is_whole(entries):
        return say("recorded.taken-back", game=entries[0].game)
    if is_halving(entries[0]):
        return say("full.undone", box=kit.box(entries[0].box or 0).name)
    every = game.entries if entries[0] in game.entries else (*game.entries, *entries)
    told = [
        move_made(kit, game, entry, every)
        for entry in entries
        if is_told(entry) or entry.kind is Kind.END
    ]
    said: list[Text] = [say("happened.taken-back", what=joined(*told, between="; "))]
    moved = [entry.move for entry in entries if entry.move]
    if moved and kit.game.pieces is Pieces.MARKS:
        said.append(say("happened.marks-off", n=len(moved), squares=listed(moved)))
    elif moved:
        said.append(say("happened.set-board"))
    return paragraph(said)


# What is due


def due(session: Session, machine_first: bool | None = None, both: bool = False) -> Text:
    """Return in one line what the operator does now;
    the rest says how the next game would begin.
    """
    game, box = session.game, session.box
    told = kinds_of(session.kit, game)
    if session.due is Due.BEAD and box is not None:
        who = Capital(player_called(session.kit, session.position.to_move))
        if not sum(session.in_box(box.number).values()):
            rule = empty_rule(session.kit.spec.learning.empty_box, *told)
            return say("keys.empty", *told, box=box.name, player=who, rule=rule)
        return say("keys.bead", *told, box=box.name, player=who, letters=letters(session))
    if session.due is Due.REPLY:
        return say(
            "keys.reply", *told, opponent=Capital(opponent(game)), squares=_free(session, " ")
        )
    if session.due is Due.ADJUST:
        return say("keys.adjust")
    if dead(session, machine_first, both):
        return say("keys.dead")
    return say("keys.start", *_next(both))


def expected(session: Session, both: bool = False) -> Text:
    """Return in one line which keys mean something now, for one that does not;
    `both` as the next game would be.
    """
    told = _next(both) if session.due is Due.START else kinds(session.kit)
    facts: Mapping[Due, Mapping[str, str]] = {
        Due.BEAD: {"letters": letters(session)},
        Due.REPLY: {"squares": _free(session, " ")},
    }
    return say(f"keys.expected-{session.due.value}", *told, **facts.get(session.due, {}))


def to_move(kit: Kit, side: Side) -> Text:
    """Return beside a box whose turn it is."""
    return say("both.to-move", player=player_called(kit, side))


def advice(
    kit: Kit, position: Position, move: Move, why: str, box: int | None, number: int
) -> Text:
    """Return which reply teaches the machine most, and why: a reason of `[teach]`,
    of which each tells a number.
    """
    reason = say(f"teach.{why}", box=kit.box(box).name if box is not None else "", n=number)
    return say("teach.reply", *kinds(kit), move=square(kit, move, position), why=reason)


def marked(kit: Kit, move: Move) -> tuple[int, ...]:
    """Return the squares on which a move that is advised is shown:
    all of them, but of Nim the one that is typed.
    """
    return move[:1] if isinstance(kit.game, NamesMoves) else move


def replies(session: Session) -> Text:
    """Return what the opponent can do now, and what is to be entered."""
    return say("keys.free", *kinds(session.kit), squares=_free(session, ", "))


def _next(both: bool) -> tuple[str, ...]:
    return ("both",) if both else ()


def letters(session: Session) -> str:
    """Return the letters of the beads that the open box can hold: `W L D`."""
    return (
        " ".join(session.kit.colour(name).key for name in session.box.moves) if session.box else ""
    )


def _free(session: Session, between: str) -> str:
    """Return the moves that are free: `1 4 5`."""
    return between.join(map(session.written, session.kit.game.legal_moves(session.position)))


def dead(session: Session, machine_first: bool | None, both: bool) -> Text | None:
    """Return why the next game cannot begin, a machine that would play being
    dead, or None where it can.
    """
    sides = tuple(Side) if both else (session.next_side(machine_first),)
    return next(
        (machine_is_dead(session.kit, side) for side in sides if session.is_dead(side)), None
    )


def farewell(session: Session) -> Text:
    """Return where things stand when the operator leaves."""
    game = session.game
    if game is None or session.due is Due.START:
        return say("keys.farewell")
    which = "keys.farewell-adjust" if session.due is Due.ADJUST else "keys.farewell-game"
    return say(which, number=game.number)


# How a game ended


def ended(kit: Kit, game: GameRecord) -> Text:
    """Return how a game ended for the machine, or for each of the two,
    and why where that is not plain.
    """
    if game.result is None:
        if game.taken_back:
            return say("ended.taken-back")
        return say("ended.abandoned" if game.abandoned else "ended.running")
    why = game.end.why if game.end else None
    if game.watched and game.winner:
        player = Capital(player_called(kit, game.winner))
        return say("watched.won", *side_named(kit, game.winner), player=player)
    if game.both:
        return _ended_for_both(kit, game.winner, why)
    if why in GAVE_UP:
        return say(f"ended.{why}")
    return say(f"ended.{game.result.value}{'-outcome-only' if why == OUTCOME_ONLY else ''}")


def _ended_for_both(kit: Kit, winner: Side | None, why: str | None) -> Text:
    if winner is None:
        return say("both.draw")
    names = {"winner": Capital(machine(kit, winner)), "loser": machine(kit, winner.other)}
    return say(f"both.won-{why}", **names) if why in GAVE_UP else say("both.won", **names)


def headline(kit: Kit, game: GameRecord) -> Text:
    """Return how a game ended, in a word or two for a crowd:
    `LOST`, or where both are machines `O WON`.
    """
    if (game.both or game.watched) and game.winner is not None:
        winner = game.winner
        return say(
            "both.headline", *side_named(kit, winner), player=Capitals(player_called(kit, winner))
        )
    return say(f"headline.{(game.result or Result.TIE).value}")


def result_and_ticks(kit: Kit, game: GameRecord, ticked: int) -> Text:
    """Return how a game ended, and how much of its list is done."""
    said: list[Text] = [ended(kit, game)]
    if game.result is Result.LOSS and not (game.both or game.watched):
        said.append(say("happened.opponent-wins", opponent=Capital(opponent(game))))
    said.append(say("happened.ticked", ticked=ticked, lines=len(game.tick_list)))
    return paragraph(said)


# What to do with the beads


def list_head(kit: Kit, game: GameRecord, side: Side) -> Text:
    """Return the heading of one machine's tick-list in a game of both:
    `O's machine, which won:`.
    """
    whose = Capital(machine(kit, side))
    if game.result is None or game.watched:
        return say("both.list", machine=whose)
    return say(f"both.list-{Result.of(game.winner, side).value}", machine=whose)


def adjustment(kit: Kit, change: Adjustment, after: Mapping[str, int]) -> Text:
    """Return a line of a tick-list: `Box 1, row 1, drawer 1: GOLD back +3 -> 7 of 15`."""
    where = box_and_place(kit, kit.box(change.box))
    return say("beads.adjustment", box=where, deed=deed_and_rest(change, after))


def deed_and_rest(change: Adjustment, after: Mapping[str, int]) -> Text:
    """Return what to do with a drawn bead, and how many of its colour and of all beads
    the box should hold then: `GOLD back +3 -> 7 of 15`.
    """
    total = sum(after.values())
    told = "beads.then" if total else "beads.then-empty"
    return say(told, deed=deed(change), n=after[change.colour], total=total)


def deed(change: Adjustment) -> Text:
    """Return what to do with the bead that lies before a box: `GOLD back +3`.

    The drawn bead itself goes back or stays out; the number is that of the others.
    Where others played, none lies there: all of the beads go in, or out.
    """
    facts = {"colour": Capitals(Called(change.colour))}
    if change.why is Why.WATCHED:
        return say("beads.put", change=Change(change.change), **facts)
    if change.change > 0:
        done = say("beads.add", change=Change(change.change), **facts)
    elif change.change == 0:
        done = say("beads.last-bead" if change.why is Why.LAST_BEAD else "beads.back", **facts)
    elif change.change == -1:
        done = say("beads.out", **facts)
    else:
        done = say("beads.take", change=Change(change.change + 1), **facts)
    return say("beads.punished", deed=done) if change.why is Why.PUNISHED else done


def refilled(kit: Kit, game: GameRecord) -> list[Text]:
    """Return what was put into empty boxes during a game, a sentence for each box;
    it is no work to do in its list.
    """
    put_in: dict[int, dict[str, int]] = {}
    for change in game.refills:
        put_in.setdefault(change.box, {})[change.colour] = change.change
    return [
        say("beads.refilled", box=box_and_place(kit, kit.box(box)), beads=counts(inside))
        for box, inside in put_in.items()
    ]


def how_full(kit: Kit, number: int, inside: Mapping[str, int]) -> Text:
    """Return that a box which holds these beads is too full, and how many would do."""
    total, holds = sum(inside.values()), tray_capacity(kit.container.tray, kit.bead)
    by_kit = kit.spec.learning.full_above is not None
    reason = "limit" if by_kit else "capacity" if total > holds else "mixing"
    box = kit.box(number)
    facts = {"box": box_and_place(kit, box), "beads": beads(total), "most": full_above(kit, box)}
    return say(f"full.{reason}", holds=holds, **facts)


def half_of(number: int, inside: Mapping[str, int]) -> Text:
    """Return what to take out of a box that is halved, and what it should hold then."""
    out = {change.colour: -change.change for change in halving(number, inside)}
    return say("full.half", out=counts(out), left=sum(inside.values()) - sum(out.values()))


def too_full(kit: Kit, number: int, inside: Mapping[str, int]) -> Text:
    """Return that a box is too full, and what to take out where the kit's rule says so."""
    halves = kit.spec.learning.full_box is FullBox.HALVE
    return paragraph([how_full(kit, number, inside), half_of(number, inside) if halves else ""])


def boxes_too_full(session: Session) -> list[Text]:
    return [too_full(session.kit, number, session.in_box(number)) for number in session.too_full]


# Beads that somebody moves by hand

HEADS = {
    Kind.UNDO: "by-hand.move",
    Kind.ABANDON: "by-hand.move",
    Kind.START: "by-hand.left",
}
"""What stands over the beads to move, by what was done; other acts say it themselves."""


def by_hand(kit: Kit, done: Kind, moves: Sequence[BeadMove]) -> list[Text]:
    """Return what to do with the real beads because of an act, under a heading;
    nothing where nothing is to be done.
    """
    return [say(HEADS[done]), *moved(kit, moves)] if moves and done in HEADS else []


def undone(
    kit: Kit, game: GameRecord | None, entries: Sequence[Entry], moves: Sequence[BeadMove]
) -> list[Text]:
    """Return what was taken back, as `taken_back` does, and what to do with the real beads."""
    none = [say("by-hand.none")] if is_whole(entries) and not moves else []
    return [taken_back(kit, game, entries), *none, *by_hand(kit, Kind.UNDO, moves)]


def is_whole(entries: Iterable[Entry]) -> bool:
    """Return whether these, that were taken back, are a whole game."""
    return any(entry.kind is Kind.START for entry in entries)


def moved(kit: Kit, moves: Iterable[BeadMove]) -> list[Text]:
    """Return which beads to move, a sentence for each box: from where, and where to."""
    deeds: dict[int, list[Text]] = {}
    for move in moves:
        way, colour = (
            f"by-hand.{move.out_of.value}-{move.into.value}",
            Capitals(Called(move.colour)),
        )
        deeds.setdefault(move.box, []).append(say(way, n=move.beads, colour=colour))
    return [
        say("beads.deed", box=box_and_place(kit, kit.box(box)), deed=joined(*own, between="; "))
        for box, own in deeds.items()
    ]


def before_boxes(kit: Kit, game: GameRecord | None) -> Text:
    """Return which beads of a game that goes on lie before their boxes;
    nothing where there are none.
    """
    if game is None or not game.running or not game.drawn:
        return ""
    lie = (
        say("by-hand.bead", colour=Capitals(Called(bead.colour)), box=kit.box(bead.box).name)
        for bead in game.drawn
    )
    return say("by-hand.lie-before", beads=listed(lie))


def ticked(kit: Kit, line: int, change: Adjustment, done: bool) -> Text:
    """Return that a line of a tick-list is done; or that it is not after all,
    and what that means for its beads.
    """
    if not done:
        return say(
            "by-hand.not-done", line=line, deeds=paragraph(moved(kit, by_line(change, done=False)))
        )
    where = box_and_place(kit, kit.box(change.box))
    return say("by-hand.done", line=line, deed=say("beads.deed", box=where, deed=deed(change)))


def left_open(numbers: Sequence[int]) -> Text:
    """Return that lists of earlier games were left, and what shows which boxes to count."""
    return say("beads.left-open", n=len(numbers), games=listed(numbers))


# The logbook: games


def names(
    operator: str | None, opponent: str | None, both: bool = False, why: str | None = None
) -> Text:
    """Return who worked the boxes and who played against them: `Ada against Bob`;
    nothing where nobody is named.

    With `both` machines against each other: `Ada, both machines`. Of an exhibition and of a game
    that others played that is said, too, by the reason `why` it was begun.
    """
    if why == WATCHED or why in EXHIBITIONS:
        who = names(operator, opponent, both and why != WATCHED)
        mark = say("watched.mark" if why == WATCHED else "exhibition.mark")
        return joined(who, mark, between=", ") if who else mark
    worked, played = named(operator or ""), named(opponent or "")
    if both:
        return say("logbook.operator-both", operator=worked) if operator else say("logbook.both")
    if not opponent:
        return worked
    if not operator:
        return say("logbook.against", opponent=played)
    return say("logbook.operator-against", operator=worked, opponent=played)


def machines(kit: Kit, game: GameRecord) -> Text:
    """Return for the head of a game which side the machine had:
    `The machine moves first (O).`, or that both were.
    """
    if game.watched:
        return say("watched.learns")
    if game.both:
        first, second = (player_called(kit, side) for side in Side)
        return say("both.moves", *alike(kit), first=first, second=second)
    return say(
        f"logbook.machine-{game.side.value}", *alike(kit), player=player_called(kit, game.side)
    )


def the_machine_is(kit: Kit, game: GameRecord) -> Text:
    """Return for the head of a screen which player the machine is, or that both are machines."""
    return (
        say("both.head")
        if game.both
        else say("logbook.machine-is", player=player_called(kit, game.side))
    )


def how_it_went(kit: Kit, row: GameRow, game: GameRecord) -> Text:
    """Return how a game went for the machine, or who won where both were or others
    played, in a word or two.
    """
    if game.lost and row.result is None:
        return ""
    if row.state in ("running", "taken-back", "abandoned"):
        return say(f"went.{row.state}")
    if game.end is None:
        return say(f"went.{row.result}")
    winner = game.winner
    if (game.both or game.watched) and winner is not None:
        return say("both.went", *side_named(kit, winner), player=player_called(kit, winner))
    return say("went.gave-up") if game.gave_up else say(f"went.{row.result}")


def to_be_counted(kit: Kit, boxes: Iterable[int]) -> Text:
    """Return which boxes are to be counted, for nobody knows what is in them; else nothing."""
    named = [kit.box(number).name for number in boxes]
    more = max(len(named) - MOST_NAMED, 0)
    shown = listed(named[:MOST_NAMED])
    if more:
        return say("count.lost-many", boxes=shown, n=more)
    return say("count.lost", boxes=shown) if named else ""


MOST_NAMED = 12
"""Boxes to be counted that are named; of more it is said how many there are."""


def moves_or_outcome(kit: Kit, game: GameRecord) -> Text:
    """Return a game's moves as on paper, or what is known of a game without:
    `outcome only`, `outcome, white`.
    """
    if game.lost:
        return say("went.lost")
    if not game.outcome_only:
        return game.written_moves(kit.game)
    if not game.drawn:
        return say("logbook.outcome-only")
    return say("logbook.outcome-and-bead", colour=Called(game.drawn[0].colour))


def _where(kit: Kit, entry: Entry, entries: Iterable[Entry]) -> Text:
    """Return the move of an entry among those of its game, in words, or the taken square;
    nothing for other entries.
    """
    if entry.move is None and not is_taken_square(entry):
        return ""
    table = positions_before(kit.game, entries)[entry.number]
    if entry.move is None:
        return square(kit, kit.readings(table)[0].on_table(entry.colour or ""), table)
    return square(kit, parse_move(entry.move), table)


def move_made(kit: Kit, game: GameRecord, entry: Entry, entries: Sequence[Entry] = ()) -> Text:
    """Return what an entry of a game says, in a line; `entries` are all of the game's,
    where some were taken back.
    """
    if entry.kind is Kind.END:
        return _the_end(kit, game, Result(entry.result))
    if not is_told(entry):
        return str(entry.kind.value)
    deed, later = _deed_of(entry), later_of(kit, entry, entries or game.entries)
    if later and later.line:
        deed = "charted" if entry.kind is Kind.FORCED else "charted-lot"
    return say(
        f"story.{deed}",
        *kinds_of(kit, game),
        player=who_plays(kit, game, game.mover(entry)),
        square=_where(kit, entry, entries or game.entries),
        colour=Called(entry.colour or ""),
        box=kit.box(entry.box).name if entry.box else "",
        rule=say(f"rule.{entry.why}") if entry.kind is Kind.EMPTY else "",
    )


def who_plays(kit: Kit, game: GameRecord, side: Side) -> Text:
    """Return a player of a game as people say it: `O`; of pawns `Black`;
    where the pieces are nobody's, `the machine`.

    Where both are machines then, it is `the first player`; an opponent goes by name.
    """
    if kit.game.impartial and not game.both:
        return say("play.the-machine") if side in game.sides else opponent(game)
    return player_called(kit, side)


def _the_end(kit: Kit, game: GameRecord, result: Result) -> Text:
    """Return the last line of a game that ended like this for its first
    machine, at this moment of it.
    """
    winner = result.winner(game.side)
    if game.watched and winner is not None:
        return say("story.end-both", machine=player_called(kit, winner))
    if game.both and winner is not None:
        return say("story.end-both", machine=machine(kit, winner))
    return say(f"story.end-{result.value}")


def in_order(entries: int, games: int, boxes: int) -> Text:
    """Return that the audit found nothing."""
    return say(
        "logbook.in-order",
        entries=say("logbook.entries", n=entries, number=Whole(entries)),
        games=say("logbook.games", n=games, number=Whole(games)),
        boxes=boxes,
    )


# The logbook: boxes, and what was counted in them


def opened(times: int) -> Text:
    return say("logbook.opened", n=times) if times else say("logbook.never-opened")


def change(entry: Entry) -> Text:
    """Return what an adjustment changed: `+3 green`,
    `no change of green (the last bead stays in)`.
    """
    changed = (
        _changed(entry)
        if entry.change
        else say("logbook.no-change", colour=Called(entry.colour or ""))
    )
    return joined(changed, " (", say(f"why.{entry.why}"), ")") if entry.why in WHYS else changed


def _changed(entry: Entry) -> Text:
    return say(
        "logbook.change", change=Change(entry.change or 0), colour=Called(entry.colour or "")
    )


def changes_of_count(entries: Sequence[Entry]) -> Joined:
    """Return what a count of one box changed: `-2 green, +1 white`;
    nothing where it is as the logbook said.
    """
    return listed(_changed(entry) for entry in entries if entry.change)


def counted_in_short(entries: Sequence[Entry]) -> Text:
    """Return what a count of one box found: `counted: -2 green`, `counted: as the logbook said`."""
    changes = changes_of_count(entries)
    return say("logbook.counted", changes=changes) if changes else say("logbook.counted-the-same")


def count_recorded(kit: Kit, entries: Sequence[Entry]) -> Text:
    found, box = changes_of_count(entries), kit.box(entries[0].box or 0).name
    return (
        say("recorded.counted", box=box, found=found)
        if found
        else say("recorded.counted-same", box=box)
    )


def counted(kit: Kit, box: Box, before: Mapping[str, int], count: Mapping[str, int]) -> list[Text]:
    """Return what a count of a box found, colour by colour, against what the logbook had said."""
    lines: list[Text] = [say("count.box", box=box_and_place(kit, box))]
    lines += [joined("  ", _found(colour, before[colour], now)) for colour, now in count.items()]
    after = {**before, **count}
    return [*lines, say("count.holds", beads=counts(after), total=beads(sum(after.values())))]


def _found(colour: str, before: int, now: int) -> Text:
    found = amount(colour, now)
    if now == before:
        return say("count.the-same", amount=found)
    more_or_fewer = "count.more" if now > before else "count.fewer"
    return say(more_or_fewer, amount=found, before=before, n=abs(now - before))


def doubt(session: Session, box: Box, counted: Mapping[str, int]) -> Text:
    """Return why a count is hard to believe, so many beads having no room in the box;
    nothing where they have, or where as many belong in it.
    """
    kit, held = session.kit, session.in_box(box.number)
    capacity = tray_capacity(kit.container.tray, kit.bead)
    total = sum({**held, **counted}.values())
    if total <= max(capacity, box.start_total, sum(held.values())):
        return ""
    return say("count.more-than-fits", number=box.name, beads=beads(total), capacity=capacity)
