"""`menace-kit operator lookup`, `box`, `contents`, `recount`, `stocktake`:
boxes, beads, lights; `boxes`, `box`.
"""

import csv
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from menace_kit.cli import BOARD, command_in, group_of, terminal
from menace_kit.cli.operator.options import JournalOptions, OperatorOption
from menace_kit.cli.options import JsonOption, KitOptions, choice_of
from menace_kit.errors import GuideError, LightsError, SelectionError, UnknownNameError
from menace_kit.games import NamesMoves, Side, move_text, written_move
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk, look_up
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import Entry, Kind, is_halving
from menace_kit.journal.queries import last_changes, times_opened, touched_boxes
from menace_kit.machine.boxes import Box, Reading
from menace_kit.machine.containers import tray_capacity
from menace_kit.machine.kit import Kit
from menace_kit.text import Phrase, kit_words
from menace_kit.text.kit_words import colour_meant, colours_meant
from menace_kit.text.words import Called, Capital, clock_time, listed, say
from menace_kit.views.json_output import (
    box_facts,
    box_now_facts,
    chances,
    contents_facts,
    learned_facts,
    look_up_facts,
)

if TYPE_CHECKING:
    from menace_kit.lab.machine_file import Weights

CHANGES_SHOWN = 8

LearnedOption = Annotated[
    Path | None,
    Option(
        metavar="FILE",
        help="Say what a machine that has learned has in the box: a machine file, or a journal.  "
        "[default: the box alone]",
    ),
]


def lookup(
    board: Annotated[
        str,
        Argument(
            help="The squares as one reads; . - _ 0 or a space is empty, / may separate the rows.",
            metavar=BOARD,
        ),
    ],
    to_move: Annotated[
        Side | None, choice_of(Side, "Whose turn it is, where the board alone does not tell.")
    ] = None,
    machine: LearnedOption = None,
    *,
    kit: KitOptions,
    as_json: JsonOption = False,
) -> None:
    """Find the box for a board, and say what each bead means on the table as it lies.

    With --machine also how many beads of each colour a machine that has learned has there,
    and how likely it draws one.

    Example:  menace-kit operator lookup "O.X/.../..."
    """
    chosen, weights = learned(machine, kit)
    found = look_up(chosen, board, to_move)
    inside = weights[found.readings[0].box.number] if weights and found.readings else None
    if as_json:
        terminal.echo_json(look_up_facts(chosen, found) | learned_facts(machine, inside))
    elif found.readings:
        show_reading(chosen, found.readings[0], len(found.readings), inside)
    else:
        typer.echo(found.reason)


def learned(machine: Path | None, kit: KitOptions) -> "tuple[Kit, Weights | None]":
    """Return the kit that is meant, and what is in the boxes of the machine in a file,
    None where none is named.
    """
    if machine is None:
        return kit.chosen(), None
    from menace_kit.cli.lab.options import machine_in

    found = machine_in(machine, kit).machine
    return found.kit, found.weights


def show_reading(
    kit: Kit, reading: Reading, ways: int, inside: Mapping[str, float] | None = None
) -> None:
    """Print a box: its place, the label as glued and the table beside it,
    and what each bead means there.

    With what is `inside` of it, how many beads of each colour there are,
    and how likely each is drawn.
    """
    box, table = reading.box, reading.symmetry.position(reading.box.position)
    _print_title(kit, box)
    blocks = [
        ("label as glued", terminal.board_lines(kit, box.position, box.moves)),
        ("the table", terminal.board_lines(kit, table, reading.moves)),
    ]
    terminal.print_lines(terminal.side_by_side(blocks))
    typer.echo(f"{Capital(wording.how_to_turn(reading))}.")
    if ways > 1:
        typer.echo(f"There are {ways} right ways to hold this box; this is one.")
    console = terminal.plain_console()
    held = counted(inside) if inside is not None else {}
    lines = {}
    for colour in box.moves:
        means = kit_words.square(kit, reading.on_table(colour), table)
        taken = ", taken" if colour in box.taken else ""
        lines[colour] = f"  {kit.colour(colour).key}  {colour:<12} {means}{taken}"
    width = max(map(len, lines.values()))
    for colour, line in lines.items():
        console.print(f"{line:<{width}} {'  '.join(held[colour])}" if held else line)
    if box.taken:
        typer.echo("A bead of a taken square stays out, and another one is drawn.")
    if inside is not None and not any(inside.values()):
        console.print("The box is empty.")


