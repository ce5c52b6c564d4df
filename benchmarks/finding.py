"""Prints how many pictures you read to find a box: the figures of docs/studies/finding.md.

Run it as `python benchmarks/finding.py`. A look compares a picture of the index chart with the
board on the table, from the first picture under the heading to the right one. With counting, a
heading is what you count (`Kit.code`). Before, it was the centre alone, with the pictures below
sorted by their number of marks.
"""

import sys
from collections import defaultdict
from statistics import mean

from menace_kit import load_preset
from menace_kit.machine.finding import Group, code_order

Looks = dict[int, list[int]]
"""Stage -> looks for each of its boxes."""


def looks(groups: list[Group], by_counting: bool) -> Looks:
    """Return the looks for each box, with the codes as headings, or with the content of the first
    zone.
    """
    before: dict[object, int] = defaultdict(int)
    found: Looks = defaultdict(list)
    for group in groups:
        heading = (group.side, group.stage, group.code if by_counting else group.code[0])
        before[heading] += 1
        found[group.stage] += [before[heading]] * len(group.boxes)
    return found


def by_zones(group: Group) -> tuple[str, int, str, tuple[tuple[int, int, str], ...], str]:
    """Return the old chart's sort key: zone by zone, by the cells as they are held."""
    shown = "".join(group.cells[square] for square in group.known)
    return group.side.value, group.stage, group.code[0], code_order((shown[1:],)), shown


def main() -> None:
    """Print a row for each stage of the named presets, by default of Michie's machine."""
    for name in sys.argv[1:] or ["michie-1961"]:
        groups = list(load_preset(name).finding.groups)
        old, new = (
            looks(sorted(groups, key=by_zones), by_counting=False),
            looks(groups, by_counting=True),
        )
        print(
            f"{name}: {len({(group.side, group.stage, group.code) for group in groups})} "
            "headings by counting"
        )
        for stage in sorted(old):
            told = (f"{mean(each[stage]):5.2f} (most {max(each[stage])})" for each in (old, new))
            print(
                f"  move {stage}, {len(old[stage])} boxes:  "
                f"pictures read {'  by counting '.join(told)}"
            )


if __name__ == "__main__":
    main()
