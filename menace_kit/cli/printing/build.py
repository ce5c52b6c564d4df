"""`menace-kit build`: make all sheets and the print pack."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from typer import Option

from menace_kit.cli import outputs
from menace_kit.cli.lab.options import need_of
from menace_kit.cli.options import MachineOption, check_at_most_one
from menace_kit.cli.printing.lists import learned_machine
from menace_kit.cli.printing.sheets import SetsOption
from menace_kit.cli.report import Report
from menace_kit.cli.terminal import Line, busy, progress
from menace_kit.errors import SelectionError
from menace_kit.machine import Kit
from menace_kit.machine.sets import set_letters
from menace_kit.printables import catalogue
from menace_kit.printables.build import Printables, all_printables, drawing_steps, drawn_files
from menace_kit.printables.making import OutputFile, Press, naming_the_key
from menace_kit.text import Words, load_words
from menace_kit.workshop.shopping import ShoppingList


def build(
    files: outputs.FileOptions,
    *,
    sets: SetsOption = 1,
    print_pack: Annotated[bool, Option("--print-pack", help="Only the print pack.")] = False,
    printer: outputs.PrinterOptions,
    machine: MachineOption = None,
) -> None:
    """Make all sheets of a kit, and the print pack.

    The print pack has what you need to build it and to play, in one file, in the order of use.
    `menace-kit print` makes single sheets.
    Without a kit file this makes the machine of 1961.
    Files that already hold the same are left alone.

    With --sets it is for a class: a PDF for each group, and for all groups together one shopping
    list, one filling guide, and sheets of labels and other pieces to cut out and to sort by letter.
    The print pack has everything.

    With --machine the filling guide and the shopping list are of a machine
    that has learned: its beads, and what to change from the start.

    \b
    Example:  menace-kit build --preset scroggs --paper letter --format all
    Example:  menace-kit build --preset nim-8 --sets 10
    """
    job = outputs.chosen_job(files, printer)
    if print_pack and "pdf" not in job.formats:
        raise SelectionError("--print-pack is one PDF; leave --format svg out")
    check_at_most_one({"--machine": machine, "--sets": sets > 1})
    learned = None
    if machine is not None:
        job, learned = learned_machine(job, files, machine)
    need = None if learned else need_of(job.kit)
    letters = set_letters(sets) if sets > 1 else ()
    with naming_the_key(job.kit):
        with busy("Laying out"):
            printables = all_printables(job.kit, need, letters, learned, large=not print_pack)
        made = _drawn(job, printables, print_pack)
    written = outputs.write_outputs(job.folder, [file for group in made.values() for file in group])
    shopping = printables.shopping
    english = load_words("en").for_boxes(job.kit.container)  # like everything else on the terminal
    Report(
        head=[job.source, _headline(job.kit, letters), *outputs.file_list(made, written), ""],
        columns=("how many", "to buy"),
        rows=_to_buy(shopping, english),
        notes=[
            "",
            *([english.tell(shopping.summed)] if shopping.summed is not None else []),
            f"All files are in {job.folder}",
            *(f"Left out: {name}: {reason}" for name, reason in printables.left_out),
            *_what_comes_next(job.kit),
        ],
    ).tell()


def _headline(kit: Kit, letters: Sequence[str]) -> Line:
    """Return what was made: the machine, its kit, and the sets' letters."""
    told = f": {len(kit.boxes)} boxes, kit {kit.fingerprint}"
    if letters:
        told += f"; {len(letters)} sets, {letters[0]} to {letters[-1]}"
    return [(kit.spec.name, "bold"), (told, "")]


def _what_comes_next(kit: Kit) -> Iterator[str]:
    """Yield what to do with the files, in order."""
    yield "Read the shopping list first: its warnings come before what to buy."
    if catalogue.LABELS.missing(kit) is None:
        yield "Then print the labels' fit-test page alone and check it with a ruler."
    elif catalogue.TRAYS.missing(kit) is None:
        yield "Then print one sheet of trays and one of sleeves on card, and make a box."
    else:
        yield "Then print mat and tokens, cut the tokens out, and lay them on their places."
        return
    yield "The checklist, building, leads through the rest."


def _drawn(
    job: outputs.PrintJob, printables: Printables, only_pack: bool
) -> dict[str, list[OutputFile]]:
    """Draw all files before any is written, grouped by purpose.

    Shows a progress bar on a terminal.
    """
    files: dict[str, list[OutputFile]] = {}
    if not only_pack:
        files = {purpose.value: [] for purpose in catalogue.Purpose}
    press, steps = Press(job.profile), 1 if only_pack else drawing_steps(printables)
    with progress("Drawing", steps) as advance:
        for what_for, drawn in drawn_files(job.kit, printables, job.formats, press, only_pack):
            files.setdefault(what_for, []).extend(drawn)
            advance(1)
    return files


def _to_buy(shopping: ShoppingList, words: Words) -> Iterator[tuple[str, str]]:
    yield from ((amount, what) for what, amount in shopping.items(words))
    if shopping.colours:
        total = f"{shopping.total:,} beads in {len(shopping.colours)} colours"
        yield total, words.title(shopping.bead_title)
