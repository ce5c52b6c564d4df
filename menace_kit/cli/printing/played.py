"""Sheets about games that were played: certificates, stickers, the poster of a day."""

from collections.abc import Callable, Sequence
from functools import partial

from menace_kit.cli.box_choice import parse_numbers
from menace_kit.cli.operator.options import LogbookOptions
from menace_kit.cli.options import check_at_most_one
from menace_kit.cli.printing.choices import AskedSheet, Printed
from menace_kit.errors import GlyphError, SelectionError, UnknownNameError
from menace_kit.layout.sheets.visitors_game import VisitorsGame
from menace_kit.logbook import Logbook
from menace_kit.logbook.queries import last_finished_game
from menace_kit.logbook.runs import listed_runs, runs
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
        find = partial(_game, logbook, "" if "no-name" in given else name)
        found, left_out = _found(numbers, find, "certificate")
    made = asked.makes(suffix=numbered(found), games=found, two="two" in given)
    return Printed([made], left_out)


def _found(
    numbers: Sequence[int], find: Callable[[int], VisitorsGame], what: str
) -> tuple[list[VisitorsGame], list[str]]:
    """Return the games with these numbers, and why others are left out.

    Raises what `find` raises for a single one, and SelectionError if none has `what` is printed.
    """
    found, reasons, missing = list[VisitorsGame](), list[str](), list[int]()
    for number in numbers:
        try:
            found.append(find(number))
        except (SelectionError, UnknownNameError) as error:
            if len(numbers) == 1:
                raise
            if isinstance(error, UnknownNameError):
                missing.append(number)
            else:
                reasons.append(str(error))
    if missing:
        many = len(missing) > 1
        which = f"games {listed_runs(runs(missing))} are" if many else f"game {missing[0]} is"
        reasons.append(f"{which} not in this logbook")
    if not found:
        raise SelectionError("\n".join([f"none of these games has a {what}:", *reasons]))
    return found, [f"Left out: {reason}" for reason in reasons]


def _game(logbook: Logbook, name: str | None, number: int) -> VisitorsGame:
    try:
        return visitors_game(logbook, number, name)
    except GlyphError as error:
        raise GlyphError(f"game {number}: {error}: --no-name") from error


def numbered(games: Sequence[VisitorsGame]) -> str:
    """Return the numbers of the games as a suffix for the file's name."""
    first, last = games[0].number, games[-1].number
    return f"-{first}" + (f"-to-{last}" if len(games) > 1 else "")


def games_for_stickers(asked: AskedSheet) -> tuple[list[VisitorsGame], list[str]]:
    """Return the games to make stickers for, and why others are left out.

    Those are not played to their end, or not known move by move.
    """
    numbers = parse_numbers(asked.given["games"], "games")
    name = "" if "no-name" in asked.given else None
    with _options(asked).opened() as logbook:
        return _found(numbers, partial(_for_sticker, logbook, name), "sticker")


def _for_sticker(logbook: Logbook, name: str | None, number: int) -> VisitorsGame:
    game = _game(logbook, name, number)
    if not game.boards:
        raise SelectionError(f"game {number} has no sticker: only its outcome is known")
    return game


def day(asked: AskedSheet) -> Printed:
    """Make the poster of a day; the file's name ends with the date."""
    with _options(asked).opened() as logbook:
        chosen, found = day_on_poster(logbook, asked.given.get("day"))
    return Printed([asked.makes(suffix=f"-{chosen}", day=found)])