def counted(inside: Mapping[str, float]) -> dict[str, tuple[str, str]]:
    """Return colour -> how many beads, nothing where it is odds,
    and how likely one is drawn, as columns.
    """
    shares = chances(inside)
    return {
        colour: (
            f"{count:>7,}" if isinstance(count, int) else "",
            f"{100 * shares[colour]:5.1f} %" if any(inside.values()) else "      -",
        )
        for colour, count in inside.items()
    }


def _print_title(kit: Kit, box: Box) -> None:
    """Print which box it is, where it stands, and which of the machine's moves it is for."""
    from rich.text import Text

    stage = f"  (move {box.stage})" if kit.tells_stages else ""
    terminal.print_lines(
        [Text.assemble((str(kit_words.box_to_find(kit, box)), "bold"), stage)], soft_wrap=True
    )


def box(
    name: Annotated[str, Argument(help="The number on the box, or its name.", metavar="N")],
    as_json: JsonOption = False,
    *,
    journal: JournalOptions,
) -> None:
    """Show what belongs in a box now, how that came about, and how often it was opened.

    Example:  menace-kit operator box 137
    """
    with journal.desk(read_only=True) as desk:
        shown = desk.session.kit.box_named(name)
        opened = times_opened(desk.journal, shown.number)
        changes = last_changes(desk.journal, shown.number, CHANGES_SHOWN)
        session = desk.session
    if as_json:
        terminal.echo_json(box_now_facts(session, shown, opened, changes))
    else:
        _show(session, shown, opened, changes)


def _show(session: Session, box: Box, opened: int, changes: list[Entry]) -> None:
    from rich.text import Text

    kit, now = session.kit, session.contents[box.number]
    _print_title(kit, box)
    terminal.print_lines(terminal.board_lines(kit, box.position, box.moves))
    typer.echo(f"  {'':<15} {'start':>5} {'now':>5}")
    for name, start in box.start.items():
        change = f"  ({now[name] - start:+d})" if now[name] != start else ""
        where = f"  {move_text(box.moves[name])}" if kit.has_arrows else ""
        counts = f" {name:<11} {start:>5} {now[name]:>5}{change}{where}"
        terminal.print_lines(
            [Text.assemble("  ", terminal.chip(kit.colour(name)), counts)], soft_wrap=True
        )
    typer.echo(f"  {'in all':<15} {box.start_total:>5} {sum(now.values()):>5}")
    for name, count in session.in_box(box.number).items():
        if session.game and count != now[name]:
            typer.echo(say("book.before-its-box", colour=Called(name), game=session.game.number))
    if box.number in session.to_count:
        typer.echo(wording.to_be_counted(kit, [box.number]))
    typer.echo(wording.opened(opened))
    if changes:
        typer.echo("Last changes:")
    for _, action in groupby(changes, key=lambda entry: entry.action):
        typer.echo(f"  {_change_line(tuple(action))}")


def _change_line(entries: Sequence[Entry]) -> str:
    first = entries[0]
    if first.kind is Kind.RECOUNT:
        told = str(wording.counted_in_short(entries))
    elif is_halving(first):
        told = f"game {first.game}: halved, {wording.changes_of_count(entries)}"
    else:
        told = f"game {first.game}: {listed(map(wording.change, entries))}"
    return f"{clock_time(first.at)}  {told}"


