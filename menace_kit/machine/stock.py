"""What is printed on: paper sizes, plain sheets to cut up, and sheets of ready-cut labels, in mm."""

from enum import Enum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from menace_kit.machine.model import Millimetres, OptionalMillimetres, Title, TomlModel

PaperName = Literal["a4", "letter"]

PAPERS: dict[PaperName, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of each paper in mm (ISO 216; ANSI/ASME Y14.1)."""

PAPER_TITLES: dict[PaperName, str] = {"a4": "A4", "letter": "Letter"}

ROUNDING = 0.5
"""How far the published figures of a label sheet may miss its paper, for makers round them (mm)."""


class PaperKind(Enum):
    """What pages are printed on."""

    PLAIN = "plain"
    LABELS = "labels"
    CARD = "card"
    COLOURED = "coloured"
    BOARD = "board"


class LabelGrid(TomlModel):
    """Where the labels of a ready-cut sheet lie: `left` and `top` of the first, `pitch` from one to the next."""

    paper: PaperName
    columns: Annotated[int, Field(ge=1, le=100, strict=True)]
    rows: Annotated[int, Field(ge=1, le=100, strict=True)]
    width: Millimetres
    height: Millimetres
    left: OptionalMillimetres
    top: OptionalMillimetres
    pitch_x: Millimetres
    pitch_y: Millimetres

    @model_validator(mode="after")
    def _adds_up(self) -> "LabelGrid":
        paper_width, paper_height = PAPERS[self.paper]
        for what, count, size, pitch, start, whole in (
            ("width", self.columns, self.width, self.pitch_x, self.left, paper_width),
            ("height", self.rows, self.height, self.pitch_y, self.top, paper_height),
        ):
            if count > 1 and pitch < size - 0.01:
                raise ValueError(
                    f"labels overlap: a pitch of {pitch:g} mm is less than their {what} of {size:g} mm"
                )
            end = start + (count - 1) * pitch + size
            if end > whole + ROUNDING:
                raise ValueError(
                    f"the labels end at {end:g} mm, beyond the paper's {what} of {whole:g} mm by {end - whole:.2f} mm"
                )
        return self


class Stock(TomlModel):
    """A kind of sheet: plain paper with `gap` mm between the labels that are cut from it, or a `grid` of labels."""

    title: Title
    source: str
    gap: OptionalMillimetres = 3
    grid: LabelGrid | None = None
