"""A printer's error: how much it shifts and scales, measured with a ruler on its own page."""

import re
from pathlib import Path
from typing import Annotated, NamedTuple

from menace_kit.errors import KitError, MeasureError
from menace_kit.machine.papers import PAPER_TITLES, PAPERS, PaperName
from menace_kit.machine.tables import Limits, Table, parse_table
from menace_kit.machine.toml_files import read_toml

MOST_OFFSET = 15.0
"""The largest shift of a printer in mm; more is a misreading."""

LEAST_SCALE, MOST_SCALE = 0.9, 1.1
"""The bounds of a printer's scale; "fit to page" is 0.94 to 0.98."""

FITTED = 0.02
"""A scale that is off by more than this is a setting of the print dialogue, not the printer."""

INSET = 20.0
"""Distance of the calibration page's crosses from the paper's edges (mm)."""

READINGS = 4


Offset = Annotated[float, Limits(ge=-MOST_OFFSET, le=MOST_OFFSET)]
Scale = Annotated[float, Limits(ge=LEAST_SCALE, le=MOST_SCALE)]


class PrinterProfile(Table):
    """What a printer does to a page: x is printed at `offset_x` + `scale_x` * x.

    Distances are in mm from the top left corner; offsets are to the right and down. The same is
    true for y. `paper` is the one that was measured, if the file says it.
    """

    paper: PaperName | None = None
    offset_x: Offset = 0.0
    offset_y: Offset = 0.0
    scale_x: Scale = 1.0
    scale_y: Scale = 1.0

    @classmethod
    def of(
        cls,
        offset_x: float,
        offset_y: float,
        scale_x: float,
        scale_y: float,
        paper: PaperName | None = None,
    ) -> "PrinterProfile":
        """Return the profile with these numbers."""
        return cls(
            paper=paper, offset_x=offset_x, offset_y=offset_y, scale_x=scale_x, scale_y=scale_y
        )

    def printed(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the file is on paper (mm)."""
        return self.offset_x + self.scale_x * x, self.offset_y + self.scale_y * y

    def corrected(self, x: float, y: float) -> tuple[float, float]:
        """Return which point of the file is printed here (mm); the inverse of `printed`."""
        return (x - self.offset_x) / self.scale_x, (y - self.offset_y) / self.scale_y

    @property
    def fitted(self) -> bool:
        """Return whether the scale is more likely that of "fit to page" than the printer's own."""
        return max(abs(self.scale_x - 1), abs(self.scale_y - 1)) > FITTED

    def __str__(self) -> str:
        across = f"{abs(self.offset_x):.2f} mm too far {'left' if self.offset_x < 0 else 'right'}"
        down = f"{abs(self.offset_y):.2f} mm too {'high' if self.offset_y < 0 else 'low'}"
        scales = f"{100 * self.scale_x:.2f} % across and {100 * self.scale_y:.2f} % down"
        return f"it prints {across} and {down}, at {scales}"


class CrossPlaces(NamedTuple):
    """Where the crosses of a calibration page should be: x of left and right, y of upper and lower.

    In mm.
    """

    left: float
    right: float
    top: float
    bottom: float


def cross_places(paper: PaperName) -> CrossPlaces:
    """Return where the crosses should be on a paper, in mm from its left and top edges."""
    width, height = PAPERS[paper]
    return CrossPlaces(INSET, width - INSET, INSET, height - INSET)


def measured_profile(readings: tuple[float, ...], paper: PaperName) -> PrinterProfile:
    """Return the profile for where the crosses were printed.

    `readings` are in mm from the paper's left and top edges, in the order of CrossPlaces. Raises
    MeasureError, which says what is impossible and what to check.
    """
    if len(readings) != READINGS:
        raise MeasureError(
            f"{READINGS} numbers are needed, here are {len(readings)}: from the paper's left edge "
            "to the left and to the right cross, then from its upper edge to the upper and to the "
            "lower cross; with commas between them, and points in them (20.5,189.4,19.8,276.4)"
        )
    places = cross_places(paper)
    scale_x, offset_x = _line(readings[:2], places[:2], ("left", "right"), paper)
    scale_y, offset_y = _line(readings[2:], places[2:], ("upper", "lower"), paper)
    return PrinterProfile.of(
        round(offset_x, 3), round(offset_y, 3), round(scale_x, 5), round(scale_y, 5), paper
    )


def check_scale(profile: PrinterProfile, readings: tuple[float, ...], paper: PaperName) -> None:
    """Raise MeasureError if a profile would correct a page by more than a printer's error.

    It says what to do, also if the readings are those of another paper.
    """
    if not profile.fitted:
        return
    for other in PAPERS:
        if other != paper and _fits(readings, other):
            raise MeasureError(
                f"these are the distances on the page for {PAPER_TITLES[other]}, "
                f"not on that for {PAPER_TITLES[paper]}; if that is the page you measured, "
                f"say so: add --paper {other}"
            )
    raise MeasureError(
        f"the page came out at {100 * profile.scale_x:.1f} % across "
        f"and {100 * profile.scale_y:.1f} % down, and no printer is off by more "
        f"than {100 * FITTED:g} % by itself: was the page fitted to the paper? "
        "Print it again at 100 %, and measure that; if your printer can do no better, add --scaled"
    )


def _fits(readings: tuple[float, ...], paper: PaperName) -> bool:
    try:
        return not measured_profile(readings, paper).fitted
    except MeasureError:
        return False


def _line(
    readings: tuple[float, ...],
    places: tuple[float, ...],
    crosses: tuple[str, str],
    paper: PaperName,
) -> tuple[float, float]:
    (first, second), (near, far) = readings, places
    scale = (second - first) / (far - near)
    offset = first - scale * near
    if not LEAST_SCALE <= scale <= MOST_SCALE:
        raise MeasureError(
            f"the {crosses[0]} and the {crosses[1]} cross should be {far - near:g} mm apart "
            f"on {PAPER_TITLES[paper]}, by your readings ({first:g} and {second:g}) they are "
            f"{second - first:g} mm; check that both were measured in mm and from the same edge, "
            "in this order, and that the page was printed at 100 % on this paper"
        )
    if abs(offset) > MOST_OFFSET:
        raise MeasureError(
            f"the {crosses[0]} cross should be {near:g} mm from the edge, "
            f"and you measured {first:g} mm, which is {abs(offset):.1f} mm off; "
            f"no printer is off by more than {MOST_OFFSET:g} mm: "
            "check that both readings begin at the paper's edge, not at a line on it"
        )
    return scale, offset


def load_profile(path: Path) -> PrinterProfile:
    """Return the profile in a file.

    Raises KitError or OutputError, which name the file and say what is wrong.
    """
    tables = read_toml(path)
    if not tables:
        raise KitError(
            f"{path}: nothing is said in it; `menace-kit calibrate --measured` writes it anew, "
            "or delete it to print without"
        )
    return parse_table(PrinterProfile, tables, str(path))


def profile_text(profile: PrinterProfile, readings: tuple[float, ...], paper: PaperName) -> str:
    """Return a profile as a commented TOML file; `load_profile` reads it."""
    measured, said_paper = ", ".join(f"{reading:g}" for reading in readings), f'paper = "{paper}"'
    return f"""\
# What your printer does to a page. While this file lies beside your kit file, \
all that is printed is corrected.
# Another printer, tray or kind of paper needs another file: name it with --profile. \
To print without: --no-profile.
# Measured: {measured} mm on {PAPER_TITLES[paper]}.

{said_paper:<19} # what it was measured on; `menace-kit calibrate` takes it from here
offset-x = {profile.offset_x:<8} # mm by which it prints too far to the right; \
less than 0: too far to the left
offset-y = {profile.offset_y:<8} # mm by which it prints too low; less than 0: too high
scale-x = {profile.scale_x:<9} # 1 is true to size across the page; 0.99 is one per cent too narrow
scale-y = {profile.scale_y:<9} # the same down the page
"""


def read_readings(text: str) -> tuple[float, ...]:
    """Return the numbers of a comma-separated list; raises MeasureError for anything else."""
    readings = []
    for part in text.split(","):
        number = part.strip()
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{0,6})?", number):
            raise MeasureError(
                f"{number!r} is not a number of mm; write the readings with points in them "
                "and commas between them, without mm (20.5,189.4,19.8,276.4)"
            )
        readings.append(float(number))
    return tuple(readings)
