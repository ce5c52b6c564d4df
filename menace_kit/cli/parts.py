"""`menace-kit labels`, `filling`, `shopping`: one printable at a time."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from menace_kit.cli.options import (
    ByStageOption,
    Format,
    FormatOption,
    KitOption,
    NoProfileOption,
    OutputOption,
    PaperOption,
    PresetOption,
    ProfileOption,
    Task,
    chosen_task,
    copy_count,
    whole_number,
)
from menace_kit.cli.reserve import NoForecastOption, reserve_said, simulated_need_of
from menace_kit.errors import SelectionError

if TYPE_CHECKING:
    from menace_kit.printables import Maker

OnlyOption = Annotated[
    str | None,
    typer.Option("--only", metavar="BOXES", help="Only these boxes, as in 217,40-52.  [default: all]"),
]
StageOption = Annotated[
    int | None,
    typer.Option(
        "--stage",
        metavar="MOVE",
        parser=whole_number,
        help="Only the boxes for the machine's 1st, 2nd ... move: 1, 2 ...  [default: all]",
    ),
]
StartAtOption = Annotated[
    int,
    typer.Option(
        "--start-at",
        metavar="PLACE",
        parser=whole_number,
        help="The first free place of a label sheet that is partly used up, counted row by row from 1.",
    ),
]
CopiesOption = Annotated[
    int, typer.Option("--copies", metavar="N", parser=copy_count, help="How many of each label.")
]
FitTestOption = Annotated[
    bool | None,
    typer.Option(
        "--fit-test/--no-fit-test",
        help="Whether the fit-test page comes first.  [default: only when all labels are made]",
    ),
]


def labels(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
    only: OnlyOption = None,
    stage: StageOption = None,
    start_at: StartAtOption = 1,
    copies: CopiesOption = 1,
    by_stage: ByStageOption = False,
    fit_test: FitTestOption = None,
    profile: ProfileOption = None,
    no_profile: NoProfileOption = False,
) -> None:
    """Make the label sheets.

    The first page is a fit test: print it alone and check it with a ruler before you print the rest.

    With --only, --stage, --copies or --start-at the labels go into a file of their own, whose name ends in
    "selection"; the file with all labels stays as it is.

    \b
    Example:  menace-kit labels --only 217,40-52 --start-at 9
    """
    from menace_kit import printables
    from menace_kit.layout import LabelOrder
    from menace_kit.machine.selection import chosen_boxes

    task = chosen_task(kit, preset, output, paper, profile, no_profile)
    order = LabelOrder(chosen_boxes(task.kit, only, stage), copies, start_at)
    stages = {(box.side, box.stage) for box in order.boxes if task.kit.tells_stages}
    if by_stage and start_at > 1 and len(stages) > 1:
        raise SelectionError(
            "--start-at is for one sheet that is partly used up, but --by-stage begins a sheet for each move; "
            "say which move with --stage, or which boxes with --only"
        )
    whole = order == LabelOrder(task.kit.boxes)
    ordered = partial(
        printables.labels,
        order=order,
        by_stage=by_stage,
        fit_test=whole if fit_test is None else fit_test,
        suffix="" if whole else "-selection",
    )
    write_made(ordered, task, file_format)


def filling(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
    profile: ProfileOption = None,
    no_profile: NoProfileOption = False,
) -> None:
    """Make the filling guide: which beads go into which box.

    To tick off while you fill the boxes, and as a table (CSV).

    \b
    Example:  menace-kit filling --preset scroggs --paper letter
    """
    from menace_kit import printables

    write_made(printables.filling, chosen_task(kit, preset, output, paper, profile, no_profile), file_format)


def shopping(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
    profile: ProfileOption = None,
    no_profile: NoProfileOption = False,
    no_forecast: NoForecastOption = False,
) -> None:
    """Make the shopping list: boxes, beads, paper and glue.

    With what to know before you buy. Besides the page to print there is the same list as plain text (.md) and as a
    table (CSV).

    \b
    Example:  menace-kit shopping --output my-machine
    """
    from menace_kit import printables

    task = chosen_task(kit, preset, output, paper, profile, no_profile)
    need = simulated_need_of(task.kit, no_forecast)
    write_made(partial(printables.shopping, need=need), task, file_format)
    typer.echo(reserve_said(need))


def write_made(make: "Maker", task: Task, file_format: Format) -> None:
    """Make one printable of a kit, write its files, and say so."""
    from menace_kit.cli.complaints import naming_the_key
    from menace_kit.cli.writing import say_written, write_outputs
    from menace_kit.words import load_words

    with naming_the_key(task.kit):
        made = make(task.kit, load_words(task.kit.spec.print.language))
        files = made.files(file_format.formats, task.profile)
    say_written(task.source, write_outputs(task.folder, files))
