"""`menace-kit new`, `adopt`, `templates`, `games`: a kit of one's own,
what it names, what it is.
"""

import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from menace_kit.cli import PLAIN, Command, lazy_group, terminal
from menace_kit.cli.options import (
    JsonOption,
    KitOption,
    KitOptions,
    check_folder,
    choice,
    whole_between,
)
from menace_kit.errors import (
    GlyphError,
    MenaceKitError,
    OutputError,
    SelectionError,
    UnknownNameError,
)
from menace_kit.files import (
    JOURNAL_FILE_NAME,
    KIT_FILE_NAME,
    beside,
    find_kit_file,
    read_file,
    templates_folder,
    write_files,
)
from menace_kit.games import (
    Parameter,
    described,
    game_named,
    game_names,
    parameters_of,
)
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.kit import DEFAULT_PRESET, Kit, load_kit, load_preset
from menace_kit.machine.toml_files import (
    TemplateKind,
    did_you_mean,
    read_toml,
    template_names,
    template_path,
)
from menace_kit.views.json_output import conformance_facts, game_rules_facts

if TYPE_CHECKING:
    from menace_kit.workshop.adoption import AdoptionBase, OwnContainer, Sizes, Wishes

CHOSEN_BY = {
    TemplateKind.MACHINES: "menace-kit new DIR --preset NAME, or build --preset NAME",
    TemplateKind.PALETTES: "kit.toml, [beads], palette",
    TemplateKind.CONTAINERS: "kit.toml, [print], container",
    TemplateKind.BEADS: "kit.toml, [beads], kind",
    TemplateKind.STOCK: "kit.toml, [print], stock",
    TemplateKind.TEXT: "kit.toml, [print], language",
}
"""Where the names of each kind are used that a kit file can name;
the guide's languages are no part of a kit.
"""


def new(
    folder: Annotated[
        Path, Argument(help="The folder for the kit file; made if need be.", metavar="DIR")
    ],
    preset: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="The machine to start from; `menace-kit templates machines` lists them.  "
            f"[default: {DEFAULT_PRESET}]",
        ),
    ] = None,
    container: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="The box that you have; `menace-kit templates containers` lists them. "
            "measure-your-own adds a file for the sizes of yours.  "
            "[default: what the machine to start from has]",
        ),
    ] = None,
    box: Annotated[
        str | None,
        Option(
            metavar="56x36x17",
            help="Your own matchbox, closed: length x width x height in mm; with --tray. "
            " [default: the one of --container]",
        ),
    ] = None,
    tray: Annotated[
        str | None,
        Option(
            metavar="54x33x15",
            help="The inside of its tray: length x width x height in mm.  [default: as for --box]",
        ),
    ] = None,
    beads: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="Your beads: `menace-kit templates beads` lists some; "
            'others in words, as "8 mm wooden".  '
            "[default: what the machine to start from has]",
        ),
    ] = None,
    paper: Annotated[
        str | None, choice(("a4", "letter"), "The paper in your printer.  [default: a4]")
    ] = None,
    language: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help=(
                "The language of all that is printed: en, de, fr or nl, or its name.  [default: en]"
            ),
        ),
    ] = None,
    yes: Annotated[
        bool,
        Option(
            "--yes", "-y", help="Ask nothing: what no option says is as in the machine's preset."
        ),
    ] = False,
) -> None:
    """Write a kit.toml of your own, with every key explained.

    At a terminal it asks what no option says: machine, box, beads, paper, language;
    Enter takes what is usual.

    \b
    Example:  menace-kit new my-machine --preset scroggs
    Example:  menace-kit new my-machine --box 56x36x17 --tray 54x33x15 --yes
    """
    from menace_kit.workshop.adoption import (
        BEADS_FILE_NAME,
        CONTAINER_FILE_NAME,
        OwnContainer,
        Wishes,
        kit_files,
    )

    check_folder(folder, "DIR")
    if (box is None) != (tray is None):
        raise SelectionError(
            "--box and --tray go together: a label goes on the tray, and the tray into its box"
        )
    if box is not None and container is not None:
        raise SelectionError(
            "--container names a box, and --box and --tray measure one; give one of them"
        )
    own = None
    if box is not None and tray is not None:
        own = OwnContainer(ContainerKind.MATCHBOX, _three(box, "--box"), _three(tray, "--tray"))
    wishes = Wishes(container, own, None, beads, paper, language)
    _refuse(folder, (KIT_FILE_NAME,))
    if sys.stdin.isatty() and sys.stdout.isatty() and not yes:
        preset, wishes = _asked(preset, wishes)
    files = {
        name: text.encode() for name, text in kit_files(preset or DEFAULT_PRESET, wishes).items()
    }
    _refuse(folder, files)
    paths = write_files(folder, files)
    terminal.echo_lines(paths)
    to_measure = folder / CONTAINER_FILE_NAME in paths and wishes.own is None
    first = f"Measure your box and put the sizes into {folder / CONTAINER_FILE_NAME}" * to_measure
    if folder / BEADS_FILE_NAME in paths:
        typer.echo(
            f"{BEADS_FILE_NAME}: measure ten of your beads in a row, and put the tenth part there."
        )
    typer.echo(f"{first or 'Change it as you like'}; then:  menace-kit build --kit {paths[0]}")