def contents(
    as_json: JsonOption = False,
    as_csv: Annotated[bool, Option("--csv", help="As CSV, for spreadsheets.")] = False,
    *,
    journal: JournalOptions,
) -> None:
    """List what belongs in every box now; a star marks what differs from the start.

    Example:  menace-kit operator contents --csv
    """
    if as_json and as_csv:
        raise typer.BadParameter("--json and --csv exclude each other")
    with journal.opened() as book:
        to_count, held, boxes, colours = (
            book.to_count,
            book.contents(),
            book.kit.boxes,
            [colour.name for colour in book.kit.colours],
        )
    if as_json:
        terminal.echo_json(contents_facts(book.kit, held, to_count), indent=1)
    elif as_csv:
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["number", *colours, "total"])
        for number, beads in held.items():
            # A colour that a box can never hold is left blank:
            # 0 would say that there are none left.
            table.writerow(
                [number, *(beads.get(colour, "") for colour in colours), sum(beads.values())]
            )
    else:
        width = max(4, *(len(each.name) for each in boxes))
        for each in boxes:
            beads = held[each.number]
            star = "?" if each.number in to_count else " " if beads == each.start else "*"
            typer.echo(
                f"{each.name:>{width}} {star} {sum(beads.values()):>4}:  {kit_words.counts(beads)}"
            )
    typer.echo(wording.to_be_counted(book.kit, to_count), err=True, nl=bool(to_count))


# The beads as they were counted

Counts = dict[str, int]


def recount(
    name: Annotated[str, Argument(help="The number on the box, or its name.", metavar="N")],
    counts: Annotated[
        list[str],
        Argument(metavar="COLOUR=N...", help="What was counted; other colours stay as they are."),
    ],
    journal: JournalOptions,
) -> None:
    """Write down what was counted in a box; the count wins over the book.

    Example:  menace-kit operator recount 137 white=3 gold=5
    """
    with journal.desk() as desk:
        counted_box = desk.session.kit.box_named(name)
        number, counted = counted_box.number, parse_counts(desk.session.kit, counted_box, counts)
        before = desk.session
        desk.act(lambda session: session.recount(number, counted))
        terminal.echo_lines(_found(before, number, counted))
        if before.due is Due.ADJUST and before.game:
            typer.echo(say("count.list-is-open", game=before.game.number))


def stocktake(
    done: Annotated[
        bool, Option("--done", help="All of the boxes on the sheet have been counted.")
    ] = False,
    differ: Annotated[
        list[str] | None,
        Option(
            metavar='"N COLOUR=N ..."', help="A box that was counted otherwise; as often as needed."
        ),
    ] = None,
    operator: OperatorOption = None,
    *,
    journal: JournalOptions,
) -> None:
    """Print a sheet of the boxes touched since the last count;
    --done writes down that they were counted.

    Example:  menace-kit operator stocktake --done --differ "137 green=4 amber=0"
    """
    if differ and not done:
        raise typer.BadParameter("--differ goes with --done")
    with journal.desk(read_only=not done) as desk:
        if done:
            _write_down(desk, differ or [], operator)
        else:
            terminal.echo_lines(sheet_lines(desk.session, touched_boxes(desk.journal)))


def _write_down(desk: Desk, differ: Sequence[str], operator: str | None) -> None:
    counted = parse_differing(desk.session.kit, differ)
    before, touched = desk.session, touched_boxes(desk.journal)
    desk.act(lambda session: session.take_stock(touched, counted, operator))
    for number, counts in counted.items():
        terminal.echo_lines(_found(before, number, counts))
    differing = {
        number
        for number, counts in counted.items()
        if counts.items() - before.in_box(number).items()
    }
    found = "count.stock-differs" if differing else "count.stock-agrees"
    typer.echo(say(found, n=len({*touched, *counted} - differing), differ=len(differing)))


