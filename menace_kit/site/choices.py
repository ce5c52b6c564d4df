"""What somebody chooses on the page of the kit maker, the files of a kit
that this means, and back again.

`choices` are a table whose keys may be missing; what is missing is as the machine's preset has it.
What is typed comes as text:

    machine      a preset
    container    a container, or "own", "own-cup" ... of `templates/measure.toml`,
                 with `sizes`: "outer.length": "56"
    folded       length, width and height inside, of boxes that are folded
    beads        a kind of beads, or "own", with `bead`: diameter, length, title
    unit         "in" where sizes are in inches
    palette, paper, stock, language, name
    sets         for so many groups of a class
    files        files that were taken in: name -> text. A kit.toml among them, where no machine
                 is chosen, is what is changed by the rest; all else in it stays.
                 A printer.toml corrects what is printed.

The work is done by what `menace-kit new` uses, and each mistake is told in the same sentence,
with the field of the form where it was made.
"""

import base64
import json
import re
import tomllib
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager, suppress
from enum import Enum
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qsl, urlencode

from menace_kit.errors import MenaceKitError, MistakesError, SelectionError, quoted
from menace_kit.files import KIT_FILE_NAME, PROFILE_FILE_NAME, templates_folder
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.kit import MOST_SETS, set_letters
from menace_kit.machine.kit_files import DEFAULT_PRESET
from menace_kit.machine.schema import Spec
from menace_kit.machine.tables import Table, known_keys, parse_table
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_names, template_path
from menace_kit.text.words import language_named
from menace_kit.workshop.adoption import (
    BEADS_FILE_NAME,
    MEASURED,
    SIDES,
    OwnContainer,
    Wishes,
    beads_file,
    changed_kit_files,
    container_file,
    kit_files,
    own_beads,
    own_container,
    own_file_name,
    own_of_sizes,
    typed_sizes,
    usual_label,
    wished,
)
from menace_kit.workshop.printer import PrinterProfile, load_profile

Choices = Mapping[str, Any]
Facts = dict[str, Any]


# From choices to the files of a kit.


@contextmanager
def mistakes_at(field: str) -> Iterator[None]:
    """Tell errors as mistakes in a field."""
    try:
        yield
    except MistakesError:
        raise
    except MenaceKitError as error:
        raise MistakesError(_placed(str(error), field)) from error


def files_of(choices: Choices) -> dict[str, str]:
    """Return the files that the choices mean: name -> text, the kit file first."""
    taken = _texts(choices.get("files") or {})
    with in_folder(taken):
        wishes = _wishes(choices)
        with mistakes_at("machine"):
            if KIT_FILE_NAME in taken and not choices.get("machine"):
                read_toml(Path(KIT_FILE_NAME))
                made = changed_kit_files(taken[KIT_FILE_NAME], wishes)
            else:
                made = kit_files(choices.get("machine") or DEFAULT_PRESET, wishes)
    return {KIT_FILE_NAME: made.pop(KIT_FILE_NAME), **_named(taken, made), **made}


def _named(taken: Mapping[str, str], made: Mapping[str, str]) -> dict[str, str]:
    return {
        name: text for name, text in taken.items() if name not in made and name != KIT_FILE_NAME
    }


@contextmanager
def in_folder(files: Mapping[str, str]) -> Iterator[None]:
    """Work in a folder that has these files: what they name is found,
    and what is said of them has no other name.
    """
    with TemporaryDirectory() as folder, chdir(folder):
        for name, text in files.items():
            Path(name).write_text(text, encoding="utf-8", newline="")
        yield


def _wishes(choices: Choices) -> Wishes:
    """Return what is chosen otherwise than the preset has it;
    MistakesError has all that cannot be.
    """
    wrong: list[tuple[str, str]] = []

    @contextmanager
    def tried(field: str) -> Iterator[None]:
        try:
            with mistakes_at(field):
                yield
        except MistakesError as error:
            wrong.extend((each["field"], each["text"]) for each in error.found)

    own = beads = folded = None
    with tried("container"):
        own = _own(choices)
    with tried("bead.diameter"):
        beads = _own_beads(choices)
    with tried("folded"):
        folded = _folded(choices)
    with tried("sets"):
        sets_of(choices)
    named: dict[str, Callable[[str], object]] = {"language": language_named}
    if choices.get("container") not in own_kinds():
        named["container"] = container_file
    if choices.get("beads") != "own":
        named["beads"] = beads_file
    for field, known in named.items():
        if choices.get(field):
            with tried(field):
                known(choices[field])
    if wrong:
        raise MistakesError(wrong)
    return Wishes(
        container=None if own else choices.get("container"),
        own=own,
        folded=folded,
        beads=beads,
        **{
            key: choices.get(key) or None
            for key in ("paper", "language", "palette", "stock", "name")
        },
    )


