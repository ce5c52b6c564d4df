"""What a kit.toml may say: every key, its default, and what is allowed. The defaults are Michie's machine of 1961."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from menace_kit.games import CanonicalForm
from menace_kit.games.notation import EMPTY_SIGNS, ROW_SIGNS
from menace_kit.machine.cabinet import Cabinet
from menace_kit.machine.model import Title, TomlModel, YesNo
from menace_kit.machine.rules import Learning
from menace_kit.machine.stock import PaperName

TemplateName = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Count = Annotated[int, Field(ge=0, le=999, strict=True)]
StartingBeads = Annotated[int, Field(ge=1, le=99, strict=True)]


def _mark(mark: str) -> str:
    if (
        len(mark) != 1
        or not mark.isprintable()
        or mark in EMPTY_SIGNS + ROW_SIGNS
        or len(mark.casefold()) != 1
    ):
        raise ValueError(
            f"{mark!r} is not one sign that can be a mark; . - _ 0 / | and a space mean something else"
        )
    return mark.upper()


def _two_marks(marks: tuple[str, str]) -> tuple[str, str]:
    if marks[0].casefold() == marks[1].casefold():
        raise ValueError(f"both players have the mark {marks[0]!r}")
    return marks


def _base_address(address: str) -> str:
    if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", address) or not address.isascii():
        raise ValueError(
            f"{address!r} is not a web address to which /box/137 can be added: http:// or https://, a name, no spaces, "
            "no ? or #, no letters beyond a to z"
        )
    return address.rstrip("/")


def _language(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z-]{1,20}", name):
        raise ValueError(
            f"{name[:40]!r} is not the name of a language; `menace-kit templates text` lists them"
        )
    return name


Mark = Annotated[str, AfterValidator(_mark)]
BaseAddress = Annotated[str, Field(max_length=120), AfterValidator(_base_address)]


class BoxesSpec(TomlModel):
    """Which positions get a box, and how they are drawn.

    Where the boxes were built before, `map` is a CSV file beside the kit file that says what is on each of them.
    """

    symmetry: TemplateName = "all"
    canonical_form: CanonicalForm = CanonicalForm.LARGEST
    merge_symmetric_positions: YesNo = True
    merge_symmetric_moves: YesNo = True
    forced_moves: YesNo = False
    lost_positions: YesNo = True
    map: Annotated[str, Field(min_length=1, max_length=200)] | None = None


class BeadsSpec(TomlModel):
    """The beads: how many of each colour a box starts with, what kind, and which colours of the palette."""

    start: StartingBeads | Annotated[tuple[StartingBeads, ...], Field(min_length=1)] = (4, 3, 2, 1)
    kind: TemplateName = "hama-midi"
    palette: TemplateName = "michie-1961"
    colours: tuple[str, ...] | None = None


class PrintSpec(TomlModel):
    """What the labels go on: the container, the paper, the label stock, the language of the words.

    With `registration` the sheets of labels have marks by which a cutting plotter finds its way on them. Where the
    boxes have pages on the web, at `base_address`/box/137, square codes lead there.
    """

    container: TemplateName = "slim-matchbox"
    paper: PaperName = "a4"
    stock: TemplateName = "plain"
    language: Annotated[str, AfterValidator(_language)] = "en"
    registration: YesNo = False
    base_address: BaseAddress | None = None


class ShoppingSpec(TomlModel):
    """What to have in hand beyond the bare machine.

    `spares` containers; beads `reserve_percent` of a colour's start, and for the colours of the first box as many as
    `reserve_wins` wins in a row add; or, where the lab simulates the machine, what it needs in so many `games`; beads
    in a pack, where it is not the bead maker's usual pack.
    """

    spares: Count = 6
    reserve_percent: Annotated[int, Field(ge=0, le=1000, strict=True)] = 20
    reserve_wins: Count = 20
    games: Annotated[int, Field(ge=1, le=100_000, strict=True)] = 300
    pack_size: Annotated[int, Field(ge=1, le=100_000, strict=True)] | None = None


class Spec(TomlModel):
    """A kit file, checked."""

    name: Title = "MENACE"
    game: str = "noughts-and-crosses"
    side: Literal["first", "second", "both"] = "first"
    marks: Annotated[tuple[Mark, Mark], AfterValidator(_two_marks)] = ("O", "X")
    boxes: BoxesSpec = BoxesSpec()
    beads: BeadsSpec = BeadsSpec()
    learning: Learning = Learning()
    print: PrintSpec = PrintSpec()
    cabinet: Cabinet | None = None
    shopping: ShoppingSpec = ShoppingSpec()
