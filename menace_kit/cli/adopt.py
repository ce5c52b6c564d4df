"""`menace-kit adopt`: a kit for boxes that were built before, with their own numbers, drawings, colours and places."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from menace_kit.cli.options import KitOption, KitOptions, check_folder
from menace_kit.cli.terminal import echo_lines
from menace_kit.errors import GlyphError, OutputError, SelectionError
from menace_kit.machine.kit import DEFAULT_PRESET, Kit, load_kit
from menace_kit.paths import JOURNAL_FILE_NAME, KIT_FILE_NAME, beside, find_kit_file

if TYPE_CHECKING:
    from menace_kit.workshop.adoption import AdoptionBase


def adopt(
    map_file: Annotated[
        Path | None,
        Argument(metavar="[MAP.csv]", help="What is on the boxes; without it the kit stays as it is."),
    ] = None,
    preset: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help=f"The machine that has the game and the rules of yours.  [default: {DEFAULT_PRESET}]",
        ),
    ] = None,
    kit: KitOption = None,
    output: Annotated[
        Path, Option("--output", "-o", metavar="DIR", help="The folder for the kit file; made if need be.")
    ] = Path(),
    marks: Annotated[
        str | None, Option(metavar="X,O", help="The first player's mark on your drawings, and the second's.")
    ] = None,
    colours: Annotated[
        str | None,
        Option(
            metavar='"WHITE,LILAC,..."',
            help="The colours of all boxes, by the squares of the drawings as one reads, where the map has no beads.",
        ),
    ] = None,
    palette: Annotated[
        str | None, Option(metavar="NAME", help="The palette, or your own file of one, as colours.toml.")
    ] = None,
    container: Annotated[
        str | None, Option(metavar="NAME", help="The boxes: `menace-kit templates containers`.")
    ] = None,
    contents: Annotated[
        Path | None, Option(metavar="COUNTS.csv", help="What is in the boxes now: a journal begins with it.")
    ] = None,
) -> None:
    """Make a kit for boxes that you have already, as they are.

    MAP.csv has a line for each box and names its columns in the first: drawing, and if you have them box, beads,
    start, cabinet, row, drawer. All that does not fit is told at once, with its line.

    \b
    Example:  menace-kit adopt my-boxes.csv --output my-machine
    Example:  menace-kit adopt --kit my-machine/kit.toml --contents counts.csv
    """
    if map_file is None:
        _contents_alone(kit, preset, contents, (marks, colours, palette, container))
        return
    check_folder(output)
    from menace_kit.files import write_files
    from menace_kit.workshop.adoption import MAP_FILE_NAME
    from menace_kit.workshop.adoption import adopt as adopted

    base = _base(kit, preset, _listed(marks))
    names = _listed(colours)
    found = adopted(
        base, map_file, colours=names, palette=palette, container=container, printable=_is_printable
    )
    _refuse_to_overwrite(output, [*found.files, *([JOURNAL_FILE_NAME] if contents else [])])
    if contents is not None:
        _check_counts(found.files, contents)
    echo_lines(write_files(output, found.files))
    made = load_kit(output / KIT_FILE_NAME)
    typer.echo(f"{len(made.boxes)} boxes, none missing, none double; kit {made.fingerprint}.")
    if not any(box.given_name or box.number != place for place, box in enumerate(made.boxes, 1)):
        typer.echo(f"Their numbers are 1 to {len(made.boxes)}, in {output / MAP_FILE_NAME}.")
    if found.guessed:
        typer.echo(
            f"How these look on the screen is a guess from their names: {', '.join(found.guessed)}; change it in "
            f"{output / made.spec.beads.palette}."
        )
    if contents is not None:
        _begin_journal(made, contents, output / JOURNAL_FILE_NAME)
    typer.echo(f"Find a box with:  menace-kit operator lookup BOARD --kit {output / KIT_FILE_NAME}")


def _is_printable(text: str) -> bool:
    """Return whether the font of the labels has all characters of a text."""
    from menace_kit.layout.text.fonts import text_width

    try:
        text_width(text, 1.0, bold=True)
    except GlyphError:
        return False
    return True


def _listed(text: str | None) -> list[str] | None:
    """Return what stands between commas; None where nothing was said."""
    return None if text is None else [part.strip() for part in text.split(",")]


def _base(kit: Path | None, preset: str | None, marks: list[str] | None) -> "AdoptionBase":
    """Return the machine that the map is held against; a kit.toml that lies around is not asked."""
    from menace_kit.workshop.adoption import adoption_base

    if kit is not None or preset is not None:
        KitOptions(kit, preset).chosen()  # says what is wrong with a choice that is none
    return adoption_base(preset or DEFAULT_PRESET, marks, kit)


def _refuse_to_overwrite(folder: Path, names: Iterable[str]) -> None:
    for path in (folder / name for name in names):
        if path.exists() or path.is_symlink():
            raise OutputError(f"{path} is already there; choose another folder with --output")


def _check_counts(files: dict[str, bytes], contents: Path) -> None:
    """MapError where the counts do not fit the machine that is about to be written; nothing of it is there yet."""
    from tempfile import TemporaryDirectory

    from menace_kit.files import write_files
    from menace_kit.workshop.adoption import read_counts

    with TemporaryDirectory() as folder:
        write_files(Path(folder), files)
        read_counts(load_kit(Path(folder) / KIT_FILE_NAME), contents)


def _contents_alone(
    kit: Path | None, preset: str | None, contents: Path | None, others: Iterable[str | None]
) -> None:
    """Begin the journal of a kit that is there with what its boxes hold."""
    if contents is None or preset is not None or any(other is not None for other in others):
        raise SelectionError(
            "name the list of your boxes: menace-kit adopt MAP.csv; without one, only --contents of a kit that is "
            "there can be taken over, with --kit or in its folder"
        )
    path = kit or find_kit_file(Path.cwd())
    if path is None:
        raise SelectionError(
            f"there is no {KIT_FILE_NAME} here or above; name it with --kit, or give a MAP.csv"
        )
    _begin_journal(KitOptions(path).chosen(), contents, beside(path, JOURNAL_FILE_NAME))


def _begin_journal(kit: Kit, contents: Path, path: Path) -> None:
    """Begin a journal with a stocktake: every box as it was counted; never in one with entries."""
    from menace_kit.guide.desk import Desk
    from menace_kit.journal.store import Journal
    from menace_kit.workshop.adoption import read_counts

    counts = read_counts(kit, contents)
    with Journal(path, kit) as journal:
        desk = Desk(journal)
        if desk.last_entry:
            raise OutputError(
                f"{path} is a journal with {desk.last_entry} entries already; to count again use "
                "menace-kit operator stocktake"
            )
        differing = {
            number: {name: count for name, count in counted.items() if count != kit.box(number).start[name]}
            for number, counted in counts.items()
        }
        differing = {number: counted for number, counted in differing.items() if counted}
        desk.act(lambda session: session.take_stock(tuple(counts), differing))
    beads = sum(sum(counted.values()) for counted in counts.values())
    typer.echo(f"{path}")
    typer.echo(
        f"The journal begins with {beads:,} beads in {len(counts)} boxes; {len(differing)} are not as at the start."
    )