def _size_keys(kind: ContainerKind) -> list[str]:
    """Return the keys of what is measured of containers of one's own."""
    things, sides, _ = MEASURED[kind]
    if len(things) == 1:
        return list(sides)
    return [f"{part}.{side}" for part in ("outer", "inside") for side in sides]


@cache
def own_kinds() -> dict[str, ContainerKind]:
    """Return what containers of one's own are called in choices -> their kind."""
    tables = read_toml(templates_folder() / "measure.toml")
    return {name: ContainerKind(each["kind"]) for name, each in tables.items()}


def own_fields(kind: ContainerKind) -> list[Facts]:
    """Return the fields for containers of one's own: key, what is usual,
    and whether it may stay empty.
    """
    fields: list[Facts] = [{"key": key, "usual": "", "optional": False} for key in _size_keys(kind)]
    if MEASURED[kind].label:
        fields += [
            {"key": f"label.{side}", "usual": "", "optional": True} for side in ("width", "height")
        ]
    if kind is ContainerKind.CARTON:
        fields.append({"key": "together", "usual": "10", "optional": True})
    return fields


def _own(choices: Choices) -> OwnContainer | None:
    """Return the containers of one's own that were measured, None where they are of the list."""
    kind = own_kinds().get(choices.get("container", ""))
    if kind is None:
        return None
    things, sides, where = MEASURED[kind]
    keys = _size_keys(kind)
    wrong: list[tuple[str, str]] = []
    sizes: list[tuple[float, ...]] = []
    for number, (what, example) in enumerate(things.items()):
        here = keys[number * len(sides) : (number + 1) * len(sides)]
        found = _typed(choices, "sizes", here, what, sides, example, wrong)
        sizes.append(found or ())
    label, together = None, 1
    if where and sizes[0]:
        wide, high = usual_label(kind, sizes[0])
        usual = {"label.width": f"{wide:.3g}", "label.height": f"{high:.3g}"}
        said = {**usual, **{key: text for key in usual if (text := _in_mm(choices, "sizes", key))}}
        found = _typed(
            {"sizes": said},
            "sizes",
            list(usual),
            "label",
            ("width", "height"),
            "x".join(usual.values()),
            wrong,
        )
        label = (found[0], found[1]) if found else None
    if kind is ContainerKind.CARTON:
        text = str((choices.get("sizes") or {}).get("together") or "10").strip()
        if re.fullmatch("[0-9]{1,4}", text) and 1 <= int(text) <= 1000:
            together = int(text)
        else:
            wrong.append(
                ("sizes.together", f"{text[:40]!r} should be a whole number from 1 to 1000")
            )
    if wrong:
        raise MistakesError(wrong)
    own = own_of_sizes(kind, sizes, label, together)
    own_container(own, "en")
    return own


def _in_mm(choices: Choices, table: str, key: str) -> str:
    """Return what was typed in a field of sizes, inches as mm; the unit may stand behind it."""
    text = str((choices.get(table) or {}).get(key) or "").strip()
    if choices.get("unit") != "in":
        return text.removesuffix("mm").strip()
    found = re.fullmatch(r'([0-9]+(?:[.,][0-9]+)?)\s*(?:in|"|″)?', text)
    return f"{round(25.4 * float(found[1].replace(',', '.')), 1):g}" if found else text


def _typed(
    choices: Choices,
    table: str,
    keys: Sequence[str],
    what: str,
    sides: Sequence[str],
    example: str,
    wrong: list[tuple[str, str]],
) -> tuple[float, ...] | None:
    """Return the sizes in these fields; what is wrong goes to the fields that are."""
    texts = {key: _in_mm(choices, table, key) for key in keys}
    try:
        return typed_sizes("x".join(texts.values()), what, sides, example)
    except SelectionError as error:
        blamed = [key for key, text in texts.items() if not _is_size(text)]
        wrong.extend((f"{table}.{key}", str(error)) for key in blamed or keys)
        return None


def _is_size(text: str) -> bool:
    with suppress(SelectionError):
        return bool(typed_sizes(f"{text} mm", "", SIDES[:1]))
    return False


