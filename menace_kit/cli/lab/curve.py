"""`menace-kit lab curve`: show how machines learn, over many runs."""

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from menace_kit.cli.lab.drawing import (
    PictureOption,
    opponents_text,
    picture_file,
    player_text,
    rewards_text,
    rules_text,
)
from menace_kit.cli.lab.options import (
    BY_NAME,
    DEFAULT_SEED,
    MOST_DRAWN_RUNS,
    AlternateOption,
    Opponents,
    SeedOption,
    SideOption,
    count_option,
    kit_facts,
    played_to_the_end,
)
from menace_kit.cli.lab.until import MOST_GAMES_UNTIL, tell_until
from menace_kit.cli.mistakes import INTERRUPTED
from menace_kit.cli.options import JsonOption, KitOptions, whole_between
from menace_kit.cli.output_paths import draw
from menace_kit.cli.report import Report, number_of
from menace_kit.lab import LEARNERS, noted
from menace_kit.machine import Kit
from menace_kit.machine.prospects import results
from menace_kit.text import paper_words
from menace_kit.text.grammar import capital
from menace_kit.views.json_output.values import picked

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.learners import Contest, Learner
    from menace_kit.lab.studies.curve_chart import CurveWords
    from menace_kit.lab.studies.curve_sums import MeanLine
    from menace_kit.lab.studies.curves import RunLines

DEFAULT_FILE = "curve.png"
GAMES, GAMES_UNTIL = 300, 1000


class Asked(NamedTuple):
    """The options of a curve: learner, games, runs, seed, and which curves to draw."""

    learner: str
    games: int
    runs: int
    seed: int
    exact: bool = False
    sums: bool = False

    @property
    def recent(self) -> bool:
        return not (self.exact or self.sums)


def _learners() -> str:
    *names, last = (noted(name, entry.note) for name, entry in LEARNERS.items())
    return f"{', '.join(names)} or {last}"


def curve(
    games: Annotated[
        int | None,
        count_option(
            f"Games in each run.  [default: {GAMES:,}; "
            f"with --until {GAMES_UNTIL:,}, and {MOST_GAMES_UNTIL:,} at most]"
        ),
    ] = None,
    runs: Annotated[
        int, count_option(f"Runs, up to {MOST_DRAWN_RUNS:,}.", whole_between(1, MOST_DRAWN_RUNS))
    ] = 100,
    *,
    opponents: Opponents,
    side: SideOption = None,
    learner: Annotated[
        str, typer.Option(metavar="NAME", help=f"Who learns: {_learners()}; {BY_NAME}")
    ] = "beads",
    alternate: AlternateOption = False,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="GOAL",
            help="Say how many games it takes until the machine is good, and draw nothing. Good is "
            "unbeatable, or in per cent of its next games won=60, drawn=90 or unlost=95.",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="With --until won=60 and the like: the player of those next games.  "
            "[default: whom the machine learns from]",
        ),
    ] = None,
    output: PictureOption = None,
    seed: SeedOption = DEFAULT_SEED,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help="Draw the chances of the next game after every game, instead of games and beads.",
        ),
    ] = False,
    sums: Annotated[
        bool,
        typer.Option(
            "--sums",
            help="Draw lines that add up instead: games won less lost, and beads.",
        ),
    ] = False,
    as_json: JsonOption = False,
    kit: KitOptions,
) -> None:
    """Draw how machines learn, or say how long it takes.

    The share of recent games that all machines won, drew and lost; below, how likely the machine's
    first move that can be bad is good against a random player: each run is a grey line, their mean
    black. Recent are the last 20 games, or the last eighth.
    Where machines died, a strip has those that are alive.

    With --sums each run is a line, with a dot where its machine died: up one for a win, down one
    for a loss, level for a draw; below, Michie's line of the beads in the first box, if games open
    with a box of their own. With --exact, how likely the machine wins,
    draws and loses the next game, as its boxes are then: against the opponent, and against
    the worst one, who knows what is in the boxes. Of adaptive opponents only the latter is drawn,
    of a coach's pupils also the chances against perfect players.

    A .png, .svg or .pdf, curve.png where none is named; with --json only where one is.
    Ctrl-C draws the runs so far.

    With --until you get numbers instead: how many games it takes until the machine is good, and how
    many of these are lost. Unbeatable is a machine that nobody beats, not even an opponent who
    knows what is in the boxes. Chances are summed after every game, and the first time counts.
    Dead machines, and those that are not good in time, count as never.
    A goal that no machine can reach is refused at once.

    \b
    Example:  menace-kit lab curve --opponent perfect --output curve.svg
              menace-kit lab curve --until unbeatable --preset her-19
    """
    if until is not None:
        if output is not None or exact or sums:
            raise typer.BadParameter(
                "--until draws nothing; leave --output, --exact and --sums out"
            )
        most = games or GAMES_UNTIL
        if most > MOST_GAMES_UNTIL:
            wrong = f"with --until it should be 1 to {MOST_GAMES_UNTIL:,}, not {most:,}"
            raise typer.BadParameter(wrong, param_hint="--games")
        found = opponents.contest(kit.chosen(), kit, learner, side, alternate)
        tell_until(found, until, against, (most, runs, seed), as_json)
        return
    if against is not None:
        raise typer.BadParameter("--against is for --until; name the opponent with --opponent")
    from menace_kit.lab.studies.curve_chart import FORMATS, curve_document

    path = picture_file(output, DEFAULT_FILE, FORMATS, as_json)
    if exact and sums:
        raise typer.BadParameter("--exact and --sums exclude each other; give one of them")
    asked = Asked(learner, games or GAMES, runs, seed, exact, sums)
    found = opponents.contest(kit.chosen(), kit, learner, side, alternate)
    lines = _finished_runs(found, asked)
    if path is not None:
        chart = curve_document(found.kit, lines, asked.games, _curve_words(found, asked, lines))
        draw(chart, path)
    facts = _curve_facts(found, asked, lines) | {"output": path}
    report = Report(facts, [f"{path}  ({_in_words(asked, facts)})"])
    report.tell(as_json, exit_code=INTERRUPTED if len(lines) < runs else 0)