def _refuse(folder: Path, names: Iterable[str]) -> None:
    for path in (folder / name for name in names):
        if path.exists() or path.is_symlink():
            raise OutputError(
                f"{path} is already there; choose another folder, or change that file"
            )


def _three(text: str, what: str) -> "Sizes":
    """Return length, width and height that somebody has typed."""
    from menace_kit.workshop.adoption import typed_sizes

    length, width, height = typed_sizes(text, what)
    return length, width, height


def _asked(preset: str | None, wishes: "Wishes") -> "tuple[str, Wishes]":
    """Ask for all that no option has said; Enter takes the default."""
    from menace_kit.text.words import language_named

    typer.echo("Enter takes what stands in brackets; Ctrl-C ends it, nothing is written.")
    if preset is None:
        preset = _choice("Which machine do you build?", TemplateKind.MACHINES, DEFAULT_PRESET)
    spec = load_preset(preset).spec
    if wishes.container is None and wishes.own is None:
        own = read_toml(templates_folder() / "measure.toml")
        titles = {name: str(each["about"]) for name, each in own.items()}
        found = _choice(
            "Which box have you got?", TemplateKind.CONTAINERS, spec.print.container, titles
        )
        if found in own:
            wishes = wishes._replace(own=_measured(**own[found]))
        else:
            wishes = wishes._replace(
                container=found, folded=_folded() if found == "fold-up" else None
            )
    if wishes.beads is None:
        others = {"own": "others: type their size and what they are, as  8 mm wooden"}
        wishes = wishes._replace(
            beads=_choice("Which beads?", TemplateKind.BEADS, spec.beads.kind, others, _is_beads)
        )
    if wishes.paper is None:
        wishes = wishes._replace(
            paper=_one_of("Which paper is in your printer?", ["a4", "letter"], spec.print.paper)
        )
    if wishes.language is None:
        languages = template_names(TemplateKind.TEXT)
        asked = "In which language is it printed?"
        wishes = wishes._replace(
            language=_one_of(asked, languages, spec.print.language, language_named)
        )
    if wishes.own is not None and wishes.own.kind is not ContainerKind.MATCHBOX:
        wishes = wishes._replace(own=_called(wishes.own, language_named(wishes.language or "en")))
    return preset, wishes


def _choice(
    question: str,
    kind: TemplateKind,
    default: str,
    own: Mapping[str, str] = MappingProxyType({}),
    takes: Callable[[str], str | None] = lambda _: None,
) -> str:
    """Return the name of a template or of one's `own`, chosen by its number
    or name, or what `takes` takes.
    """
    names = [name for name in template_names(kind) if name != "measure-your-own"]
    listed = [*_titles(kind, names), *own.items()]
    typer.echo(f"\n{question}")
    rows = [(str(number), *row) for number, row in enumerate(listed, 1)]
    terminal.echo_lines(f"  {line}" for line in terminal.table_lines(rows, right=[0]))
    while True:
        text = typer.prompt("Its number or name", default=default).strip()
        found = rows[int(text) - 1][1] if text.isdecimal() and 0 < int(text) <= len(rows) else text
        try:
            if (taken := takes(found)) is not None:
                return taken
        except (MenaceKitError, ValueError) as error:
            typer.echo(str(error))
            continue
        if found in names or found in own:
            return found
        hint = did_you_mean(found, [*names, *own])
        typer.echo(
            f"{found[:40]!r} is none of these. {hint or f'Type 1 to {len(rows)}, or a name.'}"
        )


