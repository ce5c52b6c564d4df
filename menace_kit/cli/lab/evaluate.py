"""`menace-kit lab evaluate`, `lab solve` and `lab league`: how games end, exactly."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from menace_kit.cli.lab.options import (
    GREEDY,
    MachineOptions,
    is_machine,
    kit_facts,
    machine_named,
    machine_player,
    side_option,
    tell,
    told_of_compiling,
)
from menace_kit.cli.options import JsonOption, KitOptions
from menace_kit.cli.terminal import busy, table_lines
from menace_kit.errors import LabError, SelectionError
from menace_kit.games import (
    Game,
    Side,
    described,
)
from menace_kit.lab import (
    A_MACHINE,
    COACH,
    LEARNERS,
    MENACE,
    OF_ONES_OWN,
    PLAYERS,
    STATIONARY,
    WORST_CASE,
    in_help,
    noted,
)
from menace_kit.machine.kit import Kit, load_preset
from menace_kit.machine.learning import has_ties, results, starting_contents
from menace_kit.machine.toml_files import TemplateKind, template_names

if TYPE_CHECKING:
    from menace_kit.lab.engine.tables import GameTable
    from menace_kit.lab.exact import Chances, Policy
    from menace_kit.lab.machine_file import SavedMachine


def evaluate(
    opponent: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=in_help(
                noted(COACH, PLAYERS[COACH].note),
                f"{WORST_CASE} (knows what is in the boxes)",
                f"{MENACE} (the kit's other machine)",
            )
            + f", {OF_ONES_OWN}, or {A_MACHINE}.  [default: all that have a name]",
        ),
    ] = None,
    *,
    machine: MachineOptions,
    side: Annotated[
        Side | None, side_option("Whom it plays, if its kit has boxes for both.  [default: first]")
    ] = None,
    greedy: Annotated[
        bool,
        typer.Option("--greedy", help="It plays the bead of which there are most, and draws none."),
    ] = False,
    before: Annotated[
        bool,
        typer.Option(
            "--before", help="Beside it the same kit as it is filled first: before and after."
        ),
    ] = False,
    kit: KitOptions,
    as_json: JsonOption = False,
) -> None:
    """Say how likely a machine wins, draws and loses its next game:
    summed over all games, not sampled.

    Without --machine, --real or --journal it is the kit as it was filled first.

    Example:  menace-kit lab evaluate --opponent random
    """
    from menace_kit.lab.machine_file import untaught

    named = machine.chosen(kit)
    chosen, source = named.machine, named.source
    plays = _chosen_side(chosen.kit, side)
    names = (opponent,) if opponent is not None else _all_opponents(chosen.kit)
    found, in_vain = _evaluated(chosen, plays, names, kit, greedy)
    facts: dict[str, Any] = {
        **kit_facts(chosen.kit),
        "machine": "the untouched kit" if source is None else str(source),
        "side": plays.value,
        "greedy": greedy,
        "results": [
            {"opponent": name, **chances._asdict(), **({"taken": in_vain[name]} if in_vain else {})}
            for name, chances in found.items()
        ],
    }
    if before:
        fresh = untaught(chosen.kit, starting_contents(chosen.kit))
        if chosen.learner != "beads":
            raise LabError(
                f"--before: this machine learned by {chosen.learner}; it had no beads at the start"
            )
        start, first_in_vain = _evaluated(fresh, plays, names, kit, greedy)
        for each in facts["results"]:
            name = each["opponent"]
            each["before"] = start[name]._asdict() | (
                {"taken": first_in_vain[name]} if first_in_vain else {}
            )
    lines = list(_evaluation_lines(chosen.kit.game, facts))
    if opponent is not None:
        facts |= facts.pop("results")[0]
    tell(as_json, facts, lines)


def _chosen_side(kit: Kit, asked: Side | None) -> Side:
    """Return whom the machine plays: the kit's side; of a kit with both,
    the one that is asked for, or the first.
    """
    sides = list(Side) if kit.spec.side == "both" else [Side(kit.spec.side)]
    if asked not in (None, *sides):
        raise SelectionError(
            f"--side: {kit.spec.name} has boxes for the {sides[0].value} player only"
        )
    return asked or sides[0]


def _evaluated(
    machine: "SavedMachine",
    side: Side,
    opponents: tuple[str, ...],
    options: KitOptions,
    greedy: bool = False,
) -> "tuple[dict[str, Chances], dict[str, float | None]]":
    """Return opponent -> the machine's chances, and how many of its beads
    would be of taken squares.

    The latter for kits that have such beads, None against the worst case.
    LabError where an opponent is unknown, or learns as it plays.
    """
    from menace_kit.lab.coach import COMPILED as COACH_COMPILED
    from menace_kit.lab.coach import Coach
    from menace_kit.lab.engine.tables import game_table, machine_table
    from menace_kit.lab.exact import (
        COMPILED,
        check_it_plays,
        exact_chances,
        machine_policy,
        player_policy,
        taken_share,
        worst_case,
    )
    from menace_kit.lab.players import function_player, is_function, player_named

    kit = machine.kit
    _check_opponents(kit, opponents, machine.learner)
    game = game_table(kit.game)
    table = machine_table(kit, game)

    def ready(name: str) -> "Callable[[], Policy | None]":
        """Return what gives how somebody plays; whoever cannot is refused now,
        before anything is compiled.
        """
        if name in (WORST_CASE, MENACE):
            return lambda: policy if name == MENACE else None
        if is_machine(name):
            maker = machine_player(name, options, [side.other])
            check_it_plays(name, maker.machine.kit, kit.game, maker.sides)
            return lambda: maker.policy(game)
        asked = (
            function_player(name, kit, game, [side.other])
            if is_function(name)
            else player_named(name, game)
        )
        if asked.looks:
            return lambda: Coach(table, side).policy(weights, asked.rate)
        known = player_policy(asked)
        return lambda: known

    weights, able = table.weights(machine.weights), {name: ready(name) for name in opponents}
    to_compile = COACH_COMPILED if any(map(_is_coach, opponents)) else COMPILED
    with told_of_compiling(*to_compile), busy("Summing over all games"):
        policy = machine_policy(table, weights, greedy)
        others = {name: made() for name, made in able.items()}
        found = {
            name: exact_chances(game, policy, other, side)
            if other
            else worst_case(game, policy, side)
            for name, other in others.items()
        }
        shares = {
            name: taken_share(table, weights, policy, other, side) if other else None
            for name, other in others.items()
            if table.taken.any()
        }
    return found, shares


def _all_opponents(kit: Kit) -> tuple[str, ...]:
    return (*STATIONARY, *([MENACE] if kit.spec.side == "both" else []), WORST_CASE)


def _is_coach(name: str) -> bool:
    return name.partition(":")[0] == COACH


def _check_opponents(kit: Kit, names: tuple[str, ...], by: str) -> None:
    """Go on where each name is of somebody who plays, and always in the same way."""
    from menace_kit.lab.learners import to_play
    from menace_kit.lab.players import is_function, nobody, parsed_name

    for name in names:
        if _is_coach(name) and by != "beads":
            raise LabError(
                f"{name} looks at the beads in the boxes, and this machine learns by {by}"
            )
        if name == MENACE and kit.spec.side != "both":
            raise LabError(
                f"{kit.spec.name} has boxes for one side only and cannot play itself; "
                f"{to_play(kit, *Side)}"
            )
        if name.partition(":")[0] in LEARNERS:
            raise LabError(f"{name} learns as it plays; exact chances need a player that does not")
        if name not in (MENACE, WORST_CASE) and not is_function(name) and not is_machine(name):
            if name.partition(":")[0] not in PLAYERS:
                raise nobody(name, (*PLAYERS, MENACE, WORST_CASE))
            parsed_name(name)


def _evaluation_lines(game: Game, facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield an evaluation as a table, in per cent."""
    how = f"plays {'greedily ' if facts['greedy'] else ''}as the {facts['side']} player"
    yield f"{facts['kit']} ({facts['fingerprint']}), {facts['machine']}, {how}"
    width = max(len("against"), *(len(each["opponent"]) for each in facts["results"]))
    ends = [result.value for result in results(game)]
    columns = [*ends, *(["taken"] if "taken" in facts["results"][0] else [])]
    moments = ["before", "now"] if "before" in facts["results"][0] else [""]
    if moments[1:]:
        yield " " * width + "".join(f"{moment:>{10 * len(columns)}}" for moment in moments)
    yield f"{'against':<{width}}" + "".join(f"{column:>10}" for column in columns * len(moments))
    for each in facts["results"]:
        chances = [each["before"], each] if moments[1:] else [each]
        shares = (moment[column] for moment in chances for column in columns)
        told = "".join(
            f"{'-':>10}" if share is None else f"{100 * share:8.2f} %" for share in shares
        )
        yield f"{each['opponent']:<{width}}{told}"
    if columns != ends:
        yield "taken: of all beads that it draws, those of taken squares"


