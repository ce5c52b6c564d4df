"""Tables of TOML files as frozen objects: what they may contain, and all mistakes at once."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from menace_kit.errors import KitError, Location
from menace_kit.machine.spelling import did_you_mean


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Table:
    """A table of a TOML file: frozen, its keys written with hyphens, unknown keys refused.

    A class declares the keys by its annotations, and `parse_table` checks them. After the type,
    `Annotated` may have `Limits`, or a function that returns the value to use, or raises ValueError
    with a sentence. Instances that code makes are not checked again.

    It works like a dataclass but isn't one: each dataclass takes a millisecond to define, and every
    command would wait for thirty of them.
    """

    _fields: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls) -> None:
        cls._fields = tuple(cls.__annotations__)

    def __init__(self, **values: Any) -> None:
        """Set the fields; any that are left out get their defaults."""
        for name in self._fields:
            self.__dict__[name] = values.pop(name) if name in values else getattr(type(self), name)
        if values:
            raise TypeError(f"{type(self).__name__} has no {', '.join(values)}")

    @classmethod
    @cache
    def kinds(cls) -> Mapping[str, Any]:
        """Return key -> the type of its value."""
        hints = get_type_hints(cls, include_extras=True)
        return {name.replace("_", "-"): hints[name] for name in cls._fields}

    @classmethod
    def completed(cls, table: dict[str, Any]) -> dict[str, Any]:
        """Return the table with keys that the file may leave out; called before keys are checked.

        Raises ValueError if the table as a whole is wrong.
        """
        return table

    def check(self) -> None:
        """Raise ValueError if fields contradict each other."""

    def model_copy(self, update: Mapping[str, Any]) -> Self:
        """Return a copy with these fields changed."""
        return type(self)(**{**self.__dict__, **update})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({values})"


TableT = TypeVar("TableT", bound=Table)


class Limits:
    """Limits of a number, or of the length of a text or list: `Limits(ge=1, le=9)`."""

    def __init__(
        self,
        *,
        gt: float | None = None,
        ge: float | None = None,
        le: float | None = None,
        min_length: int = 0,
        max_length: int = sys.maxsize,
    ) -> None:
        self._gt, self._ge, self._le = gt, ge, le
        self._min_length, self._max_length = min_length, max_length

    def wanted(self, value: Any) -> str:
        """Return what the value should be if it breaks a limit, else ""."""
        if not isinstance(value, (str, tuple)):
            return self._wanted_number(value)
        if self._min_length <= len(value) <= self._max_length:
            return ""
        if isinstance(value, tuple):
            return f"a list of {self._min_length} or more"
        if value:
            return f"at most {self._max_length} characters long"
        return "at least one character long"

    def _wanted_number(self, value: float) -> str:
        if self._gt is not None and value <= self._gt:
            return f"more than {self._gt}"
        if self._ge is not None and value < self._ge:
            return f"{self._ge} or more"
        if self._le is not None and value > self._le:
            return f"{self._le} or less"
        return ""


def parse_table(kind: type[TableT], data: Mapping[str, Any], source: str) -> TableT:
    """Return the table that the data describes.

    Raises KitError with a line for each mistake: source, key, what is allowed.
    """
    try:
        made: TableT = _Structuring(kind).table(kind, data, ())
    except _WrongError as error:
        raise _told(source, error.mistakes) from error
    return made


def _told(source: str, mistakes: Sequence["_Mistake"]) -> KitError:
    """Return one error for all these mistakes; each of them has its place."""
    found = []
    for mistake in mistakes:
        wrong = KitError(f"{source}: {mistake.told}")
        wrong.location = Location(source, ".".join(mistake.path), mistake.told)
        found.append(wrong)
    if len(found) == 1:
        return found[0]
    together = KitError("\n".join(map(str, found)))
    together.several = tuple(found)
    return together


class OfKeyError(ValueError):
    """A value that contradicts others; `path` is its key, within the table."""

    def __init__(self, key: str, sentence: str) -> None:
        super().__init__(sentence)
        self.path = tuple(key.split("."))


def known_keys(kind: type[Table], location: Sequence[str | int]) -> list[str]:
    """Return the keys that the table at a location (keys and list indices) may have."""
    found: type[Table] | None = kind
    for part in location:
        if found is not None and isinstance(part, str):
            found = _table_in(found.kinds().get(part))
    return list(found.kinds()) if found else []


def _table_in(kind: Any) -> type[Table] | None:
    """Return the table class in a type: the type itself, an item of a list, or one of a choice."""
    if isinstance(kind, type) and issubclass(kind, Table):
        return kind
    return next(filter(None, map(_table_in, get_args(kind))), None)


Path = tuple[str, ...]
"""Where something is in a file: keys, and list positions counted from 1."""


class _Mistake(NamedTuple):
    """A mistake: its path, and the sentence about it, which includes the path.

    `wanted` is what the value should be, if its type is wrong.
    """

    path: Path
    told: str
    wanted: str = ""


class _WrongError(ValueError):
    """Everything that is wrong with a value, or inside it."""

    def __init__(self, *mistakes: _Mistake) -> None:
        super().__init__("; ".join(mistake.told for mistake in mistakes))
        self.mistakes = mistakes


_ABSENT = object()
"""Stands for the value of a key that is not in the file."""

_CALLED = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: 'text in "quotation marks"',
    tuple: "a list in [brackets]",
    Table: "a table of keys",
}

_LONGEST_VALUE = 120
"""How many characters of a wrong value an error repeats; more would bury the explanation."""


class _Structuring:
    """Turns the values of a TOML file into the types that annotations declare.

    Every method returns the value at a path as a given type, or raises a _WrongError with all
    mistakes in it.
    """

    def __init__(self, root: type[Table]) -> None:
        """Start with the file's own table, `root`; hints about misplaced keys look through it."""
        self._root = root
        self._composed: Mapping[Any, Callable[[Sequence[Any], object, Path], Any]] = {
            Annotated: self._annotated,
            Union: self._either,
            UnionType: self._either,
            Literal: _literal,
            tuple: self._list,
            dict: self._by_name,
            Mapping: self._by_name,
        }

    def value(self, kind: Any, value: object, path: Path) -> Any:
        if value is _ABSENT:
            raise _wrong(path, "this key is needed")
        composed = self._composed.get(get_origin(kind))
        if composed is not None:
            return composed(get_args(kind), value, path)
        if issubclass(kind, Table):
            return self.table(kind, value, path)
        if issubclass(kind, Enum):
            return _one_of({choice.value: choice for choice in kind}, value, path)
        return _plain(kind, value, path)

    def table(self, kind: type[Table], value: object, path: Path) -> Any:
        if not isinstance(value, Mapping):
            raise _of_another_kind(_CALLED[Table], value, path)
        try:
            table = kind.completed(dict(value))
        except ValueError as error:
            raise _wrong(path, str(error)) from error
        kinds = kind.kinds()
        asked = [
            (key, kinds[key], table.get(key, _ABSENT))
            for name, key in zip(kind._fields, kinds, strict=True)
            if key in table or not hasattr(kind, name)
        ]
        made, mistakes = self._together(asked, path)
        mistakes += [self._unknown(kind, (*path, key)) for key in table if key not in kinds]
        if mistakes:
            raise _WrongError(*mistakes)
        found = kind(**{key.replace("-", "_"): each for key, each in made.items()})
        try:
            found.check()
        except OfKeyError as error:
            mistake = _mistake(path, str(error))
            raise _WrongError(mistake._replace(path=(*path, *error.path))) from error
        except ValueError as error:
            raise _wrong(path, str(error)) from error
        return found

    def _together(
        self, asked: Iterable[tuple[str, Any, object]], path: Path
    ) -> tuple[dict[str, Any], list[_Mistake]]:
        """Return the values by name, and the mistakes in any of them.

        Each item asked for is a name (the end of the path), a type and a value.
        """
        made: dict[str, Any] = {}
        mistakes: list[_Mistake] = []
        for name, kind, value in asked:
            try:
                made[name] = self.value(kind, value, (*path, name))
            except _WrongError as error:
                mistakes += error.mistakes
        return made, mistakes

    def _list(self, kinds: Sequence[Any], value: object, path: Path) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise _of_another_kind(_CALLED[tuple], value, path)
        if kinds[-1] is ...:
            kinds = [kinds[0]] * len(value)
        if len(value) != len(kinds):
            raise _wrong(path, _should_be(f"a list of {len(kinds)}", value))
        numbers = map(str, range(1, len(kinds) + 1))
        made, mistakes = self._together(zip(numbers, kinds, value, strict=True), path)
        if mistakes:
            raise _WrongError(*mistakes)
        return tuple(made.values())

    def _by_name(self, parts: Sequence[Any], value: object, path: Path) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise _of_another_kind(_CALLED[Table], value, path)
        _, kind = parts
        asked = ((name, kind, each) for name, each in value.items())
        made, mistakes = self._together(asked, path)
        if mistakes:
            raise _WrongError(*mistakes)
        return made

    def _annotated(self, parts: Sequence[Any], value: object, path: Path) -> Any:
        kind, *rules = parts
        made = self.value(kind, value, path)
        for rule in rules:
            if isinstance(rule, Limits):
                if wanted := rule.wanted(made):
                    raise _wrong(path, _should_be(wanted, value))
            else:
                made = _ruled(rule, made, path)
        return made

    def _either(self, kinds: Sequence[Any], value: object, path: Path) -> Any:
        """Return the value as the first type that it fits.

        If it fits none, the error is about the type that it has, or else names all types allowed.
        """
        tried: list[_WrongError] = []
        for kind in kinds:
            if kind is not type(None):
                try:
                    return self.value(kind, value, path)
                except _WrongError as error:
                    tried.append(error)
        wanted: list[str] = []
        for each in tried:
            first = each.mistakes[0]
            if first.path != path or not first.wanted:
                raise each
            wanted.append(first.wanted)
        raise _of_another_kind(" or ".join(wanted), value, path)

    def _unknown(self, kind: type[Table], path: Path) -> _Mistake:
        *_, key = path
        known = list(kind.kinds())
        hint = did_you_mean(key, known) or f"known keys here: {', '.join(known)}"
        for name in self._root.kinds():
            if key in known_keys(self._root, (name,)):
                hint = f"it belongs under [{name}], and that line has to stand above it without a #"
                break
        return _Mistake(path, f"there is no key {'.'.join(path)}; {hint}")


