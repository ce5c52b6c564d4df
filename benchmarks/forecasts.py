"""Simulates what the machines of all presets need, for templates/forecasts.toml: `make forecasts`.

It takes each preset in boxes of the templates' sizes and sizes between them, with the preset's own
beads. Shopping lists look the results up.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from menace_kit.files import templates_folder
from menace_kit.machine.containers import Container
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import load_preset
from menace_kit.machine.learning import allowed_in_boxes
from menace_kit.machine.schema import FullBox
from menace_kit.machine.toml_files import TemplateKind, load_template, template_names
from menace_kit.workshop.forecasts import (
    ANY_NUMBER,
    CROWD,
    PERCENT,
    RUNS,
    SEED,
    forecast_key,
    table_of,
)

CROWD_SAID = ", ".join(f"{name} {share} %" for name, share in CROWD.items())

HEAD = f"""\
# What {RUNS:,} simulated machines of each preset's rules needed, for the shopping list.
# Opponents at random: {CROWD_SAID}; seed {SEED}.
# A table's name is a key of everything that its figures depend on, except the size of the boxes.
# Each line begins with the most beads a box may have; other sizes use the next larger one.
# Then: beads to own of each colour, in the kit's order, so that {PERCENT} machines in 100 have
# enough; of all colours together in one machine; the most boxes halved, in half of the machines
# and in {PERCENT} of 100; the fullest box; and in how many machines a first box ran empty,
# for each side.
# Made by `make forecasts`. Run it again when a preset, its rules or the crowd change.
"""

BETWEEN = (5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 29, 35, 42, 50, 60, 72, 86, 104, 125, 150)
"""Sizes for boxes and beads of your own: each about a fifth more than the one before."""


@cache
def containers() -> tuple[Container, ...]:
    """Return the boxes that have a template."""
    return tuple(
        load_template(Container, TemplateKind.CONTAINERS, name)
        for name in template_names(TemplateKind.CONTAINERS)
        if name != "measure-your-own"
    )


def sizes(kit: Kit) -> list[int]:
    """Return the beads a box may have, for each size of box that gets a forecast."""
    halving = kit.with_keys("learning", full_box=FullBox.HALVE)
    in_templates = {allowed_in_boxes(replace(halving, container=one)) for one in containers()}
    return sorted({*BETWEEN, *(size for size in in_templates if size is not None)})


def needs(kit: Kit) -> dict[str, Mapping[str, Any]]:
    """Return what machines of a preset need, by the size of their boxes.

    Sizes in which no machine halves a box are left out: they need the same as with any number of
    beads.
    """
    from menace_kit.lab.studies.forecast import simulated_need

    unlimited = table_of(simulated_need(kit.with_keys("learning", full_box=FullBox.IGNORE)))
    found: dict[str, Mapping[str, Any]] = {}
    for size in sizes(kit):
        halved = kit.with_keys("learning", full_box=FullBox.HALVE, full_above=size)
        facts = table_of(simulated_need(halved))
        if facts == unlimited:
            break
        found[str(size)] = facts
    return {**found, ANY_NUMBER: unlimited}


def main() -> None:
    """Simulate all of them, and write the file."""
    tables: dict[str, str] = {}
    for name in template_names(TemplateKind.MACHINES):
        kit = load_preset(name)
        key = forecast_key(kit)
        if key in tables:
            continue
        lines = [f"\n# {kit.spec.name}\n[needs.{key}]\n"]
        for size, facts in needs(kit).items():
            told = ", ".join(f"{fact} = {json.dumps(value)}" for fact, value in facts.items())
            lines.append(f"{size} = {{ {told} }}\n")
        tables[key] = "".join(lines)
        print(f"{kit.spec.name}: {len(lines) - 1} sizes of boxes")
    path: Path = templates_folder() / "forecasts.toml"
    path.write_text(HEAD + "".join(tables.values()), encoding="utf-8")


if __name__ == "__main__":
    main()
