"""The files that were made, in few lines: by what they are for, pages of one drawing together."""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from menace_kit.cli.writing import State, Written

_TOGETHER = "\u00a0"
"""Stands for a space at which no line ends, while lines are broken."""

_PAGE = re.compile(r"(.+-)([0-9]+)\.svg")


def file_list(written: Sequence[Written], groups: Mapping[str, Sequence[str]], width: int) -> Iterator[str]:
    """Yield the lines: for each group its heading and its files, with their pages; then what became of them all."""
    by_name = {file.path.name: file for file in written}
    yield "The files, with the number of pages:"
    for heading, names in groups.items():
        if names:
            yield f"{heading[0].upper()}{heading[1:]}:"
            yield from _lines(_items([by_name[name] for name in names]), width)
    for state in State:
        files = [file for file in written if file.state is state]
        if len(files) == len(written):
            yield f"All {len(files)} files: {state.value}."
        elif files:
            named = state is not State.UNCHANGED  # most often these are many
            yield f"{len(files)} file{'s' if len(files) > 1 else ''} {state.value}{':' if named else '.'}"
            yield from _lines(_items(files, pages=False), width) if named else ()


def _lines(items: Sequence[str], width: int) -> list[str]:
    text = ", ".join(item.replace(" ", _TOGETHER) for item in items)
    lines = textwrap.wrap(
        text,
        width,
        initial_indent="  ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_TOGETHER, " ") for line in lines]


def _items(files: Sequence[Written], pages: bool = True) -> list[str]:
    """Return the files' names, each with its pages in brackets; those of a drawing's pages as one."""
    items = []
    for _, same in groupby(files, key=_drawing):
        group = list(same)
        count = sum(file.pages for file in group)
        name = group[0].path.name
        if len(group) > 1:
            last = _PAGE.fullmatch(group[-1].path.name)
            name += f" to {last[2] if last else group[-1].path.name}"
        items.append(f"{name} ({count})" if pages and count else name)
    return items


def _drawing(file: Written) -> str:
    match = _PAGE.fullmatch(file.path.name)
    return match[1] if match else file.path.name
