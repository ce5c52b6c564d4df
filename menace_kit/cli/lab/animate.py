"""`menace-kit lab animate`: one machine as it learns, as a moving picture."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from menace_kit.cli.endings import endings
from menace_kit.cli.lab.options import INTERRUPTED, OpponentOption, SeedOption, game_count
from menace_kit.cli.lab.pictures import (
    DEFAULT_SEED,
    PictureOption,
    chosen_contest,
    format_of,
    picture,
    player_text,
    rules_text,
)
from menace_kit.cli.options import JsonOption, KitOptions
from menace_kit.text import load_words

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.animation import FilmWords, Moment
    from menace_kit.lab.curves import Contest
    from menace_kit.layout.marks import Mark

DEFAULT_FILE = "learning.gif"
FORMATS = ("gif", "html")
MOST_ON_A_PAGE = 1000
"""Moments that an HTML page or JSON has beside the start: no slider has more places."""

MOST_SECONDS = 30


def film_seconds(text: str | float) -> float:
    """Return how long a film lasts: 1 to 30 seconds."""
    try:
        seconds = float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a number") from None
    if not 1 <= seconds <= MOST_SECONDS:
        raise typer.BadParameter(f"it should be 1 to {MOST_SECONDS}, not {text}")
    return seconds


def animate(
    games: Annotated[
        int, typer.Option("--games", metavar="N", parser=game_count, help="Games that it plays.")
    ] = 1000,
    opponent: OpponentOption = "random",
    output: PictureOption = None,
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", parser=film_seconds, help="How long the film lasts, 1 to 30."),
    ] = 10,
    seed: SeedOption = DEFAULT_SEED,
    as_json: JsonOption = False,
    *,
    kit: KitOptions,
) -> None:
    """Film a machine that learns: games won, drawn and lost so far, and the beads in its first box.

    A .gif, or an .html page with a slider that needs no network; learning.gif where none is named; with --json only
    where one is. Ctrl-C films the games so far.

    Example:  menace-kit lab animate --games 500 --output learning.html
    """
    path = picture(output, DEFAULT_FILE, FORMATS, as_json)
    chosen = kit.chosen()
    from menace_kit.cli.lab.work import told_of_compiling
    from menace_kit.lab.animation import PICTURES_A_SECOND

    is_gif = path is not None and format_of(path) == "gif"
    most = min(games, round(seconds * PICTURES_A_SECOND) if is_gif else MOST_ON_A_PAGE)
    with told_of_compiling():
        found = chosen_contest(chosen, "beads", opponent)
        film, stopped = filmed(found, games, most, seed)
    if path is not None:
        from menace_kit.files import write_file

        words = film_words(found, opponent, games, seed)
        write_file(path, _gif(film, found, words, seconds) if is_gif else _page(film, found, words, seconds))
    if as_json:
        typer.echo(json.dumps(_facts(found, opponent, games, seed, film, path), ensure_ascii=False))
    else:
        last = film[-1]
        counts = ", ".join(f"{getattr(last, word):,} {word}" for word in endings(chosen.game))
        typer.echo(f"{path}  ({last.game:,} games: {counts}; seed {seed})")
    if stopped:
        raise typer.Exit(INTERRUPTED)


def filmed(found: "Contest", games: int, most: int, seed: int) -> "tuple[list[Moment], bool]":
    """Return the moments of a film, as far as there was time for them, and whether the user stopped it.

    Exit where there was time for none.
    """
    from menace_kit.cli.lab.work import progress
    from menace_kit.lab.animation import Moment, moments

    film: list[Moment] = []
    try:
        with progress("Games", games) as advance:
            for moment in moments(found, games, most, seed):
                advance(moment.game - (film[-1].game if film else 0))
                film.append(moment)
    except KeyboardInterrupt:
        if len(film) < 2:  # the first moment is the start
            print("Stopped before the first game was played: there is nothing to film.", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        print(f"Stopped after {film[-1].game:,} of {games:,} games.", file=sys.stderr)
        return film, True
    else:
        if film[-1].game < games:
            print(
                f"The machine is dead after {film[-1].game:,} games: it cannot make its first move any more.",
                file=sys.stderr,
            )
    return film, False


def film_words(found: "Contest", opponent: str, games: int, seed: int) -> "FilmWords":
    """Return what stands on the pictures."""
    from menace_kit.lab.animation import FilmWords

    kit = found.match.kit
    words = load_words(kit.spec.print.language)
    results = {
        "won": words("animation.won"),
        "drawn": words("animation.drawn"),
        "lost": words("animation.lost"),
    }
    shown = {name: results[name] for name in endings(kit.game)}
    facts = {name: f"{{{name}}}" for name in ("game", *shown)}
    return FilmWords(
        title=words("animation.title", name=kit.spec.name, opponent=player_text(opponent, words)),
        below=words("animation.below", rules=rules_text(kit, words), games=words.number(games), seed=seed),
        results=shown,
        state=words("animation.state", **facts)
        if "drawn" in shown
        else words("animation.state-without-draws", **facts),
        games=words("animation.games"),
        beads=words("animation.beads", n=len(found.first_boxes)),
        thousands=words("page.thousands"),
    )


def _gif(film: "list[Moment]", found: "Contest", words: "FilmWords", seconds: float) -> bytes:
    from menace_kit.cli.lab.work import progress
    from menace_kit.lab.animation import Stage, first_colours
    from menace_kit.render.gif import film_gif

    stage = Stage(film, first_colours(found), words)
    hundredths = max(2, round(100 * seconds / len(film)))
    with progress("Pictures", len(film)) as advance:

        def pictures() -> "Iterator[list[Mark]]":
            for number in range(len(film)):
                yield stage.picture(number)
                advance(1)

        return film_gif(stage.page, pictures(), stage.picture(len(film) - 1), 10 * hundredths)


def _page(film: "list[Moment]", found: "Contest", words: "FilmWords", seconds: float) -> bytes:
    from menace_kit.lab.animation import Stage, first_colours
    from menace_kit.lab.film_page import PageWords, film_page

    said = load_words(found.match.kit.spec.print.language)
    page = PageWords(
        found.match.kit.spec.print.language,
        said("animation.play"),
        said("animation.pause"),
        said("animation.slider"),
    )
    return film_page(Stage(film, first_colours(found), words), seconds, page)


def _facts(
    found: "Contest", opponent: str, games: int, seed: int, film: "list[Moment]", path: Path | None
) -> dict[str, object]:
    from menace_kit.lab.animation import first_colours

    kit = found.match.kit
    names = [colour.name for colour in first_colours(found)]
    return {
        "kit": kit.spec.name,
        "fingerprint": kit.fingerprint,
        "side": ("first", "second")[found.side],
        "opponent": opponent,
        "seed": seed,
        "games": film[-1].game,
        "games_asked": games,
        "moments": [
            {**moment._asdict(), "beads": dict(zip(names, moment.beads, strict=True))} for moment in film
        ],
        "output": str(path) if path else None,
    }
