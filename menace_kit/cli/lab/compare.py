"""`menace-kit lab compare`: compare what the machines of several kits learn."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.lab.options import (
    DEFAULT_SEED,
    MOST_DRAWN_RUNS,
    Opponents,
    SeedOption,
    count_option,
    crowd,
    kit_facts,
    played_to_the_end,
)
from menace_kit.cli.mistakes import INTERRUPTED
from menace_kit.cli.options import JsonOption, KitOptions, whole_between
from menace_kit.cli.report import Report, Right
from menace_kit.errors import LabError, SelectionError
from menace_kit.games import Game, described
from menace_kit.machine import Kit, load_preset
from menace_kit.machine.prospects import results

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.studies.outlook import Strength

GAMES, RUNS = 1000, 1000


def compare(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="KIT",
            help="Ready-made machines, or kit files such as ../other/kit.toml. One alone is "
            "compared with your kit.",
        ),
    ],
    games: Annotated[
        int,
        count_option(
            "Games that the machines of each kit have played; 0: none.", whole_between(0, 10**7)
        ),
    ] = GAMES,
    *,
    opponents: Opponents,
    runs: Annotated[
        int,
        count_option(
            f"Machines of each kit, up to {MOST_DRAWN_RUNS:,}.", whole_between(1, MOST_DRAWN_RUNS)
        ),
    ] = RUNS,
    seed: SeedOption = DEFAULT_SEED,
    as_json: JsonOption = False,
    kit: KitOptions,
) -> None:
    """Compare kits, by what their machines learn.

    Many machines of each play --games games first. The table shows how their next game ends:
    against random, perfect, and an opponent who knows what is in the boxes. A dead machine loses.

    Two machines that have learned meet in `lab evaluate --machine FILE --opponent FILE`.

    \b
    Example:  menace-kit lab compare starter
              menace-kit lab compare starter scroggs --opponent perfect:0.3
    """
    from menace_kit.lab.exact import COMPILED_FOR_MANY
    from menace_kit.lab.studies.outlook import strength

    kits = _kits(names, kit)
    contests = {name: opponents.contest(own, kit) for name, own in kits.items()}

    def steps() -> "Iterator[Strength | int]":
        for each in contests.values():
            yield from strength(each, games, runs, seed)

    played, finished = played_to_the_end(
        steps(),
        "Games",
        games * runs * len(kits),
        lambda done: f": {len(done)} of {len(kits)} kits were played." if done else "",
        f": 0 of {len(kits)} kits were played.",
        COMPILED_FOR_MANY,
    )
    first = next(iter(contests.values()))
    facts = {
        "opponents": first.opponents,
        "games": games,
        "runs": runs,
        "seed": seed,
        "machines": [
            {
                "name": name,
                **kit_facts(found.kit),
                "boxes": len(found.kit.boxes),
                "side": found.side,
                "dead": each.dead,
                "next_game": each.chances,
            }
            for (name, found), each in zip(contests.items(), played, strict=False)
        ],
    }
    report = _report(first.kit.game, facts)
    report.tell(as_json, exit_code=0 if finished else INTERRUPTED)


def _kits(names: Sequence[str], options: KitOptions) -> Mapping[str, Kit]:
    """Return the named kits; before a single name, put the chosen kit.

    Raises LabError if they are for different games.
    """
    chosen = [options.chosen()] if len(names) == 1 else []
    named = [(own.spec.name, own) for own in chosen] + [(name, _kit(name)) for name in names]
    kits = dict(named)
    if len(kits) < len(named):
        raise SelectionError("a name is there twice; name each once")
    if len({described(own.game) for own in kits.values()}) > 1:
        told = ", ".join(f"{name} {described(own.game)}" for name, own in kits.items())
        raise LabError(f"they play different games: {told}")
    return kits


def _kit(name: str) -> Kit:
    """Load a kit file, or a ready-made machine by name."""
    if Path(name).suffix != ".toml":
        return load_preset(name)
    try:
        return KitOptions(Path(name), None).chosen()
    except SelectionError as error:
        raise SelectionError(str(error).removeprefix("--kit: ")) from error


def _report(game: Game, facts: dict[str, Any]) -> Report:
    """Return each kit's chances in its next game, against each of the judges."""
    ends = [result.value for result in results(game)]
    rows = []
    for each in facts["machines"]:
        about = [each["name"], each["boxes"], each["side"].value, each["dead"]]
        for judge, chances in each["next_game"].items():
            shares = (f"{100 * getattr(chances, end):.1f} %" for end in ends)
            rows.append([*about, judge, *shares])
            about = [""] * len(about)
    return Report(
        facts,
        [
            f"after {facts['games']:,} games against {crowd(facts['opponents'])}: "
            f"{facts['runs']:,} machines of each kit",
            f"how the next game ends, on average; seed {facts['seed']}",
            "",
        ],
        ["", Right("boxes"), "plays", Right("dead"), "against", *map(Right, ends)],
        rows,
    )
