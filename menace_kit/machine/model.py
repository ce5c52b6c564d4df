"""What every TOML file of the project is checked with: unknown keys refused, mistakes told in plain words."""

import difflib
import tomllib
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from menace_kit.errors import KitError, OutputError

ModelT = TypeVar("ModelT", bound=BaseModel)


class TomlModel(BaseModel):
    """A table of a TOML file: frozen, its keys written with hyphens, unknown ones refused."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        alias_generator=lambda name: name.replace("_", "-"),
        allow_inf_nan=False,
        str_strip_whitespace=True,
    )


Millimetres = Annotated[float, Field(gt=0, le=2000)]
OptionalMillimetres = Annotated[float, Field(ge=0, le=2000)]
Title = Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f]+$")]


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file; KitError or OutputError names the file and what is wrong with it."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise KitError(f"{path} is not TOML: {error}") from error
    except UnicodeDecodeError as error:
        raise KitError(f"{path} is not a text file in UTF-8: {error.reason}") from error
    except OSError as error:
        raise OutputError(f"cannot read {path}: {error.strerror}") from error


def parse_model(model: type[ModelT], data: dict[str, Any], source: str) -> ModelT:
    """Return the model that the data describes; KitError has a line for each mistake: source, key, what is allowed."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        lines = dict.fromkeys(_sentence(model, problem, source) for problem in error.errors())
        raise KitError("\n".join(lines)) from error


def _sentence(model: type[BaseModel], problem: Any, source: str) -> str:
    keys = [str(part) for part in problem["loc"]]
    # A value that may be one of several types is reported once for each; those parts of the place are no keys.
    where = ".".join(_key_path(model, problem["loc"]))
    if problem["type"] == "extra_forbidden":
        known = known_keys(model, tuple(problem["loc"][:-1]))
        nearest = difflib.get_close_matches(keys[-1], known, n=1)
        hint = f"did you mean {nearest[0]}?" if nearest else f"known keys here: {', '.join(known)}"
        return f"{source}: there is no key {where}; {hint}"
    message = problem["msg"].removeprefix("Value error, ").removeprefix("Input ")
    message = message[:1].lower() + message[1:] if message[1:2].islower() else message
    value = "" if problem["type"] in {"missing", "value_error"} else f" (it is {problem['input']!r})"
    if problem["type"] == "missing":
        message = "this key is needed"
    return f"{source}: {where}: {message}{value}" if where else f"{source}: {message}{value}"


def _key_path(model: type[BaseModel], location: tuple[int | str, ...]) -> list[str]:
    """Return the part of an error's place that stands in the file: keys and list numbers, counted from 1."""
    path: list[str] = []
    table: Any = model
    for part in location:
        if isinstance(part, int):
            path.append(str(part + 1))
        elif isinstance(table, type) and issubclass(table, BaseModel):
            path.append(part)
            table = _inner_model(table, part)
    return path


def known_keys(model: type[BaseModel], location: tuple[int | str, ...]) -> list[str]:
    """Return the keys that the table at `location` may have."""
    table: type[BaseModel] | None = model
    for part in location:
        if isinstance(part, str) and table is not None:
            table = _inner_model(table, part)
    return [field.alias or name for name, field in table.model_fields.items()] if table else []


def _inner_model(model: type[BaseModel], key: str) -> type[BaseModel] | None:
    for name, field in model.model_fields.items():
        if key in (name, field.alias):
            candidates = [field.annotation, *getattr(field.annotation, "__args__", ())]
            for candidate in candidates:
                if isinstance(candidate, type) and issubclass(candidate, BaseModel):
                    return candidate
    return None
