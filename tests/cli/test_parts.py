"""`print labels`, `filling` and `shopping`: one sheet at a time, and chosen labels.

Where any kit will do it is nim-8, whose labels are two pages with the fit test.
"""

import os
import re
from pathlib import Path

from tests.cli.conftest import Built, Menace
from tests.cli.running import contents, pdf_texts
from tests.examples import preset


def said(out: str) -> dict[str, int]:
    """Return file name -> pages as the lines of a command say."""
    lines = [
        re.fullmatch(r"(\S+)  \((.+?)(?:, (\d+) pages?)?(?:, unchanged)?\)", line)
        for line in out.splitlines()
    ]
    return {Path(line[1]).name: int(line[3] or 0) for line in lines if line}


def test_what_a_killed_run_left_is_cleared_away_though_the_file_is_as_it_should_be(
    menace: Menace, tmp_path: Path
) -> None:
    arguments = ("print", "filling", "--preset", "nim-8", "-o", "here")
    menace(*arguments)
    whole = contents(tmp_path / "here")
    old, new = (tmp_path / "here" / f".filling.csv.{number}.part" for number in "12")
    for part in (old, new):
        part.write_bytes(b"half")
    for path in (old, *(tmp_path / "here" / name for name in whole)):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    menace(*arguments)
    times = {(tmp_path / "here" / name).stat().st_mtime for name in whole}
    assert times == {1_000_000_000}, "a file that is as it should be is not written again"
    assert contents(tmp_path / "here") == whole | {new.name: b"half"}, (
        "the new one may be written right now"
    )


def test_a_command_makes_what_build_makes(menace: Menace, built: Built, tmp_path: Path) -> None:
    menace("print", "labels", "filling", "shopping", "--preset", "nim-8", "-o", "one")
    one, everything = contents(tmp_path / "one"), contents(built("--preset", "nim-8").folder)
    assert one == {name: everything[name] for name in one}


def test_pages_that_a_larger_kit_has_left_are_removed_and_no_other_file(
    menace: Menace, tmp_path: Path
) -> None:
    folder = tmp_path / "output"
    folder.mkdir()
    stale = ["labels-a4-6.svg", "labels-a4-01.svg", "labels-a4-12.svg"]
    others = [
        "labels-a4-6.pdf",
        "labels-a4-6.svg.bak",
        "labels-a4-x.svg",
        "labels-a4-6b.svg",
        "labels-a4-move-1-7.svg",
        "labels-a4-selection-7.svg",
        "labels-letter-6.svg",
        "my-labels-a4-6.svg",
        "filling-a4-99.svg",
    ]
    for name in [*stale, *others]:
        (folder / name).write_bytes(b"old")
    (folder / "labels-a4-7.svg").mkdir()
    out = menace("print", "labels", "--preset", "nim-8", "--format", "svg").out
    pages = ["labels-a4-1.svg", "labels-a4-2.svg"]
    assert {path.name for path in folder.iterdir()} == {*pages, *others, "labels-a4-7.svg"}
    removed = [line for line in out.splitlines() if line.endswith(", removed)")]
    assert removed == [f"{folder / name}  (Labels, removed)" for name in sorted(stale)]


def test_the_filling_guide_can_be_in_the_order_of_codes(menace: Menace, tmp_path: Path) -> None:
    result = menace("print", "filling", "--preset", "her-19", "--order", "code")
    assert (result.code, result.err) == (0, "")
    words = (
        "".join(pdf_texts(tmp_path / "output" / "filling-a4-by-code.pdf"))
        .partition("by code")[2]
        .split()
    )
    kit = preset("her-19")
    codes = [word for word in words if re.fullmatch(r"\d\d·\d\d", word)]
    in_order = [kit.code(box) for group in kit.finding.groups for box in group.boxes]
    assert sorted(codes) == sorted(in_order)
    assert [codes.index(code) for code in dict.fromkeys(codes)] == sorted(
        codes.index(code) for code in set(codes)
    )
    assert codes.index("03·10") == 0
