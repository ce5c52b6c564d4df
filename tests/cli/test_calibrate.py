"""`calibrate`: the page, the profile, and that everything is corrected for it."""

import math
import re
import shlex
from pathlib import Path

import pdfplumber
import pytest

from menace_kit.workshop.printer import PrinterProfile, cross_places, load_profile
from tests.cli.conftest import Built, Menace
from tests.cli.running import complaint, contents

READINGS = "20.5,189.4,19.8,276.4"
SAID = (
    "Corrected for the printer (printer.toml): it prints 0.63 mm too far right and 0.17 mm too high"
)


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


def test_it_makes_a_page_that_says_what_to_do(menace: Menace, tmp_path: Path) -> None:
    result = menace("calibrate", "--paper", "letter", "--format", "all")
    assert (result.code, result.err) == (0, "")
    assert set(contents(tmp_path / "output")) == {
        "calibration-letter.pdf",
        "calibration-letter-1.svg",
    }
    assert "menace-kit calibrate --paper letter --measured 1,2,3,4\n" in result.out


def test_the_command_that_it_says_is_the_whole_one(menace: Menace, tmp_path: Path) -> None:
    kit = tmp_path / "my kits" / "kit.toml"
    menace("new", kit.parent)
    said = menace("calibrate", "--paper", "letter", "--kit", kit).out.splitlines()[-1]
    program, *words = shlex.split(said.replace("1,2,3,4", "20.5,195.3,19.8,258.8"))
    assert program == "menace-kit"
    assert menace(*words).code == 0
    assert load_profile(kit.parent / "printer.toml").paper == "letter"


def test_the_paper_is_that_of_the_profile_until_one_is_named(
    menace: Menace, tmp_path: Path
) -> None:
    letter = "20.5,195.3,19.8,258.8"
    menace("calibrate", "--paper", "letter", "--measured", letter)
    before = (tmp_path / "printer.toml").read_bytes()
    assert "Your printer, on Letter: " in menace("calibrate", "--measured", letter).out
    assert (tmp_path / "printer.toml").read_bytes() == before
    said = menace("calibrate").out
    assert "calibration-letter.pdf" in said
    assert "The page is for Letter, as printer.toml says; for A4, the kit's: --paper a4" in said
    assert (
        "measured on Letter, and this is A4" in menace("print", "labels", "--preset", "nim-8").out
    )
    assert (
        "measured on" not in menace("print", "labels", "--preset", "nim-8", "--paper", "letter").out
    )
    assert (
        "Your printer, on A4: " in menace("calibrate", "--paper", "a4", "--measured", READINGS).out
    )
    (tmp_path / "printer.toml").write_text("scale-x = 7.0", encoding="utf-8")
    assert "Your printer, on A4: " in menace("calibrate", "--measured", READINGS).out


def test_readings_of_the_other_paper_are_told_and_not_taken(menace: Menace, tmp_path: Path) -> None:
    said = complaint(menace("calibrate", "--measured", "20.5,195.3,19.8,258.8"), 2)
    assert said == (
        "these are the distances on the page for Letter, not on that for A4; "
        "if that is the page you measured, say so: add --paper letter"
    )
    assert "add --paper a4" in complaint(
        menace("calibrate", "--paper", "letter", "--measured", READINGS), 2
    )
    assert contents(tmp_path) == {}


