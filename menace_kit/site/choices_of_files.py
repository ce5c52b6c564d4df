"""A kit's files, turned back into choices."""

import json
import re
import tomllib
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from menace_kit.errors import MenaceKitError, MistakesError
from menace_kit.files import KIT_FILE_NAME, PROFILE_FILE_NAME
from menace_kit.machine import DEFAULT_PRESET, Spec
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.tables import Table, parse_table
from menace_kit.machine.toml_files import TemplateKind, read_toml, template_names, template_path
from menace_kit.site.brought_files import texts_of
from menace_kit.site.choices import (
    Facts,
    files_of,
    in_folder,
    own_container_of,
    own_fields,
    own_kinds,
    wishes_of,
)
from menace_kit.site.choices_of_rules import rules_said
from menace_kit.site.mistakes import mistakes_at, shapes
from menace_kit.workshop.kit_files import (
    PAPER_FILE_NAME,
    Wishes,
    kit_files,
    spaced_paper,
    wished,
)
from menace_kit.workshop.own_beads import BEADS_FILE_NAME, beads_file
from menace_kit.workshop.own_boxes import own_container, own_file_name, with_label_on_top
from menace_kit.workshop.printer import load_profile


def take_in(files: Mapping[str, str | bytes]) -> Facts:
    """Return what the form shows for files that were dropped or linked: `choices`, and more.

    `machine` is the kit's preset, or the nearest one. `kept` are the lines of its kit file that no
    field of the form changes, so they stay. `errors` are like those of `preview`.
    """
    try:
        texts = texts_of(files)
        with in_folder(texts):
            if PROFILE_FILE_NAME in texts:
                with mistakes_at("files.printer.toml"):
                    load_profile(Path(PROFILE_FILE_NAME))
            if KIT_FILE_NAME not in texts:
                return {"choices": {"files": texts}, "machine": None, "kept": [], "errors": []}
            with mistakes_at("files.kit.toml"):
                spec = parse_table(Spec, read_toml(Path(KIT_FILE_NAME)), KIT_FILE_NAME)
                chosen = {**_choices_of(spec, texts), "files": texts}
                machine, kept = _nearest(spec, wishes_of(chosen))
                if rules := rules_said(spec, [line.lstrip("# ").split(" ")[0] for line in kept]):
                    chosen["rules"] = {**rules, **chosen.get("rules", {})}
                    kept = _kept(spec, machine, wishes_of({**chosen, "machine": machine}))
        only_profile = {name: text for name, text in texts.items() if name == PROFILE_FILE_NAME}
        by_form = {**chosen, "machine": machine, "files": only_profile}
        if not kept and files_of(by_form) == texts:
            chosen = by_form
    except MistakesError as error:
        return {"choices": {}, "machine": None, "kept": [], "errors": shapes(error.found)}
    return {"choices": chosen, "machine": machine, "kept": kept, "errors": []}


def _choices_of(spec: Spec, files: Mapping[str, str]) -> Facts:
    """Return a kit file as choices, field by field."""
    container, beads = spec.print.container, spec.beads.kind
    chosen: Facts = {"container": container, "beads": beads, "name": spec.name}
    if container in files:
        chosen |= _sizes_of(container, files[container]) or {}
    if beads == BEADS_FILE_NAME and (bead := _bead_of(files.get(beads, ""))):
        chosen |= {"beads": "own", "bead": bead}
    if spec.fold_up.tray and container == "fold-up":
        sides = ("length", "width", "height")
        chosen["folded"] = {
            side: f"{size:g}" for side, size in zip(sides, spec.fold_up.tray, strict=True)
        }
    chosen["palette"] = spec.beads.palette
    chosen |= {key: getattr(spec.print, key) for key in ("paper", "stock", "language")}
    return chosen | (_gap_of(files) if spec.print.stock == PAPER_FILE_NAME else {})


