"""`print labels`, `filling` and `shopping`: one sheet at a time, and chosen labels.

Where any kit will do it is nim-8, whose labels are two pages with the fit test.
"""

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


def test_a_command_makes_what_build_makes(menace: Menace, built: Built, tmp_path: Path) -> None:
    menace("print", "labels", "filling", "shopping", "--preset", "nim-8", "-o", "one")
    one, everything = contents(tmp_path / "one"), contents(built("--preset", "nim-8").folder)
    assert one == {name: everything[name] for name in one}


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
