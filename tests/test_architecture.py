"""The rules of docs/architecture.md that a program can check:
who imports whom, and what is light.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "menace_kit"

NAMED = re.compile(rf"{PACKAGE}(\.\w+)+:\w+")
NAMES_THAT_SAY_NOTHING = {"util", "utils", "helper", "helpers", "common"}
HEAVY = (
    *("reportlab", "PIL", "svgwrite", "coloraide", "fontTools", "numba", "tomlkit"),
    *("fastapi", "starlette", "uvicorn", "jinja2", "segno"),
)

# A layer is a folder or a single module of the package.
# All may use errors, files and frozen, and themselves.
FOR_ALL = {"errors", "files", "frozen"}
MAY_IMPORT = {
    "errors": set(),
    "files": set(),
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
        *(
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
        ),
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
    "uvicorn": {"web"},
    "jinja2": {"web", "site"},
    "sqlite3": {"logbook"},
}

# What Windows has not, and the modules that have another way there.
NOT_ON_WINDOWS = re.compile(
    r"fcntl|grp|posix|pty|pwd|resource|syslog|termios|tty"
    r"|os\.(fork\w*|kill|killpg|getuid|geteuid|getgid|setsid|mkfifo|uname|fpathconf|chown"
    r"|sysconf|getpgid|O_NO\w+)"
    r"|signal\.(SIG(?!INT|TERM|_DFL|_IGN)\w+|alarm|pause|setitimer|sigwait)|add_signal_handler"
    r"|time\.tzset|AF_UNIX"
)
OTHER_WAY = {
    "cli.operator.keyboard": {"termios", "os.fpathconf"},
    "files": {"os.geteuid"},
}
ASKS_WHERE = re.compile(r'sys\.platform [!=]= "win32"')
NO_SUCH_PLACE = re.compile(r"/(dev|proc|tmp|etc|var|usr)(/\S*)?|.*%-[a-zA-Z].*", re.DOTALL)
"""Places that Windows has not, and a form of `strftime` that it does not know."""

NO_NAME = re.compile(
    r'[<>:"|?*\\\x00-\x1f]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)', re.IGNORECASE
)
"""What no file on Windows is called."""

# Who else wants to know something asks `logbook/queries.py`.
ONLY_THE_LOGBOOK_ASKS = {"select", "entries_where", "games_where"}
SQL = re.compile(r"\b(SELECT|INSERT INTO|DELETE FROM|UPDATE \w+ SET|PRAGMA|CREATE (TABLE|VIEW)) ")


@dataclass(frozen=True)
class Module:
    """One file of the package: its dotted name in it (`layout.sheet`,
    `layout.__init__`), and its text.
    """

    name: str
    source: str

    @property
    def layer(self) -> str:
        return "" if self.name == "__init__" else self.name.partition(".")[0]

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source, self.name)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return [*ast.walk(self.tree)]

    @cached_property
    def imports(self) -> list[tuple[int, str]]:
        return [*imported_names(self)]


@cache
def modules() -> list[Module]:
    folder = ROOT / PACKAGE
    paths = sorted(path for path in folder.rglob("*.py") if "_templates" not in path.parts)
    return [
        Module(
            ".".join(path.relative_to(folder).with_suffix("").parts),
            path.read_text(encoding="utf-8"),
        )
        for path in paths
    ]


def imported_names(module: Module) -> Iterator[tuple[int, str]]:
    """Yield line and full dotted name of all that a module imports,
    wherever in it; `..` is resolved.

    What is named as `module:function`, to be imported when it is used, counts too.
    """
    home = [PACKAGE, *module.name.split(".")[:-1]]
    for node in module.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            start = home[: len(home) + 1 - node.level] if node.level else []
            origin = ".".join([*start, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{origin}.{alias.name}"
        elif isinstance(node, ast.Call) and _called(node).endswith(("import_module", "__import__")):
            if node.args and isinstance(node.args[0], ast.Constant):
                yield node.lineno, str(node.args[0].value)
            else:
                yield node.lineno, f"{PACKAGE}.{ast.unparse(node)}"
        elif isinstance(node, ast.Constant) and _names_a_function(node.value):
            yield node.lineno, str(node.value).replace(":", ".")


def _names_a_function(value: object) -> bool:
    return isinstance(value, str) and NAMED.fullmatch(value) is not None


def _called(node: ast.Call) -> str:
    """Return the last word of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


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