def _finished_runs(found: "Contest", asked: Asked) -> "list[RunLines]":
    """Play the runs; after Ctrl-C, return only those that finished.

    Raises Exit if none did.
    """
    from menace_kit.lab.exact import COMPILED_FOR_MANY
    from menace_kit.lab.studies.curves import run_lines

    steps = run_lines(found, asked.games, asked.runs, asked.seed, asked.exact, asked.recent)
    lines, _ = played_to_the_end(
        steps,
        "Games",
        asked.games * asked.runs,
        lambda done: f": {len(done):,} of {asked.runs:,} runs were finished." if done else "",
        " before the first run was finished: there is nothing to draw.",
        COMPILED_FOR_MANY if asked.exact else (),
    )
    return lines


WITH_NUMBERS = ("odds", "q-learning", "monte-carlo")
"""Learners whose titles show more of their rule than the rewards."""


def _curve_words(found: "Contest", asked: Asked, lines: "list[RunLines]") -> "CurveWords":
    from menace_kit.lab.studies.curve_chart import MOST_DRAWN, CurveWords
    from menace_kit.lab.studies.curves import choice_of
    from menace_kit.lab.studies.outlook import judge
    from menace_kit.layout.charts.panels import good_title
    from menace_kit.machine.recent_games import recent_games

    kit = found.kit
    words = paper_words(kit)
    dead = sum(run.dead for run in lines)
    counts = {
        "games": words.number(asked.games),
        "runs": words.number(len(lines)),
        "asked": words.number(asked.runs),
        "seed": asked.seed,
    }
    notes = []
    if dead:
        key = "curve.dead-loses" if asked.exact else "curve.dead"
        notes.append(words(key, n=dead, dead=words.number(dead), **counts))
    if len(lines) < asked.runs:
        notes.append(words("curve.stopped", **counts))
    if len(lines) > MOST_DRAWN:
        notes.append(words("curve.drawn", drawn=MOST_DRAWN, **counts))
    name, rules = _learner_words(found.learner, kit)
    below = words("curve.below", rules=rules, **counts)
    if found.alternate:
        below = words("curve.alternate", below=below)
    opponent, examiner = opponents_text(found.opponents, words), judge(found)
    # The title already names the opponent, and those lines leave no room for a name.
    next_game = words("curve.outlook")
    if examiner:
        next_game = words("curve.outlook-judge", opponent=player_text(examiner, words))
    window, choice = recent_games(asked.games), choice_of(found)
    return CurveWords(
        recent=words("chart.shares", n=window, games=words.number(window)),
        good=good_title(words, choice) if choice else "",
        title=words("animation.title", name=name, opponent=opponent),
        below=below,
        results=words("curve.results"),
        beads=words("chart.first-box", n=len(found.opening_boxes)),
        games=words("chart.game"),
        run=words("curve.run"),
        mean=words("curve.mean"),
        alive=words("curve.alive"),
        died=words("curve.died"),
        outlook=(next_game, words("curve.outlook-worst")),
        ends={result: words(f"went.{result.value}", "many") for result in results(kit.game)},
        notes=notes,
        number=words.number,
        signed=words.signed,
    )


