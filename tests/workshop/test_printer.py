"""A printer's profile: what ruler readings say about it, what its file holds,
and readings that cannot be.
"""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import KitError, MeasureError, OutputError
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.workshop.printer import (
    CrossPlaces,
    PrinterProfile,
    check_scale,
    cross_places,
    load_profile,
    measured_profile,
    profile_text,
    read_readings,
)

papers = st.sampled_from(sorted(PAPERS))


def readings_of(profile: PrinterProfile, paper: PaperName) -> tuple[float, ...]:
    """Return what a person with a perfect ruler measures on a page from this printer."""
    left, right, top, bottom = cross_places(paper)
    return (
        profile.printed(left, top)[0],
        profile.printed(right, top)[0],
        profile.printed(right, top)[1],
        profile.printed(right, bottom)[1],
    )


def test_the_crosses_are_20_mm_from_the_edges() -> None:
    assert cross_places("a4") == CrossPlaces(20, 190, 20, 277)
    assert cross_places("letter") == pytest.approx((20, 195.9, 20, 259.4))


def test_a_shift_and_a_scale_are_told_apart() -> None:
    shifted = measured_profile((21.5, 191.5, 19, 276), "a4")
    assert (shifted.offset_x, shifted.offset_y, shifted.scale_x, shifted.scale_y) == (1.5, -1, 1, 1)
    small = measured_profile((19.4, 184.3, 19.4, 268.69), "a4")
    assert (small.offset_x, small.offset_y, small.scale_x, small.scale_y) == (0, 0, 0.97, 0.97)
    assert small.fitted
    assert not shifted.fitted


@given(
    st.floats(-10, 10), st.floats(-10, 10), st.floats(0.93, 1.07), st.floats(0.93, 1.07), papers
)  # fmt: skip
def test_what_is_measured_is_what_the_printer_does(
    offset_x: float, offset_y: float, scale_x: float, scale_y: float, paper: PaperName
) -> None:
    printer = PrinterProfile.of(offset_x, offset_y, scale_x, scale_y)
    found = measured_profile(readings_of(printer, paper), paper)
    for x, y in ((0, 0), PAPERS[paper]):
        assert math.dist(found.printed(x, y), printer.printed(x, y)) < 0.01


def test_a_file_keeps_a_profile_with_a_comment_on_every_line(tmp_path: Path) -> None:
    readings = (20.5, 189.4, 19.8, 276.4)
    profile = measured_profile(readings, "a4")
    text = profile_text(profile, readings, "a4")
    assert "20.5, 189.4, 19.8, 276.4 mm on A4" in text
    assert all("#" in line for line in text.splitlines() if line)
    assert all(len(line) <= 120 for line in text.splitlines())
    path = tmp_path / "printer.toml"
    path.write_text(text, encoding="utf-8")
    assert load_profile(path) == profile


def test_a_profile_says_in_words_what_the_printer_does() -> None:
    assert str(PrinterProfile.of(0.5, -1.25, 0.995, 1)) == (
        "it prints 0.50 mm too far right and 1.25 mm too high, at 99.50 % across and 100.00 % down"
    )
    assert "0.50 mm too far left and 2.00 mm too low" in str(PrinterProfile.of(-0.5, 2, 1, 1))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("scale-x = 0.5", "scale-x: should be 0.9 or more (it is 0.5)"),
        ("scale-y = 1.2", "scale-y: should be 1.1 or less (it is 1.2)"),
        ("offset-x = -16", "offset-x: should be -15.0 or more (it is -16)"),
        ("scale-z = 1.0", "there is no key scale-z; did you mean scale-y?"),
    ],
)
def test_a_profile_that_cannot_be_is_refused_with_file_and_key(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "printer.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KitError) as caught:
        load_profile(path)
    assert str(caught.value).startswith(f"{path}: {said}")
    with pytest.raises(OutputError, match="cannot read"):
        load_profile(tmp_path / "none.toml")


def test_a_profile_with_nothing_in_it_is_no_printer_without_error(tmp_path: Path) -> None:
    path = tmp_path / "printer.toml"
    path.write_text("# a disk was full\n", encoding="utf-8")
    with pytest.raises(
        KitError, match="nothing is said in it; `menace-kit calibrate --measured` writes it anew"
    ):
        load_profile(path)


@pytest.mark.parametrize(
    ("readings", "said"),
    [
        ((20.0, 190.0, 20.0), "4 numbers are needed, here are 3: from the paper's left edge"),
        ((20.0,) * 5, "4 numbers are needed, here are 5"),
        (
            (2.0, 19.0, 2.0, 27.7),
            r"by your readings \(2 and 19\) they are 17 mm; check that .* in mm and from",
        ),
        ((190.0, 20.0, 20.0, 277.0), r"the left and the right cross should be 170 mm apart on A4"),
        ((20.0, 190.0, 20.0, 20.0), r"the upper and the lower cross should be 257 mm apart on A4"),
        (
            (50.0, 220.0, 20.0, 277.0),
            r"the left cross should be 20 mm .* measured 50 mm, which is 30.0 mm off",
        ),
        (
            (20.0, 190.0, 40.0, 297.0),
            r"the upper cross should be 20 mm from the edge, and you measured 40 mm",
        ),
    ],
)
def test_readings_that_cannot_be_right_are_refused_with_what_to_check(
    readings: tuple[float, ...], said: str
) -> None:
    with pytest.raises(MeasureError, match=said):
        measured_profile(readings, "a4")


@pytest.mark.parametrize("paper", PAPERS)
def test_two_per_cent_are_a_printers_and_more_a_setting(paper: PaperName) -> None:
    for scale, right in ((0.981, True), (1.019, True), (0.979, False), (1.021, False)):
        readings = readings_of(PrinterProfile.of(0, 0, 1, scale), paper)
        profile = measured_profile(readings, paper)
        if right:
            check_scale(profile, readings, paper)
        else:
            with pytest.raises(MeasureError, match=f"{100 * scale:.1f} % down.*add --scaled"):
                check_scale(profile, readings, paper)


@given(st.floats(-5, 5), st.floats(-5, 5), st.floats(0.985, 1.015), st.floats(0.985, 1.015), papers)
def test_readings_of_a_page_are_never_taken_for_the_other_papers(
    offset_x: float, offset_y: float, scale_x: float, scale_y: float, paper: PaperName
) -> None:
    readings = readings_of(PrinterProfile.of(offset_x, offset_y, scale_x, scale_y), paper)
    check_scale(measured_profile(readings, paper), readings, paper)
    (other,) = set(PAPERS) - {paper}
    with pytest.raises(MeasureError, match=f"add --paper {paper}"):
        check_scale(measured_profile(readings, other), readings, other)


def test_readings_are_read() -> None:
    assert read_readings("20.5,189.4, 19.8 ,276") == (20.5, 189.4, 19.8, 276)


@pytest.mark.parametrize(
    "wrong", ["", "20.5;189", "20.5 mm,1,2,3", "a", "1e3", "-20,1,2,3", "nan", "٣", "1_0", "1,,2"]
)
def test_what_is_no_number_is_refused_by_name(wrong: str) -> None:
    with pytest.raises(MeasureError, match="is not a number of mm; write the readings with points"):
        read_readings(wrong)
