"""What the options of the shopping list and the filling guide mean."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from menace_kit.cli.lab.options import ChosenMachine, machine_in, need_of
from menace_kit.cli.options import check_goes_with
from menace_kit.cli.output_paths import check_file
from menace_kit.cli.outputs import FileOptions, PrintJob
from menace_kit.cli.printing.choices import AskedSheet, Printed
from menace_kit.cli.terminal import busy
from menace_kit.errors import LabError, SelectionError, check_extra
from menace_kit.files import write_file
from menace_kit.machine.cabinets import CabinetOrder
from menace_kit.machine.learning import mixing, too_full_to_mix
from menace_kit.machine.sizes import shakeable_beads
from menace_kit.printables.build import kept_sheets
from menace_kit.printables.buying import shopping_with
from menace_kit.printables.filling import LearnedMachine
from menace_kit.workshop.forecasts import CROWD, crowd_of

if TYPE_CHECKING:
    from collections.abc import Mapping


def shopping(asked: AskedSheet) -> Printed:
    """Make the shopping list, and say how many beads are on it.

    For other games or opponents than the kit's, it goes into separate files.
    """
    job, given = asked.job, asked.given
    kit, crowd, suffix = job.kit, CROWD, ""
    if "games" in given:
        suffix += f"-{given['games']}-games"
        kit = kit.with_keys("shopping", games=given["games"])
    if "mix" in given:
        shares = _shares(given["mix"])
        suffix += "".join(f"-{name}-{share:g}" for name, share in shares.items())
        crowd = crowd_of(shares)
    need = need_of(kit, crowd)
    if need is None and given:
        check_extra()
        raise LabError(f"{' and '.join(f'--{name}' for name in given)}: this was not simulated")
    with busy("Drawing"):
        sheets = kept_sheets(job.kit, asked.sets)
        bought, made = shopping_with(kit, sheets, need, asked.sets, suffix)
    return Printed([made], [job.words.tell(bought.summed)] if bought.summed is not None else [])


def _shares(typed: str) -> "Mapping[str, float]":
    """Parse the share of games that each kind of opponent plays."""
    check_extra()
    from menace_kit.lab import PLAYERS
    from menace_kit.lab.learners import parsed_mix

    shares = parsed_mix(typed)
    for name in shares:
        if name not in PLAYERS:
            raise SelectionError(
                f"--mix: there is no player {name!r} here; choose from: {', '.join(PLAYERS)}"
            )
    return shares


def filling(asked: AskedSheet) -> Printed:
    """Make the filling guide; for a trained machine it goes into separate files."""
    given = asked.given
    machine, halve = given.get("machine"), given.get("halved")
    order = CabinetOrder(given["order"]) if "order" in given else None
    check_goes_with("--machine", machine is not None, {"--halved": halve})
    if halve is not None:
        check_file(halve, ("json",), "--halved")
        if machine is not None and halve.resolve() == machine.resolve():
            raise SelectionError(f"--halved: {halve} is the machine itself; name another file")
    if machine is not None:
        return _of_learned(asked, machine, order)
    return Printed([asked.makes(suffix=f"-by-{order.value}" if order else "", order=order)])


def _of_learned(asked: AskedSheet, machine: Path, order: CabinetOrder | None) -> Printed:
    job, learned = learned_machine(asked.job, asked.files, machine)
    said: list[str] = []
    kit, boxes, halve = job.kit, len(job.kit.boxes), asked.given.get("halved")
    full = too_full_to_mix(kit, learned.contents)
    if halve is not None:
        from menace_kit.lab.machine_file import machine_bytes, untaught

        mixed = mixing(kit, learned.contents)
        rested = untaught(kit, mixed)
        write_file(halve, machine_bytes(rested))
        told = ChosenMachine(rested, halve, None).told(job.words)
        learned = LearnedMachine(mixed, told, f"-{halve.stem}")
        said.append(f"{halve}  ({len(full):,} of {boxes:,} boxes halved)")
    elif full:
        name, beads = full[0].name, sum(learned.contents[full[0].number].values())
        said.append(
            f"Too full to mix: {len(full):,} of {boxes:,} boxes. Box {name} would have {beads:,} "
            f"beads, and shaking mixes about {shakeable_beads(kit.container.tray, kit.bead)}. "
            "--halved FILE takes half of each colour out of them until it does, "
            "and keeps that machine."
        )
    asked = asked._replace(job=job)
    return Printed([asked.makes(suffix=learned.suffix, learned=learned, order=order)], said)


def learned_machine(
    job: PrintJob, files: FileOptions, machine: Path
) -> tuple[PrintJob, LearnedMachine]:
    """Return the job with the machine's own kit, and the machine.

    Raises LabError if it has no beads.
    """
    chosen = machine_in(machine, files)
    printing = {"print": job.kit.spec.print}
    job = job._replace(kit=replace(chosen.kit, spec=chosen.kit.spec.model_copy(update=printing)))
    return job, LearnedMachine(chosen.machine.contents, chosen.told(job.words), f"-{machine.stem}")
