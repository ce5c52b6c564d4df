"""What holds the beads - matchboxes, mostly - and the beads:
kinds, measured sizes in mm, and what fits.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any

from menace_kit.machine.folded import FOLDED, folded_outer
from menace_kit.machine.schema import default_spec
from menace_kit.machine.sizes import OuterSize, TraySize
from menace_kit.machine.tables import Limits, OfKeyError, Table
from menace_kit.machine.values import Language, Millimetres, OptionalMillimetres, Title, one_line


class ContainerKind(Enum):
    """What the boxes are: how a sentence names them, where a label goes,
    and what they can have, follows from it.

    FLAT: matchboxes too small for a label on the tray's end; it goes on top of the sleeve.
    CARTON: the hollows of egg cartons. FOLD_UP: boxes that are printed themselves.
    MAT: fields on paper, no boxes.
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
        """Return whether it is a tray in a sleeve, in which a fence has a hold."""
        return self in (ContainerKind.MATCHBOX, ContainerKind.FLAT, ContainerKind.FOLD_UP)

    @property
    def bought(self) -> bool:
        """Return whether one has to have such things; the others are printed."""
        return self not in (ContainerKind.FOLD_UP, ContainerKind.MAT)

    @property
    def has_matches(self) -> bool:
        """Return whether it may come full of matches."""
        return self in (ContainerKind.MATCHBOX, ContainerKind.FLAT)

    @property
    def endings(self) -> tuple[str, ...]:
        """Return the endings of the sentences that are used for it instead of others,
        the most telling first.

        `open` is for what is no tray in a sleeve, `matchless` for all that is no matchbox.
        """
        if self.has_matches:
            return () if self is ContainerKind.MATCHBOX else (self.value,)
        return (self.value, "matchless") if self.slides else (self.value, "open", "matchless")


FIELD = {
    "outer": {"length": 100, "width": 100, "height": 60},
    "tray": {"length": 99, "width": 99, "height": 59},
}
"""The size of a mat's field: a picture of it as a label has room,
and tokens are never too many.
"""


FRONT_CLEARANCE = 0.5
"""How much smaller than the front a label is, in width and in height,
so that it can be a little askew (mm).
"""


END_CARD = {"width": 1.0, "height": 0.5}
"""How much more the end of a tray measures outside than inside:
two sides of card, and one bottom (mm).
"""


def _no_facts(text: str) -> str:
    if "{" in text or "}" in text:
        raise ValueError("{ and } cannot stand here")
    return one_line(text)


Noun = Annotated[str, Limits(min_length=1, max_length=24), _no_facts]


Sentence = Annotated[str, Limits(max_length=200), _no_facts]


class ContainerWords(Table):
    """What one's own container is called in a language: one and several of them,
    where its label goes, how one draws.

    `article` is that of the word, one of those that the language's file names;
    `dative` is its plural, and `genitive` its singular, in that case, where a language needs them.
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
    """How a label sits on the front: its size (else that of the tray's end),
    tabs to glue, a drawer pull.
    """

    width: Millimetres | None = None
    height: Millimetres | None = None
    corner: OptionalMillimetres = 0
    tab_above: OptionalMillimetres = 0
    tab_below: OptionalMillimetres = 0
    pull: OptionalMillimetres = 0


class Container(Table):
    """One kind of container, as a file in templates/containers/ describes it.

    `together` are as many as one piece has: an egg carton ten hollows.
    Where it is no matchbox, the file may call the tray `inside`.
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
        """Return the table with the sizes that its kind has in any case.

        ValueError for a form that is not filled in, with what to do about it,
        not for each zero by itself.
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
        """ValueError where the file says sizes: they follow from the kit."""
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
        """ValueError where the tray is larger than the box outside,
        or the label than what it is glued to.
        """
        slides = self.kind.slides
        sides = ("length", "width", "height")
        inner, outer = ([getattr(size, side) for side in sides] for size in (self.tray, self.outer))
        for side, inside, outside in zip(sides, inner, outer, strict=True):
            if inside >= outside:
                what = ("tray", "the box outside") if slides else ("inside", "its outside")
                hint = (
                    "; are two sides exchanged? Length is the way a tray slides, "
                    "width and height are those of the front, of box and tray alike"
                )
                fits = all(
                    less < more for less, more in zip(sorted(inner), sorted(outer), strict=True)
                )
                key = f"{what[0]}.{side}"
                raise OfKeyError(
                    key,
                    f"{key} is {inside:g} mm, but {what[1]} is only {outside:g} "
                    f"mm{hint if fits else ''}",
                )
        if self.kind is ContainerKind.FLAT and (self.label.pull or self._has_tabs):
            raise ValueError(
                "label.pull, tab-above and tab-below are for a label on the tray, "
                f"and kind = {self.kind.value!r} has it on top of its sleeve: leave them out"
            )
        if not slides and self._has_tabs:
            raise ValueError(
                "label.tab-above and tab-below are glued to a tray, "
                f"and kind = {self.kind.value!r} has none: leave them out"
            )
        wide, high = self._front
        where = "the box's top" if self.kind is ContainerKind.FLAT else "the front"
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
        """Return width and height in mm of the side that the label is on, as it is read."""
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
        """Return one side of a label: what the file says, else that of the tray's end,
        which the sleeve has to pass.
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
    """Return the least sizes, which hold until the kit's own are known."""
    length, width, height = FOLDED
    tray = TraySize(length=length, width=width, height=height)
    return {"tray": vars(tray), "outer": vars(folded_outer(tray, default_spec().fold_up))}
