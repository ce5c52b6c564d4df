"""`menace-kit lab picture --output FILE.gif`: film one machine as it learns."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from menace_kit.cli.lab.drawing import opponents_text, rules_text
from menace_kit.cli.lab.options import kit_facts, played_to_the_end
from menace_kit.cli.mistakes import INTERRUPTED
from menace_kit.cli.output_paths import check_file, endings
from menace_kit.cli.report import Report
from menace_kit.cli.terminal import progress
from menace_kit.files import write_file
from menace_kit.text import paper_words
from menace_kit.text.kit_words import machine_title
from menace_kit.views.json_output.values import picked

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.learners import Contest
    from menace_kit.lab.studies.film import FilmMoment, FilmWords, Stage
    from menace_kit.layout.marks import Mark

FILM_FORMATS = ("gif",)

SECONDS, PICTURES = 10, 125
"""Length of a film, and its most pictures beside the start: each lasts 8 hundredths of a second,
which GIF can express exactly.
"""


def make_film(found: "Contest", games: int, seed: int, path: Path, as_json: bool) -> None:
    """Train the machine, write the film, and report it."""
    from menace_kit.lab.studies.film import Stage, first_colours

    check_file(path, FILM_FORMATS, done="drawn")
    film, finished = _filmed(found, games, seed)
    colours, last = first_colours(found), film[-1]
    write_file(path, _gif(Stage(film, colours, _film_words(found, games, seed))))
    names = [colour.name for colour in colours]
    facts = {
        **kit_facts(found.kit),
        **picked(found, "side", "opponents"),
        "seed": seed,
        "games": last.game,
        "games_asked": games,
        "moments": [
            {**moment._asdict(), "beads": dict(zip(names, moment.beads, strict=True))}
            for moment in film
        ],
        "output": path,
    }
    counts = ", ".join(f"{getattr(last, word):,} {word}" for word in endings(found.kit.game))
    line = f"{path}  ({last.game:,} games: {counts}; seed {seed})"
    Report(facts, [line]).tell(as_json, exit_code=0 if finished else INTERRUPTED)


def _filmed(found: "Contest", games: int, seed: int) -> "tuple[list[FilmMoment], bool]":
    """Return the moments of the film so far, and whether it ran to the end without Ctrl-C.

    Raises Exit if there are none.
    """
    from menace_kit.lab.studies.film import moments

    def steps() -> "Iterator[FilmMoment | int]":
        before = 0
        for moment in moments(found, games, min(games, PICTURES), seed):
            yield moment
            yield moment.game - before
            before = moment.game

    film, finished = played_to_the_end(
        steps(),
        "Games",
        games,
        lambda film: how_far(film[-1].game if film else 0, games),
        " before the first game was played: there is nothing to film.",
    )
    if finished:
        tell_of_death(film[-1].game, games)
    return film, finished


def how_far(played: int, games: int) -> str:
    """Return how many games were played before Ctrl-C; empty if none."""
    return f" after {played:,} of {games:,} games." if played else ""


def tell_of_death(played: int, games: int) -> None:
    """Report a machine that died before it had played all games."""
    if played < games:
        what = "the machine can no longer make its first move"
        print(f"After {played:,} games {what}.", file=sys.stderr)


def _film_words(found: "Contest", games: int, seed: int) -> "FilmWords":
    from menace_kit.lab.studies.film import FilmWords

    kit = found.kit
    words = paper_words(kit)
    keys = {"won": "went.win", "drawn": "went.draw", "lost": "went.loss"}
    results = {name: words(keys[name]) for name in endings(kit.game)}
    key = "lab.tally" if "drawn" in results else "lab.tally-without-draws"
    tally = words(key, win="{won}", draw="{drawn}", loss="{lost}")
    return FilmWords(
        title=words(
            "animation.title",
            name=machine_title(kit),
            opponent=opponents_text(found.opponents, words),
        ),
        below=words(
            "animation.below",
            rules=rules_text(kit),
            games=words.number(games),
            seed=seed,
        ),
        results=results,
        state=words("animation.state", game="{game}", tally=tally),
        games=words("chart.game"),
        beads=words("animation.beads", n=len(found.first_boxes)),
        number=lambda number: words.number(round(number)),
    )


def _gif(stage: "Stage") -> bytes:
    from menace_kit.render.films import film_gif

    number = len(stage.film)
    milliseconds = 10 * round(100 * SECONDS / number)
    with progress("Pictures", number) as advance:

        def pictures() -> "Iterator[list[Mark]]":
            for place in range(number):
                yield stage.picture(place)
                advance(1)

        return film_gif(stage.page, pictures(), stage.picture(number - 1), milliseconds)
