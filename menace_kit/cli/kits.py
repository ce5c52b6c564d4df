"""`menace-kit new`, `adopt`, `templates`, `boxes`, `box`, `games`: a kit of one's own, what it names, what it is."""

import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from menace_kit.cli import PLAIN, Command, lazy_group, terminal
from menace_kit.cli.options import JsonOption, KitOption, KitOptions, check_folder, choice
from menace_kit.errors import GlyphError, MenaceKitError, OutputError, SelectionError, UnknownNameError
from menace_kit.files import read_file, write_files
from menace_kit.games import (
    NamesMoves,
    Parameter,
    Side,
    described,
    game_named,
    game_names,
    parameters_of,
    written_move,
)
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import DEFAULT_PRESET, Kit, load_kit, load_preset
from menace_kit.machine.toml_files import TemplateKind, did_you_mean, read_toml, template_names, template_path
from menace_kit.paths import JOURNAL_FILE_NAME, KIT_FILE_NAME, beside, find_kit_file
from menace_kit.views.json_output import box_facts, conformance_facts, game_rules_facts, learned_facts

if TYPE_CHECKING:
    from menace_kit.workshop.adoption import AdoptionBase, Wishes

CHOSEN_BY = {
    TemplateKind.MACHINES: "menace-kit new DIR --preset NAME, or build --preset NAME",
    TemplateKind.PALETTES: "kit.toml, [beads], palette",
    TemplateKind.CONTAINERS: "kit.toml, [print], container",
    TemplateKind.BEADS: "kit.toml, [beads], kind",
    TemplateKind.STOCK: "kit.toml, [print], stock",
    TemplateKind.TEXT: "kit.toml, [print], language",
}
"""Where the names of each kind are used that a kit file can name; the guide's languages are no part of a kit."""


def new(
    folder: Annotated[Path, Argument(help="The folder for the kit file; made if need be.", metavar="DIR")],
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
            help="The box that you have; `menace-kit templates containers` lists them. measure-your-own adds a file "
            "for the sizes of yours.  [default: what the machine to start from has]",
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
            help='Your beads: `menace-kit templates beads` lists some; others in words, as "8 mm wooden".  '
            "[default: what the machine to start from has]",
        ),
    ] = None,
    paper: Annotated[
        str | None, choice(("a4", "letter"), "The paper in your printer.  [default: a4]")
    ] = None,
    language: Annotated[
        str | None,
        Option(metavar="NAME", help="The language of all that is printed: en, de, fr or nl.  [default: en]"),
    ] = None,
    yes: Annotated[
        bool, Option("--yes", "-y", help="Ask nothing: what no option says is as in the machine's preset.")
    ] = False,
) -> None:
    """Write a kit.toml of your own, with every key explained.

    At a terminal it asks what no option says: machine, box, beads, paper, language; Enter takes what is usual.

    \b
    Example:  menace-kit new my-machine --preset scroggs
    Example:  menace-kit new my-machine --box 56x36x17 --tray 54x33x15 --yes
    """
    from menace_kit.workshop.adoption import BEADS_FILE_NAME, CONTAINER_FILE_NAME, Wishes, kit_files

    check_folder(folder, "DIR")
    if (box is None) != (tray is None):
        raise SelectionError(
            "--box and --tray go together: a label goes on the tray, and the tray into its box"
        )
    if box is not None and container is not None:
        raise SelectionError("--container names a box, and --box and --tray measure one; give one of them")
    own = [_sizes(text, option) if text else None for text, option in ((box, "--box"), (tray, "--tray"))]
    wishes = Wishes(container, own[0], own[1], beads, paper, language)
    _refuse(folder, (KIT_FILE_NAME,))
    if sys.stdin.isatty() and sys.stdout.isatty() and not yes:
        preset, wishes = _asked(preset, wishes)
    files = {name: text.encode() for name, text in kit_files(preset or DEFAULT_PRESET, wishes).items()}
    _refuse(folder, files)
    paths = write_files(folder, files)
    terminal.echo_lines(paths)
    to_measure = folder / CONTAINER_FILE_NAME in paths and wishes.box is None
    first = f"Measure your box and put the sizes into {folder / CONTAINER_FILE_NAME}" * to_measure
    if folder / BEADS_FILE_NAME in paths:
        typer.echo(f"{BEADS_FILE_NAME}: measure ten of your beads in a row, and put the tenth part there.")
    typer.echo(f"{first or 'Change it as you like'}; then:  menace-kit build --kit {paths[0]}")


