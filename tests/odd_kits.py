"""The one list of odd kits: valid machines that differ from that of 1961 wherever they can.

Every command runs with them (tests/cli/test_every_command.py). If you find a bug with a kit, add
that kit here.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from menace_kit.files import KIT_FILE_NAME
from menace_kit.machine import Kit, load_kit, load_preset

MAP = "map.csv"

HER = """
game = "hexapawn"
side = "second"
marks = ["W", "B"]
[boxes]
symmetry = "mirror"
forced-moves = true
map = "map.csv"
[beads]
start = 1
palette = "four-arrows"
[learning]
win = 0
draw = 0
loss = -1
teaches = "last-move"
"""

NIM = """
game = "nim"
side = "{side}"
marks = ["I", "J"]
[boxes]
forced-moves = true
[beads]
start = 2
palette = "four-arrows"
[learning]
win = 1
draw = 0
loss = -1
"""

TWENTY = """
[nim]
matches = 20
most = 4
last = "loses"
[print]
container = "pocket-matchbox"
language = "de"
"""

FOLDED = """
[print]
container = "fold-up"
registration = true
[fold-up]
card = 0.3
fence = true
tray = [60, 40, 14]
"""

HEXAPAWN_BOTH = """
name = "Her & him"
game = "hexapawn"
side = "both"
marks = ["W", "B"]
[boxes]
symmetry = "mirror"
forced-moves = true
[beads]
start = 2
palette = "four-arrows"
[learning]
empty-box = "refill"
[print]
base-address = "https://example.org/menace"
"""

STARTER_BOTH = """
name = "Starters"
side = "both"
[boxes]
stages = 1
later = "chart"
[beads]
start = 2
[learning]
empty-box = "random"
[print]
language = "fr"
"""

LONGEST = """
name = "{title}"
marks = ["Ø", "Ж"]
[boxes]
lost-positions = false
[beads]
palette = "longest.toml"
[print]
language = "de"
base-address = "https://{address}"
[cabinet]
rows = 12
columns = 26
"""

LONGEST_TITLE = "Streichholzschachtelrechenmaschinenvorführung der École Élémentaire J.-P. Épinay"
"""80 letters, with a word longer than many lines."""

LONGEST_OPERATOR = (
    "Wilhelmine-Charlotte Freifrau von Hohenzollern-Sigmaringen-Münchhausen-Überlinge"
)
"""80 letters."""

LONGEST_COLOURS = (
    *("durchscheinend-violettes", "Schwarz wie Ebenholz (1)", "Korallenrot mit Glitzern"),
    *("Mitternachtsblau & matt.", "Elfenbein mit Perlmutt. ", "Neongelb leuchtet nachts"),
    *("Flaschengrün - gebraucht", "Himmelblau und halb klar", "Titan-Metallic / schwer."),
)
"""As long as a colour's name may be, each with its own first letter."""

HEXES = (
    "#7B2D8B",
    "#111111",
    "#E24A33",
    "#0B1F66",
    "#F4F0DC",
    "#E8F000",
    "#2E6B3A",
    "#6EC1E4",
    "#B87333",
)
GLYPHS = "▲■●◆★☾✚✖♣"


FLAT_BOX = """
title = "Flat box"
source = "a test"
kind = "flat-matchbox"
outer = { length = 30, width = 20, height = 8 }
tray = { length = 28, width = 18, height = 6 }
"""


class OddKit(NamedTuple):
    """A kit file and the files beside it that it names: file name -> text."""

    name: str
    files: Mapping[str, str]

    def write(self, folder: Path) -> Path:
        """Write the files into a folder, and return the kit file."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return folder / KIT_FILE_NAME

    def load(self, folder: Path) -> Kit:
        return load_kit(self.write(folder))


def _kit(name: str, kit_file: str, others: Mapping[str, str] | None = None) -> OddKit:
    return OddKit(name, {KIT_FILE_NAME: kit_file.lstrip(), **(others or {})})


def _adopted(name: str, map_head: str, lines: Iterable[str], more: str = "") -> OddKit:
    return _kit(name, f'name = "{name}"{HER}{more}', {MAP: "\n".join([map_head, *lines]) + "\n"})


def _her_boards() -> list[str]:
    kit = load_preset("her-19")
    return [kit.board(box) for box in kit.boxes]


def _gaps() -> OddKit:
    """Numbers 7, 14 ... 133, the last board first: no number is an index of its box."""
    boards = reversed(_her_boards())
    return _adopted(
        "gaps", "drawing,box", (f"{board},{7 * place}" for place, board in enumerate(boards, 1))
    )


def _named() -> OddKit:
    """Names of 12 letters, in drawers of the owner's choice, in two cabinets."""
    lines = (
        (
            f"{board},Gabel {chr(ord('a') + place)} "
            f"Nr.,{1 + place // 12},{1 + place % 12 // 4},{4 - place % 4}"
        )
        for place, board in enumerate(_her_boards())
    )
    return _adopted(
        "named", "drawing,box,cabinet,row,drawer", lines, '[print]\ncontainer = "craft-box"\n'
    )


def _longest() -> OddKit:
    colours = "\n".join(
        f'  {{ name = "{name}", key = "{name[0]}", hex = "{colour}", glyph = "{glyph}" }},'
        for name, colour, glyph in zip(LONGEST_COLOURS, HEXES, GLYPHS, strict=True)
    )
    palette = f'title = "Longest"\nsource = "a test"\ncolours = [\n{colours}\n]\n'
    kit_file = LONGEST.format(title=LONGEST_TITLE, address=f"{'matchboxes.' * 9}example.org")
    return _kit("longest", kit_file, {"longest.toml": palette})


ODD_KITS = {
    odd.name: odd
    for odd in (
        _gaps(),
        _named(),
        _kit("nim, first", f'name = "Nim"{NIM.format(side="first")}'),
        _kit("nim, second, folded", f'name = "Nim"{NIM.format(side="second")}{FOLDED}'),
        _kit(
            "nim, both, Dutch", f'name = "Nim"{NIM.format(side="both")}[print]\nlanguage = "nl"\n'
        ),
        _kit(
            "nim, flat boxes",
            f'name = "Nim"{NIM.format(side="first")}[print]\ncontainer = "my-box.toml"\n',
            {"my-box.toml": FLAT_BOX},
        ),
        _kit("nim, twenty", f'name = "Nim"{NIM.format(side="both")}{TWENTY}'),
        _kit("two machines", HEXAPAWN_BOTH),
        _kit("two starters", STARTER_BOTH),
        _kit("no cabinet, French", 'name = "Sans meuble"\n[print]\nlanguage = "fr"\n'),
        _longest(),
    )
}
"""Name -> kit: gaps in the numbers, named boxes, one-sided Nim, folded boxes, flat boxes, a longer
Nim, two machines, two with boxes for their first moves only, other languages, no cabinet, the
longest names. Those for noughts and crosses have about 300 boxes and take longest, except the
starters.
"""
