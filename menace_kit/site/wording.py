"""Mistakes in the page's words, each with ways out.

Errors are worded for a terminal: they name keys of a kit file and commands. Here each is worded
anew, from its field, what was typed there, and what the error knows. A way out has a `label`, and
in `set` the new value of each field.
"""

from collections.abc import Iterable, Iterator, Mapping

from menace_kit.errors import (
    ColoursError,
    FitError,
    FormMistake,
    GlyphError,
    HiddenLabelsError,
    OtherPaperError,
    StagesError,
)
from menace_kit.files import KIT_FILE_NAME
from menace_kit.layout.text.typesetting import tenths_over
from menace_kit.machine import Container, Palette
from menace_kit.machine.papers import PAPER_TITLES, Stock
from menace_kit.machine.sets import MOST_SETS
from menace_kit.machine.toml_files import TemplateKind, load_template, template_names
from menace_kit.machine.values import LONGEST_TITLE
from menace_kit.site.choices import Choices, Facts, own_fields, own_kinds, size_typed
from menace_kit.site.choices_of_rules import LARGEST_GAP
from menace_kit.text import Words

Said = tuple[str, list[Facts]]

Others = Mapping[str, tuple[str, str]]
"""Field of the form -> name and title of what could be taken instead."""

WITHOUT_BOXES = ("mat", "fold-up")
"""What to build if no box is large enough."""

_WHOLE = {
    "sets": (1, MOST_SETS),
    "sizes.together": (1, 1000),
    "rules.win": (1, 99),
    "rules.rows": (1, 1000),
    "rules.columns": (1, 1000),
    "rules.gap": (0, LARGEST_GAP),
}
"""Fields for whole numbers, and their smallest and largest values."""


def worded(found: Iterable[FormMistake], choices: Choices, words: Words) -> list[Facts]:
    """Return the mistakes as the page shows them: `field`, `text`, its `lang`, `ways` out.

    Mistakes in files and links are reported in English.
    """
    told: list[Facts] = []
    for each in found:
        text, ways, place = each.text, list[Facts](), each.field
        if not each.field.startswith(("files", "link")):
            text, ways = _Worded(each, choices, words).told()
            place = _place(each, choices)
        language = "en" if text == each.text else words.language
        told.append({"field": place, "text": text, "lang": language, "ways": ways})
    return told


def _place(mistake: FormMistake, choices: Choices) -> str:
    """Return the field to show a mistake at; if your own boxes don't fit, that of the size."""
    field, error = mistake.field, mistake.error
    if field != "container" or not isinstance(error, FitError):
        return field
    if not (error.too_small or error.too_large):
        return field
    kind = own_kinds().get(choices.get("container", ""))
    side = "height" if error.is_low else "width"
    if kind is None:
        return f"folded.{side}" if choices.get("folded") else field
    keys = [each["key"] for each in own_fields(kind)]
    typed = choices.get("sizes") or {}
    wanted = [f"label.{side}"] if typed.get(f"label.{side}") else []
    wanted += [f"outer.{side}", side, "rim"]
    return next((f"sizes.{key}" for key in wanted if key in keys), field)


