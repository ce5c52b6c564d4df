"""`menace-kit new`: a kit file of one's own, with a comment on every key."""

from pathlib import Path
from typing import Annotated

import typer

from menace_kit.errors import OutputError
from menace_kit.files import write_files
from menace_kit.machine.kit import DEFAULT_PRESET


def new(
    folder: Annotated[
        Path, typer.Argument(help="The folder for the kit file; made if need be.", metavar="DIR")
    ],
    preset: Annotated[
        str,
        typer.Option(
            "--preset",
            metavar="NAME",
            help="The machine to start from; `menace-kit templates machines` lists them.",
        ),
    ] = DEFAULT_PRESET,
    container: Annotated[
        str | None,
        typer.Option(
            "--container",
            metavar="NAME",
            help="The box that you have; `menace-kit templates containers` lists them. measure-your-own adds a file "
            "for the sizes of yours.  [default: what the machine to start from has]",
        ),
    ] = None,
) -> None:
    """Write a kit.toml of your own, with every key explained.

    \b
    Example:  menace-kit new my-machine --preset scroggs
    Example:  menace-kit new my-machine --container measure-your-own
    """
    from menace_kit.machine.kit_file import CONTAINER_FILE_NAME, kit_files

    files = {name: text.encode() for name, text in kit_files(preset, container).items()}
    for path in (folder / name for name in files):
        if path.exists() or path.is_symlink():
            raise OutputError(f"{path} is already there; choose another folder, or change that file")
    paths = write_files(folder, files)
    for path in paths:
        typer.echo(f"{path}")
    own = folder / CONTAINER_FILE_NAME
    first = f"Measure your box and put the sizes into {own}" if own in paths else "Change it as you like"
    typer.echo(f"{first}; then:  menace-kit build --kit {paths[0]}")
