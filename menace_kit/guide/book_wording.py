"""What the operator is told of the machine's book: boxes, counts, games that were played."""

from collections.abc import Mapping, Sequence

from menace_kit.errors import GuideError
from menace_kit.games import Side, parse_move
from menace_kit.guide import refusals, wording
from menace_kit.guide.refusals import checked_name
from menace_kit.guide.session import Due, Session
from menace_kit.guide.wording import alike, kinds, machine, player, side_named
from menace_kit.journal.entries import BOTH, Action, Draft, Entry, GameRecord, Kind
from menace_kit.journal.export import moves_text
from menace_kit.journal.store import GameRow
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, Why
from menace_kit.text.messages import Called, Change, Joined, Text, Whole, joined, listed, say

WHYS = (Why.LAST_BEAD.value, Why.PUNISHED.value, Why.REFILL.value)
"""The reasons of adjustments that are told: the others follow from the result alone."""

STORY = {
    Kind.BEAD: "story.draw",
    Kind.REPLY: "story.reply",
    Kind.FORCED: "story.forced",
    Kind.LOT: "story.lot",
    Kind.EMPTY: "story.empty",
    Kind.ABANDON: "story.abandon",
}
"""What tells an entry of a game in a line."""


def names(operator: str | None, opponent: str | None, both: bool = False) -> Text:
    """Return who worked the boxes and who played against them: `Ada against Bob`; nothing where nobody is named.

    With `both` machines against each other: `Ada, both machines`.
    """
    if both:
        return say("book.operator-both", operator=operator) if operator else say("book.both")
    if not opponent:
        return operator or ""
    if not operator:
        return say("book.against", opponent=opponent)
    return say("book.operator-against", operator=operator, opponent=opponent)


def machines(kit: Kit, game: GameRecord) -> Text:
    """Return for the head of a game which side the machine had: `The machine moves first (O).`, or that both were."""
    if game.both:
        first, second = (player(kit, side) for side in Side)
        return say("both.moves", *alike(kit), first=first, second=second)
    return say(f"book.machine-{game.side.value}", *alike(kit), player=player(kit, game.side))


def the_machine_is(kit: Kit, game: GameRecord) -> Text:
    """Return for the head of a screen which player the machine is, or that both are machines."""
    return say("both.head") if game.both else say("book.machine-is", player=player(kit, game.side))


def how_it_went(kit: Kit, game: GameRow, gave_up: bool) -> Text:
    """Return how a game went for the machine, or who won where both were, in a word or two."""
    if game.state in ("running", "taken-back", "abandoned"):
        return say(f"went.{game.state}")
    winner = Result(game.result).winner(Side.FIRST)
    if game.side == BOTH and winner is not None:
        return say("both.went", *side_named(kit, winner), player=player(kit, winner))
    return say("went.gave-up") if gave_up else say(f"went.{game.result}")


def course(game: GameRecord) -> Text:
    """Return a game's moves as on paper, or what is known of a game without: `outcome only`, `outcome, white`."""
    if not game.outcome_only:
        return moves_text(game)
    if not game.drawn:
        return say("book.outcome-only")
    return say("book.outcome-and-bead", colour=Called(game.drawn[0].colour))


# Changes


def change(entry: Entry) -> Text:
    """Return what an adjustment changed: `+3 green`, `no change of green (the last bead stays in)`."""
    changed = _changed(entry) if entry.change else say("book.no-change", colour=Called(entry.colour or ""))
    return joined(changed, " (", say(f"why.{entry.why}"), ")") if entry.why in WHYS else changed


def _changed(entry: Entry) -> Text:
    return say("book.change", change=Change(entry.change or 0), colour=Called(entry.colour or ""))


def changes_of_count(entries: Sequence[Entry]) -> Joined:
    """Return what a count of one box changed: `-2 green, +1 white`; nothing where it is as the book said."""
    return listed(_changed(entry) for entry in entries if entry.change)


def counted_in_short(entries: Sequence[Entry]) -> Text:
    """Return what a count of one box found: `counted: -2 green`, `counted: as the book said`."""
    changes = changes_of_count(entries)
    return say("book.counted", changes=changes) if changes else say("book.counted-the-same")


def opened(times: int) -> Text:
    """Return how often a box was opened."""
    return say("book.opened", n=times) if times else say("book.never-opened")


def before_its_box(game: int, colour: str) -> Text:
    """Return that a bead that belongs in a box lies before it."""
    return say("book.before-its-box", colour=Called(colour), game=game)


# Counts


def counted(kit: Kit, box: Box, before: Mapping[str, int], count: Mapping[str, int]) -> list[Text]:
    """Return what a count of a box found, colour by colour, against what the book had said."""
    lines: list[Text] = [say("count.box", box=wording.box_and_place(kit, box))]
    lines += [joined("  ", _found(colour, before[colour], now)) for colour, now in count.items()]
    after = {**before, **count}
    total = wording.beads(sum(after.values()))
    return [*lines, say("count.holds", beads=wording.counts(after), total=total)]


