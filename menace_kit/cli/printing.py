"""`menace-kit build`, which makes all that is printed, and its parts:
`labels`, `filling`, `print` ...
"""

import shlex
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option

from menace_kit.cli import command_of, group_of, outputs
from menace_kit.cli.lab.options import (
    ChosenMachine,
    MachineOptions,
    need_of,
)
from menace_kit.cli.operator.options import JournalOptions
from menace_kit.cli.options import (
    check_file,
    choice,
    choice_of,
    chosen_boxes,
    copy_count,
    parse_numbers,
    whole_between,
    whole_number,
)
from menace_kit.cli.terminal import busy, plain_console, progress
from menace_kit.errors import GlyphError, KitError, OutputError, SelectionError, UnknownNameError
from menace_kit.files import PROFILE_FILE_NAME, beside, find_kit_file, write_file
from menace_kit.machine.containers import shakeable_beads
from menace_kit.machine.kit import MOST_SETS, set_letters
from menace_kit.machine.learning import mixing
from menace_kit.machine.schema import PAPER_TITLES, CabinetOrder, PaperName
from menace_kit.printables import catalogue
from menace_kit.printables.build import (
    BOOK,
    LearnedMachine,
    Made,
    OutputFile,
    Press,
    Printables,
    all_printables,
    drawing_steps,
    drawn_files,
    kept_sheets,
    make,
    naming_the_key,
    shopping_with,
)
from menace_kit.text import Words
from menace_kit.workshop.forecasts import SimulatedNeed
from menace_kit.workshop.shopping import ShoppingList

if TYPE_CHECKING:
    from rich.table import Table


SHAPES = ("rectangle", "round")
"""The shapes of stickers, the usual one first."""

MOST_LABELS = 10_000
"""More than a hundred sheets of the smallest; nobody cuts out more."""

MOST_CERTIFICATES = 500
"""More than a day of a fair has visitors who play."""

OnlyOption = Annotated[
    str | None, Option(metavar="BOXES", help="Only these boxes, as in 217,40-52.  [default: all]")
]
StageOption = Annotated[
    int | None,
    Option(
        metavar="MOVE",
        parser=whole_number,
        help="Only the boxes for the machine's 1st, 2nd ... move: 1, 2 ...  [default: all]",
    ),
]
ByStageOption = Annotated[
    bool,
    Option(
        "--by-stage",
        help="A file of labels for each of the machine's moves, for paper of different colours.",
    ),
]

JournalFileOption = Annotated[
    Path | None,
    Option(metavar="FILE", help="The journal.  [default: journal.sqlite beside the kit file]"),
]

SetsOption = Annotated[
    int,
    Option(
        metavar="N",
        parser=whole_between(1, MOST_SETS),
        help="For so many groups of a class, lettered A, B, C ...: each group's pages and labels "
        "have its letter, what is needed once is made once; 1 is a machine without a letter.",
    ),
]


