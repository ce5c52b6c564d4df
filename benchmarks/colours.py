"""Prints how different the bead colours of two palettes look: the table of docs/studies/colours.md.

Run it as `python -m benchmarks.colours`. For each kind of vision it shows the two most similar
colours, on a screen and as beads of Hama and Perler.
"""

from collections.abc import Mapping, Sequence

from menace_kit.machine.palettes import Colour, Palette
from menace_kit.machine.toml_files import TemplateKind, load_template
from menace_kit.workshop.colour_vision import Sight, all_pairs

NINE = 9

SIGHTS: Mapping[str, Sight | None] = {
    "normal": None,
    "protan": Sight.PROTAN,
    "deutan": Sight.DEUTAN,
    "tritan": Sight.TRITAN,
    "grey": Sight.GREY,
}

BEADS: Mapping[str, str] = {
    "Hama": "E5ECF1 E9C704 D14803 0239A3 141315 80DF96 838F98 8D2A0F 51AEE4",
    "Perler": "EAEFEE E7CE3E EB7B31 0E5092 323234 6DCC94 909497 995043 0098C5",
}
"""The beads for the nine colours, in order. Source: https://github.com/maxcleme/beadcolors (commit
2922988, raw/hama.csv and raw/perler.csv).
"""


def nine(palette: str) -> tuple[Colour, ...]:
    """Return the nine colours of a palette that noughts and crosses uses."""
    return load_template(Palette, TemplateKind.PALETTES, palette).colours[:NINE]


def beads_of(maker: str) -> list[Colour]:
    """Return the nine colours of new kits as this maker's beads have them."""
    colours = zip(nine("iron-beads"), BEADS[maker].split(), strict=True)
    return [colour.model_copy(update={"hex": f"#{hex_code}"}) for colour, hex_code in colours]


def compared() -> dict[str, Sequence[Colour]]:
    return {
        "Michie's, on the screen": nine("michie-1961"),
        "new kits', on the screen": nine("iron-beads"),
        "new kits', Hama's beads": beads_of("Hama"),
        "new kits', Perler's beads": beads_of("Perler"),
    }


def table() -> str:
    """Return the table as Markdown."""
    columns = compared()
    lines = [f"| seen | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for name, sight in SIGHTS.items():
        nearest = (all_pairs(colours, sight)[0] for colours in columns.values())
        cells = [f"{pair.difference:.1f} {pair.first}/{pair.second}" for pair in nearest]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
