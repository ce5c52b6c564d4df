"""What is said when an act is refused."""

from collections.abc import Mapping, Sequence

from menace_kit.errors import quoted
from menace_kit.games import Move, Position, Side
from menace_kit.guide.situation import Due, Situation
from menace_kit.machine import Box, Kit, Reading
from menace_kit.text.kit_words import counts, square
from menace_kit.text.phrases import Called, Capital, Text, joined, listed, say


def machine_is_dead(kit: Kit, side: Side) -> Text:
    """Return that the machine can no longer make its first move, and what to do."""
    first = kit.first_boxes(side)
    names = listed(box.name for box in first)
    return say("refused.dead", n=len(first), boxes=names, first=typed_name(first[0]))


def counted_since(box: Box, colour: str) -> Text:
    """Return that a box was counted, and now has too few beads of a colour for an undo."""
    return say("refused.counted-since", **box_and_colour(box, colour))


def another_square(
    kit: Kit, position: Position, colour: str, meant: Sequence[Move], move: Move
) -> Text:
    """Return that a bead doesn't mean the square or move that was named."""
    named, *others = (square(kit, each, position) for each in (move, *meant))
    told = {
        "colour": Called(colour),
        "meant": joined(*others, between=say("piece.or")),
        "move": named,
    }
    return say("refused.another-square", **told)


def no_bead_for(situation: Situation, move: Move) -> Text:
    """Return that no bead of the open box means a move, and which moves its beads mean."""
    readings = situation.readings
    meant = {situation.written(to) for reading in readings for to in reading.moves.values()}
    return say(
        "refused.no-bead-for",
        box=readings[0].box.name,
        square=square(situation.kit, move, situation.position),
        meant=listed(sorted(meant)),
    )


def not_empty(box: Box, inside: Mapping[str, int]) -> Text:
    """Return that a box has beads by the logbook, and how to count it if there are none."""
    left = {colour: count for colour, count in inside.items() if count}
    zeros = " ".join(f"{colour}=0" for colour in left)
    return say(
        "refused.box-not-empty",
        box=box.name,
        typed=typed_name(box),
        beads=counts(left),
        zeros=zeros,
    )


def no_adjustments_due(situation: Situation) -> Text:
    """Return that there are no boxes to update now."""
    if situation.due is Due.START:
        return say("beads.none-due")
    return joined(Capital(say("refused.still-running", number=situation.number)), ".")


def which_first_box(firsts: Sequence[Box]) -> Text:
    """Return that the box of the first bead must be one of those for the machine's first move."""
    names = joined(*(box.name for box in firsts), between=say("piece.or"))
    return say("refused.which-first-box", boxes=names)


def typed_name(box: Box) -> str:
    """Return a box's name as a command takes it: quoted if it has a space."""
    return f'"{box.name}"' if " " in box.name else box.name


def box_and_colour(box: Box, colour: str) -> dict[str, Text]:
    return {"box": box.name, "typed": typed_name(box), "colour": Called(colour), "name": colour}


def is_taken(kit: Kit, reading: Reading, colour: str) -> Text:
    """Return that a colour's square is taken, so that it made no move."""
    table = reading.symmetry.position(reading.box.position)
    on = square(kit, reading.on_table(colour), table)
    return say("refused.colour-taken", box=reading.box.name, colour=Called(colour), square=on)


def not_in_box(kit: Kit, box: Box, colour: str) -> Text:
    """Return that a box can never hold a colour, and what may have happened."""
    holds = listed(joined(f"{kit.colour(name).key} ", Called(name)) for name in box.moves)
    return say("refused.colour-not-in-box", box=box.name, colour=Called(colour), holds=holds)


def as_typed(move: str) -> str:
    """Return a move as a refusal repeats it: in quotation marks unless it is a short number."""
    word = move.strip()
    return word if word.isdecimal() and len(word) < 4 else quoted(word)
