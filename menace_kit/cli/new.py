"""`menace-kit new`: a kit file of one's own, with a comment on every key."""

from pathlib import Path
from typing import Annotated

import typer

from menace_kit.errors import OutputError
from menace_kit.files import write_file
from menace_kit.machine.kit import DEFAULT_PRESET, load_kit
from menace_kit.paths import KIT_FILE_NAME


def new(
    folder: Annotated[
        Path, typer.Argument(help="The folder for the kit file; made if need be.", metavar="DIR")
    ],
    preset: Annotated[
        str,
        typer.Option("--preset", metavar="NAME", help="What to start from; `menace-kit templates machines`."),
    ] = DEFAULT_PRESET,
    container: Annotated[
        str | None,
        typer.Option(
            "--container",
            metavar="NAME",
            help="The box that you have; measure-your-own writes a file for its sizes.",
        ),
    ] = None,
) -> None:
    """Write a kit.toml with every key explained, to change as you like.

    Example:  menace-kit new my-machine --preset scroggs --container measure-your-own
    """
    from menace_kit.machine.kit_file import MEASURE_YOUR_OWN, kit_files

    existing = folder / KIT_FILE_NAME
    if existing.exists():
        raise OutputError(f"{existing} is already there; choose another folder, or change that file")
    files = kit_files(preset, container)
    for name, text in files.items():
        write_file(folder / name, text.encode())
        typer.echo(f"{folder / name}")
    if container == MEASURE_YOUR_OWN:
        typer.echo("Measure your box, put the sizes into the second file, then: menace-kit build")
    else:
        load_kit(existing)
        typer.echo(f"Change it as you like; then, in {folder}: menace-kit build")
