"""`menace-kit boxes`: list all boxes or show one, as built or as now."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import typer
from typer import Argument, Option

from menace_kit.cli.operator.career import signed
from menace_kit.cli.operator.lookup import counted, learned
from menace_kit.cli.operator.options import LogbookOptions
from menace_kit.cli.options import (
    JsonOption,
    KitOptions,
    MachineOption,
    check_at_most_one,
    check_goes_with,
)
from menace_kit.cli.report import Report, Right, echo_whole
from menace_kit.cli.terminal import Line, board_lines
from menace_kit.errors import PositionError, UnknownNameError, quoted, shortened
from menace_kit.frozen import Frozen
from menace_kit.games import NamesMoves, Side, parse_board, written_move
from menace_kit.guide import wording
from menace_kit.guide.session import Session
from menace_kit.logbook.box_changes import last_changes
from menace_kit.logbook.career import openings
from menace_kit.logbook.entries import Entry, Kind, is_halving
from menace_kit.machine import Bead, Box, Kit
from menace_kit.text import kit_words
from menace_kit.text.phrases import Called, Text, listed, say
from menace_kit.text.words import clock_time
from menace_kit.views.json_output.boxes import (
    box_facts,
    box_now_facts,
    contents_facts,
    learned_facts,
)

CHANGES_SHOWN = 8


class Form(Frozen):
    """How the list of boxes is printed."""

    as_json: JsonOption = False
    as_csv: Annotated[bool, Option("--csv", help="As CSV, for spreadsheets.")] = False
    as_map: Annotated[
        bool,
        Option(
            "--map",
            help="As the map that `menace-kit new --from` takes: drawings, colours, places.",
        ),
    ] = False


def boxes(
    name: Annotated[
        str | None, Argument(help="One box: the number on it, or its name.", metavar="N")
    ] = None,
    now: Annotated[
        bool, Option("--now", help="What belongs in the boxes now, by the logbook.")
    ] = False,
    machine: MachineOption = None,
    *,
    form: Form,
    logbook: LogbookOptions,
) -> None:
    """List all boxes or show one, as built or as now.

    The list has number, move, board, place and beads. The board is written in reading order, a dot
    for an empty square; the beads by the letters on the labels.
    With --now a star marks the boxes that differ from the start; one box also tells how its beads
    came about.

    \b
    Example:  menace-kit boxes --json
    Example:  menace-kit boxes 137
    Example:  menace-kit boxes --now --csv
    Example:  menace-kit boxes 137 --now
    """
    of_all = {"--csv": form.as_csv, "--map": form.as_map}
    check_at_most_one({"--json": form.as_json, **of_all})
    check_at_most_one({"N": name, **of_all})
    check_at_most_one({"--now": now, "--map": form.as_map, "--machine": machine})
    check_goes_with("--now", now, {"--logbook": logbook.logbook})
    if now and name is not None:
        _show_now(name, form, logbook)
    elif now:
        _list_now(form, logbook)
    elif name is not None:
        _show_built(name, form, machine, logbook)
    else:
        _list_built(form, machine, logbook)


def _list_built(form: Form, machine: Path | None, kit: KitOptions) -> None:
    chosen, inside = kit.chosen(), None
    filled = chosen
    if machine is not None:
        from menace_kit.cli.lab.options import machine_in
        from menace_kit.workshop.filling import filled_with

        found = machine_in(machine, kit).machine
        chosen, inside = found.kit, found.contents
        filled = filled_with(chosen, inside)
    if form.as_map:
        from menace_kit.machine.box_map import map_text

        echo_whole(map_text(chosen))
        return
    if form.as_csv:
        from menace_kit.workshop.filling import filling_csv

        echo_whole(filling_csv(filled))
        return
    move = "move" if chosen.tells_stages else ""
    place = "place" if chosen.spec.cabinet else ""
    Report(
        lambda: (
            box_facts(chosen, box) | learned_facts(machine, inside[box.number] if inside else None)
            for box in chosen.boxes
        ),
        columns=(Right("box"), move, "board", place, "beads"),
        rows=(_row(chosen, box) for box in filled.boxes),
    ).tell(form.as_json)


def _box_called(kit: Kit, name: str) -> Box:
    """Return the box with this number or name.

    Raises UnknownNameError, which suggests `lookup` for a board.
    """
    try:
        return kit.box_named(name)
    except UnknownNameError as error:
        with suppress(PositionError):
            parse_board(kit.game, name, kit.spec.marks)
            raise error.told_as(
                f"{quoted(name)} is a board; find its box with:  "
                f'menace-kit operator lookup "{shortened(name)}"'
            ) from None
        raise


def _show_built(name: str, form: Form, machine: Path | None, kit: KitOptions) -> None:
    chosen, weights = learned(machine, kit)
    box = _box_called(chosen, name)
    inside = weights[box.number] if weights is not None else None
    facts = box_facts(chosen, box) | learned_facts(machine, inside)
    if inside is None:
        report = _shown(chosen, box, facts)
    else:
        report = _shown(chosen, box, facts, ("now", "chance"), counted(inside))
    report.tell(form.as_json)


def _shown(
    kit: Kit,
    box: Box,
    facts: object,
    more: Sequence[str] = (),
    held: Mapping[str, Sequence[object]] = MappingProxyType({}),
) -> Report:
    """Return a box and its beads; `held` has the cells of `more` columns for each colour."""
    means = "takes" if isinstance(kit.game, NamesMoves) else "square"
    return Report(
        facts,
        [_about(kit, box), *board_lines(kit, box.position, box.moves)],
        ("bead", "letter", "sign", means, Right("start"), *map(Right, more)),
        [_bead_row(kit, box, bead, held.get(bead.colour, ())) for bead in box.beads],
    )


def _list_now(form: Form, logbook: LogbookOptions) -> None:
    with logbook.opened() as opened:
        kit, held, to_count = opened.kit, opened.contents(), opened.to_count
    colours = [colour.name for colour in kit.colours]
    if form.as_csv:
        # Leave a colour blank if the box can never hold it:
        # 0 would mean that none are left.
        report = Report(
            columns=("number", *colours, "total"),
            rows=(
                (number, *(beads.get(colour, "") for colour in colours), sum(beads.values()))
                for number, beads in held.items()
            ),
        )
    else:
        report = Report(
            contents_facts(kit, held, to_count),
            columns=(Right("box"), "", Right("beads"), "which"),
            rows=(_row_now(box, held[box.number], to_count) for box in kit.boxes),
        )
    report.tell(form.as_json, form.as_csv)
    typer.echo(wording.to_be_counted(kit, to_count), err=True, nl=bool(to_count))


def _row_now(box: Box, beads: Mapping[str, int], to_count: Collection[int]) -> tuple[object, ...]:
    star = "?" if box.number in to_count else "" if beads == box.start else "*"
    return box.name, star, sum(beads.values()), str(kit_words.counts(beads))


def _show_now(name: str, form: Form, logbook: LogbookOptions) -> None:
    with logbook.desk(read_only=True) as desk:
        session = desk.session
        box = _box_called(session.kit, name)
        opened = openings(desk.logbook)[box.number]
        changes = last_changes(desk.logbook, box.number, CHANGES_SHOWN)
    now = session.contents[box.number]
    held = {name: (now[name], signed(now[name] - start)) for name, start in box.start.items()}
    facts = box_now_facts(session, box, opened, changes)
    report = _shown(session.kit, box, facts, ("now", "change"), held)
    report._replace(notes=_now_told(session, box, opened, changes)).tell(form.as_json)


def _now_told(session: Session, box: Box, opened: int, changes: list[Entry]) -> Iterator[Text]:
    now = session.contents[box.number]
    yield f"In all {sum(now.values())} beads, {box.start_total} at the start."
    for name, count in session.in_box(box.number).items():
        if session.game and count != now[name]:
            yield say("box.before", colour=Called(name))
    if box.number in session.to_count:
        yield wording.to_be_counted(session.kit, [box.number])
    yield wording.opened(opened)
    if changes:
        yield "Last changes:"
    for _, action in groupby(changes, key=lambda entry: entry.action):
        yield f"  {_change_line(tuple(action))}"


def _change_line(entries: Sequence[Entry]) -> str:
    first = entries[0]
    if first.kind is Kind.RECOUNT:
        told = str(wording.counted_in_short(entries))
    elif is_halving(first):
        told = f"game {first.game}: halved, {wording.changes_of_count(entries)}"
    else:
        told = f"game {first.game}: {listed(map(wording.change, entries))}"
    return f"{clock_time(first.at)}  {told}"


def _row(kit: Kit, box: Box) -> tuple[str, str, str, str, str]:
    letters: dict[int, list[str]] = {}
    for bead in box.beads:
        letters.setdefault(bead.start, []).append(kit.colour(bead.colour).key)
    beads = ", ".join(f"{count} each of {' '.join(keys)}" for count, keys in letters.items())
    return box.name, _stage(kit, box), kit.board(box), str(kit_words.place(kit, box)), beads


def _stage(kit: Kit, box: Box) -> str:
    """Return which move of the machine a box is for, and whose in a kit for both players.

    Empty if the kit has no stages.
    """
    if not kit.tells_stages:
        return ""
    mark = kit.spec.marks[0 if box.side is Side.FIRST else 1]
    return f"{mark}, move {box.stage}" if kit.spec.side == "both" else f"move {box.stage}"


def _about(kit: Kit, box: Box) -> Line:
    """Return which box it is, for which move, where, and its code."""
    about = ", ".join(filter(None, (_stage(kit, box), str(kit_words.place(kit, box)))))
    code = f" ({code})" if (code := kit.code(box)) else ""
    return [(f"Box {box.name}", "bold"), (f": {about}" if about else "", ""), (code, "")]


def _bead_row(kit: Kit, box: Box, bead: Bead, held: Sequence[object]) -> tuple[object, ...]:
    colour = kit.colour(bead.colour)
    move = written_move(kit.game, box.position, bead.move)
    return (colour.name, colour.key, colour.glyph, move, bead.start, *held)