def build(
    files: outputs.FileOptions,
    *,
    by_stage: ByStageOption = False,
    sets: SetsOption = 1,
    book: Annotated[bool, Option("--book", help="The kit book alone.")] = False,
    printer: outputs.PrinterOptions,
    machine: MachineOptions,
) -> None:
    """Make all sheets of a kit, and one file with them all.

    Labels, filling guide and shopping list, and all that `menace-kit print` makes one at a time.
    Without a kit file it makes the machine of 1961.
    Files that already hold the same are left alone.

    With --sets it is for a class: a PDF for each group, one shopping list and one filling guide for
    all, and the book, which has everything, set by set.

    With --machine, --real or --journal the filling guide and the shopping list are of a machine
    that has learned: its beads, and what to change from the start.

    \b
    Example:  menace-kit build --preset scroggs --paper letter --format all
    Example:  menace-kit build --preset nim-8 --sets 10
    """
    from rich.text import Text

    job = outputs.chosen_job(files, printer)
    if book and (by_stage or "pdf" not in job.formats):
        raise SelectionError("--book is one PDF; leave --by-stage and --format svg away")
    if machine.named and sets > 1:
        raise SelectionError("--sets is for new machines, and --machine names one; leave one away")
    learned = None
    if machine.named:
        job, learned = _learned(job, files, machine)
    need = None if learned else need_of(job.kit)
    letters = set_letters(sets) if sets > 1 else ()
    made, printables = _made(job, by_stage, need, letters, learned)
    made = {BOOK: made[BOOK]} if book else made
    written = outputs.write_outputs(job.folder, [file for group in made.values() for file in group])
    groups = {heading: [file.name for file in group] for heading, group in made.items()}
    typer.echo(job.source)
    console = plain_console()
    title = Text(job.kit.spec.name, style="bold")
    told = f": {len(job.kit.boxes)} boxes, kit {job.kit.fingerprint}"
    if letters:
        told += f"; {sets} sets, {letters[0]} to {letters[-1]}"
    console.print(title.append(told, style="not bold"))
    for line in outputs.file_list(written, groups, console.width):
        console.print(line, soft_wrap=True)
    console.print(_shopping_table(printables.shopping, job.words))
    if printables.shopping.summed is not None:
        console.print(job.words.tell(printables.shopping.summed))
    console.print(f"All files are in {job.folder}", soft_wrap=True)
    for name, reason in printables.left_out:
        console.print(f"Left out: {name}: {reason}", soft_wrap=True)
    console.print(f'First read "{job.words("shopping.before")}" on the shopping list.')
    if catalogue.LABELS.missing(job.kit) is None:
        console.print("Then print the labels' fit-test page alone and check it with a ruler.")
        console.print("The checklist, assembly, leads through the rest.")
    elif catalogue.TRAYS.missing(job.kit) is None:
        console.print(
            "Then print one sheet of trays and one of sleeves on card, "
            "and make a box, as page 1 says."
        )
        console.print("The checklist, assembly, leads through the rest.")
    else:
        console.print(
            "Then print mat and tokens, cut the tokens out, and lay them on their places."
        )


def _made(
    job: outputs.PrintJob,
    by_stage: bool,
    need: SimulatedNeed | None,
    sets: tuple[str, ...],
    learned: LearnedMachine | None,
) -> tuple[dict[str, list[OutputFile]], Printables]:
    """Return all files, by what they are for, made before the first is written;
    a progress bar on a terminal.
    """
    files: dict[str, list[OutputFile]] = {purpose.value: [] for purpose in catalogue.Purpose}
    press = Press(job.profile)
    with naming_the_key(job.kit):
        with busy("Laying out"):
            printables = all_printables(job.kit, job.words, by_stage, need, sets, learned)
        with progress("Drawing", drawing_steps(printables), even=bool(sets)) as advance:
            for what_for, drawn in drawn_files(job.kit, job.words, printables, job.formats, press):
                files.setdefault(what_for, []).extend(drawn)
                advance(1)
    return files, printables


def _shopping_table(shopping: ShoppingList, words: Words) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Column, Table

    heads = (Column(head, overflow="fold") for head in ("to buy", "how many"))
    table = Table(*heads, box=SIMPLE_HEAD)
    for what, amount in shopping.items(words):
        table.add_row(what, amount)
    if shopping.colours:
        table.add_row(
            shopping.bead_title, f"{shopping.total} beads in {len(shopping.colours)} colours"
        )
    return table