def _plain(kind: type, value: object, path: Path) -> object:
    """Return a text (stripped), a number or a boolean; see `_Structuring`.

    An integer counts as a number. "12" and true don't, and "yes" and 1 are not booleans.
    """
    if kind is float and type(value) is int:
        value_kind: type = float
    else:
        value_kind = type(value)
    if value_kind is not kind:
        raise _of_another_kind(_CALLED[kind], value, path)
    if isinstance(value, str):
        return value.strip()
    if kind is not float or not isinstance(value, (int, float)):
        return value
    if not abs(value) <= sys.float_info.max:
        raise _of_another_kind("an ordinary number", value, path)
    return float(value)


def _literal(choices: Sequence[str], value: object, path: Path) -> Any:
    return _one_of({choice: choice for choice in choices}, value, path)


def _one_of(choices: Mapping[str, Any], value: object, path: Path) -> Any:
    if isinstance(value, str) and value in choices:
        return choices[value]
    *others, last = (f'"{choice}"' for choice in choices)
    wanted = f"{', '.join(others)} or {last}" if others else last
    raise _wrong(path, _should_be(wanted, value))


def _ruled(rule: Callable[[Any], Any], value: object, path: Path) -> Any:
    try:
        return rule(value)
    except ValueError as error:
        raise _wrong(path, str(error)) from error


def _wrong(path: Path, said: str, wanted: str = "") -> _WrongError:
    return _WrongError(_mistake(path, said, wanted))


def _mistake(path: Path, said: str, wanted: str = "") -> _Mistake:
    place = f"{'.'.join(path)}: " if path else ""
    return _Mistake(path, f"{place}{said}", wanted)


def _of_another_kind(wanted: str, value: object, path: Path) -> _WrongError:
    return _wrong(path, _should_be(wanted, value), wanted)


def _should_be(wanted: str, value: object) -> str:
    """Return what a value should be, and what the file has."""
    import json

    shown = json.dumps(value, ensure_ascii=False, default=str)
    if len(shown) > _LONGEST_VALUE:
        shown = f"{shown[:_LONGEST_VALUE]} ..."
    return f"should be {wanted} (it is {shown})"
