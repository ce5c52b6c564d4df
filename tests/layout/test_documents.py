"""Every document mark for mark, of one small kit each:
what stands where is compared with what people found right.
"""

from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from menace_kit.layout.marks import Document
from menace_kit.layout.sheets.cover import CoverEntry, cover_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PaperKind
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_path
from menace_kit.printables.catalogue import CALIBRATION, CATALOGUE, OF_GAMES
from menace_kit.printables.making import make
from tests.conftest import GOLDEN_FOLDER, Golden
from tests.layout.kits import lacking_nothing_for, preset, small_kit
from tests.layout.posters import A_DAY, WON_BY_BOB
from tests.render.trace import document_trace

PRINTABLES = (*CATALOGUE, CALIBRATION, *OF_GAMES)
PLAYED: dict[str, dict[str, Any]] = {"certificate": {"games": [WON_BY_BOB]}, "day": {"day": A_DAY}}
"""What is told of games that were played, for the documents of those."""

ADDRESS = "https://example.org/menace"

KITS = {
    "first-box-graph": "her-19",
    "index": "her-19",
    "index-poster": "her-19",
    "key-card": "her-19",
    "record-sheet": "her-19",
    "stocktake": "nim-13",
    "table-board": "her-19",
}
"""Where pawns or arrows are drawn otherwise than the tokens of Nim, or eight boxes are too few:
the preset whose document is looked at.
"""


@cache
def kit_of(preset: str) -> Kit:
    """Return a preset's kit with a cabinet and with pages for its boxes,
    so that it lacks nothing.
    """
    tables = read_toml(template_path(TemplateKind.MACHINES, preset))
    printing = {**tables.get("print", {}), "base-address": ADDRESS}
    return small_kit(**{**tables, "print": printing, "cabinet": {"rows": 3, "columns": 4}})


def documents_of(name: str) -> tuple[Document, ...]:
    """Return the documents of a printable, or the cover of a print pack."""
    kit = lacking_nothing_for(name, kit_of(KITS.get(name, "nim-8")))
    if name == "cover":
        entries = [
            CoverEntry(f"Part {page}", page, page + 1, kind) for page, kind in enumerate(PaperKind)
        ]
        return (cover_document(kit, entries),)
    (printable,) = (printable for printable in PRINTABLES if printable.name == name)
    if name in PLAYED:
        return make(printable, preset("michie-1961"), **PLAYED[name]).documents
    return make(printable, kit).documents


MOST_LINES = 300
"""How much of a document stands in its file;
what comes after it is there too, but as one number.
"""


def trace_of(documents: tuple[Document, ...]) -> str:
    """Return documents as text, a line a mark;
    of a long one the beginning, then a hash of the rest.
    """
    lines = [line for document in documents for line in document_trace(document).splitlines()]
    first, rest = lines[:MOST_LINES], lines[MOST_LINES:]
    if rest:
        digest = sha256("\n".join(rest).encode()).hexdigest()[:16]
        first.append(f"and {len(rest)} lines more, {digest}")
    return "\n".join(first) + "\n"


NAMES = ("cover", *(printable.name for printable in PRINTABLES))


@pytest.mark.parametrize("name", NAMES)
def test_a_document_is_as_people_found_it_right(golden: Golden, name: str) -> None:
    golden(f"document-{name}.txt", trace_of(documents_of(name)))


def test_every_document_has_its_golden_and_no_golden_is_left_over() -> None:
    assert {path.name for path in GOLDEN_FOLDER.glob("document-*.txt")} == {
        f"document-{name}.txt" for name in NAMES
    }