def style_faults(module: Module) -> list[str]:
    """Return a sentence for each house rule that a module breaks."""
    faults = []
    if not ast.get_docstring(module.tree):
        faults.append(f"{module.name} has no docstring")
    faults += [
        f"{module.name}: a name that says nothing"
        for part in module.name.split(".")
        if part.strip("_") in NAMES_THAT_SAY_NOTHING
    ]
    faults += [
        f"{module.name}:{node.lineno}: assert; it is gone under python -O, raise an error"
        for node in module.nodes
        if isinstance(node, ast.Assert)
    ]
    return faults + sql_faults(module)


def sql_faults(module: Module) -> list[str]:
    """Return a sentence for each place where a module that is not the logbook's speaks SQL,
    or hands on conditions.
    """
    if module.layer == "logbook":
        return []
    return [
        f"{module.name}:{node.lineno}: SQL; give the question a name in logbook/queries.py"
        for node in module.nodes
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str | bytes)
            and SQL.search(str(node.value))
        )
        or (isinstance(node, ast.Attribute) and node.attr in ONLY_THE_LOGBOOK_ASKS)
    ]


def platform_faults(module: Module) -> list[str]:
    """Return a sentence for each thing in a module that Windows has not,
    or that means another thing there.
    """
    other_way = OTHER_WAY.get(module.name, set()) if ASKS_WHERE.search(module.source) else set()
    faults = [
        f"{module.name}:{line}: Windows has no {name}"
        for line, name in module.imports
        if not name.startswith(PACKAGE)
        and NOT_ON_WINDOWS.fullmatch(name.partition(".")[0])
        and name.partition(".")[0] not in other_way
    ]
    for node in module.nodes:
        if isinstance(node, ast.Attribute):
            name = f"{node.value.id}.{node.attr}" if isinstance(node.value, ast.Name) else ""
            short = name if NOT_ON_WINDOWS.fullmatch(name) else node.attr
            if NOT_ON_WINDOWS.fullmatch(short) and short not in other_way:
                faults.append(f"{module.name}:{node.lineno}: Windows has no {short}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if NO_SUCH_PLACE.fullmatch(node.value):
                faults.append(f"{module.name}:{node.lineno}: Windows has no {node.value}")
        elif isinstance(node, ast.Call) and _reads_text_by_chance(node):
            faults.append(
                f"{module.name}:{node.lineno}: without encoding= it is another one on each system"
            )
    return faults


def _reads_text_by_chance(call: ast.Call) -> bool:
    """Return whether a call opens a text in the encoding that a system happens to have."""
    named = {each.arg: each.value for each in call.keywords}
    if "encoding" in named or None in named:
        return False
    method = isinstance(call.func, ast.Attribute)
    owner = (
        call.func.value.id
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)
        else ""
    )
    match _called(call):
        case "read_text" | "write_text":
            # `files.read_text` is UTF-8; a distribution's is, too.
            return method and not (call.args and isinstance(call.args[0], ast.Constant))
        case "open" if owner not in ("os", "self", "webbrowser", "Image"):
            mode = named.get("mode") or (
                call.args[0 if method else 1] if len(call.args) > (not method) else None
            )
            return mode is None or (isinstance(mode, ast.Constant) and "b" not in str(mode.value))
        case "run" | "Popen" | "check_output":
            return "text" in named or "universal_newlines" in named
    return False


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


def doubled_names(all_modules: Sequence[Module]) -> list[str]:
    """Return a sentence for each class that has the name of another one.

    What views/ shows of a thing has the thing's name, for that stands in the API's description.
    """
    classes: dict[str, list[str]] = {}
    for module in all_modules:
        for node in module.tree.body:
            if (
                isinstance(node, ast.ClassDef)
                and not node.name.startswith("_")
                and module.layer != "views"
            ):
                classes.setdefault(node.name, []).append(module.name)
    return [
        f"class {name} is in {', '.join(places)}"
        for name, places in classes.items()
        if len(places) > 1
    ]


def modules_after(program: str) -> set[str]:
    """Return all that a fresh Python has loaded after a program."""
    ending = "import sys; print(*sys.modules, file=sys.stderr)"
    script = (
        f"try:\n    {program}\nexcept SystemExit as stop:\n    if stop.code:\n"
        f"        raise\n{ending}"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        env=dict(os.environ),  # without the COLUMNS that readline adds behind Python's back
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        pytest.fail(f"{program!r} failed:\n{done.stdout}{done.stderr}")
    return set(done.stderr.splitlines()[-1].split())


def modules_of(command: str) -> set[str]:
    """Return all that a command has loaded, of the package without its name in front;
    not Python's own `site`.
    """
    program = (
        f"import sys; sys.argv = {['menace-kit', *command.split()]}; "
        "from menace_kit.__main__ import main; main()"
    )
    return {name.removeprefix(f"{PACKAGE}.") for name in modules_after(program) - {"site"}}


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


def test_no_two_classes_have_one_name() -> None:
    assert doubled_names(modules()) == []
    twice = [Module("layout.sheet", "class Sheet: ..."), Module("layout.page", "class Sheet: ...")]
    assert doubled_names(twice) == ["class Sheet is in layout.sheet, layout.page"]


def test_the_table_in_the_document_is_this_one() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    section = text.partition("## Who may import whom")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE))
    there = {module.layer for module in modules()} - FOR_ALL - {"", "__main__"}
    assert {
        layer: set(re.findall(r"`(\w+)`", rows[layer])) for layer in rows if layer not in ABOVE_ALL
    } == {layer: MAY_IMPORT.get(layer) for layer in there - ABOVE_ALL}
    assert {rows.get(layer) for layer in there & ABOVE_ALL} <= {"everything"}


