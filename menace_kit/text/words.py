"""The sentences of a language by key, from templates/text/<language>.toml."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cache, cached_property
from gettext import c2py
from pathlib import Path
from typing import Any

from menace_kit.errors import UnknownNameError
from menace_kit.files import package_folder
from menace_kit.frozen import Frozen
from menace_kit.kept import kept
from menace_kit.machine import Colour
from menace_kit.machine.containers import Container, ContainerKind
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_names, template_path
from menace_kit.text.grammar import Boxes, BoxNames, PluralRule

SIZES = re.compile(r"\d+(?:\.\d+)?(?: x \d+(?:\.\d+)?)+")
"""Sizes in a title, such as `38.1 x 21.2`."""

_TYPED = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)
"""The part of a sentence that only the terminal shows: `start a game[[ (start)]]`."""


class _Facts(dict[str, object]):
    """What is filled into a sentence: its facts, and the phrases for the machine's boxes."""

    def __init__(self, boxes: Boxes, facts: Mapping[str, object]) -> None:
        super().__init__(facts)
        self._boxes = boxes

    def __missing__(self, name: str) -> str:
        return self._boxes.phrase(name)


class _Phrases(_Facts):
    """Phrases only: facts stay in braces."""

    def __missing__(self, name: str) -> str:
        try:
            return super().__missing__(name)
        except KeyError:
            return f"{{{name}}}"