def labels(
    files: outputs.FileOptions,
    *,
    only: OnlyOption = None,
    stage: StageOption = None,
    start_at: Annotated[
        int,
        Option(
            metavar="PLACE",
            parser=whole_number,
            help=(
                "The first free place of a label sheet that is partly used up, "
                "counted row by row from 1."
            ),
        ),
    ] = 1,
    copies: Annotated[
        int, Option(metavar="N", parser=copy_count, help="How many of each label.")
    ] = 1,
    by_stage: ByStageOption = False,
    fit_test: Annotated[
        bool | None,
        Option(
            help="Whether the fit-test page comes first.  [default: only when all labels are made]"
        ),
    ] = None,
    sets: SetsOption = 1,
    printer: outputs.PrinterOptions,
) -> None:
    """Make the label sheets; a selection goes into a file of its own."""
    from menace_kit.layout.label_sheets import (
        LabelOrder,
        cuts_with_and_without_gap,
        label_plan,
        label_size,
    )

    job = outputs.chosen_job(files, printer)
    order = LabelOrder(chosen_boxes(job.kit, only, stage), copies, start_at)
    if (count := len(order.boxes) * copies * sets) > MOST_LABELS:
        asked = f"--copies: {copies:,}" if copies > 1 else f"--sets: {sets:,}"
        raise SelectionError(
            f"{asked} of {len(order.boxes)} labels are {count:,}; "
            f"at most {MOST_LABELS:,} are made at once"
        )
    if sets > 1 and start_at > 1:
        raise SelectionError(
            "--start-at is for one sheet that is partly used up, "
            "but with --sets each set begins a sheet of its own"
        )
    stages = {(box.side, box.stage) for box in order.boxes if job.kit.tells_stages}
    if by_stage and start_at > 1 and len(stages) > 1:
        raise SelectionError(
            "--start-at is for one sheet that is partly used up, but --by-stage begins a sheet for "
            "each move; say which move with --stage, or which boxes with --only"
        )
    whole = order == LabelOrder(job.kit.boxes)
    write_made(
        catalogue.LABELS,
        job,
        f"{'' if whole else '-selection'}{'-sets' if sets > 1 else ''}",
        order=order,
        by_stage=by_stage,
        fit_test=whole if fit_test is None else fit_test,
        sets=set_letters(sets) if sets > 1 else (),
    )
    style = label_plan(job.kit, job.words).style
    typer.echo(f"Labels of {style.width:g} x {style.height:g} mm; {label_size(job.kit, style)}")
    saving = cuts_with_and_without_gap(job.kit, job.words)
    if saving is not None and count >= saving[0].labels:
        apart, close = saving
        typer.echo(
            f"A full sheet of {apart.labels} labels takes {apart.cuts} straight cuts. "
            f"With gap = 0 in a copy of `menace-kit list stock {job.kit.spec.print.stock}` "
            f"neighbours share theirs: {close.cuts} cuts, {close.labels} labels."
        )


def trays(
    files: outputs.FileOptions,
    *,
    only: OnlyOption = None,
    stage: StageOption = None,
    by_stage: ByStageOption = False,
    printer: outputs.PrinterOptions,
) -> None:
    """Make the trays of fold-up boxes; a selection goes into a file of its own,
    without the page that says how.
    """
    from menace_kit.layout.label_sheets import LabelOrder

    job = outputs.chosen_job(files, printer)
    order = LabelOrder(chosen_boxes(job.kit, only, stage))
    whole = order == LabelOrder(job.kit.boxes)
    suffix = "" if whole else "-selection"
    write_made(catalogue.TRAYS, job, suffix, order=order, by_stage=by_stage, fit_test=whole)


def shopping(
    files: outputs.FileOptions,
    printer: outputs.PrinterOptions,
    sets: SetsOption = 1,
) -> None:
    """Make the shopping list, and say how many beads are on it.

    How many the machine wins was simulated for the machines that come with the program,
    and is for yours where the extra lab is installed;
    otherwise it goes by a rule of thumb, and the list says so.
    """
    job = outputs.chosen_job(files, printer)
    need, letters = need_of(job.kit), set_letters(sets) if sets > 1 else ()
    with naming_the_key(job.kit), busy("Drawing"):
        sheets = kept_sheets(job.kit, job.words, letters)
        bought, made = shopping_with(job.kit, job.words, sheets, need, letters)
    write_files(made, job)
    if bought.summed is not None:
        typer.echo(job.words.tell(bought.summed))


def stickers(
    files: outputs.FileOptions,
    printer: outputs.PrinterOptions,
    shape: Annotated[
        str, choice(SHAPES, "Their shape on a plain page; ready-cut labels have their own.")
    ] = SHAPES[0],
    stock: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="Other ready-cut labels than the kit's, or plain; all: "
            "`menace-kit list stock`.  [default: what the kit says]",
        ),
    ] = None,
) -> None:
    """Make the stickers; what the options choose goes into a file of its own."""
    from menace_kit.layout.sheets.cutouts import LEAST, StickerShape, on_ready_cut
    from menace_kit.machine.kit import with_stock

    job = outputs.chosen_job(files, printer)
    if stock is not None:
        job = job._replace(kit=with_stock(job.kit, stock, "--stock", Path.cwd()))
        if job.kit.stock.grid is not None and not on_ready_cut(job.kit):
            raise SelectionError(
                f"--stock: the labels of {stock} are too small for stickers; they have to be "
                f"{LEAST[0]:g} x {LEAST[1]:g} mm or larger"
            )
    if shape != SHAPES[0] and on_ready_cut(job.kit):
        raise SelectionError(
            f"--shape is for a plain page, and {job.kit.spec.print.stock} has labels of a shape "
            "of their own; say --stock plain, or leave --shape out"
        )
    endings = [f"-{Path(stock).stem}"] if stock is not None else []
    if shape != SHAPES[0]:
        endings.append(f"-{shape}")
    write_made(
        catalogue.printable_named("stickers"), job, "".join(endings), shape=StickerShape(shape)
    )


