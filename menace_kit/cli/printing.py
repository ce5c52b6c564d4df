"""`menace-kit print`: whatever the catalogue lists, one at a time."""

from collections.abc import Callable
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.catalogue import CATALOGUE, Printable, printable_named
from menace_kit.cli.lazy import PLAIN, command_of, lazy_group
from menace_kit.cli.options import (
    Format,
    FormatOption,
    KitOption,
    NoProfileOption,
    OutputOption,
    PaperOption,
    PresetOption,
    ProfileOption,
    choice_of,
    chosen_task,
)
from menace_kit.cli.parts import write_made
from menace_kit.errors import SelectionError

if TYPE_CHECKING:
    from menace_kit.machine.kit import Kit


class Shape(Enum):
    """The shapes of stickers, as choices."""

    RECTANGLE = "rectangle"
    ROUND = "round"

    def __str__(self) -> str:
        """Return what is typed for it."""
        return str(self.value)


def _shape(text: str | Shape) -> Shape:
    return choice_of(Shape, text)


ShapeOption = Annotated[
    Shape,
    typer.Option(
        "--shape",
        metavar="rectangle|round",
        parser=_shape,
        help="Their shape on a plain page; ready-cut labels have their own.",
    ),
]
StockOption = Annotated[
    str | None,
    typer.Option(
        "--stock",
        metavar="NAME",
        help="Other ready-cut labels than the kit's, or plain; all: `menace-kit templates stock`.  "
        "[default: what the kit says]",
    ),
]


def stickers(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
    profile: ProfileOption = None,
    no_profile: NoProfileOption = False,
    shape: ShapeOption = Shape.RECTANGLE,
    stock: StockOption = None,
) -> None:
    """Make the stickers; what the options choose goes into a file of its own."""
    from menace_kit import printables
    from menace_kit.layout.stickers import StickerShape, on_ready_cut
    from menace_kit.machine.kit import with_stock

    task = chosen_task(kit, preset, output, paper, profile, no_profile)
    if stock is not None:
        task = task._replace(kit=with_stock(task.kit, stock, "--stock", Path.cwd()))
        _check_size(task.kit, stock)
    if shape is not Shape.RECTANGLE and on_ready_cut(task.kit):
        raise SelectionError(
            f"--shape is for a plain page, and {task.kit.spec.print.stock} has labels of a shape of their own; say "
            "--stock plain, or leave --shape out"
        )
    endings = [f"-{Path(stock).stem}"] if stock is not None else []
    if shape is not Shape.RECTANGLE:
        endings.append(f"-{shape.value}")
    make = partial(printables.stickers, shape=StickerShape(shape.value), suffix="".join(endings))
    write_made(make, task, file_format)


def _check_size(kit: "Kit", stock: str) -> None:
    """Raise SelectionError for ready-cut labels that are too small for stickers."""
    from menace_kit.layout.stickers import LEAST, on_ready_cut

    if kit.stock.grid is not None and not on_ready_cut(kit):
        raise SelectionError(
            f"--stock: the labels of {stock} are too small for stickers; they have to be "
            f"{LEAST[0]:g} x {LEAST[1]:g} mm or larger"
        )


def _command(printable: Printable) -> Callable[..., None]:
    """Return what the command for an entry of the catalogue does."""

    def command(
        kit: KitOption = None,
        preset: PresetOption = None,
        output: OutputOption = None,
        paper: PaperOption = None,
        file_format: FormatOption = Format.PDF,
        profile: ProfileOption = None,
        no_profile: NoProfileOption = False,
    ) -> None:
        from menace_kit.printables import make

        task = chosen_task(kit, preset, output, paper, profile, no_profile)
        write_made(partial(make, printable), task, file_format)

    return command


_OWN: dict[str, Callable[..., None]] = {"stickers": stickers}
"""Commands with options that the others do not have."""

_EXAMPLES = {
    "cabinet-cut": " --format all",
    "fence": " --paper letter",
    "key-cards": " --preset scroggs",
    "stickers": " --shape round",
}
"""What stands behind the command in its example."""


def _made_command(name: str) -> Any:
    printable = printable_named(name)
    example = f"\b\nExample:  menace-kit print {name}{_EXAMPLES.get(name, '')}"
    parts = (printable.summary, printable.details, example)
    text = "\n\n".join(part for part in parts if part)
    return command_of(_OWN.get(name) or _command(printable), name, text)


app = typer.Typer(
    **PLAIN,
    cls=lazy_group({printable.name: partial(_made_command, printable.name) for printable in CATALOGUE}),
    help="Make one of the other things that are printed: index chart, fences, cards, sheets ...",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _group() -> None:
    pass