class Pairing(NamedTuple):
    """One game of a league: who plays first, who second, and the chances of the first."""

    first: str
    second: str
    chances: "Chances"


class Standing(NamedTuple):
    """What somebody may expect of a league: games, those won,
    drawn and lost on average; a draw is half a point.

    `plays` are the sides that it has played; one who plays first alone may
    have it easier, or harder.
    """

    name: str
    plays: Sequence[Side]
    games: int
    won: float
    drawn: float
    lost: float

    @property
    def points(self) -> float:
        """Return points in all games."""
        return self.won + self.drawn / 2


def league(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME...",
            help="Two or more: machines in files (machine files, journals; "
            f"FILE{GREEDY} plays the bead of which it has most), "
            f"presets (untrained), {in_help('or a function, FILE.py:NAME')}.",
        ),
    ],
    *,
    kit: KitOptions,
    as_json: JsonOption = False,
) -> None:
    """Let all play all, both ways round where they have boxes for it:
    exact chances, and who would come first.

    Nobody learns meanwhile. A machine in a file may be of this kit,
    of the kit.toml beside it, or of a preset.

    Example:  menace-kit lab league michie-1961 second-player random perfect
    """
    from menace_kit.lab.exact import COMPILED

    if len(names) < 2 or len(set(names)) < len(names):
        raise SelectionError("a league needs two or more names, each once")
    shared = _shared_kit(names, kit)
    game = shared.game
    with told_of_compiling(*COMPILED), busy("Summing over all games"):
        played = _played(names, kit, shared)
    if not played:
        raise LabError("nobody here has boxes to play anybody else: all play the same side")
    standings = sorted(
        _standings(names, played), key=lambda each: -each.points / max(each.games, 1)
    )
    facts = {
        "game": described(game),
        "games": [
            {"first": each.first, "second": each.second, **each.chances._asdict()}
            for each in played
        ],
        "standings": [
            each._asdict() | {"plays": [side.value for side in each.plays], "points": each.points}
            for each in standings
        ],
    }
    tell(as_json, facts, _league_lines(game, played, standings))


