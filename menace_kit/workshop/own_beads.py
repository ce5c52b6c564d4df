"""Your own beads: a file with their size."""

import json
import re
import tomllib

from menace_kit.errors import UnknownNameError
from menace_kit.machine import BeadSize
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind
from menace_kit.workshop.own_files import copied

BEADS_FILE_NAME = "my-beads.toml"

_SIZE = r"([0-9]+(?:[.,][0-9]+)?)"

_OWN_BEADS = re.compile(rf"{_SIZE}(?:\s*[x×]\s*{_SIZE})?\s*mm\b\s*(.*)", re.IGNORECASE)


def beads_file(beads: str) -> tuple[str, str]:
    """Return what the kit file calls a kind of beads, and the text of the file beside it, if any.

    `8 mm wooden` is a round bead of 8 mm, `9 x 6 mm pony` one with a diameter of 9 mm that is 6 mm
    long.
    """
    found = _OWN_BEADS.fullmatch(beads.strip())
    if found is None:
        return copied(BeadSize, TemplateKind.BEADS, beads)
    across, along = (float((size or found[1]).replace(",", ".")) for size in (found[1], found[2]))
    lines = [
        "# Your own beads. Measure ten of them in a row, and put the tenth part here, in mm.",
        f"title = {json.dumps(' '.join(beads.split()), ensure_ascii=False)}",
        'source = "measured by me"',
        f"diameter = {across:g}",
        f"length = {along:g}     # along the hole",
        "# pack-size = [10, 50, 100, 1000]   # beads of one colour in the packs that you can buy",
    ]
    text = "".join(f"{line}\n" for line in lines)
    parse_table(BeadSize, tomllib.loads(text), BEADS_FILE_NAME)
    return BEADS_FILE_NAME, text


def own_beads(text: str) -> str:
    """Return a description of unlisted beads; raises UnknownNameError if it has no size."""
    if _OWN_BEADS.fullmatch(text.strip()) is None:
        raise UnknownNameError(
            f"{text[:40]!r} has no size: type it as 8 mm wooden, or 9 x 6 mm plastic"
        )
    beads_file(text)
    return text
