"""`menace-kit lab compare`: kits that learn alike, or all play all."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from menace_kit.cli.lab.options import (
    DEFAULT_SEED,
    GREEDY,
    MOST_DRAWN_RUNS,
    Opponents,
    SeedOption,
    count_option,
    crowd,
    is_machine,
    kit_facts,
    machine_named,
    played_to_the_end,
    told_of_compiling,
)
from menace_kit.cli.mistakes import INTERRUPTED
from menace_kit.cli.options import JsonOption, KitOptions, whole_between
from menace_kit.cli.report import Report, Right, table_lines
from menace_kit.cli.terminal import busy
from menace_kit.errors import LabError, SelectionError
from menace_kit.games import Game, Side, described
from menace_kit.lab import COACH, PLAYERS, in_help
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import load_preset
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.prospects import has_ties, results
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.views.json_output.values import picked

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.engine.tables import GameTable
    from menace_kit.lab.exact import Policy
    from menace_kit.lab.learners import Contest
    from menace_kit.lab.machine_file import SavedMachine
    from menace_kit.lab.studies.league import Pairing, Standing
    from menace_kit.lab.studies.outlook import Strength

GAMES, RUNS = 1000, 1000


class Entrant(NamedTuple):
    """Somebody who was named: a kit, a machine in a file with its kit, or a player without one."""

    name: str
    kit: Kit | None = None
    machine: "SavedMachine | None" = None

    @property
    def learns(self) -> bool:
        """Return whether it is a kit, whose machines can learn first."""
        return self.kit is not None and self.machine is None


def compare(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME",
            help="Kits: presets, or files such as ../other/kit.toml. Machines: machine files and "
            f"logbooks; FILE{GREEDY} plays the bead of which it has most. Players: "
            f"{in_help('or a function, FILE.py:NAME')}. One name alone is compared with your kit.",
        ),
    ],
    games: Annotated[
        int | None,
        count_option(
            "Games that the machines of each kit have played; 0: none.  "
            f"[default: {GAMES:,} where only kits are named, else 0]",
            whole_between(0, 10**7),
        ),
    ] = None,
    *,
    opponents: Opponents,
    runs: Annotated[
        int | None,
        count_option(
            f"Machines of each kit, up to {MOST_DRAWN_RUNS:,}.  [default: {RUNS:,}]",
            whole_between(1, MOST_DRAWN_RUNS),
        ),
    ] = None,
    seed: SeedOption = DEFAULT_SEED,
    as_json: JsonOption = False,
    kit: KitOptions,
) -> None:
    """Compare kits, trained machines and players.

    Name only kits, and many machines of each play --games games first. The table shows how
    their next game ends: against random, perfect, and an opponent who knows what is in the boxes.
    A dead machine loses.

    Name a machine's file or a player too, and nobody learns: all play all, both ways round
    where they have boxes for it. The table shows exact chances, and who would come first.
    A kit plays with the beads of a new machine then. So do kits alone with --games 0.

    \b
    Example:  menace-kit lab compare starter
              menace-kit lab compare trained.json second-player random
    """
    everyone = _entrants(names, kit)
    others = [each.name for each in everyone if not each.learns]
    if games is None:
        games = 0 if others else GAMES
    if games and others:
        raise SelectionError(
            f"--games: {others[0]} learns no more; leave --games out, or name only kits"
        )
    if games == 0 and (opponents.named or runs is not None):
        raise SelectionError(
            "--opponent, --mix and --runs are for kits that learn; "
            "leave them out, or name only kits, and --games"
        )
    shared = _shared_kit(everyone, kit)
    if games == 0:
        _all_play_all(everyone, shared, as_json)
        return
    kits = {each.name: each.kit for each in everyone if each.kit is not None}
    contests = {name: opponents.contest(own, kit) for name, own in kits.items()}
    _after_learning(contests, (games, runs or RUNS, seed), as_json)


def _after_learning(
    contests: "Mapping[str, Contest]", numbers: tuple[int, int, int], as_json: bool
) -> None:
    """Let machines of each kit learn, and print how their next game ends.

    `numbers`: games, runs, seed.
    """
    from menace_kit.lab.exact import COMPILED_FOR_MANY
    from menace_kit.lab.studies.outlook import strength

    games, runs, seed = numbers
    first = next(iter(contests.values()))

    def steps() -> "Iterator[Strength | int]":
        for each in contests.values():
            yield from strength(each, games, runs, seed)

    kits = len(contests)
    played, finished = played_to_the_end(
        steps(),
        "Games",
        games * runs * kits,
        lambda done: f": {len(done)} of {kits} kits were played." if done else "",
        f": 0 of {kits} kits were played.",
        COMPILED_FOR_MANY,
    )
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
    report = _strength_report(first.kit.game, facts)
    report.tell(as_json, exit_code=0 if finished else INTERRUPTED)


def _entrants(names: Sequence[str], kit: KitOptions) -> list[Entrant]:
    """Return who was named, with the chosen kit in front where that is one name alone."""
    found = [_entrant(name, kit) for name in names]
    if len(names) == 1:
        chosen = kit.chosen()
        found.insert(0, Entrant(chosen.spec.name, chosen))
    if len({each.name for each in found}) < len(found):
        raise SelectionError("a name is there twice; name each once")
    return found


def _entrant(name: str, kit: KitOptions) -> Entrant:
    """Return whom a name means: a preset, a kit file, a machine's file, a player or a function."""
    from menace_kit.lab.players import is_function

    if name in template_names(TemplateKind.MACHINES):
        return Entrant(name, load_preset(name))
    if Path(name).suffix == ".toml":
        try:
            return Entrant(name, KitOptions(Path(name), None).chosen())
        except SelectionError as error:
            raise SelectionError(str(error).removeprefix("--kit: ")) from error
    if name.partition(":")[0] in PLAYERS or is_function(name):
        return Entrant(name)
    if is_machine(name):
        machine = machine_named(name, kit).machine
        return Entrant(name, machine.kit, machine)
    players = ", ".join(player for player in PLAYERS if player != COACH)
    raise LabError(
        f"there is no kit, machine or player {name!r}; name a file, a preset "
        f"(menace-kit list machines), FILE.py:NAME, or one of: {players}"
    )


