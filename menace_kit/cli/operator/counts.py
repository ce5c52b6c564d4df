"""`menace-kit operator count`: the beads as they were counted, and which box to count first."""

from collections.abc import Iterable, Sequence
from typing import Annotated

import typer
from typer import Argument, Option

from menace_kit.cli.operator.options import LogbookOptions, OperatorOption
from menace_kit.cli.options import JsonOption, check_at_most_one, check_goes_with
from menace_kit.cli.report import Report, number_of
from menace_kit.cli.terminal import can_ask, print_lines, wrapped
from menace_kit.errors import GuideError
from menace_kit.frozen import Frozen
from menace_kit.guide import counting, wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.box_changes import touched_boxes
from menace_kit.machine import Box, Kit
from menace_kit.text import kit_words
from menace_kit.text.phrases import Called, Capital, Text, say
from menace_kit.text.typed_colours import colour_meant, colours_meant
from menace_kit.views.json_output.career import suspicion_facts

Counts = dict[str, int]


class SheetOptions(Frozen):
    """A count of all boxes that were touched since the last one."""

    sheet: Annotated[
        bool, Option("--sheet", help="Print a sheet of the boxes touched since the last count.")
    ] = False
    done: Annotated[
        bool, Option("--done", help="With --sheet: all of the boxes on it have been counted.")
    ] = False
    differ: Annotated[
        list[str] | None,
        Option(
            metavar='"N COLOUR=N ..."',
            help="With --done: a box that was counted otherwise; as often as needed.",
        ),
    ] = None
    operator: OperatorOption = None


def count(
    name: Annotated[
        str | None, Argument(help="The number on the box, or its name.", metavar="N")
    ] = None,
    counts: Annotated[
        list[str] | None,
        Argument(metavar="COLOUR=N", help="What you counted; other colours stay as they are."),
    ] = None,
    *,
    stock: SheetOptions,
    yes: Annotated[
        bool, Option("--yes", "-y", help="Save it though it is hard to believe; ask nothing.")
    ] = False,
    first: Annotated[
        bool, Option("--first", help="Say which box to count first, by the beads that were drawn.")
    ] = False,
    as_json: JsonOption = False,
    logbook: LogbookOptions,
) -> None:
    """Enter the beads that you counted in a box.

    Your count is saved, whatever the logbook said before. A count that the box has no room for, or
    that is far from the logbook's, may be a slip: you are asked once.

    --sheet lists what was touched since the last count; with --done all of it is entered.

    --first compares the beads drawn with what should have been in the boxes. It looks back over
    the last 1,000 games; docs/studies/suspect.md says how much it sees. Only --first has --json.

    \b
    Example:  menace-kit operator count 137 white=3 gold=5
    Example:  menace-kit operator count --sheet
    Example:  menace-kit operator count --sheet --done --differ "137 green=4"
    Example:  menace-kit operator count --first
    """
    check_at_most_one({"a box": name, "--sheet": stock.sheet, "--first": first})
    check_goes_with("--sheet", stock.sheet, {"--done": stock.done})
    check_goes_with("--done", stock.done, {"--differ": stock.differ})
    check_goes_with("--first", first, {"--json": as_json})
    if first:
        _say_first(as_json, logbook)
    elif name is not None:
        _count_box(name, counts or [], logbook, yes)
    elif not stock.sheet:
        raise typer.BadParameter(
            "nothing is counted; name a box and its beads, as in 137 white=3, or say --sheet or "
            "--first"
        )
    else:
        with logbook.desk(read_only=not stock.done, check=stock.done) as desk:
            if stock.done:
                _write_down(desk, stock, yes)
            else:
                print_lines(sheet_lines(desk.session, touched_boxes(desk.logbook)))


def _count_box(name: str, counts: Sequence[str], logbook: LogbookOptions, yes: bool) -> None:
    if not counts and "=" in name:
        raise typer.BadParameter(f"in which box? Write its number first, as in 137 {name}")
    if not counts:
        raise typer.BadParameter(f"say what you counted in box {name}, as in white=3")
    with logbook.desk(check=True) as desk:
        box, before = desk.session.kit.box_named(name), desk.session
        counted = parse_counts(desk.session.kit, box, counts)
        if not yes:
            _check_it_is_believed(before, box, counted)
        desk.act(lambda session: counting.count(session, box.number, counted))
        lines = _found(before, box.number, counted)
        if before.due is Due.ADJUST:
            lines.append(
                f"The boxes are not updated after game {before.number} yet. Your count is "
                "taken as after the update. If you counted before it, update the boxes "
                "(operator adjust) and count again."
            )
        print_lines(lines)


def _check_it_is_believed(session: Session, box: Box, counted: Counts) -> None:
    """Go on where a count can be believed, or the user confirms it;
    GuideError where nobody does.
    """
    told = wording.doubt(session, box, counted)
    if not told:
        return
    if not can_ask():
        raise GuideError(f"{told} Nothing was saved; if the count is right, add --yes.")
    typer.confirm(f"{told} Save it?", abort=True)


