"""Boxes to be folded from card: a page that says how, sheets of trays with their
labels, one of sleeves. In mm.

And sketches of boxes, for that page and for the steps of building.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import NamedTuple

from menace_kit.errors import FitError, KitError
from menace_kit.layout.label import LabelStyle, label_marks, label_style
from menace_kit.layout.label_sheets import LabelOrder, label_plan, of_each_stage
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    MM_PER_POINT,
    THIN,
    WHITE,
    Anchor,
    Document,
    Layer,
    Line,
    Mark,
    Page,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.page import (
    ALL_OF_IT,
    GLUE_FIELD,
    HEAD_MARGIN,
    KEEP_CLEAR,
    Frame,
    Grid,
    KeepClear,
    free_area,
    plain_grid,
    with_marks,
)
from menace_kit.layout.text.typesetting import (
    LESSON,
    SMALLEST,
    Column,
    cap_height,
    over,
    text_width,
)
from menace_kit.machine.boxes import Box
from menace_kit.machine.containers import ContainerKind, shakeable_beads
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPER_TITLES
from menace_kit.text.number_runs import numbers_of
from menace_kit.text.words import Words
from menace_kit.workshop.faces import Face, Glue, Point, Point3
from menace_kit.workshop.fence import fence
from menace_kit.workshop.nets import sleeve_net, tray_net
from menace_kit.workshop.steps import FOLDING, step_times

GAP = 1.0
"""Between two nets, which are cut out along their own lines."""

MARGIN = 8.0
"""Where head line and ruler of a sheet begin and end, from the paper's edge."""

DASH, LONG_DASH = 1.0, 2.5
"""Dashes of a fold away from the print, and of one towards it."""

GLUE_SIZES = (7.0, 6.0, SMALLEST)
"""Sizes in points of the word for glue that are tried."""

Place = Callable[[Point], Point]
"""What says where on the page a point of a net lies."""


def tray_of(kit: Kit) -> Face:
    """Return the net of a kit's trays; FitError where they should have a fence, and cannot."""
    tray, fold = kit.container.tray, kit.spec.fold_up
    return tray_net(tray, fold, fence(tray, kit.bead) if fold.fence else None)


class TrayPlan(NamedTuple):
    """How the trays of a kit are made: their net, the look of their labels,
    and the cells of a sheet.
    """

    net: Face
    style: LabelStyle
    grid: Grid


def tray_plan(kit: Kit, words: Words) -> TrayPlan:
    """Return it; FitError where a tray is too large for the paper,
    or its front too small for a label.

    KitError where labels would be stuck on: these are printed on the card.
    """
    if kit.stock.grid is not None:
        raise KitError(
            f"{kit.source}: print.stock: fold-up boxes have their labels printed on the card, and "
            f'{kit.spec.print.stock} is a sheet of labels; say stock = "plain"'
        )
    net = tray_of(kit)
    (_, _), (_left, top), (right, _), _ = net.named("front").path
    label = kit.container.label
    width, height = (
        min(size, room)
        for size, room in ((label.width or right, right), (label.height or -top, -top))
    )
    style = label_style(kit, words, width, height, tabs=False)
    _, _, net_width, net_height = net.extent
    paper = kit.spec.print.paper
    grid = plain_grid(paper, net_width, net_height, GAP, _clear(kit), "the net of a tray")
    return TrayPlan(net, style, grid)


def boxes_on_a_sheet(kit: Kit, words: Words) -> int:
    """Return how many labels are on a sheet, or how many trays with theirs printed on
    them; errors as for these.
    """
    folded = kit.container.kind is ContainerKind.FOLD_UP
    return (tray_plan(kit, words) if folded else label_plan(kit, words)).grid.cells


def _clear(kit: Kit) -> KeepClear:
    return KEEP_CLEAR if kit.spec.print.registration else ALL_OF_IT


def trays_document(
    kit: Kit, words: Words, order: LabelOrder, name: str = "trays", how_to: bool = True
) -> Document:
    """Return the sheets of the trays that are ordered, before them unless it is not
    wanted a page that says how.
    """
    plan = tray_plan(kit, words)
    cells = plan.grid.cells
    boxes = [box for box in order.boxes for _ in range(order.copies)]
    sheets = [boxes[first : first + cells] for first in range(0, len(boxes), cells)]
    total = len(sheets) + how_to
    pages = [_how_to(kit, words, plan, total)] if how_to else []
    for sheet in sheets:
        frame = _frame(
            kit, words, f"{words('fold-up.trays')}  ·  {numbers_of(kit, words, sheet, most=None)}"
        )
        marks: list[Mark] = []
        for cell, box in enumerate(sheet):
            marks += _tray_marks(kit, words, plan, box, *plan.grid.corner(cell))
        pages.append(_finished(kit, plan.grid.page(frame, marks, len(pages) + 1, total)))
    return Frame(kit, words, MARGIN).bound(name, words("fold-up.trays"), pages)