def _kit_in(name: str, kit: KitOptions) -> Kit | None:
    """Return the kit of a machine that a name means, None where it is a player;
    LabError where it means nobody.
    """
    from menace_kit.lab.players import is_function

    if name in template_names(TemplateKind.MACHINES):
        return load_preset(name)
    if is_machine(name):
        return machine_named(name, kit).kit
    if name.partition(":")[0] not in PLAYERS and not is_function(name):
        players = ", ".join(player for player in PLAYERS if player != COACH)
        raise LabError(
            f"there is no machine or player {name!r}; "
            f"name a file, a preset (menace-kit templates), FILE.py:NAME, or one of: {players}"
        )
    return None


def _shared_kit(names: Sequence[str], kit: KitOptions) -> Kit:
    """Return a kit whose game all of them play, and whose marks are on the boards
    that a function is asked about.

    It is the first machine's; the chosen one where none is named. LabError where machines play
    different games, or where a function would have to know which of their marks are meant.
    """
    from menace_kit.lab.players import is_function

    kits = {name: found for name in names if (found := _kit_in(name, kit)) is not None}
    if len({found.game for found in kits.values()}) > 1:
        told = ", ".join(f"{name} {described(found.game)}" for name, found in kits.items())
        raise LabError(f"they play different games: {told}")
    functions = [name for name in names if is_function(name)]
    if functions and len({found.spec.marks for found in kits.values()}) > 1:
        told = ", ".join(f"{name} {' '.join(found.spec.marks)}" for name, found in kits.items())
        raise LabError(
            f"{functions[0]} is asked about boards with the machines' marks, and these differ: "
            f"{told}; name machines whose marks are alike"
        )
    return next(iter(kits.values()), None) or kit.chosen()


