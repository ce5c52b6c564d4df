"""`menace-kit calibrate`: a page that shows where a printer prints, and the profile that corrects it."""

from pathlib import Path
from typing import Annotated

import typer

from menace_kit.cli.options import (
    Format,
    FormatOption,
    KitOption,
    OutputOption,
    PaperOption,
    PresetOption,
    chosen_kit,
    chosen_task,
)
from menace_kit.errors import SelectionError
from menace_kit.machine.stock import PaperName
from menace_kit.paths import default_profile, find_kit_file

MeasuredOption = Annotated[
    str | None,
    typer.Option(
        "--measured",
        metavar="1,2,3,4",
        help="What you measured on that page, in mm, in the order of its table: makes the profile.  "
        "[default: print the page]",
    ),
]

ProfileOption = Annotated[
    Path | None,
    typer.Option(
        "--profile",
        metavar="FILE",
        help="With --measured: the file for the profile, for a second printer or paper tray.  "
        "[default: printer.toml beside the kit file]",
    ),
]


def calibrate(
    kit: KitOption = None,
    preset: PresetOption = None,
    output: OutputOption = None,
    paper: PaperOption = None,
    file_format: FormatOption = Format.PDF,
    measured: MeasuredOption = None,
    profile: ProfileOption = None,
) -> None:
    """Find out where your printer prints, and correct it.

    Makes a page to print and to measure with a ruler. With --measured it takes what you measured, and keeps in
    printer.toml beside the kit file by how much the printer shifts and scales: from then on all that is printed is
    corrected.

    \b
    Example:  menace-kit calibrate
    Example:  menace-kit calibrate --measured 20.5,189.4,19.8,276.4
    """
    if profile is not None and measured is None:
        raise SelectionError("--profile goes with --measured here: the page to be measured needs no profile")
    if profile is not None and profile.suffix != ".toml":
        raise SelectionError(f"--profile: {profile} should end in .toml")
    if measured is not None:
        size = chosen_kit(kit, preset, paper).spec.print.paper
        _keep_profile(profile or default_profile(kit or find_kit_file(Path.cwd())), measured, size, profile)
        return
    from menace_kit.cli.complaints import naming_the_key
    from menace_kit.cli.writing import say_written, write_outputs
    from menace_kit.printables import calibration
    from menace_kit.words import load_words

    task = chosen_task(kit, preset, output, paper, no_profile=True)  # the page shows the error itself
    with naming_the_key(task.kit):
        made = calibration(task.kit, load_words(task.kit.spec.print.language))
        files = made.files(file_format.formats)
    say_written(task.source, write_outputs(task.folder, files))
    typer.echo("Print it at 100 %, measure as it says, then:  menace-kit calibrate --measured ...")


def _keep_profile(path: Path, measured: str, paper: PaperName, named: Path | None) -> None:
    """Write the profile for these readings, and say what it means, and how one that was `named` is used."""
    from menace_kit.files import write_file
    from menace_kit.machine.printer import measured_profile, profile_text, read_readings

    readings = read_readings(measured)
    profile = measured_profile(readings, paper)
    there = path.exists()
    write_file(path, profile_text(profile, readings, paper).encode())
    typer.echo(f"{path}  ({'replaced' if there else 'written'})")
    typer.echo(f"Your printer: {profile}.")
    if profile.fitted:
        typer.echo(
            "That is more than printers are off by themselves: was the page fitted to the paper? Print it again at "
            "100 %, and measure that."
        )
    if named is None:
        typer.echo("What you make from now on is corrected for it; to print without: --no-profile.")
    else:
        typer.echo(f"What you make with --profile {named} is corrected for it.")
