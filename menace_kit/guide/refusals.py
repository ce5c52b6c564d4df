"""Why something cannot be done now, or does not go together, and what to do instead: each sentence written once."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from menace_kit.errors import GuideError
from menace_kit.games import Move, Side, move_text
from menace_kit.guide import wording
from menace_kit.guide.due import Due
from menace_kit.guide.wording import kinds
from menace_kit.journal.entries import GameRecord
from menace_kit.machine.boxes import Box, Reading
from menace_kit.machine.kit import Kit
from menace_kit.text.messages import Called, Joined, Text, joined, listed, say

# What is not due


def game_still_running(number: int) -> Text:
    """Return why no game can begin while one goes on."""
    return say("refused.still-running", number=number)


def adjustments_first(number: int) -> Text:
    """Return why no game can begin before the tick-list is done."""
    return say("refused.adjustments-first", number=number)


def machine_is_dead(kit: Kit, side: Side) -> Text:
    """Return that the machine cannot make its first move any more, and what can be done."""
    first = kit.first_boxes(side)
    return say("refused.dead", n=len(first), boxes=_names(first), first=typed(first[0]))


def other_side_only(side: Side) -> Text:
    """Return that the kit's machine has only one side."""
    return say(f"refused.always-{side.value}")


def not_due(kit: Kit, now: Due, game: GameRecord | None) -> Text:
    """Return what is due, where something else was tried."""
    return say(f"due.{now.value}", *kinds(kit), number=game.number if game else "")


def no_game_running() -> Text:
    """Return that there is no game."""
    return say("due.start")


def nothing_to_undo(number: int | None) -> Text:
    """Return why nothing can be taken back."""
    return say("refused.no-undo-yet") if number is None else say("refused.no-undo", number=number)


def only_begun(number: int) -> Text:
    """Return that a game has no step yet that could be taken back."""
    return say("refused.only-begun", number=number)


def already_taken_back(number: int) -> Text:
    """Return that a game was taken back, so that there is nothing more to take back."""
    return say("refused.taken-back-already", number=number)


def counted_since(box: Box, colour: str) -> Text:
    """Return that a step cannot be taken back, for a count of its box stands against it."""
    return say("refused.counted-since", **_box_and_colour(box, colour))


def one_machine_only(side: Side) -> Text:
    """Return that a kit has no second machine to play against its first."""
    return say(f"refused.only-{side.value}")


def no_opponent() -> Text:
    """Return that nobody plays against two machines."""
    return say("refused.no-opponent")


def outcome_of_both() -> Text:
    """Return that a game of both machines cannot be entered by its outcome."""
    return say("refused.outcome-of-both")


def whose_turn(board: str) -> Text:
    """Return that a board does not tell whose turn it is, and how it is told."""
    return say("refused.whose-turn", board=board)


# What does not go together


def colour_not_in_box(kit: Kit, box: Box, colour: str) -> Text:
    """Return that a box can never hold a colour, and what may have happened."""
    holds = listed(joined(f"{kit.colour(name).key} ", Called(name)) for name in box.moves)
    return say("refused.colour-not-in-box", box=box.name, colour=Called(colour), holds=holds)


def box_without_bead(box: Box) -> Text:
    """Return that a box was named, but not the bead that was drawn from it."""
    return say("refused.box-without-bead", number=box.name)


def first_bead_says_nothing() -> Text:
    """Return that the first bead does not belong to an outcome where the machine learns from its last one alone."""
    return say("refused.first-bead-says-nothing")


def which_first_box(box: Box | None, firsts: Sequence[Box]) -> Text:
    """Return that the box of the first bead must be one of those for the machine's first move."""
    if box is None:
        return say("refused.which-first-box", n=len(firsts), boxes=_names(firsts))
    return say("refused.no-first-box", number=box.name, n=len(firsts), boxes=_names(firsts))


def colour_used_up(box: Box, colour: str) -> Text:
    """Return that the book says that there is none of this colour left."""
    return say("refused.colour-used-up", **_box_and_colour(box, colour))


