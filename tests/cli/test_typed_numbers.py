"""Numbers as people type them."""

import pytest
import typer

from menace_kit.cli.options import whole_between


@pytest.mark.parametrize("text", ["10000", "10,000", "10_000", "1e4", "10e3"])
def test_a_number_may_be_written_in_several_ways(text: str) -> None:
    assert whole_between(1, 10_000)(text) == 10_000


@pytest.mark.parametrize(
    "text", ["", "e4", "1.5", "1,5", "1,2,3", "1e", "ten", "0x10", "\N{FULLWIDTH DIGIT ONE}"]
)
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="is not a whole number"):
        whole_between(1, 10)(text)


@pytest.mark.parametrize("text", ["0", "11", "-3", "1e9"])
def test_a_number_has_its_bounds(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="it should be 1 to 10, not "):
        whole_between(1, 10)(text)
