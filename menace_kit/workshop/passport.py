"""A machine's passport: the beads in all of its boxes as a short text, to print, to scan and to type in elsewhere.

    MENACE PASSPORT 1 KIT 7F3A01C2 MACHINE 4T9KZ1 -8M
    1: 4443 0821 13/120/2 -K7

A line has a few boxes, from the one that is named: for each kind of bead in a box, in the order of its label, a sign
for the count. 0 to 9 are that many, A is 10, and so on to Z without I, L and O, which are 32; more stand between
slashes. The two signs behind the dash are the line's check: any one sign that is wrong, and any two that changed
places, are found. `MACHINE` has the check of the whole, so that lines of two passports do not mix. All signs are those
that a square code packs tightest (QR, alphanumeric mode), with `*` in the place of a new line.

And the other way in which somebody writes down what is in the boxes: a table of counts (CSV).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import KitError, MapError, UnknownNameError
from menace_kit.machine.boxes import Box
from menace_kit.machine.csv_table import CsvRow, Faults, read_table
from menace_kit.machine.kit import Kit

TITLE, VERSION = "MENACE PASSPORT", 1

SIGNS = "0123456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The sign of each count, as far as there is one: I, L and O are left out, for people read them as 1, 1 and 0."""

TAKEN_FOR = str.maketrans("ILO–—−", "110---")
"""What is typed -> what is meant."""

ON_A_LINE = 12
"""Boxes on a line: as many as fit on a page, and one types before one compares."""

NEW_LINE = "*"
"""What stands for the end of a line in a square code."""

PRIME, BASE = 1087, 37
"""A check is a polynomial of the line's signs in BASE, modulo the largest prime that two signs can write: PRIME."""

WHOLE_SIGNS = 6
"""Signs of the check of the whole: the chance that another machine has the same is one in a thousand million."""

MOST_BEADS = 10**8

_HEAD = re.compile(
    rf"{TITLE} (?P<version>\d+) KIT (?P<kit>[0-9A-F]{{8}}) MACHINE (?P<whole>[{SIGNS}]{{{WHOLE_SIGNS}}})"
)
_LINE = re.compile(r"(?P<first>\d{1,6}):(?P<counts>[^-]*)-(?P<check>[^-]*)")
_COUNT = re.compile(rf"[{SIGNS}]|/\d{{1,9}}/")

Contents = Mapping[int, Mapping[str, int]]


def is_passport(text: str) -> bool:
    """Return whether a text is a passport, or begins as one."""
    return " ".join(text[:200].upper().split()).startswith(TITLE)


def passport_lines(kit: Kit, contents: Contents) -> list[str]:
    """Return the passport of a machine: its head, then the lines of its boxes; `read_passport` reads them.

    KitError where a box has fewer beads than none, by a book that was never counted.
    """
    for box in kit.boxes:
        for colour in box.moves:
            if not 0 <= contents[box.number][colour] <= MOST_BEADS:
                raise KitError(
                    f"box {box.name} would have {contents[box.number][colour]} {colour} beads; count it first, then "
                    "write down what is there:  menace-kit operator recount"
                )
    whole = _whole(kit, contents)
    head = f"{TITLE} {VERSION} KIT {kit.fingerprint.upper()} MACHINE {whole}"
    lines = [f"{head} -{_check(head)}"]
    for boxes in _lines_of(kit):
        groups = [_group(box, contents[box.number]) for box in boxes]
        body = f"{boxes[0].number}: {' '.join(groups)}"
        lines.append(f"{body} -{_check(_bare(body), kit.fingerprint)}")
    return lines


def code_texts(lines: Sequence[str], most: int) -> list[str]:
    """Return the texts of square codes that together are a passport, each with its head and `most` signs or fewer.

    They may be read in any order, one of them twice, too.
    """
    head, *rest = lines
    texts: list[str] = []
    for line in rest:
        if texts and len(texts[-1]) + len(NEW_LINE) + len(line) <= most:
            texts[-1] += NEW_LINE + line
        else:
            texts.append(head + NEW_LINE + line)
    return texts


