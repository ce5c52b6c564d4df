"""The package's modules as text and syntax trees, for tests that read them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PACKAGE = "menace_kit"

NAMED = re.compile(rf"{PACKAGE}(\.\w+)+:\w+")


@dataclass(frozen=True)
class Module:
    """A file of the package: its dotted name (`layout.sheet`, `layout.__init__`) and its text."""

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
    """Yield line and full dotted name of everything that a module imports, anywhere; `..` is
    resolved.

    Names such as `module:function`, imported when used, count too.
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
        elif isinstance(node, ast.Call) and called(node).endswith(("import_module", "__import__")):
            if node.args and isinstance(node.args[0], ast.Constant):
                yield node.lineno, str(node.args[0].value)
            else:
                yield node.lineno, f"{PACKAGE}.{ast.unparse(node)}"
        elif isinstance(node, ast.Constant) and _names_a_function(node.value):
            yield node.lineno, str(node.value).replace(":", ".")


def _names_a_function(value: object) -> bool:
    return isinstance(value, str) and NAMED.fullmatch(value) is not None


def called(node: ast.Call) -> str:
    """Return the last part of a called name."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
