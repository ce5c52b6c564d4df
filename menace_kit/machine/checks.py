"""Contradictions in a kit file: with its game, or between two of its keys."""

from collections.abc import Iterable, Set

from menace_kit.errors import KitError, StagesError
from menace_kit.games import Game, HasChart, Pieces, Side
from menace_kit.machine.boxes import drawn_boxes, gets_built, rules_of
from menace_kit.machine.palettes import Colour
from menace_kit.machine.schema import EmptyBox, LaterRule, Spec


def check_kit(spec: Spec, game: Game, source: str) -> None:
    """Raise KitError if a kit file doesn't fit its game, or contradicts itself."""
    _check_board(spec, game, source)
    _check_taken_squares(spec, game, source)
    check_boxes(spec, game, source)


def check_boxes(spec: Spec, game: Game, source: str) -> None:
    """Raise KitError if the kit's boxes cannot be made."""
    _check_symmetry(spec, game, source)
    drawn = drawn_boxes(spec.side, game, rules_of(spec, game))
    stages = {(side, stage) for side, stage, *_ in drawn}
    _check_first_move(spec, stages, source)
    _check_stages(spec, game, stages, source)


def _check_symmetry(spec: Spec, game: Game, source: str) -> None:
    if spec.boxes.symmetry not in game.symmetries:
        allowed = ", ".join(game.symmetries)
        raise KitError(f"{game.name} has {allowed}, not {spec.boxes.symmetry}").at(
            source, "boxes.symmetry"
        )


def _check_first_move(spec: Spec, drawn: Set[tuple[Side, int]], source: str) -> None:
    """Raise KitError if a machine has no box at all, or none for a first move that it makes."""
    kept = {(side, stage) for side, stage in drawn if gets_built(spec.boxes, stage)}
    if not kept or (spec.side != Side.SECOND.value and (Side.FIRST, 1) not in kept):
        what = "to begin with" if kept else "at all"
        raise KitError(
            f"by these rules the machine has no box {what}; "
            "lost-positions = true gives it those of positions that are lost at once, "
            "forced-moves = true those with a single move"
        ).at(source)


MOST_ON_A_LARGER_BOARD = 400
"""The most boxes for a hexapawn board of a custom size; nobody builds more."""


def _check_board(spec: Spec, game: Game, source: str) -> None:
    """Raise KitError if a custom hexapawn board needs more than MOST_ON_A_LARGER_BOARD boxes."""
    if spec.hexapawn is None or spec.boxes.map is not None:
        return
    drawn = drawn_boxes(spec.side, game, rules_of(spec, game))
    boxes = sum(gets_built(spec.boxes, stage) for _, stage, *_ in drawn)
    if boxes > MOST_ON_A_LARGER_BOARD:
        raise KitError(
            f"on {game.rows} x {game.columns} squares this machine "
            f"has {boxes:,} boxes, and more than {MOST_ON_A_LARGER_BOARD} are not made; "
            "take fewer rows or columns, and let mirror images share a box: "
            "rows = 3 and columns = 4 are 114 boxes for the second player, 133 for the first"
        ).at(source, "hexapawn")


def _check_taken_squares(spec: Spec, game: Game, source: str) -> None:
    """Raise KitError if beads for taken squares make no sense, or would never run out."""
    if not spec.boxes.taken_squares:
        return
    learning = spec.learning
    losses = (learning.by("loss", side) for side in Side)
    worst = max(loss if isinstance(loss, int) else max(loss) for loss in losses)
    wrong = {
        f"a move of {game.name} is more than a mark on a free square": game.pieces
        is not Pieces.MARKS,
        "boxes that were built before have the beads of their map": spec.boxes.map is not None,
        "learning.loss has to take beads out at every stage, or they would be drawn for ever": worst
        >= 0,
        f"learning.empty-box = {EmptyBox.KEEP_LAST.value} could keep such a bead as the last one, "
        "which would be drawn for ever; take refill": learning.empty_box is EmptyBox.KEEP_LAST,
        "learning.protect-first-box could keep such a bead as the last one, "
        "which would be drawn for ever; take empty-box = refill": learning.protect_first_box,
    }
    for why, holds in wrong.items():
        if holds:
            raise KitError(f"there can be no beads for taken squares here: {why}").at(
                source, "boxes.taken-squares"
            )


def _check_later(spec: Spec, game: Game, stages: int, source: str) -> None:
    """Raise KitError if `stages` leaves no later move, or the game lacks a chart for `later`."""
    boxes = spec.boxes
    if boxes.stages is None:
        return
    if game.impartial:
        raise KitError(
            f"a box of {game.name} is for no one move, "
            "so there are no later ones without a box; leave stages out"
        ).at(source, "boxes.stages")
    if boxes.stages >= stages:
        raise KitError(
            f"this machine has boxes for {stages} of its moves, "
            "so that none would be left for the rule; take fewer, or leave it out"
        ).at(source, "boxes.stages")
    if boxes.later is LaterRule.CHART and not isinstance(game, HasChart):
        raise KitError(
            f"there is no chart for {game.name}, only for noughts-and-crosses; take random"
        ).at(source, "boxes.later")


def _check_stages(spec: Spec, game: Game, drawn: Set[tuple[Side, int]], source: str) -> None:
    """Raise KitError for a list of the wrong length, or a `-second` key without second boxes.

    If only the first stages have boxes, a list may have a number for each of those, or for each
    stage of the whole machine.
    """
    _check_later(spec, game, max(stage for _, stage in drawn), source)
    for key, value in per_stage(spec).items():
        second = key.endswith("-second")
        if second and value is not None and (spec.side != "both" or game.impartial):
            raise KitError(
                f"that is for kits with boxes for both players, each their own; "
                f"say {key.removesuffix('-second')}"
            ).at(source, key)
        stages = max(
            (stage for side, stage in drawn if side is Side.SECOND or not second), default=0
        )
        kept = min(stages, spec.boxes.stages or stages)
        if value is not None and not isinstance(value, int) and len(value) not in (kept, stages):
            raise StagesError(
                f"{len(value)} numbers for a machine with {kept} stages; "
                "give one for each stage, or a single number for all",
                kept,
            ).at(source, key)


def per_stage(spec: Spec) -> dict[str, int | tuple[int, ...] | None]:
    """Return the keys that may differ by stage, those for the second player last.

    A key that the kit file leaves out is None.
    """
    keys = [("beads", "start"), *(("learning", result) for result in ("win", "draw", "loss"))]
    return {
        f"{table}.{key}{ending}": getattr(getattr(spec, table), key + ending.replace("-", "_"))
        for ending in ("", "-second")
        for table, key in keys
    }


def check_letters(
    colours: Iterable[Colour], game: Game, marks: tuple[str, str], source: str
) -> None:
    """Raise KitError if a mark of the board is also the letter of a colour."""
    for colour in colours:
        if game.pieces is Pieces.MARKS and colour.key in marks:
            raise KitError(
                f"{colour.key} is also the letter of the {colour.name} bead; "
                "on a label nobody could tell them apart - take another mark or another letter"
            ).at(source, "marks")