def read_passport(text: str, kits: Iterable[Kit], source: str) -> tuple[Kit, dict[int, dict[str, int]]]:
    """Return whichever of these kits a passport is of, and the beads in every box; the inverse of `passport_lines`.

    Lines may come in any order, small letters and blanks do not matter. MapError names the source and every line in
    which something is wrong, and where it can be told what; KitError where it is a machine of another kit.
    """
    lines = [
        _TypedLine(number, " ".join(part.upper().split()))
        for number, line in enumerate(text.splitlines(), start=1)
        for part in line.split(NEW_LINE)
        if part.strip()
    ]
    heads = [line for line in lines if line.text.startswith(TITLE)]
    kit, whole = _head(heads, list(kits), source)
    wanted = {boxes[0].number: boxes for boxes in _lines_of(kit)}
    found: dict[int, _Counts] = {}
    wrong: list[str] = []
    mistyped: list[tuple[int, _Signs, str]] = []
    for line in lines:
        if line in heads:
            continue
        try:
            first, signs, check = _parsed(line, wanted)
        except ValueError as error:
            wrong.append(f"line {line.number}: {error}")
            continue
        boxes = wanted[first]
        if check != _line_check(kit, first, signs):
            mistyped.append((first, signs, check))
            wrong.append(f"line {line.number}, {_boxes_named(boxes)}: a sign in it is wrong; {COMPARE}")
        elif found.setdefault(first, _counts(signs)) != _counts(signs):
            wrong.append(
                f"line {line.number}, {_boxes_named(boxes)}: it was there before, and was another; {COMPARE}"
            )
    told = {first for first, _, _ in mistyped}
    missing = [first for first in wanted if first not in found and first not in told]
    if not wrong and missing:
        wrong += [f"{_boxes_named(wanted[first])}: the line is missing; type it, too" for first in missing]
    if len(mistyped) == 1 and len(wrong) == 1 and not missing:
        wrong = [wrong[0] + _suggestion(kit, wanted, found, mistyped[0], whole)]
    contents = _contents(wanted, found)
    if not wrong and _whole(kit, contents) != whole:
        wrong.append(
            f"each line fits, but not all of them together: are they of one passport? {COMPARE.capitalize()}"
        )
    if wrong:
        raise MapError("\n".join(f"{source}: {each}" for each in wrong))
    return kit, contents


COMPARE = "compare it with the paper"

_Counts = tuple[int, ...]
_Signs = tuple[str, ...]


class _TypedLine(NamedTuple):
    """A line as it was typed, in capitals, blanks single, and which line of the text it is."""

    number: int
    text: str


def _head(heads: Sequence[_TypedLine], kits: Sequence[Kit], source: str) -> tuple[Kit, str]:
    """Return the kit that the head names, and the check of the whole."""
    if not heads:
        raise MapError(
            f"{source}: this is no passport of a machine; its first line begins with {TITLE} and a number"
        )
    head, _, check = heads[0].text.translate(str.maketrans("–—−", "---")).rpartition("-")
    facts = _HEAD.fullmatch(head.strip())
    if facts is None or check.strip() != _check(head.strip()):
        raise MapError(f"{source}: line {heads[0].number}: a sign in the first line is wrong; {COMPARE}")
    if int(facts["version"]) > VERSION:
        raise MapError(f"{source}: this passport was made by a newer menace-kit (version {facts['version']})")
    others = {line.text for line in heads} - {heads[0].text}
    if others:
        raise MapError(
            f"{source}: there are first lines of several passports in it; take one machine at a time"
        )
    for kit in kits:
        if kit.fingerprint.upper() == facts["kit"]:
            return kit, facts["whole"]
    raise KitError(
        f"{source}: this is a machine of another kit ({facts['kit'].lower()}), and here is {kits[0].spec.name} "
        f"({kits[0].fingerprint}); name its own kit, by its preset or its kit file"
    )