def _own_beads(choices: Choices) -> str | None:
    """Return the beads: a kind of the list, or one's own in words."""
    if choices.get("beads") != "own":
        return choices.get("beads") or None
    across, along = (_in_mm(choices, "bead", key) for key in ("diameter", "length"))
    title = str((choices.get("bead") or {}).get("title") or "").strip()
    text = f"{across} x {along} mm {title}" if along else f"{across} mm {title}"
    return own_beads(text.strip())


def _folded(choices: Choices) -> tuple[float, float, float] | None:
    """Return how large boxes are inside that are folded; None where that follows from the beads."""
    keys = ("length", "width", "height")
    if choices.get("container") != "fold-up" or not any(
        _in_mm(choices, "folded", key) for key in keys
    ):
        return None
    wrong: list[tuple[str, str]] = []
    found = _typed(choices, "folded", keys, "inside", keys, "51x33.5x10", wrong)
    if found is None:
        raise MistakesError(wrong)
    return found[0], found[1], found[2]


def sets_of(choices: Choices) -> tuple[str, ...]:
    """Return the letters of the sets; none for one machine."""
    text = str(choices.get("sets") or "1").strip()
    if not re.fullmatch("-?[0-9]{1,1000}", text):
        raise MistakesError([("sets", f"{text[:40]!r} is not a whole number")])
    if not 1 <= int(text) <= MOST_SETS:
        raise MistakesError([("sets", f"it should be 1 to {MOST_SETS}, not {int(text)}")])
    return set_letters(int(text)) if int(text) > 1 else ()


# From the files of a kit back to choices.


def take_in(files: Mapping[str, str | bytes]) -> Facts:
    """Return what a form shows of files that were dropped or linked:
    `choices`, and whatever else they say.

    `machine` is the preset that the kit is of, or nearest to, and `kept` are lines of its kit file
    that no field of the form changes: they stay as they are. `errors` are as those of `preview`.
    """
    try:
        texts = _texts(files)
        with in_folder(texts):
            if PROFILE_FILE_NAME in texts:
                with mistakes_at("files.printer.toml"):
                    load_profile(Path(PROFILE_FILE_NAME))
            if KIT_FILE_NAME not in texts:
                return {"choices": {"files": texts}, "machine": None, "kept": [], "errors": []}
            with mistakes_at("files.kit.toml"):
                spec = parse_table(Spec, read_toml(Path(KIT_FILE_NAME)), KIT_FILE_NAME)
                chosen = {**_choices_of(spec, texts), "files": texts}
                machine, kept = _nearest(spec, _wishes(chosen))
        only_profile = {name: text for name, text in texts.items() if name == PROFILE_FILE_NAME}
        by_form = {**chosen, "machine": machine, "files": only_profile}
        if not kept and files_of(by_form) == texts:
            chosen = by_form
    except MistakesError as error:
        return {"choices": {}, "machine": None, "kept": [], "errors": error.found}
    return {"choices": chosen, "machine": machine, "kept": kept, "errors": []}


def _texts(files: Mapping[str, str | bytes]) -> dict[str, str]:
    """Return the texts of files under the names that they have in a kit's folder;
    one may be called otherwise.
    """
    texts: dict[str, str] = {}
    for name, content in files.items():
        if not _FILE_NAME.fullmatch(name):
            raise MistakesError(
                [("files", f"{quoted(name)} is no name of a file that a kit can have")]
            )
        try:
            text = content if isinstance(content, str) else bytes(content).decode("utf-8-sig")
            text.encode()  # a link can carry halves of characters
        except (UnicodeDecodeError, UnicodeEncodeError) as error:
            raise MistakesError(
                [("files", f"{name} is not a text file in UTF-8: {error.reason}")]
            ) from error
        if len(text) > MOST_SIGNS:
            raise MistakesError(
                [
                    (
                        "files",
                        (
                            f"cannot read {name}: it has more than {MOST_SIGNS:,} signs, "
                            "so it is not what is meant"
                        ),
                    )
                ]
            )
        texts[called(name, text, list(files))] = text
    return texts


_FILE_NAME = re.compile(r"(?!\.)[^/\\:\x00-\x1f\x7f\ud800-\udfff]{1,60}")
"""At most 240 bytes in UTF-8, as many as any disk takes."""


def called(name: str, text: str, names: Sequence[str]) -> str:
    """Return what a file is called in its folder, by what is in it where its
    own name does not say so.
    """
    if not name.endswith(".toml") or name in (KIT_FILE_NAME, PROFILE_FILE_NAME):
        return name
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return KIT_FILE_NAME if KIT_FILE_NAME not in names else name
    if tables and tables.keys() <= set(known_keys(PrinterProfile, ())):
        return PROFILE_FILE_NAME
    of_a_kit = tables.keys() <= set(known_keys(Spec, ())) and KIT_FILE_NAME not in names
    return KIT_FILE_NAME if of_a_kit else name