def sheet_lines(session: Session, touched: Sequence[int]) -> list[Phrase | str]:
    """Return the sheet to tick: a line or two for each box, and what to do when all is counted."""
    if not touched:
        return [f"{Capital(say('count.nothing-touched'))}."]
    lines: list[Phrase | str] = [say("count.sheet-head", n=len(touched))]
    if session.due is Due.ADJUST and session.game:
        lines.append(f"But {say('count.list-first', game=session.game.number)}.")
    elif session.game and session.game.running:
        lines.append(
            f"But {say('refused.still-running', number=session.game.number)}; "
            "count when it is over."
        )
    for number in touched:
        held, box = session.in_box(number), session.kit.box(number)
        every = ", ".join(f"{count} {colour}" for colour, count in held.items())
        line = (
            f"[ ] {kit_words.box_and_place(session.kit, box)}: {every}; {sum(held.values())} in all"
        )
        lines += textwrap.wrap(line, 79, subsequent_indent="      ")
    return [*lines, say("count.sheet-foot")]


def parse_counts(kit: Kit, box: Box, words: Iterable[str]) -> Counts:
    """Return colour -> count of `white=3 g=5` in a box;
    GuideError where one cannot be read or stands twice.
    """
    pairs = []
    for word in words:
        name, _, count = word.partition("=")
        if not (name and count.isascii() and count.removeprefix("-").isdigit() and len(count) < 9):
            raise GuideError(say("count.unreadable", text=repr(word)))
        pairs.append((name, count))
    meant = [colours_meant(kit, name, box.moves) for name, _ in pairs]
    settled = {each[0] for each in meant if len(each) == 1}
    found: Counts = {}
    for (name, count), colours in zip(pairs, meant, strict=True):
        # Of several that are possible the other ones stand beside it: D=4 G=3 is gold and green.
        left = [each for each in colours if each not in settled] if len(colours) > 1 else colours
        colour = left[0] if len(left) == 1 else colour_meant(kit, name, box.moves)
        if colour in found:
            raise GuideError(say("count.colour-twice", colour=Called(colour)))
        found[colour] = int(count)
    return found


def parse_differing(kit: Kit, texts: Iterable[str]) -> dict[int, Counts]:
    """Return box -> colour -> count of `137 green=4 amber=0`;
    GuideError where one cannot be read.
    """
    found: dict[int, Counts] = {}
    for text in texts:
        words = text.replace(",", " ").split()
        ends = [place for place, word in enumerate(words, start=1) if "=" in word]
        if not ends or ends[-1] != len(words) or ends[0] == 1:
            raise GuideError(say("count.differ-unreadable", text=repr(text)))
        name, counted = _box_and_count(kit, words[: ends[0]])
        box = kit.box_named(name)
        if box.number in found:
            raise GuideError(say("count.box-twice", number=box.name))
        others = (" ".join(words[start:end]) for start, end in pairwise(ends))
        found[box.number] = parse_counts(kit, box, [counted, *others])
    return found


def _box_and_count(kit: Kit, words: Sequence[str]) -> tuple[str, str]:
    """Return the box's name and the first count of `137 green=4`; both names may have blanks,
    as in `A 12 dark blue=4`.

    Where no words are a box and a colour, the last is taken for the colour.
    """
    last = len(words) - 1
    for place in range(last, 0, -1):
        name, counted = " ".join(words[:place]), " ".join(words[place:])
        with suppress(UnknownNameError):
            if colours_meant(kit, counted.partition("=")[0], kit.box_named(name).moves):
                return name, counted
    return " ".join(words[:last]), words[last]


def _found(session: Session, number: int, counted: Counts) -> list[Phrase | str]:
    """Return what a count found against the session from before it."""
    kit = session.kit
    box, held = kit.box(number), session.in_box(number)
    lines = wording.counted(kit, box, held, counted)
    total, capacity = sum({**held, **counted}.values()), tray_capacity(kit.container.tray, kit.bead)
    if total > max(capacity, box.start_total):
        lines.append(wording.more_than_fits(box, total, capacity))
    lying = [colour for colour, count in held.items() if count != session.contents[number][colour]]
    if lying and session.game:
        lines.append(
            say("count.bead-not-counted", colour=Called(lying[0]), game=session.game.number)
        )
    return lines


