"""`menace-kit games` and `menace-kit games check NAME`: the games there are, and whether one is fit for a machine."""

import json
from typing import Annotated, Any

import typer

from menace_kit.cli.options import JsonOption
from menace_kit.errors import GameError
from menace_kit.games import Game, game_named, game_names, package_of

app = typer.Typer(
    name="games",
    rich_markup_mode=None,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

OURS = "menace-kit"


@app.callback(invoke_without_command=True)
def games(context: typer.Context, as_json: JsonOption = False) -> None:
    """List the games that a machine can be built for, those of other installed packages too.

    \b
    Example:  menace-kit games
    Example:  menace-kit games check nim
    """
    if context.invoked_subcommand is not None:
        return
    facts = [_facts(name) for name in game_names()]
    if as_json:
        typer.echo(json.dumps(facts, ensure_ascii=False))
        return
    rows = [("game", "board", "positions", "from"), *(_row(fact) for fact in facts)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, board, positions, origin in rows:
        cells = f"{name:<{widths[0]}}", f"{board:<{widths[1]}}", f"{positions:>{widths[2]}}", origin
        typer.echo("  ".join(cells))
    for fact in facts:
        if fact["fault"]:
            typer.echo(f"{fact['fault']}; more says:  menace-kit games check {fact['name']}", err=True)


@app.command("check")
def check(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game; `menace-kit games` lists them.")],
    as_json: JsonOption = False,
) -> None:
    """Check whether a game has all that a machine needs, and say what is wrong with it.

    For whoever writes a game. Exit code 1 where something is wrong.

    \b
    Example:  menace-kit games check hexapawn
    """
    from menace_kit.games.conformance import conformance

    game = game_named(name)
    checked = list(conformance(game))
    wrong = [str(finding) for each in checked for finding in each.findings or ()]
    if as_json:
        made = [
            {
                "check": each.check,
                "about": each.about,
                "findings": None if each.findings is None else [str(finding) for finding in each.findings],
            }
            for each in checked
        ]
        typer.echo(json.dumps({"name": name, "fit": not wrong, "checks": made}, ensure_ascii=False))
    else:
        for each in checked:
            result = "not made" if each.findings is None else "WRONG" if each.findings else "right"
            typer.echo(f"{result:<8}  {each.about}.")
            for finding in each.findings or ():
                typer.echo(f"          - {finding}")
        typer.echo(f"{name}: something is wrong with it." if wrong else f"{name} is fit for a machine.")
    if wrong:
        raise typer.Exit(1)


def _facts(name: str) -> dict[str, Any]:
    """Return what the list says of a game; what could not be found out is None, and `fault` says why."""
    facts: dict[str, Any] = {
        "name": name,
        "rows": None,
        "columns": None,
        "positions": None,
        "package": package_of(name) or OURS,
        "fault": None,
    }
    try:
        game = game_named(name)
        facts.update(rows=game.rows, columns=game.columns, positions=_positions(game))
    except GameError as error:
        facts["fault"] = str(error)
    return facts


def _positions(game: Game) -> int | None:
    """Return how many positions there are, None where too many; GameError where a package's game cannot be played."""
    from menace_kit.games.walk import position_count

    try:
        return position_count(game)
    except Exception as error:
        raise GameError(f"{game.name} cannot be played: {type(error).__name__}: {error}") from error


def _row(fact: dict[str, Any]) -> tuple[str, str, str, str]:
    board = "?" if fact["rows"] is None else f"{fact['rows']} x {fact['columns']}"
    positions = (
        "?" if fact["fault"] else "too many" if fact["positions"] is None else f"{fact['positions']:,}"
    )
    return fact["name"], board, positions, fact["package"]
