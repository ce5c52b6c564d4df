"""`list`: everything that a kit file can name, and every sheet, is listed, and shown as it is."""

import inspect
from pathlib import Path

from menace_kit.games import Nim
from menace_kit.machine.toml_files import TemplateKind, template_names, template_path
from tests.cli.conftest import Menace

OF_TEMPLATES = {
    "machines": TemplateKind.MACHINES,
    "palettes": TemplateKind.PALETTES,
    "beads": TemplateKind.BEADS,
    "containers": TemplateKind.CONTAINERS,
    "stock": TemplateKind.STOCK,
    "languages": TemplateKind.TEXT,
}


def test_a_file_is_shown_byte_for_byte(menace: Menace) -> None:
    for kind, templates in OF_TEMPLATES.items():
        name = template_names(templates)[0]
        assert (
            menace("list", kind, name).out.encode() == template_path(templates, name).read_bytes()
        )


def test_the_rules_of_a_game_are_shown_to_be_copied(menace: Menace) -> None:
    path = inspect.getsourcefile(Nim)
    assert path is not None
    assert menace("list", "games", "nim").out == Path(path).read_text(encoding="utf-8")