def trays_by_stage(
    kit: Kit, words: Words, order: LabelOrder, name: str = "trays", how_to: bool = True
) -> list[Document]:
    """Return a document for each stage that has a box, for card of different colours,
    and the page that says how.
    """
    stages = [
        trays_document(kit, words, of_stage, f"{name}{ending}", how_to=False)
        for ending, of_stage in of_each_stage(kit, order)
    ]
    return [how_to_document(kit, words, f"{name}-how-to"), *stages] if how_to else stages


def how_to_document(kit: Kit, words: Words, name: str) -> Document:
    """Return the page that says how boxes are folded, as a document of its own."""
    page = _how_to(kit, words, tray_plan(kit, words), 1)
    return Frame(kit, words, MARGIN).bound(name, words("fold-up.title"), [page])


def _frame(kit: Kit, words: Words, subject: str) -> Frame:
    return Frame(kit, words, HEAD_MARGIN if kit.spec.print.registration else MARGIN, subject)


def _finished(kit: Kit, page: Page) -> Page:
    return with_marks(page) if kit.spec.print.registration else page


def _tray_marks(
    kit: Kit, words: Words, plan: TrayPlan, box: Box, x: float, y: float
) -> Iterator[Mark]:
    """Yield a tray with the label of its box on the front,
    the top left corner of its net at x, y.
    """
    left, top, _, _ = plan.net.extent
    yield from _net_marks(
        plan.net, words("fence.glue"), lambda point: (point[0] + x - left, point[1] + y - top)
    )
    (_, bottom), (_, rim), (width, _), _ = plan.net.named("front").path
    label_x = x - left + (width - plan.style.width) / 2
    label_y = y - top + (bottom + rim - plan.style.height) / 2
    yield from label_marks(kit, words, plan.style, box, label_x, label_y)


def _net_marks(net: Face, glue: str, place: Place) -> Iterator[Mark]:
    """Yield a net: fields for glue, then folds, then where it is cut out;
    `place` says where its points lie.
    """
    for face in net.faces():
        if face.glue is not None:
            yield from _glue_marks(face, glue, place)
    for start, end, towards in net.creases():
        dash = LONG_DASH if towards else DASH
        yield Line(*place(start), *place(end), HAIRLINE, GREY, dash, Layer.FOLD)
    yield Polyline(tuple(map(place, net.outline())), HAIRLINE, BLACK, None, Layer.CUT)


def _glue_marks(face: Face, glue: str, place: Place) -> Iterator[Mark]:
    """Yield a field for glue, inked where the glue goes on the print,
    only an outline where it goes on the back.
    """
    points = [place(point) for point in face.path]
    on_print = face.glue is Glue.PRINT
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    inner = tuple((x + (middle[0] - x) * 0.12, y + (middle[1] - y) * 0.12) for x, y in points)
    if on_print:
        yield Polyline(inner, fill=GLUE_FIELD, layer=Layer.GLUE)
    else:
        yield Polyline(inner, HAIRLINE, GREY, layer=Layer.GLUE)
    xs, ys = zip(*inner, strict=True)
    for size in GLUE_SIZES:
        if text_width(glue, size) + 1 <= max(xs) - min(xs) and 2 * cap_height(size) <= max(
            ys
        ) - min(ys):
            yield Text(
                middle[0],
                middle[1] + cap_height(size) / 2,
                glue,
                size,
                anchor=Anchor.MIDDLE,
                colour="#606060",
            )
            break


# The sleeves, all alike: as many on a sheet as fit, some of them turned.


