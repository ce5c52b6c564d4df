"""What every TOML file of the project is checked with: unknown keys refused,
mistakes told in plain words.

pydantic checks, and is loaded when the first file is read:
what was kept of a kit (`kept`) is shown without it.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeVar,
    dataclass_transform,
    get_type_hints,
)

from menace_kit.errors import KitError, NotTextError, UnknownNameError, shortened
from menace_kit.files import read_text, templates_folder

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, TypeAdapter
    from pydantic_core import CoreSchema, ErrorDetails


@dataclass_transform(kw_only_default=True, frozen_default=True)
class TomlModel:
    """A table of a TOML file: frozen, its keys written with hyphens, unknown ones refused.

    The class says by its annotations what may stand in a file, and `parse_model` sees to it.
    An instance that is made here is not checked again.
    """

    _fields: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls) -> None:
        cls._fields = tuple(cls.__annotations__)

    def __init__(self, **values: Any) -> None:
        """Take the values of the fields; those that are not given have their defaults."""
        for name in self._fields:
            self.__dict__[name] = values.pop(name) if name in values else getattr(type(self), name)
        if values:
            raise TypeError(f"{type(self).__name__} has no {', '.join(values)}")

    def check(self) -> None:
        """ValueError where fields that are right by themselves do not go together."""

    @classmethod
    def check_table(cls, table: dict[str, Any]) -> None:
        """ValueError for what is wrong with the table as a whole, before its keys are looked at."""

    def model_copy(self, update: Mapping[str, Any]) -> Self:
        """Return the same with these fields changed."""
        return type(self)(**{**self.__dict__, **update})

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: what was checked stays as it is."""
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        """Return whether the other is of the same kind and has the same values."""
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        """Return a hash, so that what was worked out for it can be kept."""
        return hash(tuple(self.__dict__.values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({values})"

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: object, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        from pydantic_core import core_schema

        kinds = get_type_hints(cls, include_extras=True)
        fields = {
            name: core_schema.typed_dict_field(
                handler.generate_schema(kinds[name]),
                required=not hasattr(cls, name),
                validation_alias=_key(name),
            )
            for name in cls._fields
        }
        table = core_schema.typed_dict_schema(
            fields,
            extra_behavior="forbid",
            config={"allow_inf_nan": False, "str_strip_whitespace": True},
        )
        made = core_schema.no_info_after_validator_function(cls._made, table)
        return core_schema.no_info_before_validator_function(cls._looked_over, made)

    @classmethod
    @cache
    def _checker(cls) -> "TypeAdapter[Self]":
        from pydantic import TypeAdapter

        return TypeAdapter(cls)

    @classmethod
    def _looked_over(cls, table: Any) -> Any:
        if isinstance(table, dict):
            cls.check_table(table)
        return table

    @classmethod
    def _made(cls, values: dict[str, Any]) -> Self:
        made = cls(**values)
        made.check()
        return made


ModelT = TypeVar("ModelT", bound=TomlModel)


def _key(name: str) -> str:
    return name.replace("_", "-")


class Limits:
    """What a value may be, in pydantic's words:
    `Annotated[int, Limits(ge=1, le=9, strict=True)]`.
    """

    def __init__(self, **limits: float | bool) -> None:
        self._limits = limits

    def __get_pydantic_core_schema__(
        self, source: object, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        schema: Any = {**handler(source), **self._limits}
        return schema  # type: ignore[no-any-return]  # a dict of one of its many kinds


class Check:
    """A function that returns the value, or one in its place,
    and raises ValueError with a sentence.
    """

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def __get_pydantic_core_schema__(
        self, source: object, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self._function, handler(source))


def one_line(text: str) -> str:
    """Return the text; ValueError where it has a line break or another control character."""
    if any(ord(sign) < ord(" ") for sign in text):
        raise ValueError(f"{text!r} should be one line of plain text")
    return text


# Strict: "12" and true are no numbers, "yes" and 1 are no yes or no. A whole number of mm is fine.
Millimetres = Annotated[float, Limits(gt=0, le=2000, strict=True)]
OptionalMillimetres = Annotated[float, Limits(ge=0, le=2000, strict=True)]
YesNo = Annotated[bool, Limits(strict=True)]
LONGEST_TITLE = 80
Title = Annotated[str, Limits(min_length=1, max_length=LONGEST_TITLE), Check(one_line)]

PackSize = Annotated[int, Limits(ge=1, le=100_000, strict=True)]
PackSizes = PackSize | Annotated[tuple[PackSize, ...], Limits(min_length=1)]
"""How many beads of one colour are in the packs that one can buy: one number, or several."""


def pack_sizes(sizes: int | tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes of packs as a list, in the order in which they are given."""
    return (sizes,) if isinstance(sizes, int) else sizes


def _language(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z-]{1,20}", name):
        raise ValueError(
            f"{name[:40]!r} is not the name of a language; `menace-kit list languages` lists them"
        )
    return name


Language = Annotated[str, Check(_language)]


_WRONG_TYPE = {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "dict_type": "a table of keys",
    "finite_number": "an ordinary number",
    "float_parsing": "a number",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "named_tuple_type": "a table of keys",
    "string_type": 'text in "quotation marks"',
    "tuple_type": "a list in [brackets]",
}
_LIMITS = {
    "greater_than": "more than {gt:g}",
    "greater_than_equal": "{ge:g} or more",
    "less_than_equal": "{le:g} or less",
    "string_too_long": "at most {max_length} characters long",
    "string_too_short": "at least one character long",
    "too_long": "a list of {max_length} or fewer",
    "too_short": "a list of {min_length} or more",
    "enum": "{expected}",
    "literal_error": "{expected}",
}

_LONGEST_VALUE = 120
"""As many characters of a wrong value are repeated in a complaint;
more would hide what is said about it.
"""


MOST_BYTES = 1_000_000
"""A file of ours with every key and its explanation has some 10,000."""


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file; KitError or OutputError names the file
    and what is wrong with it.
    """
    import tomllib

    text = ""
    try:
        text = read_text(path, MOST_BYTES)
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KitError(
            f"{path} is not TOML: {shortened(str(error), 200)}{_line_and_hint(text, str(error))}"
        ) from error
    except NotTextError as error:
        raise KitError(str(error)) from error
    except (RecursionError, ValueError) as error:
        # tomllib lets these through for brackets and digits without end.
        raise KitError(f"{path} is not TOML: something in it is far too long or deep") from error


def _line_and_hint(text: str, message: str) -> str:
    """Return the line that TOML stumbled over, and what most often is wrong with one."""
    found = re.search(r"at line (\d+)", message)
    lines = text.splitlines()
    if found is None or int(found[1]) > len(lines):
        return ""
    line = shortened(lines[int(found[1]) - 1].strip())
    return (
        f". The line reads: {line} - words stand in straight quotation marks, numbers have "
        "a point (17.5) and no mm, yes and no are true and false"
    )


def parse_model(model: type[ModelT], data: dict[str, Any], source: str) -> ModelT:
    """Return the model that the data describes; KitError has a line for each mistake:
    source, key, what is allowed.
    """
    from pydantic import ValidationError

    try:
        return model._checker().validate_python(data)
    except ValidationError as error:
        raise KitError("\n".join(_sentences(model, error.errors(), source))) from error


def _sentences(
    model: type[TomlModel], problems: "Sequence[ErrorDetails]", source: str
) -> list[str]:
    """Return a line for each key with a mistake.

    A value that may be a number or a list is reported once for each type: only what is wrong inside
    the list counts, else what is wrong with the right type, else the two types are told together.
    """
    by_place: dict[tuple[str, ...], list[ErrorDetails]] = {}
    for problem in problems:
        by_place.setdefault(tuple(_followed(model, problem["loc"])[0]), []).append(problem)
    sentences = []
    for place, here in by_place.items():
        if any(other[: len(place)] == place for other in by_place if len(other) > len(place) > 0):
            continue
        right_type = [problem for problem in here if problem["type"] not in _WRONG_TYPE]
        message = right_type or here
        where = f"{source}: {'.'.join(place)}: " if place else f"{source}: "
        if message[0]["type"] == "extra_forbidden":
            sentences.append(
                _unknown_key(model, message[0], f"{source}: there is no key {'.'.join(place)}")
            )
        else:
            sentences.append(where + _complaint(message))
    return sentences


def nearest_of(name: str, known: Iterable[str]) -> str:
    """Return the known name that a name may be a slip for, capitals or not;
    empty where none is near.
    """
    import difflib

    spelled = {each.casefold(): each for each in known}
    nearest = difflib.get_close_matches(name.casefold(), spelled, n=1)
    return spelled[nearest[0]] if nearest else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `did you mean blue?` for a name that may be a slip for a known one;
    empty where none is near.
    """
    nearest = nearest_of(name, known)
    return f"did you mean {nearest}?" if nearest else ""


def _unknown_key(model: type[TomlModel], problem: "ErrorDetails", complaint: str) -> str:
    *table, key = problem["loc"]
    known = known_keys(model, tuple(table))
    if elsewhere := [
        name for name in known_keys(model, ()) if str(key) in known_keys(model, (name,))
    ]:
        return (
            f"{complaint}; it belongs under [{elsewhere[0]}], and that line has to stand "
            "above it without a #"
        )
    hint = did_you_mean(str(key), known)
    return f"{complaint}; {hint or 'known keys here: ' + ', '.join(known)}"


def _complaint(problems: "Sequence[ErrorDetails]") -> str:
    """Return what is wrong with one value, and the value, as the file has it."""
    first = problems[0]
    if first["type"] == "missing":
        return (
            "this key is needed"
            if isinstance(first["loc"][-1], str)
            else "this entry of the list is needed"
        )
    if first["type"] == "value_error":
        return first["msg"].removeprefix("Value error, ")
    phrases = _WRONG_TYPE | _LIMITS
    value = json.dumps(first["input"], ensure_ascii=False, default=str)
    if len(value) > _LONGEST_VALUE:
        value = f"{value[:_LONGEST_VALUE]} ..."
    if first["type"] not in phrases:  # a later version of pydantic may have a new kind
        return f"{value} cannot stand here"
    wanted = [phrases[problem["type"]].format(**problem.get("ctx", {})) for problem in problems]
    return f"should be {' or '.join(wanted)} (it is {value})".replace("'", '"')


Location = tuple[int | str, ...]
"""Where something is in a model: keys, places in lists from 0,
and kinds of values where there may be several.
"""


def known_keys(model: type[TomlModel], location: Location) -> list[str]:
    """Return the keys that the table at `location` may have."""
    table = _followed(model, location)[1]
    return [_key(name) for name in table._fields] if table else []


def _followed(
    model: type[TomlModel], location: Location
) -> tuple[list[str], type[TomlModel] | None]:
    """Return what stands in the file of a location, keys and list numbers from 1,
    and the table that it leads to.
    """
    path: list[str] = []
    table: type[TomlModel] | None = model
    for part in location:
        if isinstance(part, int):
            path.append(str(part + 1))
        elif table is not None:
            path.append(part)
            fields = {_key(name): kind for name, kind in get_type_hints(table).items()}
            kinds = (fields.get(part), *getattr(fields.get(part), "__args__", ()))
            table = next(
                (kind for kind in kinds if isinstance(kind, type) and issubclass(kind, TomlModel)),
                None,
            )
    return path, table


# The files in templates/ that a kit can name: which there are, and where a name leads.


class TemplateKind(Enum):
    """A folder of templates that are chosen by name."""

    MACHINES = "machines"
    PALETTES = "palettes"
    CONTAINERS = "containers"
    BEADS = "beads"
    STOCK = "stock"
    TEXT = "text"

    @property
    def singular(self) -> str:
        words = {"machines": "preset", "stock": "label stock", "text": "language"}
        return words.get(self.value, self.value.removesuffix("s"))


def template_names(kind: TemplateKind) -> list[str]:
    """Return the names that can be chosen, in alphabetical order."""
    return sorted(path.stem for path in (templates_folder() / kind.value).glob("*.toml"))


def template_path(kind: TemplateKind, name: str, folder: Path | None = None) -> Path:
    """Return the file that `name` means: a template, or, where it ends in `.toml`,
    a file beside the kit file.

    UnknownNameError says where it was looked for and what can be chosen.
    """
    if name.endswith(".toml"):
        path = (folder or Path.cwd()) / name
        if not path.exists():
            raise UnknownNameError(f"there is no file {path} for the {kind.singular}")
        return path
    names = template_names(kind)
    if name not in names:
        choices = f"{did_you_mean(name, names)} choose from: {', '.join(names)}".strip()
        raise UnknownNameError(f"there is no {kind.singular} {name!r}; {choices}")
    return templates_folder() / kind.value / f"{name}.toml"


def load_template(
    model: type[ModelT], kind: TemplateKind, name: str, folder: Path | None = None
) -> ModelT:
    """Return what the template of this name says, checked;
    KitError names the file and what is wrong with it.
    """
    path = template_path(kind, name, folder)
    return parse_model(model, read_toml(path), str(path))
