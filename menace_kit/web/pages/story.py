"""The machine's story on the screen, slide by slide, for as long as nobody plays."""

from menace_kit.layout.sheets.visitor_rules import lesson
from menace_kit.logbook import game_counts
from menace_kit.logbook.game_record import GameRecord
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.prospects import results
from menace_kit.text.kit_words import page_words
from menace_kit.text.sheet_words import said
from menace_kit.views.elements import Board, board_shape
from menace_kit.views.explained import how_it_works
from menace_kit.views.milestones import Fared, Milestones
from menace_kit.views.running_game import game_shape
from menace_kit.web.pages.bowl import then_and_now
from menace_kit.web.pages.results import results_of
from menace_kit.web.pages.wall import wall_of
from menace_kit.web.qr_code import qr_squares

MOST_BOARDS = 10
"""Boards of a game that is shown again; of a longer one those of its end."""

SLIDES = ("what", "how", "learned", "last", "phone")


def slides(logbook: Logbook, kit: Kit, milestones: Milestones) -> list[dict[str, object]]:
    """Return the slides of the story, in the language of `kit`, each with its facts;
    those that have any to tell.

    What it is, how it learns, what it has learned, the last game again;
    `slide_for_phones` comes last.
    """
    words = page_words(kit)
    about = said(
        kit, words, "visitors.about", name=words.title(kit.spec.name), boxes=len(kit.boxes)
    )
    lessons = [(result.value, lesson(kit, words, result)) for result in results(kit.game)]
    found: list[dict[str, object]] = [
        {"slide": "what", "about": about, "wall": wall_of(kit), "lit": {}},
        {"slide": "how", "how": words.tell(how_it_works(kit)), "lessons": lessons},
    ]
    fared = milestones.fared(logbook)
    if fared.results:
        found.append(_learned(logbook, kit, fared))
    last = logbook.game(fared.game) if fared.game else None
    if last and last.moves:
        found.append(_again(kit, "last", last))
    return found


def slide_for_phones(address: str) -> dict[str, object]:
    """Return the slide that tells phones where to come."""
    return {"slide": "phone", "address": address, "code": qr_squares(address)}


def _learned(logbook: Logbook, kit: Kit, fared: Fared) -> dict[str, object]:
    """Return the slide of what it has learned: the box that changed most, then and now,
    and how its games went.
    """
    both = game_counts.has_both_machines(logbook)
    return {
        "slide": "learned",
        "bowls": then_and_now(kit, logbook.contents()),
        "results": results_of(kit, fared, both),
    }


def _again(kit: Kit, slide: str, game: GameRecord) -> dict[str, object]:
    """Return the slide of a game that is shown again, board by board."""
    positions = game.positions(kit.game)[1:][-MOST_BOARDS:]
    outcome = kit.game.outcome(positions[-1])
    boards: list[Board] = [board_shape(kit, position) for position in positions]
    return {
        "slide": slide,
        "game": game_shape(kit, game),
        "boards": boards,
        "line": [square + 1 for square in outcome.squares] if outcome else [],
        "skipped": len(game.moves) - len(positions),
    }
