"""Options that several commands share, and the kit that they choose."""

from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from menace_kit.errors import SelectionError
from menace_kit.machine.kit import DEFAULT_PRESET, Kit, load_kit, load_preset
from menace_kit.paths import default_output_folder, find_kit_file


class Paper(Enum):
    """The papers, as choices."""

    A4 = "a4"
    LETTER = "letter"


class Format(Enum):
    """The file formats, as choices."""

    PDF = "pdf"
    SVG = "svg"
    ALL = "all"

    @property
    def formats(self) -> tuple[str, ...]:
        """Return the formats that are meant."""
        return ("pdf", "svg") if self is Format.ALL else (self.value,)


KitOption = Annotated[
    Path | None,
    typer.Option(
        "--kit", metavar="FILE", help="The kit file. (default: kit.toml in this folder or above it)"
    ),
]
PresetOption = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help="A ready-made kit instead of a kit file; `menace-kit templates machines` lists them.",
    ),
]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="DIR", help="Where the files go. (default: output, beside the kit file)"
    ),
]
PaperOption = Annotated[Paper | None, typer.Option("--paper", help="The paper. (default: what the kit says)")]
FormatOption = Annotated[Format, typer.Option("--format", help="The kind of files that are drawn.")]


def chosen_kit(kit_file: Path | None, preset: str | None, paper: Paper | None = None) -> Kit:
    """Return the kit that the options mean: a file, a preset, a kit.toml nearby, or else the default preset."""
    if kit_file is not None and preset is not None:
        raise SelectionError("--kit and --preset both name a kit; give one of them")
    if preset is not None:
        kit = load_preset(preset)
    else:
        found = kit_file or find_kit_file(Path.cwd())
        kit = load_kit(found) if found else load_preset(DEFAULT_PRESET)
    if paper is None:
        return kit
    printing = kit.spec.print.model_copy(update={"paper": paper.value})
    return replace(kit, spec=kit.spec.model_copy(update={"print": printing}))


def chosen_folder(output: Path | None, kit_file: Path | None, preset: str | None) -> Path:
    """Return the folder that files are written into."""
    if output is not None:
        return output
    return default_output_folder(kit_file or (None if preset else find_kit_file(Path.cwd())))