def bead_means_another_square(kit: Kit, colour: str, meant: Sequence[Move], move: Move) -> Text:
    """Return that a bead does not mean the square, or the move, that was named."""
    squares = joined(*map(move_text, meant), between=say("piece.or"))
    return say(
        "refused.another-square", *kinds(kit), colour=Called(colour), meant=squares, move=move_text(move)
    )


def no_bead_for(kit: Kit, box: Box, ways: Sequence[Reading], move: Move) -> Text:
    """Return that no bead of the box means this move."""
    meant = sorted({move_text(target) for reading in ways for target in reading.moves.values()})
    return say(
        "refused.no-bead-for",
        *kinds(kit),
        box=box.name,
        square=wording.square(kit, move),
        meant=listed(meant),
    )


def not_a_legal_reply(kit: Kit, move: Move, legal: Sequence[Move]) -> Text:
    """Return that a move cannot be made, and which can."""
    can = listed(map(move_text, legal))
    return say("refused.no-legal-reply", *kinds(kit), move=move_text(move), legal=can)


def box_is_not_empty(box: Box, left: Mapping[str, int]) -> Text:
    """Return that by the book the box is not empty."""
    zeros = " ".join(f"{colour}=0" for colour in left)
    return say(
        "refused.box-not-empty", box=box.name, beads=wording.counts(left), zeros=zeros, typed=typed(box)
    )


def cannot_be_empty(box: Box) -> Text:
    """Return what to do where the rules keep the last bead, and the box is empty all the same."""
    return say("refused.cannot-be-empty", box=box.name, typed=typed(box))


def impossible_count(colour: str, count: int) -> Text:
    """Return that nobody counts so many beads."""
    return say("refused.impossible-count", colour=Called(colour), count=count)


def no_result(result: str, known: Sequence[str]) -> Text:
    """Return how a game can end."""
    results = joined(listed(known[:-1]), known[-1], between=say("piece.or"))
    return say("refused.no-result", results=results, result=repr(result))


def no_draws() -> Text:
    """Return that a game of this kind is won or lost."""
    return say("refused.no-draws")


def no_box_number(text: object) -> Text:
    """Return that a box is named by a number."""
    return say("refused.no-box-number", box=repr(text))


def no_line(line: int, lines: int) -> Text:
    """Return that a tick-list has no such line."""
    return say("refused.no-line", line=line, n=lines)


def no_name(longest: int) -> Text:
    """Return what a person's name may be."""
    return say("refused.name", n=longest)


def nothing_entered(wrong: int, right: int) -> Text:
    """Return that an import changed nothing."""
    return say("refused.nothing-entered", n=wrong, right=right)


# Boxes in these sentences


def typed(box: Box) -> str:
    """Return what stands on a box as a command takes it: in quotation marks where there is a space in it."""
    return f'"{box.name}"' if " " in box.name else box.name


def _names(boxes: Iterable[Box]) -> Joined:
    return listed(box.name for box in boxes)


def _box_and_colour(box: Box, colour: str) -> dict[str, Text]:
    return {"box": box.name, "typed": typed(box), "colour": Called(colour), "name": colour}


# Names of people, as the journal takes them.

NAME_LENGTH = 80

REFUSED = {"Cc", "Cs", "Zl", "Zp"}
"""Control characters, half characters, ends of lines and paragraphs; joiners stay, for scripts and emoji need them."""


UNSEEN = {"Zs", "Cf"}
"""Spaces, and signs that only join or direct others: a name of nothing else is blank."""


def checked_name(name: str | None) -> str | None:
    """Return a person's name without blanks around it, None for a blank one.

    GuideError where it is no line of up to 80 characters.
    """
    if name is None:
        return None
    kinds = {unicodedata.category(sign) for sign in name}
    if len(name) > NAME_LENGTH or kinds & REFUSED:
        raise GuideError(no_name(NAME_LENGTH))
    return name.strip() if kinds - UNSEEN else None