# `menace-kit boxes` and `box`: the boxes as the kit has them, without a journal.


def _seconds(text: str | float) -> float:
    """Return how many seconds were typed; BadParameter for what is none."""
    with suppress(ValueError):
        if 0 <= (seconds := float(text)) <= MINUTE:
            return seconds
    raise typer.BadParameter(f"it should be 0 to {MINUTE:g} seconds, not {text}")


MINUTE = 60.0


def lights_test(
    kit: KitOptions,
    seconds: Annotated[
        float, Option(metavar="S", parser=_seconds, help="How long each drawer is lit.")
    ] = 0.3,
) -> None:
    """Light every drawer of the cabinet, one after the other, and say which it should be.

    Example:  menace-kit lights test --seconds 1
    """
    from time import sleep

    from menace_kit.guide.lights import DUE, leds_at, message, post

    chosen = kit.chosen()
    cabinet = chosen.spec.cabinet
    if cabinet is None or cabinet.lights is None:
        raise SelectionError(
            f"{chosen.source} has no lights; say where they are in [cabinet]: "
            'lights = "http://192.168.1.40"'
        )
    places = sorted((place, box) for box in chosen.boxes if (place := chosen.place(box)))
    try:
        for place, box in places:
            leds = leds_at(cabinet, place)
            post(cabinet.lights, message(chosen, dict.fromkeys(leds, DUE)))
            told = f"LED {leds[0]}" if len(leds) == 1 else f"LEDs {leds[0]} to {leds[-1]}"
            typer.echo(f"{kit_words.box_and_place(chosen, box)}: {told}")
            sleep(seconds)
    except LightsError as error:
        raise LightsError(
            f"the lights at {cabinet.lights} do not answer as WLED does; "
            "is the controller on, in the same network, and at this address?"
        ) from error
    finally:
        with suppress(LightsError):
            post(cabinet.lights, message(chosen, {}))


app = group_of(
    {"test": command_in(__name__, "lights_test", "test")},
    help="Lights behind the drawers of a cabinet: [cabinet] lights in the kit file.",
)


def kit_boxes(
    kit: KitOptions,
    as_json: JsonOption = False,
    as_csv: Annotated[bool, Option("--csv", help="As CSV, for spreadsheets.")] = False,
    as_map: Annotated[
        bool,
        Option(
            "--map", help="As the map that `menace-kit adopt` takes: drawings, colours, places."
        ),
    ] = False,
    machine: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="List the beads of a machine that has learned: a machine file, or a journal.  "
            "[default: the starting beads]",
        ),
    ] = None,
) -> None:
    """List all boxes: number, move, board, place, beads.

    The board is written in reading order, a dot for an empty square;
    the beads by the letters on the labels.

    \b
    Example:  menace-kit boxes --json
    """
    if as_json + as_csv + as_map > 1:
        raise typer.BadParameter("--json, --csv and --map exclude each other; give one of them")
    if as_map and machine is not None:
        raise typer.BadParameter("--map is of the kit alone; leave --machine away")
    chosen, inside = kit.chosen(), None
    if machine is not None:
        from menace_kit.cli.lab.options import machine_in

        found = machine_in(machine, kit).machine
        chosen, inside = found.kit, found.contents
    if as_json:
        boxes = (
            box_facts(chosen, box) | learned_facts(machine, inside[box.number] if inside else None)
            for box in chosen.boxes
        )
        terminal.echo_json(list(boxes), indent=1, ascii_only=True)
        return
    if inside is not None:
        from menace_kit.workshop.shopping import filled_with

        chosen = filled_with(chosen, inside)
    if as_csv:
        from menace_kit.workshop.shopping import filling_csv

        typer.echo(filling_csv(chosen).encode(), nl=False)  # UTF-8 wherever it goes
    elif as_map:
        from menace_kit.machine.adopted import map_text

        typer.echo(map_text(chosen).encode(), nl=False)
    else:
        move = "move" if chosen.tells_stages else ""
        place = "place" if chosen.spec.cabinet else ""
        rows = [
            ("box", move, "board", place, "beads"),
            *(_row(chosen, box) for box in chosen.boxes),
        ]
        terminal.echo_lines(terminal.table_lines(rows, right=[0]))