def _about_machine(name: str) -> str:
    """Return what the comment at the head of a preset begins with: which machine it is."""
    comment = read_file(template_path(TemplateKind.MACHINES, name)).decode().removeprefix("# ")
    return textwrap.shorten(
        re.split(r"[:;.]\s", comment.replace("\n# ", " "), maxsplit=1)[0], 54, placeholder=" ..."
    )


def _is_beads(text: str) -> str | None:
    """Return what was typed if it is a kind of beads of one's own;
    KitError where its size cannot be.
    """
    from menace_kit.workshop.adoption import own_beads

    if text == "own":
        text = typer.prompt("Their size and what they are, as 8 mm wooden").strip()
    elif "mm" not in text:
        return None
    return own_beads(text)


def _one_of(
    question: str, names: Sequence[str], default: str, named: Callable[[str], str] = str
) -> str:
    """Return one of the names; `named` says which one is meant by another word,
    UnknownNameError by none.
    """
    typer.echo(f"\n{question}")
    while True:
        text = typer.prompt(f"One of {', '.join(names)}", default=default).strip()
        with suppress(UnknownNameError):
            if (found := named(text).casefold()) in names:
                return found
        typer.echo(f"{text[:40]!r} is none of these.")


def _measured(kind: str, drawing: str, **_: str) -> "OwnContainer":
    """Ask for the sizes of one's own containers, below a drawing, until they go together."""
    from menace_kit.workshop.adoption import own_container

    typer.echo(f"\n{drawing}")
    while True:
        try:
            own = _sizes_of(ContainerKind(kind))
            own_container(own, "en")
            return own
        except MenaceKitError as error:
            typer.echo(f"{error}\nOnce more:")


_ASKED = {
    ContainerKind.MATCHBOX: "The closed box",
    ContainerKind.DRAWER: "A drawer outside",
    ContainerKind.CUP: "The cup",
    ContainerKind.CARTON: "One hollow with its share of the walls",
    ContainerKind.ENVELOPE: "The closed envelope",
}
"""What somebody measures first."""


def _sizes_of(kind: ContainerKind) -> "OwnContainer":
    from menace_kit.workshop.adoption import MEASURED, own_of_sizes, typed_sizes, usual_label

    things, sides, where = MEASURED[kind]
    (outside, example), *inside = things.items()
    text = typer.prompt(f"{_ASKED[kind]}: {' x '.join(sides)} in mm, as {example}")
    sizes = [typed_sizes(text, outside, sides, example)]
    for what, _ in inside:
        tray = " of its tray" if kind is ContainerKind.MATCHBOX else ""
        sizes.append(typed_sizes(typer.prompt(f"The inside{tray}, the same way"), what))
    together = "1"
    if kind is ContainerKind.CARTON:
        together = typer.prompt("Hollows in one carton", default="10")
    label = _label(where, *usual_label(kind, sizes[0])) if where else None
    return own_of_sizes(kind, sizes, label, whole_between(1, 1000)(together))


def _label(where: str, width: float, height: float) -> tuple[float, float]:
    from menace_kit.workshop.adoption import typed_sizes

    usual = f"{width:.3g}x{height:.3g}"
    text = typer.prompt(f"Room for the label on the {where}: width x height in mm", default=usual)
    wide, high = typed_sizes(text, "label", ("width", "height"), usual)
    return wide, high


def _called(own: "OwnContainer", language: str) -> "OwnContainer":
    """Ask what one's own containers are called; Enter takes what the language calls such things."""
    from menace_kit.text.words import load_words
    from menace_kit.workshop.adoption import OWN_NOUNS, own_container

    words = load_words(language)
    one = words(f"containers.{own.kind.value}", n=1)
    sort = f", with a word that is {words.rule.noun}" if words.rule.noun else ""
    while True:
        told = typer.prompt(f"\nWhat is one of them called{sort}?", default=one).strip()
        if told == one:
            return own
        several = typer.prompt("And several of them?", default=told).strip()
        asked = (
            f"Where does its label go, in a sentence? Enter: where {OWN_NOUNS[own.kind]}s have it"
        )
        called = own._replace(
            called=(told, several, typer.prompt(asked, default="", show_default=False))
        )
        try:
            own_container(called, language)
            return called
        except MenaceKitError as error:
            typer.echo(f"{error}\nOnce more:")


