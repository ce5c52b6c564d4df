"""Values that never change are dataclasses, with methods that all of them share."""

from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any

import pytest

from menace_kit.frozen import Frozen


class Place(Frozen):
    """Where something is."""

    row: int
    drawer: int = 1
    notes: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)


class Shelf(Place):
    """A place with a name."""

    name: str = ""


class Dot(Frozen, many=True):
    """One of thousands."""

    x: float
    y: float = 0


class Letter(Dot):
    """A dot with a letter in it."""

    letter: str = ""


class Nowhere(Frozen):
    """No place: it has no fields."""


def test_fields_are_given_in_order_or_by_name_or_left_out() -> None:
    assert Place(2, drawer=3) == Place(drawer=3, row=2) == Place(2, 3, {})
    assert Place(2).drawer == 1
    assert Place(2).notes is not Place(2).notes
    assert Nowhere() == Nowhere()


def test_one_of_thousands_is_a_value_like_all_others() -> None:
    assert Letter(1, 2, "a") == Letter(1, letter="a", y=2) != Letter(1, letter="a")
    assert replace(Letter(1, letter="a"), y=2) == Letter(1, 2, "a")
    assert len({Dot(1), Dot(1, 0), Letter(1)}) == 2
    make: Any = Letter
    for given, named in (((), {}), ((1, 2, "a", 4), {}), ((1,), {"column": 2})):
        with pytest.raises(TypeError):
            make(*given, **named)
    with pytest.raises(FrozenInstanceError, match="Letter is frozen: x cannot be set"):
        setattr(Letter(1), "x", 2)  # noqa: B010


def test_a_class_of_many_values_has_no_factories() -> None:
    with pytest.raises(TypeError, match="Heap has many values: no field may have a factory"):

        class Heap(Dot):
            dots: list[Dot] = field(default_factory=list)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda kind: kind(), "Place needs row"),
        (lambda kind: kind(1, 2, {}, 4), "Place has these fields: row, drawer, notes"),
        (lambda kind: kind(1, column=2), "Place has these fields: row, drawer, notes"),
    ],
)
def test_fields_that_are_missing_or_too_many_are_refused(
    make: Callable[[Any], object], said: str
) -> None:
    with pytest.raises(TypeError, match=said):
        make(Place)


def test_a_value_is_its_class_and_its_fields() -> None:
    values = {Place(1), Place(1, notes={"of": "box"}), Place(2), Shelf(1), Shelf(1, name="a")}
    assert len(values) == 4
    assert Place(1) != (1, 1)
    assert repr(Shelf(1, name="a")) == "Shelf(row=1, drawer=1, name='a')"


def test_a_value_never_changes_but_is_copied() -> None:
    place = Place(1)
    with pytest.raises(FrozenInstanceError, match="Place is frozen: row cannot be set"):
        setattr(place, "row", 2)  # noqa: B010
    with pytest.raises(FrozenInstanceError, match="Place is frozen: row cannot be deleted"):
        delattr(place, "row")
    assert replace(place, row=2) == Place(2)
    assert [each.name for each in fields(Shelf)] == ["row", "drawer", "notes", "name"]
