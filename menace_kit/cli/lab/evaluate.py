"""`menace-kit lab evaluate`: the exact chances of a machine's next game."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.lab.options import (
    GreedyOption,
    is_machine,
    kit_facts,
    machine_or_new,
    machine_player,
    told_of_compiling,
)
from menace_kit.cli.options import JsonOption, KitOptions, MachineOption, choice_of
from menace_kit.cli.report import Report, Right
from menace_kit.cli.terminal import busy
from menace_kit.errors import LabError
from menace_kit.games import Game, Side
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
from menace_kit.machine import Kit
from menace_kit.machine.prospects import results

if TYPE_CHECKING:
    from menace_kit.lab.engine.tables import MachineTable
    from menace_kit.lab.machine_file import SavedMachine
    from menace_kit.lab.studies.evaluation import Rival
    from menace_kit.machine.next_game import Chances


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
    machine: MachineOption = None,
    side: Annotated[
        Side | None,
        choice_of(Side, "Whom it plays, if its kit has boxes for both.  [default: first]"),
    ] = None,
    greedy: GreedyOption = False,
    kit: KitOptions,
    as_json: JsonOption = False,
) -> None:
    """Say how likely a machine wins its next game.

    The chances to win, draw and lose are summed over all games, not sampled.
    Without --machine it is a new machine of the kit.

    Example:  menace-kit lab evaluate --opponent random
    """
    from menace_kit.lab.learners import machine_side

    named = machine_or_new(machine, kit)
    chosen, source = named.machine, named.source
    plays = machine_side(chosen.kit, side)
    itself = [MENACE] if chosen.kit.spec.side == "both" else []
    names = (opponent,) if opponent is not None else (*STATIONARY, *itself, WORST_CASE)
    now = _evaluated(chosen, plays, names, kit, greedy)
    results = [{"opponent": name, **each._asdict()} for name, each in now.items()]
    facts = {
        **kit_facts(chosen.kit),
        "machine": source or "the untouched kit",
        "side": plays.value,
        "greedy": greedy,
    }
    _report(chosen.kit.game, facts, results, one=opponent is not None).tell(as_json)


def _evaluated(
    machine: "SavedMachine",
    side: Side,
    opponents: tuple[str, ...],
    options: KitOptions,
    greedy: bool,
) -> "dict[str, Chances]":
    """Return the machine's chances against each opponent.

    Raises LabError if an opponent is unknown or learns as it plays, before anything is compiled.
    """
    from menace_kit.lab.coach import COMPILED as COACH_COMPILED
    from menace_kit.lab.engine.tables import game_table, machine_table
    from menace_kit.lab.exact import COMPILED
    from menace_kit.lab.studies.evaluation import evaluated

    _check_opponents(machine.kit, opponents, machine.learner)
    table = machine_table(machine.kit, game_table(machine.kit.game))
    weights = table.weights(machine.weights)
    rivals = {name: _rival(name, options, table, weights, side) for name in opponents}
    to_compile = COACH_COMPILED if any(map(_is_coach, opponents)) else COMPILED
    with told_of_compiling(*to_compile), busy("Summing over all games"):
        return evaluated(table, weights, side, rivals, greedy)


def _rival(
    name: str, options: KitOptions, table: "MachineTable", weights: Any, side: Side
) -> "Rival":
    """Return how an opponent plays against the machine on this side."""
    from menace_kit.lab.coach import Coach
    from menace_kit.lab.exact import check_it_plays, player_policy
    from menace_kit.lab.own_players import function_player
    from menace_kit.lab.players import is_function, player_named

    kit, game = table.kit, table.game
    if name == WORST_CASE:
        return lambda _: None
    if name == MENACE:
        return lambda own: own
    if is_machine(name):
        maker = machine_player(name, options, [side.other])
        check_it_plays(name, maker.machine.kit, kit.game, maker.sides)
        return lambda _: maker.policy(game)
    if is_function(name):
        asked = function_player(name, kit, game, [side.other])
    else:
        asked = player_named(name, game)
    if asked.looks:
        return lambda _: Coach(table, side).policy(weights, asked.rate)
    known = player_policy(asked)
    return lambda _: known


def _is_coach(name: str) -> bool:
    return name.partition(":")[0] == COACH


def _check_opponents(kit: Kit, names: tuple[str, ...], by: str) -> None:
    """Raise LabError if an opponent is unknown, learns as it plays, or cannot play this machine."""
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


def _report(
    game: Game, facts: Mapping[str, Any], found: Sequence[Mapping[str, Any]], one: bool
) -> Report:
    """Return an evaluation as a table, in per cent.

    If `one` opponent was named, JSON has its chances at the top level, too.
    """
    how = f"plays {'greedily ' if facts['greedy'] else ''}as the {facts['side']} player"
    head = [f"{facts['kit']} ({facts['fingerprint']}), {facts['machine']}, {how}"]
    ends = [result.value for result in results(game)]
    rows = [[each["opponent"], *(f"{100 * each[end]:.2f} %" for end in ends)] for each in found]
    return Report(
        {**facts, **found[0]} if one else {**facts, "results": found},
        head,
        ["against", *(Right(f"{end:>8}") for end in ends)],
        rows,
    )