def _parsed(line: _TypedLine, wanted: Mapping[int, Sequence[Box]]) -> tuple[int, _Signs, str]:
    """Return a line's first box, the signs of its counts, and its check; ValueError says what cannot be read."""
    facts = _LINE.fullmatch(line.text.translate(TAKEN_FOR).replace(" ", ""))
    if facts is None:
        raise ValueError("it should be a box, a colon, counts, a dash and two signs, as in  1: 444 32 -K7")
    first, typed = int(facts["first"]), facts["counts"]
    if first not in wanted:
        raise ValueError(f"no line begins with box {first}; {COMPARE}")
    boxes = wanted[first]
    if strange := re.search(rf"[^{SIGNS}/]", typed):
        raise ValueError(f"{_boxes_named(boxes)}: {strange[0]!r} is no sign of a passport; {COMPARE}")
    signs = tuple(_COUNT.findall(typed))
    kinds = sum(len(box.moves) for box in boxes)
    if "".join(signs) != typed:
        raise ValueError(
            f"{_boxes_named(boxes)}: a number stands between two strokes, as in /120/; {COMPARE}"
        )
    if len(signs) != kinds:
        raise ValueError(
            f"{_boxes_named(boxes)}: it has {len(signs)} counts, and should have {kinds}; {COMPARE}"
        )
    return first, signs, facts["check"]


def _suggestion(
    kit: Kit,
    wanted: Mapping[int, Sequence[Box]],
    found: Mapping[int, _Counts],
    line: tuple[int, _Signs, str],
    whole: str,
) -> str:
    """Return which box of a mistyped line is meant to be what, where one sign or two neighbours explain all checks."""
    first, signs, check = line
    boxes = wanted[first]
    if _whole(kit, _contents(wanted, {**found, first: _counts(signs)})) == whole:
        return f": the two signs at its end should be {_line_check(kit, first, signs)}, it seems"
    places = range(len(signs))
    tried = chain(
        ((*signs[:place], sign, *signs[place + 1 :]) for place in places for sign in SIGNS),
        ((*signs[:place], signs[place + 1], signs[place], *signs[place + 2 :]) for place in places[:-1]),
    )
    for other in tried:
        fits = _line_check(kit, first, other) == check
        if fits and _whole(kit, _contents(wanted, {**found, first: _counts(other)})) == whole:
            return ":" + " and".join(
                f" box {box.name} should be {''.join(other[start:end])}, it seems, and not {''.join(signs[start:end])}"
                for box, (start, end) in zip(boxes, pairwise(_ends(boxes)), strict=True)
                if other[start:end] != signs[start:end]
            )
    return ""


def _counts(signs: _Signs) -> _Counts:
    return tuple(SIGNS.index(sign) if len(sign) == 1 else int(sign.strip("/")) for sign in signs)


def _line_check(kit: Kit, first: int, signs: _Signs) -> str:
    return _check(f"{first}:{''.join(signs)}", kit.fingerprint)


def _ends(boxes: Sequence[Box]) -> list[int]:
    """Return where the counts of each box of a line begin, and where the last end."""
    ends = [0]
    for box in boxes:
        ends.append(ends[-1] + len(box.moves))
    return ends


def _contents(wanted: Mapping[int, Sequence[Box]], found: Mapping[int, _Counts]) -> dict[int, dict[str, int]]:
    """Return what is in the boxes of the lines that were found."""
    return {
        box.number: dict(zip(box.moves, found[first][start:end], strict=True))
        for first, boxes in wanted.items()
        if first in found
        for box, (start, end) in zip(boxes, pairwise(_ends(boxes)), strict=True)
    }


def _lines_of(kit: Kit) -> Iterator[tuple[Box, ...]]:
    """Yield the boxes of each line."""
    return (kit.boxes[start : start + ON_A_LINE] for start in range(0, len(kit.boxes), ON_A_LINE))


def _boxes_named(boxes: Sequence[Box]) -> str:
    return f"box {boxes[0].name}" if len(boxes) == 1 else f"boxes {boxes[0].name} to {boxes[-1].name}"


def _group(box: Box, inside: Mapping[str, int]) -> str:
    return "".join(_sign(inside[colour]) for colour in box.moves)


def _sign(count: int) -> str:
    return SIGNS[count] if count < len(SIGNS) else f"/{count}/"


def _bare(body: str) -> str:
    return body.replace(" ", "")


