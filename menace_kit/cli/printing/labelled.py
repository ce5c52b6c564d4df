"""What the options of labels, fold-up boxes and stickers mean."""

from pathlib import Path

from menace_kit.cli.box_choice import chosen_boxes
from menace_kit.cli.options import check_goes_with
from menace_kit.cli.printing.choices import AskedSheet, Printed
from menace_kit.errors import SelectionError
from menace_kit.layout.label_plan import LabelOrder, label_plan
from menace_kit.printables.making import Made


def labels(asked: AskedSheet) -> Printed:
    """Make the label sheets; a selection goes into a separate file."""
    order = _order(asked)
    _check(asked, order)
    return Printed([_made(asked, order)], [_size(asked)])


def _order(asked: AskedSheet) -> LabelOrder:
    given = asked.given
    boxes = chosen_boxes(asked.job.kit, given.get("only"), given.get("stage"))
    return LabelOrder(boxes, given.get("start-at", 1))


def _made(asked: AskedSheet, order: LabelOrder) -> Made:
    """Make what the labels are on; only all of them have a fit test."""
    whole = order == LabelOrder(asked.job.kit.boxes)
    suffix, by_stage = "" if whole else "-selection", asked.given.get("by-stage", False)
    return asked.makes(suffix=suffix, fit_test=whole, order=order, by_stage=by_stage)


def _check(asked: AskedSheet, order: LabelOrder) -> None:
    """Raise SelectionError for several sheets with a partly used start."""
    if order.start_at == 1:
        return
    stages = {(box.side, box.stage) for box in order.boxes if asked.job.kit.tells_stages}
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
    """Make trays and sleeves to fold.

    A selection of trays goes into a separate file, without instructions.
    """
    order = _order(asked)
    instructions = [asked.makes(1)] if order == LabelOrder(asked.job.kit.boxes) else []
    return Printed([_made(asked, order), *instructions])


def stickers(asked: AskedSheet) -> Printed:
    """Make the stickers, or one for each chosen game; a selection goes into a separate file."""
    from menace_kit.layout.sheets.stickers import LEAST, on_ready_cut
    from menace_kit.machine.kit_files import with_stock

    given, stock = asked.given, asked.given.get("stock")
    if stock is not None:
        kit = with_stock(asked.job.kit, stock, "--stock", Path.cwd())
        asked = asked._replace(job=asked.job._replace(kit=kit))
        if kit.stock.grid is not None and not on_ready_cut(kit):
            raise SelectionError(
                f"--stock: the labels of {stock} are too small for stickers; they have to be "
                f"{LEAST[0]:g} x {LEAST[1]:g} mm or larger"
            )
    suffix = "" if stock is None else f"-{Path(stock).stem}"
    if "games" in given:
        return _game_stickers(asked, suffix)
    own = {"--no-name": given.get("no-name"), "--logbook": given.get("logbook")}
    check_goes_with("--games", False, own)
    return Printed([asked.makes(suffix=suffix)])


def _game_stickers(asked: AskedSheet, suffix: str) -> Printed:
    from menace_kit.cli.printing.played import games_for_stickers, numbered

    games, left_out = games_for_stickers(asked)
    return Printed([asked.makes(suffix=suffix + numbered(games), games=games)], left_out)
