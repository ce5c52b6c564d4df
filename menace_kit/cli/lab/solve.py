"""`menace-kit lab solve`: what a board is worth when nobody errs, and the work of finding out."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import typer

from menace_kit.cli.operator.lookup import move_fact
from menace_kit.cli.options import JsonOption, KitOptions
from menace_kit.games import Game, Move, Position, Side
from menace_kit.games.notation import Marks, move_text, parse_cells, position_text
from menace_kit.games.reachable import reachable
from menace_kit.guide.players import player
from menace_kit.guide.wording import outcome
from menace_kit.machine.kit import Kit
from menace_kit.text.messages import capital

ENDS = {1: "can win", 0: "can draw", -1: "loses"}
"""What a value means to the side to move."""


class Solution(NamedTuple):
    """What a position is worth to the side to move, the moves that keep it, and the nodes visited.

    Attributes:
        negamax: nodes of the whole tree.
        alpha_beta: those that are visited to find all of the best moves.
        value_only: those that are visited to find the value alone.
    """

    value: int
    best: tuple[Move, ...]
    negamax: int
    alpha_beta: int
    value_only: int


def solve(
    board: Annotated[
        str | None,
        typer.Argument(
            help="The squares as one reads; . - _ 0 or a space is empty, / may separate the rows.  "
            "[default: the start of the game]",
            show_default=False,
        ),
    ] = None,
    *,
    kit: KitOptions,
    as_json: JsonOption = False,
) -> None:
    """Say what a board is worth with perfect play, which moves are best, and how many nodes a search visits.

    Example:  menace-kit lab solve "O.X/.../..."
    """
    chosen = kit.chosen()
    game = chosen.game
    position = game.start() if board is None else _typed(game, board, chosen.spec.marks)
    solution = solved(chosen, position)
    if as_json:
        typer.echo(json.dumps(solution_facts(chosen, position, solution), ensure_ascii=False))
    else:
        for line in solution_lines(chosen, position, solution):
            typer.echo(line)


def _typed(game: Game, board: str, marks: Marks) -> Position:
    """Return the position on a typed board; of an impartial game whoever is to move, for it is worth the same."""
    cells = parse_cells(board, game.rows * game.columns, marks)
    if not game.impartial:
        return game.position(cells)
    turns = [position for position in reachable(game) if position.cells == cells]
    return min(turns, key=lambda position: position.to_move is Side.SECOND) if turns else game.position(cells)


def solved(kit: Kit, position: Position) -> Solution:
    """Return the solution of a position, searched with pruning and without."""
    from menace_kit.cli.lab.work import told_of_compiling
    from menace_kit.lab.search import COMPILED, search, value_nodes
    from menace_kit.lab.tables import game_table

    table = game_table(kit.game)
    state = table.state(position)
    with told_of_compiling(*COMPILED):
        plain, pruned = search(table, state, prune=False), search(table, state)
        value_only = value_nodes(table, state)
    best = tuple(table.moves[state][place] for place in pruned.best)
    return Solution(pruned.value, best, plain.nodes, pruned.nodes, value_only)


def solution_facts(kit: Kit, position: Position, solution: Solution) -> dict[str, Any]:
    """Return a solution as JSON has it; `value` is 1, 0 or -1 to the side to move."""
    return {
        "board": position_text(position, kit.spec.marks),
        "to_move": position.to_move.value,
        "value": solution.value,
        "best_moves": [move_fact(move) for move in solution.best],
        "nodes": {
            "negamax": solution.negamax,
            "alpha_beta": solution.alpha_beta,
            "alpha_beta_value_only": solution.value_only,
        },
    }


def solution_lines(kit: Kit, position: Position, solution: Solution) -> Iterator[str]:
    """Yield a solution in words."""
    ended = kit.game.outcome(position)
    if ended is not None:
        yield f"The game is over: {outcome(kit, ended)}."
        return
    mover = capital(str(player(kit, position.to_move)))
    numbers = ", ".join(move_text(move) for move in solution.best)
    yield f"{mover} is to move, and with perfect play {ENDS[solution.value]}."
    yield f"best moves     {numbers}"
    yield "nodes visited"
    yield f"  negamax      {solution.negamax:>9,}"
    yield f"  alpha-beta   {solution.alpha_beta:>9,}   for all of the best moves"
    yield f"               {solution.value_only:>9,}   for the value alone"
