"""Containers (mostly matchboxes): kinds, measured sizes in mm, and their labels."""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any

from menace_kit.machine.folded import FOLDED, folded_outer
from menace_kit.machine.schema import default_spec
from menace_kit.machine.sizes import OuterSize, TraySize
from menace_kit.machine.tables import Limits, OfKeyError, Table
from menace_kit.machine.values import Language, Millimetres, OptionalMillimetres, Title, one_line


class ContainerKind(Enum):
    """What the boxes are: it decides what sentences call them and where their label goes.

    FLAT: matchboxes whose tray's end is too small for a label, so it goes on top of the sleeve.
    CARTON: the cups of an egg carton. FOLD_UP: boxes that are themselves printed. MAT: squares on
    paper instead of boxes.
    """

    MATCHBOX = "matchbox"
    FLAT = "flat-matchbox"
    DRAWER = "drawer"
    CUP = "cup"
    CARTON = "carton"
    ENVELOPE = "envelope"
    FOLD_UP = "fold-up"
    MAT = "mat"

    @property
    def slides(self) -> bool:
        """Return whether it is a tray in a sleeve, which can hold a fence."""
        return self in (ContainerKind.MATCHBOX, ContainerKind.FLAT, ContainerKind.FOLD_UP)

    @property
    def bought(self) -> bool:
        """Return whether the containers must be bought or found; the others are printed."""
        return self not in (ContainerKind.FOLD_UP, ContainerKind.MAT)

    @property
    def has_matches(self) -> bool:
        """Return whether it may be sold full of matches."""
        return self in (ContainerKind.MATCHBOX, ContainerKind.FLAT)

    @property
    def endings(self) -> tuple[str, ...]:
        """Return the key endings of the sentences written for it, the most specific first.

        `open` is for anything but a tray in a sleeve, `matchless` for anything but a matchbox.
        """
        if self.has_matches:
            return () if self is ContainerKind.MATCHBOX else (self.value,)
        return (self.value, "matchless") if self.slides else (self.value, "open", "matchless")


FIELD = {
    "outer": {"length": 100, "width": 100, "height": 60},
    "tray": {"length": 99, "width": 99, "height": 59},
}
"""The size of a box on a mat (mm): large enough for a picture, and for any number of tokens."""


FRONT_CLEARANCE = 0.5
"""How much narrower and lower than the front a label is (mm), so that it can be slightly askew."""


END_CARD = {"width": 1.0, "height": 0.5}
"""How much larger the end of a tray is outside than inside (mm): two sides of card, and one bottom.
"""


def _no_facts(text: str) -> str:
    if "{" in text or "}" in text:
        raise ValueError("{ and } cannot stand here")
    return one_line(text)


Noun = Annotated[str, Limits(min_length=1, max_length=24), _no_facts]


Sentence = Annotated[str, Limits(max_length=200), _no_facts]


class ContainerWords(Table):
    """What a container is called in one language, where its label goes, and how to draw.

    `article` is one of those that the language's file names; `dative` is the plural and `genitive`
    the singular in that case, for languages that need them.
    """

    language: Language
    one: Noun
    many: Noun
    article: Noun | None = None
    dative: Noun | None = None
    genitive: Noun | None = None
    label: tuple[Sentence, ...] = ()
    draw: Sentence = ""


class LabelShape(Table):
    """A label on the front: its size (by default the tray end's), tabs to glue, a drawer pull."""

    width: Millimetres | None = None
    height: Millimetres | None = None
    corner: OptionalMillimetres = 0
    tab_above: OptionalMillimetres = 0
    tab_below: OptionalMillimetres = 0
    pull: OptionalMillimetres = 0


