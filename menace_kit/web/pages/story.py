"""The machine's story on the screen, slide by slide, while nobody plays."""

from menace_kit.layout.sheets.operator_card import deeds
from menace_kit.logbook import GameRecord, Logbook, game_counts
from menace_kit.machine import Kit
from menace_kit.machine.prospects import results
from menace_kit.text.kit_words import page_words
from menace_kit.text.sheet_words import said
from menace_kit.views.elements import Board, board_shape
from menace_kit.views.explained import how_it_works
from menace_kit.views.games import winning_line
from menace_kit.views.milestones import Fared, Milestones
from menace_kit.views.running_game import game_shape
from menace_kit.web.language import in_language
from menace_kit.web.pages.bowl import then_and_now
from menace_kit.web.pages.results import results_of
from menace_kit.web.pages.wall import wall_of
from menace_kit.web.qr_code import qr_squares

MOST_BOARDS = 10
"""Boards shown of a replayed game; of a longer game, its last ones."""


def slides(logbook: Logbook, kit: Kit, milestones: Milestones) -> list[dict[str, object]]:
    """Return the story's slides in the language of `kit`, with their facts, without empty ones.

    What it is, how it learns, what it has learned, a replay of the last game; `slide_for_phones`
    comes last.
    """
    words = page_words(kit)
    told = in_language(kit, words.language)  # English if the language has only sheets
    title = words.title(kit.spec.name)
    about = said(told, "visitors.about", name=title, boxes=len(kit.boxes))
    lessons = [(result.value, " ".join(deeds(told, result))) for result in results(kit.game)]
    found: list[dict[str, object]] = [
        {"slide": "what", "about": about, "wall": wall_of(kit), "lit": {}},
        {"slide": "how", "how": words.tell(how_it_works(kit)), "lessons": lessons},
    ]
    fared = milestones.fared(logbook)
    if fared.results:
        found.append(_learned(logbook, kit, fared))
    last = logbook.game(fared.game) if fared.game else None
    if last and last.moves:
        found.append(_again(kit, last))
    return found


def slide_for_phones(address: str) -> dict[str, object]:
    """Return the slide with the address for phones."""
    return {"slide": "phone", "address": address, "code": qr_squares(address)}


def _learned(logbook: Logbook, kit: Kit, fared: Fared) -> dict[str, object]:
    """Return the slide on what it has learned: the box that changed most, and how games went."""
    both = game_counts.has_both_machines(logbook)
    return {
        "slide": "learned",
        "bowls": then_and_now(kit, logbook.contents()),
        "results": results_of(kit, fared, both),
    }


def _again(kit: Kit, game: GameRecord) -> dict[str, object]:
    """Return the slide that replays a game, board by board."""
    positions = game.positions(kit.game)[1:][-MOST_BOARDS:]
    boards: list[Board] = [board_shape(kit, position) for position in positions]
    return {
        "slide": "last",
        "game": game_shape(kit, game),
        "boards": boards,
        "line": winning_line(kit, game),
        "skipped": len(game.moves) - len(positions),
    }
