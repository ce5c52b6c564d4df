"""What sheets are printed on: paper, plain sheets to cut up, ready-cut labels; sizes in mm."""

from enum import Enum
from typing import Annotated, Literal, NamedTuple

from menace_kit.machine.tables import Limits, Table
from menace_kit.machine.values import Millimetres, OptionalMillimetres, Title

PaperName = Literal["a4", "letter"]

PAPERS: dict[PaperName, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of each paper in mm (ISO 216; ANSI/ASME Y14.1)."""


class LargePaper(NamedTuple):
    """A large sheet that copy shops have; width and height in mm."""

    title: str
    width: float
    height: float


LARGE_PAPERS: dict[PaperName, LargePaper] = {
    "a4": LargePaper("A3", 297.0, 420.0),
    "letter": LargePaper("Tabloid", 279.4, 431.8),
}
"""Paper -> the sheet twice its size (ISO 216; ANSI/ASME Y14.1, size B)."""

PAPER_TITLES: dict[PaperName, str] = {"a4": "A4", "letter": "Letter"}

ROUNDING = 0.5
"""How far a label sheet's published sizes may exceed its paper (mm), since makers round them."""


class PaperKind(Enum):
    """What pages are printed on."""

    PLAIN = "plain"
    LABELS = "labels"
    CARD = "card"
    STICKER = "sticker"


class LabelGrid(Table):
    """Where labels are on a ready-cut sheet.

    `left` and `top` are the first label's margins; `pitch` is the distance from one label's edge to
    the next label's.
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
        """Raise ValueError if labels overlap, or extend beyond the paper."""
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
    """A kind of sheet: a `grid` of labels, or plain paper with `gap` mm between labels to cut."""

    title: Title
    source: str
    gap: OptionalMillimetres = 0
    grid: LabelGrid | None = None
