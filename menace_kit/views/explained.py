"""Explanations for people who watch: how likely a bead was, and what the machine learns."""

from collections.abc import Iterator, Mapping, Sequence

from menace_kit.logbook import Entry, GameRecord, Kind
from menace_kit.logbook.box_changes import PastContents
from menace_kit.machine import Kit
from menace_kit.machine.learning import (
    AT_ONCE,
    Adjustment,
    Contents,
    Result,
    adjust,
    change_by,
)
from menace_kit.text.kit_words import machine
from menace_kit.text.phrases import Called, Capital, Text, paragraph, say
from menace_kit.text.shares import Chance


def explained(
    kit: Kit, past: PastContents, game: GameRecord | None, action: Sequence[Entry]
) -> Text:
    """Return why an action turned out as it did, or what follows from it; empty if that is plain.

    `game` is the game as it was after the action.
    """
    if game is None or not action or action[0].kind is Kind.UNDO:
        return ""
    if game.watched and action[0].kind is Kind.START:
        return say("watched.learns")
    said: list[Text] = [chance_of(kit, past, entry) for entry in action if entry.kind is Kind.BEAD]
    if action[0].kind is Kind.START and not game.outcome_only:
        said.append(say("explained.begins", boxes=len(kit.boxes)))
    if game.end is not None and game.end in action:
        said.append(_learned_by_each(kit, past, game, game.end))
    elif action[-1].kind in (Kind.REPLY, Kind.START) and game.running:
        said.append(_next_box(kit, past, game, action[-1].number))
    return paragraph(said)


def chance_of(kit: Kit, past: PastContents, drawn: Entry) -> Text:
    """Return how likely the bead was that this entry recorded."""
    if drawn.box is None or drawn.colour is None:
        return ""
    held = past.behind(drawn.number - 1)[drawn.box]
    return chance(kit.box(drawn.box).name, drawn.colour, held)


def chance(box: str | int, colour: str, held: Mapping[str, int]) -> Text:
    """Return how likely a bead of this colour was in a box that held these beads."""
    total, count = sum(held.values()), held[colour]
    if not 0 < count <= total:
        return ""
    if count == total:
        return say("explained.only", box=box, colour=Called(colour))
    facts = {"box": box, "count": count, "colour": Called(colour), "total": total}
    share = Chance(tuple(held.values()), list(held).index(colour))
    return say("explained.chance", share=share, **facts)


def learned(changes: Sequence[Adjustment], held: Contents, whose: Text = "") -> Text:
    """Return what a result does to the beads, and which boxes are empty then.

    `held` is what belonged in these boxes before it. The result itself is told before this;
    `whose` machine learns is said first if both players are machines.
    """
    made = [change for change in changes if change.why not in AT_ONCE]
    if not made:
        return ""
    done = _done(made)
    told = say("common.named", name=whose, told=done) if whose else done
    return paragraph([Capital(told), *_emptied(made, held)])


def _done(made: Sequence[Adjustment]) -> Text:
    """Return what happens to the beads that were drawn, from nothing but the list."""
    amounts = [change.change for change in made]
    least, most = min(amounts), max(amounts)
    if least == most == 0:
        return say("explained.same")
    if least > 0:
        return say("explained.few", n=most) if least == most else say("explained.more")
    if most < 0:
        further = sum(-1 - amount for amount in amounts)
        return (
            say("explained.out-more", n=further) if further else say("explained.out", n=len(made))
        )
    if set(amounts) == {-1, 0}:
        return say("explained.out-some")
    return say("explained.mixed")


def _emptied(made: Sequence[Adjustment], held: Contents) -> Iterator[Text]:
    """Yield which boxes a list leaves empty."""
    left = {change.box: dict(held[change.box]) for change in made}
    adjust(left, made)
    changed = dict.fromkeys(change.box for change in made if change.change)
    for box in changed:
        if not any(left[box].values()):
            yield say("screen.empty", box=box)


def _learned_by_each(kit: Kit, past: PastContents, game: GameRecord, end: Entry) -> Text:
    """Return what a game's result does to the beads; for each machine if that differs."""
    held = past.behind(end.number)
    told, of_each = [], []
    for side, changes in game.tick_lists.items():
        told.append(learned(changes, held))
        of_each.append(learned(changes, held, machine(kit, side)))
        adjust(held, changes)  # machines of an impartial game share their boxes
    return told[0] if all(words == told[0] for words in told) else paragraph(of_each)


def how_it_works(kit: Kit) -> Text:
    """Return what the machine is and how it learns, for newcomers, according to its rules."""
    more, fewer = (
        any(sign * change_by(kit, result, side, stage) > 0 for side, stage in kit.stages)
        for result, sign in ((Result.WIN, 1), (Result.LOSS, -1))
    )
    return paragraph(
        [
            say("screen.line"),
            say("visitors.why-more") if more else "",
            say("visitors.why-fewer") if fewer else "",
        ]
    )


def _next_box(kit: Kit, past: PastContents, game: GameRecord, entry: int) -> Text:
    position = game.positions(kit.game)[-1]
    box = kit.box_at(position)
    if box is None or position.to_move not in game.sides:
        return ""
    held = sum(past.behind(entry)[box.number].values())
    return say("explained.next-box", box=box.name, n=held)
