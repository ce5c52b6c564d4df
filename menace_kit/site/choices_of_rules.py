"""What the page's "Rules and purchase" says, as tables of a kit file.

`choices["rules"]` is a table of text. Missing keys stay as the machine has them:

    start        "4-3-2-1" or "8-4-2-1", fitted to the machine's moves, or your own numbers
    empty        what happens at an empty box
    protect      "yes" or "no": whether the first box keeps its last bead
    win          beads that a win adds
    cabinet      "no", or "yes" with `rows` and `columns`
    gap          mm between labels on plain paper
    packs        beads in a pack, as "50, 1000"; `pack-prices` in the same order,
                 for the usual packs if none are given
    price-...    the price of one of a thing
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from menace_kit.errors import FormMistake, MenaceKitError, MistakesError, StagesError
from menace_kit.files import KIT_FILE_NAME
from menace_kit.machine import DEFAULT_PRESET, BeadSize, Kit, load_kit, load_preset
from menace_kit.machine.schema import EmptyBox, Prices
from menace_kit.machine.toml_files import TemplateKind, load_template
from menace_kit.machine.values import pack_sizes
from menace_kit.workshop.packs import weighed

Tables = dict[str, Any]

START_PATTERNS = {"4-3-2-1": (4, 3, 2, 1), "8-4-2-1": (8, 4, 2, 1)}
"""Usual numbers of beads to start with, by the machine's moves."""

EMPTY_BOX = tuple(rule.value for rule in EmptyBox)
PRICED = tuple(name.replace("_", "-") for name in vars(Prices()) if name != "packs")
"""Things with a price, other than packs of beads."""

_NUMBER = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,3})?")
_WHOLE = re.compile(r"[0-9]{1,6}")


def rule_tables(rules: Mapping[str, Any], machine: str | None, beads: str | None = None) -> Tables:
    """Return the tables of a kit file for these rules; None is a table to leave out.

    They suit a machine and a kind of beads; by default those of the kit that is changed, which is
    the kit file in this folder or the usual preset. Raises MistakesError with all that is
    impossible, each at `rules.KEY`.
    """
    said = {key: str(value).strip() for key, value in rules.items() if str(value).strip()}
    asked = _Asked(said)
    before = cache(partial(kit_before, machine))
    tables: Tables = {}
    if start := said.get("start"):
        tables["beads"] = {"start": _start(asked, start, before())}
    if learning := _learning(asked):
        tables["learning"] = learning
    if shopping := _shopping(asked, lambda: usual_packs(before(), beads)):
        tables["shopping"] = shopping
    if (cabinet := asked.yes_or_no("cabinet")) is not None:
        tables["cabinet"] = _cabinet(asked) if cabinet else None
    if asked.wrong:
        raise MistakesError(asked.wrong)
    return tables


def gap_of(rules: Mapping[str, Any], stock: str) -> float | None:
    """Return the mm between labels; None for the paper's own gap."""
    text = str(rules.get("gap") or "").strip().removesuffix("mm").strip()
    if not text:
        return None
    if stock != "plain":
        raise MistakesError([FormMistake("rules.gap", "sheets of labels have gaps of their own")])
    if not _NUMBER.fullmatch(text) or not 0 <= _number(text) <= LARGEST_GAP:
        said = f"{text[:40]!r} is not 0 to {LARGEST_GAP} mm"
        raise MistakesError([FormMistake("rules.gap", said)])
    return _number(text)


LARGEST_GAP = 20


