"""`menace-kit new`: make your own kit, from a preset or for boxes you already have."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from menace_kit.cli.hints import as_typed
from menace_kit.cli.kit_questions import ask, three_sizes
from menace_kit.cli.options import KitOptions, check_at_most_one, check_goes_with, choice
from menace_kit.cli.output_paths import check_folder
from menace_kit.cli.terminal import can_ask, print_lines
from menace_kit.errors import FitError, OutputError
from menace_kit.files import KIT_FILE_NAME, logbook_beside, write_files
from menace_kit.frozen import Frozen
from menace_kit.guide import counting
from menace_kit.machine import DEFAULT_PRESET, Kit, load_kit
from menace_kit.machine.containers import ContainerKind

if TYPE_CHECKING:
    from menace_kit.workshop.adoption import AdoptionBase
    from menace_kit.workshop.kit_files import Wishes


class WishOptions(Frozen):
    """Options that differ from the machine to start from."""

    container: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="The box that you have; `menace-kit list containers` lists them. "
            "measure-your-own adds a file for the sizes of yours.  "
            "[default: what the machine to start from has]",
        ),
    ] = None
    box: Annotated[
        str | None,
        Option(
            metavar="56x36x17",
            help="Your own matchbox, closed: length x width x height in mm; with --tray. "
            " [default: the one of --container]",
        ),
    ] = None
    tray: Annotated[
        str | None,
        Option(
            metavar="54x33x15",
            help="The inside of its tray: length x width x height in mm.  [default: as for --box]",
        ),
    ] = None
    beads: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="Your beads: `menace-kit list beads` lists some; "
            'others in words, as "8 mm wooden".  '
            "[default: what the machine to start from has]",
        ),
    ] = None
    palette: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="Their colours: `menace-kit list palettes` lists some; or your own file of them, "
            "as colours.toml.  [default: iron-beads; the preset's if it names one; "
            "with --from, one that has your colours]",
        ),
    ] = None
    paper: Annotated[
        str | None, choice(("a4", "letter"), "The paper in your printer.  [default: a4]")
    ] = None
    language: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="The language of all that is printed, by its name or as "
            "`menace-kit list languages` has it.  "
            "[default: en]",
        ),
    ] = None

    def wishes(self) -> "Wishes":
        """Collect the wishes. Raises BadParameter if two contradict each other."""
        from menace_kit.workshop.kit_files import Wishes
        from menace_kit.workshop.own_boxes import OwnContainer

        check_goes_with("--tray", self.tray is not None, {"--box": self.box})
        check_goes_with("--box", self.box is not None, {"--tray": self.tray})
        check_at_most_one({"--container": self.container, "--box": self.box})
        own = None
        if self.box is not None and self.tray is not None:
            outside, inside = three_sizes(self.box, "--box"), three_sizes(self.tray, "--tray")
            own = OwnContainer(ContainerKind.MATCHBOX, outside, inside)
        return Wishes(
            container=self.container,
            own=own,
            beads=self.beads,
            palette=self.palette,
            paper=self.paper,
            language=self.language,
        )


class MapOptions(Frozen):
    """Options for boxes that you already have, and what is on them."""

    map_file: Annotated[
        Path | None,
        Option(
            "--from",
            metavar="MAP.csv",
            help="A list of boxes that you have already; it asks nothing then.  [default: none]",
        ),
    ] = None
    kit: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="With --from: a kit file that has the game and the rules of yours, "
            "instead of a preset.  [default: that of --preset]",
        ),
    ] = None
    marks: Annotated[
        str | None,
        Option(
            metavar="X,O",
            help="With --from: the first player's mark on your drawings, and the second's.  "
            "[default: those of the preset]",
        ),
    ] = None
    colours: Annotated[
        str | None,
        Option(
            metavar='"WHITE,LILAC,..."',
            help="With --from: the colours of all boxes, by the squares of the drawings in "
            "reading order.  [default: what the map says]",
        ),
    ] = None

    def check(self) -> None:
        """Raise BadParameter if an option needs a map and there is none."""
        asked = {"--kit": self.kit, "--marks": self.marks, "--colours": self.colours}
        check_goes_with("--from MAP.csv", self.map_file is not None, asked)

    def adopted(self, map_file: Path, preset: str | None, wishes: "Wishes") -> dict[str, str]:
        """Return the files for the machine whose boxes are in the map."""
        from menace_kit.workshop.adoption import adopt

        colours = _listed(self.colours)
        return adopt(self._base(preset), map_file, colours=colours, wishes=wishes)

    def _base(self, preset: str | None) -> "AdoptionBase":
        """Return the machine to compare the map with; a kit.toml nearby is ignored."""
        from menace_kit.workshop.adoption import adoption_base

        if self.kit is not None or preset is not None:
            KitOptions(self.kit, preset).chosen()  # raises if the choice is invalid
        return adoption_base(preset or DEFAULT_PRESET, _listed(self.marks), self.kit)


def new(
    folder: Annotated[
        Path, Argument(help="The folder for the kit file; made if need be.", metavar="FOLDER")
    ],
    preset: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="The machine to start from; `menace-kit list machines` lists them.  "
            f"[default: {DEFAULT_PRESET}]",
        ),
    ] = None,
    *,
    wanted: WishOptions,
    there: MapOptions,
    contents: Annotated[
        Path | None,
        Option(
            metavar="COUNTS.csv",
            help="What is in the boxes now: the logbook begins with it. Also for a kit that is in "
            "FOLDER already.  [default: none]",
        ),
    ] = None,
    yes: Annotated[
        bool,
        Option(
            "--yes", "-y", help="Ask nothing: what no option says is as in the machine's preset."
        ),
    ] = False,
) -> None:
    """Make a kit file of your own, with every key explained.

    At a terminal it asks what no option says: machine, box, beads, paper, language;
    Enter takes what is usual.

    With --from it is for boxes that you have already, as they are.
    MAP.csv has a line for each box. Its first line names the columns:
    drawing, and if you have them box, beads, start, cabinet, row, drawer.
    All mistakes are reported together, each with its line.

    \b
    Example:  menace-kit new my-machine --preset scroggs
    Example:  menace-kit new my-machine --box 56x36x17 --tray 54x33x15 --yes
    Example:  menace-kit new my-machine --from my-boxes.csv
    Example:  menace-kit new my-machine --contents counts.csv
    """
    check_folder(folder, "FOLDER")
    wishes = wanted.wishes()
    there.check()
    kit_file, logbook = folder / KIT_FILE_NAME, logbook_beside(folder / KIT_FILE_NAME)
    plain = preset is None and there.map_file is None and not any(wishes)
    if contents is not None and plain and kit_file.is_file():
        _begin_logbook(load_kit(kit_file), contents, logbook)
        return
    _refuse(folder, [KIT_FILE_NAME, *([logbook.name] if contents else [])])
    if there.map_file is not None:
        files = there.adopted(there.map_file, preset, wishes)
    else:
        from menace_kit.workshop.kit_files import kit_files

        if can_ask() and not yes:
            preset, wishes = ask(preset, wishes)
        files = kit_files(preset or DEFAULT_PRESET, wishes)
    _refuse(folder, files)
    if contents is not None:
        _check_counts(files, contents)
    if wishes.own is not None:
        files = _with_labels(files)
    print_lines(map(str, _write(folder, files)))
    if there.map_file is not None:
        _say_adopted(load_kit(kit_file), folder)
    if contents is not None:
        _begin_logbook(load_kit(kit_file), contents, logbook)
    _say_what_next(folder, files, wishes)


def _write(folder: Path, files: Mapping[str, str]) -> list[Path]:
    return write_files(folder, {name: text.encode() for name, text in files.items()})


def _say_what_next(folder: Path, files: Iterable[str], wishes: "Wishes") -> None:
    from menace_kit.workshop.own_beads import BEADS_FILE_NAME
    from menace_kit.workshop.own_boxes import CONTAINER_FILE_NAME

    own = wishes.own
    if own is not None and own.kind is ContainerKind.MATCHBOX:
        length, width, _ = own.outer
        if width > length:
            typer.echo(
                f"The front of this box is {width:g} mm wide, and its tray slides {length:g} mm. "
                "If it is the other way round, give the length first."
            )
    first = "Change it as you like"
    if CONTAINER_FILE_NAME in files and wishes.own is None:
        first = f"Measure your box and put the sizes into {folder / CONTAINER_FILE_NAME}"
    if BEADS_FILE_NAME in files:
        typer.echo(
            f"{BEADS_FILE_NAME}: measure ten of your beads in a row, and put the tenth part there."
        )
    typer.echo(f"{first}; then:  menace-kit build {_naming_it(folder)}")


def _naming_it(folder: Path) -> str:
    """Return the option that names the kit file in a folder."""
    return f"--kit {as_typed(folder / KIT_FILE_NAME)}"


def _refuse(folder: Path, names: Iterable[str]) -> None:
    for path in (folder / name for name in names):
        if path.exists() or path.is_symlink():
            raise OutputError(
                f"{path} is already there; choose another folder, or change that file"
            )


def _say_adopted(kit: Kit, folder: Path) -> None:
    from menace_kit.workshop.adoption import MAP_FILE_NAME

    typer.echo(f"{len(kit.boxes)} boxes, none missing, none double; kit {kit.fingerprint}.")
    if not any(box.given_name or box.number != place for place, box in enumerate(kit.boxes, 1)):
        typer.echo(f"Their numbers are 1 to {len(kit.boxes)}, in {folder / MAP_FILE_NAME}.")
    typer.echo(f"Find a box with:  menace-kit operator lookup BOARD {_naming_it(folder)}")


def _listed(text: str | None) -> list[str] | None:
    """Split a list at its commas; None stays None."""
    return None if text is None else [part.strip() for part in text.split(",")]


def _check_counts(files: Mapping[str, str], contents: Path) -> None:
    """Raise MapError if the counts do not fit the new machine; nothing is written yet."""
    from tempfile import TemporaryDirectory

    from menace_kit.workshop.counts import read_counts

    with TemporaryDirectory() as folder:
        _write(Path(folder), files)
        read_counts(load_kit(Path(folder) / KIT_FILE_NAME), contents)


def _with_labels(files: Mapping[str, str]) -> dict[str, str]:
    """Return the files, with labels on top of measured boxes if only the top has room.

    Raises FitError if even that is too small for this machine's labels.
    """
    from menace_kit.printables.own_boxes import fault_of_labels, with_labels_that_fit

    fitted = with_labels_that_fit(files)
    fault = fault_of_labels(fitted)
    if isinstance(fault, FitError):
        raise FitError(
            f"these boxes are too small for the labels of this machine: {fault}. Take larger "
            "boxes, or fold them from card: --container fold-up"
        )
    if fault is not None:
        raise fault
    if fitted != files:
        typer.echo("The end of the tray is too small for a label: it goes on top of the box.")
    return fitted


def _begin_logbook(kit: Kit, contents: Path, path: Path) -> None:
    """Begin a logbook with a stocktake of all boxes; never in one that has entries."""
    from menace_kit.guide.desk import Desk
    from menace_kit.logbook import Logbook
    from menace_kit.workshop.counts import read_counts

    counts = read_counts(kit, contents)
    with Logbook(path, kit) as logbook:
        desk = Desk(logbook)
        if desk.last_entry:
            raise OutputError(
                f"{path} is a logbook that has entries already; to count again use "
                f"menace-kit operator count --sheet {_naming_it(path.parent)}"
            )
        differing = {
            number: counted
            for number, counted in counts.items()
            if counted != kit.box(number).start
        }
        desk.act(lambda session: counting.take_stock(session, tuple(counts), differing))
    beads = sum(sum(counted.values()) for counted in counts.values())
    typer.echo(f"{path}")
    typer.echo(
        f"The logbook begins with {beads:,} beads in {len(counts)} boxes; "
        f"{len(differing)} are not as at the start."
    )
