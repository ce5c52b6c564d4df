"""`menace-kit lab`: simulations and exact sums. Needs the extra `lab`."""

from menace_kit.cli.commands import command_in, group_of
from menace_kit.errors import check_extra

COMMANDS = ("train", "play", "evaluate", "curve", "compare", "sweep", "picture")
"""Each is a function in the module of the same name."""


app = group_of(
    {name: command_in(f"{__name__}.{name}", name) for name in COMMANDS},
    help="See what the machine will learn before you build it.\n\n"
    "Ctrl-C stops any of these: what is done by then is kept and told, and the exit code is 130.",
    before=check_extra,
)
