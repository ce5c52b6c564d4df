"""What goes with the boards of a cut cabinet, on paper: the bill of pieces, the sums, how it is put together."""

from menace_kit.layout.flow import Flow
from menace_kit.layout.marks import Anchor, Document
from menace_kit.layout.table import Cell, Column
from menace_kit.machine.carpentry import Carpentry, carpentry, needed_cabinet
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

NUMBER_WIDTH = 28.0


def cabinet_bill_document(kit: Kit, words: Words, name: str = "cabinet-bill") -> Document:
    """Return the page that tells how many of which piece there are, and what to do with them.

    KitError where the kit has no cabinet, or its measures cannot be built.
    """
    shape = carpentry(kit)
    flow = Flow(kit, words, words("cut-cabinet.bill"))
    flow.heading(words("cut-cabinet.bill"), size=18)
    columns = [
        Column(words("cut-cabinet.column-piece"), flow.width - 5 * NUMBER_WIDTH),
        *(
            Column(words(f"cut-cabinet.column-{column}"), NUMBER_WIDTH, Anchor.END)
            for column in ("one", "all", "width", "height", "thickness")
        ),
    ]
    rows: list[list[Cell]] = []
    for piece in shape.pieces:
        sizes = (f"{piece.width:.1f}", f"{piece.height:.1f}", f"{piece.thickness:g}")
        counts = (str(piece.count), str(piece.count * kit.cabinets))
        rows.append([words(f"cut-cabinet.piece-{piece.name}"), *counts, *sizes])
    flow.table(columns, rows, row_height=5.1, size=9)
    flow.heading(words("cut-cabinet.sums"))
    for sentence in _sums(kit, words, shape):
        flow.paragraph(sentence)
    flow.heading(words("cut-cabinet.assembly"))
    steps = words.lines("cut-cabinet.steps")
    if len(shape.pieces) > 3:
        steps += words.lines("cut-cabinet.steps-dividers")
    for number, step in enumerate(steps, start=1):
        flow.paragraph(step, sign=f"{number}.")
    return flow.document(name, words("cut-cabinet.bill"))


def _sums(kit: Kit, words: Words, shape: Carpentry) -> list[str]:
    """Return how large the cabinet is, and what across and down add up to."""
    width, height, depth = (f"{size:.1f}" for size in shape.outer)
    sizes = words("cut-cabinet.size", width=width, height=height, depth=depth)
    both = (("cut-cabinet.across", shape.across, width), ("cut-cabinet.down", shape.down, height))
    board = f"{2 * shape.board:g}"
    sentences = [
        words(
            key,
            slots=len(slots),
            room=f"{sum(slots):.1f}",
            dividers=len(slots) - 1,
            between=f"{(len(slots) - 1) * shape.divider:g}",
            boards=board,
            whole=whole,
        )
        for key, slots, whole in both
    ]
    outer = kit.container.outer
    stands_out = words(
        "cut-cabinet.stands-out",
        container=words.title(kit.container.title),
        length=f"{outer.length:g}",
        depth=f"{shape.depth:g}",
        out=f"{outer.length - shape.depth:g}",
    )
    kerf = words("cut-cabinet.kerf", kerf=f"{needed_cabinet(kit).kerf:g}")
    return [sizes, *sentences, stands_out, kerf]
