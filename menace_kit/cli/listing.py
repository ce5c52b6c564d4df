"""`menace-kit list`: what you can choose and print, and the files behind the names."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import getsourcefile
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer import Argument

from menace_kit.cli.options import JsonOption, check_at_most_one, one_of
from menace_kit.cli.report import Report, Right, echo_whole, table_lines
from menace_kit.errors import UnknownNameError
from menace_kit.files import read_file
from menace_kit.games import game_named, game_names
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_names, template_path
from menace_kit.printables.catalogue import SHEETS, lines_of_sheets

Facts = list[dict[str, Any]]


class Listing(NamedTuple):
    """A kind of thing that can be listed.

    `used` says where its names are written, `facts` has a dict with the name for each, `lines` are
    for people, and `show` is the file for a name.
    """

    used: str
    names: Callable[[], list[str]]
    facts: Callable[[], Facts]
    lines: Callable[[Facts], Iterable[str]]
    show: Callable[[str], bytes]


def list_kinds(
    kind: Annotated[
        str | None,
        Argument(
            metavar="KIND",
            help="machines, palettes, beads, containers, stock, languages, games or sheets.  "
            "[default: say how many there are of each]",
        ),
    ] = None,
    name: Annotated[
        str | None,
        Argument(metavar="NAME", help="One of them: print its file, to copy and change."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List what you can choose or print, or show a file.

    \b
    Example:  menace-kit list
    Example:  menace-kit list containers
    Example:  menace-kit list palettes michie-1961
    """
    check_at_most_one({"NAME": name, "--json": as_json})
    if kind is None:
        _list_kinds(as_json)
        return
    listing = KINDS[one_of(KINDS, kind)]
    if name is None:
        _list_names(listing, as_json)
    else:
        echo_whole(listing.show(name).decode())


def _list_kinds(as_json: bool) -> None:
    facts: Facts = [
        {"kind": kind, "count": len(listing.names()), "used": listing.used}
        for kind, listing in KINDS.items()
    ]
    Report(
        facts,
        columns=("kind", Right("how many"), "where a name goes"),
        rows=map(dict.values, facts),
        notes=["See the names with:  menace-kit list KIND"],
    ).tell(as_json)


def _list_names(listing: Listing, as_json: bool) -> None:
    facts = listing.facts()
    notes = [f"Use a name in:  {listing.used}"]
    Report(facts, head=listing.lines(facts), notes=notes).tell(as_json)
    for fact in facts:
        if fact.get("fault") and not as_json:
            more = f"menace-kit dev check-game {fact['name']}"
            typer.echo(f"{fact['fault']}; more says:  {more}", err=True)


def _of_templates(kind: TemplateKind, used: str) -> Listing:
    def facts() -> Facts:
        return [
            {"name": name, "title": title} for name, title in titles(kind, template_names(kind))
        ]

    return Listing(
        used=used,
        names=lambda: template_names(kind),
        facts=facts,
        lines=lambda facts: table_lines((), map(dict.values, facts)),
        show=lambda name: read_file(template_path(kind, name)),
    )


def titles(kind: TemplateKind, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name with its title and size."""
    for name in names:
        if kind is TemplateKind.MACHINES:
            yield name, _about_machine(name)
            continue
        tables = read_toml(template_path(kind, name))
        title = str(tables.get("title") or "")
        if kind is TemplateKind.TEXT:
            title = str(tables["language"]["names"][0])
        outer = tables.get("outer", {})
        if any(outer.values()):
            title += f", {_sizes_told(ContainerKind(tables.get('kind', 'matchbox')), outer)}"
        yield name, title


def _sizes_told(kind: ContainerKind, outer: Mapping[str, float]) -> str:
    """Return the outside of a container in words: `50 mm long, 35 wide, 15 high`."""
    length, width, height = (f"{outer[side]:g}" for side in ("length", "width", "height"))
    if kind is ContainerKind.CUP:
        return f"{width} mm across, {height} high"
    if kind is ContainerKind.ENVELOPE:
        return f"{width} mm wide, {height} high"
    return f"{length} mm long, {width} wide, {height} high"


def _about_machine(name: str) -> str:
    """Return the start of the comment at the top of a preset: which machine it is.

    Short enough for number, name and title of a choice to fit in 80 columns.
    """
    comment = read_file(template_path(TemplateKind.MACHINES, name)).decode().removeprefix("# ")
    return re.split(r"[:;.]\s", comment.replace("\n# ", " "), maxsplit=1)[0]


def _game_facts() -> Facts:
    from menace_kit.views.json_output.rules import game_rules_facts

    return [game_rules_facts(name) for name in game_names()]


def _game_lines(facts: Facts) -> Iterator[str]:
    columns = ("game", "board", Right("positions"), "from", "what a kit may choose")
    return table_lines(columns, map(_game_row, facts))


def _game_row(fact: Mapping[str, Any]) -> tuple[str, str, str, str, str]:
    board = "?" if fact["rows"] is None else f"{fact['rows']} x {fact['columns']}"
    count = fact["positions"]
    positions = "?" if fact["fault"] else "too many" if count is None else f"{count:,}"
    chosen = " ".join(f"{name}={value}" for name, value in fact["parameters"].items())
    return fact["name"], board, positions, fact["package"], chosen


def _rules_of(name: str) -> bytes:
    path = getsourcefile(type(game_named(name)))
    if path is None:
        raise UnknownNameError(f"the rules of {name} are no file that can be shown")
    return read_file(Path(path))


def _sheet_facts() -> Facts:
    return [
        {"name": name, "summary": line, "purpose": purpose}
        for name, purpose, line in lines_of_sheets()
    ]


def _sheet_lines(facts: Facts) -> Iterator[str]:
    lines = table_lines((), [(each["name"], each["summary"]) for each in facts])
    told = zip(facts, lines, strict=True)
    for purpose, group in groupby(told, key=lambda pair: pair[0]["purpose"]):
        yield f"{purpose.capitalize()}:"
        for _, line in group:
            yield f"  {line}"


def _about_sheet(name: str) -> bytes:
    lines = {sheet.name: sheet.line for sheet in SHEETS}
    return f"{lines[one_of(lines, name)]}\n".encode()


KINDS = {
    "machines": _of_templates(
        TemplateKind.MACHINES, "menace-kit new FOLDER --preset NAME, build --preset NAME"
    ),
    "palettes": _of_templates(TemplateKind.PALETTES, "kit.toml, [beads], palette"),
    "beads": _of_templates(TemplateKind.BEADS, "kit.toml, [beads], kind"),
    "containers": _of_templates(TemplateKind.CONTAINERS, "kit.toml, [print], container"),
    "stock": _of_templates(TemplateKind.STOCK, "kit.toml, [print], stock"),
    "languages": _of_templates(TemplateKind.TEXT, "kit.toml, [print], language"),
    "games": Listing("kit.toml, game", game_names, _game_facts, _game_lines, _rules_of),
    "sheets": Listing(
        used="menace-kit print SHEET",
        names=lambda: [sheet.name for sheet in SHEETS],
        facts=_sheet_facts,
        lines=_sheet_lines,
        show=_about_sheet,
    ),
}
"""What can be listed, in the order you need it when you plan a machine."""
