"""What the lab's pictures share: the file that is asked for, who plays,
and how that is said in a title.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from menace_kit.cli.lab.options import (
    BY_NAME,
    AlternateOption,
    OpponentOption,
    SeedOption,
    contest_sides,
    count_option,
    count_to,
    kit_facts,
    machines_among,
    played_to_the_end,
    tell,
)
from menace_kit.cli.options import JsonOption, KitOptions, check_file, ending_of
from menace_kit.games import Side
from menace_kit.lab import LEARNERS, MENACE, OPPONENTS, noted
from menace_kit.machine.boxes import per_stage
from menace_kit.machine.csv_table import csv_text
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, has_ties
from menace_kit.machine.schema import at_stage
from menace_kit.text import Words, paper_words
from menace_kit.text.kit_words import player

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.learners import Contest, Learner
    from menace_kit.lab.machine_file import GameTally
    from menace_kit.lab.studies.curves import Bands, CurveWords, RunLines
    from menace_kit.layout.marks import Document

DEFAULT_SEED = 1961

PictureOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="The file; its ending says what is drawn."),
]


def picture(
    output: Path | None, default: str, formats: tuple[str, ...], as_json: bool
) -> Path | None:
    """Return the file to draw: the one that was named, else the default,
    else (where JSON is wanted) none.

    Errors where it cannot be written: `check_file`.
    """
    path = output or (None if as_json else Path(default))
    if path is not None:
        check_file(path, formats, done="drawn")
    return path


def draw(document: "Document", path: Path) -> None:
    """Write a document of one page as the file's ending says."""
    from menace_kit.files import write_file
    from menace_kit.render import rendered

    (content,) = rendered(document, ending_of(path))
    write_file(path, content)


def rules_text(kit: Kit, words: Words) -> str:
    """Return a kit's starting beads and what results add,
    as in `start 4-3-2-1, won +3, drawn +1, lost −1`.

    Where both players' boxes have their own, it is told for each;
    then, how moves without a box are made.
    """
    own = any(
        value is not None for key, value in per_stage(kit.spec).items() if key.endswith("-second")
    )
    told = []
    for side in kit.sides if own else kit.sides[:1]:
        stages = range(1, 1 + max(stage for each, stage in kit.stages if each is side or not own))
        start = kit.spec.beads.starts(side)
        numbers = {
            result.value: _per_stage(kit.spec.learning.by(result.value, side), words)
            for result in Result
        }
        numbers["start"] = "-".join(str(at_stage(start, stage)) for stage in stages)
        rules = words("lab.rules" if has_ties(kit.game) else "lab.rules-without-draws", **numbers)
        told.append(
            words("operator-card.of-player", player=player(kit, words, side), told=rules)
            if own
            else rules
        )
    rules, later = " · ".join(told), kit.spec.boxes.later_rule
    return rules if later is None else words(f"lab.rules-later-{later.value}", rules=rules)


def _per_stage(change: int | tuple[int, ...], words: Words) -> str:
    changes = (change,) if isinstance(change, int) else change
    return "/".join(words.signed(each) for each in changes)


def player_text(opponent: str, words: Words) -> str:
    """Return how a title names an opponent: the words for those that are ours,
    else the name as it was typed.
    """
    name, _, rate = opponent.partition(":")
    name = MENACE if name == "beads" else name
    if name not in OPPONENTS:
        return opponent
    player = words(f"lab.{name}")
    if "=" in rate:
        return words("lab.with-numbers", player=player, numbers=rate)
    return words("lab.errs", player=player, percent=f"{100 * float(rate):g}") if rate else player


def tally_text(kit: Kit, tally: "GameTally", side: Side, words: Words) -> str:
    """Return how games ended for a side: so many won, drawn if any can be, lost."""
    win, draw, loss = map(words.number, tally.seen_from(side))
    key = "lab.tally" if has_ties(kit.game) else "lab.tally-without-draws"
    return words(key, win=win, draw=draw, loss=loss)


# `menace-kit lab curve`: how the machine learns, over many runs.

DEFAULT_FILE = "curve.png"
MOST_DRAWN_RUNS = 10_000
"""All their lines are held in memory, and no mean needs more."""


class Asked(NamedTuple):
    """What was asked for: who learns, against whom, how many games and runs,
    from which seed; with chances or not.
    """

    learner: str
    opponent: str
    games: int
    runs: int
    seed: int
    exact: bool = False


def _learners() -> str:
    *names, last = (noted(name, entry.note) for name, entry in LEARNERS.items())
    return f"{', '.join(names)} or {last}"


