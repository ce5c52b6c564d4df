"""Mistakes in the words of the page, each with its ways out.

What the program says of a mistake is for a terminal: it names keys of a kit file and commands.
Here it is judged anew by the field and what was typed there.
A way out is `label` and `set`, which fields become what.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from menace_kit.files import KIT_FILE_NAME
from menace_kit.machine.palettes import Palette
from menace_kit.machine.papers import PAPER_TITLES
from menace_kit.machine.sets import MOST_SETS
from menace_kit.machine.toml_files import TemplateKind, load_template, template_names
from menace_kit.machine.values import LONGEST_TITLE
from menace_kit.site.choices import Choices, Facts, own_fields, own_kinds, size_typed
from menace_kit.site.choices_of_rules import LARGEST_GAP
from menace_kit.text.words import Words

Said = tuple[str, list[Facts]]

WITHOUT_BOXES = ("mat", "fold-up")
"""What to build where no box is large enough."""

_TOO_SMALL = re.compile(r"too (?:low|small|narrow)\b.*?\bby ([0-9.]+) mm")
_TOO_LARGE = re.compile(r"too large\b.*?\bby ([0-9.]+) mm")
_WHOLE = {
    "sets": MOST_SETS,
    "sizes.together": 1000,
    "rules.win": 99,
    "rules.rows": 1000,
    "rules.columns": 1000,
}
"""Fields for whole numbers, and the largest that can be."""


def worded(found: Iterable[Mapping[str, str]], choices: Choices, words: Words) -> list[Facts]:
    """Return the mistakes as the page tells them: `field`, `text`, the `lang` that it is in,
    and `ways` out. What is wrong in a file is reported in English.
    """
    told: list[Facts] = []
    for each in found:
        field, said = each["field"], each["text"]
        text, ways, place = said, list[Facts](), field
        if not field.startswith(("files", "link")):
            text, ways = _Mistake(field, said, choices, words).told()
            place = _place(field, said, choices)
        language = "en" if text == said else words.language
        told.append({"field": place, "text": text, "lang": language, "ways": ways})
    return told


def _place(field: str, said: str, choices: Choices) -> str:
    """Return the field of a mistake; that of a size, where boxes of one's own are too small."""
    small = _TOO_SMALL.search(said)
    if field != "container" or not (small or _TOO_LARGE.search(said)):
        return field
    kind = own_kinds().get(choices.get("container", ""))
    side = "height" if " low " in said else "width"
    if kind is None:
        return f"folded.{side}" if choices.get("folded") else field
    keys = [each["key"] for each in own_fields(kind)]
    typed = choices.get("sizes") or {}
    wanted = [f"label.{side}"] if typed.get(f"label.{side}") else []
    wanted += [f"outer.{side}", side, "rim"]
    return next((f"sizes.{key}" for key in wanted if key in keys), field)