def _played(names: Sequence[str], kit: KitOptions, shared: Kit) -> list[Pairing]:
    from menace_kit.lab.engine.tables import game_table
    from menace_kit.lab.exact import exact_chances

    table = game_table(shared.game)
    policies = {name: _policies(name, kit, shared, table) for name in names}
    return [
        Pairing(
            first,
            second,
            exact_chances(
                table, policies[first][Side.FIRST], policies[second][Side.SECOND], Side.FIRST
            ),
        )
        for first, second in permutations(names, 2)
        if Side.FIRST in policies[first] and Side.SECOND in policies[second]
    ]


def _policies(
    name: str, kit: KitOptions, shared: Kit, table: "GameTable"
) -> "Mapping[Side, Policy]":
    """Return how somebody plays each side that it can play."""
    from menace_kit.lab.engine.tables import machine_table
    from menace_kit.lab.exact import machine_policy, player_policy
    from menace_kit.lab.players import function_player, is_function, player_named

    if is_function(name):
        return {side: player_policy(function_player(name, shared, table, [side])) for side in Side}
    if (own := _kit_in(name, kit)) is None:
        return dict.fromkeys(Side, player_policy(player_named(name, table)))
    if is_machine(name):
        return dict.fromkeys(own.sides, machine_player(name, kit, own.sides).policy(table))
    boxes = machine_table(own, table)
    return dict.fromkeys(own.sides, machine_policy(boxes, boxes.weights(starting_contents(own))))


def _standings(names: Sequence[str], played: Sequence[Pairing]) -> Iterator[Standing]:
    for name in names:
        first = [tuple(each.chances) for each in played if each.first == name]
        second = [tuple(each.chances)[::-1] for each in played if each.second == name]
        plays = [side for side, games in zip(Side, (first, second), strict=True) if games]
        own = first + second
        yield Standing(
            name, plays, len(own), *(sum(chances[place] for chances in own) for place in range(3))
        )


def _league_lines(
    game: Game, played: Sequence[Pairing], standings: Sequence[Standing]
) -> Iterator[str]:
    """Yield the games in per cent, and below who comes first."""
    ends = ["first wins", "draw", "second wins"]
    shown = [place for place, end in enumerate(ends) if end != "draw" or has_ties(game)]
    rows = [("first", "second", *(ends[place] for place in shown))]
    rows += [
        (each.first, each.second, *(f"{100 * each.chances[place]:.2f} %" for place in shown))
        for each in played
    ]
    yield from table_lines(rows)
    yield ""
    heading = ("", "plays", "games", "points", "points a game")
    table = [heading]
    for each in standings:
        mean = f"{each.points / each.games:.3f}" if each.games else "-"
        plays = (
            "both sides"
            if len(each.plays) > 1
            else "".join(f"{side.value} only" for side in each.plays)
        )
        table.append((each.name, plays or "-", str(each.games), f"{each.points:.3f}", mean))
    yield from table_lines(table)
    yield ""
    yield (
        "A win is a point, a draw half of one; "
        "who has boxes for one side only plays that side alone."
    )
    if len({tuple(each.plays) for each in standings}) > 1:
        yield "One side has it easier than the other: compare those who play the same sides."