def kit_box(
    number: Annotated[str, Argument(help="The number on the box, or its name.", metavar="N")],
    kit: KitOptions,
    machine: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="Say what a machine that has learned has in it, too: a machine file, or a journal."
            "  [default: its start alone]",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show one box: its drawing, its place, its beads.

    \b
    Example:  menace-kit box 137
    """
    chosen, weights = learned(machine, kit)
    shown = chosen.box_named(number)
    inside = weights[shown.number] if weights is not None else None
    if as_json:
        facts = box_facts(chosen, shown) | learned_facts(machine, inside)
        terminal.echo_json(facts, indent=1, ascii_only=True)
    else:
        _show_built(chosen, shown, inside)


def _row(kit: Kit, box: Box) -> tuple[str, str, str, str, str]:
    letters: dict[int, list[str]] = {}
    for bead in box.beads:
        letters.setdefault(bead.start, []).append(kit.colour(bead.colour).key)
    beads = ", ".join(f"{count} each of {' '.join(keys)}" for count, keys in letters.items())
    return box.name, _stage(kit, box), kit.board(box), _place(kit, box), beads


def _stage(kit: Kit, box: Box) -> str:
    """Return the move of the machine that a box is for; with machines for both sides,
    whose, as the label has it.

    Empty where the kit tells no stages.
    """
    if not kit.tells_stages:
        return ""
    mark = kit.spec.marks[0 if box.side is Side.FIRST else 1]
    return f"{mark}, move {box.stage}" if kit.spec.side == "both" else f"move {box.stage}"


def _place(kit: Kit, box: Box) -> str:
    """Return where a box stands, with the cabinet where there are several;
    empty where the kit has no cabinet.
    """
    cabinet, place = kit.spec.cabinet, kit.place(box)
    if cabinet is None or place is None:
        return ""
    several = kit.cabinets > 1
    return (
        f"{f'cabinet {place.cabinet}, ' if several else ''}row {place.row}, drawer {place.drawer}"
    )


def _show_built(kit: Kit, box: Box, inside: Mapping[str, float] | None = None) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Column, Table
    from rich.text import Text

    about = ", ".join(text for text in (_stage(kit, box), _place(kit, box)) if text)
    code = f" ({code})" if (code := kit.code(box)) else ""
    terminal.print_lines(
        [Text.assemble((f"Box {box.name}", "bold"), f": {about}" if about else "", code)]
    )
    terminal.print_lines(terminal.board_lines(kit, box.position, box.moves))
    means = "takes" if isinstance(kit.game, NamesMoves) else "square"
    names = (
        "bead",
        "letter",
        "sign",
        means,
        "start",
        *(("now", "chance") if inside is not None else ()),
    )
    heads = (Column(head, overflow="fold") for head in names)
    held = counted(inside) if inside is not None else {}
    table = Table(*heads, box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for bead in box.beads:
        colour = kit.colour(bead.colour)
        # As wide as its column.
        swatch = Text(f" {colour.key} ", style=f"{colour.ink} on {colour.hex}")
        table.add_row(
            colour.name,
            swatch,
            colour.glyph,
            written_move(kit.game, box.position, bead.move),
            str(bead.start),
            *(text.strip() for text in held.get(bead.colour, ())),
        )
    terminal.plain_console().print(table)
