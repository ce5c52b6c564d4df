"""`menace-kit calibrate`: measure where a printer prints, and correct it."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from menace_kit.cli import outputs
from menace_kit.cli.options import check_at_most_one, check_goes_with
from menace_kit.cli.output_paths import check_file
from menace_kit.cli.printing.choices import Printed
from menace_kit.cli.printing.sheets import write_all
from menace_kit.cli.terminal import print_lines
from menace_kit.files import PROFILE_FILE_NAME, beside, find_kit_file, write_file
from menace_kit.machine.papers import PAPER_TITLES, PaperName
from menace_kit.printables.catalogue import CALIBRATION
from menace_kit.printables.making import make, naming_the_key


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
    from then on all that is printed is corrected.

    \b
    Example:  menace-kit calibrate
    Example:  menace-kit calibrate --measured 20.5,189.4,19.8,276.4
    """
    check_goes_with("--measured", measured is not None, {"--profile": profile, "--scaled": scaled})
    check_at_most_one({"--measured": measured, "--output": files.output})
    check_at_most_one({"--measured": measured, "--format": files.format != "pdf"})
    if profile is not None:
        check_file(profile, ("toml",), "--profile")
    usual = beside(files.kit or find_kit_file(Path.cwd()), PROFILE_FILE_NAME)
    paper = files.chosen().spec.print.paper
    if measured is not None:
        _keep_profile(profile or usual, measured, paper, profile, scaled)
        return
    # Print uncorrected: the page must show the printer's own error.
    job = outputs.chosen_job(files, outputs.PrinterOptions(no_profile=True))
    with naming_the_key(job.kit):
        made = make(CALIBRATION, job.kit)
    write_all(job, [Printed([made])])
    print_lines(
        [
            "Print it at 100 %, measure as it says, then, with what you measured "
            "in the place of 1,2,3,4:",
            f"  menace-kit calibrate --paper {paper} --measured 1,2,3,4",
        ]
    )


def _keep_profile(
    path: Path, measured: str, paper: PaperName, named: Path | None, scaled: bool
) -> None:
    """Write the profile for these measurements, and print what it means.

    If it has another file (`named`), also print how to use it.
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
