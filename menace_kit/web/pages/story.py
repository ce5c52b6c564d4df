"""The machine's story on the screen, slide by slide, for as long as nobody plays."""

import math
from collections import Counter
from collections.abc import Sequence

from menace_kit.layout.sheets.visitor_rules import lesson
from menace_kit.logbook import queries
from menace_kit.logbook.entries import MOVES, GameRecord
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, starting_contents
from menace_kit.machine.prospects import results
from menace_kit.text.kit_words import page_words
from menace_kit.text.sheet_words import said
from menace_kit.views.elements import Board, board_shape, colour_shape, move_shape
from menace_kit.views.explained import how_it_works
from menace_kit.views.milestones import Milestones
from menace_kit.views.odds import in_percent
from menace_kit.views.running_game import game_shape
from menace_kit.web.pages.wall import wall_of
from menace_kit.web.qr_code import qr_squares

MOST_BOARDS = 10
"""Boards of a game that is shown again; of a longer one those of its end."""

SLIDES = ("what", "how", "learned", "last", "longest", "phone")


def slides(logbook: Logbook, kit: Kit, milestones: Milestones) -> list[dict[str, object]]:
    """Return the slides of the story, in the language of `kit`, each with its facts;
    those that have any to tell.

    What it is, how it learns, what it has learned, the last and the longest game again;
    `slide_for_phones` comes last.
    """
    words = page_words(kit)
    about = said(kit, words, "visitors.about", name=kit.spec.name, boxes=len(kit.boxes))
    lessons = [(result.value, lesson(kit, words, result)) for result in results(kit.game)]
    found: list[dict[str, object]] = [
        {"slide": "what", "about": about, "wall": wall_of(kit), "lit": {}},
        {"slide": "how", "how": words.tell(how_it_works(kit)), "lessons": lessons},
    ]
    fared = milestones.fared(logbook)
    if fared.results:
        found.append(_learned(logbook, kit, fared.results))
    last = logbook.game(fared.game) if fared.game else None
    longest = longest_game(logbook)
    if last and last.moves:
        found.append(_again(kit, "last", last))
    if longest and (last is None or longest.number != last.number):
        found.append(_again(kit, "longest", longest))
    return found


def slide_for_phones(address: str) -> dict[str, object]:
    """Return the slide that tells phones where to come."""
    return {"slide": "phone", "address": address, "code": qr_squares(address)}


def _learned(logbook: Logbook, kit: Kit, told: Sequence[Result]) -> dict[str, object]:
    """Return the slide of what it has learned: its first move and its games, then and now."""
    words = page_words(kit)
    box = kit.opening_boxes[0]
    start = starting_contents(kit)[box.number]
    now = logbook.contents()[box.number]
    window = min(queries.WINDOW, len(told))
    hits = [result is Result.WIN for result in told]
    share = queries.moving_share(hits, window)[window - 1 :]
    rows = [
        (
            colour_shape(kit, bead.colour),
            move_shape(kit, bead.move, box.position).words,
            in_percent(words, start[bead.colour], sum(start.values())),
            in_percent(words, now[bead.colour], sum(now.values())),
        )
        for bead in box.beads
    ]
    return {
        "slide": "learned",
        "box": box.name,
        "rows": rows,
        "games": len(told),
        "window": window,
        "won_first": sum(hits[:window]),
        "won_last": sum(hits[-window:]),
        "curve": curve_points(share),
    }


MOST_POINTS = 120


def curve_points(share: Sequence[float]) -> str:
    """Return shares of 1 as the points of a line in a picture of 100 x 40."""
    step = max(1, math.ceil(len(share) / MOST_POINTS))
    kept = [*share[:-1:step], share[-1]] if len(share) > 1 else [*share, *share]
    points = [(100 * place / (len(kept) - 1), 40 * (1 - part)) for place, part in enumerate(kept)]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


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


def longest_game(logbook: Logbook) -> GameRecord | None:
    """Return the finished game with the most moves, the later of two;
    None where no game has any.
    """
    counts: Counter[int] = Counter(
        entry.game
        for entry in logbook.entries()
        if entry.kind in MOVES and entry.move and entry.game
    )
    best: GameRecord | None = None
    for number, most in sorted(counts.items(), key=lambda each: (-each[1], -each[0])):
        if best is not None and most <= len(best.moves):
            break
        game = logbook.game(number)
        if (
            game is not None
            and game.result is not None
            and (best is None or len(game.moves) > len(best.moves))
        ):
            best = game
    return best