def _folded() -> "Sizes | None":
    """Ask how large folded boxes are inside; None where that is to follow from the beads."""
    while True:
        needed = "as the beads need"
        asked = "Inside: length x width x height in mm, as 51x33.5x10"
        text = typer.prompt(asked, default=needed).strip()
        if text == needed:
            return None
        try:
            return _three(text, "inside")
        except MenaceKitError as error:
            typer.echo(f"{error}\nOnce more:")


def templates(
    kind: Annotated[
        str | None,
        Argument(
            metavar="KIND",
            help="machines, palettes, containers, beads, stock or text.  [default: all of them]",
        ),
    ] = None,
    name: Annotated[
        str | None,
        Argument(
            metavar="NAME", help="One of them: shows its file, to read, or to copy and change."
        ),
    ] = None,
) -> None:
    """List what can be chosen in a kit file, or show one of them.

    \b
    Example:  menace-kit templates containers
    Example:  menace-kit templates palettes michie-1961
    """
    if kind is None:
        for each in CHOSEN_BY:
            _list(each)
        return
    kinds = {each.value: each for each in CHOSEN_BY}
    if kind not in kinds:
        raise UnknownNameError(f"there are no templates {kind!r}; choose from: {', '.join(kinds)}")
    if name is None:
        _list(kinds[kind])
    else:
        # As bytes: what is copied from here is UTF-8 wherever it goes.
        typer.echo(read_file(template_path(kinds[kind], name)), nl=False)


def _list(kind: TemplateKind) -> None:
    typer.echo(f"{kind.value} ({CHOSEN_BY[kind]}):")
    rows = _titles(kind, template_names(kind))
    terminal.echo_lines(f"  {line}" for line in terminal.table_lines(rows))


def _titles(kind: TemplateKind, names: Iterable[str]) -> list[tuple[str, str]]:
    """Return each name with what it is called, and how large it is."""
    rows = []
    for name in names:
        tables = read_toml(template_path(kind, name))
        title = (
            str(tables.get("title") or "")
            if kind is not TemplateKind.MACHINES
            else _about_machine(name)
        )
        outer = tables.get("outer", {})
        if any(outer.values()):
            title += f", {_sizes_told(ContainerKind(tables.get('kind', 'matchbox')), outer)}"
        rows.append((name, title))
    return rows


def _sizes_told(kind: ContainerKind, outer: Mapping[str, float]) -> str:
    """Return the outside of a container, each number with what it is:
    `50 mm long, 35 wide, 15 high`.
    """
    length, width, height = (f"{outer[side]:g}" for side in ("length", "width", "height"))
    if kind is ContainerKind.CUP:
        return f"{width} mm across, {height} high"
    if kind is ContainerKind.ENVELOPE:
        return f"{width} mm wide, {height} high"
    return f"{length} mm long, {width} wide, {height} high"


# `menace-kit adopt`: a kit for boxes that were built before, with their own numbers,
# drawings, colours and places.