def sleeves_document(kit: Kit, words: Words, name: str = "sleeves") -> Document:
    """Return one sheet of sleeves; it says how often it is to be printed."""
    net = sleeve_net(kit.container.tray, kit.spec.fold_up)
    left, top, width, height = net.extent
    spots = _sleeve_spots(kit, net)
    facts = {"n": sleeve_times(kit, words), "boxes": len(kit.boxes), "sleeves": len(spots)}
    frame = _frame(kit, words, words("fold-up.sleeves-times", **facts))
    free_top, _free_width, _ = free_area(kit.spec.print.paper, _clear(kit))
    used = max(spot.x + (height if spot.turned else width) for spot in spots)
    across, down = (frame.size[0] - used) / 2, free_top + GAP / 2
    marks: list[Mark] = []
    for spot in spots:

        def place(point: Point, spot: Spot = spot) -> Point:
            x, y = point[0] - left, point[1] - top
            x, y = (height - y, x) if spot.turned else (x, y)
            return across + spot.x + x, down + spot.y + y

        marks += _net_marks(net, words("fence.glue"), place)
    page = Page(*frame.size, (*frame.head(), *marks, *frame.ruler()))
    return frame.bound(name, words("fold-up.sleeves"), [_finished(kit, page)])


def sleeve_times(kit: Kit, words: Words) -> int:
    """Return how often the sheet of sleeves is to be printed for a sleeve on each box;
    FitError as for the sheet.
    """
    del words
    net = sleeve_net(kit.container.tray, kit.spec.fold_up)
    return math.ceil(len(kit.boxes) / len(_sleeve_spots(kit, net)))


def _sleeve_spots(kit: Kit, net: Face) -> tuple["Spot", ...]:
    """Return where sleeves lie; FitError where the paper is too small for one."""
    _, _, width, height = net.extent
    paper = kit.spec.print.paper
    _, free_width, free_height = free_area(paper, _clear(kit))
    spots = spots_within(free_width, free_height, width + GAP, height + GAP)
    if not spots:
        longer, shorter = max(width, height) + GAP, min(width, height) + GAP
        missing = max(longer - max(free_width, free_height), shorter - min(free_width, free_height))
        raise FitError(
            f"the net of a sleeve of {width:g} x {height:g} mm is too large for "
            f"{PAPER_TITLES[paper]} paper by {over(missing)}"
        )
    return spots


class Spot(NamedTuple):
    """Where a rectangle lies, from its top left corner, and whether it is turned by a quarter."""

    x: float
    y: float
    turned: bool


def spots_within(
    width: float, height: float, cell_width: float, cell_height: float
) -> tuple[Spot, ...]:
    """Return as many places for equal cells as a sheet has that is cut from edge
    to edge, and each part again.
    """
    steps = {
        whole: sorted(
            across * cell_width + down * cell_height
            for across in range(int(whole / cell_width) + 1)
            for down in range(int((whole - across * cell_width) / cell_height) + 1)
        )
        for whole in (width, height)
    }

    @cache
    def best(wide: float, high: float) -> tuple[Spot, ...]:
        found: tuple[Spot, ...] = ()
        for turned, (needed_width, needed_height) in enumerate(
            ((cell_width, cell_height), (cell_height, cell_width))
        ):
            if not found and needed_width <= wide + NEAR and needed_height <= high + NEAR:
                found = (Spot(0, 0, bool(turned)),)
        most = int(wide * high / (cell_width * cell_height) + NEAR)
        for upright, whole in ((True, wide), (False, high)):
            for cut in steps[width if upright else height]:
                if len(found) >= most or not 0 < cut <= whole / 2 + NEAR:
                    continue
                rest = max(
                    step
                    for step in steps[width if upright else height]
                    if step <= whole - cut + NEAR
                )
                parts = (
                    (best(cut, high), best(rest, high))
                    if upright
                    else (best(wide, cut), best(wide, rest))
                )
                if len(parts[0]) + len(parts[1]) > len(found):
                    across, down = (cut, 0.0) if upright else (0.0, cut)
                    found = (
                        *parts[0],
                        *(Spot(x + across, y + down, turned) for x, y, turned in parts[1]),
                    )
        return found

    return best(max(steps[width]), max(steps[height]))


NEAR = 1e-6
"""What is forgiven where sums of lengths are compared (mm)."""


# The page that says how: numbers, steps, and what it looks like.

TEXT_MARGIN = 15.0
TEXT_SIZE = 10.5
PICTURE_GAP = 6.0
PICTURE_HEIGHT = 52.0
CAPTION = 8.0

HALF = 0.75
"""How far the folds are closed in the pictures of one that is being folded."""


