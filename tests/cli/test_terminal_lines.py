"""Lines are the same for a program that reads along as rich writes them without colours."""

import pytest

from menace_kit.cli.terminal import Line, print_lines

LINES: list[list[Line]] = [
    [[("Box 12", "bold"), (" (move 2)", "")], [], [(" X ", "bold"), ("|", ""), ("   ", "")]],
    [[("word " * 30, "")]],
    [[("Größe ☃ ", "dim"), ("日本", "")], [("日本" * 25, "")], [("□·11 " * 9, "")]],
    [[("bell\a and\ttab", "")]],
]


@pytest.mark.parametrize("lines", LINES)
def test_lines_are_alike_with_rich_and_without(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    lines: list[Line],
) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    print_lines(lines)
    bare = capsys.readouterr().out
    monkeypatch.setenv("TTY_COMPATIBLE", "0")  # which rich reads: no colours
    print_lines(lines)
    assert bare == capsys.readouterr().out