def _refuse(folder: Path, names: Iterable[str]) -> None:
    for path in (folder / name for name in names):
        if path.exists() or path.is_symlink():
            raise OutputError(f"{path} is already there; choose another folder, or change that file")


def _sizes(text: str, option: str) -> tuple[float, float, float]:
    """Return three sizes in mm that somebody has typed: 56x36.5x17, 56 x 36,5 x 17; SelectionError for all else."""
    parts = re.split(r"\s*[x×*]\s*|\s+", text.strip().removesuffix("mm").strip(), flags=re.IGNORECASE)
    try:
        length, width, height = (float(part.replace(",", ".")) for part in parts)
        if not all(0 < size <= LONGEST_SIDE for size in (length, width, height)):
            raise ValueError
    except ValueError:
        raise SelectionError(
            f"{option}: {text[:40]!r} should be length x width x height in mm, each more than 0, as 56x36x17"
        ) from None
    return length, width, height


LONGEST_SIDE = 2000
"""What a side of a box may be at the most (mm), as in its file."""

BOX_DRAWING = r"""
              _______________________
             /                      /|
  length    /        the box       / |     length: the way the tray slides
           /______________________/  |
          |                      |   |
   height |      the front       |  /      Pull here: this end of the tray comes
          |______________________| /       out, and the label is glued to it.
                   width
"""


def _asked(preset: str | None, wishes: "Wishes") -> "tuple[str, Wishes]":
    """Ask for all that no option has said; Enter takes the default."""
    typer.echo("Enter takes what stands in brackets; Ctrl-C ends it, nothing is written.")
    if preset is None:
        preset = _choice("Which machine do you build?", TemplateKind.MACHINES, DEFAULT_PRESET)
    spec = load_preset(preset).spec
    if wishes.container is None and wishes.box is None:
        own = "measure your own matchbox now"
        container = _choice("Which box have you got?", TemplateKind.CONTAINERS, spec.print.container, own)
        wishes = wishes._replace(container=container) if container else _own_box(wishes)
    if wishes.beads is None:
        own = "others: type their size and what they are, as  8 mm wooden"
        wishes = wishes._replace(
            beads=_choice("Which beads?", TemplateKind.BEADS, spec.beads.kind, own, _is_beads)
        )
    if wishes.paper is None:
        wishes = wishes._replace(
            paper=_one_of("Which paper is in your printer?", ["a4", "letter"], spec.print.paper)
        )
    if wishes.language is None:
        languages = template_names(TemplateKind.TEXT)
        wishes = wishes._replace(
            language=_one_of("In which language is it printed?", languages, spec.print.language)
        )
    return preset, wishes


def _choice(
    question: str,
    kind: TemplateKind,
    default: str,
    own: str = "",
    takes: Callable[[str], str | None] = lambda _: None,
) -> str:
    """Return the name of a template, chosen by its number or name; empty for one's own box, or what `takes` takes."""
    names = [name for name in template_names(kind) if name != "measure-your-own"]
    rows = [(str(number), name, title) for number, (name, title) in enumerate(_titles(kind, names), 1)]
    if own:
        rows.append((str(len(names) + 1), "own", own))
    typer.echo(f"\n{question}")
    terminal.echo_lines(f"  {line}" for line in terminal.table_lines(rows, right=[0]))
    while True:
        text = typer.prompt("Its number or name", default=default).strip()
        found = rows[int(text) - 1][1] if text.isdecimal() and 0 < int(text) <= len(rows) else text
        if found in names:
            return found
        try:
            if (taken := takes(found)) is not None:
                return taken
        except (MenaceKitError, ValueError) as error:
            typer.echo(str(error))
            continue
        if found == "own" and own and kind is TemplateKind.CONTAINERS:
            return ""
        hint = did_you_mean(found, names)
        typer.echo(f"{found[:40]!r} is none of these. {hint or f'Type 1 to {len(rows)}, or a name.'}")


