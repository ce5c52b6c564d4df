"""What happened, explained in plain words to people who watch: the chances of a bead, and what the machine learns."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from menace_kit.games import Position
from menace_kit.guide import wording
from menace_kit.journal.book import contents_before
from menace_kit.journal.entries import Entry, Kind
from menace_kit.journal.game_record import GameRecord
from menace_kit.journal.store import Journal
from menace_kit.machine.contents import Adjustment, Result, Why
from menace_kit.machine.kit import Kit

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    "twelve",
)


def explained(journal: Journal, game: GameRecord | None, action: Sequence[Entry]) -> str:
    """Return why an action came about as it did, or what follows from it; nothing where that is plain.

    `game` is the game as it was behind the action.
    """
    if game is None or not action or action[0].kind is Kind.UNDO:
        return ""
    said = [chance_of(journal, entry) for entry in action if entry.kind is Kind.DRAW]
    if action[0].kind is Kind.START and not game.outcome_only:
        said.append(_begins(journal.kit, game))
    if game.end in action and game.result is not None:
        said.append(learned(game.result, game.adjustments))
    elif action[-1].kind in (Kind.REPLY, Kind.START) and game.running:
        said.append(_next_box(journal, game, action[-1].number))
    if action[0].kind is Kind.CONFIRM:
        said.append(first_boxes(journal, action[-1].number))
    return " ".join(filter(None, said))


def chance_of(journal: Journal, drawn: Entry) -> str:
    """Return how likely the bead was that an entry says was drawn."""
    if drawn.box is None or drawn.colour is None:
        return ""
    return chance(drawn.box, drawn.colour, contents_before(journal, drawn.box, drawn.number))


def chance(box: int, colour: str, held: Mapping[str, int]) -> str:
    """Return how likely a bead of this colour was in a box that held these."""
    total, count = sum(held.values()), held[colour]
    if not 0 < count <= total:
        return ""
    if count == total:
        return f"Box {box} had nothing but {colour}: it could do nothing else."
    return f"Box {box} had {count} {colour} of {total} beads: {_odds(Fraction(count, total))}."


def learned(result: Result, changes: Sequence[Adjustment]) -> str:
    """Return what a result does to the beads, and what that means for the next games."""
    amounts = {change.change for change in changes if change.why is not Why.REFILL}
    if not amounts:
        return ""
    won = {
        Result.WIN: "It won",
        Result.DRAW: "Nobody won",
        Result.LOSS: "It lost",
    }[result]
    if amounts == {0}:
        return f"{won}: each bead goes back, and nothing changes."
    if min(amounts) >= 0:
        more = f" with {NUMBERS[max(amounts)]}" if len(amounts) == 1 and max(amounts) <= 12 else " with"
        return f"{won}: each bead goes back{more} more of its colour. These moves become likelier."
    if max(amounts) <= 0:
        return f"{won}: the beads that it drew are taken out. These moves become rarer."
    return f"{won}: beads go in or out, each box by its rule."


def first_boxes(journal: Journal, entry: int) -> str:
    """Return what the boxes for the first move hold behind an entry, against their start."""
    firsts = [box for box in journal.kit.boxes if box.stage == 1]
    now = sum(sum(contents_before(journal, box.number, entry + 1).values()) for box in firsts)
    more = now - sum(box.start_total for box in firsts)
    which = "The first box holds" if len(firsts) == 1 else "The first boxes hold"
    against = f"{abs(more)} {'more' if more > 0 else 'fewer'} than" if more else "as many as"
    return f"{which} {wording.beads(now)}, {against} at the start."


def _begins(kit: Kit, game: GameRecord) -> str:
    mark = kit.spec.marks[0 if game.side.value == "first" else 1]
    return f"The machine plays {mark}. Each of its {len(kit.boxes)} matchboxes is for one board."


def _next_box(journal: Journal, game: GameRecord, entry: int) -> str:
    position = game.positions(journal.kit.game)[-1]
    box = journal.kit.box_at(position)
    if box is None or not _is_machines(game, position):
        return ""
    held = sum(contents_before(journal, box.number, entry + 1).values())
    return f"For this board there is box {box.number}, with {wording.beads(held)} in it."


def _is_machines(game: GameRecord, position: Position) -> bool:
    return position.to_move is game.side


def _odds(share: Fraction) -> str:
    """Return a chance in words: `one chance in three`, `a chance of 31 %`."""
    if share.denominator < len(NUMBERS):
        few = "chance" if share.numerator == 1 else "chances"
        return f"{NUMBERS[share.numerator]} {few} in {NUMBERS[share.denominator]}"
    percent = round(100 * share)
    return f"a chance of {f'about {percent}' if percent else 'less than 1'} %"