def test_readings_become_a_profile_beside_the_kit_file(menace: Menace, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    menace("new", folder)
    result = menace("calibrate", "--measured", READINGS, "--kit", folder / "kit.toml")
    assert result.code == 0
    assert f"{folder / 'printer.toml'}  (written)" in result.out
    assert load_profile(folder / "printer.toml") == PrinterProfile.of(
        0.629, -0.169, 0.99353, 0.99844, "a4"
    )
    again = menace("calibrate", "--measured", READINGS, "--kit", folder / "kit.toml")
    assert "printer.toml  (replaced)" in again.out


def test_a_page_that_was_fitted_is_refused_unless_the_printer_can_do_no_better(
    menace: Menace, tmp_path: Path
) -> None:
    fitted = ("calibrate", "--measured", "19.4,184.3,19.4,268.7")
    said = complaint(menace(*fitted), 2)
    assert said.startswith(
        "the page came out at 97.0 % across and 97.0 % down, and no printer is off by more than 2 %"
    )
    assert "was the page fitted to the paper?" in said
    assert contents(tmp_path) == {}
    assert menace(*fitted, "--scaled").code == 0
    assert load_profile(tmp_path / "printer.toml").scale_x == 0.97
    assert "--scaled goes with --measured" in complaint(menace("calibrate", "--scaled"), 2)


@pytest.mark.parametrize(
    ("measured", "said"),
    [
        ("1,2,3", "4 numbers are needed, here are 3"),
        ("20,5,189,4,19,8,276,4", "4 numbers are needed, here are 8"),
        ("a,1,2,3", "'a' is not a number of mm"),
        ("2.05,18.9,1.98,27.6", "the left and the right cross should be 170 mm apart on A4"),
    ],
)
def test_readings_that_cannot_be_leave_no_file(
    menace: Menace, tmp_path: Path, measured: str, said: str
) -> None:
    assert complaint(menace("calibrate", "--measured", measured), 2).startswith(said)
    assert contents(tmp_path) == {}


@pytest.mark.prove
def test_everything_is_corrected_from_then_on(menace: Menace, tmp_path: Path) -> None:
    menace("print", "labels")
    meant = ruler_ends(tmp_path / "output" / "labels-a4.pdf")
    menace("calibrate", "--measured", READINGS)
    printer = load_profile(tmp_path / "printer.toml")
    result = menace("print", "labels")
    assert SAID in result.out
    assert "labels-a4.pdf  (Labels, 5 pages)" in result.out
    for place, right in zip(ruler_ends(tmp_path / "output" / "labels-a4.pdf"), meant, strict=True):
        assert math.dist(printer.printed(*place), right) < 0.005
    svg = (menace("print", "labels", "--format", "svg"), tmp_path / "output" / "labels-a4-1.svg")[
        1
    ].read_text("utf-8")
    widths = [
        float(x2) - float(x1)
        for x1, x2 in re.findall(r'<line[^>]* x1="([\d.]+)" x2="([\d.]+)"', svg)
    ]
    assert max(widths) == pytest.approx(100 / printer.scale_x, abs=0.01)
    for command in ("build", "print filling", "print shopping"):
        assert SAID in menace(*command.split(), "--preset", "nim-8").out


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


def test_the_page_itself_is_never_corrected(menace: Menace, tmp_path: Path) -> None:
    menace("calibrate")
    before = contents(tmp_path / "output")
    menace("calibrate", "--measured", READINGS)
    assert "unchanged" in menace("calibrate").out
    assert contents(tmp_path / "output") == before
    assert cross_places("a4").left == 20


def test_a_profile_that_is_wrong_or_not_there_stops_before_anything_is_written(
    menace: Menace, tmp_path: Path
) -> None:
    (tmp_path / "printer.toml").write_text("scale-x = 0.5", encoding="utf-8")
    said = complaint(menace("build"), 2)
    assert said.startswith(
        f"{tmp_path / 'printer.toml'}: scale-x: a scale of 0.5 is not one of a printer"
    )
    assert complaint(menace("build", "--profile", "none.toml"), 2) == (
        "--profile: there is no file none.toml; `menace-kit calibrate` makes one"
    )
    both = complaint(menace("build", "--profile", "printer.toml", "--no-profile"), 2)
    assert both == "--profile and --no-profile exclude each other; give one of them"
    assert set(contents(tmp_path)) == {"printer.toml"}


def test_a_second_printer_has_a_profile_of_its_own(menace: Menace, tmp_path: Path) -> None:
    menace("calibrate", "--measured", READINGS)
    before = (tmp_path / "printer.toml").read_bytes()
    said = menace("calibrate", "--measured", "21,191,20,277", "--profile", "school.toml").out
    assert "What you make with --profile school.toml is corrected for it." in said
    assert load_profile(tmp_path / "school.toml") == PrinterProfile.of(1, 0, 1, 1, "a4")
    assert (tmp_path / "printer.toml").read_bytes() == before
    assert "--profile goes with --measured" in complaint(
        menace("calibrate", "--profile", "school.toml"), 2
    )
    assert "use .toml" in complaint(
        menace("calibrate", "--measured", READINGS, "--profile", "kit.pdf"), 2
    )
