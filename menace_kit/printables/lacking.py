"""What a kit lacks for a printable: a sentence with what to do, or None if it lacks nothing."""

from typing import TYPE_CHECKING

from menace_kit.machine.containers import ContainerKind

if TYPE_CHECKING:
    from menace_kit.machine import Kit


def no_labels(kit: "Kit") -> str | None:
    how = "this kit has a mat instead of boxes: its boards are on the mat; menace-kit print mat"
    return how if _is_mat(kit) else labels_on_trays(kit)


def no_mat(kit: "Kit") -> str | None:
    how = 'this kit has boxes; for a mat, write in kit.toml, in [print]: container = "mat"'
    return None if _is_mat(kit) else how


def nothing_to_build(kit: "Kit") -> str | None:
    how = "a mat needs no building: print it, cut out the tokens, and put them on their places"
    return how if _is_mat(kit) else None


FEW = 12
"""This many boxes fit side by side in view."""


def all_in_sight(kit: "Kit") -> str | None:
    if _is_mat(kit):
        return "a mat needs no index: all its boards are in sight"
    few = _for_many(kit, "an index is", "all in sight: look at their labels")
    if few is None and kit.game.impartial:
        return "this kit needs no index: its boxes are in order of the pieces on their boards"
    return few


def counted_at_a_glance(kit: "Kit") -> str | None:
    if _is_mat(kit):
        return "on a mat all tokens are in sight: count them there"
    how = "so count them one by one: menace-kit operator count 1"
    return _for_many(kit, "stocktake sheets are", how)


def _for_many(kit: "Kit", what_is: str, instead: str) -> str | None:
    how = f"{what_is} for more than {FEW} boxes; this kit has {len(kit.boxes)}, {instead}"
    return how if len(kit.boxes) <= FEW else None


MOST_ON_POSTERS = 1000
"""With more boxes the codes would be too small to read, even on several posters."""


def no_poster(kit: "Kit") -> str | None:
    if len(kit.boxes) <= MOST_ON_POSTERS:
        return all_in_sight(kit)
    return (
        f"posters have room for {MOST_ON_POSTERS:,} boxes, "
        f"and this kit has {len(kit.boxes):,}; print the index"
    )


def _is_mat(kit: "Kit") -> bool:
    return kit.container.kind.value == "mat"


def no_cabinet(kit: "Kit") -> str | None:
    how = (
        "this kit has no cabinet; write in kit.toml how many drawers it has: "
        "[cabinet] with rows and columns"
    )
    return how if kit.spec.cabinet is None else None


def no_fence(kit: "Kit") -> str | None:
    if kit.container.kind is ContainerKind.FOLD_UP:
        how = "the fence of a fold-up box is folded from the same card: menace-kit print fold-up"
        return (
            how
            if kit.spec.fold_up.fence
            else f"{how}, after writing in kit.toml, in [fold-up]: fence = true"
        )
    how = (
        "a fence needs a tray that slides in a sleeve, and this kit's container has none: "
        "draw with your eyes closed"
    )
    return None if kit.container.kind.slides else how


def labels_on_trays(kit: "Kit") -> str | None:
    how = (
        "the labels of fold-up boxes are printed on the boxes themselves: menace-kit print fold-up"
    )
    return how if kit.container.kind is ContainerKind.FOLD_UP else None


def not_folded(kit: "Kit") -> str | None:
    how = (
        "this kit's boxes are not made of paper; for boxes to print, cut out and fold, "
        "write in kit.toml, in [print]: "
        'container = "fold-up"'
    )
    return None if kit.container.kind is ContainerKind.FOLD_UP else how


def no_address(kit: "Kit") -> str | None:
    how = "this kit has no web address for its boxes; write in kit.toml, in [print]: base-address"
    return how if kit.spec.print.base_address is None else None


def no_rising_line(kit: "Kit") -> str | None:
    from menace_kit.machine.prospects import line_rises

    if not kit.openings:
        return (
            "this kit has no box that is used only at the start of a game, "
            "so there is no line of its beads to draw"
        )
    how = (
        "by this kit's rules no game adds beads to a first box, so the line of its beads "
        "can only fall and shows no learning; count wins instead: menace-kit print tally"
    )
    return None if line_rises(kit) else how


LESSON_BOXES = 60
"""No class can fill or play through more boxes in a lesson."""


def no_lesson(kit: "Kit") -> str | None:
    how = (
        f"this kit has {len(kit.boxes)} boxes, and a lesson has time for at most {LESSON_BOXES}; "
        "nim-8 and her-19 are made for lessons: --preset nim-8"
    )
    return how if len(kit.boxes) > LESSON_BOXES else None