def _choices_of(spec: Spec, files: Mapping[str, str]) -> Facts:
    """Return what the form shows of a kit file: every field that it has for one."""
    container, beads = spec.print.container, spec.beads.kind
    chosen: Facts = {"container": container, "beads": beads, "name": spec.name}
    if container in files:
        chosen |= _sizes_of(container, files[container], spec.print.language) or {}
    if beads == BEADS_FILE_NAME and (bead := _bead_of(files.get(beads, ""))):
        chosen |= {"beads": "own", "bead": bead}
    if spec.fold_up.tray and container == "fold-up":
        sides = ("length", "width", "height")
        chosen["folded"] = {
            side: f"{size:g}" for side, size in zip(sides, spec.fold_up.tray, strict=True)
        }
    chosen["palette"] = spec.beads.palette
    return chosen | {key: getattr(spec.print, key) for key in ("paper", "stock", "language")}


def _sizes_of(name: str, text: str, language: str) -> Facts | None:
    """Return the sizes in a file of one's own containers;
    None where it says more than the form has fields for.
    """
    tables = read_toml(Path(name))
    kinds = {kind.value: own for own, kind in own_kinds().items()}
    kind = tables.get("kind", "matchbox")
    outer, inside = tables.get("outer", {}), tables.get("inside", tables.get("tray", {}))
    if kind not in kinds or own_file_name(ContainerKind(kind)) != name:
        return None
    sizes = {f"outer.{side}": outer.get(side) for side in ("length", "width", "height")}
    sizes |= {f"inside.{side}": inside.get(side) for side in ("length", "width", "height")}
    sizes |= {f"label.{side}": tables.get("label", {}).get(side) for side in ("width", "height")}
    try:
        if kind == "cup":  # the inside is as wide as the mean of rim and bottom, less its walls
            bottom = 2 * (inside["width"] + 1) - outer["width"]
            sizes |= {"rim": outer["width"], "bottom": bottom, "height": outer["height"]}
        elif kind == "envelope":
            sizes |= {"width": outer["width"], "height": outer["height"]}
        sizes["together"] = tables.get("together", 1)
        keys = [each["key"] for each in own_fields(ContainerKind(kind))]
        told = {key: f"{sizes[key]:g}" for key in keys if sizes[key] is not None}
        chosen = {"container": kinds[kind], "sizes": told}
        own = _own(chosen)
        return chosen if own and own_container(own, language) == text else None
    except (KeyError, TypeError, ValueError, MenaceKitError):
        return None


def _bead_of(text: str) -> Facts | None:
    """Return the size in a file of one's own beads;
    None where it says more than the form has fields for.
    """
    titled = re.search(r'^title = "([^"]*)"$', text, re.MULTILINE)
    found = re.fullmatch(r"([0-9.,]+)(?: x ([0-9.,]+))? mm ?(.*)", titled[1]) if titled else None
    if found is None or beads_file(found[0])[1] != text:
        return None
    return {"diameter": found[1], "length": found[2] or "", "title": found[3]}


def _nearest(spec: Spec, wishes: Wishes) -> tuple[str, list[str]]:
    """Return the preset that a kit is of, or nearest to, and the lines of its
    file in which it is another.
    """
    said = _flat(spec)

    def differing(tables: dict[str, Any]) -> list[str]:
        preset = _flat(parse_table(Spec, tables, KIT_FILE_NAME))
        return sorted(
            key for key in said.keys() | preset.keys() if said.get(key) != preset.get(key)
        )

    def nearness(name: str) -> tuple[int, bool]:
        tables, _ = wished(read_toml(template_path(TemplateKind.MACHINES, name)), wishes)
        return len(differing(tables)), name != DEFAULT_PRESET

    machine = min(template_names(TemplateKind.MACHINES), key=nearness)
    # A kit file says some things that a preset leaves to the rule.
    others = differing(tomllib.loads(kit_files(machine, wishes)[KIT_FILE_NAME]))
    return machine, [f"{key} = {said[key]}" if key in said else f"# {key}" for key in others]


