"""Simulates what the machines of all presets need, and writes it into
templates/forecasts.toml: `make forecasts`.

Each preset in each of the boxes that there is a template for, with the preset's own beads.
Shopping lists look it up.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from menace_kit.files import templates_folder
from menace_kit.machine.containers import Container
from menace_kit.machine.kit import Kit, load_preset
from menace_kit.machine.learning import allowed_in_boxes
from menace_kit.machine.toml_files import TemplateKind, load_template, template_names
from menace_kit.workshop.forecasts import CROWD, PERCENT, RUNS, SEED, forecast_key, table_of

CROWD_SAID = ", ".join(f"{name} {share} %" for name, share in CROWD.items())

HEAD = f"""\
# What {RUNS:,} simulated machines of each preset's rules needed, for the shopping list, \
in each of the
# boxes that there is a template for. Opponents by lot: {CROWD_SAID}; seed {SEED}.
# A name is a key of everything that the figures depend on. Then: beads to own \
of each colour, in the
# kit's order, so that {PERCENT} machines in 100 have enough; of all colours \
together in one machine;
# boxes halved, in half of the machines and in {PERCENT} of 100 at the most; \
the fullest box; and in how
# many machines a first box ran empty, for each side.
# Made by `make forecasts`, which has to run again when a preset, its rules or the crowd change.

[needs]
"""


def kits() -> Iterator[Kit]:
    """Yield each preset as it is, and in every other of the boxes that have a template."""
    containers = [
        load_template(Container, TemplateKind.CONTAINERS, name)
        for name in template_names(TemplateKind.CONTAINERS)
        if name != "measure-your-own"
    ]
    for name in template_names(TemplateKind.MACHINES):
        kit = load_preset(name)
        yield kit
        yield from (replace(kit, container=container) for container in containers)


def main() -> None:
    """Simulate all of them, and write the file."""
    from menace_kit.lab.studies.forecast import simulated_need

    lines: dict[str, str] = {}
    for kit in kits():
        key = forecast_key(kit)
        if key in lines:
            continue
        facts = table_of(simulated_need(kit))
        told = ", ".join(f"{name} = {json.dumps(value)}" for name, value in facts.items())
        allowed = allowed_in_boxes(kit) or "any number"
        lines[key] = f"# {kit.spec.name}, {allowed} in a box\n{key} = {{ {told} }}\n"
        print(f"{kit.spec.name}: {allowed} in a box")
    path: Path = templates_folder() / "forecasts.toml"
    path.write_text(HEAD + "".join(lines.values()), encoding="utf-8")


if __name__ == "__main__":
    main()
