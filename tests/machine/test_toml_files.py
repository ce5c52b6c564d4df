"""What is said about a TOML file with mistakes in it, in words for people who do not program."""

from collections.abc import Iterator
from datetime import date, datetime
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field, ValidationError

from menace_kit.errors import KitError, MenaceKitError, OutputError
from menace_kit.machine import load_kit
from menace_kit.machine.schema import Spec
from menace_kit.machine.toml_files import TomlModel, known_keys, parse_model, read_toml


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


WholeNumber = Annotated[int, Field(strict=True)]


class Inner(TomlModel):
    many: WholeNumber | Annotated[tuple[WholeNumber, ...], Field(min_length=1)] = 1
    only_one: Annotated[int, Field(ge=1, le=9, strict=True)] = 1


class Outer(TomlModel):
    inner: Inner | None = None
    inners: tuple[Inner, ...] = ()
    pair: tuple[str, str] = ("a", "b")


def complaint(data: dict[str, Any]) -> str:
    with pytest.raises(KitError) as caught:
        parse_model(Outer, data, "my.toml")
    return str(caught.value)


def test_keys_are_written_with_hyphens() -> None:
    assert parse_model(Inner, {"only-one": 2}, "my.toml").only_one == 2
    assert complaint({"inner": {"only_one": 2}}) == (
        "my.toml: there is no key inner.only_one; did you mean only-one?"
    )


def test_an_unknown_key_is_told_with_the_nearest_or_with_all() -> None:
    assert complaint({"iner": {}}) == "my.toml: there is no key iner; did you mean inner?"
    assert complaint({"inner": {"zzz": 2}}) == (
        "my.toml: there is no key inner.zzz; known keys here: many, only-one"
    )
    assert complaint({"inners": [{}, {"mani": 2}]}) == (
        "my.toml: there is no key inners.2.mani; did you mean many?"
    )


def test_every_mistake_has_a_line() -> None:
    assert complaint(
        {"pear": 1, "inner": {"only-one": 10, "many": "x"}, "pair": [1, 2]}
    ).splitlines() == [
        'my.toml: inner.many: should be a whole number or a list in [brackets] (it is "x")',
        "my.toml: inner.only-one: should be 9 or less (it is 10)",
        'my.toml: pair.1: should be text in "quotation marks" (it is 1)',
        'my.toml: pair.2: should be text in "quotation marks" (it is 2)',
        "my.toml: there is no key pear; did you mean pair?",
    ]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"inner": 3}, "inner: should be a table of keys (it is 3)"),
        ({"inners": {"many": 3}}, 'inners: should be a list in [brackets] (it is {"many": 3})'),
        ({"inner": {"only-one": 0}}, "inner.only-one: should be 1 or more (it is 0)"),
        ({"inner": {"only-one": True}}, "inner.only-one: should be a whole number (it is true)"),
        ({"inner": {"only-one": 1.0}}, "inner.only-one: should be a whole number (it is 1.0)"),
        ({"inner": {"many": [1, [2]]}}, "inner.many.2: should be a whole number (it is [2])"),
        ({"inner": {"many": []}}, "inner.many: should be a list of 1 or more (it is [])"),
        ({"pair": ["a"]}, "pair.2: this entry of the list is needed"),
        ({"pair": ["a", "b", "c"]}, 'pair: should be a list of 2 or fewer (it is ["a", "b", "c"])'),
        ({"pair": "ab"}, 'pair: should be a list in [brackets] (it is "ab")'),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(data: dict[str, Any], said: str) -> None:
    assert complaint(data) == f"my.toml: {said}"


def test_a_kind_of_mistake_that_is_new_to_us_is_told_with_the_value() -> None:
    class Even(TomlModel):
        number: Annotated[int, Field(multiple_of=2)]

    with pytest.raises(KitError, match=r"my\.toml: number: 3 cannot stand here"):
        parse_model(Even, {"number": 3}, "my.toml")


def test_known_keys_are_those_of_the_table_at_a_place() -> None:
    assert known_keys(Outer, ()) == ["inner", "inners", "pair"]
    assert known_keys(Outer, ("inners", 0)) == ["many", "only-one"]
    assert known_keys(Outer, ("pair",)) == []


def test_read_toml_gives_the_tables_as_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text("[a]\nb-c = [1, 2]\n", encoding="utf-8")
    assert read_toml(path) == {"a": {"b-c": [1, 2]}}


def test_a_checked_file_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="Spec is frozen: name cannot be set"):
        Spec().name = "other"  # type: ignore[misc]  # it cannot be set: that is tested


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "9" * 5_000])
def test_brackets_and_digits_without_end_are_refused_in_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kit.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KitError, match="far too long or deep"):
        read_toml(path)


def test_a_value_without_end_is_not_repeated_in_full() -> None:
    with pytest.raises(KitError) as caught:
        parse_model(Spec, {"name": "x" * 5_000}, "kit.toml")
    assert "at most 80 characters long (it is " in str(caught.value)
    assert len(str(caught.value)) < 250


def all_models(kind: type[TomlModel] = TomlModel) -> Iterator[type[TomlModel]]:
    """Yield every kind of table that a file of ours can have."""
    for each in kind.__subclasses__():
        if each.__module__.startswith("menace_kit."):
            yield each
            yield from all_models(each)


SOME_VALUES = [
    *(
        True,
        0,
        -1,
        10**30,
        1.5,
        -0.5,
        float("nan"),
        float("inf"),
        "",
        " ",
        "x",
        "a\nb",
        "12",
        "#12345",
    ),
    *(
        [],
        [1],
        ["x"],
        ["x"] * 30,
        [[1]],
        {},
        {"a": 1},
        date(2026, 1, 1),
        datetime(2026, 1, 1),
        [1.5] * 3,
        [{}],
    ),
]


def test_every_mistake_that_a_file_can_have_is_told_in_our_words() -> None:
    """Whatever pydantic finds is put into words by its kind;
    a kind without words of ours would show here.
    """
    for module in ("workshop.printer", "text.words"):
        import_module(f"menace_kit.{module}")
    models = set(all_models())
    assert {"Spec", "Palette", "Container", "Stock", "PrinterProfile", "PluralRule"} <= {
        model.__name__ for model in models
    }
    kinds = set()
    for model in models:
        for value in SOME_VALUES:
            errors, told = mistakes(model, dict.fromkeys(known_keys(model, ()), value))
            kinds |= {error["type"] for error in errors}
            assert "cannot stand here" not in told, (model, value)
            for said in {error["msg"] for error in errors if error["type"] != "value_error"}:
                assert said not in told, (model, value)
    assert len(kinds) > 18


def mistakes(model: type[TomlModel], data: dict[str, Any]) -> tuple[list[Any], str]:
    """Return what pydantic finds in a table, and what is told of it."""
    try:
        parse_model(model, data, "my.toml")
    except KitError as error:
        cause = error.__cause__
        return cause.errors() if isinstance(cause, ValidationError) else [], str(error)
    return [], ""
