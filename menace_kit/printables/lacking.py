"""What a kit lacks for something that is printed: a sentence with what to do,
or None where it lacks nothing.
"""

from typing import TYPE_CHECKING

from menace_kit.machine.containers import ContainerKind

if TYPE_CHECKING:
    from menace_kit.machine.kit import Kit


def no_labels(kit: "Kit") -> str | None:
    how = "this kit has a mat instead of boxes: its boards are on the mat; menace-kit print mat"
    return how if _is_mat(kit) else labels_on_trays(kit)


def no_mat(kit: "Kit") -> str | None:
    how = (
        'this kit has boxes; a mat is for one that says in kit.toml, in [print]: container = "mat"'
    )
    return None if _is_mat(kit) else how


def nothing_to_build(kit: "Kit") -> str | None:
    how = "a mat is not built: print it, cut out the tokens, and lay them on their places"
    return how if _is_mat(kit) else None


FEW = 12
"""So many boxes lie side by side before one's eyes."""


def all_in_sight(kit: "Kit") -> str | None:
    if _is_mat(kit):
        return "on a mat all boards are in sight: it is its own index"
    return _for_many(kit, "an index is", "all in sight at once: look at their labels")


def counted_at_a_glance(kit: "Kit") -> str | None:
    if _is_mat(kit):
        return "on a mat all tokens are in sight: count them where they lie"
    how = "so count them one by one: menace-kit operator count 1"
    return _for_many(kit, "stocktake sheets are", how)


def _for_many(kit: "Kit", what_is: str, instead: str) -> str | None:
    how = f"{what_is} for more than {FEW} boxes; this kit has {len(kit.boxes)}, {instead}"
    return how if len(kit.boxes) <= FEW else None


MOST_ON_POSTERS = 1000
"""Of more boxes the codes would be too small to read, on several posters, too."""


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
        "this kit has no cabinet; say in kit.toml how many drawers it has: "
        "[cabinet] with rows and columns"
    )
    return how if kit.spec.cabinet is None else None


def no_fence(kit: "Kit") -> str | None:
    if kit.container.kind is ContainerKind.FOLD_UP:
        how = "the fence of a fold-up box is folded from the same card: menace-kit print fold-up"
        return (
            how
            if kit.spec.fold_up.fence
            else f"{how}, where kit.toml says in [fold-up]: fence = true"
        )
    how = (
        "a fence needs a tray that slides in a sleeve, and this kit's container has none: "
        "draw with closed eyes"
    )
    return None if kit.container.kind.slides else how


def labels_on_trays(kit: "Kit") -> str | None:
    how = (
        "the labels of fold-up boxes are printed on the boxes themselves: menace-kit print fold-up"
    )
    return how if kit.container.kind is ContainerKind.FOLD_UP else None


def not_folded(kit: "Kit") -> str | None:
    how = (
        "this kit's boxes are not printed; for boxes that are, cut out and folded, "
        "say in kit.toml, in [print]: "
        'container = "fold-up"'
    )
    return None if kit.container.kind is ContainerKind.FOLD_UP else how


def no_address(kit: "Kit") -> str | None:
    how = "this kit has no web address for its boxes; say in kit.toml, in [print]: base-address"
    return how if kit.spec.print.base_address is None else None


def no_rising_line(kit: "Kit") -> str | None:
    from menace_kit.machine.prospects import line_rises

    if not kit.openings:
        return (
            "this kit has no box that comes up at the beginning of a game and never later, "
            "so there is no line of its beads to draw"
        )
    how = (
        "by this kit's rules no game adds a bead to a first box, so the line of its beads "
        "can only fall and shows no learning; count wins instead: menace-kit print tally"
    )
    return None if line_rises(kit) else how


LESSON_BOXES = 60
"""More boxes than these nobody fills, and no class plays through, in a lesson."""


def no_lesson(kit: "Kit") -> str | None:
    how = (
        f"this kit has {len(kit.boxes)} boxes, and a lesson has time for {LESSON_BOXES} at "
        "the most; nim-8 and her-19 are made for one: --preset nim-8"
    )
    return how if len(kit.boxes) > LESSON_BOXES else None