def _learner_words(learner: "Learner", kit: Kit) -> tuple[str, str]:
    """Return the learner's name, and the numbers of its learning rule."""
    words = paper_words(kit)
    name, rule = kit.spec.name, learner.rule
    if rule is None:
        return name, rules_text(kit)
    numbers = {key: f"{number:g}" for key, number in rule._asdict().items()}
    parts = (
        [words(f"curve.rules-{learner.name}", **numbers)] if learner.name in WITH_NUMBERS else []
    )
    if "win" in numbers:
        signed = {
            key: f"{getattr(rule, key):+g}".replace("-", "−") for key in ("win", "draw", "loss")
        }
        parts.append(rewards_text(kit, words, signed))
    called = capital(words(f"lab.{learner.name}"))
    return words("common.named", name=called, told=name), ", ".join(parts)


def _curve_facts(found: "Contest", asked: Asked, lines: "list[RunLines]") -> dict[str, Any]:
    """Return the curves for JSON, at up to 401 points.

    `results` and `first_box` cover only the runs that got so far, the rest covers all runs: a dead
    machine loses every next game.
    """
    from menace_kit.lab.studies.curve_sums import alive, mean_line
    from menace_kit.lab.studies.curves import MOST_PLACES, places_of

    most = MOST_PLACES + 1
    first_box = mean_line(lines, asked.games, most, beads=True) if found.has_beads else None
    places = places_of(asked.games).tolist()
    return {
        **kit_facts(found.kit),
        "learner": asked.learner,
        **picked(found, "alternate", "side", "opponents"),
        **picked(asked, "seed", "games"),
        "runs": len(lines),
        "runs_asked": asked.runs,
        "dead": sum(run.dead for run in lines),
        "results": _line_facts(mean_line(lines, asked.games, most)),
        "first_box": first_box and _line_facts(first_box),
        "alive": {"games": places, "runs": alive(lines, asked.games).tolist()},
        **_recent_facts(lines, asked),
        **_outlook_facts(lines, places, asked.exact),
    }


def _recent_facts(lines: "list[RunLines]", asked: Asked) -> dict[str, Any]:
    """Return how recent games ended, and how likely the first choice is good.

    A value is None if it was not asked for or does not exist.
    """
    from menace_kit.lab.studies.curve_sums import good_means, recent_shares
    from menace_kit.lab.studies.curves import places_of

    facts: dict[str, Any] = dict.fromkeys(("recent", "good_move"))
    if asked.recent:
        found = recent_shares(lines, asked.games)
        facts["recent"] = _ended(found.places.tolist(), found.shares)
        if len(lines[0].good):
            means = good_means(lines).round(6).tolist()
            places = places_of(asked.games)[: len(means)].tolist()
            facts["good_move"] = {"games": places, "mean": means}
    return facts


def _outlook_facts(lines: "list[RunLines]", places: list[int], exact: bool) -> dict[str, Any]:
    """Return the chances in the next game; None if not asked for or the opponent adapts."""
    from menace_kit.lab.studies.curve_sums import outlook_means

    facts: dict[str, Any] = dict.fromkeys(("next_game", "next_game_worst_case"))
    for name, means in zip(facts, outlook_means(lines) if exact else (), strict=False):
        if means.any():
            facts[name] = _ended(places, means)
    return facts


def _ended(places: list[int], shares: Any) -> dict[str, list[float]]:
    """Return shares of games won, drawn and lost, float64 [places, 3], as columns for JSON."""
    columns = shares.round(6).T.tolist()
    return {"games": places, **dict(zip(("win", "draw", "loss"), columns, strict=True))}


def _line_facts(found: "MeanLine") -> dict[str, Any]:
    return {
        "games": found.places.tolist(),
        "runs": found.alive.tolist(),
        "mean": found.mean.round(4).tolist(),
    }


def _in_words(asked: Asked, facts: dict[str, Any]) -> str:
    runs, games = number_of(facts["runs"], "run"), number_of(asked.games, "game")
    line = facts["results"]
    end = f"won less lost at the end {line['mean'][-1]:+,.1f} on average"
    ends = end if line["games"][-1] == asked.games else "no run got to the end"
    return f"{runs} of {games}; {ends}; {facts['dead']:,} ended early; seed {asked.seed}"
