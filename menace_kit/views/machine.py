"""The machine as plain values: what does not change while the companion runs."""

from typing import Literal

from menace_kit.games import parameters_of
from menace_kit.machine import Kit
from menace_kit.machine.prospects import has_ties
from menace_kit.machine.schema import Teaches
from menace_kit.text.kit_words import page_words
from menace_kit.views.elements import Colour, colour_shape
from menace_kit.views.shape import Shape


class Cabinet(Shape):
    """How many rows and columns a cabinet has, and how many cabinets there are."""

    rows: int
    columns: int
    cabinets: int


class KitShape(Shape):
    """The machine: what does not change while the companion runs. `sides` are those it can play.

    `parameters` tell apart games of the same name, such as Nim by its number of matches. `moves` is
    how a move is shown: as an `arrow`, or by what is on the board (`marks`, `tokens`). `draws` says
    whether a game can end without a winner, `impartial` whether pieces belong to nobody,
    `first_bead` whether it helps to know just the first bead of a game, and `exhibitions` whether
    games that teach nothing are possible. `names` is what is written on boxes without a number.
    """

    name: str
    fingerprint: str
    game: str
    parameters: dict[str, int | str]
    marks: tuple[str, str]
    rows: int
    columns: int
    sides: list[Literal["first", "second"]]
    colours: list[Colour]
    boxes: int
    cabinet: Cabinet | None
    moves: str
    draws: bool
    impartial: bool
    first_bead: bool
    exhibitions: bool
    names: dict[int, str]


def kit_shape(kit: Kit) -> KitShape:
    cabinet = kit.spec.cabinet
    return KitShape.of(
        kit.game,
        name=page_words(kit).title(kit.spec.name),
        fingerprint=kit.fingerprint,
        game=kit.game.name,
        parameters=dict(parameters_of(kit.game)),
        marks=kit.spec.marks,
        sides=list(dict.fromkeys(side.value for side, _ in kit.stages)),
        colours=[colour_shape(kit, colour.name) for colour in kit.colours],
        boxes=len(kit.boxes),
        cabinet=Cabinet.of(cabinet, cabinets=kit.cabinets) if cabinet else None,
        moves="arrow" if kit.has_arrows else kit.game.pieces.value,
        draws=has_ties(kit.game),
        first_bead=kit.spec.learning.teaches is not Teaches.LAST_MOVE,
        exhibitions=not kit.spec.boxes.taken_squares,
        names={box.number: box.name for box in kit.boxes if box.given_name},
    )
