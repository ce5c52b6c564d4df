"""What a kit's players, squares, boxes and beads are called, and for which kinds of games
a sentence may have a twin.

`kinds` says which twins a kit's game asks for. Then come words for paper, whose language is known
where it is laid out; and messages, for whoever shows them to choose the language.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from menace_kit.errors import GuideError, UnknownNameError, quoted
from menace_kit.games import (
    EMPTY,
    OWN,
    Game,
    Move,
    NamesMoves,
    Outcome,
    Pieces,
    Position,
    Side,
    game_named,
    has_named_squares,
    parameters_of,
    written_move,
)
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import Teaches
from menace_kit.text.typed_words import plain
from menace_kit.text.words import Called, Text, Words, joined, listed, load_words, say

if TYPE_CHECKING:
    from menace_kit.machine.finding import Zone


def kinds(kit: Kit, *, both: bool = False) -> tuple[str, ...]:
    """Return what a sentence about this kit may have a twin for, the most telling first.

    The game's name, `nim`: such a twin may tell of its rules; before it `nim-loses`,
    where a parameter of the game is not the usual word. Then what is true of all such games:
    `arrow` where a move goes from a square to another; what lies on the board, `marks`, `pawns`,
    `tokens`; `moves` where a move is more than a mark on a free square. At last `last-move`,
    where only the machine's last move is taught. With `both`, for games in which both players are
    machines, each of these with `both-` before it, and `both` itself, go first.
    """
    hows = [*_other_rules(kit.game), kit.game.name]
    if kit.has_arrows:
        hows.append("arrow")
    hows.append(kit.game.pieces.value)
    if kit.game.pieces is not Pieces.MARKS:
        hows.append("moves")
    if kit.spec.learning.teaches is Teaches.LAST_MOVE:
        hows.append("last-move")
    return (*(f"both-{how}" for how in hows), "both", *hows) if both else tuple(hows)


@cache
def _other_rules(game: Game) -> tuple[str, ...]:
    """Return the game's name with each parameter that is a word,
    and another than mostly: `nim-loses`.
    """
    usual = parameters_of(game_named(game.name)) if game.name in OWN else {}
    given = parameters_of(game).items()
    return tuple(
        f"{game.name}-{value}"
        for name, value in given
        if isinstance(value, str) and value != usual.get(name, value)
    )


@cache
def game_facts(game: Game) -> Mapping[str, object]:
    """Return what a sentence about a game's rules may say:
    its parameters, and what lies where at the start.

    `pieces` is how many lie on the board, `first_from` and `first_to`
    are the ends of the first player's, in numbers of squares from 1;
    `second_from` and `second_to` those of the second player's.
    """
    facts: dict[str, object] = dict(parameters_of(game))
    cells = game.start().cells
    facts["pieces"] = len(cells) - cells.count(EMPTY)
    for side in Side:
        if own := [number for number, cell in enumerate(cells, start=1) if cell == side.cell]:
            facts |= {f"{side.value}_from": own[0], f"{side.value}_to": own[-1]}
    return facts


def paper_words(kit: Kit) -> Words:
    """Return the words in which all that is printed for a kit is told:
    its language, its boxes as what they are.
    """
    return load_words(kit.spec.print.language).told_of(kit.container)


def page_words(kit: Kit, *, typed: bool = False) -> Words:
    """Return the words in which the pages of a kit are told,
    and `typed` those of the screen at its boxes.

    A language of which somebody put only the sentences for paper into its file has English pages.
    """
    words = load_words(kit.spec.print.language, typed=typed)
    return (words if "companion.skip" in words else load_words("en", typed=typed)).told_of(
        kit.container
    )


# For paper


def said(kit: Kit, words: Words, key: str, **facts: object) -> str:
    """Return the sentence of this key, or its twin for the kit's game and rules."""
    return words(key, *kinds(kit), **{**game_facts(kit.game), **facts})


def later_rule(kit: Kit, words: Words) -> list[str]:
    """Return a sentence on what a machine does after the moves that have
    boxes; none where all have.
    """
    rule = kit.spec.boxes.later_rule
    return [words(f"later.rule-{rule.value}", n=kit.spec.boxes.stages)] if rule else []


def why_later(line: str) -> Text:
    """Return why a machine makes a move without a box: there are none so late;
    and which line of its chart fits.
    """
    return say("later.says", line=say(f"later.line-{line}")) if line else say("later.why")


def player(kit: Kit, words: Words, side: Side) -> str:
    """Return what a player is called: the kit's mark, or for pawns their colour,
    for they are drawn in it.
    """
    key = f"pieces.player-{kit.game.pieces.value}-{side.value}"
    return words(key) if key in words else kit.spec.marks[0 if side is Side.FIRST else 1]