class _Mistake:
    def __init__(self, field: str, said: str, choices: Choices, words: Words) -> None:
        self.field = field
        self.said = said
        self.choices = choices
        self.words = words

    def told(self) -> Said:
        """Return the sentence, and the ways out."""
        table, _, key = self.field.partition(".")
        if self.field in _WHOLE:
            return self.words("maker.wrong-whole", most=_WHOLE[self.field]), []
        if table in ("sizes", "folded", "bead"):
            return self._of_size(table, key)
        if table == "rules":
            return self._of_rule(key)
        by_field = {
            "name": self._of_name,
            "container": self._of_container,
            "stock": self._of_stock,
            "palette": self._of_palette,
        }
        return by_field.get(self.field, self._other)()

    def _other(self) -> Said:
        """Return that it does not go together; of a kit file that was brought, why."""
        if KIT_FILE_NAME in (self.choices.get("files") or {}) and not self.choices.get("machine"):
            return self.said, []
        return self.words("maker.wrong-other"), []

    def _of_name(self) -> Said:
        name = str(self.choices.get("name") or "").strip()
        if len(name) > LONGEST_TITLE:
            return self.words("maker.too-long", most=LONGEST_TITLE, n=len(name)), []
        sign = re.search(r"'(.)' \(U\+", self.said)
        if sign is None:
            return self.words("maker.wrong-name"), []
        return self.words("maker.wrong-sign", sign=sign[1]), []

    def _of_size(self, table: str, key: str) -> Said:
        if key == "title":
            typed = str((self.choices.get(table) or {}).get(key) or "")
            return self.words("maker.too-long", most=LONGEST_TITLE, n=len(typed)), []
        size = size_typed(self.choices, table, key)
        if size is None:
            typed = str((self.choices.get(table) or {}).get(key) or "").strip()
            return self.words("maker.wrong-size" if typed else "maker.missing"), []
        outer = size_typed(self.choices, table, key.replace("inside", "outer"))
        if key.startswith("inside") and outer is not None and size >= outer:
            return self.words("maker.wrong-inside", outer=self._number(outer)), []
        if key.startswith("label"):
            return self.words("maker.wrong-room"), []
        return self._of_container()

    def _of_container(self) -> Said:
        if small := _TOO_SMALL.search(self.said):
            text = self.words("maker.wrong-small", by=self._number(float(small[1])))
            return text, list(self._without_boxes())
        if large := _TOO_LARGE.search(self.said):
            return self.words("maker.wrong-large", by=self._number(float(large[1]))), []
        return self._other()

    def _without_boxes(self) -> Iterator[Facts]:
        for name in WITHOUT_BOXES:
            if name != self.choices.get("container"):
                yield {"label": self.words(f"maker.way-{name}"), "set": {"container": name}}

    def _of_stock(self) -> Said:
        plain = {"label": self.words("maker.way-plain"), "set": {"stock": "plain"}}
        if other := re.search(r"is a sheet of (\w+) size", self.said):
            paper = next(name for name, title in PAPER_TITLES.items() if title == other[1])
            text = self.words("maker.way-paper", paper=other[1])
            print_on = {"label": text, "set": {"paper": paper}}
            return self.words("maker.wrong-paper", paper=other[1]), [print_on, plain]
        return self.words("maker.wrong-label-sheet"), [plain]

    def _of_palette(self) -> Said:
        found = re.search(r"needs ([0-9]+) colours, here are ([0-9]+)", self.said)
        if found is None:
            return self._other()
        needed = int(found[1])
        ways = [
            {
                "label": self.words("maker.way-palette", title=self.words.title(palette.title)),
                "set": {"palette": name},
            }
            for name in template_names(TemplateKind.PALETTES)
            for palette in [load_template(Palette, TemplateKind.PALETTES, name)]
            if len(palette.colours) >= needed
        ]
        return self.words("maker.wrong-colours", needed=needed, n=int(found[2])), ways

    def _of_rule(self, key: str) -> Said:
        if key in ("packs", "pack-prices"):
            return self.words(f"maker.wrong-{key}"), []
        if key.startswith("price"):
            return self.words("maker.wrong-price"), []
        by_key = {"start": self._of_start, "gap": self._of_gap, "cabinet": self._of_cabinet}
        return by_key.get(key, self._other)()

    def _of_start(self) -> Said:
        moves = re.search(r"; the machine makes ([0-9]+) moves$", self.said)
        if moves is None:
            return self.words("maker.wrong-start"), []
        return self.words("maker.wrong-start-moves", n=int(moves[1])), []

    def _of_gap(self) -> Said:
        if (self.choices.get("stock") or "plain") != "plain":
            plain = {"label": self.words("maker.way-plain"), "set": {"stock": "plain"}}
            return self.words("maker.wrong-gap-sheet"), [plain]
        return self.words("maker.wrong-gap", most=LARGEST_GAP), []

    def _of_cabinet(self) -> Said:
        if "labels of flat matchboxes" not in self.said:
            return self._other()
        without = {"label": self.words("maker.way-no-cabinet"), "set": {"rules.cabinet": "no"}}
        return self.words("maker.wrong-flat-cabinet"), [without]

    def _number(self, value: float) -> str:
        return f"{value:.4g}".replace(".", self.words("number.decimal"))


def recommended(name: str, facts: Mapping[str, Any], words: Words) -> list[Facts]:
    """Return what buttons do that follow a warning: what it recommends.

    `facts` are of the kit: its `own` kind of container, `beads` that are small enough,
    a `palette` that more people can tell apart; each missing where there is none.
    """
    ways: dict[str, list[tuple[str, Facts]]] = {
        "may-empty": [
            ("maker.way-protect", {"rules.protect": "yes"}),
            ("maker.way-start", {"rules.start": "8-4-2-1"}),
        ],
        "cannot-learn": [("maker.way-win", {"rules.win": "3"})],
        "estimate": [("maker.way-measure", {"container": facts.get("own")})],
        "too-large": [("maker.way-beads", {"beads": facts.get("beads")})],
        "too-full": [("maker.way-beads", {"beads": facts.get("beads")})],
        "alike": [("maker.way-alike", {"palette": facts.get("palette")})],
    }
    titles = {"title": facts.get("title", "")}
    return [
        {"label": words(key, **titles), "set": changes}
        for key, changes in ways.get(name, ())
        if all(changes.values())
    ]