def _gap_of(files: Mapping[str, str]) -> Facts:
    """Return the gap between labels, if the file is plain paper as we write it; else nothing."""
    text = files.get(PAPER_FILE_NAME, "")
    found = re.search(r"(?m)^gap = ([0-9.]+)", text)
    if found is None or spaced_paper(float(found[1])) != text:
        return {}
    return {"stock": "plain", "rules": {"gap": found[1]}}


def _sizes_of(name: str, text: str) -> Facts | None:
    """Return the sizes in a file of your own containers.

    Returns None if the file says more than the form has fields for.
    """
    tables = read_toml(Path(name))
    kinds = {kind.value: own for own, kind in own_kinds().items()}
    kind = tables.get("kind", "matchbox")
    on_top = kind == ContainerKind.FLAT.value
    if on_top:  # a matchbox whose tray is too small for a label
        kind = ContainerKind.MATCHBOX.value
    outer, inside = tables.get("outer", {}), tables.get("inside", tables.get("tray", {}))
    if kind not in kinds or own_file_name(ContainerKind(kind)) != name:
        return None
    sizes = {f"outer.{side}": outer.get(side) for side in ("length", "width", "height")}
    sizes |= {f"inside.{side}": inside.get(side) for side in ("length", "width", "height")}
    sizes |= {f"label.{side}": tables.get("label", {}).get(side) for side in ("width", "height")}
    try:
        if kind == "cup":  # the inside width is the mean of rim and bottom, less the walls
            bottom = 2 * (inside["width"] + 1) - outer["width"]
            sizes |= {"rim": outer["width"], "bottom": bottom, "height": outer["height"]}
        elif kind == "envelope":
            sizes |= {"width": outer["width"], "height": outer["height"]}
        sizes["together"] = tables.get("together", 1)
        keys = [each["key"] for each in own_fields(ContainerKind(kind))]
        told = {key: f"{sizes[key]:g}" for key in keys if sizes[key] is not None}
        chosen = {"container": kinds[kind], "sizes": told}
        own = own_container_of(chosen)
        made = own_container(own) if own else ""
        return chosen if text == (with_label_on_top(made) if on_top else made) else None
    except (KeyError, TypeError, ValueError, MenaceKitError):
        return None


def _bead_of(text: str) -> Facts | None:
    """Return the size in a file of your own beads; None if the form cannot show all of it."""
    titled = re.search(r'^title = "([^"]*)"$', text, re.MULTILINE)
    found = re.fullmatch(r"([0-9.,]+)(?: x ([0-9.,]+))? mm ?(.*)", titled[1]) if titled else None
    if found is None or beads_file(found[0])[1] != text:
        return None
    return {"diameter": found[1], "length": found[2] or "", "title": found[3]}


def _nearest(spec: Spec, wishes: Wishes) -> tuple[str, list[str]]:
    """Return the kit's preset, or the nearest one, and the lines of its file that differ."""

    def nearness(name: str) -> tuple[int, bool]:
        tables, _ = wished(read_toml(template_path(TemplateKind.MACHINES, name)), wishes)
        return len(_differing(spec, tables)), name != DEFAULT_PRESET

    machine = min(template_names(TemplateKind.MACHINES), key=nearness)
    return machine, _kept(spec, machine, wishes)


def _differing(spec: Spec, tables: dict[str, Any]) -> list[str]:
    said, others = _flat(spec), _flat(parse_table(Spec, tables, KIT_FILE_NAME))
    return sorted(key for key in said.keys() | others.keys() if said.get(key) != others.get(key))


def _kept(spec: Spec, machine: str, wishes: Wishes) -> list[str]:
    """Return the lines of a kit file that differ from what the form makes of a preset."""
    said = _flat(spec)
    # A kit file has some values that a preset leaves to the defaults.
    others = _differing(spec, tomllib.loads(kit_files(machine, wishes)[KIT_FILE_NAME]))
    return [f"{key} = {said[key]}" if key in said else f"# {key}" for key in others]


def _flat(table: Table, before: str = "") -> dict[str, str]:
    """Return dotted key -> value as written in a file, for everything in a table."""
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