def _about_machine(name: str) -> str:
    """Return what the comment at the head of a preset begins with: which machine it is."""
    comment = read_file(template_path(TemplateKind.MACHINES, name)).decode().removeprefix("# ")
    return textwrap.shorten(
        re.split(r"[:;.]\s", comment.replace("\n# ", " "), maxsplit=1)[0], 54, placeholder=" ..."
    )


def _is_beads(text: str) -> str | None:
    """Return what was typed if it is a kind of beads of one's own; KitError where its size cannot be."""
    from menace_kit.workshop.adoption import BEADS_FILE_NAME, beads_file

    if text == "own":
        text = typer.prompt("Their size and what they are, as 8 mm wooden").strip()
    elif "mm" not in text:
        return None
    if beads_file(text)[0] != BEADS_FILE_NAME:
        raise UnknownNameError(f"{text[:40]!r} has no size: type it as 8 mm wooden, or 9 x 6 mm plastic")
    return text


def _one_of(question: str, names: Sequence[str], default: str) -> str:
    typer.echo(f"\n{question}")
    while (
        text := typer.prompt(f"One of {', '.join(names)}", default=default).strip().casefold()
    ) not in names:
        typer.echo(f"{text[:40]!r} is none of these.")
    return str(text)


def _own_box(wishes: "Wishes") -> "Wishes":
    """Ask for the sizes of one's own box and its tray until they go together."""
    from menace_kit.workshop.adoption import own_box

    typer.echo(BOX_DRAWING)
    while True:
        try:
            box = _sizes(typer.prompt("The closed box: length x width x height in mm, as 56x36x17"), "box")
            tray = _sizes(typer.prompt("The inside of its tray, the same way"), "tray")
            own_box(box, tray)
            return wishes._replace(box=box, tray=tray)
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
        Argument(metavar="NAME", help="One of them: shows its file, to read, or to copy and change."),
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
        title = str(tables.get("title") or "") if kind is not TemplateKind.MACHINES else _about_machine(name)
        outer = tables.get("outer", {})
        if any(outer.values()):
            title += f", {' x '.join(f'{outer[side]:g}' for side in ('length', 'width', 'height'))} mm"
        rows.append((name, title))
    return rows


def boxes(
    kit: KitOptions,
    as_json: JsonOption = False,
    as_csv: Annotated[bool, Option("--csv", help="As CSV, for spreadsheets.")] = False,
    as_map: Annotated[
        bool, Option("--map", help="As the map that `menace-kit adopt` takes: drawings, colours, places.")
    ] = False,
) -> None:
    """List all boxes: number, move, board, place, beads.

    The board is written in reading order, a dot for an empty square; the beads by the letters on the labels.

    \b
    Example:  menace-kit boxes --json
    """
    if as_json + as_csv + as_map > 1:
        raise typer.BadParameter("--json, --csv and --map exclude each other; give one of them")
    chosen = kit.chosen()
    if as_json:
        terminal.echo_json([box_facts(chosen, box) for box in chosen.boxes], indent=1, ascii_only=True)
    elif as_csv:
        from menace_kit.workshop.shopping import filling_csv

        typer.echo(filling_csv(chosen).encode(), nl=False)  # UTF-8 wherever it goes
    elif as_map:
        from menace_kit.workshop.adoption import map_text

        typer.echo(map_text(chosen).encode(), nl=False)
    else:
        move = "move" if chosen.tells_stages else ""
        place = "place" if chosen.spec.cabinet else ""
        rows = [("box", move, "board", place, "beads"), *(_row(chosen, box) for box in chosen.boxes)]
        terminal.echo_lines(terminal.table_lines(rows, right=[0]))


