"""The kit maker writes the files that the command writes, byte for byte."""

import io
import zipfile
from pathlib import Path

import pytest

from menace_kit.site import maker
from tests.site.kit_maker import KITS, by_command, by_page, files_in


def test_files_come_one_after_the_other_as_the_command_writes_them_and_all_in_an_archive(
    tmp_path: Path,
) -> None:
    """Corrected for the printer of a profile beside the kit file, too."""
    profile = "offset-x = 1.5\nscale-y = 0.99\n"
    (tmp_path / "her-19").mkdir()
    (tmp_path / "her-19" / "printer.toml").write_text(profile, encoding="utf-8", newline="")
    steps = list(maker.build({"machine": "her-19", "files": {"printer.toml": profile}}))
    assert [step for step in steps if "errors" in step] == []
    assert [step["done"] for step in steps[1:]] == sorted(step["done"] for step in steps[1:])
    assert steps[-1]["done"] == steps[-1]["of"]
    assert files_in(steps) == by_command("her-19", tmp_path)
    with zipfile.ZipFile(io.BytesIO(steps[-1]["zip"]["content"])) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == files_in(steps)


@pytest.mark.prove
@pytest.mark.parametrize("name", KITS)
def test_the_files_are_those_of_the_command_byte_for_byte(name: str, tmp_path: Path) -> None:
    assert by_page(KITS[name][1]) == by_command(name, tmp_path)
