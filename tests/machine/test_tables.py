"""Tables: what is said about mistakes in one, in words for people who do not program."""

from collections.abc import Iterator, Mapping
from datetime import date
from importlib import import_module
from math import nan
from typing import Annotated, Any

import pytest

from menace_kit.errors import KitError
from menace_kit.machine.schema import Spec, default_spec
from menace_kit.machine.tables import Limits, Table, known_keys, parse_table


class Inner(Table):
    many: int | Annotated[tuple[int, ...], Limits(min_length=1)] = 1
    only_one: Annotated[int, Limits(ge=1, le=9)] = 1
    size: Annotated[float, Limits(gt=0)] = 1.0
    is_round: bool = False


class Outer(Table):
    inner: Inner | None = None
    inners: tuple[Inner, ...] = ()
    pair: tuple[str, str] = ("a", "b")


def complaint(data: dict[str, Any]) -> str:
    with pytest.raises(KitError) as caught:
        parse_table(Outer, data, "my.toml")
    return str(caught.value)


def test_keys_are_written_with_hyphens() -> None:
    assert parse_table(Inner, {"only-one": 2}, "my.toml").only_one == 2
    assert complaint({"inner": {"only_one": 2}}) == (
        "my.toml: there is no key inner.only_one; did you mean only-one?"
    )


def test_an_unknown_key_is_told_with_the_nearest_or_with_all() -> None:
    assert complaint({"iner": {}}) == "my.toml: there is no key iner; did you mean inner?"
    assert complaint({"inner": {"zzz": 2}}) == (
        "my.toml: there is no key inner.zzz; known keys here: many, only-one, size, is-round"
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
        ({"inner": {"size": -1}}, "inner.size: should be more than 0 (it is -1)"),
        ({"inner": {"size": "12"}}, 'inner.size: should be a number (it is "12")'),
        ({"inner": {"size": nan}}, "inner.size: should be an ordinary number (it is NaN)"),
        ({"inner": {"is-round": 1}}, "inner.is-round: should be true or false (it is 1)"),
        ({"pair": ["a"]}, 'pair: should be a list of 2 (it is ["a"])'),
        ({"pair": ["a", "b", "c"]}, 'pair: should be a list of 2 (it is ["a", "b", "c"])'),
        ({"pair": "ab"}, 'pair: should be a list in [brackets] (it is "ab")'),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(data: dict[str, Any], said: str) -> None:
    assert complaint(data) == f"my.toml: {said}"


def test_a_yes_or_no_is_not_taken_for_a_number_nor_a_text_for_one() -> None:
    """TOML has a kind for each, and what is right by luck hides a slip."""
    for value in (True, "12"):
        with pytest.raises(KitError, match=r"screen\.idle: should be a number"):
            parse_table(Spec, {"screen": {"idle": value}}, "kit.toml")


def test_a_table_of_names_has_its_mistakes_by_name() -> None:
    class Named(Table):
        letters: Mapping[str, str]

    with pytest.raises(KitError) as caught:
        parse_table(Named, {"letters": {"de": 1, "fr": "x", "nl": []}}, "my.toml")
    assert str(caught.value).splitlines() == [
        'my.toml: letters.de: should be text in "quotation marks" (it is 1)',
        'my.toml: letters.nl: should be text in "quotation marks" (it is [])',
    ]


def test_known_keys_are_those_of_the_table_at_a_place() -> None:
    assert known_keys(Outer, ()) == ["inner", "inners", "pair"]
    assert known_keys(Outer, ("inners", 0)) == ["many", "only-one", "size", "is-round"]
    assert known_keys(Outer, ("pair",)) == []


def test_a_checked_file_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="Spec is frozen: name cannot be set"):
        default_spec().name = "other"  # type: ignore[misc]  # it cannot be set: that is tested


def test_a_value_without_end_is_not_repeated_in_full() -> None:
    with pytest.raises(KitError) as caught:
        parse_table(Spec, {"name": "x" * 5_000}, "kit.toml")
    assert "at most 80 characters long (it is " in str(caught.value)
    assert len(str(caught.value)) < 250


def all_tables(kind: type[Table] = Table) -> Iterator[type[Table]]:
    """Yield every kind of table that a file of ours can have."""
    for each in kind.__subclasses__():
        if each.__module__.startswith("menace_kit."):
            yield each
            yield from all_tables(each)


SOME_VALUES = [
    *(True, 0, -1, 10**30, 1.5, float("inf"), "", "x", "a\nb", "12", date(2026, 1, 1)),
    *([], [1], ["x"] * 30, [1.5] * 3, [{}], {}, {"a": 1}),
]


def test_whatever_a_file_has_every_wrong_key_has_its_line() -> None:
    for module in ("workshop.printer", "text.words"):
        import_module(f"menace_kit.{module}")
    tables = set(all_tables())
    assert {"Spec", "Palette", "Container", "Stock", "PrinterProfile", "PluralRule"} <= {
        table.__name__ for table in tables
    }
    for table in tables:
        for value in SOME_VALUES:
            data = dict.fromkeys(known_keys(table, ()), value)
            wrong = {key for key in data if told(said(table, {key: value}), key)}
            together = said(table, data)
            assert wrong == {key for key in data if told(together, key)}, (table, value)


def said(table: type[Table], data: dict[str, Any]) -> list[str]:
    """Return the lines about what is wrong when the data is read."""
    try:
        parse_table(table, data, "my.toml")
    except KitError as error:
        return str(error).splitlines()
    return []


def told(lines: list[str], key: str) -> bool:
    """Return whether a line is about a key, or about what is in it."""
    begins = tuple(f"my.toml: {each}" for each in (f"{key}.", f"{key}:", f"there is no key {key}."))
    return any(line.startswith(begins) for line in lines)
