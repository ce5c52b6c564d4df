"""The data for the game on the first page: the machine of 1961, its rules, and its opponents.

The page's script has no list of positions. It has each box's board in every way that the symmetries
give, the least turned first, as `Kit.readings` does. Together they are all positions.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Any

from menace_kit.games import Position, Side, position_text
from menace_kit.machine import Colour, Kit, load_preset
from menace_kit.machine.boxes import Box, BoxRules, positions_by_ply
from menace_kit.machine.first_choice import Approach, first_choices
from menace_kit.machine.learning import DrawnBead, allowed_in_boxes
from menace_kit.machine.prospects import good_moves
from menace_kit.machine.schema import at_stage
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text import load_words

MACHINE = "michie-1961"

PLAYERS: Mapping[str, tuple[str, str]] = {
    "random": ("free", "free"),
    "first-free": ("first", "free"),
    "win-or-block": ("block", "free"),
    "perfect": ("best", "free"),
    "adaptive": ("best", "wrong"),
}
"""Players of the lab that need only a table -> the moves they choose from, usually and in error.

`free` is all free squares, `first` the lowest; `block` and `best` are in the data for each
position; `wrong` is all others, if any. The coach is missing, because it looks into the boxes.
"""


def game_data() -> bytes:
    """Return game.json in UTF-8. Needs the extra `lab` for its players.

    It has about 48 kB, 6 kB with gzip. Squares count from 0 in reading order; several are digits
    side by side. A board has the marks, and a point for each free square.
    """
    return json.dumps(
        facts(load_preset(MACHINE)), ensure_ascii=False, separators=(",", ":")
    ).encode()


def facts(kit: Kit) -> dict[str, Any]:
    """Return `game_data`'s facts, for a machine that moves first and gives up at an empty box."""
    from menace_kit.lab import PLAYERS as IN_THE_LAB
    from menace_kit.lab.engine.tables import game_table
    from menace_kit.lab.players import ADAPTS, win_or_block

    learning, table = kit.spec.learning, game_table(kit.game)
    blocks = win_or_block(table)
    stages = [stage for _, stage in kit.stages]
    return {
        "marks": kit.spec.marks,
        "symmetries": [_squares(symmetry.image) for symmetry in kit.symmetries],
        "change": {
            result: [at_stage(learning.by(result, Side.FIRST), stage) for stage in stages]
            for result in ("win", "draw", "loss")
        },
        "allowed": allowed_in_boxes(kit),
        "colours": [_colour(colour) for colour in kit.colours],
        "boxes": [_box(kit, box) for box in kit.boxes],
        "replies": [
            _replies(kit, position, blocks[table.state(position)].tolist())
            for layer in positions_by_ply(kit.game, BoxRules(kit.symmetries, kit.spec.boxes))
            for position in layer
            if position.to_move is Side.SECOND
        ],
        "choice": [_way(kit, way) for choice in first_choices(kit) for way in choice.ways],
        "players": [
            {"name": name, "takes": takes, "errs": errs, "rate": IN_THE_LAB[name].rate}
            | ({"adapts": ADAPTS} if IN_THE_LAB[name].adaptive else {})
            for name, (takes, errs) in PLAYERS.items()
        ],
    }


def _squares(squares: tuple[int, ...]) -> str:
    return "".join(map(str, squares))


def _colour(colour: Colour) -> dict[str, Any]:
    words = {code: load_words(code) for code in template_names(TemplateKind.TEXT)}
    return {
        "hex": colour.hex,
        "ink": colour.ink,
        "glyph": colour.glyph,
        "letter": {code: colour.letters.get(code, colour.key) for code in words},
        "name": {code: said.colour_called(colour.name) for code, said in words.items()},
    }


def _box(kit: Kit, box: Box) -> dict[str, Any]:
    """Return a box: its moves, lowest first, each colour's index in `colours`, and `start`."""
    names = [colour.name for colour in kit.colours]
    return {
        "number": box.number,
        "stage": box.stage,
        "board": position_text(box.position, kit.spec.marks).replace("/", ""),
        "moves": _squares(tuple(bead.move[0] for bead in box.beads)),
        "colours": _squares(tuple(names.index(bead.colour) for bead in box.beads)),
        "start": [bead.start for bead in box.beads],
        "best": _squares(tuple(square for (square,) in good_moves(kit.game, box.position))),
    }


def _way(kit: Kit, way: Approach) -> dict[str, Any]:
    """Return a way to a box of the first choice: boxes and beads as indices from 0."""
    beads = [_bead(kit, DrawnBead(way.box, colour)) for colour in way.good]
    return {
        "weight": way.weight,
        "drawn": [_bead(kit, drawn) for drawn in way.drawn],
        "box": kit.indices[way.box],
        "good": [place for _, place in beads],
    }


def _bead(kit: Kit, drawn: DrawnBead) -> tuple[int, int]:
    colours = [bead.colour for bead in kit.box(drawn.box).beads]
    return kit.indices[drawn.box], colours.index(drawn.colour)


def _replies(kit: Kit, position: Position, blocks: Sequence[bool]) -> dict[str, str]:
    """Return what players may play in a position with the opponent to move.

    Players with equal moves share an entry. `blocks` says for each legal move whether the player
    who wins or blocks may make it.
    """
    block = compress(kit.game.legal_moves(position), blocks)
    return {
        "board": position_text(position, kit.spec.marks).replace("/", ""),
        "block": _squares(tuple(square for (square,) in block)),
        "best": _squares(tuple(square for (square,) in good_moves(kit.game, position))),
    }
