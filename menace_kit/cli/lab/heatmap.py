"""`menace-kit lab heatmap`: all boxes on one sheet, before and after."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from menace_kit.cli.lab.options import (
    MachineOption,
    OpponentOption,
    SeedOption,
    contest_sides,
    count_option,
    kit_facts,
    machine_in,
    machines_among,
    played_to_the_end,
    tell,
)
from menace_kit.cli.lab.pictures import (
    DEFAULT_SEED,
    PictureOption,
    draw,
    picture,
    player_text,
    rules_text,
    tally_text,
)
from menace_kit.cli.options import JsonOption, KitOptions, chosen_boxes, ending_of, endings
from menace_kit.cli.terminal import progress
from menace_kit.errors import LabError, SelectionError
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, starting_contents
from menace_kit.text import paper_words

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.learners import Contest
    from menace_kit.lab.studies.film import FilmMoment, FilmWords, Stage
    from menace_kit.layout.marks import Document, Mark

HEATMAP_FILE = "heatmap.pdf"
DEFAULT_GAMES = 10_000
HEATMAP_FORMATS = ("pdf", "svg", "png")
WIDEST_PNG = 600.0
"""Millimetres: a picture of a larger sheet would take more memory than many computers have."""


class After(NamedTuple):
    """The boxes afterwards: whose, what is in them, that in words and in figures,
    whether the user stopped it.
    """

    kit: Kit
    contents: Contents
    name: str
    facts: dict[str, Any]
    stopped: bool = False


def heatmap(
    machine: MachineOption = None,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The real machine, as its journal has it.")
    ] = None,
    games: Annotated[
        int | None,
        count_option(f"Train a machine now, so many games.  [default: {DEFAULT_GAMES:,}]"),
    ] = None,
    opponent: OpponentOption = "random",
    counts: Annotated[
        bool, typer.Option("--counts", help="Also write the number of beads into each square.")
    ] = False,
    only: Annotated[
        str | None,
        typer.Option(
            metavar="BOXES", help="Only these boxes, larger, as in 1,12,40-42.  [default: all]"
        ),
    ] = None,
    output: PictureOption = None,
    seed: SeedOption = DEFAULT_SEED,
    as_json: JsonOption = False,
    *,
    kit: KitOptions,
) -> None:
    """Draw all boxes on one sheet, before and after: the darker a square,
    the more of the beads mean it.

    A .pdf, .svg or .png, heatmap.pdf where none is named; with --json only where one is.
    The sheet is as large as the boxes need: A3 for 304, A2 for both players;
    with --counts as large as the numbers need. Ctrl-C draws what was learned so far.

    Example:  menace-kit lab heatmap --games 10000 --output heatmap.pdf
    """
    if (machine is not None) + (journal is not None) + (games is not None) > 1:
        raise SelectionError(
            "--machine, --journal and --games each name a machine; give one of them"
        )
    if (machine is not None or journal is not None) and opponent != "random":
        raise SelectionError(
            "--opponent is for a machine that is trained now; "
            "leave it, or --machine or --journal, away"
        )
    path = picture(output, HEATMAP_FILE, HEATMAP_FORMATS, as_json)
    if journal is not None:
        after = _real(kit, journal)
    elif machine is not None:
        after = _saved(kit, machine)
    else:
        after = _trained(kit, games or DEFAULT_GAMES, opponent, seed, path)
    before = starting_contents(after.kit)
    if only is not None:
        after = after._replace(kit=_with_only(after.kit, only))
    sheet = _write(after, before, path, counts) if path is not None else None
    facts = after.facts | {"output": str(path) if path else None, "boxes": _boxes(after, before)}
    empty = sum(not sum(after.contents[box.number].values()) for box in after.kit.boxes)
    drawn = len(after.kit.boxes)
    line = (
        f"{path}  ({drawn:,} box{'es' if drawn > 1 else ''}, {empty:,} empty; "
        f"{after.name}; sheet {sheet})"
    )
    tell(as_json, facts, [line], after.stopped)


def _with_only(kit: Kit, only: str) -> Kit:
    """Return the kit as if it had only these boxes; it keeps its fingerprint.
    SelectionError as for labels.
    """
    from dataclasses import replace

    chosen = replace(kit, boxes=chosen_boxes(kit, only, None))
    vars(chosen)["fingerprint"] = kit.fingerprint
    return chosen


def _write(after: After, before: Contents, path: Path, counts: bool) -> str:
    """Draw the sheet and return its size in words."""
    document = _sheet(after.kit, before, after.contents, after.name, path, counts)
    draw(document, path)
    page = document.pages[0]
    return f"{page.width:g} x {page.height:g} mm"


def _sheet(
    kit: Kit, before: Contents, after: Contents, name: str, path: Path, counts: bool = False
) -> "Document":
    """Return the sheet, with the numbers of beads if `counts`;
    LabError where it is too large for this file.
    """
    from menace_kit.layout.charts.heatmap import Moments, heatmap_document
    from menace_kit.printables.making import naming_the_key

    words = paper_words(kit)
    moments = Moments(before, after, words("heatmap.before"), name)
    with naming_the_key(kit):
        below = words(
            "heatmap.below-counts" if counts else "heatmap.below", fingerprint=kit.fingerprint
        )
        document = heatmap_document(kit, words, moments, below, counts)
    page = document.pages[0]
    if ending_of(path) == "png" and page.width > WIDEST_PNG:
        raise LabError(
            f"--output {path}: a sheet of {page.width:g} x {page.height:g} mm is too large for "
            "a .png; draw a .pdf or a .svg"
        )
    return document


def _real(kit: KitOptions, journal: Path) -> After:
    from menace_kit.cli.operator.options import JournalOptions
    from menace_kit.journal.queries import statistics

    with JournalOptions(kit.kit, kit.preset, journal).opened() as book:
        chosen, contents, played = book.kit, book.contents(), statistics(book).games
    words = paper_words(chosen)
    name = words("heatmap.real", n=played, games=words.number(played))
    facts = kit_facts(chosen) | {"journal": str(journal), "games": played}
    return After(chosen, contents, name, facts)


def _saved(kit: KitOptions, path: Path) -> After:
    chosen = machine_in(path, kit)
    saved = chosen.machine
    words = paper_words(saved.kit)
    if saved.learner != "beads":
        raise LabError(
            f"--machine {path}: this machine learned by {saved.learner}, and has no beads to draw"
        )
    facts = kit_facts(saved.kit) | {"machine": str(path), "games": chosen.games}
    return After(saved.kit, saved.contents, chosen.told(words), facts)


def _trained(options: KitOptions, games: int, opponent: str, seed: int, path: Path | None) -> After:
    from menace_kit.lab.learners import contest

    kit = options.chosen()
    makers = machines_among([opponent], options, contest_sides(kit, None, alternate=False))
    found = contest(kit, opponent, makers=makers)
    run = found.match.run(seed)
    if path is not None:  # what cannot be drawn is told before it is learned
        _sheet(found.match.kit, run.contents, run.contents, "", path)
    steps = (played.games for played in run.pieces(games))
    _, finished = played_to_the_end(
        steps,
        "Games",
        games,
        lambda _: _how_far(run.games, games, "first games were played", "draw"),
    )
    if finished:
        _tell_of_death(run.games, games)
    words = paper_words(kit)
    name = words(
        "heatmap.trained",
        n=run.games,
        games=words.number(run.games),
        opponent=player_text(opponent, words),
        tally=tally_text(kit, run.tally, found.side, words),
        seed=seed,
    )
    trained = found.match.kit
    facts = kit_facts(trained) | {
        "opponent": opponent,
        "seed": seed,
        "games": run.games,
        "games_asked": games,
        **run.tally._asdict(),
    }
    return After(trained, run.contents, name, facts, not finished)


def _how_far(played: int, games: int, first: str, verb: str) -> tuple[int, str]:
    """Return how many games were played when the user stopped, and what is said of it."""
    if not played:
        return 0, f" before the {first}: there is nothing to {verb}."
    return played, f" after {played:,} of {games:,} games."


def _tell_of_death(played: int, games: int) -> None:
    """Say so where fewer games were played than asked for, though nobody stopped them."""
    if played < games:
        why = "it cannot make its first move any more"
        print(f"The machine is dead after {played:,} games: {why}.", file=sys.stderr)


def _boxes(after: After, before: Contents) -> list[dict[str, Any]]:
    return [
        {
            "number": box.number,
            "board": after.kit.board(box),
            "before": dict(before[box.number]),
            "after": dict(after.contents[box.number]),
        }
        for box in after.kit.boxes
    ]


# `menace-kit lab animate`: one machine as it learns, as a moving picture.

FILM_FILE = "learning.gif"
FILM_FORMATS = ("gif", "html")
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
    games: Annotated[int, count_option("Games that it plays.")] = 1000,
    opponent: OpponentOption = "random",
    output: PictureOption = None,
    seconds: Annotated[
        float,
        typer.Option(metavar="S", parser=film_seconds, help="How long the film lasts, 1 to 30."),
    ] = 10,
    seed: SeedOption = DEFAULT_SEED,
    as_json: JsonOption = False,
    *,
    kit: KitOptions,
) -> None:
    """Film a machine that learns: games won, drawn and lost so far, and the beads in its first box.

    A .gif, or an .html page with a slider that needs no network; learning.gif where none is named;
    with --json only where one is. Ctrl-C films the games so far.

    Example:  menace-kit lab animate --games 500 --output learning.html
    """
    path = picture(output, FILM_FILE, FILM_FORMATS, as_json)
    chosen = kit.chosen()
    from menace_kit.lab.learners import contest
    from menace_kit.lab.studies.film import PICTURES_A_SECOND, Stage, film_page, first_colours

    is_gif = path is not None and ending_of(path) == "gif"
    most = min(games, round(seconds * PICTURES_A_SECOND) if is_gif else MOST_ON_A_PAGE)
    makers = machines_among([opponent], kit, contest_sides(chosen, None, alternate=False))
    found = contest(chosen, opponent, makers=makers)
    film, finished = _filmed(found, games, most, seed)
    colours, last = first_colours(found), film[-1]
    if path is not None:
        from menace_kit.files import write_file

        stage = Stage(film, colours, _film_words(found, opponent, games, seed))
        write_file(path, _gif(stage, seconds) if is_gif else film_page(stage, seconds))
    counts = ", ".join(f"{getattr(last, word):,} {word}" for word in endings(chosen.game))
    line = f"{path}  ({last.game:,} games: {counts}; seed {seed})"
    names = [colour.name for colour in colours]
    facts = {
        **kit_facts(found.match.kit),
        "side": found.side.value,
        "opponent": opponent,
        "seed": seed,
        "games": last.game,
        "games_asked": games,
        "moments": [
            {**moment._asdict(), "beads": dict(zip(names, moment.beads, strict=True))}
            for moment in film
        ],
        "output": str(path) if path else None,
    }
    tell(as_json, facts, [line], not finished)


def _filmed(found: "Contest", games: int, most: int, seed: int) -> "tuple[list[FilmMoment], bool]":
    """Return the moments of a film, as far as there was time for them,
    and whether the user let it go on to the end.

    Exit where there was time for none.
    """
    from menace_kit.lab.studies.film import moments

    def steps() -> "Iterator[FilmMoment | int]":
        before = 0
        for moment in moments(found, games, most, seed):
            yield moment
            yield moment.game - before
            before = moment.game

    film, finished = played_to_the_end(
        steps(),
        "Games",
        games,
        lambda film: _how_far(film[-1].game if film else 0, games, "first game was played", "film"),
    )
    if finished:
        _tell_of_death(film[-1].game, games)
    return film, finished


def _film_words(found: "Contest", opponent: str, games: int, seed: int) -> "FilmWords":
    """Return what stands on the pictures and the page."""
    from menace_kit.lab.studies.film import FilmWords

    kit = found.match.kit
    words = paper_words(kit)
    results = {name: words(f"animation.{name}") for name in endings(kit.game)}
    facts = {name: f"{{{name}}}" for name in ("game", *results)}
    return FilmWords(
        title=words("animation.title", name=kit.spec.name, opponent=player_text(opponent, words)),
        below=words(
            "animation.below", rules=rules_text(kit, words), games=words.number(games), seed=seed
        ),
        results=results,
        state=words(
            "animation.state" if "drawn" in results else "animation.state-without-draws", **facts
        ),
        games=words("animation.games"),
        beads=words("animation.beads", n=len(found.first_boxes)),
        thousands=words("page.thousands"),
        language=words.language,
        play=words("animation.play"),
        pause=words("animation.pause"),
        slider=words("animation.slider"),
    )


def _gif(stage: "Stage", seconds: float) -> bytes:
    from menace_kit.render.pictures import film_gif

    number = len(stage.film)
    hundredths = max(2, round(100 * seconds / number))
    with progress("Pictures", number) as advance:

        def pictures() -> "Iterator[list[Mark]]":
            for place in range(number):
                yield stage.picture(place)
                advance(1)

        return film_gif(stage.page, pictures(), stage.picture(number - 1), 10 * hundredths)
