"""What the page's "Rules and purchase" says, as tables of a kit file.

`choices["rules"]` is a table of text. Missing keys stay as the machine has them:

    start        "4-3-2-1" or "8-4-2-1", fitted to the machine's moves, or your own numbers
    empty        what happens at an empty box
    protect      "yes" or "no": whether the first box keeps its last bead
    win          beads that a win adds
    cabinet      "no", or "yes" with `rows` and `columns`
    gap          mm between labels on plain paper
    packs        beads in a pack, as "50, 1000"; `pack-prices` in the same order
    price-...    the price of one of a thing
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from menace_kit.errors import MenaceKitError, SelectionError, StagesError
from menace_kit.files import KIT_FILE_NAME
from menace_kit.machine import DEFAULT_PRESET, Kit, load_kit, load_preset
from menace_kit.machine.schema import EmptyBox, Prices
from menace_kit.site.mistakes import Tried

Tables = dict[str, Any]

Read = TypeVar("Read")

START_PATTERNS = {"4-3-2-1": (4, 3, 2, 1), "8-4-2-1": (8, 4, 2, 1)}
"""Usual numbers of beads to start with, by the machine's moves."""

EMPTY_BOX = tuple(rule.value for rule in EmptyBox)
PRICED = tuple(name.replace("_", "-") for name in vars(Prices()) if name != "packs")
"""Things with a price, other than packs of beads."""


def rule_tables(rules: Mapping[str, Any], machine: str | None) -> Tables:
    """Return the tables of a kit file for these rules; None is a table to leave out.

    They suit a machine; by default that of the kit that is changed, which is the kit file in this
    folder or the usual preset. Raises MistakesError with all that is impossible, each at
    `rules.KEY`.
    """
    asked = _Asked(rules)
    prices: Tables = {name: asked.read(f"price-{name}", _number) for name in PRICED}
    packs = asked.read("packs", _packs)
    if packs or not asked.says("packs"):
        prices["packs"] = asked.read("pack-prices", lambda text: _costs(text, packs or ()))
    tables: Tables = {
        "beads": {"start": asked.read("start", lambda text: _start(text, kit_before(machine)))},
        "learning": {
            "empty-box": asked.read("empty", _empty_box),
            "protect-first-box": asked.read("protect", _is_yes),
            "win": asked.read("win", partial(_whole, most=99)),
        },
        "shopping": {"pack-size": packs, "prices": _filled_in(prices)},
    }
    tables = _filled_in({name: _filled_in(table) for name, table in tables.items()})
    has_cabinet = asked.read("cabinet", _is_yes)
    if has_cabinet is not None:
        size = partial(_whole, most=1000)
        sides = ("rows", "columns") if has_cabinet else ()
        tables["cabinet"] = {side: asked.read(side, size, needed=True) for side in sides} or None
    asked.tried.check()
    return tables


def _filled_in(table: Tables) -> Tables:
    """Return a table without empty values and tables."""
    return {key: value for key, value in table.items() if value not in (None, {})}


class _Asked:
    """Reads the typed rules, and collects the mistakes in them."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self._said = {key: str(value).strip() for key, value in rules.items()}
        self.tried = Tried()

    def says(self, key: str) -> bool:
        return bool(self._said.get(key))

    def read(self, key: str, reader: Callable[[str], Read], needed: bool = False) -> Read | None:
        """Return what is typed under a key; None if nothing is, or after noting a mistake."""
        if self.says(key) or needed:
            with self.tried(f"rules.{key}"):
                return reader(self._said.get(key, ""))
        return None


def _wrong(text: str) -> SelectionError:
    return SelectionError(f"{text[:40]!r} is not possible here")


def _is_yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise _wrong(text)
    return text == "yes"


def _empty_box(text: str) -> str:
    if text not in EMPTY_BOX:
        raise _wrong(text)
    return text


def _number(text: str, most: float = 999_999) -> float:
    """Return a number from 0; its decimal point may be a comma."""
    is_number = re.fullmatch(r"[0-9]{1,6}(?:[.,][0-9]{1,3})?", text)
    found = float(text.replace(",", ".")) if is_number else most + 1
    if found > most:
        raise _wrong(text)
    return found


def _whole(text: str, most: int) -> int:
    """Return a whole number from 1."""
    if not (re.fullmatch("[0-9]{1,6}", text) and 1 <= int(text) <= most):
        raise _wrong(text)
    return int(text)


def _packs(text: str) -> list[int]:
    return [_whole(size, 100_000) for size in re.split(r"[;,\s]+", text) if size]


def _costs(text: str, packs: Sequence[int]) -> list[float]:
    """Return the prices of packs; a comma inside a price is its decimal point."""
    costs = [_number(cost) for cost in re.split(r"[;\s]+|,\s+", text) if cost]
    if len(costs) != len(packs):
        raise _wrong(text)
    return costs


def _start(text: str, kit: Kit | None) -> int | list[int]:
    """Return the beads to start with: fitted to the machine's moves, or as typed."""
    moves = max((stage for _, stage in kit.stages), default=0) if kit else 0
    if text in START_PATTERNS:
        pattern = START_PATTERNS[text]
        return [pattern[min(move, len(pattern) - 1)] for move in range(moves or len(pattern))]
    parts = [part for part in re.split(r"[^0-9]+", text) if part]
    beads = [int(part) for part in parts if len(part) < 3 and int(part) > 0]
    right = len(beads) == len(parts) > 0 and not re.search(r"[^0-9\s,;-]", text)
    if not right or (moves and len(beads) not in (1, moves)):
        raise StagesError(f"{text[:40]!r} doesn't fit the machine's {moves} moves", moves)
    return beads[0] if len(beads) == 1 else beads


def kit_before(machine: str | None) -> Kit | None:
    """Return the kit that is changed; None if it is invalid, which another check reports."""
    with suppress(MenaceKitError):
        if not machine and Path(KIT_FILE_NAME).exists():
            return load_kit(Path(KIT_FILE_NAME))
        return load_preset(machine or DEFAULT_PRESET)
    return None


def gap_of(rules: Mapping[str, Any], stock: str) -> float | None:
    """Return the mm between labels; None for the paper's own gap."""
    text = str(rules.get("gap") or "").strip().removesuffix("mm").strip()
    if text and stock != "plain":
        raise SelectionError("sheets of labels have gaps of their own")
    return _number(text, LARGEST_GAP) if text else None


LARGEST_GAP = 20