def box(
    number: Annotated[str, Argument(help="The number on the box, or its name.", metavar="N")],
    kit: KitOptions,
    machine: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="Say what a machine that has learned has in it, too: a file of `lab train`, a passport, or a journal."
            "  [default: its start alone]",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show one box: its drawing, its place, its beads.

    \b
    Example:  menace-kit box 137
    """
    from menace_kit.cli.operator.boxes import learned

    chosen, weights = learned(machine, kit)
    shown = chosen.box_named(number)
    inside = weights[shown.number] if weights is not None else None
    if as_json:
        facts = box_facts(chosen, shown) | learned_facts(machine, inside)
        terminal.echo_json(facts, indent=1, ascii_only=True)
    else:
        _show(chosen, shown, inside)


def _row(kit: Kit, box: Box) -> tuple[str, str, str, str, str]:
    letters: dict[int, list[str]] = {}
    for bead in box.beads:
        letters.setdefault(bead.start, []).append(kit.colour(bead.colour).key)
    beads = ", ".join(f"{count} each of {' '.join(keys)}" for count, keys in letters.items())
    return box.name, _stage(kit, box), kit.board(box), _place(kit, box), beads


def _stage(kit: Kit, box: Box) -> str:
    """Return the move of the machine that a box is for; with machines for both sides, whose, as the label has it.

    Empty where the kit tells no stages.
    """
    if not kit.tells_stages:
        return ""
    mark = kit.spec.marks[0 if box.side is Side.FIRST else 1]
    return f"{mark}, move {box.stage}" if kit.spec.side == "both" else f"move {box.stage}"


def _place(kit: Kit, box: Box) -> str:
    """Return where a box stands, with the cabinet where there are several; empty where the kit has no cabinet."""
    cabinet, place = kit.spec.cabinet, kit.place(box)
    if cabinet is None or place is None:
        return ""
    several = kit.cabinets > 1
    return f"{f'cabinet {place.cabinet}, ' if several else ''}row {place.row}, drawer {place.drawer}"


def _show(kit: Kit, box: Box, inside: Mapping[str, float] | None = None) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Column, Table
    from rich.text import Text

    from menace_kit.cli.operator.boxes import counted

    about = ", ".join(text for text in (_stage(kit, box), _place(kit, box)) if text)
    code = f" ({code})" if (code := kit.code(box)) else ""
    terminal.print_lines([Text.assemble((f"Box {box.name}", "bold"), f": {about}" if about else "", code)])
    terminal.print_lines(terminal.board_lines(kit, box.position, box.moves))
    means = "takes" if isinstance(kit.game, NamesMoves) else "square"
    names = ("bead", "letter", "sign", means, "start", *(("now", "chance") if inside is not None else ()))
    heads = (Column(head, overflow="fold") for head in names)
    held = counted(inside) if inside is not None else {}
    table = Table(*heads, box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for bead in box.beads:
        colour = kit.colour(bead.colour)
        swatch = Text(f" {colour.key} ", style=f"{colour.ink} on {colour.hex}")  # as wide as its column
        table.add_row(
            colour.name,
            swatch,
            colour.glyph,
            written_move(kit.game, box.position, bead.move),
            str(bead.start),
            *(text.strip() for text in held.get(bead.colour, ())),
        )
    terminal.plain_console().print(table)


# `menace-kit adopt`: a kit for boxes that were built before, with their own numbers, drawings, colours and places.


def adopt(
    map_file: Annotated[
        Path | None,
        Argument(metavar="[MAP.csv]", help="What is on the boxes; without it the kit stays as it is."),
    ] = None,
    preset: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help=f"The machine that has the game and the rules of yours.  [default: {DEFAULT_PRESET}]",
        ),
    ] = None,
    kit: KitOption = None,
    output: Annotated[
        Path, Option("--output", "-o", metavar="DIR", help="The folder for the kit file; made if need be.")
    ] = Path(),
    marks: Annotated[
        str | None, Option(metavar="X,O", help="The first player's mark on your drawings, and the second's.")
    ] = None,
    colours: Annotated[
        str | None,
        Option(
            metavar='"WHITE,LILAC,..."',
            help="The colours of all boxes, by the squares of the drawings as one reads, where the map has no beads.",
        ),
    ] = None,
    palette: Annotated[
        str | None, Option(metavar="NAME", help="The palette, or your own file of one, as colours.toml.")
    ] = None,
    container: Annotated[
        str | None, Option(metavar="NAME", help="The boxes: `menace-kit templates containers`.")
    ] = None,
    contents: Annotated[
        Path | None, Option(metavar="COUNTS.csv", help="What is in the boxes now: a journal begins with it.")
    ] = None,
) -> None:
    """Make a kit for boxes that you have already, as they are.

    MAP.csv has a line for each box and names its columns in the first: drawing, and if you have them box, beads,
    start, cabinet, row, drawer. All that does not fit is told at once, with its line.

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
            f"How these look on the screen is a guess from their names: {', '.join(found.guessed)}; change it in "
            f"{output / made.spec.beads.palette}."
        )
    if contents is not None:
        _begin_journal(made, contents, output / JOURNAL_FILE_NAME)
    typer.echo(f"Find a box with:  menace-kit operator lookup BOARD --kit {output / KIT_FILE_NAME}")