def _flat(table: Table, before: str = "") -> dict[str, str]:
    """Return key with points -> value as a file has it, of all that a table says."""
    flat: dict[str, str] = {}
    for name, value in vars(table).items():
        key = f"{before}{name.replace('_', '-')}"
        if isinstance(value, Table):
            flat |= _flat(value, f"{key}.")
        elif value is not None:
            flat[key] = json.dumps(
                value.value if isinstance(value, Enum) else value, ensure_ascii=False
            )
    return flat


# A kit in a link: the choices as the part of an address behind #,
# short where no files were taken in.

MOST_SIGNS = 1_000_000
"""Of files that are taken in; a kit file has some 10,000."""


def fragment(choices: Choices) -> str:
    """Return choices as the fragment of an address; `from_fragment` reads it."""
    said: dict[str, str] = {}
    for key, value in choices.items():
        if key == "files":
            packed = (
                zlib.compress(json.dumps(value, ensure_ascii=False).encode(), 9) if value else b""
            )
            said |= (
                {"files": base64.urlsafe_b64encode(packed).decode().rstrip("=")} if packed else {}
            )
        elif isinstance(value, Mapping):
            said |= {f"{key}.{name}": str(each) for name, each in value.items() if each}
        elif value:
            said[key] = str(value)
    return urlencode(said)


def from_fragment(text: str) -> Facts:
    """Return what a form shows of a link, as `take_in`; one mistake, at `link`,
    where it was cut short or changed.
    """
    choices: Facts = {}
    try:
        for key, value in parse_qsl(text.removeprefix("#"), strict_parsing=True, max_num_fields=60):
            table, _, name = key.partition(".")
            if key == "files":
                unpacked = zlib.decompressobj()
                packed = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
                files = json.loads(unpacked.decompress(packed, 4 * MOST_SIGNS))
                choices["files"] = {str(name): str(content) for name, content in files.items()}
            elif table in _TABLES and name:
                choices.setdefault(table, {})[name] = value
            elif key in _KEYS:
                choices[key] = value
            else:
                raise ValueError
    except (ValueError, AttributeError, RecursionError, zlib.error):
        return {
            "choices": {},
            "machine": None,
            "kept": [],
            "errors": [{"field": "link", "text": ""}],
        }
    found: Facts = {"choices": choices, "machine": choices.get("machine"), "kept": [], "errors": []}
    if choices.get("files"):
        taken = take_in(choices["files"])
        found |= {key: taken[key] for key in ("kept", "errors")}
        found["machine"] = choices.get("machine") or taken["machine"]
    return found


_TABLES = ("sizes", "bead", "folded")
_KEYS = (
    *(
        "machine",
        "container",
        "unit",
        "beads",
        "palette",
        "paper",
        "stock",
        "language",
        "name",
        "sets",
    ),
)


# Where in the form a sentence belongs.

_FIELDS = {
    "print.container": "container",
    "print.stock": "stock",
    "print.paper": "paper",
    "print.language": "language",
    "beads.kind": "beads",
    "beads.palette": "palette",
    "beads.colours": "palette",
    "fold-up": "folded",
    "name": "name",
}
"""Key of a kit file -> the field of the form that writes it."""

_SIDE = re.compile(r"\b(outer|tray|inside|label)\.(length|width|height)\b")


def _size_key(source: str, part: str, side: str) -> str:
    """Return the key of the field for one side of one's own containers;
    of cups and envelopes fewer are asked.
    """
    kind = next(kind for kind in MEASURED if own_file_name(kind) == source)
    sides = MEASURED[kind].sides
    if part == "label" or len(MEASURED[kind].things) > 1:
        return f"{'inside' if part == 'tray' else part}.{side}"
    return side if side in sides else sides[0]


def _placed(text: str, field: str) -> Iterator[tuple[str, str]]:
    """Yield each line of an error with its field: that of the key it names, else the one given."""
    for line in text.splitlines():
        source, _, rest = line.partition(": ")
        if source == KIT_FILE_NAME or source.startswith("preset "):
            key = re.match(r"(?:there is no key )?([a-z][a-z0-9.-]*)", rest)
            keys = key[1].split(".") if key else []
            found = (".".join(keys[:count]) for count in range(len(keys), 0, -1))
            yield next((_FIELDS[name] for name in found if name in _FIELDS), field), line
        elif source == PROFILE_FILE_NAME:
            yield "files.printer.toml", line
        elif source == BEADS_FILE_NAME:
            yield "bead.length" if rest.startswith("length") else "bead.diameter", line
        elif source in map(own_file_name, MEASURED) and (side := _SIDE.search(rest)):
            yield f"sizes.{_size_key(source, *side.groups())}", line
        else:
            yield field, line
