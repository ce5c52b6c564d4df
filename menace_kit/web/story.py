"""What happened, explained in plain words to people who watch: the chances of a bead, and what the machine learns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from menace_kit.guide.players import machine
from menace_kit.journal.entries import Entry, Kind
from menace_kit.journal.game_record import GameRecord
from menace_kit.journal.queries import contents_behind
from menace_kit.journal.store import Journal
from menace_kit.machine.contents import Adjustment, Result, Why
from menace_kit.machine.kit import Kit
from menace_kit.text import Words
from menace_kit.text.messages import Called, Capital, Text, paragraph, say
from menace_kit.text.words import Phrase
from menace_kit.web.drawing import mark_of

IN_WORDS = 12
"""The largest number for which every language has a word."""


def explained(journal: Journal, game: GameRecord | None, action: Sequence[Entry]) -> Text:
    """Return why an action came about as it did, or what follows from it; nothing where that is plain.

    `game` is the game as it was behind the action.
    """
    if game is None or not action or action[0].kind is Kind.UNDO:
        return ""
    said: list[Text] = [chance_of(journal, entry) for entry in action if entry.kind is Kind.BEAD]
    if action[0].kind is Kind.START and not game.outcome_only:
        said.append(_begins(journal.kit, game))
    if game.end in action and game.result is not None:
        said.append(_learned_by_each(journal.kit, game))
    elif action[-1].kind in (Kind.REPLY, Kind.START) and game.running:
        said.append(_next_box(journal, game, action[-1].number))
    if action[0].kind is Kind.CONFIRM:
        said.append(first_boxes(journal, action[-1].number))
    return paragraph(said)


def chance_of(journal: Journal, drawn: Entry) -> Text:
    """Return how likely the bead was that an entry says was drawn."""
    if drawn.box is None or drawn.colour is None:
        return ""
    held = contents_behind(journal, drawn.box, drawn.number - 1)
    return chance(journal.kit.box(drawn.box).name, drawn.colour, held)


def chance(box: str | int, colour: str, held: Mapping[str, int]) -> Text:
    """Return how likely a bead of this colour was in a box that held these."""
    total, count = sum(held.values()), held[colour]
    if not 0 < count <= total:
        return ""
    if count == total:
        return say("explained.only", box=box, colour=Called(colour))
    facts = {"box": box, "count": count, "colour": Called(colour), "total": total}
    share = Fraction(count, total)
    if share.denominator <= IN_WORDS:
        few, of = _InWords(share.numerator), _InWords(share.denominator)
        return say("explained.chance-in", n=share.numerator, few=few, of=of, **facts)
    percent = round(100 * share)
    return (
        say("explained.chance-about", percent=percent, **facts)
        if percent
        else say("explained.chance-rare", **facts)
    )


def learned(result: Result, changes: Sequence[Adjustment]) -> Text:
    """Return what a result does to the beads, and what that means for the next games."""
    amounts = {change.change for change in changes if change.why is not Why.REFILL}
    if not amounts:
        return ""
    if amounts == {0}:
        return say(f"explained.{result.value}-same")
    if min(amounts) >= 0:
        most = max(amounts)
        if len(amounts) == 1 and most <= IN_WORDS:
            return say(f"explained.{result.value}-few", n=most, few=_InWords(most))
        return say(f"explained.{result.value}-more")
    return say(f"explained.{result.value}-{'fewer' if max(amounts) <= 0 else 'mixed'}")


def _learned_by_each(kit: Kit, game: GameRecord) -> Text:
    """Return what a game's result does to the beads of its machine, or of each of the two where that differs."""
    told = [(each.side, learned(Result.of(game.winner, each.side), each.changes)) for each in game.tick_lists]
    if all(words == told[0][1] for _, words in told):
        return told[0][1]
    named = [
        say("explained.of", machine=Capital(machine(kit, side)), learned=words)
        for side, words in told
        if words
    ]
    return paragraph(named)


def first_boxes(journal: Journal, entry: int) -> Text:
    """Return what the boxes for the first move hold behind an entry, against their start."""
    firsts = journal.kit.opening_boxes
    now = sum(sum(contents_behind(journal, box.number, entry).values()) for box in firsts)
    more = now - sum(box.start_total for box in firsts)
    which = "first" if len(firsts) == 1 else "firsts"
    against = "same" if not more else "more" if more > 0 else "fewer"
    return say(f"explained.{which}-{against}", n=now, by=abs(more))


def _begins(kit: Kit, game: GameRecord) -> Text:
    told = ("alike",) if game.both or kit.game.impartial else ()
    return say("explained.begins", *told, mark=mark_of(kit, game.side), boxes=len(kit.boxes))


def _next_box(journal: Journal, game: GameRecord, entry: int) -> Text:
    position = game.positions(journal.kit.game)[-1]
    box = journal.kit.box_at(position)
    if box is None or position.to_move not in game.sides:
        return ""
    held = sum(contents_behind(journal, box.number, entry).values())
    return say("explained.next-box", box=box.name, n=held)


@dataclass(frozen=True)
class _InWords(Phrase):
    """A small number, told in words."""

    number: int

    def told(self, words: Words) -> str:
        """Return the word for it."""
        return words.lines("explained.numbers")[self.number]
