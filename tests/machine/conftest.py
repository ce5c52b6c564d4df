"""Kits from a few lines of TOML, for tests of everything that reads a kit file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from menace_kit.errors import MenaceKitError
from menace_kit.machine import Kit, load_kit

KitOf = Callable[[str], Kit]
Complaint = Callable[[str], str]


@pytest.fixture
def kit_of(tmp_path: Path) -> KitOf:
    """Return `kit_of(text)`, which writes the text to a kit.toml and loads it."""

    def load(text: str) -> Kit:
        path = tmp_path / "kit.toml"
        path.write_text(text, encoding="utf-8")
        return load_kit(path)

    return load


@pytest.fixture
def complaint(kit_of: KitOf, tmp_path: Path) -> Complaint:
    """Return `complaint(text)`, the error for a wrong kit.toml, without its folder."""

    def message(text: str) -> str:
        with pytest.raises(MenaceKitError) as caught:
            kit_of(text)
        return str(caught.value).replace(f"{tmp_path}/", "")

    return message
