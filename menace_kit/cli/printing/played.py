"""Sheets about games that were played: certificates, stickers, the poster of a day."""

from collections.abc import Sequence

from menace_kit.cli.box_choice import parse_numbers
from menace_kit.cli.operator.options import LogbookOptions
from menace_kit.cli.options import check_at_most_one
from menace_kit.cli.printing.choices import AskedSheet, Printed
from menace_kit.errors import GlyphError, SelectionError, UnknownNameError
from menace_kit.layout.sheets.visitors_game import VisitorsGame
from menace_kit.logbook import Logbook
from menace_kit.logbook.queries import last_finished_game
from menace_kit.views.day_poster import day_on_poster
from menace_kit.views.visitors import visitors_game


def _options(asked: AskedSheet) -> LogbookOptions:
    return LogbookOptions(asked.files.kit, asked.files.preset, asked.given.get("logbook"))


def certificate(asked: AskedSheet) -> Printed:
    """Make certificates; the file's name ends with the numbers of the games."""
    given, name = asked.given, asked.given.get("name")
    check_at_most_one({"--name": name, "--no-name": given.get("no-name")})
    numbers = parse_numbers(given["games"], "games") if "games" in given else ()
    with _options(asked).opened() as logbook:
        numbers = numbers or (last_finished_game(logbook),)
        if numbers == (0,) and "games" not in given:
            raise SelectionError(
                "no game has ended yet; menace-kit operator history lists the games"
            )
        if name is not None and len(numbers) > 1:
            raise SelectionError(
                f"--name is of one game, and these are {len(numbers)}; give one game"
            )
        found, left_out = _found(logbook, numbers, "" if "no-name" in given else name)
    if not found:
        raise SelectionError("--games: none of these games has a certificate")
    made = asked.makes(suffix=numbered(found), games=found, two="two" in given)
    return Printed([made], left_out)


def _found(
    logbook: Logbook, numbers: Sequence[int], name: str | None
) -> tuple[list[VisitorsGame], list[str]]:
    """Return the games with these numbers, and why others are left out."""
    found, left_out = [], []
    for number in numbers:
        try:
            found.append(_game(logbook, number, name))
        except (SelectionError, UnknownNameError) as error:
            if len(numbers) == 1:
                raise
            left_out.append(f"Left out: {error}")
    return found, left_out


def _game(logbook: Logbook, number: int, name: str | None) -> VisitorsGame:
    try:
        return visitors_game(logbook, number, name)
    except GlyphError as error:
        raise GlyphError(f"game {number}: {error}: --no-name") from error


def numbered(games: Sequence[VisitorsGame]) -> str:
    """Return the numbers of the games as a suffix for the file's name."""
    first, last = games[0].number, games[-1].number
    return f"-{first}" + (f"-to-{last}" if len(games) > 1 else "")


def games_for_stickers(asked: AskedSheet) -> list[VisitorsGame]:
    """Return the games to make stickers for.

    Raises SelectionError if a game was not played to its end, move by move.
    """
    with _options(asked).opened() as logbook:
        return [
            _for_sticker(logbook, number, "no-name" in asked.given)
            for number in parse_numbers(asked.given["games"], "games")
        ]


def _for_sticker(logbook: Logbook, number: int, no_name: bool) -> VisitorsGame:
    game = _game(logbook, number, "" if no_name else None)
    if not game.boards:
        raise SelectionError(f"game {number} has no sticker: only its outcome is known")
    return game


def day(asked: AskedSheet) -> Printed:
    """Make the poster of a day; the file's name ends with the date."""
    with _options(asked).opened() as logbook:
        chosen, found = day_on_poster(logbook, asked.given.get("day"))
    return Printed([asked.makes(suffix=f"-{chosen}", day=found)])