def curve(
    games: Annotated[int, count_option("Games in each run.")] = 300,
    runs: Annotated[
        int, count_option(f"Runs, up to {MOST_DRAWN_RUNS:,}.", count_to(MOST_DRAWN_RUNS))
    ] = 100,
    opponent: OpponentOption = "random",
    learner: Annotated[
        str, typer.Option(metavar="NAME", help=f"Who learns: {_learners()}; {BY_NAME}")
    ] = "beads",
    alternate: AlternateOption = False,
    output: PictureOption = None,
    seed: SeedOption = DEFAULT_SEED,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help=(
                "The chances of the next game after every game, summed, instead of games and beads."
            ),
        ),
    ] = False,
    as_json: JsonOption = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="The same columns as CSV, a row for each place.")
    ] = False,
    *,
    kit: KitOptions,
) -> None:
    """Draw how the machine learns: each run a grey line, their mean black,
    a dot where a machine died.

    Up one for a win, down one for a loss, level for a draw;
    below, Michie's line of the beads in the first box, if games open with a box of their own;
    and the machines that are alive, where any died. With --exact, how likely the machine wins,
    draws and loses the next game, as its boxes are then: against the opponent, and against
    the worst one, who knows what is in the boxes. Of adaptive opponents only the latter is drawn,
    of a coach's pupils also the chances against perfect players.

    A .png, .svg or .pdf, curve.png where none is named; with --json or --csv only where one is.
    Ctrl-C draws the runs so far.

    Example:  menace-kit lab curve --runs 200 --opponent perfect --output curve.svg
    """
    from menace_kit.lab.learners import contest
    from menace_kit.lab.studies.curves import FORMATS, curve_document

    if as_json and as_csv:
        raise typer.BadParameter("--json and --csv exclude each other; give one of them")
    path = picture(output, DEFAULT_FILE, FORMATS, as_json or as_csv)
    chosen = kit.chosen()
    asked = Asked(learner, opponent, games, runs, seed, exact)
    makers = machines_among([opponent], kit, contest_sides(chosen, None, alternate))
    found = contest(chosen, opponent, learner, makers=makers, alternate=alternate)
    lines = _finished_runs(found, asked)
    if path is not None:
        draw(curve_document(found.match.kit, lines, games, _curve_words(found, asked, lines)), path)
    facts = _curve_facts(found, asked, lines) | {"output": str(path) if path else None}
    said = [f"{path}  ({_in_words(asked, lines)})"]
    if as_csv:
        typer.echo(csv_text(_curve_rows(facts)).encode(), nl=False)  # UTF-8 wherever it goes
        said = []
    tell(as_json, facts, said, stopped=len(lines) < runs)


def _finished_runs(found: "Contest", asked: Asked) -> "list[RunLines]":
    """Return the runs as they were played; those that were finished when the user stopped it.

    Exit where there is none.
    """
    from menace_kit.lab.exact import COMPILED_FOR_MANY
    from menace_kit.lab.studies.curves import RunLines, run_lines

    def steps() -> "Iterator[RunLines | int]":
        for step in run_lines(found, asked.games, asked.runs, asked.seed, asked.exact):
            yield step
            if isinstance(step, RunLines):
                yield asked.games - step.games  # a run that ended early has no more to play

    def how_far(finished: "Sequence[RunLines]") -> tuple[int, str]:
        if not finished:
            return 0, " before the first run was finished: there is nothing to draw."
        return len(finished), f": {len(finished):,} of {asked.runs:,} runs were finished."

    needed = COMPILED_FOR_MANY if asked.exact else ()
    return played_to_the_end(steps(), "Games", asked.games * asked.runs, how_far, needed)[0]


WITH_NUMBERS = ("odds", "q-learning", "monte-carlo")
"""Learners of whose rules more is said than what results are worth."""


def _curve_words(found: "Contest", asked: Asked, lines: "list[RunLines]") -> "CurveWords":
    """Return what stands on the chart."""
    from menace_kit.lab.studies.curves import MOST_DRAWN, CurveWords, judge

    kit = found.match.kit
    words = paper_words(kit)
    dead = sum(run.dead for run in lines)
    counts = {
        "games": words.number(asked.games),
        "runs": words.number(len(lines)),
        "asked": words.number(asked.runs),
        "seed": asked.seed,
    }
    key, number = ("curve.dead", dead) if dead else ("curve.all-alive", len(lines))
    if asked.exact and dead:
        key = "curve.dead-loses"
    notes = [words(key, n=number, dead=words.number(dead), **counts)]
    if len(lines) < asked.runs:
        notes.append(words("curve.stopped", **counts))
    if len(lines) > MOST_DRAWN:
        notes.append(words("curve.drawn", drawn=MOST_DRAWN, **counts))
    name, rules = _learner_words(found.learner, kit, words)
    below = words("curve.below", rules=rules, **counts)
    if found.alternate:
        below = words("curve.alternate", below=below)
    opponent, examiner = player_text(asked.opponent, words), judge(found)
    # Whom it plays is in the title already, and with those lines there is no room for a name.
    next_game = words("curve.outlook")
    if examiner:
        next_game = words("curve.outlook-judge", opponent=player_text(examiner, words))
    return CurveWords(
        title=words("curve.title", name=name, opponent=opponent),
        below=below,
        results=words("curve.results"),
        beads=words("curve.beads", n=len(found.opening_boxes)),
        games=words("curve.games"),
        run=words("curve.run"),
        mean=words("curve.mean-alive" if dead else "curve.mean"),
        alive=words("curve.alive"),
        died=words("curve.died"),
        outlook=(next_game, words("curve.outlook-worst")),
        ends={
            result: words(f"chart.{result.value}")
            for result in Result
            if result is not Result.TIE or has_ties(kit.game)
        },
        notes=notes,
        number=words.number,
        signed=words.signed,
    )


