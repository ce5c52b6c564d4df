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
)


def labels(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
    only: Annotated[
        str | None, typer.Option("--only", metavar="BOXES", help="Only these boxes, as in 217,40-52.")
    ] = None,
    stage: Annotated[
        int | None, typer.Option("--stage", help="Only the boxes of this move of the machine's.")
    ] = None,
    start_at: Annotated[
        int,
        typer.Option(
            "--start-at", min=1, help="The first free place on the sheet, counted row by row from 1."
        ),
    ] = 1,
    copies: Annotated[int, typer.Option("--copies", min=1, max=1000, help="How many of each label.")] = 1,
    by_stage: Annotated[
        bool, typer.Option("--by-stage", help="A file for each move, to print on paper of different colours.")
    ] = False,
    fit_test: Annotated[
        bool | None,
        typer.Option(
            "--fit-test/--no-fit-test",
            help="The fit-test page first. (default: only when all labels are made)",
        ),
    ] = None,
) -> None:
    """Make the label sheets.

    The first page is a fit test: print it alone and check it with a ruler before you print the rest. Labels that you
    choose go into a file of their own, which leaves the whole set as it is.

    Example:  menace-kit labels --only 217,40-52 --start-at 9
    """
    from menace_kit.cli.writing import say_written, write_outputs
    from menace_kit.layout import LabelOrder
    from menace_kit.machine.selection import chosen_boxes
    from menace_kit.printables import label_files

    chosen = chosen_kit(kit, preset, paper)
    order = LabelOrder(chosen_boxes(chosen, only, stage), copies, start_at)
    whole = order == LabelOrder(chosen.boxes)
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
    """Make the filling guide: which beads go into which box, to tick off, and as CSV.

    Example:  menace-kit filling --preset scroggs --paper letter
    """
    from menace_kit.cli.writing import say_written, write_outputs
    from menace_kit.printables import filling_files

    files = filling_files(chosen_kit(kit, preset, paper), file_format.formats)
    say_written(write_outputs(chosen_folder(output, kit, preset), files))


def shopping(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
) -> None:
    """Make the shopping list: boxes, beads, paper and glue, with what to know before you buy.

    Example:  menace-kit shopping --output my-machine
    """
    from menace_kit.cli.writing import say_written, write_outputs
    from menace_kit.printables import shopping_files

    files = shopping_files(chosen_kit(kit, preset, paper), file_format.formats)
    say_written(write_outputs(chosen_folder(output, kit, preset), files))
