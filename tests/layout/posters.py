"""For tests of wall sheets: longer words, every preset on either paper, a page's faults."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import tomlkit

from menace_kit.games import Side
from menace_kit.layout.charts.day_poster import BoxOnPoster, DayOnPoster, ResultOnPoster
from menace_kit.layout.marks import Circle, Document, Mark, Page, Rectangle, Text
from menace_kit.layout.page import PRINTABLE_BORDER
from menace_kit.layout.sheets.visitors_game import TaughtBox, VisitorsGame
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.papers import PAPERS
from menace_kit.machine.schema import Spec
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_path
from menace_kit.text import load_words
from tests.layout.geometry import Extent, extent, in_circle, page_faults, texts_in
from tests.layout.kits import PRESETS, preset, printed, small_kit, tables_of

LONGER = 0.4
"""Share by which other languages may be longer than English."""


def _stretched(sentence: Any) -> Any:
    if isinstance(sentence, list):
        return [_stretched(one) for one in sentence]
    if isinstance(sentence, dict):
        return {
            name: text if name == "article" else _stretched(text) for name, text in sentence.items()
        }
    return re.sub(
        r"(\{[^}]*\})|([^\W\d_]+)",
        lambda m: m[1] or m[2] + m[2][: round(LONGER * len(m[2]) + 0.3)],
        sentence,
    )


AS_THEY_ARE = ("language", "page", "typed")


def made_up(language: str, tables: dict[str, Any]) -> str:
    """Return the name of a language that only tests have; its file is read, and goes again."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        file = Path(folder, "text", f"{language}.toml")
        file.parent.mkdir()
        file.write_text(tomlkit.dumps(tables), encoding="utf-8")
        patch.setattr("menace_kit.machine.toml_files.templates_folder", lambda: Path(folder))
        load_words(language)
    return language


STRETCHED = made_up(
    "stretched",
    {
        table: {
            key: sentence if table in AS_THEY_ARE else _stretched(sentence)
            for key, sentence in sentences.items()
        }
        for table, sentences in read_toml(template_path(TemplateKind.TEXT, "en")).items()
    },
)
"""The English sentences with every word two fifths longer, except head line and ruler."""


LANGUAGES = ("en", STRETCHED)


def every_print() -> Iterator[Kit]:
    for name in PRESETS:
        for paper in PAPERS:
            yield printed(name, paper=paper)


def learning_kit(
    name: str = "michie-1961", boxes: dict[str, Any] | None = None, **learning: Any
) -> Kit:
    """Return a preset's kit with these rules of learning and keys about its boxes."""
    tables = tables_of(name)
    rules = {key.replace("_", "-"): value for key, value in learning.items()}
    changed = {**tables, "learning": {**tables.get("learning", {}), **rules}}
    if boxes is not None:
        return small_kit(**{**changed, "boxes": {**tables.get("boxes", {}), **boxes}})
    return replace(preset(name), spec=parse_table(Spec, changed, "test"))


def said(document: Document) -> str:
    """Return a document's text, with its lines joined."""
    return " ".join(texts_in(document))


def poster_faults(document: Document, forgiven: list[Extent] | None = None) -> list[str]:
    """Return what is wrong with the pages: faults of `page_faults`, and texts that cross an outline
    or each other.
    """
    faults = []
    for page in document.pages:
        faults += page_faults(page, PRINTABLE_BORDER, forgiven or [])
        faults += crossed_outlines(page)
    return faults


def crossed_outlines(page: Page) -> list[str]:
    """Return the texts that are neither inside nor outside of a circle or rectangle."""
    texts = [(extent(mark), mark) for mark in page.marks if isinstance(mark, Text)]
    shapes: list[Mark] = [mark for mark in page.marks if isinstance(mark, Circle | Rectangle)]
    faults = []
    for shape in shapes:
        box = extent(shape)
        top, bottom = box.top - 0.15, box.bottom + 0.15
        level = [one for one in texts if top < one[0].bottom and one[0].top < bottom]
        for text_box, text in level:
            if box.gap(text_box) >= 0.15:
                continue
            inside = (
                in_circle(shape, text) if isinstance(shape, Circle) else box.holds(text_box, 0.15)
            )
            if not inside:
                faults.append(f"{text.text!r} crosses {shape}")
    return faults


WON_BY_BOB = VisitorsGame(
    1,
    "2026-11-22",
    "Bob",
    Result.LOSS,
    Side.FIRST,
    ("1........", "12.......", "121......"),
    ("white", None, "lilac"),
    fewer=2,
    boxes=2,
    taught=TaughtBox(
        1, "white", {"white": 4, "lilac": 4, "gold": 4}, {"white": 3, "lilac": 4, "gold": 4}
    ),
)

BEFORE = {"white": 4, "lilac": 4, "gold": 4}
A_DAY = DayOnPoster(
    "MENACE 1961 on 2026-11-22",
    (("Games finished", 4), ("Won by the machine", 1)),
    (
        ResultOnPoster(Result.WIN, "won", (3,)),
        ResultOnPoster(Result.TIE, "drawn", (2, 4)),
        ResultOnPoster(Result.LOSS, "lost", (1,)),
    ),
    ("Game 3 was the first of the day that the machine won.",),
    (
        BoxOnPoster(1, "Box 1 was opened most: 4 times."),
        BoxOnPoster(
            1, "Box 1 learned most.", ("gold",), ((BEFORE, 1 / 3), ({**BEFORE, "gold": 7}, 7 / 15))
        ),
    ),
)