class Words:
    """The sentences of one language.

    `words("filling.title")` is the sentence `title` of the table `[filling]`, with each `{name}`
    replaced by the fact of that name. If a sentence is a list of forms, the fact `n`
    chooses one. The table `[colours]`, which English lacks, has the language's names of
    colours; `[titles]` has those of machines, boxes, beads and paper.

    A sentence may have twins for kinds of games: `x-nim` for the game of that name, `x-arrow` if a
    move goes from one square to another. `words("x", "nim", "arrow")` is the twin for the first
    kind that has one, or else `x`. Text in [[double brackets]] names commands. It is used only if
    `typed`, as pages have buttons.

    `{container}` in a sentence is the kit's word for boxes, and `{a/an}` the word that agrees with
    it; `for_boxes` sets that word.
    """

    def __init__(
        self,
        tables: Mapping[str, Mapping[str, Any]],
        language: str = "en",
        *,
        typed: bool = False,
        rule: PluralRule | None = None,
    ) -> None:
        """Take the tables of a language's file; raises KitError if its plural rule is invalid.

        `rule` is that rule, if it was already read.
        """
        self.language, self.typed = language, typed
        self._tables = tables
        rule = rule or _plural_rule(tables, language)
        self.rule, self._place_of_form = rule, c2py(rule.plural)
        self.box_names = BoxNames(language, tables.get("containers", {}), rule)
        self._boxes = self.box_names.of_kind(ContainerKind.MATCHBOX)
        self._for_boxes: dict[Container, Words] = {}
        self._kinds: tuple[str, ...] = ()
        self._twins: dict[tuple[str, ...], str] = {}
        self._facts: Mapping[str, object] = {}

    def for_boxes(self, container: Container) -> "Words":
        """Return these words with the container's own word for boxes.

        The noun is that of the container's file, if it has one in this language, or else that of
        its kind. Raises KitError if the file has an article that the language doesn't know.
        """
        if container not in self._for_boxes:
            words = self._copy(typed=self.typed)
            words._boxes = self.box_names.of_kind(container.kind)
            if own := next((one for one in container.words if one.language == self.language), None):
                words._boxes = self.box_names.of_container(own, words._boxes)
            self._for_boxes[container] = words
        return self._for_boxes[container]

    def for_game(self, kinds: Sequence[str], facts: Mapping[str, object]) -> "Words":
        """Return these words for a game of these kinds.

        Each sentence is the first twin that exists for them, and has these facts.
        """
        words = self._copy(typed=self.typed)
        words._kinds, words._facts = tuple(kinds), facts
        return words

    @cached_property
    def without_commands(self) -> "Words":
        """Return these words for where keys or buttons replace commands."""
        return self._copy(typed=False)

    def _copy(self, *, typed: bool) -> "Words":
        words = Words(self._tables, self.language, typed=typed, rule=self.rule)
        words._boxes, words._kinds, words._facts = self._boxes, self._kinds, self._facts
        return words

    def __call__(self, key: str, *kinds: str, **facts: object) -> str:
        """Return a sentence with its facts, or its twin for the first of `kinds` that has one.

        A KeyError is a mistake in the program.
        """
        sentence = self._found(self.twin(key, *kinds))
        if isinstance(sentence, list):
            number: Any = facts["n"]
            sentence = sentence[self._place_of_form(number)]
        return self._filled(str(sentence), facts)

    def tell(self, text: object) -> str:
        """Return a phrase in this language, and anything else as it is."""
        return text.told(self) if isinstance(text, Phrase) else str(text)

    def __contains__(self, key: str) -> bool:
        table, _, name = key.partition(".")
        return name in self._tables.get(table, {})

    def twin(self, key: str, *kinds: str) -> str:
        """Return the key of the first twin for `kinds` and the words' game, or the key itself."""
        wanted = (key, *kinds)
        if wanted not in self._twins:
            self._twins[wanted] = self._twin(key, (*kinds, *self._kinds))
        return self._twins[wanted]

    def _twin(self, key: str, kinds: Sequence[str]) -> str:
        key = next((twin for kind in kinds if (twin := f"{key}-{kind}") in self), key)
        if key in self._boxes.sentences:
            return key
        return next(
            (twin for kind in self._boxes.endings if (twin := f"{key}-{kind}") in self), key
        )

    def table(self, name: str) -> dict[str, Any]:
        """Return a table's sentences by key, `site.title`, for a script that fills in the facts."""
        return {
            f"{name}.{key}": self.phrased(self._found(self.twin(f"{name}.{key}")))
            for key in self._tables[name]
        }

    def phrased(self, sentence: Any) -> Any:
        """Return a sentence, or a list of them, with only the words for boxes filled in."""
        if isinstance(sentence, list):
            return list(map(self.phrased, sentence))
        return self._untyped(sentence).format_map(_Phrases(self._boxes, {}))

    def _filled(self, sentence: str, facts: Mapping[str, object]) -> str:
        return self._untyped(sentence).format_map(_Facts(self._boxes, {**self._facts, **facts}))

    def _untyped(self, sentence: str) -> str:
        """Return a sentence with or without its text for the terminal."""
        return _TYPED.sub(r"\1" if self.typed else "", sentence) if "[[" in sentence else sentence

    def lines(self, key: str, **facts: object) -> list[str]:
        found = self._found(self.twin(key))
        return [self._filled(str(sentence), facts) for sentence in found]

    def _found(self, key: str) -> Any:
        if key in self._boxes.sentences:
            return self._boxes.sentences[key]
        table, _, name = key.partition(".")
        return self._tables[table][name]

    def typed_for(self, what: str) -> Mapping[str, Sequence[str]]:
        """Return meaning -> the words that people type for it; empty if the language has none."""
        found: Mapping[str, Sequence[str]] = self._tables.get("typed", {}).get(what, {})
        return found

    def colour_name(self, colour: Colour) -> str:
        """Return a colour's name in this language, or else the palette's.

        The palette's name is the key in logbooks, tables and commands, and is never translated.
        """
        return self.colour_called(colour.name)

    def colour_called(self, name: str) -> str:
        return str(self._tables.get("colours", {}).get(name, name))

    def title(self, title: str) -> str:
        """Return the title of a container, kind of bead or label stock on paper, or else its own.

        Names that people give their things, and makers their products, stay as they are, except for
        the decimal point of sizes: `38,1 x 21,2`.
        """
        if (known := self.titled(title)) is not None:
            return known
        return SIZES.sub(lambda sizes: sizes[0].replace(".", self("number.decimal")), title)

    def titled(self, name: str) -> str | None:
        """Return the language's title for a thing, or for a machine by its file; else None."""
        title: str | None = self._tables.get("titles", {}).get(name)
        return title

    def number(self, number: int) -> str:
        """Return a whole number with the language's thousands separator."""
        return f"{number:,}".replace(",", self("page.thousands"))

    def decimal(self, number: float, places: int | None = None) -> str:
        """Return a number as the language writes it (`36,5`), by default with its own places."""
        text = f"{number:g}" if places is None else f"{number:.{places}f}"
        return text.replace(".", self("number.decimal"))

    def signed(self, number: float) -> str:
        """Return a rounded number with its sign, which 0 hasn't: `+1,200`, `−3`."""
        whole = round(number)
        return f"{'+' if whole > 0 else '−'}{self.number(abs(whole))}" if whole else "0"

    def percent(self, number: float, decimals: int | None = 0) -> str:
        """Return a rounded percentage as the language writes it: `33 %`, `0,4 %`."""
        return self("number.percent", number=self.decimal(number, decimals))

    def share(self, part: float, decimals: int | None = None, rounded: float | None = None) -> str:
        """Return a share of 1 in percent, with so many decimals, or with one if it has any.

        It is shown as 0 or 100 only if it is exactly that. `rounded` is the percentage if it was
        rounded together with other shares.
        """
        places = 1 if decimals is None else decimals
        percent, unit = rounded, 10**-places
        if percent is None:
            percent = round(100 * part, places)
        if part > 0 and percent <= 0:
            return f"< {self.percent(unit, decimals)}"
        if part < 1 and percent >= 100:
            return f"> {self.percent(100 - unit, decimals)}"
        return self.percent(percent, decimals)

    def time(self, text: str | None) -> str:
        """Return a time as local time in the language's form; other text unchanged."""
        return clock_time(text, self("number.date"))

    def day(self, text: str | None) -> str:
        return clock_time(text, self("number.date").replace("%H:%M", "").strip())


