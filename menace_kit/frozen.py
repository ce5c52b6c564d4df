"""Immutable values: used like frozen dataclasses, but quick to define."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, ClassVar, dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen:
    """A frozen dataclass that shares its methods with all others.

    `@dataclass(frozen=True)` writes and compiles six functions for each class. That takes nearly a
    millisecond, and every command would wait for fifty such classes. `field`, `fields` and
    `replace` of `dataclasses` work. A subclass has the fields of its base first.

    For a class of which there are thousands of values, and for those below it, say `many=True`: one
    function is compiled for each, which makes a value several times as fast. The fields of such a
    class have values as defaults, or none, but no factories.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    _names: ClassVar[tuple[str, ...]]
    _known: ClassVar[frozenset[str]]
    _defaults: ClassVar[dict[str, Any]]
    _compared: ClassVar[Callable[[Any], Any]]
    _many: ClassVar[bool] = False

    def __init_subclass__(cls, many: bool = False) -> None:
        super().__init_subclass__()
        dataclass(init=False, repr=False, eq=False)(cls)
        own = fields(cls)
        cls._names = tuple(each.name for each in own)
        cls._known = frozenset(cls._names)
        cls._defaults = {each.name: each.default for each in own if each.default is not MISSING}
        compared = [each.name for each in own if each.compare]
        cls._compared = attrgetter(*compared or ["__class__"])
        cls._many = many or cls._many
        if cls._many:
            if any(each.default_factory is not MISSING for each in own):
                raise TypeError(f"{cls.__name__} has many values: no field may have a factory")
            # Mypy wants nobody to assign to a method; here each class is to have its own.
            cls.__init__ = _quick_init(cls._names, cls._defaults)  # type: ignore[method-assign]

    def __init__(self, *given: Any, **named: Any) -> None:
        """Set the fields, given in order or by name; the others get their defaults.

        Raises TypeError for too many, missing or unknown fields.
        """
        if len(given) > len(self._names) or (named and not named.keys() <= self._known):
            raise TypeError(f"{type(self).__name__} has these fields: {', '.join(self._names)}")
        values = self.__dict__
        values.update(self._defaults)
        values.update(zip(self._names, given, strict=False))
        if named:
            values.update(named)
        if len(values) < len(self._names):
            self._make_defaults()

    def _make_defaults(self) -> None:
        for each in fields(self):
            if each.name not in self.__dict__:
                if each.default_factory is MISSING:
                    raise TypeError(f"{type(self).__name__} needs {each.name}")
                self.__dict__[each.name] = each.default_factory()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        values = type(self)._compared
        return bool(values(self) == values(other))

    def __hash__(self) -> int:
        return hash(type(self)._compared(self))

    def __repr__(self) -> str:
        told = [each.name for each in fields(self) if each.repr]
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in told)
        return f"{type(self).__qualname__}({values})"

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"{type(self).__name__} is frozen: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"{type(self).__name__} is frozen: {name} cannot be deleted")


def _quick_init(names: Sequence[str], defaults: Mapping[str, Any]) -> Callable[..., None]:
    """Return `__init__` for a class, written out for its fields."""
    parameters = ", ".join(f"{each}=_{each}" if each in defaults else each for each in names)
    lines = [f"    _values[{each!r}] = {each}" for each in names]
    head = [f"def __init__(self, {parameters}):", "    _values = self.__dict__"]
    made: dict[str, Any] = {f"_{name}": default for name, default in defaults.items()}
    exec("\n".join(head + lines), made)
    quick: Callable[..., None] = made["__init__"]
    return quick
