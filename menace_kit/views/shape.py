"""Shapes: plain values with names, the same for `--json`, the API and the pages; and as JSON."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, ClassVar, Self

from menace_kit.frozen import Frozen
from menace_kit.text import Phrase


class Shape(Frozen):
    """Plain values with names; as JSON without those fields in `optional` that are None."""

    optional: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def of(cls, source: object, **facts: Any) -> Self:
        """Return a shape with these facts, and for all other fields the attributes of `source`."""
        names = (field.name for field in fields(cls) if field.name not in facts)
        same = {name: getattr(source, name) for name in names}
        return cls(**same, **facts)

    def told(self) -> dict[str, Any]:
        """Return the fields that are told, in order."""
        values = self.__dict__
        return {
            name: values[name]
            for name in self._names
            if values[name] is not None or name not in self.optional
        }


AS_THEY_ARE = frozenset({str, int, float, bool, NoneType})
"""What JSON has; asked first, because all listeners wait for a state to be encoded."""


def plain(value: Any) -> Any:
    """Return a value as JSON: records as dicts, members as their values, any iterable as a list."""
    if type(value) in AS_THEY_ARE:
        return value
    if type(value) is list:
        return list(map(plain, value))
    if isinstance(value, Shape):
        return {name: plain(each) for name, each in value.told().items()}
    return _other(value)


def _other(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Path | Phrase):
        return str(value)
    if is_dataclass(value):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    elif hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return list(map(plain, value))
    return value
