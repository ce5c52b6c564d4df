"""Which boxes a kit file gives: those that its rules ask for, or those that were built before."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from menace_kit.errors import KitError
from menace_kit.games import Game, Position, Side
from menace_kit.machine.adoption import Needed, adopted_boxes
from menace_kit.machine.adoption_map import read_map
from menace_kit.machine.adoption_table import Faults
from menace_kit.machine.boxes import (
    Box,
    Selection,
    boxed_stages,
    number_boxes,
    positions_by_ply,
    without_later_turns,
)
from menace_kit.machine.cabinet import cabinet_around
from menace_kit.machine.spec import Spec


def mapped_boxes(spec: Spec, game: Game, colours: list[str], source: str, folder: Path) -> tuple[Box, ...]:
    """Return the boxes of the kit's map; MapError has a line for all that does not fit."""
    path = folder / str(spec.boxes.map)
    if path.name != spec.boxes.map:
        raise KitError(f"{source}: boxes.map: {spec.boxes.map} should be a file beside the kit file")
    faults = Faults(str(path))
    needed = needed_for_map(spec, game, colours, colours, source)
    return adopted_boxes(needed, read_map(path, game, spec.marks, faults), faults)


def needed_for_map(
    spec: Spec, game: Game, colours: Sequence[str], known: Sequence[str], source: str
) -> Needed:
    """Return what a map is held against: `colours` are for lines without beads, `known` all that may be named."""
    unnamed = [""] * max(0, game.colours - len(colours))
    return Needed(
        game=game,
        marks=spec.marks,
        symmetries=game.symmetries[spec.boxes.symmetry],
        boxes=needed_boxes(spec, game, [*colours, *unnamed], source),
        merge_moves=spec.boxes.merge_symmetric_moves,
        colours=colours,
        known=known,
        cabinet=spec.cabinet,
    )


def with_cabinet(spec: Spec, boxes: Sequence[Box]) -> Spec:
    """Return the choices with a cabinet as large as the owner's places need, where they give places and no cabinet."""
    places = [box.given_place for box in boxes if box.given_place]
    if spec.cabinet is not None or not places:
        return spec
    return spec.model_copy(update={"cabinet": cabinet_around(places)})


def needed_boxes(spec: Spec, game: Game, colours: Sequence[str], source: str) -> tuple[Box, ...]:
    """Return the boxes that the kit's rules ask for, numbered and drawn as we do it; `colours` by the game's order."""
    chosen = spec.boxes
    if chosen.symmetry not in game.symmetries:
        allowed = ", ".join(game.symmetries)
        raise KitError(f"{source}: boxes.symmetry: {game.name} has {allowed}, not {chosen.symmetry}")
    selection = Selection(
        symmetries=game.symmetries[chosen.symmetry],
        form=chosen.canonical_form,
        merge_positions=chosen.merge_symmetric_positions,
        merge_moves=chosen.merge_symmetric_moves,
        forced=chosen.forced_moves,
        lost=chosen.lost_positions,
    )
    plies: Sequence[Sequence[Position]] = positions_by_ply(game, selection)
    if spec.side == "both" and game.impartial:
        plies = without_later_turns(plies)
    sides = list(Side) if spec.side == "both" else [Side(spec.side)]
    stages = [(side, boxed_stages(game, plies, side, selection)) for side in sides]
    most = max(len(positions) for _, positions in stages)
    start = _each_stage(spec.beads.start, most, f"{source}: beads.start")
    for result in ("win", "draw", "loss"):
        _each_stage(getattr(spec.learning, result), most, f"{source}: learning.{result}")
    boxes: list[Box] = []
    for side, positions in stages:
        boxes += number_boxes(
            game, side, positions, selection, colours=colours, start=start, after=len(boxes)
        )
    if game.impartial:  # a box is for no one move: box 5 of a row of matches is the one for five of them
        in_order = sorted(boxes, key=lambda box: box.position.cells)
        boxes = [replace(box, number=number) for number, box in enumerate(in_order, start=1)]
    return tuple(boxes)


def _each_stage(value: int | tuple[int, ...], stages: int, where: str) -> tuple[int, ...]:
    if isinstance(value, int):
        return (value,) * stages
    if len(value) != stages:
        raise KitError(
            f"{where}: {len(value)} numbers for a machine with {stages} stages; give one for each stage, or a single "
            "number for all"
        )
    return value