def _how_to(kit: Kit, words: Words, plan: TrayPlan, pages: int) -> Page:
    """Return the page; FitError where words or boxes are too large for it."""
    frame = Frame(kit, words, TEXT_MARGIN, words("fold-up.title"))
    text = Column(TEXT_MARGIN, 22, frame.width, TEXT_SIZE, LESSON)
    text.heading(words("fold-up.heading"), 16)
    text.y += 2
    text.items(_numbers(kit, words, plan))
    text.y += 3
    text.heading(words("fold-up.how"))
    text.items(words.lines("fold-up.steps"), numbered=True)
    if kit.spec.fold_up.fence:
        text.items([words("fold-up.fence")])
    text.y += 8
    marks = [*text.marks, *_pictures(kit, words, text.y, frame.width)]
    text.y += PICTURE_HEIGHT + 12
    text.marks = []
    text.heading(words("fold-up.lines"))
    marks += [*text.marks, *_legend(kit, words, text.y + 2)]
    return frame.page([*marks, *frame.ruler()], count=pages)


def _numbers(kit: Kit, words: Words, plan: TrayPlan) -> Iterator[str]:
    tray, fold, boxes = kit.container.tray, kit.spec.fold_up, len(kit.boxes)
    minutes = sum(step_times()[step].minutes_a_box for step in FOLDING)
    sleeves = len(_sleeve_spots(kit, sleeve_net(tray, fold)))
    yield words(
        "fold-up.sheets",
        boxes=boxes,
        trays=plan.grid.cells,
        tray_sheets=math.ceil(boxes / plan.grid.cells),
        sleeves=sleeves,
        sleeve_sheets=math.ceil(boxes / sleeves),
    )
    yield words("fold-up.hours", minutes=f"{minutes:g}", n=max(1, round(boxes * minutes / 60)))
    inside, outside = (
        f"{size.length:g} x {size.width:g} x {size.height:g}"
        for size in (tray, kit.container.outer)
    )
    yield words(
        "fold-up.sizes",
        inside=inside,
        outside=outside,
        mixes=shakeable_beads(tray, kit.bead),
        bead=words.title(kit.bead.title),
    )
    yield words("fold-up.card", card=f"{fold.card:g}", clearance=f"{fold.clearance:g}")
    yield words("fold-up.first")


def _legend(kit: Kit, words: Words, top: float) -> Iterator[Mark]:
    """Yield a sample of each kind of line and field, with what it means behind it."""
    x, pitch = TEXT_MARGIN, 6.0
    lines = {"cut": (BLACK, 0.0), "away": (GREY, DASH), "towards": (GREY, LONG_DASH)}
    fields = {"print": (0.0, None, GLUE_FIELD), "back": (HAIRLINE, GREY, None)}
    rows = [*lines, *fields]
    if not kit.spec.fold_up.fence:
        rows = [row for row in rows if row not in ("towards", "back")]
    for number, row in enumerate(rows):
        y = top + number * pitch + pitch / 2
        if row in lines:
            yield Line(x, y, x + 16, y, HAIRLINE, *lines[row])
        else:
            yield Rectangle(x, y - 2, 16, 4, *fields[row])
        yield Text(x + 20, y + cap_height(TEXT_SIZE) / 2, words(f"fold-up.line-{row}"), TEXT_SIZE)


# Sketches of things in oblique projection: lines in mm of the thing itself,
# made smaller until they fit a page. One looks at the front, from the right and above.

Space = tuple[float, float, float]
"""What lies so far to the right, up and to the back."""

TO_BACK = (0.42, 0.3)
"""Where a mm to the back goes in the projection: so far to the right, and so far up."""

LETTERS = 6.5
"""Size in points of a sketch's numbers."""

PEN = 0.22


def projected(x: float, y: float, z: float) -> Point:
    """Return where a point is drawn that lies x to the right,
    y up and z to the back; upwards is negative.
    """
    return x + TO_BACK[0] * z, -y - TO_BACK[1] * z