def lesson(
    files: outputs.FileOptions, printer: outputs.PrinterOptions, sets: SetsOption = 1
) -> None:
    """Make the lesson, with a worksheet for each group."""
    job = outputs.chosen_job(files, printer)
    letters = set_letters(sets) if sets > 1 else ()
    write_made(catalogue.printable_named("lesson"), job, sets=letters, worksheets=True)


def filling(
    files: outputs.FileOptions,
    printer: outputs.PrinterOptions,
    machine: MachineOptions,
    halve: Annotated[
        Path | None,
        Option(
            "--halved",
            metavar="FILE",
            help="Of a machine that has learned, take half of each colour out of the boxes "
            "that are too full to mix, until they do; keep that machine in FILE (.json), and make "
            "its guide.  [default: the boxes as they are]",
        ),
    ] = None,
    order: Annotated[
        CabinetOrder | None,
        choice_of(
            CabinetOrder,
            "Boxes by number, or by what one counts on a board.  [default: as they stand]",
        ),
    ] = None,
) -> None:
    """Make the filling guide; of a machine that has learned it goes into files of its own."""
    job = outputs.chosen_job(files, printer)
    if halve is not None:
        check_file(halve, ("json",), "--halved")
        if machine.machine is not None and halve.resolve() == machine.machine.resolve():
            raise SelectionError(f"--halved: {halve} is the machine itself; name another file")
    if not machine.named:
        if halve is not None:
            raise SelectionError(
                "--halved is of a machine that has learned; name one with --machine FILE"
            )
        write_made(catalogue.FILLING, job, f"-by-{order.value}" if order else "", order=order)
        return
    job, learned = _learned(job, files, machine)
    kit, boxes = job.kit, len(job.kit.boxes)
    mixed = mixing(kit, learned.contents)
    full = [box for box in kit.boxes if mixed[box.number] != learned.contents[box.number]]
    if halve is not None:
        from menace_kit.lab.machine_file import machine_bytes, untaught

        rested = untaught(kit, mixed)
        write_file(halve, machine_bytes(rested))
        told = ChosenMachine(rested, halve, None).told(job.words)
        learned = LearnedMachine(mixed, told, f"-{halve.stem}")
        typer.echo(f"{halve}  ({len(full):,} of {boxes:,} boxes halved)")
    elif full:
        beads, name = max((sum(learned.contents[box.number].values()), box.name) for box in full)
        typer.echo(
            f"Too full to mix: {len(full):,} of {boxes:,} boxes. Box {name} would have {beads:,} "
            f"beads, and shaking mixes about {shakeable_beads(kit.container.tray, kit.bead)}. "
            "--halved FILE takes half of each colour out of them until it does, "
            "and keeps that machine."
        )
    write_made(catalogue.FILLING, job, learned.suffix, learned=learned, order=order)


def _learned(
    job: outputs.PrintJob, files: outputs.FileOptions, machine: MachineOptions
) -> tuple[outputs.PrintJob, LearnedMachine]:
    """Return the job with the machine's own kit, and the machine;
    LabError where it has no beads.
    """
    chosen = machine.chosen(files)
    printing = {"print": job.kit.spec.print}
    job = job._replace(kit=replace(chosen.kit, spec=chosen.kit.spec.model_copy(update=printing)))
    name = chosen.source.stem if chosen.source else ""
    return job, LearnedMachine(chosen.machine.contents, chosen.told(job.words), f"-{name}")