def adopt(
    map_file: Annotated[
        Path | None,
        Argument(
            metavar="[MAP.csv]", help="What is on the boxes; without it the kit stays as it is."
        ),
    ] = None,
    preset: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help=(
                "The machine that has the game and the rules of yours.  "
                f"[default: {DEFAULT_PRESET}]"
            ),
        ),
    ] = None,
    kit: KitOption = None,
    output: Annotated[
        Path,
        Option(
            "--output", "-o", metavar="DIR", help="The folder for the kit file; made if need be."
        ),
    ] = Path(),
    marks: Annotated[
        str | None,
        Option(metavar="X,O", help="The first player's mark on your drawings, and the second's."),
    ] = None,
    colours: Annotated[
        str | None,
        Option(
            metavar='"WHITE,LILAC,..."',
            help=(
                "The colours of all boxes, by the squares of the drawings as one reads, "
                "where the map has no beads."
            ),
        ),
    ] = None,
    palette: Annotated[
        str | None,
        Option(metavar="NAME", help="The palette, or your own file of one, as colours.toml."),
    ] = None,
    container: Annotated[
        str | None, Option(metavar="NAME", help="The boxes: `menace-kit templates containers`.")
    ] = None,
    contents: Annotated[
        Path | None,
        Option(metavar="COUNTS.csv", help="What is in the boxes now: a journal begins with it."),
    ] = None,
) -> None:
    """Make a kit for boxes that you have already, as they are.

    MAP.csv has a line for each box and names its columns in the first:
    drawing, and if you have them box, beads, start, cabinet, row, drawer.
    All that does not fit is told at once, with its line.

    \b
    Example:  menace-kit adopt my-boxes.csv --output my-machine
    Example:  menace-kit adopt --kit my-machine/kit.toml --contents counts.csv
    """
    if map_file is None:
        _contents_alone(kit, preset, contents, (marks, colours, palette, container))
        return
    check_folder(output)
    from menace_kit.workshop.adoption import MAP_FILE_NAME
    from menace_kit.workshop.adoption import adopt as adopted

    base = _base(kit, preset, _listed(marks))
    names = _listed(colours)
    found = adopted(
        base, map_file, colours=names, palette=palette, container=container, printable=_is_printable
    )
    _refuse_to_overwrite(output, [*found.files, *([JOURNAL_FILE_NAME] if contents else [])])
    if contents is not None:
        _check_counts(found.files, contents)
    terminal.echo_lines(write_files(output, found.files))
    made = load_kit(output / KIT_FILE_NAME)
    typer.echo(f"{len(made.boxes)} boxes, none missing, none double; kit {made.fingerprint}.")
    if not any(box.given_name or box.number != place for place, box in enumerate(made.boxes, 1)):
        typer.echo(f"Their numbers are 1 to {len(made.boxes)}, in {output / MAP_FILE_NAME}.")
    if found.guessed:
        typer.echo(
            "How these look on the screen is a guess from their names: "
            f"{', '.join(found.guessed)}; change it in {output / made.spec.beads.palette}."
        )
    if contents is not None:
        _begin_journal(made, contents, output / JOURNAL_FILE_NAME)
    typer.echo(f"Find a box with:  menace-kit operator lookup BOARD --kit {output / KIT_FILE_NAME}")


def _is_printable(text: str) -> bool:
    """Return whether the font of the labels has all characters of a text."""
    from menace_kit.layout.text.typesetting import text_width

    try:
        text_width(text, 1.0, bold=True)
    except GlyphError:
        return False
    return True


def _listed(text: str | None) -> list[str] | None:
    """Return what stands between commas; None where nothing was said."""
    return None if text is None else [part.strip() for part in text.split(",")]


def _base(kit: Path | None, preset: str | None, marks: list[str] | None) -> "AdoptionBase":
    """Return the machine that the map is held against; a kit.toml that lies around is not asked."""
    from menace_kit.workshop.adoption import adoption_base

    if kit is not None or preset is not None:
        KitOptions(kit, preset).chosen()  # says what is wrong with a choice that is none
    return adoption_base(preset or DEFAULT_PRESET, marks, kit)


def _refuse_to_overwrite(folder: Path, names: Iterable[str]) -> None:
    for path in (folder / name for name in names):
        if path.exists() or path.is_symlink():
            raise OutputError(f"{path} is already there; choose another folder with --output")


def _check_counts(files: dict[str, bytes], contents: Path) -> None:
    """MapError where the counts do not fit the machine that is about to be written;
    nothing of it is there yet.
    """
    from tempfile import TemporaryDirectory

    from menace_kit.workshop.counts import read_counts

    with TemporaryDirectory() as folder:
        write_files(Path(folder), files)
        read_counts(load_kit(Path(folder) / KIT_FILE_NAME), contents)


def _contents_alone(
    kit: Path | None, preset: str | None, contents: Path | None, others: Iterable[str | None]
) -> None:
    """Begin the journal of a kit that is there with what its boxes hold."""
    if contents is None or preset is not None or any(other is not None for other in others):
        raise SelectionError(
            "name the list of your boxes: menace-kit adopt MAP.csv; without one, "
            "only --contents of a kit that is there can be taken over, with --kit or in its folder"
        )
    path = kit or find_kit_file(Path.cwd())
    if path is None:
        raise SelectionError(
            f"there is no {KIT_FILE_NAME} here or above; name it with --kit, or give a MAP.csv"
        )
    _begin_journal(KitOptions(path).chosen(), contents, beside(path, JOURNAL_FILE_NAME))