class Sketch:
    """Faces, lines and numbers, the later ones in front of the earlier ones."""

    def __init__(self) -> None:
        self._shapes: list[tuple[tuple[Point, ...], str | None, float, float]] = []
        self._texts: list[tuple[Point, str, Anchor]] = []
        self._origin: Point = (0.0, 0.0)

    def move_to(self, x: float, y: float, z: float) -> None:
        """Draw what comes as if its origin were there."""
        self._origin = projected(x, y, z)

    def _moved(self, points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple((x + self._origin[0], y + self._origin[1]) for x, y in points)

    def face(self, points: Sequence[Point], fill: str = WHITE, pen: float = PEN) -> None:
        """Draw a closed shape that hides what is behind it."""
        self._shapes.append((self._moved(points), fill, pen, 0.0))

    def line(self, *points: Point, pen: float = PEN, dash: float = 0.0) -> None:
        """Draw a line through points."""
        self._shapes.append((self._moved(points), None, pen, dash))

    def round(self, middle: Point, radius: float, fill: str = WHITE, pen: float = PEN) -> None:
        turns = (math.tau * part / 24 for part in range(24))
        self.face(
            [
                (middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn))
                for turn in turns
            ],
            fill,
            pen,
        )

    def text(self, at: Point, text: str, anchor: Anchor = Anchor.MIDDLE) -> None:
        """Write a number; its baseline is at the point."""
        self._texts.append((self._moved([at])[0], text, anchor))

    def arrow(self, start: Point, end: Point, head: float) -> None:
        """Draw an arrow."""
        length = math.dist(start, end)
        ahead = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        foot = end[0] - head * ahead[0], end[1] - head * ahead[1]
        aside = -ahead[1] * head / 2, ahead[0] * head / 2
        self.line(start, foot, pen=0.35)
        self.face(
            [
                end,
                (foot[0] + aside[0], foot[1] + aside[1]),
                (foot[0] - aside[0], foot[1] - aside[1]),
            ],
            BLACK,
        )

    def cuboid(self, corner: Space, size: Space) -> None:
        """Draw a closed box from its lower left front corner:
        `size` is width, height and length.
        """
        (x, y, z), (w, h, d) = corner, size
        front = upright(x, y, z, w, h)
        side = [projected(x + w, y, z), projected(x + w, y, z + d)]
        side += [projected(x + w, y + h, z + d), projected(x + w, y + h, z)]
        for shape in (level(x, y + h, z, w, d), side, front):
            self.face(shape)

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of what is drawn so far."""
        xs, ys = zip(*(point for shape, *_ in self._shapes for point in shape), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def marks(self, left: float, top: float, width: float, height: float) -> Iterator[Mark]:
        """Yield the sketch as large as it fits into a room, in its middle."""
        margin = LETTERS * MM_PER_POINT
        x1, y1, x2, y2 = self.extent
        words = max((text_width(text, LETTERS) for _, text, _ in self._texts), default=0.0)
        free = (width - 2 * words, height - 2 * margin) if self._texts else (width - 1, height - 1)
        scale = min(free[0] / (x2 - x1), free[1] / (y2 - y1))
        middle = left + width / 2, top + height / 2

        def placed(point: Point) -> Point:
            return (
                middle[0] + (point[0] - (x1 + x2) / 2) * scale,
                middle[1] + (point[1] - (y1 + y2) / 2) * scale,
            )

        for shape, fill, pen, dash in self._shapes:
            drawn = tuple(map(placed, shape))
            if fill is not None:
                yield Polyline(drawn, pen, BLACK, fill)
            else:
                yield from (Line(*a, *b, pen, BLACK, dash) for a, b in pairwise(drawn))
        for at, text, anchor in self._texts:
            x, y = placed(at)
            yield Text(
                x,
                y + (margin * 0.9 if anchor is Anchor.MIDDLE else margin / 3),
                text,
                LETTERS,
                anchor=anchor,
            )


def upright(x: float, y: float, z: float, width: float, height: float) -> list[Point]:
    """Return the corners of a face that one looks at from the front."""
    return [
        projected(x + a * width, y + b * height, z) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]


def level(x: float, y: float, z: float, width: float, length: float) -> list[Point]:
    """Return the corners of a face that one looks at from above."""
    return [
        projected(x + a * width, y, z + b * length) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]


def ring(middle: Space, radius: float) -> list[Point]:
    """Return the points of a level circle."""
    x, y, z = middle
    turns = (math.tau * part / 48 for part in range(48))
    return [
        projected(x + radius * math.cos(turn), y, z + radius * math.sin(turn)) for turn in turns
    ]


def hull(points: Sequence[Point]) -> list[Point]:
    """Return the outline round points, without dents."""
    ordered = sorted(points)

    def half(way: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for x, y in way:
            while len(kept) > 1:
                (x1, y1), (x2, y2) = kept[-2:]
                if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return half(ordered) + half(ordered[::-1])


def within(corners: Sequence[Point], across: float, up: float) -> Point:
    """Return a point of a front, in shares of its width and height;
    its corners begin at the lower left, and go up.
    """
    (x, y), (up_x, up_y), _, (right_x, right_y) = corners
    return x + across * (right_x - x) + up * (up_x - x), y + across * (right_y - y) + up * (
        up_y - y
    )


# Pictures of what is folded: seen from before, from above and a little from the right.


def _pictures(kit: Kit, words: Words, top: float, width: float) -> Iterator[Mark]:
    """Yield four pictures abreast, each with a word below it: cut out, tray, sleeve, box."""
    drawn = folded_pictures(kit)
    step = (width + PICTURE_GAP) / len(drawn)
    for number, (name, faces) in enumerate(drawn.items()):
        left = TEXT_MARGIN + number * step
        yield from _picture(faces, left, top, step - PICTURE_GAP)
        middle = left + (step - PICTURE_GAP) / 2
        text = words(f"fold-up.picture-{name}")
        yield Text(middle, top + PICTURE_HEIGHT + 5, text, CAPTION, anchor=Anchor.MIDDLE)


def folded_pictures(kit: Kit) -> dict[str, list["FoldedFace"]]:
    """Return the faces of what is cut out, of the tray and the sleeve that are
    being folded, and of the box.
    """
    tray, sleeve = tray_of(kit), sleeve_net(kit.container.tray, kit.spec.fold_up)
    return {
        "cut": _flat(tray),
        "tray": _sorted(tray.folded(HALF)),
        "sleeve": _sorted(sleeve.folded(HALF)),
        "box": _box(kit, tray, sleeve),
    }


class FoldedFace(NamedTuple):
    """A face in a picture: its name, and its corners as they are seen."""

    name: str
    points: tuple[Point, ...]


def _flat(net: Face) -> list[FoldedFace]:
    return [FoldedFace(face.name, face.path) for face in net.faces()]


BEFORE = ("top", "right", "front")
"""Faces that hide what lies behind them, the nearest last; what they hold is drawn before them."""

BEHIND = ("floor", "bottom", "left", "back")
"""Faces that hide nothing."""


def _sorted(faces: dict[str, tuple[Point3, ...]]) -> list[FoldedFace]:
    """Return the faces as they are seen, what is behind first."""

    def order(name: str) -> tuple[int, float]:
        if name in BEHIND:
            return -1, BEHIND.index(name)
        if name in BEFORE:
            return 1, BEFORE.index(name)
        points = faces[name]
        return 0, sum(TO_BACK[0] * x + TO_BACK[1] * z - y for x, y, z in points) / len(points)

    return [
        FoldedFace(name, tuple(projected(x, up, back) for x, back, up in faces[name]))
        for name in sorted(faces, key=order)
    ]


def _box(kit: Kit, tray: Face, sleeve: Face) -> list[FoldedFace]:
    """Return a tray that is half in its sleeve."""
    fold, length = kit.spec.fold_up, kit.container.tray.length
    aside = -2 * fold.card - fold.clearance / 2
    round_it = {
        name: tuple((x + aside, y + length / 2, z - fold.card) for x, y, z in points)
        for name, points in sleeve.folded().items()
    }
    behind = {name: points for name, points in round_it.items() if name not in BEFORE}
    before = {name: points for name, points in round_it.items() if name in BEFORE}
    return [*_sorted(behind), *_sorted(tray.folded()), *_sorted(before)]


def _picture(faces: Sequence[FoldedFace], left: float, top: float, width: float) -> Iterator[Mark]:
    """Yield the faces as large as their room, in its middle; the front has a board,
    and a triangle that points up.
    """
    sketch = Sketch()
    for face in faces:
        sketch.face(face.points, pen=THIN)
        if face.name == "front":
            _draw_front(sketch, face.points)
    yield from sketch.marks(left, top, width, PICTURE_HEIGHT)


def _draw_front(sketch: Sketch, corners: Sequence[Point]) -> None:
    """Draw what stands for a label on a front."""
    at = partial(within, corners)
    for place in range(4):
        share = place / 3
        sketch.line(at(0.1 + 0.3 * share, 0.12), at(0.1 + 0.3 * share, 0.88), pen=HAIRLINE)
        sketch.line(at(0.1, 0.12 + 0.76 * share), at(0.4, 0.12 + 0.76 * share), pen=HAIRLINE)
    sketch.face([at(0.82, 0.55), at(0.87, 0.85), at(0.92, 0.55)], BLACK)
