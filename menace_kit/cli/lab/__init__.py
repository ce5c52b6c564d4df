"""`menace-kit lab`: simulations and exact sums. Everything here needs the extra `lab`."""

from menace_kit.cli import command_in, group_of

COMMANDS = {
    "train": "train",
    "evaluate": "evaluate",
    "league": "evaluate",
    "play": "play",
    "curve": "pictures",
    "heatmap": "heatmap",
    "animate": "heatmap",
    "forecast": "plans",
    "until": "plans",
    "compare": "plans",
    "sweep": "sweep",
}
"""Each command, and the module that the function of its name is in."""


def _check_extra() -> None:
    from menace_kit.errors import check_extra

    check_extra()


app = group_of(
    {name: command_in(f"{__name__}.{module}", name) for name, module in COMMANDS.items()},
    help="See what the machine will learn, and how many beads it will take, "
    "before you build it.\n\n"
    "Ctrl-C stops any of these: what is done by then is kept and told, and the exit code is 130.",
    before=_check_extra,
)