def _learner_words(learner: "Learner", kit: Kit, words: Words) -> tuple[str, str]:
    """Return what a learner is called, and the numbers of the rules by which it learns."""
    name, rule = kit.spec.name, learner.rule
    if rule is None:
        return name, rules_text(kit, words)
    numbers = {key: f"{number:g}" for key, number in rule._asdict().items()}
    parts = (
        [words(f"curve.rules-{learner.name}", **numbers)] if learner.name in WITH_NUMBERS else []
    )
    if "win" in numbers:
        signed = {
            key: f"{getattr(rule, key):+g}".replace("-", "−") for key in ("win", "draw", "loss")
        }
        parts.append(
            words(
                "curve.rewards" if has_ties(kit.game) else "curve.rewards-without-draws", **signed
            )
        )
    return words(f"curve.{learner.name}", name=name), ", ".join(parts)


def _curve_facts(found: "Contest", asked: Asked, lines: "list[RunLines]") -> dict[str, Any]:
    """Return the curves as JSON has them: `results` and `first_box` over the runs that got
    so far, the rest over all.

    At up to 401 places. A dead machine loses every next game.
    """
    from menace_kit.lab.studies.curves import MOST_PLACES, alive, bands, places_of

    both = [
        bands(lines, asked.games, MOST_PLACES + 1, beads) if found.has_beads or not beads else None
        for beads in (False, True)
    ]
    kit = found.match.kit
    places = places_of(asked.games).tolist()
    return {
        **kit_facts(kit),
        "learner": asked.learner,
        "alternate": found.alternate,
        "side": found.side.value,
        "opponent": asked.opponent,
        "seed": asked.seed,
        "games": asked.games,
        "runs": len(lines),
        "runs_asked": asked.runs,
        "dead": sum(run.dead for run in lines),
        "results": _bands_facts(both[0]),
        "first_box": _bands_facts(both[1]),
        "alive": {"games": places, "runs": alive(lines, asked.games).tolist()},
        **_outlook_facts(lines, places, asked.exact),
    }


def _outlook_facts(lines: "list[RunLines]", places: list[int], exact: bool) -> dict[str, Any]:
    """Return the chances of the next game, None where they were not asked for
    or the opponent changes.
    """
    from menace_kit.lab.studies.curves import outlook_means

    facts: dict[str, Any] = dict.fromkeys(("next_game", "next_game_worst_case"))
    if exact:
        for name, means in zip(facts, outlook_means(lines), strict=True):
            if means.any():
                columns = dict(zip(("win", "draw", "loss"), means.round(6).T.tolist(), strict=True))
                facts[name] = {"games": places, **columns}
    return facts


def _curve_rows(facts: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield the columns of all curves in a curve's facts: a row for each place,
    empty where a curve has none.
    """
    names = ("results", "first_box", "alive", "next_game", "next_game_worst_case")
    curves = {name: facts[name] for name in names if facts[name]}
    yield [
        "games",
        *(
            f"{name}_{column}"
            for name, curve in curves.items()
            for column in curve
            if column != "games"
        ),
    ]
    for place, games in enumerate(facts["alive"]["games"]):
        values = (
            column for curve in curves.values() for name, column in curve.items() if name != "games"
        )
        yield [games, *(column[place] if place < len(column) else "" for column in values)]


def _bands_facts(found: "Bands | None") -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "games": found.places.tolist(),
        "runs": found.alive.tolist(),
        "mean": found.mean.round(4).tolist(),
        "p5": found.low.round(4).tolist(),
        "p50": found.median.round(4).tolist(),
        "p95": found.high.round(4).tolist(),
    }


def _in_words(asked: Asked, lines: "list[RunLines]") -> str:
    from menace_kit.lab.studies.curves import bands

    found = bands(lines, asked.games, 2)
    dead = sum(run.dead for run in lines)
    runs = f"{len(lines):,} run{'s' if len(lines) > 1 else ''}"
    games = f"{asked.games:,} game{'s' if asked.games > 1 else ''}"
    end = f"won less lost at the end {found.mean[-1]:+,.1f} on average"
    ends = end if found.places[-1] == asked.games else "no run got to the end"
    return f"{runs} of {games}; {ends}; {dead:,} ended early; seed {asked.seed}"
