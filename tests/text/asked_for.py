"""Which sentences the code and the pages use, read from their source."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from menace_kit.files import pages_folder, site_folder
from menace_kit.games import Pieces, game_names
from menace_kit.machine.containers import ContainerKind
from tests.package_source import modules
from tests.text.language_files import sentences_of

PLACES = {"words": 0, "lines": 0, "say": 0, "said": 1}
"""What asks for a sentence, and which of its arguments is the key."""


HOWS = (*game_names(), "nim-loses", "arrow", *(kind.value for kind in Pieces), "moves", "last-move")


CONTAINERS = tuple(dict.fromkeys(ending for kind in ContainerKind for ending in kind.endings))


KINDS = (
    *(f"both-{how}" for how in HOWS),
    "both",
    *HOWS,
    "alike",
    "first",
    "second",
    "together",
    *CONTAINERS,
)
"""Endings of keys for twins."""


def pieces(node: ast.expr) -> str | None:
    """Return a text in the code, with `*` for each part only known at run time; None if it isn't a
    text.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(pieces(part) or "*" for part in node.values)
    return None


def texts_in(node: ast.AST) -> Iterator[str]:
    """Yield the texts that a part of the code may be; a text with inserted parts counts as one."""
    text = pieces(node) if isinstance(node, ast.expr) else None
    if text is not None:
        yield text
        return
    for child in ast.iter_child_nodes(node):
        is_docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if not is_docstring:
            yield from texts_in(child)


def keys_on_pages() -> Iterator[str]:
    """Yield the keys that pages and the site's scripts use: in calls of `say`, or as choices.

    A script's key may end in something known only at run time: say(`common.${result}`).
    """
    for path in (
        *pages_folder().glob("*.html"),
        *site_folder().glob("*.html"),
        *site_folder().glob("static/*.js"),
    ):
        text = path.read_text(encoding="utf-8")
        for key in re.findall(r"say\(\s*`([^`]+)`", text):
            yield re.sub(r"\$\{[^}]*\}", "*", key)
        for key, more in re.findall(
            r'say\(\s*"([a-z-]+\.[a-z-]*)"( ~ \w+(?: ~ "[a-z-]+")?)?', text
        ):
            yield key + ("*" if more else "")
        yield from re.findall(r'"([a-z-]+\.[a-z]+[a-z-]*)" (?:if|else)', text)
        yield from re.findall(r'(?:if|else|:) "([a-z-]+\.[a-z]+[a-z-]*)"', text)


class Code(NamedTuple):
    """All texts in the code, and those used as a sentence or as `lines`."""

    texts: set[str]
    asked: set[str]
    lines: set[str]


@cache
def code() -> Code:
    found = Code(set(), set(), set())
    for module in modules():
        found.texts.update(texts_in(module.tree))
        for node in module.nodes:
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                for asked in node.args[PLACES[name] :][:1] if name in PLACES else ():
                    found.asked.update(texts_in(asked))
                    if name == "lines" and isinstance(node.func, ast.Attribute):
                        found.lines.update(texts_in(asked))
    return found


@cache
def asked_for() -> frozenset[str]:
    """Return the keys that calls of `words`, `say` and the like use, with `*` for unknown parts."""
    keys = {text for text in code().asked if re.fullmatch(r"[a-z*-]+\.[a-z0-9*-]+", text)}
    return frozenset(keys.union(keys_on_pages()))


def pattern(text: str) -> re.Pattern[str]:
    """Return a pattern for the keys that a text with `*` for unknown parts may be."""
    return re.compile(".*".join(re.escape(part) for part in text.split("*")))


def without_kind(key: str) -> Iterator[str]:
    """Yield the key, and the keys of sentences that it may be a twin of."""
    yield key
    for kind in KINDS:
        if key.endswith(f"-{kind}"):
            yield from without_kind(key.removesuffix(f"-{kind}"))


def plain(key: str) -> str:
    """Return the key of the sentence that this is a twin of, or the key itself."""
    return min((found for found in without_kind(key) if found in sentences_of("en")), key=len)
