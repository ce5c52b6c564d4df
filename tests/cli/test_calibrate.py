"""`calibrate`: the page, the profile, and that everything is corrected for it."""

import shlex
from pathlib import Path

import pdfplumber
import pytest

from menace_kit.workshop.printer import load_profile
from tests.cli.conftest import Built, Menace
from tests.cli.running import contents

READINGS = "20.5,189.4,19.8,276.4"


def ruler_ends(pdf: Path, page: int = 0) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of the level ruler of a labels' page,
    in mm from the page's top left corner.
    """
    with pdfplumber.open(pdf) as opened:
        lines = opened.pages[page].lines
        longest = max(
            (line for line in lines if line["top"] == line["bottom"]),
            key=lambda line: line["width"],
        )
        scale = 25.4 / 72
        return (longest["x0"] * scale, longest["top"] * scale), (
            longest["x1"] * scale,
            longest["top"] * scale,
        )


def test_the_command_that_it_says_is_the_whole_one(menace: Menace, tmp_path: Path) -> None:
    kit = tmp_path / "my kits" / "kit.toml"
    menace("new", kit.parent)
    said = menace("calibrate", "--paper", "letter", "--kit", kit).out.splitlines()[-1]
    program, *words = shlex.split(said.replace("1,2,3,4", "20.5,195.3,19.8,258.8"))
    assert program == "menace-kit"
    assert menace(*words).code == 0
    assert load_profile(kit.parent / "printer.toml").paper == "letter"


@pytest.mark.prove
def test_without_a_profile_the_files_are_the_same_to_the_byte(
    menace: Menace, built: Built, tmp_path: Path
) -> None:
    small = ("build", "--preset", "nim-8")
    before = contents(built(*small[1:]).folder)
    menace("calibrate", "--measured", READINGS)
    result = menace(*small, "-o", "after", "--no-profile")
    assert "Corrected" not in result.out
    assert before == contents(tmp_path / "after")
    menace(*small, "-o", "corrected")
    changed = contents(tmp_path / "corrected")
    same = {name for name, content in before.items() if changed[name] == content}
    # The poster is for a shop's printer.
    assert same == {name for name in changed if not name.endswith(".pdf") or "poster" in name}


def test_another_profile_can_be_named(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "school.toml").write_text("offset-x = 3.0", encoding="utf-8")
    said = menace("print", "labels", "--preset", "nim-8", "--profile", "school.toml").out
    assert "Corrected for the printer (school.toml): it prints 3.00 mm too far right" in said
    left, _ = ruler_ends(tmp_path / "output" / "labels-a4.pdf")
    menace("print", "labels", "--preset", "nim-8", "--no-profile")
    assert left[0] == pytest.approx(
        ruler_ends(tmp_path / "output" / "labels-a4.pdf")[0][0] - 3, abs=0.005
    )