class _Asked:
    """The typed rules, and the mistakes in them."""

    def __init__(self, said: Mapping[str, str]) -> None:
        self.said = said
        self.wrong: list[FormMistake] = []

    def number(self, key: str, most: float, whole: bool = False) -> float | None:
        """Return the number under a key; None if there is none, or after noting a mistake."""
        text = self.said.get(key)
        if text is None:
            return None
        if _NUMBER.fullmatch(text) and _number(text) <= most:
            if not whole:
                return _number(text)
            if text.isdecimal() and int(text) > 0:
                return int(text)
        self.blame(key, text)
        return None

    def listed(self, key: str, part: re.Pattern[str], between: str) -> list[str]:
        """Return the numbers of a list under a key, as text; mistakes are noted."""
        text = self.said.get(key)
        if text is None:
            return []
        parts = [each for each in re.split(between, text) if each]
        if parts and all(part.fullmatch(each) for each in parts):
            return parts
        self.blame(key, text)
        return []

    def yes_or_no(self, key: str) -> bool | None:
        """Return the answer under a key, or None; mistakes are noted."""
        text = self.said.get(key)
        if text in ("yes", "no", None):
            return None if text is None else text == "yes"
        self.wrong.append(FormMistake(f"rules.{key}", f"{text[:40]!r} is neither yes nor no"))
        return None

    def is_wrong(self, key: str) -> bool:
        return any(each.field == f"rules.{key}" for each in self.wrong)

    def blame(self, key: str, text: str, moves: int = 0) -> None:
        """Note a wrong number, or a wrong list with one number for each of a machine's `moves`."""
        said = f"{text[:40]!r} is not a number that can be here"
        error = None
        if moves:
            said += f"; the machine makes {moves} moves"
            error = StagesError(said, moves)
        self.wrong.append(FormMistake(f"rules.{key}", said, error))


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _start(asked: _Asked, text: str, kit: Kit | None) -> int | list[int]:
    """Return the beads to start with: fitted to the machine's moves, or as typed."""
    moves = max((stage for _, stage in kit.stages), default=0) if kit else 0
    if text in START_PATTERNS:
        pattern = START_PATTERNS[text]
        return [pattern[min(move, len(pattern) - 1)] for move in range(moves or len(pattern))]
    parts = [part for part in re.split(r"[^0-9]+", text) if part]
    beads = [int(part) for part in parts if len(part) < 3 and int(part) > 0]
    right = len(beads) == len(parts) > 0 and not re.search(r"[^0-9\s,;-]", text)
    if not right or (moves and len(beads) not in (1, moves)):
        asked.blame("start", text, moves)
        return 1
    return beads[0] if len(beads) == 1 else beads


def _learning(asked: _Asked) -> Tables:
    said, learning = asked.said, Tables()
    if (empty := said.get("empty")) in EMPTY_BOX:
        learning["empty-box"] = empty
    elif empty:
        asked.blame("empty", empty)
    if (protect := asked.yes_or_no("protect")) is not None:
        learning["protect-first-box"] = protect
    win = asked.number("win", 99, whole=True)
    return learning if win is None else {**learning, "win": win}


def usual_packs(kit: Kit | None, beads: str | None) -> tuple[int, ...]:
    """Return the packs used if the visitor names none; none for unknown beads."""
    if kit is not None and kit.spec.shopping.pack_size:
        return pack_sizes(kit.spec.shopping.pack_size)
    if beads == "own":
        return pack_sizes(BeadSize.pack_size)
    if not beads:
        return _in_beads(kit.bead) if kit else ()
    with suppress(MenaceKitError):
        return _in_beads(load_template(BeadSize, TemplateKind.BEADS, beads, Path()))
    return ()


def _in_beads(bead: BeadSize) -> tuple[int, ...]:
    """Return how many beads are in the packs of a kind, even if it is sold by weight."""
    if bead.pack_grams and bead.beads_per_gram:
        grams = pack_sizes(bead.pack_grams)
        return tuple(weighed(each, bead.beads_per_gram).size for each in grams)
    return pack_sizes(bead.pack_size)


def kit_before(machine: str | None) -> Kit | None:
    """Return the kit that is changed; None if it is invalid, which another check reports."""
    with suppress(MenaceKitError):
        if not machine and Path(KIT_FILE_NAME).exists():
            return load_kit(Path(KIT_FILE_NAME))
        return load_preset(machine or DEFAULT_PRESET)
    return None


def _shopping(asked: _Asked, usual: Callable[[], tuple[int, ...]]) -> Tables:
    shopping: Tables = {}
    sizes = [int(size) for size in asked.listed("packs", _WHOLE, r"[;,\s]+")]
    # A comma inside a price is its decimal point.
    costs = [_number(cost) for cost in asked.listed("pack-prices", _NUMBER, r"[;\s]+|,\s+")]
    if sizes and not all(1 <= size <= 100_000 for size in sizes):
        asked.blame("packs", asked.said["packs"])
        sizes = []
    if costs and "packs" not in asked.said:
        sizes = list(usual())
        if not sizes:  # invalid kit or beads, which another check reports
            costs = []
    if costs and len(costs) != len(sizes) and not asked.is_wrong("packs"):
        asked.blame("pack-prices", asked.said["pack-prices"])
    prices: Tables = {
        name: price
        for name in PRICED
        if (price := asked.number(f"price-{name}", 999_999)) is not None
    }
    if sizes:
        shopping["pack-size"] = sizes
    if costs:
        prices["packs"] = costs
    return {**shopping, "prices": prices} if prices else shopping


def _cabinet(asked: _Asked) -> Tables:
    sides = {key: asked.number(key, 1000, whole=True) for key in ("rows", "columns")}
    for key, number in sides.items():
        if number is None and key not in asked.said:
            asked.blame(key, "")
    return sides
