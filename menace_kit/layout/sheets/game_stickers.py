"""Stickers for single games, with their moves."""

from collections.abc import Sequence

from menace_kit.layout.marks import Anchor, Document, Marks
from menace_kit.layout.sheets.stickers import FRAME, INSET, bound_stickers, sticker_frame
from menace_kit.layout.sheets.visitors_game import RESULTS, VisitorsGame, small_boards
from menace_kit.layout.stacks import (
    Area,
    Part,
    down,
    fixed,
    inset,
    layered,
    text_lines,
)
from menace_kit.layout.text.typesetting import fitted
from menace_kit.layout.type_scale import FIGURES
from menace_kit.machine import Kit
from menace_kit.text.kit_words import machine_title, paper_words

LONGEST_ON_STICKER = 40
"""How many letters of a name a sticker has room for."""


def game_stickers_document(
    kit: Kit, games: Sequence[VisitorsGame], name: str = "game-stickers"
) -> Document:
    """Return a sticker for each game, in order, on the kit's stock if its labels are large enough.

    Raises FitError if a game doesn't fit on one.
    """
    return bound_stickers(kit, name, [_sticker(kit, game) for game in games])


def _sticker(kit: Kit, game: VisitorsGame) -> Part:
    """Return a sticker: what the visitor did, the game in small boards, name and date."""
    words = paper_words(kit)
    did = words(f"stickers.sticker-{RESULTS[game.result]}", name=machine_title(kit))
    name = game.name
    if len(name) > LONGEST_ON_STICKER:
        name = f"{name[: LONGEST_ON_STICKER - 1]}…"
    who = [*([name] if name else []), words.time(game.at), words("common.game", number=game.number)]

    def inside(area: Area) -> Marks:
        above = fitted(did, area.width, area.height * 0.3, largest=13, bold=True)
        below = fitted("  ·  ".join(who), area.width, area.height * 0.22, largest=FIGURES)
        return down(
            fixed(above.height + 0.8, text_lines(above, Anchor.MIDDLE)),
            small_boards(kit, game.boards),
            fixed(0.8),
            fixed(below.height, text_lines(below, Anchor.MIDDLE)),
        )(area)

    return layered(sticker_frame(), inset(INSET + FRAME + 1.2, inside))
