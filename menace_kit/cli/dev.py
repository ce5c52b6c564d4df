"""`menace-kit dev`: for people who publish the site or write a game."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from menace_kit.cli.commands import command_in, group_of
from menace_kit.cli.options import JsonOption
from menace_kit.cli.output_paths import check_folder
from menace_kit.cli.report import Report
from menace_kit.cli.terminal import busy
from menace_kit.errors import SelectionError, check_extra
from menace_kit.games import Parameter, described, game_named, parameters_of
from menace_kit.views.json_output.rules import conformance_facts

if TYPE_CHECKING:
    from menace_kit.games.conformance import Checked

app = group_of(
    {
        "site": command_in(__name__, "site"),
        "check-game": command_in(__name__, "check_game", "check-game"),
    },
    help="Publish the site, or check a game that you write.",
)


def _address(text: str) -> str:
    if not re.fullmatch(r"https?://[^\s\"<>?#]+", text):
        raise typer.BadParameter(
            f"{text!r} is no address of a site; write it as https://example.org/menace/"
        )
    return text


def site(
    output: Annotated[
        Path,
        Option(
            metavar="FOLDER",
            help="The folder for the site; made if need be, empty, or of an earlier site.",
        ),
    ],
    documents: Annotated[
        Path | None,
        Option(
            metavar="FOLDER",
            help="Pages to add as docs/, as `make docs` makes them.  [default: none]",
        ),
    ] = None,
    fetched: Annotated[
        Path | None,
        Option(
            metavar="FOLDER",
            help="Where what is fetched is kept for the next time.  [default: your cache folder]",
        ),
    ] = None,
    address: Annotated[
        str | None,
        Option(
            metavar="URL",
            parser=_address,
            help="Where the site will be, as https://…; a shared link needs it for its picture.",
        ),
    ] = None,
) -> None:
    """Write the site that runs this program in a browser.

    Put the folder on any web server. Visitors need no Python.
    The site's other parts are fetched from npm and PyPI, once, with npm and pip.

    \b
    Example:  menace-kit dev site --output site
    Then:     python -m http.server --directory site
    """
    check_extra(("fastapi", "jinja2"), "web")
    check_folder(output)
    from menace_kit.site.folder import write_site

    made = write_site(output, fetched, documents, typer.echo, address or "")
    megabytes = sum(made.files.values()) / 1e6
    typer.echo(
        f"{len(made.files)} files, {megabytes:.1f} MB, are in {made.folder}; "
        "put them on any web server."
    )


MOST_DIGITS = 2
"""Most digits in a game's parameter: nobody builds boxes for a board 100 squares wide."""


def check_game(
    name: Annotated[
        str, Argument(metavar="NAME", help="The game; `menace-kit list games` lists them.")
    ],
    chosen: Annotated[
        list[str] | None,
        Argument(metavar="WHAT=VALUE", help="Which one it is, as matches=13 last=loses."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check that a game has all that a machine needs.

    For a game of your own. Says what is wrong with it; then the exit code is 1.

    \b
    Example:  menace-kit dev check-game hexapawn
    Example:  menace-kit dev check-game nim matches=13 last=loses
    """
    from menace_kit.games.conformance import conformance

    game = game_named(name, dict(_parameter(word, name) for word in chosen or ()))
    name = described(game)
    with busy("Playing through the game"):
        checked = list(conformance(game))
    facts = conformance_facts(name, checked)
    end = " is fit for a machine." if facts["fit"] else ": something is wrong with it."
    report = Report(facts, rows=_checks_told(checked), notes=[f"{name}{end}"])
    report.tell(as_json, exit_code=0 if facts["fit"] else 1)


def _checks_told(checked: "Iterable[Checked]") -> Iterator[tuple[str, str]]:
    for each in checked:
        result = "not made" if each.findings is None else "WRONG" if each.findings else "right"
        yield f"{result:<8}", f"{each.about}."
        yield from (("", f"- {finding}") for finding in each.findings or ())


def _parameter(word: str, game: str) -> tuple[str, Parameter]:
    """Parse a word such as `matches=13`.

    Raises SelectionError if it has another form, or its number is unreasonable.
    """
    name, equals, value = word.partition("=")
    if not (equals and value):
        has = " ".join(
            f"{known}={usual}" for known, usual in parameters_of(game_named(game)).items()
        )
        raise SelectionError(
            f"{word!r} chooses nothing; write {has or 'the name of the game alone'}"
        )
    if not (value.isascii() and value.isdecimal()):
        return name, value
    if len(value) > MOST_DIGITS:
        raise SelectionError(f"{word!r}: a number here has at most {MOST_DIGITS} digits")
    return name, int(value)