class Container(Table):
    """One kind of container, as a file in templates/containers/ describes it.

    `together` is how many are in one piece: ten in an egg carton. For anything but a matchbox, the
    file may call the tray `inside`.
    """

    title: Title
    source: str
    kind: ContainerKind = ContainerKind.MATCHBOX
    outer: OuterSize
    tray: TraySize
    together: Annotated[int, Limits(ge=1, le=1000)] = 1
    label: LabelShape = LabelShape()
    words: tuple[ContainerWords, ...] = ()

    @classmethod
    def completed(cls, table: dict[str, Any]) -> dict[str, Any]:
        """Return the table with the sizes that its kind implies.

        Raises ValueError if sizes are still 0, with one message that says how to measure, instead
        of one for each zero.
        """
        if table.get("kind") == ContainerKind.FOLD_UP.value:
            cls._check_folded(table)
            table |= _least_folded()
        if "inside" in table and "tray" not in table:
            table["tray"] = table.pop("inside")
        if table.get("kind") == ContainerKind.MAT.value:
            table = FIELD | table
        zeros = [
            f"{name}.{key}"
            for name in ("outer", "tray")
            if isinstance(sizes := table.get(name), dict)
            for key, size in sizes.items()
            if size == 0 and not isinstance(size, bool)
        ]
        if zeros:
            raise ValueError(
                f"not measured yet, still 0: {', '.join(zeros)}. "
                "Measure your own box with a ruler - outer is the closed box, tray the inside "
                "of its tray - and put the millimetres in place of each 0, in a copy of "
                "this file beside your kit.toml, which then says under [print]: "
                'container = "my-box.toml", or '
                "whatever the copy is called"
            )
        return table

    @classmethod
    def _check_folded(cls, table: Mapping[str, Any]) -> None:
        """Raise ValueError if the file gives sizes, which follow from the kit."""
        if said := [name for name in ("outer", "tray", "inside") if name in table]:
            raise ValueError(
                f"{' and '.join(said)}: the size of fold-up boxes follows from the kit; "
                "say it in kit.toml, in [fold-up], with tray or beads"
            )
        label = table.get("label")
        if isinstance(label, dict) and (said := [key for key in label if key != "pull"]):
            raise ValueError(
                f"label: {' and '.join(said)}: the label of a fold-up box is printed on its front, "
                "and as large; leave it out"
            )

    def check(self) -> None:
        """Raise ValueError if the tray is larger than the box, or the label than its surface."""
        slides = self.kind.slides
        sides = ("length", "width", "height")
        inner, outer = ([getattr(size, side) for side in sides] for size in (self.tray, self.outer))
        for side, inside, outside in zip(sides, inner, outer, strict=True):
            if inside >= outside:
                what = ("tray", "the box outside") if slides else ("inside", "its outside")
                key = f"{what[0]}.{side}"
                hint = (
                    "; are two sides exchanged? Length is the way a tray slides, "
                    "width and height are those of the front, of box and tray alike"
                )
                raise OfKeyError(
                    key,
                    f"{key} is {inside:g} mm, but {what[1]} is only {outside:g} mm"
                    f"{hint if slides else ''}",
                )
        is_flat = self.kind is ContainerKind.FLAT
        if (self._has_tabs and not slides) or (is_flat and (self._has_tabs or self.label.pull)):
            raise ValueError(
                "label.pull, tab-above and tab-below are for a label on the end of a tray, "
                f"and kind = {self.kind.value!r} has it elsewhere: leave them out"
            )
        wide, high = self._front
        where = "the box's top" if is_flat else "the front"
        for key, of_what, room in (
            ("width", where, wide),
            ("height", where, high),
            ("tab_above", "the tray's height, inside which it is glued,", self.tray.height),
            ("tab_below", "the box's length, under which it is glued,", self.outer.length),
        ):
            size = getattr(self.label, key) or 0
            if size > room:
                named = f"label.{key.replace('_', '-')}"
                raise OfKeyError(
                    named,
                    f"{named} is {size:g} mm, "
                    f"but {of_what} is only {room:g} mm: too large by {size - room:.3g} mm",
                )
        end = self.tray.height + END_CARD["height"]
        over = self.label_height - end - FRONT_CLEARANCE
        if over > 0 and self.tray.measured and self._has_tabs:
            raise ValueError(
                f"label.height is {self.label_height:g} mm, "
                f"but the tray's end is only {end:g} mm high: "
                "a tab would not fold where the tray has its edge - leave height out, or the tabs"
            )

    @property
    def _has_tabs(self) -> bool:
        return self.label.tab_above > 0 or self.label.tab_below > 0

    @property
    def _front(self) -> tuple[float, float]:
        """Return width and height in mm of the side that has the label, as you read it."""
        if self.kind is ContainerKind.FLAT:
            return self.outer.length, self.outer.width
        return self.outer.width, self.outer.height

    @property
    def label_width(self) -> float:
        """Return the width of a label in mm."""
        return self._label_side("width")

    @property
    def label_height(self) -> float:
        """Return the height of a label in mm, without its tabs."""
        return self._label_side("height")

    def _label_side(self, side: str) -> float:
        """Return one side of a label: the file's, or else that of the tray's end.

        The label must pass through the sleeve, so it is never larger than the front.
        """
        said: float | None = getattr(self.label, side)
        if said is not None:
            return said
        front = self._front[0 if side == "width" else 1] - FRONT_CLEARANCE
        if self.kind is ContainerKind.FLAT or not self.kind.slides:
            return front
        end: float = getattr(self.tray, side) + END_CARD[side]
        return min(end, front)


def _least_folded() -> dict[str, Any]:
    """Return the smallest sizes; they are used until the kit's own are known."""
    length, width, height = FOLDED
    tray = TraySize(length=length, width=width, height=height)
    return {"tray": vars(tray), "outer": vars(folded_outer(tray, default_spec().fold_up))}
