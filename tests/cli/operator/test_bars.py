"""The small chart for the terminal."""

from random import Random

import pytest

from menace_kit.cli.operator.bars import bar_lines, ink_for
from menace_kit.cli.terminal import BLOCKS, PLAIN, Ink


def test_bars_stand_on_the_axis_and_hang_from_it() -> None:
    assert bar_lines([4, 2, 0, -2, -4] * 4, 24, 5) == [
        "+4 │█    █    █    █",
        "   │██   ██   ██   ██",
        " 0 ┼────────────────────",
        "   │   ██   ██   ██   ██",
        "-4 │    █    █    █    █",
    ]


def test_plain_characters_show_the_same() -> None:
    assert bar_lines([4, 2, 0, -2, -4] * 4, 24, 5, PLAIN)[:3] == [
        "+4 |#    #    #    #",
        "   |##   ##   ##   ##",
        " 0 +--------------------",
    ]


def test_eighths_of_a_cell() -> None:
    assert bar_lines(list(range(9)) * 2, 22, 2)[0] == "+8 │ ▁▂▃▄▅▆▇█ ▁▂▃▄▅▆▇█"


def test_few_bars_are_wide_and_many_are_thinned_out_to_the_last() -> None:
    assert bar_lines([1], 80, 3) == ["+1 │████", "   │████", " 0 └────"]
    line = bar_lines([0] * 9999 + [1], 80, 2)[0]
    assert (len(line), line.count("█")) == (80, 1)


def test_nothing_but_nought_is_an_empty_field() -> None:
    assert bar_lines([0, 0], 12, 3) == ["0 │", "  │", "0 └────────"]


@pytest.mark.parametrize("ink", [BLOCKS, PLAIN])
def test_any_values_fit_and_the_numbers_are_those_of_the_peaks(ink: Ink) -> None:
    random = Random(1961)
    for _ in range(60):
        reach = 10 ** random.randrange(1, 6)
        values = [random.randint(-reach, reach) for _ in range(random.randrange(1, 300))]
        height = random.randrange(3, 9)
        lines = bar_lines(values, 80, height, ink)
        assert len(lines) == height
        assert max(map(len, lines)) <= 80
        numbers = {word for line in lines if (word := line.split()[0])[-1].isdigit()}
        low, high = min(0, *values, 0), max(0, *values, 0)
        assert numbers == {f"{value:+,}" if value else "0" for value in (low, 0, high)}


def test_the_encoding_decides() -> None:
    assert ink_for("utf-8") is BLOCKS
    assert [ink_for(encoding) for encoding in ("ascii", "cp1252", None, "no-such")] == [PLAIN] * 4