class _Worded:
    def __init__(self, mistake: FormMistake, choices: Choices, words: Words) -> None:
        self.field, self.said, self.error = mistake
        self.choices = choices
        self.words = words

    def told(self) -> Said:
        table, _, key = self.field.partition(".")
        if self.field == "rules.gap" and (self.choices.get("stock") or "plain") != "plain":
            return self.words("maker.wrong-gap-sheet"), [self._plain_paper()]
        if self.field in _WHOLE:
            least, most = _WHOLE[self.field]
            return self.words("maker.wrong-whole", least=least, most=most), []
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
        """Return that the choices don't go together; for a brought kit file, what is wrong."""
        if KIT_FILE_NAME in (self.choices.get("files") or {}) and not self.choices.get("machine"):
            return self.said, []
        return self.words("maker.wrong-other"), []

    def _of_name(self) -> Said:
        name = str(self.choices.get("name") or "").strip()
        if len(name) > LONGEST_TITLE:
            return self._too_long()
        if isinstance(self.error, GlyphError):
            return self.words("maker.wrong-sign", sign=self.error.sign), []
        return self._other()

    def _too_long(self) -> Said:
        return self.words("maker.wrong-long", most=LONGEST_TITLE), []

    def _of_size(self, table: str, key: str) -> Said:
        if key == "title":
            return self._too_long()
        size = size_typed(self.choices, table, key)
        if size is None:
            return self.words("maker.wrong-size"), []
        outer = size_typed(self.choices, table, key.replace("inside", "outer"))
        if key.startswith("inside") and outer is not None and size >= outer:
            return self.words("maker.wrong-inside", outer=self._number(outer)), []
        if key.startswith("label"):
            return self.words("maker.wrong-room"), []
        return self._of_container()

    def _of_container(self) -> Said:
        if not isinstance(self.error, FitError):
            return self._other()
        if missing := self.error.too_small:
            text = self.words("maker.wrong-small", by=self._number(tenths_over(missing)))
            return text, list(self._without_boxes())
        if beyond := self.error.too_large:
            return self.words("maker.wrong-large", by=self._number(tenths_over(beyond))), []
        return self._other()

    def _without_boxes(self) -> Iterator[Facts]:
        for name in WITHOUT_BOXES:
            if name != self.choices.get("container"):
                container = load_template(Container, TemplateKind.CONTAINERS, name)
                title = self.words.title(container.title)
                yield taking(title, {"container": name}, self.words)

    def _of_stock(self) -> Said:
        if isinstance(self.error, OtherPaperError):
            paper = self.error.paper
            print_on = taking(PAPER_TITLES[paper], {"paper": paper}, self.words)
            text = self.words("maker.wrong-paper", paper=PAPER_TITLES[paper])
            return text, [print_on, self._plain_paper()]
        return self.words("maker.wrong-label-sheet"), [self._plain_paper()]

    def _plain_paper(self) -> Facts:
        stock = load_template(Stock, TemplateKind.STOCK, "plain")
        return taking(self.words.title(stock.title), {"stock": "plain"}, self.words)

    def _of_palette(self) -> Said:
        if not isinstance(self.error, ColoursError):
            return self._other()
        needed, there = self.error.needed, self.error.there
        ways = [
            taking(self.words.title(palette.title), {"palette": name}, self.words)
            for name in template_names(TemplateKind.PALETTES)
            for palette in [load_template(Palette, TemplateKind.PALETTES, name)]
            if len(palette.colours) >= needed
        ]
        return self.words("maker.wrong-colours", needed=needed, n=there), ways

    def _of_rule(self, key: str) -> Said:
        if key == "pack-prices":
            return self.words("maker.wrong-pack-prices"), []
        if key == "packs" or key.startswith("price"):
            example = "50; 1000" if key == "packs" else self.words.decimal(1.5, 2)
            return self.words("maker.wrong-number", example=example), []
        by_key = {"start": self._of_start, "cabinet": self._of_cabinet}
        return by_key.get(key, self._other)()

    def _of_start(self) -> Said:
        if isinstance(self.error, StagesError):
            return self.words("maker.wrong-start", n=self.error.stages), []
        return self._other()

    def _of_cabinet(self) -> Said:
        if not isinstance(self.error, HiddenLabelsError):
            return self._other()
        without = {"label": self.words("maker.way-no-cabinet"), "set": {"rules.cabinet": "no"}}
        return self.words("maker.wrong-flat-cabinet"), [without]

    def _number(self, value: float) -> str:
        return f"{value:.4g}".replace(".", self.words("number.decimal"))


def taking(title: str, changes: Facts, words: Words) -> Facts:
    """Return a way out: to take something else, by its title."""
    return {"label": words("maker.way-take", title=title), "set": changes}


_RULES: Mapping[str, list[tuple[str, Facts]]] = {
    "may-empty": [
        ("maker.rule-protect", {"rules.protect": "yes"}),
        ("maker.way-start", {"rules.start": "8-4-2-1"}),
    ],
    "cannot-learn": [("maker.way-win", {"rules.win": "3"})],
}
_INSTEAD = {"too-large": "beads", "too-full": "beads", "alike": "palette"}
"""What a warning recommends: to change a rule, or to take another thing."""


def recommended(name: str, own: str | None, others: Others, words: Words) -> list[Facts]:
    """Return what buttons do that follow a warning: what it recommends.

    `own` is the kit's kind of container, to be measured; `others` are beads that are small
    enough, and a palette that more people can distinguish, by name and title.
    """
    if name == "estimate" and own:
        return [{"label": words("maker.own-sizes"), "set": {"container": own}}]
    field = _INSTEAD.get(name, "")
    if field in others:
        other, title = others[field]
        return [taking(words.title(title), {field: other}, words)]
    return [{"label": words(key), "set": changes} for key, changes in _RULES.get(name, ())]