def _found(colour: str, before: int, now: int) -> Text:
    amount = wording.amount(colour, now)
    if now == before:
        return say("count.the-same", amount=amount)
    more_or_fewer = "count.more" if now > before else "count.fewer"
    return say(more_or_fewer, amount=amount, before=before, n=abs(now - before))


def bead_not_counted(game: int, colour: str) -> Text:
    """Return that a bead before its box is not part of a count."""
    return say("count.bead-not-counted", colour=Called(colour), game=game)


def list_is_open(game: int) -> Text:
    """Return how a count is taken while a tick-list is not done."""
    return say("count.list-is-open", game=game)


def more_than_fits(box: Box, total: int, capacity: int) -> Text:
    """Return that a count is more than a box holds."""
    return say("count.more-than-fits", number=box.name, beads=wording.beads(total), capacity=capacity)


def counts_unreadable(text: str) -> Text:
    """Return how counts are written."""
    return say("count.unreadable", text=repr(text))


def colour_counted_twice(colour: str) -> Text:
    """Return that a colour was named more than once."""
    return say("count.colour-twice", colour=Called(colour))


def box_counted_twice(name: str) -> Text:
    """Return that a box was named more than once."""
    return say("count.box-twice", number=name)


def differ_unreadable(text: str) -> Text:
    """Return how a box that differs is written."""
    return say("count.differ-unreadable", text=repr(text))


# Stocktake


def nothing_touched() -> Text:
    """Return that there is nothing to count."""
    return say("count.nothing-touched")


def list_before_stocktake(game: int) -> Text:
    """Return that the tick-list comes first."""
    return say("count.list-first", game=game)


def sheet_head(boxes: Sequence[int]) -> Text:
    """Return what to do with the sheet."""
    return say("count.sheet-head", n=len(boxes))


def sheet_foot() -> Text:
    """Return what to do when all is counted."""
    return say("count.sheet-foot")


def stock_taken(agree: int, differ: int) -> Text:
    """Return what a stocktake found."""
    return say("count.stock-differs" if differ else "count.stock-agrees", n=agree, differ=differ)


# A game, move by move


def move_made(kit: Kit, game: GameRecord, entry: Entry) -> Text:
    """Return what an entry of a game says, in a line."""
    if entry.kind is Kind.END:
        return _the_end(kit, game, Result(entry.result))
    if entry.kind not in STORY:
        return str(entry.kind.value)
    side = game.side_of(entry)
    return say(
        STORY[entry.kind] if entry.move or entry.kind is not Kind.BEAD else "story.first-bead",
        *kinds(kit, game),
        player=player(kit, side.other if entry.kind is Kind.REPLY else side),
        square=wording.square(kit, parse_move(entry.move)) if entry.move else "",
        colour=Called(entry.colour or ""),
        box=kit.box(entry.box).name if entry.box else "",
        rule=say(f"rule.{entry.why}") if entry.kind is Kind.EMPTY else "",
    )


def _the_end(kit: Kit, game: GameRecord, result: Result) -> Text:
    """Return the last line of a game that ended like this for its first machine, at this moment of it."""
    winner = result.winner(game.side)
    if game.both and winner is not None:
        return say("story.end-both", machine=machine(kit, winner))
    return say(f"story.end-{result.value}")


def beads_put_right(confirmed: bool) -> Text:
    """Return whether a game's adjustments were made."""
    return say("book.put-right" if confirmed else "book.not-put-right")


# The audit


def in_order(entries: int, games: int, boxes: int) -> Text:
    """Return that the audit found nothing."""
    return say(
        "book.in-order",
        entries=say("book.entries", n=entries, number=Whole(entries)),
        games=say("book.games", n=games, number=Whole(games)),
        boxes=boxes,
    )


def not_in_order(findings: int) -> Text:
    """Return how many things the audit found."""
    return say("book.not-in-order", n=findings, number=Whole(findings))


# Counting all the boxes that were used.


def take_stock(
    session: Session,
    touched: Sequence[int],
    differing: Mapping[int, Mapping[str, int]],
    operator: str | None = None,
) -> Action:
    """Record that the touched boxes were counted and agree with the book, but for those that differ: as counted.

    GuideError while a game goes on or its adjustments are not confirmed, for then the boxes do not hold what belongs in
    them; or where there was nothing to count.
    """
    if session.game and session.game.running:
        raise GuideError(refusals.game_still_running(session.game.number))
    if session.game and session.due is Due.ADJUST:
        raise GuideError(list_before_stocktake(session.game.number))
    if not touched and not differing:
        raise GuideError(nothing_touched())
    recounts = [draft for number, counted in differing.items() for draft in session.recount(number, counted)]
    return (*recounts, Draft(kind=Kind.STOCKTAKE, operator=checked_name(operator)))
