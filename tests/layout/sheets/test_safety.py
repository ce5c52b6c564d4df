"""The safety sheet names the dangers of this kit."""

import pytest

from menace_kit.layout.sheets.safety import safety_document
from tests.layout.kits import (
    CONTAINERS,
    in_cabinet,
    laid_out,
    preset,
    printed,
)
from tests.layout.posters import STRETCHED, poster_faults, said


def test_the_dangers_are_those_of_the_kit() -> None:
    plain, ready = preset("michie-1961"), printed("michie-1961", stock="avery-l4732")
    no_tray = printed("michie-1961", "small-parts-drawer", stock="avery-l4732")
    assert "Glue" in said(safety_document(plain))
    assert "Glue" in said(safety_document(ready))  # of fences
    assert "Glue" not in said(safety_document(no_tray))
    assert "laser" in said(safety_document(in_cabinet(plain)))
    assert "laser" not in said(safety_document(plain))
    for container in ("fold-up", "paper-cup"):
        paper = in_cabinet(printed("her-19", container))
        assert "laser" not in said(safety_document(paper))


@pytest.mark.parametrize("container", CONTAINERS)
def test_an_awl_is_there_where_labels_have_a_drawer_pull(container: str) -> None:
    for stock in ("plain", "avery-l4732"):
        kit = printed("michie-1961", container, stock=stock)
        assert ("cork" in said(laid_out(safety_document, kit))) is (kit.container.label.pull > 0)
        assert poster_faults(laid_out(safety_document, kit, STRETCHED)) == []


def test_the_safety_sheet_names_the_age_the_rule_and_the_matches() -> None:
    text = said(laid_out(safety_document, preset("michie-1961")))
    assert "under 36 months (16 CFR 1501)" in text
    assert "No match ever stays in the machine." in text
