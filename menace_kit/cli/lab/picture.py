"""`menace-kit lab picture`: all boxes before and after on one sheet, or a film."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from menace_kit.cli.lab.drawing import PictureOption, opponents_text, picture_file, tally_text
from menace_kit.cli.lab.film import FILM_FORMATS, how_far, make_film, tell_of_death
from menace_kit.cli.lab.options import (
    DEFAULT_SEED,
    Opponents,
    SeedOption,
    count_option,
    kit_facts,
    machine_in,
    played_to_the_end,
)
from menace_kit.cli.mistakes import INTERRUPTED
from menace_kit.cli.options import JsonOption, KitOptions, MachineOption, check_at_most_one
from menace_kit.cli.output_paths import draw, ending_of
from menace_kit.cli.report import Report, number_of
from menace_kit.errors import LabError
from menace_kit.machine import Kit
from menace_kit.machine.learning import Contents, empty_boxes, starting_contents
from menace_kit.text import paper_words

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.learners import Contest
    from menace_kit.layout.marks import Document

SHEET_FILE = "heatmap.pdf"
SHEET_FORMATS = ("pdf", "svg", "png")
GAMES, GAMES_FILMED = 10_000, 1000
WIDEST_PNG = 600.0
"""Millimetres. A larger picture needs more memory than many computers have."""


class After(NamedTuple):
    """The boxes afterwards: machine, contents, title, facts, and whether Ctrl-C stopped it."""

    kit: Kit
    contents: Contents
    name: str
    facts: dict[str, Any]
    stopped: bool = False


def picture(
    machine: MachineOption = None,
    games: Annotated[
        int | None,
        count_option(
            "Train a machine now, so many games.  "
            f"[default: {GAMES:,}; {GAMES_FILMED:,} for a film]"
        ),
    ] = None,
    *,
    opponents: Opponents,
    counts: Annotated[
        bool, typer.Option("--counts", help="Also write the number of beads into each square.")
    ] = False,
    output: PictureOption = None,
    seed: SeedOption = DEFAULT_SEED,
    as_json: JsonOption = False,
    kit: KitOptions,
) -> None:
    """Draw what every box has learned, or film it.

    All boxes are on one sheet, before and after: the darker a square, the more of the beads mean
    it. It is a .pdf, .svg or .png, heatmap.pdf where none is named; with --json only where one is.
    The sheet is as large as the boxes need: A3 for 304, A2 for both players;
    with --counts as large as the numbers need. Without --machine a machine is trained now.

    A .gif is a film of a machine while it learns: games won, drawn and lost so far, and the beads
    in its first box. Ctrl-C draws or films what was learned so far.

    \b
    Example:  menace-kit lab picture --machine trained.json
              menace-kit lab picture --games 500 --output learning.gif
    """
    trained: dict[str, object] = {
        "--games": games,
        "--opponent": opponents.opponent,
        "--mix": opponents.mix,
    }
    for option, value in trained.items():
        check_at_most_one({"--machine": machine, option: value})
    if output is not None and ending_of(output) in FILM_FORMATS:
        check_at_most_one({"a film": True, "--machine": machine})
        check_at_most_one({"a film": True, "--counts": counts})
        found = opponents.contest(kit.chosen(), kit)
        make_film(found, games or GAMES_FILMED, seed, output, as_json)
        return
    path = picture_file(output, SHEET_FILE, SHEET_FORMATS, as_json)
    if machine is not None:
        after = _learned(kit, machine)
    else:
        found = opponents.contest(kit.chosen(), kit)
        after = _trained(found, games or GAMES, seed, path)
    before = starting_contents(after.kit)
    sheet = _write(after, before, path, counts) if path is not None else None
    facts = after.facts | {"output": path, "boxes": _boxes(after, before)}
    code = INTERRUPTED if after.stopped else 0
    Report(facts, [_line(after, path, sheet)]).tell(as_json, exit_code=code)


def _line(after: After, path: Path | None, sheet: str | None) -> str:
    drawn, empty = len(after.kit.boxes), len(empty_boxes(after.contents))
    boxes = number_of(drawn, "box", "boxes")
    return f"{path}  ({boxes}, {empty:,} empty; {after.name}; sheet {sheet})"


def _write(after: After, before: Contents, path: Path, counts: bool) -> str:
    """Draw the sheet and return its size in words."""
    document = _sheet(after.kit, before, after.contents, after.name, path, counts)
    draw(document, path)
    page = document.pages[0]
    return f"{page.width:g} x {page.height:g} mm"


def _sheet(
    kit: Kit, before: Contents, after: Contents, name: str, path: Path, counts: bool = False
) -> "Document":
    """Return the sheet; with `counts`, it shows the numbers of beads.

    Raises LabError if it is too large for the format of the file.
    """
    from menace_kit.layout.charts.heatmap import Moments, heatmap_document
    from menace_kit.printables.making import naming_the_key

    words = paper_words(kit)
    moments = Moments(before, after, words("heatmap.before"), name)
    with naming_the_key(kit):
        below = words("heatmap.below", fingerprint=kit.fingerprint)
        document = heatmap_document(kit, moments, below, counts)
    page = document.pages[0]
    if ending_of(path) == "png" and page.width > WIDEST_PNG:
        raise LabError(
            f"--output {path}: a sheet of {page.width:g} x {page.height:g} mm is too large for "
            "a .png; draw a .pdf or a .svg"
        )
    return document


def _learned(kit: KitOptions, machine: Path) -> After:
    chosen = machine_in(machine, kit)
    saved = chosen.machine
    if saved.learner != "beads":
        raise LabError(
            f"{chosen.source}: this machine learned by {saved.learner}, and has no beads to draw"
        )
    facts = kit_facts(saved.kit) | {"machine": str(chosen.source), "games": chosen.games}
    return After(saved.kit, saved.contents, chosen.told(paper_words(saved.kit)), facts)


def _trained(found: "Contest", games: int, seed: int, path: Path | None) -> After:
    kit = found.kit
    run = found.match.run(seed)
    if path is not None:  # report a sheet that cannot be drawn before training
        _sheet(kit, run.contents, run.contents, "", path)
    steps = (played.games for played in run.pieces(games))
    _, finished = played_to_the_end(
        steps,
        "Games",
        games,
        lambda _: how_far(run.games, games),
        " before the first games were played: there is nothing to draw.",
    )
    if finished:
        tell_of_death(run.games, games)
    words = paper_words(kit)
    name = words(
        "heatmap.trained",
        n=run.games,
        games=words.number(run.games),
        opponent=opponents_text(found.opponents, words),
        tally=tally_text(kit, run.tally, found.side),
        seed=seed,
    )
    facts = kit_facts(kit) | {
        "opponents": found.opponents,
        "seed": seed,
        "games": run.games,
        "games_asked": games,
        **run.tally._asdict(),
    }
    return After(kit, run.contents, name, facts, not finished)


def _boxes(after: After, before: Contents) -> list[dict[str, Any]]:
    return [
        {
            "number": box.number,
            "board": after.kit.board(box),
            "before": before[box.number],
            "after": after.contents[box.number],
        }
        for box in after.kit.boxes
    ]
