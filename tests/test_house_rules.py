"""The rules of the house that a program can check: docstrings, names, asserts, and SQL."""

import ast
import re
from collections.abc import Sequence

from tests.package_source import Module, modules

NAMES_THAT_SAY_NOTHING = {"util", "utils", "helper", "helpers", "common"}

# Who else wants to know something asks `logbook/queries.py`.
ONLY_THE_LOGBOOK_ASKS = {"select", "entries_where", "games_where"}

SQL = re.compile(r"\b(SELECT|INSERT INTO|DELETE FROM|UPDATE \w+ SET|PRAGMA|CREATE (TABLE|VIEW)) ")


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


def test_no_two_classes_have_one_name() -> None:
    assert doubled_names(modules()) == []
    twice = [Module("layout.sheet", "class Sheet: ..."), Module("layout.page", "class Sheet: ...")]
    assert doubled_names(twice) == ["class Sheet is in layout.sheet, layout.page"]


def test_every_module_keeps_the_house_rules() -> None:
    assert [fault for module in modules() for fault in style_faults(module)] == []


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
