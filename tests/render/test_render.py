"""Which files a document becomes, and when an old file still shows the same."""

from dataclasses import replace

import pytest

from menace_kit.layout.marks import Circle, Document, Mark, Page, Text
from menace_kit.render import FORMATS, rendered_files, same_drawing
from menace_kit.render.pdf import document_pdf
from tests.render.trace import document_trace


def test_a_pdf_is_one_file_and_an_svg_one_for_each_page(of_each_kind: Document) -> None:
    two, ten = (replace(of_each_kind, pages=of_each_kind.pages * count) for count in (2, 10))
    assert list(rendered_files(two, "pdf")) == ["each.pdf"]
    assert list(rendered_files(two, "svg")) == ["each-1.svg", "each-2.svg"]
    assert list(rendered_files(ten, "svg"))[::9] == ["each-01.svg", "each-10.svg"]


def test_an_unknown_format_is_an_error_that_names_the_others(labels: Document) -> None:
    assert tuple(FORMATS) == ("pdf", "svg", "png")
    with pytest.raises(ValueError, match="no format 'bmp'; there are pdf, svg, png"):
        rendered_files(labels, "bmp")


def test_equal_files_show_the_same() -> None:
    assert same_drawing(b"number,total\n", b"number,total\n")
    assert not same_drawing(b"number,total\n", b"number,total\n1,12\n")


def test_a_pdf_that_another_library_wrote_of_the_same_marks_shows_the_same(
    shopping: Document,
) -> None:
    content = document_pdf(shopping)
    other = content.replace(b"%PDF-1.", b"%PDF-2.", 1).replace(
        b"\nxref\n", b"\n% other bytes\nxref\n", 1
    )
    assert other != content
    assert same_drawing(other, content)


def test_a_cut_off_pdf_is_not_the_same(shopping: Document) -> None:
    content = document_pdf(shopping)
    for old in (content[: len(content) // 2], content[:-10], content[100:], b"", b"%PDF-1.4"):
        assert not same_drawing(old, content)


def test_other_marks_or_another_kit_are_not_the_same(of_each_kind: Document) -> None:
    content = document_pdf(of_each_kind)
    (page,) = of_each_kind.pages
    first, *rest = page.marks
    assert isinstance(first, Text)
    for changed in (
        replace(of_each_kind, fingerprint="ffffffff"),
        replace(of_each_kind, kit="Another"),
        replace(of_each_kind, title="Another"),
        replace(of_each_kind, pages=(page, page)),
        replace(of_each_kind, pages=(replace(page, marks=tuple(rest)),)),
        replace(of_each_kind, pages=(replace(page, marks=(replace(first, x=20.01), *rest)),)),
        replace(
            of_each_kind, pages=(replace(page, marks=(replace(first, colour="#000001"), *rest)),)
        ),
    ):
        assert not same_drawing(content, document_pdf(changed))


@pytest.mark.parametrize(
    ("one", "other"),
    [(Text(20, 20, "ł", 9), Text(20, 20, "♥", 9)), (Circle(20, 20, 3), Circle(20, 20, 4))],
)
def test_what_a_file_numbers_itself_is_told_apart(
    of_each_kind: Document, one: Mark, other: Mark
) -> None:
    files = [
        document_pdf(replace(of_each_kind, pages=(Page(210, 297, (mark,)),)))
        for mark in (one, other)
    ]
    assert not same_drawing(*files)


def test_a_name_that_looks_like_a_stamp_deceives_nobody(of_each_kind: Document) -> None:
    one, other = (
        document_pdf(replace(of_each_kind, kit="marks 0123456789abcdef", fingerprint=fingerprint))
        for fingerprint in ("aaaaaaaa", "bbbbbbbb")
    )
    assert not same_drawing(one, other)


def test_a_trace_tells_texts_apart_that_only_look_alike(of_each_kind: Document) -> None:
    (page,) = of_each_kind.pages
    traces = {
        document_trace(replace(of_each_kind, pages=(replace(page, marks=(Text(0, 0, text, 8),)),)))
        for text in ("a b", '"a b"', "a\\ b", "a", '"a"', '""', "")
    }
    assert len(traces) == 7