class Phrase(Frozen, ABC):
    """A text in no language yet: data that `Words.tell` turns into words.

    Its `str` is what the terminal shows: English, with commands.
    """

    @abstractmethod
    def told(self, words: Words) -> str:
        """Return it in the language of these words."""

    def __str__(self) -> str:
        return self.told(load_words("en", typed=True))

    def __format__(self, pattern: str) -> str:
        return format(str(self), pattern)


def clock_time(text: str | None, pattern: str = "%Y-%m-%d %H:%M") -> str:
    """Return a time as local time, `2026-05-01 14:30`; other text unchanged."""
    try:
        time = datetime.fromisoformat(text or "")
    except ValueError:
        return text or ""
    if len(text or "") == len("2026-05-01"):
        pattern = pattern.replace("%H:%M", "").strip(" ,")  # a day alone has no time
    # Local time is unknown far from today and, on Windows, before 1970: keep such times unchanged.
    with suppress(OverflowError, OSError, ValueError):
        time = time.astimezone() if time.tzinfo else time
    return time.strftime(pattern)


@cache
def load_words(language: str, *, typed: bool = False) -> Words:
    """Return the sentences of a language; with commands if `typed`.

    Raises UnknownNameError, which lists the languages.
    """
    path = template_path(TemplateKind.TEXT, language)

    def make() -> dict[str, Any]:
        tables = read_toml(path)
        return {"tables": tables, "rule": vars(_plural_rule(tables, language))}

    machine = package_folder() / "machine"
    code = [Path(__file__), Path(__file__).with_name("grammar.py")]
    code += [machine / "tables.py", machine / "toml_files.py"]
    found = kept(f"words {path}", make, code)
    return Words(found["tables"], language, typed=typed, rule=PluralRule(**found["rule"]))


def language_named(text: str) -> str:
    """Return the language for its code or one of its names: `de`, `Deutsch`, `german`.

    Raises UnknownNameError, which lists the languages.
    """
    codes, called = template_names(TemplateKind.TEXT), text.strip().casefold()
    if called in codes:
        return called
    rules = {code: load_words(code).rule for code in codes}
    found = [code for code, rule in rules.items() if called in map(str.casefold, rule.names)]
    if not found:
        known = ", ".join(
            f"{code} ({rule.names[0]})" if rule.names else code for code, rule in rules.items()
        )
        raise UnknownNameError(f"there is no language {text[:40]!r}; choose from: {known}")
    return found[0]


def _plural_rule(tables: Mapping[str, Mapping[str, Any]], language: str) -> PluralRule:
    return parse_table(
        PluralRule, dict(tables.get("language", {})), f"language {language}: [language]"
    )
