"""From choices to the files of a kit, and back."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from menace_kit.errors import MistakesError
from menace_kit.files import KIT_FILE_NAME
from menace_kit.machine.papers import PAPERS
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.site import maker
from menace_kit.site.choices import files_of, own_fields, own_kinds
from menace_kit.workshop.own_boxes import MEASURE_YOUR_OWN, SIDES
from tests.examples import examples
from tests.site.kit_maker import OWN_BOX, by_command, by_page

KEYS = (
    "machine",
    "container",
    "beads",
    "palette",
    "paper",
    "stock",
    "language",
    "name",
    "sets",
    "unit",
)


OWN = {name: [field["key"] for field in own_fields(kind)] for name, kind in own_kinds().items()}
"""What a page calls containers of one's own -> the keys of its fields."""


@st.composite
def choices(draw: st.DrawFn) -> dict[str, Any]:
    """Return something that a page may ask for; not all of it goes together."""

    def one_of(kind: TemplateKind) -> str:
        return draw(
            st.sampled_from([name for name in template_names(kind) if name != MEASURE_YOUR_OWN])
        )

    asked: dict[str, Any] = {"machine": one_of(TemplateKind.MACHINES)}
    for key, kind in {
        "palette": TemplateKind.PALETTES,
        "stock": TemplateKind.STOCK,
        "language": TemplateKind.TEXT,
    }.items():
        if draw(st.booleans()):
            asked[key] = one_of(kind)
    if draw(st.booleans()):
        asked["paper"] = draw(st.sampled_from(list(PAPERS)))
    if draw(st.booleans()):
        asked["name"] = draw(
            st.text('MENACE é"\\#', min_size=1, max_size=20).map(str.strip).filter(bool)
        )
    number = st.integers(1, 2000).map(lambda tenths: f"{tenths / 10:g}")
    asked["beads"] = draw(st.sampled_from([*template_names(TemplateKind.BEADS), "own"]))
    if asked["beads"] == "own":
        asked["bead"] = {"diameter": draw(number), "title": "wooden"}
        asked["bead"] |= {"length": draw(number)} if draw(st.booleans()) else {}
    asked["container"] = (
        one_of(TemplateKind.CONTAINERS)
        if draw(st.booleans())
        else draw(st.sampled_from(sorted(OWN)))
    )
    if asked["container"] in OWN:
        keys = OWN[asked["container"]]
        asked["sizes"] = {key: draw(number) for key in keys if key != "together"}
        if "together" in keys:
            asked["sizes"]["together"] = str(draw(st.integers(1, 1000)))
    if draw(st.booleans()):
        asked["rules"] = {
            "protect": draw(st.sampled_from(["yes", "no"])),
            "empty": draw(st.sampled_from([rule.value for rule in EmptyBox])),
            "start": str(draw(st.integers(1, 9))),
        }
    if asked["container"] == "fold-up" and draw(st.booleans()):
        asked["folded"] = {side: draw(number) for side in ("length", "width", "height")}
    return asked


@examples(3, 200)
@given(choices())
def test_choices_become_files_and_files_the_same_choices(asked: dict[str, Any]) -> None:
    try:
        files = files_of(asked)
    except MistakesError:
        assume(False)
    back = maker.take_in(files)
    assert back["errors"] == []
    assert files_of(back["choices"]) == files
    linked = maker.from_fragment(maker.fragment(asked))
    assert (linked["errors"], linked["choices"]) == ([], asked)


@examples(4, 200)
@given(choices())
def test_each_mistake_is_at_a_field_that_the_form_has(asked: dict[str, Any]) -> None:
    fields = {*KEYS, *(f"bead.{key}" for key in ("diameter", "length"))}
    fields |= {f"sizes.{key}" for key in OWN.get(asked["container"], ())} | {
        f"folded.{key}" for key in SIDES
    }
    for each in maker.preview({**asked, "machine": "nim-8"}, "en", ["label"])["errors"]:
        assert each["field"] in fields | {"folded"}, each


JUNK = st.text(max_size=8) | st.sampled_from(
    ["0", "-1", "1e3", "nan", "56 mm", "x.toml", "../kit.toml", "56x36x17", "kit.toml"]
)


@examples(4, 200)
@given(
    st.dictionaries(st.sampled_from(KEYS), JUNK)
    | st.dictionaries(
        st.just("files"), st.dictionaries(JUNK | st.just(KIT_FILE_NAME), JUNK, max_size=3)
    ),
    st.sampled_from(["own", "own-cup", "own-carton", "fold-up"]),
    st.dictionaries(
        st.sampled_from(["outer.length", "rim", "label.width", "together", "length"]), JUNK
    ),
)
def test_whatever_is_typed_is_a_mistake_with_a_sentence_or_right(
    typed: dict[str, Any], container: str, sizes: dict[str, str]
) -> None:
    for asked in (
        typed if "files" in typed else {"machine": "nim-8", **typed},
        {"container": container, "sizes": sizes, "folded": sizes, "machine": "nim-8"},
    ):
        found = maker.preview(asked, "en", ["label"])
        assert all(each["field"] and each["text"] for each in found["errors"])
        assert found["errors"] or found["label"]["svg"]


@pytest.mark.parametrize(
    "files", [{KIT_FILE_NAME: "\ud800"}, {"\ud800.toml": ""}, {"駄" * 100: ""}]
)
def test_files_in_a_link_that_no_disk_takes_are_told(files: dict[str, str]) -> None:
    packed = zlib.compress(json.dumps(files).encode())
    found = maker.from_fragment(f"files={base64.urlsafe_b64encode(packed).decode()}")
    assert [each["field"] for each in found["errors"]] == ["files"]


@given(
    st.dictionaries(
        JUNK | st.sampled_from([KIT_FILE_NAME, "printer.toml", "a.csv"]),
        st.binary(max_size=20) | JUNK,
    )
)
def test_whatever_is_dropped_is_taken_in_or_told(files: dict[str, str | bytes]) -> None:
    found = maker.take_in(files)
    assert all(each["field"] and each["text"] for each in found["errors"])


def test_a_kit_file_keeps_all_that_is_not_changed() -> None:
    mine = files_of({})[KIT_FILE_NAME].replace("draw = 1 ", "draw = 2 # ours: kinder")
    back = maker.take_in({"my kit (1).toml": mine})
    assert files_of(back["choices"]) == {KIT_FILE_NAME: mine}
    changed = files_of({**back["choices"], "paper": "letter", "container": "craft-box"})[
        KIT_FILE_NAME
    ]
    before, after = mine.splitlines(), changed.splitlines()
    assert [line.split("  ")[0] for line in after if line not in before] == [
        'container = "craft-box"',
        'paper = "letter"',
    ]
    assert maker.from_fragment(maker.fragment(back["choices"])) == back


def test_a_kit_with_files_beside_it_and_a_profile_is_taken_in_whole() -> None:
    asked = {
        "machine": "her-19",
        "container": "own",
        "sizes": OWN_BOX,
        "beads": "own",
        "bead": {"diameter": "8"},
        "rules": {"gap": "2"},
    }
    files = {**files_of(asked), "printer.toml": "offset-x = 1.5\n"}
    back = maker.take_in({name: text.encode() for name, text in files.items()})
    assert back["errors"] == []
    assert back["choices"]["container"] in files
    assert files_of(back["choices"]) == files


@pytest.mark.prove
def test_a_class_gets_the_sets_that_the_command_makes(tmp_path: Path) -> None:
    assert by_page({"machine": "her-19", "sets": "3"}) == by_command(
        "her-19", tmp_path, "--sets", "3"
    )