def test_every_module_keeps_the_house_rules() -> None:
    assert [fault for module in modules() for fault in style_faults(module)] == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("games.position", "from menace_kit.machine import Kit"),
        ("games.position", "from menace_kit import load_kit"),
        ("games.position", "import menace_kit"),
        ("games.position", "from .. import machine"),
        ("games.position", "from ..machine.kit import Kit"),
        ("games.__init__", "from ..machine import Kit"),
        ("games.position", "def f():\n    import menace_kit.machine.kit as kit"),
        ("games.position", "import pydantic"),
        ("machine.kit", "import importlib\nimportlib.import_module('menace_kit.layout')"),
        ("machine.kit", "import importlib\nimportlib.import_module(name)"),
        ("machine.kit", "from menace_kit.text import load_words"),
        ("text.words", "from menace_kit.layout import Sheet"),
        ("layout.sheet", "from menace_kit.render import pdf"),
        ("layout.sheet", "from reportlab.pdfbase import pdfmetrics"),
        ("render.pdf", "from menace_kit.machine import Kit"),
        ("render.pdf", "if TYPE_CHECKING:\n    from ..cli import app"),
        ("logbook.store", "from menace_kit.guide import session"),
        ("guide.session", "import typer"),
        ("printables.catalogue", "MADE_BY = 'menace_kit.cli.printing.labelled:labels'"),
        ("lab.tables", "from menace_kit.logbook import store"),
        ("guide.desk", "import sqlite3"),
        ("guide.desk", "from menace_kit.web.app import create_app"),
        ("cli.serve", "from fastapi import FastAPI"),
        ("web.server", "from menace_kit.cli.options import KitOptions"),
        ("web.server", "from menace_kit.site import folder"),
        ("site.maker", "from menace_kit.cli.options import KitOptions"),
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
        ("games.__init__", "from .game import Game\nfrom . import game"),
        (
            "machine.kit",
            (
                "from menace_kit.games import Game\nfrom ..files import "
                "templates_folder\nimport pydantic"
            ),
        ),
        (
            "layout.sheet",
            "from menace_kit.text import load_words\nfrom menace_kit import machine, games",
        ),
        ("render.pdf", "from menace_kit.layout.marks import Text\nimport reportlab.pdfgen.canvas"),
        ("render.pdf", "from menace_kit import __version__"),
        (
            "cli.__init__",
            "from menace_kit import load_kit\nfrom menace_kit.render import pdf\nimport typer",
        ),
        ("printables.catalogue", "MADE_BY = 'menace_kit.layout.sheets.cutouts:fence_document'"),
        ("__init__", "from menace_kit.machine import Kit"),
        ("__main__", "from menace_kit.cli import main"),
    ],
)
def test_an_allowed_import_is_left_alone(name: str, source: str) -> None:
    assert import_faults(Module(name, source), set(MAY_IMPORT) | ABOVE_ALL) == []


def test_broken_house_rules_are_found() -> None:
    doc = '"""A docstring."""\n'
    assert style_faults(Module("layout.sheet", doc)) == []
    assert style_faults(Module("logbook.queries", doc + "logbook.select('SELECT 1')\n")) == []
    for name, source in (
        ("layout.sheet", "x = 1\n"),
        ("layout.sheet", doc + "def f(x):\n    assert x\n"),
        ("layout.utils", doc),
        ("common.sheet", doc),
        ("layout._helpers", doc),
        ("web.past", doc + "found = logbook.games_where(condition)\n"),
        ("web.past", doc + "asked = f'SELECT number FROM {table}'\n"),
    ):
        assert len(style_faults(Module(name, source))) == 1