def _check(text: str, fingerprint: str = "0") -> str:
    """Return the two signs that tell whether a line is as it was written, and of this kit."""
    value = int(fingerprint, 16) % PRIME
    for sign in text:
        value = (value * BASE + ord(sign)) % PRIME
    return SIGNS[value // len(SIGNS)] + SIGNS[value % len(SIGNS)]


def _whole(kit: Kit, contents: Contents) -> str:
    """Return the check of the whole: signs of a digest of the kit and all counts."""
    import hashlib

    counts = ";".join(_group(box, contents[box.number]) for box in kit.boxes if box.number in contents)
    value = int.from_bytes(hashlib.sha256(f"{kit.fingerprint} {counts}".encode()).digest()[:8])
    signs = []
    for _ in range(WHOLE_SIGNS):
        value, place = divmod(value, len(SIGNS))
        signs.append(SIGNS[place])
    return "".join(signs)


# What is in the boxes now, as a table of counts.

MOST_COUNTED = 9999


def read_counts(kit: Kit, path: Path) -> dict[int, dict[str, int]]:
    """Return what every box holds by a CSV file; MapError has a line for each fault.

    Its columns are `box` and one for each colour, left blank where a box never holds the colour; or `box`, `colour`
    and `count`, a line for each. As the lists of boxes and of contents have them, `number` is read as `box`, with
    `name` beside it for boxes that have one, and `total` is compared.
    """
    colours = [colour.name for colour in kit.colours]
    known = ["box", "number", "name", "total", "colour", "count", *colours]
    faults = Faults(str(path))
    table = read_table(path, known, (), faults)
    column = "box" if "box" in table.columns else "number"
    if column not in table.columns:
        raise MapError(f"{path}: there is no column 'box', and it is needed")
    long = "colour" in table.columns or "count" in table.columns
    if long and not {"colour", "count"} <= set(table.columns):
        raise MapError(f"{path}: colour and count go together, a line for each colour of a box")
    found: dict[tuple[int, str], int] = {}
    for row in table.rows:
        box = _box(kit, row.cells.get("name") or row.cells[column], row)
        if box is None:
            continue
        if long:
            _take(kit, box, row.cells["colour"], row.cells["count"], row, found)
            continue
        counted = [colour for colour in colours if row.cells.get(colour.casefold())]
        for colour in counted:
            _take(kit, box, colour, row.cells[colour.casefold()], row, found)
        total, summed = row.cells.get("total"), sum(found.get((box.number, colour), 0) for colour in counted)
        if total and total != str(summed):
            row.fault(f"box {box.name}: its colours add up to {summed}, the total says {total[:20]}")
    for box in kit.boxes:
        missing = [colour for colour in box.moves if (box.number, colour) not in found]
        if missing:
            faults.add(f"box {box.name}: no count of {', '.join(missing)}")
    faults.tell()
    return {box.number: {colour: found[box.number, colour] for colour in box.moves} for box in kit.boxes}


def _box(kit: Kit, text: str, row: CsvRow) -> Box | None:
    try:
        return kit.box_named(text)
    except UnknownNameError as error:
        # Lists with a column of numbers have them for the boxes with names, too; no other box has such a number.
        if text.isascii() and text.isdecimal() and int(text) in kit.indices:
            return kit.box(int(text))
        row.fault(str(error))
        return None


def _take(kit: Kit, box: Box, name: str, text: str, row: CsvRow, found: dict[tuple[int, str], int]) -> None:
    """Take in the count of a colour; what cannot be is a fault."""
    spelled = {colour.name.casefold(): colour.name for colour in kit.colours}
    colour = spelled.get(name.casefold())
    if colour is None:
        row.fault(f"there is no colour {name[:24]!r}; there are: {', '.join(spelled)}")
    elif not re.fullmatch("[0-9]{1,4}", text):
        row.fault(f"box {box.name}: {text[:20]!r} is no count of {colour}; 0 to {MOST_COUNTED} can be")
    elif colour not in box.moves:
        if int(text):
            row.fault(f"box {box.name} never holds {colour}; it holds: {', '.join(box.moves)}")
    elif (box.number, colour) in found:
        row.fault(f"box {box.name}: {colour} was counted on a line before")
    else:
        found[box.number, colour] = int(text)
