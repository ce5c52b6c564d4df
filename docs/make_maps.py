"""Writes the maps in docs/maps: the boxes of two published machines, for `menace-kit new --from`.

    python docs/make_maps.py

Both lists follow from what the machines' builders say about their drawings and numbers; nothing is
copied.
"""

from collections.abc import Iterable
from pathlib import Path

from menace_kit.games import Position, Symmetry, position_text
from menace_kit.machine import Kit, load_preset

MAPS = Path(__file__).resolve().parent / "maps"


def orbit(symmetries: Iterable[Symmetry], position: Position) -> list[Position]:
    """Return everything that a position can look like."""
    return [symmetry.position(position) for symmetry in symmetries]


def scroggs_sheets(kit: Kit) -> str:
    """Return the drawings on M. Scroggs's sheets (github.com/mscroggs/MENACE-pdfs), in order.

    His squares count from the bottom row, each row from the left. Of a board's eight drawings he
    uses the one with the largest number, in which the last square counts most and a cross is more
    than a nought, a nought more than nothing. Sheets are by move; on a sheet the boards are ordered
    by first nought, first cross, second nought, and so on.
    """
    squares = [6, 7, 8, 3, 4, 5, 0, 1, 2]

    def his(position: Position) -> str:
        return "".join(position.cells[square] for square in squares)

    def order(position: Position) -> list[int]:
        noughts, crosses = (
            [place for place, cell in enumerate(his(position)) if cell == mark] for mark in "12"
        )
        return [place for pair in zip(noughts, crosses, strict=True) for place in pair]

    drawn = [
        max(orbit(kit.symmetries, box.position), key=lambda p: his(p)[::-1]) for box in kit.boxes
    ]
    drawn.sort(key=lambda position: (len(order(position)), order(position)))
    return "".join(
        f"{text}\n" for text in ["drawing", *(position_text(p, kit.spec.marks) for p in drawn)]
    )


def gres_cabinet(kit: Kit) -> str:
    """Return the boxes of R. Gres's cabinet of 38 rows of 8 drawers (github.com/RubenGres/menace).

    The machine is cross. Of a board's eight drawings he takes the last in the order nought, cross,
    empty, and turns it upside down. A move's boxes are numbered from last to first in that order.
    """
    ranks = str.maketrans({"1": "b", "2": "a", ".": "c"})

    def his(position: Position) -> str:
        return position.cells.translate(ranks)

    half_turn = kit.symmetries.named(["identity", "half-turn"]).members[1]
    drawn = [
        half_turn.position(max(orbit(kit.symmetries, box.position), key=his)) for box in kit.boxes
    ]
    drawn.sort(key=his, reverse=True)
    drawn.sort(key=lambda position: position.cells.count("1"))
    lines = ["box,drawing,cabinet,row,drawer"]
    for number, position in enumerate(drawn):
        board = position_text(position, ("X", "O"))
        lines.append(f"{number + 1},{board},1,{number // 8 + 1},{number % 8 + 1}")
    return "".join(f"{line}\n" for line in lines)


def maps() -> dict[str, str]:
    """Return the maps: file name -> text."""
    kit = load_preset("michie-1961")
    return {"scroggs-sheets.csv": scroggs_sheets(kit), "gres-cabinet.csv": gres_cabinet(kit)}


if __name__ == "__main__":
    MAPS.mkdir(exist_ok=True)
    for name, text in maps().items():
        (MAPS / name).write_text(text, encoding="utf-8", newline="\n")