def test_nothing_is_used_that_windows_has_not() -> None:
    assert [fault for module in modules() for fault in platform_faults(module)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import fcntl",
        "def f():\n    import termios",
        "from resource import getrusage",
        "import os\nos.fork()",
        "import os\nos.kill(1, 15)",
        "import signal\nsignal.signal(signal.SIGHUP, f)",
        "loop.add_signal_handler(2, f)",
        "Path('/dev/null')",
        "time.strftime('%-d %B')",
        "path.read_text()",
        "path.write_text(text)",
        "open('a')",
        "path.open('w')",
        "subprocess.run(['a'], text=True)",
    ],
)
def test_what_windows_has_not_is_found(source: str) -> None:
    assert len(platform_faults(Module("cli.serve", source))) == 1
    assert len(platform_faults(Module("cli.operator.keyboard", source))) == 1


def test_another_way_for_windows_is_let_through() -> None:
    for name, source in (
        ("files", 'import sys, os\nx = sys.platform == "win32" or os.geteuid()'),
        (
            "files",
            "path.open('rb')\npath.read_text(encoding='utf-8')\nos.open(path, 1)\nread_text(path)",
        ),
        (
            "files",
            (
                "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ngetattr(signal, 'SIGHUP', "
                "None)\n'a /dev/null'"
            ),
        ),
    ):
        assert platform_faults(Module(name, source)) == []


def test_every_file_can_be_kept_on_every_system() -> None:
    kept = ("menace_kit", "templates", "tests", "docs", "output", "benchmarks")
    paths = [path.relative_to(ROOT) for name in kept for path in (ROOT / name).rglob("*")]
    assert [path for path in paths if any(NO_NAME.search(part) for part in path.parts)] == []
    assert len({str(path).casefold() for path in paths}) == len(paths)
    assert all(NO_NAME.search(name) for name in ("a:b.pdf", "nul.txt", "end. ", "COM1", "what?"))


def test_a_heavy_library_is_noticed() -> None:
    assert modules_after("import svgwrite, tomlkit") & set(HEAVY) == {"svgwrite", "tomlkit"}


@pytest.mark.parametrize(
    "program",
    [
        (
            "import sys; sys.argv = ['menace-kit', 'boxes', '--json']; "
            "from menace_kit.cli import main; main()"
        ),
        "import sys; sys.argv = ['menace-kit', '--help']; from menace_kit.cli import main; main()",
    ],
)
def test_the_command_line_starts_without_heavy_libraries(program: str) -> None:
    assert modules_after(program) & set(HEAVY) == set()


# What stands between an operator and an answer:
# a module that is loaded costs a millisecond or ten, at each step.

FOR_AN_ANSWER = {"errors", "files", "frozen", "games", "machine", "text", "guide", "logbook"}
"""The rooms that a look-up and a step of a game need."""

FOR_THE_COMMAND = {
    *("cli", "cli.options", "cli.terminal", "cli.operator", "cli.operator.options"),
    *("cli.operator.lookup", "cli.operator.status", "cli.operator.steps"),
}

NEEDLESS = {
    "pydantic",
    "importlib.metadata",
    "email",
    "zipfile",
    "secrets",
    "asyncio",
    "numpy",
}
"""What only other commands, or nothing at all, needs."""


def test_the_package_alone_loads_nothing() -> None:
    assert {name for name in modules_after(f"import {PACKAGE}") if name.startswith(PACKAGE)} == {
        PACKAGE
    }


def test_the_version_is_told_without_anything_else() -> None:
    loaded = modules_of("--version")
    rooms = {module.layer for module in modules()}
    assert {name for name in loaded if name.partition(".")[0] in rooms} == {"__main__"}
    assert "typer" not in loaded


def test_a_look_up_for_a_program_loads_neither_a_logbook_nor_rich(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    loaded = modules_of("operator lookup O.X/.../...")
    assert {each for each in loaded if each.startswith(("logbook", "sqlite3", "rich"))} == set()


def test_an_answer_to_the_operator_loads_only_what_it_needs(tmp_path: Path) -> None:
    """The second time, when the words that it is told in are kept."""
    book = f"--logbook {tmp_path / 'logbook.sqlite'}"
    modules_of(f"operator start {book}")
    rooms = {module.layer for module in modules()} - FOR_AN_ANSWER - {"", "__main__"}
    for command in ("lookup O.X/.../... --json", f"status {book}", f"draw gold {book}"):
        loaded = modules_of(f"operator {command}")
        assert loaded & NEEDLESS == set(), command
        others = {name for name in loaded if name.partition(".")[0] in rooms}
        told_by = {f"views.json_output.{name}" for name in ("boxes", "games", "values")}
        assert others - FOR_THE_COMMAND <= {"views", "views.json_output"} | told_by, command