def _begin_journal(kit: Kit, contents: Path, path: Path) -> None:
    """Begin a journal with a stocktake: every box as it was counted; never in one with entries."""
    from menace_kit.guide.desk import Desk
    from menace_kit.journal.store import Journal
    from menace_kit.workshop.counts import read_counts

    counts = read_counts(kit, contents)
    with Journal(path, kit) as journal:
        desk = Desk(journal)
        if desk.last_entry:
            raise OutputError(
                f"{path} is a journal with {desk.last_entry} entries already; to count again use "
                "menace-kit operator count --sheet"
            )
        differing = {
            number: {
                name: count
                for name, count in counted.items()
                if count != kit.box(number).start[name]
            }
            for number, counted in counts.items()
        }
        differing = {number: counted for number, counted in differing.items() if counted}
        desk.act(lambda session: session.take_stock(tuple(counts), differing))
    beads = sum(sum(counted.values()) for counted in counts.values())
    typer.echo(f"{path}")
    typer.echo(
        f"The journal begins with {beads:,} beads in {len(counts)} boxes; "
        f"{len(differing)} are not as at the start."
    )


# `menace-kit games` and `menace-kit games check NAME`: the games there are,
# and whether one is fit for a machine.

app = typer.Typer(name="games", cls=lazy_group({}), **PLAIN)


@app.callback(invoke_without_command=True)
def games(context: typer.Context, as_json: JsonOption = False) -> None:
    """List the games that a machine can be built for, those of other installed packages too.

    \b
    Example:  menace-kit games
    Example:  menace-kit games check nim
    """
    if context.invoked_subcommand is not None:
        return
    facts = [game_rules_facts(name) for name in game_names()]
    if as_json:
        terminal.echo_json(facts)
        return
    rows = [
        ("game", "board", "positions", "from", "what a kit may choose"),
        *map(_games_row, facts),
    ]
    terminal.echo_lines(terminal.table_lines(rows, right=[2]))
    for fact in facts:
        if fact["fault"]:
            typer.echo(
                f"{fact['fault']}; more says:  menace-kit games check {fact['name']}", err=True
            )


@app.command("check", cls=Command)
def check(
    name: Annotated[str, Argument(metavar="NAME", help="The game; `menace-kit games` lists them.")],
    chosen: Annotated[
        list[str] | None,
        Argument(metavar="[WHAT=VALUE...]", help="Which one it is, as matches=13 last=loses."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check whether a game has all that a machine needs, and say what is wrong with it.

    For whoever writes a game. Exit code 1 where something is wrong.

    \b
    Example:  menace-kit games check hexapawn
    Example:  menace-kit games check nim matches=13 last=loses
    """
    from menace_kit.games.conformance import conformance

    game = game_named(name, dict(_parameter(word, name) for word in chosen or ()))
    name = described(game)
    with terminal.busy("Playing through the game"):
        checked = list(conformance(game))
    wrong = any(each.findings for each in checked)
    if as_json:
        terminal.echo_json(conformance_facts(name, checked))
    else:
        for each in checked:
            result = "not made" if each.findings is None else "WRONG" if each.findings else "right"
            typer.echo(f"{result:<8}  {each.about}.")
            for finding in each.findings or ():
                typer.echo(f"          - {finding}")
        typer.echo(
            f"{name}: something is wrong with it." if wrong else f"{name} is fit for a machine."
        )
    if wrong:
        raise typer.Exit(1)


def _parameter(word: str, game: str) -> tuple[str, Parameter]:
    """Return what `matches=13` says; SelectionError where it is no such word,
    or an unreasonable number.
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


MOST_DIGITS = 2
"""Of a game's parameter: no board of a hundred squares a side is for boxes."""


def _games_row(fact: dict[str, Any]) -> tuple[str, str, str, str, str]:
    board = "?" if fact["rows"] is None else f"{fact['rows']} x {fact['columns']}"
    positions = (
        "?"
        if fact["fault"]
        else "too many"
        if fact["positions"] is None
        else f"{fact['positions']:,}"
    )
    chosen = " ".join(f"{name}={value}" for name, value in fact["parameters"].items())
    return fact["name"], board, positions, fact["package"], chosen
