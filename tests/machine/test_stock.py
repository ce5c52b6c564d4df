"""Papers and label sheets: the makers' figures, and sheets that cannot be."""

from typing import Any

import pytest

from menace_kit.errors import KitError
from menace_kit.machine.papers import PAPER_TITLES, PAPERS, LabelGrid, Stock
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, load_template, template_names

GRIDS: dict[str, tuple[object, ...]] = {
    # paper, columns, rows, label width and height, left, top, pitch across and down
    "avery-l4731": ("a4", 7, 27, 25.4, 10.0, 8.48, 13.43, 27.9, 10.0),
    "avery-l4732": ("a4", 5, 16, 35.6, 16.9, 11.0, 13.0, 38.1, 16.9),
    "avery-l7651": ("a4", 5, 13, 38.1, 21.2, 4.65, 10.7, 40.6, 21.2),
    "avery-l7656": ("a4", 4, 21, 46.0, 11.11, 6.0, 15.95, 50.67, 12.70),
    "avery-l7160": ("a4", 3, 7, 63.5, 38.1, 7.2, 15.1, 66.04, 38.1),
    "avery-5160": ("letter", 3, 10, 66.68, 25.4, 4.78, 12.7, 69.85, 25.4),
    "avery-5167": ("letter", 4, 20, 44.45, 12.7, 7.14, 12.7, 52.4, 12.7),
    "avery-8195": ("letter", 4, 15, 44.45, 16.92, 7.54, 13.49, 51.6, 16.92),
    "avery-l7654": ("a4", 4, 10, 45.7, 25.4, 9.75, 21.5, 48.25, 25.4),
    "avery-l7159": ("a4", 3, 8, 63.5, 33.9, 7.2, 12.9, 66.0, 33.9),
    "avery-l7163": ("a4", 2, 7, 99.1, 38.1, 4.65, 15.15, 101.6, 38.1),
    "avery-8293": ("letter", 4, 5, 26.9, 26.9, 18.3, 24.65, 50.8, 50.8),
    "avery-22805": ("letter", 4, 6, 38.1, 38.1, 19.84, 12.7, 46.04, 43.18),
    "herma-4101": ("a4", 4, 22, 43.2, 10.3, 18.6, 10.5, 43.2, 12.65),
    "herma-4607": ("a4", 4, 16, 48.3, 16.9, 8.5, 14.0, 48.3, 16.9),
    "herma-4606": ("a4", 5, 13, 38.0, 21.2, 9.5, 10.5, 38.0, 21.2),
    "herma-4346": ("a4", 4, 12, 45.72, 21.2, 10.0, 22.0, 48.72, 21.2),
    "herma-4608": ("a4", 4, 11, 48.3, 25.4, 8.5, 8.5, 48.3, 25.4),
}


def stock(name: str) -> Stock:
    return load_template(Stock, TemplateKind.STOCK, name)


def test_the_table_above_has_every_sheet_of_labels() -> None:
    assert template_names(TemplateKind.STOCK) == sorted([*GRIDS, "plain"])


@pytest.mark.parametrize("name", GRIDS)
def test_every_sheet_has_the_collected_figures(name: str) -> None:
    grid = stock(name).grid
    assert grid is not None
    assert tuple(vars(grid).values()) == GRIDS[name]


def test_labels_on_plain_paper_touch_unless_a_stock_says_otherwise() -> None:
    own = parse_table(Stock, {"title": "Card", "source": "a shop"}, "card.toml")
    for made in (stock("plain"), own):
        assert (made.gap, made.grid) == (0, None)


def test_papers_are_the_two_standards() -> None:
    assert PAPERS == {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
    assert PAPER_TITLES.keys() == PAPERS.keys()


GOOD: dict[str, Any] = {
    "paper": "a4",
    "columns": 3,
    "rows": 7,
    "width": 63.5,
    "height": 38.1,
    "left": 7.2,
    "top": 15.1,
    "pitch-x": 66.04,
    "pitch-y": 38.1,
}


def complaint(**changes: object) -> str:
    grid = GOOD | {key.replace("_", "-"): value for key, value in changes.items()}
    with pytest.raises(KitError) as caught:
        parse_table(Stock, {"title": "Mine", "source": "me", "grid": grid}, "my.toml")
    return str(caught.value)


def test_labels_that_end_beyond_the_paper_are_refused() -> None:
    assert complaint(columns=4) == (
        "my.toml: grid: the labels end at 268.82 mm, beyond the paper's width of 210 mm by 58.82 mm"
    )
    assert complaint(rows=8) == (
        "my.toml: grid: the labels end at 319.9 mm, beyond the paper's height of 297 mm by 22.90 mm"
    )
    assert "beyond the paper's height of 279.4 mm" in complaint(paper="letter", top=40)


def test_labels_that_overlap_are_refused() -> None:
    assert complaint(pitch_x=63) == (
        "my.toml: grid: labels overlap: a pitch of 63 mm is less than their width of 63.5 mm"
    )
    assert complaint(pitch_y=38) == (
        "my.toml: grid: labels overlap: a pitch of 38 mm is less than their height of 38.1 mm"
    )


def test_figures_may_miss_the_paper_by_a_makers_rounding_and_no_more() -> None:
    def grid(left: float) -> LabelGrid:
        return parse_table(LabelGrid, GOOD | {"columns": 1, "left": left}, "my.toml")

    assert grid(147.0).left == 147.0
    with pytest.raises(KitError, match=r"beyond the paper's width of 210 mm by 0\.60 mm"):
        grid(147.1)


def test_a_single_row_or_column_needs_no_true_pitch() -> None:
    grid = parse_table(
        LabelGrid, GOOD | {"columns": 1, "rows": 1, "pitch-x": 1, "pitch-y": 1}, "my.toml"
    )
    assert (grid.columns, grid.rows) == (1, 1)