def _say_first(as_json: bool, logbook: LogbookOptions) -> None:
    """Say which box to count first."""
    from menace_kit.logbook.suspicion import suspicion
    from menace_kit.views.suspects import suspicion_told

    with logbook.opened() as opened:
        found, kit = suspicion(opened), opened.kit
    notes: list[Text] = []
    if found.boxes and (found.suspected or not found.fits):
        box = kit.box(found.boxes[0].box).name
        notes.append(f"Enter what you count: menace-kit operator count {box} COLOUR=N ...")
    told = suspicion_told(kit, found)
    Report(suspicion_facts(kit, found), told, notes=notes).tell(as_json)


def _write_down(desk: Desk, stock: SheetOptions, yes: bool) -> None:
    before, touched = desk.session, touched_boxes(desk.logbook)
    counted = parse_differing(before.kit, stock.differ or [])
    counting.take_stock(before, touched, counted, stock.operator)  # or why it can't be done now
    for number, counts in counted.items() if not yes else ():
        _check_it_is_believed(before, before.kit.box(number), counts)
    desk.act(lambda session: counting.take_stock(session, touched, counted, stock.operator))
    for number, counts in counted.items():
        print_lines(_found(before, number, counts))
    differing = {
        number
        for number, counts in counted.items()
        if counts.items() - before.in_box(number).items()
    }
    agreeing = {*touched, *counted} - differing
    boxes = number_of(len(agreeing), "box", "boxes")
    typer.echo(f"Written down: {boxes} as the logbook says, {len(differing)} otherwise.")


def sheet_lines(session: Session, touched: Sequence[int]) -> list[Text]:
    """Return the sheet to tick: a line or two for each box, and what to do when all is counted."""
    if not touched:
        return [f"{Capital(say('count.nothing-touched'))}."]
    lines: list[Text] = []
    if session.due is Due.ADJUST:
        lines.append(f"{Capital(say('count.list-first', game=session.number))}.")
    elif session.running:
        running = Capital(say("refused.still-running", number=session.number))
        lines.append(f"{running}; count when it is over.")
    boxes = number_of(len(touched), "box has", "boxes have")
    lines.append(f"{boxes} been touched since the last count. Tick what agrees:")
    for number in touched:
        held, box = session.in_box(number), session.kit.box(number)
        every = ", ".join(f"{count} {colour}" for colour, count in held.items())
        line = (
            f"[ ] {kit_words.box_and_place(session.kit, box)}: {every}; {sum(held.values())} in all"
        )
        lines += wrapped(line, indent="      ")
    return [*lines, SHEET_FOOT]


SHEET_FOOT = """When all are counted:
  menace-kit operator count --sheet --done
and for each box that differs:  --differ "BOX COLOUR=N ...\""""


def parse_counts(kit: Kit, box: Box, words: Iterable[str]) -> Counts:
    """Return colour -> count of `white=3 g=5` in a box;
    GuideError where one cannot be read or stands twice.
    """
    pairs = []
    for word in words:
        name, _, count = word.partition("=")
        if not (name and count.isascii() and count.removeprefix("-").isdigit() and len(count) < 9):
            raise GuideError(
                f"{word!r} is not a count; write a colour or its letter and a number: "
                f"{Called(next(iter(box.moves)))}=4"
            )
        pairs.append((name, count))
    meant = [colours_meant(kit, name, box.moves) for name, _ in pairs]
    settled = {each[0] for each in meant if len(each) == 1}
    found: Counts = {}
    for (name, count), colours in zip(pairs, meant, strict=True):
        # Of several that are possible the other ones stand beside it: D=4 G=3 is gold and green.
        left = [each for each in colours if each not in settled] if len(colours) > 1 else colours
        colour = left[0] if len(left) == 1 else colour_meant(kit, name, box.moves)
        if colour in found:
            raise GuideError(say("count.twice", what=Called(colour)))
        found[colour] = int(count)
    return found


def parse_differing(kit: Kit, texts: Iterable[str]) -> dict[int, Counts]:
    """Return box -> colour -> count of `137 green=4 amber=0`;
    GuideError where one cannot be read.
    """
    found: dict[int, Counts] = {}
    for text in texts:
        words = text.replace(",", " ").split()
        counts = [word for word in words if "=" in word]
        name = words[: len(words) - len(counts)]
        if not (name and counts) or words[len(name) :] != counts:
            raise GuideError(
                f"{text!r} is not a box with counts; write its number and what you counted: "
                '"137 green=4 amber=0"'
            )
        box = kit.box_named(" ".join(name))
        if box.number in found:
            raise GuideError(say("count.twice", what=say("piece.box", number=box.name)))
        found[box.number] = parse_counts(kit, box, counts)
    return found


def _found(session: Session, number: int, counted: Counts) -> list[Text]:
    """Return what a count found against the session from before it."""
    kit = session.kit
    box, held = kit.box(number), session.in_box(number)
    lines = wording.counted(kit, box, held, counted)
    lying = [colour for colour, count in held.items() if count != session.contents[number][colour]]
    if lying:
        lines.append(
            f"The {Called(lying[0])} bead of game {session.number} in front of the box is "
            "not counted; it still belongs in it."
        )
    return lines