def _strength_report(game: Game, facts: dict[str, Any]) -> Report:
    """Return what each kit's machines can expect of their next game, against each of the judges."""
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


def _shared_kit(everyone: Sequence[Entrant], kit: KitOptions) -> Kit:
    """Return a kit whose game all of them play, and whose marks are on the boards
    that a function is asked about.

    It is the first machine's; the chosen one where none is named. LabError where machines play
    different games, or where a function would have to know which of their marks are meant.
    """
    from menace_kit.lab.players import is_function

    kits = {each.name: each.kit for each in everyone if each.kit is not None}
    if len({described(own.game) for own in kits.values()}) > 1:
        told = ", ".join(f"{name} {described(own.game)}" for name, own in kits.items())
        raise LabError(f"they play different games: {told}")
    functions = [each.name for each in everyone if is_function(each.name)]
    if functions and len({own.spec.marks for own in kits.values()}) > 1:
        told = ", ".join(f"{name} {' '.join(own.spec.marks)}" for name, own in kits.items())
        raise LabError(
            f"{functions[0]} is asked about boards with the machines' marks, and these differ: "
            f"{told}; name machines whose marks are alike"
        )
    return next(iter(kits.values()), None) or kit.chosen()


def _all_play_all(everyone: Sequence[Entrant], shared: Kit, as_json: bool) -> None:
    from menace_kit.lab.engine.tables import game_table
    from menace_kit.lab.exact import COMPILED
    from menace_kit.lab.studies.league import all_play_all, standings

    table = game_table(shared.game)
    with told_of_compiling(*COMPILED), busy("Summing over all games"):
        plays = {each.name: _policies(each, shared, table) for each in everyone}
        pairings = all_play_all(table, plays)
    _league_report(shared.game, pairings, standings(plays, pairings)).tell(as_json)


def _policies(each: Entrant, shared: Kit, table: "GameTable") -> "Mapping[Side, Policy]":
    """Return how somebody plays each side that it can play."""
    from menace_kit.lab.exact import MachinePlayer, player_policy
    from menace_kit.lab.machine_file import untaught
    from menace_kit.lab.own_players import function_player
    from menace_kit.lab.players import is_function, player_named

    if each.kit is not None:
        machine = each.machine or untaught(each.kit, starting_contents(each.kit))
        sides = each.kit.sides
        player = MachinePlayer(each.name, machine, each.name.endswith(GREEDY), sides)
        return dict.fromkeys(sides, player.policy(table))
    if is_function(each.name):
        asked = {side: function_player(each.name, shared, table, [side]) for side in Side}
        return {side: player_policy(player) for side, player in asked.items()}
    return dict.fromkeys(Side, player_policy(player_named(each.name, table)))


def _league_report(
    game: Game, pairings: "Sequence[Pairing]", order: "Sequence[Standing]"
) -> Report:
    """Return the games in per cent, and below who comes first."""
    ends = {"win": "first wins", "draw": "draw", "loss": "second wins"}
    if not has_ties(game):
        del ends["draw"]
    columns = ("", "plays", "games", "points", "points a game")
    means = (f"{each.mean:.3f}" if each.games else "-" for each in order)
    ranked = (
        (each.name, _plays(each), each.games, f"{each.points:.3f}", mean)
        for each, mean in zip(order, means, strict=True)
    )
    notes = ["", *table_lines(columns, ranked), ""]
    notes.append("A win is a point, a draw half a point. Nobody learns meanwhile.")
    if len({tuple(each.plays) for each in order}) > 1:
        notes.append(
            "One side has it easier than the other: compare those who play the same sides."
        )
    return Report(
        {
            "game": described(game),
            "pairings": [
                {**picked(each, "first", "second"), **each.chances._asdict()} for each in pairings
            ],
            "standings": [each._asdict() | picked(each, "points") for each in order],
        },
        columns=("first", "second", *ends.values()),
        rows=(
            (
                each.first,
                each.second,
                *(f"{100 * getattr(each.chances, end):.2f} %" for end in ends),
            )
            for each in pairings
        ),
        notes=notes,
    )


def _plays(standing: "Standing") -> str:
    sides = [side.value for side in standing.plays]
    return "both sides" if len(sides) > 1 else "".join(f"{side} only" for side in sides) or "-"