def certificate(
    files: outputs.FileOptions,
    printer: outputs.PrinterOptions,
    games: Annotated[
        str | None,
        Option(
            "--games",
            "--game",
            metavar="N",
            help="The numbers of the games, as in 12 or 3-9,12.  [default: the last that ended]",
        ),
    ] = None,
    name: Annotated[
        str | None,
        Option(metavar="TEXT", help="The visitor's name.  [default: the one in the journal]"),
    ] = None,
    no_name: Annotated[
        bool, Option("--no-name", help="Leave a line to write the name on.")
    ] = False,
    two: Annotated[bool, Option("--two", help="Two on a page, to be cut apart.")] = False,
    journal: JournalFileOption = None,
) -> None:
    """Make certificates; the name of their file ends in the games' numbers."""
    from menace_kit.journal.queries import last_finished_game
    from menace_kit.views.book import visitors_game

    if name is not None and no_name:
        raise SelectionError("--name and --no-name exclude each other; give one of them")
    numbers = parse_numbers(games, "games") if games is not None else ()
    if len(numbers) > MOST_CERTIFICATES:
        raise SelectionError(
            f"--games: {len(numbers):,} games; "
            f"at most {MOST_CERTIFICATES} certificates are made at once"
        )
    job = outputs.chosen_job(files, printer)
    with JournalOptions(files.kit, files.preset, journal).opened() as book:
        numbers = numbers or (last_finished_game(book),)
        if numbers == (0,) and games is None:
            raise SelectionError(
                "no game has ended yet; menace-kit operator history lists the games"
            )
        if name is not None and len(numbers) > 1:
            raise SelectionError(
                f"--name is of one game, and these are {len(numbers)}; give one game"
            )
        found, left_out = [], []
        for number in numbers:
            try:
                found.append(visitors_game(book, number, "" if no_name else name))
            except GlyphError as error:
                hint = (
                    "--name, or --no-name"
                    if len(numbers) == 1
                    else "--no-name, or leave the game out"
                )
                raise GlyphError(f"game {number}: {error}: {hint}") from error
            except (SelectionError, UnknownNameError) as error:
                if len(numbers) == 1:
                    raise
                left_out.append(f"Left out: {error}")
    for line in left_out:
        typer.echo(line)
    if not found:
        raise SelectionError("--games: none of these games has a certificate")
    first, last = found[0].number, found[-1].number
    write_made(
        catalogue.CERTIFICATE,
        job,
        f"-{first}" + (f"-to-{last}" if len(found) > 1 else ""),
        games=found,
        two=two,
    )


def day(
    files: outputs.FileOptions,
    printer: outputs.PrinterOptions,
    date: Annotated[
        str | None,
        Option(
            "--day",
            metavar="DATE",
            help="2026-11-22 or today.  [default: the last on which a game ended]",
        ),
    ] = None,
    journal: JournalFileOption = None,
) -> None:
    """Make the poster of a day; the name of its file ends in the date."""
    from menace_kit.views.statistics import day_on_poster

    job = outputs.chosen_job(files, printer)
    with JournalOptions(files.kit, files.preset, journal).opened() as book:
        chosen, found = day_on_poster(book, date)
    write_made(catalogue.DAY, job, f"-{chosen}", day=found)


_OWN: dict[str, Callable[..., None]] = {
    "labels": labels,
    "filling": filling,
    "shopping": shopping,
    "stickers": stickers,
    "lesson": lesson,
    "trays": trays,
    "certificate": certificate,
    "day": day,
}
"""Commands with options that the others do not have."""


def printing_command(printable: catalogue.Printable, path: str = "") -> Any:
    """Return the command for an entry of the catalogue, at a path such as `print `;
    its help is what stands there.
    """

    def command(files: outputs.FileOptions, printer: outputs.PrinterOptions) -> None:
        write_made(printable, outputs.chosen_job(files, printer))

    example = f"\b\nExample:  menace-kit {path}{printable.name} {printable.example}".rstrip()
    text = "\n\n".join(part for part in (printable.summary, printable.details, example) if part)
    return command_of(_OWN.get(printable.name, command), printable.name, text)


def command_named(name: str) -> Any:
    """Return the command for what is printed by a command of its own:
    `labels`, `filling` and so on.
    """
    own = (catalogue.LABELS, catalogue.FILLING, catalogue.SHOPPING)
    return printing_command(next(printable for printable in own if printable.name == name))


app = group_of(
    {
        each.name: partial(printing_command, each, "print ")
        for each in (*catalogue.CATALOGUE, *catalogue.OF_THE_JOURNAL)
    },
    help="Make single sheets, such as the index or the key card.",
)


