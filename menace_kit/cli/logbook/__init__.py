"""`menace-kit logbook`: check, copy, export and rescue the logbook."""

from menace_kit.cli.commands import command_in, group_of

COMMANDS = {
    "verify": "verify",
    "backup": "export",
    "export": "export",
    "rescue": "rescue",
    "forget": "forget",
}
"""Each command, and the module it is in."""

app = group_of(
    {name: command_in(f"{__name__}.{module}", name) for name, module in COMMANDS.items()},
    help="Check, copy, export and rescue the logbook.",
)
