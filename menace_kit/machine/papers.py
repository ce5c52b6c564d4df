"""What is printed on: papers, plain sheets to cut up, and sheets of ready-cut labels, in mm."""

from enum import Enum
from typing import Annotated, Literal, NamedTuple

from menace_kit.machine.tables import Limits, Table
from menace_kit.machine.values import Millimetres, OptionalMillimetres, Title

PaperName = Literal["a4", "letter"]

PAPERS: dict[PaperName, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of each paper in mm (ISO 216; ANSI/ASME Y14.1)."""


class LargePaper(NamedTuple):
    """A large sheet, as copy shops have it: its name, width and height in mm."""

    title: str
    width: float
    height: float


LARGE_PAPERS: dict[PaperName, LargePaper] = {
    "a4": LargePaper("A3", 297.0, 420.0),
    "letter": LargePaper("Tabloid", 279.4, 431.8),
}
"""Paper -> the sheet of twice its size (ISO 216; ANSI/ASME Y14.1, size B)."""

PAPER_TITLES: dict[PaperName, str] = {"a4": "A4", "letter": "Letter"}

ROUNDING = 0.5
"""How far the published figures of a label sheet may miss its paper, for makers round them (mm)."""


class PaperKind(Enum):
    """What pages are printed on."""

    PLAIN = "plain"
    LABELS = "labels"
    CARD = "card"
    STICKER = "sticker"


class LabelGrid(Table):
    """Where the labels of a ready-cut sheet lie: `left` and `top` of the first,
    `pitch` from one to the next.
    """

    paper: PaperName
    columns: Annotated[int, Limits(ge=1, le=100)]
    rows: Annotated[int, Limits(ge=1, le=100)]
    width: Millimetres
    height: Millimetres
    left: OptionalMillimetres
    top: OptionalMillimetres
    pitch_x: Millimetres
    pitch_y: Millimetres

    def check(self) -> None:
        """ValueError where labels overlap, or end beyond the paper."""
        paper_width, paper_height = PAPERS[self.paper]
        for what, count, size, pitch, start, whole in (
            ("width", self.columns, self.width, self.pitch_x, self.left, paper_width),
            ("height", self.rows, self.height, self.pitch_y, self.top, paper_height),
        ):
            if count > 1 and pitch < size - 0.01:
                raise ValueError(
                    f"labels overlap: a pitch of {pitch:g} mm is less than their "
                    f"{what} of {size:g} mm"
                )
            end = start + (count - 1) * pitch + size
            if end > whole + ROUNDING:
                raise ValueError(
                    f"the labels end at {end:g} mm, beyond the paper's {what} of {whole:g} mm "
                    f"by {end - whole:.2f} mm"
                )


class Stock(Table):
    """A kind of sheet: plain paper with `gap` mm between the labels that are cut from
    it, or a `grid` of labels.
    """

    title: Title
    source: str
    gap: OptionalMillimetres = 0
    grid: LabelGrid | None = None
