"""What the options of labels, fold-up boxes and stickers mean."""

from pathlib import Path
from typing import Any

from menace_kit.cli.box_choice import chosen_boxes
from menace_kit.cli.printing.choices import AskedSheet, Printed
from menace_kit.errors import SelectionError
from menace_kit.layout.label_plan import LabelOrder, label_plan
from menace_kit.printables.catalogue import SHAPES

MOST_LABELS = 10_000
"""More than a hundred sheets of the smallest; nobody cuts out more."""


def labels(asked: AskedSheet) -> Printed:
    """Make the label sheets; a selection goes into a file of its own."""
    job, given = asked.job, asked.given
    order = LabelOrder(
        chosen_boxes(job.kit, given.get("only"), given.get("stage")),
        given.get("copies", 1),
        given.get("start-at", 1),
    )
    _check(asked, order)
    whole = order == LabelOrder(job.kit.boxes)
    choices: dict[str, Any] = {"order": order, "by_stage": given.get("by-stage", False)}
    fit_test = given.get("fit-test", whole)
    suffix = "" if whole else "-selection"
    return Printed([asked.makes(suffix=suffix, fit_test=fit_test, **choices)], [_size(asked)])


def _check(asked: AskedSheet, order: LabelOrder) -> None:
    """Raise SelectionError where these are too many labels, or more than one sheet is begun
    that is partly used up.
    """
    sets, kit = max(1, len(asked.sets)), asked.job.kit
    if (count := len(order.boxes) * order.copies * sets) > MOST_LABELS:
        reason = f"--copies: {order.copies:,}" if order.copies > 1 else f"--sets: {sets:,}"
        raise SelectionError(
            f"{reason} of {len(order.boxes)} labels are {count:,}; "
            f"at most {MOST_LABELS:,} are made at once"
        )
    if order.start_at == 1:
        return
    stages = {(box.side, box.stage) for box in order.boxes if kit.tells_stages}
    if asked.given.get("by-stage") and len(stages) > 1:
        raise SelectionError(
            "--start-at is for one sheet that is partly used up, but --by-stage begins a sheet "
            "for each move; say which move with --stage, or which boxes with --only"
        )


def _size(asked: AskedSheet) -> str:
    job = asked.job
    style = label_plan(job.kit).style
    return f"Labels of {style.width:g} x {style.height:g} mm."


def fold_up(asked: AskedSheet) -> Printed:
    """Make the boxes to fold: trays and sleeves; chosen trays alone, in a file of their own,
    without the page that says how.
    """
    job, given = asked.job, asked.given
    order = LabelOrder(chosen_boxes(job.kit, given.get("only"), given.get("stage")))
    whole = order == LabelOrder(job.kit.boxes)
    choices: dict[str, Any] = {"order": order, "by_stage": given.get("by-stage", False)}
    if not whole:
        return Printed([asked.makes(suffix="-selection", fit_test=False, **choices)])
    return Printed([asked.makes(**choices), asked.makes(1)])


def stickers(asked: AskedSheet) -> Printed:
    """Make the stickers, or one of each of these games; what the options choose
    goes into a file of its own.
    """
    from menace_kit.layout.sheets.stickers import LEAST, on_ready_cut
    from menace_kit.machine.kit_files import with_stock

    given, stock, shape = asked.given, asked.given.get("stock"), asked.given.get("shape", SHAPES[0])
    if stock is not None:
        kit = with_stock(asked.job.kit, stock, "--stock", Path.cwd())
        asked = asked._replace(job=asked.job._replace(kit=kit))
        if kit.stock.grid is not None and not on_ready_cut(kit):
            raise SelectionError(
                f"--stock: the labels of {stock} are too small for stickers; they have to be "
                f"{LEAST[0]:g} x {LEAST[1]:g} mm or larger"
            )
    if shape != SHAPES[0] and on_ready_cut(asked.job.kit):
        raise SelectionError(
            f"--shape is for a plain page, and {asked.job.kit.spec.print.stock} has labels of a "
            "shape of their own; say --stock plain, or leave --shape out"
        )
    suffix = "" if stock is None else f"-{Path(stock).stem}"
    if "games" in given:
        return _game_stickers(asked, suffix)
    _without_games(given)
    return Printed([asked.makes(suffix=suffix + f"-{shape}" * (shape != SHAPES[0]), shape=shape)])


def _without_games(given: Any) -> None:
    for option in ("no-name", "logbook"):
        if option in given:
            raise SelectionError(f"--{option} goes with --games here; say of which games")


def _game_stickers(asked: AskedSheet, suffix: str) -> Printed:
    from menace_kit.cli.printing.played import games_for_stickers, numbered

    if "shape" in asked.given:
        raise SelectionError("--shape is for stickers of any game; leave it out with --games")
    games = games_for_stickers(asked)
    return Printed([asked.makes(suffix=suffix + numbered(games), games=games)])