def zone_facts(kit: Kit, zone: "Zone") -> dict[str, object]:
    """Return what the words for a zone may name: its row, and its squares, counted from 1."""
    squares = ", ".join(str(square + 1) for square in zone.squares)
    return {"row": zone.squares[0] // kit.game.columns + 1, "squares": squares}


def held_how(kit: Kit) -> str:
    """Return how a drawing may lie on the table: the kit's symmetry,
    `mirror` or `none` where there is no more to it.

    `own` where mirror images may have boxes of their own, so that a mirror is the last resort.
    """
    if len(kit.symmetries) == 1:
        return "none"
    names = {member.name for member in kit.symmetries}
    if names != {"identity", "flip-left-right"}:
        return kit.spec.boxes.symmetry
    return "mirror" if kit.spec.boxes.merge_symmetric_positions else "own"


def place_words(kit: Kit, words: Words, box: Box, short: bool) -> str:
    """Return the words for where a box stands; with several cabinets they say in which;
    empty without a cabinet.
    """
    place = kit.place(box)
    if place is None or kit.spec.cabinet is None:
        return ""
    several = kit.cabinets > 1
    key = f"place{'-cabinet' if several else ''}{'-short' if short else ''}"
    return words(f"label.{key}", cabinet=place.cabinet, row=place.row, drawer=place.drawer)


def stage_words(kit: Kit, words: Words, box: Box) -> str:
    """Return the words for a box's stage, or for what is left on it;
    with machines for both sides they say whose.
    """
    pieces = sum(box.position.cells.count(side.cell) for side in Side)
    return _stage_words(kit, words, box.side, box.stage, pieces)


@lru_cache(maxsize=128)
def _stage_words(kit: Kit, words: Words, side: Side, stage: int, pieces: int) -> str:
    key = "label.stage-both" if kit.spec.side == "both" and kit.tells_stages else "label.stage"
    return said(kit, words, key, stage=stage, mark=player(kit, words, side), n=pieces)


def group_words(kit: Kit, words: Words, boxes: Sequence[Box]) -> str:
    """Return the words for what the boxes of one of `Kit.boxes_by_stage` have in common."""
    return stage_words(kit, words, boxes[0]) if kit.tells_stages else words("label.any-move")


# What a page says of many boxes at once: the runs of their numbers, or how many there are.

MOST_RUNS = 3
"""More runs than these say less than how many boxes there are."""


def runs(kit: Kit, boxes: Iterable[Box]) -> list[list[Box]]:
    """Return the boxes in the order of their numbers, in runs:
    of the kit's boxes none lies within one.

    A number that no box of the kit has breaks no run, so boxes 1,
    2 and 4 of a kit without a box 3 are one.
    """
    found: list[list[Box]] = []
    for box in sorted(set(boxes), key=lambda box: box.number):
        if found and kit.indices[found[-1][-1].number] + 1 == kit.indices[box.number]:
            found[-1].append(box)
        else:
            found.append([box])
    return found


def numbers_of(kit: Kit, words: Words, boxes: Iterable[Box], most: int | None = MOST_RUNS) -> str:
    """Return "boxes 6 to 39", or several such;
    of more than `most` runs only how many boxes they are.
    """
    found = runs(kit, boxes)
    if most is not None and len(found) > most:
        return words("labels.boxes-scattered", n=sum(map(len, found)))
    return ", ".join(
        words("labels.boxes", n=len(run), first=run[0].name, last=run[-1].name) for run in found
    )


# As messages


def alike(kit: Kit) -> tuple[str, ...]:
    """Return the ending of the twin in which no player is named by a mark,
    where the pieces are nobody's.
    """
    return ("alike",) if kit.game.impartial else ()


def side_named(kit: Kit, side: Side) -> tuple[str, ...]:
    """Return the ending of the twin that says which player is meant, where no mark does."""
    return (side.value,) if kit.game.impartial else ()


def player_called(kit: Kit, side: Side) -> Text:
    """Return a player by the mark, `O`; of pawns `Black`;
    where the pieces are nobody's, `the first player`.
    """
    if kit.game.impartial:
        return say(f"player.{side.value}")
    if kit.game.pieces is Pieces.PAWNS:
        return say(f"pieces.player-pawns-{side.value}")
    return kit.spec.marks[0 if side is Side.FIRST else 1]


def machine(kit: Kit, side: Side) -> Text:
    """Return whose machine: `O's machine`, `the first player's machine`."""
    return say("player.machine", *side_named(kit, side), player=player_called(kit, side))


def beads(count: int) -> Text:
    """Return `1 bead`, `3 beads`."""
    return say("piece.beads", n=count)


def amount(colour: str, count: int) -> Text:
    """Return `3 white`."""
    return say("piece.amount", n=count, colour=Called(colour))


def counts(amounts: Mapping[str, int]) -> Text:
    """Return `3 white, 2 gold`; `nothing` where there is none."""
    return listed(amount(colour, n) for colour, n in amounts.items() if n) or say("piece.nothing")


# Colours as people type them: a name, the kit's own or that of its language;
# the letter; or the begin of a name.


def colours_meant(kit: Kit, text: str, among: Collection[str]) -> list[str]:
    """Return the colours that a word can mean for a box that holds those
    `among`: one, several, or none.

    A whole name means itself. A letter or a begin means every colour of the box that has it,
    as its letter or in a name; and where that is the letter of a colour that the box
    never holds, this one, too.
    """
    word, names = plain(text), _names_of_colours(kit)
    for name in (*among, *names):
        if word == plain(name):
            return [name]
    if whole := [name for name in names if word in names[name]]:
        return [name for name in whole if name in among] or whole
    lettered = [colour.name for colour in kit.colours if word == plain(colour.key)]
    begun = [
        name
        for name, called in names.items()
        if word and any(each.startswith(word) for each in called)
    ]
    here = [name for name in begun if name in among and name not in lettered]
    return [*lettered, *here] or begun


def colour_meant(kit: Kit, text: str, among: Collection[str]) -> str:
    """Return the colour that a word means for a box that holds those `among`.

    GuideError where several may be meant; UnknownNameError names those that there are.
    """
    found = colours_meant(kit, text, among)
    if len(found) > 1:
        raise GuideError(which_colour(kit, "refused.which-colour", text, found))
    if not found:
        raise no_colour(kit, text)
    return found[0]


def no_colour(kit: Kit, typed: str) -> UnknownNameError:
    """Return the error that a word is none of the kit's colours; it names these,
    and beside them what they are called in the kit's language.
    """
    words = load_words(kit.spec.print.language)
    called = {colour.name: words.colour_name(colour) for colour in kit.colours}
    known = (name if own == name else f"{name} ({own})" for name, own in called.items())
    return UnknownNameError(say("refused.no-colour", typed=quoted(typed), colours=listed(known)))


def colour_called(kit: Kit, text: str) -> str | None:
    """Return the colour whose whole name this is, the kit's own or that of its language."""
    names = _names_of_colours(kit)
    return next((name for name, called in names.items() if plain(text) in called), None)


def which_colour(kit: Kit, key: str, typed: str, meant: Sequence[str]) -> Text:
    """Return a sentence that asks which of these colours is meant,
    and says what to type for each.
    """
    called = joined(*map(Called, meant), between=say("piece.or"))
    enough = joined(*(_enough_for(kit, name, meant) for name in meant), between=say("piece.or"))
    return say(key, typed=typed.strip(), colours=called, enough=enough)


def _enough_for(kit: Kit, colour: str, others: Collection[str]) -> str:
    """Return the shortest begin of a colour's name that means none of the others."""
    name = load_words(kit.spec.print.language).colour_called(colour)
    begins = (name[:length] for length in range(2, len(name) + 1))
    return next((begin for begin in begins if colours_meant(kit, begin, others) == [colour]), name)


def _names_of_colours(kit: Kit) -> dict[str, set[str]]:
    words = load_words(kit.spec.print.language)
    return {
        colour.name: {plain(colour.name), plain(words.colour_name(colour))}
        for colour in kit.colours
    }


# Moves


def square(kit: Kit, move: Move, position: Position) -> Text:
    """Return a move in this position in words: `square 5 (centre)`, `square 12`,
    `move 7-4`, or `2 matches`.
    """
    text = written_move(kit.game, position, move)
    if len(move) > 1:
        return say("piece.move", move=text)
    if has_named_squares(kit.game):
        return say("piece.square-called", move=text, called=say(f"squares.{move[0] + 1}"))
    if isinstance(kit.game, NamesMoves):
        return say("piece.named", *kinds(kit), move=text, n=_number(text))
    return say("piece.square", *kinds(kit), move=text)


def square_in_short(kit: Kit, move: Move, position: Position) -> Text:
    """Return the same for a narrow column: `5 centre`, `12`, `7-4`, `2 matches`."""
    text = written_move(kit.game, position, move)
    if len(move) == 1 and has_named_squares(kit.game):
        return say("piece.short-called", move=text, called=say(f"squares.{move[0] + 1}"))
    return say("piece.short", *kinds(kit), move=text, n=_number(text))


def _has_names(kit: Kit) -> bool:
    return has_named_squares(kit.game)


def _number(text: str) -> int:
    """Return the number that a move is written as, 0 where it is none."""
    return int(text) if text.isdecimal() else 0


def place(kit: Kit, box: Box) -> Text:
    """Return where a box stands: `row 18, drawer 1`, or nothing where the kit has no cabinet."""
    where = kit.place(box)
    if where is None:
        return ""
    return say("piece.place-cabinet" if kit.cabinets > 1 else "piece.place", **where._asdict())


def box_and_place(kit: Kit, box: Box) -> Text:
    """Return `Box 137, row 18, drawer 1`."""
    where = place(kit, box)
    return say("piece.box-and-place" if where else "piece.box", number=box.name, place=where)


def box_to_find(kit: Kit, box: Box) -> Text:
    """Return `Box 137, row 18, drawer 1 (X·12)`: with the code by which the index goes,
    and perhaps the cabinet.
    """
    where, code = box_and_place(kit, box), kit.code(box)
    return joined(where, f" ({code})") if code else where


def outcome(kit: Kit, ended: Outcome) -> Text:
    """Return how a game ended, by the marks."""
    if ended.winner is None:
        return say("piece.draw")
    return say("piece.has-won", player=player_called(kit, ended.winner))
