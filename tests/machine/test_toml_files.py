"""Files that are no TOML, or cannot be read, and what is said about them."""

from pathlib import Path

import pytest

from menace_kit.errors import KitError, MenaceKitError, OutputError
from menace_kit.machine import load_kit
from menace_kit.machine.schema import default_spec
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_path


def test_a_file_that_is_not_toml_is_refused_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "kit.toml"
    path.write_text('name = "MENACE"\nside = first\n', encoding="utf-8")
    with pytest.raises(KitError) as caught:
        load_kit(path)
    assert str(caught.value).startswith(f"{path} is not TOML: ")
    assert "line 2" in str(caught.value)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "kit.toml"
    path.write_bytes('name = "Ménace"'.encode(encoding))
    with pytest.raises(KitError, match=r"kit\.toml is not a text file in UTF-8: "):
        load_kit(path)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_byte_order_mark_and_line_endings_of_windows_are_fine(
    tmp_path: Path, ending: str
) -> None:
    path = tmp_path / "kit.toml"
    path.write_bytes("\ufeffname = 'Ménace'\nside = 'second'\n".replace("\n", ending).encode())
    kit = load_kit(path)
    assert (kit.spec.name, kit.spec.side) == ("Ménace", "second")


def test_a_missing_file_and_a_folder_are_refused_as_files_that_cannot_be_read(
    tmp_path: Path,
) -> None:
    for path, code in ((tmp_path / "kit.toml", 1), (tmp_path, 2)):
        with pytest.raises(OutputError, match=f"cannot read {path}: ") as caught:
            load_kit(path)
        assert isinstance(caught.value, OSError)
        assert isinstance(caught.value, MenaceKitError)
        assert caught.value.exit_code == code


def test_read_toml_gives_the_tables_as_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text("[a]\nb-c = [1, 2]\n", encoding="utf-8")
    assert read_toml(path) == {"a": {"b-c": [1, 2]}}


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "9" * 5_000])
def test_brackets_and_digits_without_end_are_refused_in_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kit.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KitError, match="far too long or deep"):
        read_toml(path)


def test_a_kit_and_its_templates_are_read_anew_when_they_change(tmp_path: Path) -> None:
    path, stock = tmp_path / "kit.toml", tmp_path / "own.toml"
    path.write_text("name = 'One'\nprint.stock = 'own.toml'\n", encoding="utf-8")
    shipped = template_path(TemplateKind.STOCK, default_spec().print.stock)
    text = shipped.read_text(encoding="utf-8")
    stock.write_text(text, encoding="utf-8")
    assert load_kit(path).spec.name == "One"
    path.write_text("name = 'Two'\nprint.stock = 'own.toml'\n", encoding="utf-8")
    stock.write_text(text.replace("title = ", "title = 'Mine'  # "), encoding="utf-8")
    kit = load_kit(path)
    assert (kit.spec.name, kit.stock.title) == ("Two", "Mine")
