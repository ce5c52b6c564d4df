"""`templates`: everything that a kit file can name is listed, and shown as it is."""

from pathlib import Path

import pytest

from menace_kit.cli.kits import CHOSEN_BY
from menace_kit.machine.kit import load_preset
from menace_kit.machine.toml_files import TemplateKind, template_names, template_path
from tests.cli.conftest import Menace
from tests.cli.running import complaint


def test_everything_that_can_be_chosen_is_listed_with_where_its_name_goes(menace: Menace) -> None:
    lines = menace("templates").out.splitlines()
    for kind in CHOSEN_BY:
        (head,) = [line for line in lines if line.startswith(f"{kind.value} (")]
        assert "kit.toml, [" in head or "--preset NAME" in head
        for name in template_names(kind):
            assert [line for line in lines if line.split()[0] == name]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("kind", list(CHOSEN_BY))
def test_a_kind_is_listed_alone(menace: Menace, kind: TemplateKind) -> None:
    lines = menace("templates", kind.value).out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == template_names(kind)


def test_machines_of_one_name_are_told_apart(menace: Menace) -> None:
    titles = [
        line.split(maxsplit=1)[1] for line in menace("templates", "machines").out.splitlines()[1:]
    ]
    assert len(
        {load_preset(name).spec.name for name in template_names(TemplateKind.MACHINES)}
    ) < len(titles)
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("kind", list(CHOSEN_BY))
def test_a_template_is_shown_byte_for_byte(menace: Menace, kind: TemplateKind) -> None:
    for name in template_names(kind):
        shown = menace("templates", kind.value, name).out.encode()
        assert shown == template_path(kind, name).read_bytes()


def test_a_shown_template_can_be_copied_and_used(menace: Menace, tmp_path: Path) -> None:
    copy = menace("templates", "palettes", "michie-1961").out.replace('"white"', '"snow"')
    (tmp_path / "my-colours.toml").write_text(copy, encoding="utf-8")
    (tmp_path / "kit.toml").write_text('[beads]\npalette = "my-colours.toml"', encoding="utf-8")
    assert "snow" in menace("boxes", "1").out


def test_what_is_not_there_is_refused_with_what_is(menace: Menace) -> None:
    assert complaint(menace("templates", "boxes"), 2) == (
        "there are no templates 'boxes'; choose from: machines, palettes, "
        "containers, beads, stock, text"
    )
    assert complaint(menace("templates", "guide"), 2).startswith("there are no templates 'guide'; ")
    assert complaint(menace("templates", "stock", "avery-9"), 2).startswith(
        "there is no label stock 'avery-9'; did you mean "
    )
    assert complaint(menace("templates", "beads", "../kit"), 2).startswith(
        "there is no bead '../kit'; "
    )