def _is_printable(text: str) -> bool:
    """Return whether the font of the labels has all characters of a text."""
    from menace_kit.layout.text.fonts import text_width

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
    """MapError where the counts do not fit the machine that is about to be written; nothing of it is there yet."""
    from tempfile import TemporaryDirectory

    from menace_kit.workshop.adoption import read_counts

    with TemporaryDirectory() as folder:
        write_files(Path(folder), files)
        read_counts(load_kit(Path(folder) / KIT_FILE_NAME), contents)


def _contents_alone(
    kit: Path | None, preset: str | None, contents: Path | None, others: Iterable[str | None]
) -> None:
    """Begin the journal of a kit that is there with what its boxes hold."""
    if contents is None or preset is not None or any(other is not None for other in others):
        raise SelectionError(
            "name the list of your boxes: menace-kit adopt MAP.csv; without one, only --contents of a kit that is "
            "there can be taken over, with --kit or in its folder"
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
    from menace_kit.workshop.adoption import read_counts

    counts = read_counts(kit, contents)
    with Journal(path, kit) as journal:
        desk = Desk(journal)
        if desk.last_entry:
            raise OutputError(
                f"{path} is a journal with {desk.last_entry} entries already; to count again use "
                "menace-kit operator stocktake"
            )
        differing = {
            number: {name: count for name, count in counted.items() if count != kit.box(number).start[name]}
            for number, counted in counts.items()
        }
        differing = {number: counted for number, counted in differing.items() if counted}
        desk.act(lambda session: session.take_stock(tuple(counts), differing))
    beads = sum(sum(counted.values()) for counted in counts.values())
    typer.echo(f"{path}")
    typer.echo(
        f"The journal begins with {beads:,} beads in {len(counts)} boxes; {len(differing)} are not as at the start."
    )


# `menace-kit games` and `menace-kit games check NAME`: the games there are, and whether one is fit for a machine.

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
    rows = [("game", "board", "positions", "from", "what a kit may choose"), *map(_games_row, facts)]
    terminal.echo_lines(terminal.table_lines(rows, right=[2]))
    for fact in facts:
        if fact["fault"]:
            typer.echo(f"{fact['fault']}; more says:  menace-kit games check {fact['name']}", err=True)


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
        typer.echo(f"{name}: something is wrong with it." if wrong else f"{name} is fit for a machine.")
    if wrong:
        raise typer.Exit(1)


def _parameter(word: str, game: str) -> tuple[str, Parameter]:
    """Return what `matches=13` says; SelectionError where it is no such word, or an unreasonable number."""
    name, equals, value = word.partition("=")
    if not (equals and value):
        has = " ".join(f"{known}={usual}" for known, usual in parameters_of(game_named(game)).items())
        raise SelectionError(f"{word!r} chooses nothing; write {has or 'the name of the game alone'}")
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
        "?" if fact["fault"] else "too many" if fact["positions"] is None else f"{fact['positions']:,}"
    )
    chosen = " ".join(f"{name}={value}" for name, value in fact["parameters"].items())
    return fact["name"], board, positions, fact["package"], chosen
