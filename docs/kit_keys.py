"""The reference of kit.toml, made from the file that every new kit starts with."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KIT_FILE = Path(__file__).resolve().parent.parent / "templates" / "kit.toml"

TABLE = re.compile(r"^(?:# )?\[(?P<name>[a-z.-]+)\](?:\s+# (?P<said>.*))?$")
KEY = re.compile(r"^(?P<unset># )?(?P<name>[a-z-]+) = (?P<value>.*?)\s+# (?P<said>.*)$")
MORE = re.compile(r"^#?\s+# (?P<said>.*)$")


@dataclass
class Key:
    """A key of kit.toml; `default` is None if it is unset by default, `example` a possible
    value.
    """

    name: str
    default: str | None
    example: str
    said: str


@dataclass
class Table:
    """A table of kit.toml; keys above all tables belong to one without a name."""

    name: str
    said: str
    keys: list[Key]


def kit_tables(text: str) -> list[Table]:
    """Return the tables of a commented kit file, in order."""
    tables = [Table("", "", [])]
    for line in text.splitlines():
        if table := TABLE.match(line):
            tables.append(Table(table["name"], table["said"] or "", []))
        elif key := KEY.match(line):
            default = None if key["unset"] else key["value"]
            tables[-1].keys.append(Key(key["name"], default, key["value"], key["said"]))
        elif (more := MORE.match(line)) and tables[-1].keys:
            tables[-1].keys[-1].said += " " + more["said"]
        elif more:
            tables[-1].said += " " + more["said"]
    return tables


def kit_keys_markdown() -> str:
    """Return all keys of kit.toml as Markdown, with a heading for each table."""
    tables = kit_tables(KIT_FILE.read_text(encoding="utf-8"))
    return "\n\n".join(part for table in tables for part in _described(table))


def _described(table: Table) -> Iterator[str]:
    if table.name:
        yield f"## [{table.name}]"
    if table.said:
        yield _with_values_as_code(table.said)
    for key in table.keys:
        unset = f"not set; for example `{key.example}`"
        default = unset if key.default is None else f"`{key.default}`"
        yield f"`{key.name}`\n: {_with_values_as_code(key.said)} Default: {default}."


def _with_values_as_code(said: str) -> str:
    return re.sub(r'("[\w.-]+"|^true(?=:)|^false(?=:))', r"`\1`", said)