def write_made(
    printable: catalogue.Printable, job: outputs.PrintJob, suffix: str = "", **choices: Any
) -> None:
    """Make one printable of a kit, write its files, and say so."""
    with naming_the_key(job.kit), busy("Drawing"):
        made = make(printable, job.kit, job.words, suffix, **choices)
    write_files(made, job)


def write_files(made: Made, job: outputs.PrintJob) -> None:
    """Write the files of a printable that was made, and say so."""
    with naming_the_key(job.kit), busy("Drawing"):
        files = made.files(job.formats, Press(job.profile))
    outputs.say_written(job.source, outputs.write_outputs(job.folder, files))


def calibrate(
    files: outputs.FileOptions,
    measured: Annotated[
        str | None,
        Option(
            metavar="1,2,3,4",
            help="What you measured on that page, in mm, in the order of its table: "
            "makes the profile.  [default: print the page]",
        ),
    ] = None,
    profile: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="With --measured: the file for the profile, for a second printer or paper tray.  "
            "[default: printer.toml beside the kit file]",
        ),
    ] = None,
    scaled: Annotated[
        bool,
        Option(
            "--scaled",
            help=(
                "With --measured: take a scale that is off by more than 2 %, too, "
                "of a printer that can do no better."
            ),
        ),
    ] = False,
) -> None:
    """Find out where your printer prints, and correct it.

    Makes a page to print and to measure with a ruler. With --measured it takes what you measured,
    and keeps in printer.toml beside the kit file by how much the printer shifts and scales:
    from then on all that is printed is corrected. The paper is that of --paper,
    or that of the profile there is already, or else that of the kit.

    \b
    Example:  menace-kit calibrate
    Example:  menace-kit calibrate --measured 20.5,189.4,19.8,276.4
    """
    if measured is None and (profile is not None or scaled):
        option = "--profile" if profile is not None else "--scaled"
        raise SelectionError(
            f"{option} goes with --measured here: the page to be measured needs no profile"
        )
    if profile is not None:
        check_file(profile, ("toml",), "--profile")
    usual = beside(files.kit or find_kit_file(Path.cwd()), PROFILE_FILE_NAME)
    kit_paper = files.chosen().spec.print.paper
    paper = files.paper or _profile_paper(profile or usual) or kit_paper
    if measured is not None:
        _keep_profile(profile or usual, measured, paper, profile, scaled)
        return
    # The page shows the error itself.
    job = outputs.chosen_job(replace(files, paper=paper), outputs.PrinterOptions(no_profile=True))
    write_made(catalogue.CALIBRATION, job)
    if paper != kit_paper:
        title, other = PAPER_TITLES[paper], PAPER_TITLES[kit_paper]
        typer.echo(
            f"The page is for {title}, as {usual.name} says; "
            f"for {other}, the kit's: --paper {kit_paper}"
        )
    named = "" if files.kit is None else f" --kit {shlex.quote(str(files.kit))}"
    typer.echo(
        "Print it at 100 %, measure as it says, then, with what you measured "
        "in the place of 1,2,3,4:"
    )
    typer.echo(f"  menace-kit calibrate{named} --paper {paper} --measured 1,2,3,4")


def _profile_paper(path: Path) -> PaperName | None:
    """Return the paper of the profile that is there;
    None where there is none that says it, for it is made anew.
    """
    from menace_kit.workshop.printer import load_profile

    try:
        return load_profile(path).paper
    except (KitError, OutputError):
        return None


def _keep_profile(
    path: Path, measured: str, paper: PaperName, named: Path | None, scaled: bool
) -> None:
    """Write the profile for these readings, and say what it means,
    and how one that was `named` is used.
    """
    from menace_kit.workshop.printer import (
        check_scale,
        measured_profile,
        profile_text,
        read_readings,
    )

    readings = read_readings(measured)
    profile = measured_profile(readings, paper)
    if not scaled:
        check_scale(profile, readings, paper)
    there = path.exists()
    write_file(path, profile_text(profile, readings, paper).encode())
    typer.echo(f"{path}  ({'replaced' if there else 'written'})")
    typer.echo(f"Your printer, on {PAPER_TITLES[paper]}: {profile}.")
    if named is None:
        typer.echo("What you make from now on is corrected for it; to print without: --no-profile.")
    else:
        typer.echo(f"What you make with --profile {named} is corrected for it.")
