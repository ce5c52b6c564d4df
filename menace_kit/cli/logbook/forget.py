"""`menace-kit logbook forget`."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from menace_kit.cli.operator.options import LogbookOptions
from menace_kit.cli.report import number_of
from menace_kit.cli.terminal import can_ask, print_lines
from menace_kit.errors import GuideError, UnknownNameError, quoted
from menace_kit.guide.players import checked_name
from menace_kit.logbook.backups import automatic_copies
from menace_kit.logbook.names import Person, alike, files_with, people, people_of_copies
from menace_kit.logbook.names import forget as forget_names
from menace_kit.machine.spelling import did_you_mean


def forget(
    name: Annotated[
        str, Argument(help="The name; capital letters and blanks do not count.", metavar="NAME")
    ],
    stand_in: Annotated[
        str | None,
        Option("--as", metavar="NAME", help="What stands in its place.  [default: nothing]"),
    ] = None,
    yes: Annotated[bool, Option("--yes", "-y", help="Ask nothing.")] = False,
    *,
    logbook: LogbookOptions,
) -> None:
    """Take a person's name out of the logbook.

    The games stay, with their beads and results. It cannot be taken back. The name is gone from the
    file itself, from the history, statistics and all exports made from now on.

    \b
    Example:  menace-kit logbook forget "Bob Miller"
    Example:  menace-kit logbook forget "Bob Miller" --as "pupil 7"
    """
    with logbook.opened(read_only=False, check=True) as opened:
        known = [*people(opened), *people_of_copies(opened)]
        meant = _spelled_like(name, known)
        stands_in = _checked_stand_in(stand_in, known)
        print_lines(_where_it_stands(meant, known))
        names = [person.name for person in meant]
        copies = _copies_with(opened.path, names)
        if not yes:
            print_lines(_listed_below("These copies have it, too:", copies))
            _ask_whether_to_forget(stands_in)
        left = forget_names(opened, names, stands_in)
        print_lines(
            _listed_below(
                "These copies are of another machine or cannot be written, and may have it still; "
                "remove them, if you do not need them:",
                left,
            )
        )
        typer.echo(
            f"Forgotten. {'Nobody' if stands_in is None else stands_in} stands in its place."
        )
        print_lines(_copies_changed([copy for copy in copies if copy not in left]))
    print_lines(_other_files(logbook.path, names, copies))


def _listed_below(head: str, items: Sequence[object]) -> Iterator[str]:
    """Yield a heading and a line for each item; nothing if there are none."""
    if items:
        yield head
        yield from (f"  {item}" for item in items)


def _spelled_like(name: str, known: Sequence[Person]) -> list[Person]:
    """Return every spelling of a name in the logbook.

    Raises UnknownNameError if there is none.
    """
    found = [person for person in known if alike(person.name) == alike(name)]
    if found and alike(name):
        return found
    hint = did_you_mean(name, [person.name for person in known])
    raise UnknownNameError(
        f"nobody called {quoted(name)} stands in this logbook{hint and f'; {hint}'}"
    )


def _checked_stand_in(text: str | None, known: Sequence[Person]) -> str | None:
    """Return the replacement for a name.

    Raises GuideError if somebody in the logbook has that name.
    """
    stand_in = checked_name(text)
    if stand_in is not None and any(alike(person.name) == alike(stand_in) for person in known):
        raise GuideError(
            f"--as {quoted(stand_in)} is a name in this logbook; take one that nobody has, or "
            "leave it out"
        )
    return stand_in


def _where_it_stands(meant: Sequence[Person], known: Sequence[Person]) -> Iterator[str]:
    """Yield where each spelling of the name occurs, and which other names contain it."""
    for person in meant:
        places = [
            f"{number_of(count, 'game')} as {who}"
            for count, who in ((person.operator, "operator"), (person.opponent, "opponent"))
            if count
        ]
        if person.elsewhere:
            places.append(f"{number_of(person.elsewhere, 'note')} of counts or the clock")
        where = " and in ".join(places) or "no entry, but in copies that were made by themselves"
        yield f"{quoted(person.name)} stands in {where}."
    part = f" {alike(meant[0].name)} "
    longer = [
        person.name for person in known if person not in meant and part in f" {alike(person.name)} "
    ]
    if longer:
        yield (
            "Other names have it in them, and stay unless you forget them, too: "
            f"{', '.join(map(quoted, longer))}."
        )


def _ask_whether_to_forget(stand_in: str | None) -> None:
    """Ask for confirmation. Raises a usage error if nobody can answer."""
    if not can_ask():
        raise typer.BadParameter(
            "nobody can be asked here; nothing is forgotten. If it is meant, add --yes"
        )
    told = "nobody" if stand_in is None else quoted(stand_in)
    typer.confirm(
        f"Put {told} in its place, for good? The games, their beads and results stay.", abort=True
    )


def _copies_with(path: Path, names: Sequence[str]) -> list[Path]:
    """Return the automatic copies that contain one of the names."""
    copies = automatic_copies(path)
    folders = {copy.parent for copy in copies}
    found = {file for folder in folders for file in files_with(folder, names, path)}
    return [copy for copy in copies if copy in found]


def _copies_changed(paths: Sequence[Path]) -> Iterator[str]:
    """Yield which copies no longer contain the name, and which had to be deleted."""
    there = [path for path in paths if path.exists()]
    yield from _listed_below("It was taken out of these copies, too:", there)
    gone = [path for path in paths if path not in there]
    yield from _listed_below("These copies were damaged, and are removed:", gone)


def _other_files(path: Path, names: Sequence[str], but: Sequence[Path]) -> Iterator[str]:
    """Yield the other files beside a logbook that contain a name, except its copies."""
    known = [file.name for file in but]
    there = [file.name for file in files_with(path.absolute().parent, names, path)]
    yield from _listed_below(
        "These files beside the logbook have it, too (a copy of the logbook forgets "
        "it by --logbook FILE):",
        [name for name in there if name not in known],
    )
    yield "Copies, exports and prints that lie elsewhere are not looked at."
