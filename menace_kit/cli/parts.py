"""`menace-kit labels`, `filling`, `shopping`: one printable at a time."""

from typing import Annotated

import typer

from menace_kit.cli.options import (
    Format,
    FormatOption,
    KitOption,
    OutputOption,
    PaperOption,
    PresetOption,
    chosen_folder,
    chosen_kit,
    copy_count,
    whole_number,
)


def labels(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="BOXES", help="Only these boxes, as in 217,40-52.  [default: all]"),
    ] = None,
    stage: Annotated[
        int | None,
        typer.Option(
            "--stage",
            metavar="MOVE",
            parser=whole_number,
            help="Only the boxes for the machine's 1st, 2nd ... move: 1, 2 ...  [default: all]",
        ),
    ] = None,
    start_at: Annotated[
        int,
        typer.Option(
            "--start-at",
            metavar="PLACE",
            parser=whole_number,
            help="The first free place of a label sheet that is partly used up, counted row by row from 1.",
        ),
    ] = 1,
    copies: Annotated[
        int, typer.Option("--copies", metavar="N", parser=copy_count, help="How many of each label.")
    ] = 1,
    by_stage: Annotated[
        bool,
        typer.Option(
            "--by-stage", help="A file for each of the machine's moves, for paper of different colours."
        ),
    ] = False,
    fit_test: Annotated[
        bool | None,
        typer.Option(
            "--fit-test/--no-fit-test",
            help="Whether the fit-test page comes first.  [default: only when all labels are made]",
        ),
    ] = None,
) -> None:
    """Make the label sheets.

    The first page is a fit test: print it alone and check it with a ruler before you print the rest.

    With --only, --stage, --copies or --start-at the labels go into a file of their own, whose name ends in
    "selection"; the file with all labels stays as it is.

    \b
    Example:  menace-kit labels --only 217,40-52 --start-at 9
    """
    from menace_kit.cli.complaints import naming_the_key
    from menace_kit.cli.writing import say_written, write_outputs
    from menace_kit.layout import LabelOrder
    from menace_kit.machine.selection import chosen_boxes
    from menace_kit.printables import label_files

    chosen = chosen_kit(kit, preset, paper)
    order = LabelOrder(chosen_boxes(chosen, only, stage), copies, start_at)
    whole = order == LabelOrder(chosen.boxes)
    with naming_the_key(chosen):
        files = label_files(
            chosen,
            file_format.formats,
            order,
            by_stage,
            fit_test=whole if fit_test is None else fit_test,
            suffix="" if whole else "-selection",
        )
    say_written(write_outputs(chosen_folder(output, kit, preset), files))


def filling(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
) -> None:
    """Make the filling guide: which beads go into which box.

    To tick off while you fill the boxes, and as a table (CSV).

    \b
    Example:  menace-kit filling --preset scroggs --paper letter
    """
    from menace_kit.cli.complaints import naming_the_key
    from menace_kit.cli.writing import say_written, write_outputs
    from menace_kit.printables import filling_files

    chosen = chosen_kit(kit, preset, paper)
    with naming_the_key(chosen):
        files = filling_files(chosen, file_format.formats)
    say_written(write_outputs(chosen_folder(output, kit, preset), files))


def shopping(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
) -> None:
    """Make the shopping list: boxes, beads, paper and glue.

    With what to know before you buy. Besides the page to print there is the same list as plain text (.md) and as a
    table (CSV).

    \b
    Example:  menace-kit shopping --output my-machine
    """
    from menace_kit.cli.complaints import naming_the_key
    from menace_kit.cli.writing import say_written, write_outputs
    from menace_kit.printables import shopping_files

    chosen = chosen_kit(kit, preset, paper)
    with naming_the_key(chosen):
        files = shopping_files(chosen, file_format.formats)
    say_written(write_outputs(chosen_folder(output, kit, preset), files))
