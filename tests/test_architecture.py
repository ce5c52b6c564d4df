"""Who may import whom: the table of docs/architecture.md, and no rings."""

import ast
import re
import sys
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.package_source import PACKAGE, ROOT, Module, modules

# A layer is a folder or a single module of the package.
# All may use errors, files, frozen and kept, and themselves.
FOR_ALL = {"errors", "files", "frozen", "kept"}

MAY_IMPORT = {
    "errors": set(),
    "files": set(),
    "kept": set(),
    "frozen": set(),
    "games": set(),
    "machine": {"games"},
    "text": {"games", "machine"},
    "workshop": {"games", "machine", "text"},
    "logbook": {"games", "machine"},
    "guide": {"games", "machine", "text", "logbook"},
    "layout": {"games", "machine", "workshop", "text"},
    "render": {"layout"},
    "printables": {"games", "machine", "workshop", "text", "layout", "render"},
    "views": {"games", "machine", "text", "logbook", "guide", "layout"},
    "lab": {"games", "machine", "workshop", "layout", "render"},
    "notebook": {
        "games",
        "machine",
        "text",
        "workshop",
        "logbook",
        "guide",
        "layout",
        "render",
        "printables",
        "lab",
    },
}

# These may use everything. "" is the package's own __init__:
# who imports from it gets the machine with it, so nobody else may.
ABOVE_ALL = {"", "__main__", "cli", "web", "site"}

# But the companion is no command: it can be started without the command line.
# Nor is the site, which has it in it.
NEVER = {"web": {"cli", "site"}, "site": {"cli"}}

# The libraries that are one layer's business alone.
ONLY_IN = {
    "reportlab": {"render"},
    "PIL": {"render"},
    "svgwrite": {"render"},
    "segno": {"layout", "web"},
    "typer": {"cli"},
    "rich": {"cli"},
    "readchar": {"cli"},
    "fastapi": {"web"},
    "starlette": {"web"},
    "pydantic": {"web"},
    "uvicorn": {"web"},
    "jinja2": {"web", "site"},
    "sqlite3": {"logbook"},
}


def import_faults(module: Module, layers: set[str]) -> list[str]:
    """Return a sentence for each import that the tables above do not allow;
    `layers` are those there are.
    """
    if module.layer in ABOVE_ALL:
        allowed = layers - NEVER.get(module.layer, set())
    elif module.layer in MAY_IMPORT:
        allowed = MAY_IMPORT[module.layer] | FOR_ALL | {module.layer}
    else:
        return [
            (
                f"{module.name}: {module.layer} is not in the table of layers; "
                "decide what it may import"
            )
        ]
    faults = []
    for line, name in module.imports:
        where = f"{module.name}:{line}"
        library, _, rest = name.partition(".")
        if library == PACKAGE:
            layer = rest.partition(".")[0]
            if layer in ("__version__", *allowed) or (
                module.layer in ABOVE_ALL and layer not in layers
            ):
                continue
            faults.append(f"{where}: {module.layer} may not import {name}")
        elif module.layer == "games" and library not in sys.stdlib_module_names:
            faults.append(f"{where}: games is standard library only, not {name}")
        elif module.layer not in ONLY_IN.get(library, {module.layer}):
            faults.append(f"{where}: {library} belongs in {', '.join(ONLY_IN[library])}")
    return faults


def import_graph(all_modules: Sequence[Module]) -> dict[str, set[str]]:
    """Return module -> the modules of the package that are loaded before it is."""
    names = {module.name.removesuffix(".__init__"): module.name for module in all_modules}

    def target(dotted: str) -> str | None:
        parts = dotted.split(".")[1:]
        found = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
        return next((names[name] for name in found if name in names), None)

    graph: dict[str, set[str]] = {}
    for module in all_modules:
        top = Module(
            module.name, ast.unparse(ast.Module([*filter(_is_import, module.tree.body)], []))
        )
        loaded = {target(name) for _, name in top.imports if name.startswith(f"{PACKAGE}.")}
        graph[module.name] = {name for name in loaded if name and name != module.name}
    return graph


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, (ast.Import, ast.ImportFrom))


def test_no_module_imports_from_above() -> None:
    all_modules = modules()
    layers = {module.layer for module in all_modules}
    assert {"games", "machine", "errors", "files"} <= layers
    assert [fault for module in all_modules for fault in import_faults(module, layers)] == []


def test_no_module_is_loaded_before_itself() -> None:
    TopologicalSorter(import_graph(modules())).prepare()


def test_a_ring_of_imports_is_found() -> None:
    doc = '"""A docstring."""\n'
    above = Module("games.__init__", doc + "from menace_kit.games.game import Game\n")
    late = Module("games.nim", doc + "def f():\n    from menace_kit.games import Game\n")
    below = Module("games.game", doc)
    TopologicalSorter(import_graph([below, above, late])).prepare()
    ring = Module("games.game", doc + "from menace_kit.games import Nim\n")
    with pytest.raises(CycleError):
        TopologicalSorter(import_graph([ring, above])).prepare()


def test_the_table_in_the_document_is_this_one() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    section = text.partition("## Who may import whom")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE))
    there = {module.layer for module in modules()} - FOR_ALL - {"", "__main__"}
    assert {
        layer: set(re.findall(r"`(\w+)`", rows[layer])) for layer in rows if layer not in ABOVE_ALL
    } == {layer: MAY_IMPORT.get(layer) for layer in there - ABOVE_ALL}
    assert {rows.get(layer) for layer in there & ABOVE_ALL} <= {"everything"}


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("games.position", "from menace_kit.machine import Kit"),
        ("games.position", "from menace_kit import load_kit"),
        ("games.position", "from .. import machine"),
        ("games.__init__", "from ..machine import Kit"),
        ("games.position", "def f():\n    import menace_kit.machine.kit as kit"),
        ("games.position", "import pydantic"),
        ("machine.kit", "import importlib\nimportlib.import_module('menace_kit.layout')"),
        ("machine.kit", "import importlib\nimportlib.import_module(name)"),
        ("machine.kit", "from menace_kit.text import load_words"),
        ("render.pdf", "if TYPE_CHECKING:\n    from ..cli import app"),
        ("guide.session", "import typer"),
        ("printables.catalogue", "MADE_BY = 'menace_kit.cli.printing.labelled:labels'"),
        ("web.server", "from menace_kit.cli.options import KitOptions"),
        ("web.server", "from menace_kit.site import folder"),
        ("errors", "from menace_kit.machine import Kit"),
        ("newfolder.module", "import math"),
    ],
)
def test_a_forbidden_import_is_found(name: str, source: str) -> None:
    assert len(import_faults(Module(name, source), set(MAY_IMPORT) | ABOVE_ALL)) == 1


@pytest.mark.parametrize(
    ("name", "source"),
    [
        (
            "games.position",
            "import dataclasses\nfrom menace_kit.errors import MoveError\nfrom .game import Game",
        ),
        (
            "layout.sheet",
            "from menace_kit.text import load_words\nfrom menace_kit import machine, games",
        ),
        ("render.pdf", "from menace_kit import __version__"),
        ("printables.catalogue", "MADE_BY = 'menace_kit.layout.sheets.fences:fence_document'"),
        ("__init__", "from menace_kit.machine import Kit"),
    ],
)
def test_an_allowed_import_is_left_alone(name: str, source: str) -> None:
    assert import_faults(Module(name, source), set(MAY_IMPORT) | ABOVE_ALL) == []
