"""How many pictures does one read to find a box? The figures of docs/studies/finding.md:
python benchmarks/finding.py.

A look is a picture of the index chart that is compared with the table's board, from the first
below the heading to the right one. By counting, a heading is what is counted (`Kit.code`); before,
it was the centre alone, and below it the pictures came by how many marks they show.
"""

import sys
from collections import defaultdict
from statistics import mean

from menace_kit import load_preset
from menace_kit.machine.finding import Group, code_order

Looks = dict[int, list[int]]
"""Stage -> looks for each of its boxes."""


def looks(groups: list[Group], by_counting: bool) -> Looks:
    """Return the looks for each box with the codes as headings,
    or with what the first zone holds.
    """
    before: dict[object, int] = defaultdict(int)
    found: Looks = defaultdict(list)
    for group in groups:
        heading = (group.side, group.stage, group.code if by_counting else group.code[0])
        before[heading] += 1
        found[group.stage] += [before[heading]] * len(group.boxes)
    return found


def by_zones(group: Group) -> tuple[str, int, str, tuple[tuple[int, int, str], ...], str]:
    """Return what the old chart was sorted by: zone after zone,
    by the cells in it as they are held.
    """
    shown = "".join(group.cells[square] for square in group.known)
    return group.side.value, group.stage, group.code[0], code_order((shown[1:],)), shown


def main() -> None:
    """Print a row for each stage of the presets that are named,
    of Michie's machine where none is.
    """
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
