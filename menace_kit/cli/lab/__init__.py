"""`menace-kit lab`: simulations and exact sums. Everything here needs the extra `lab`."""

import typer

from menace_kit.cli.options import PLAIN, command_in, lazy_group

COMMANDS = {
    "train": "train",
    "evaluate": "evaluate",
    "play": "play",
    "solve": "evaluate",
    "curve": "pictures",
    "heatmap": "heatmap",
    "animate": "heatmap",
    "forecast": "forecast",
    "sweep": "sweep",
    "reproduce": "sweep",
}
"""Each command, and the module that the function of its name is in."""

app = typer.Typer(
    **PLAIN,
    cls=lazy_group({name: command_in(f"{__name__}.{module}", name) for name, module in COMMANDS.items()}),
    help="See what the machine will learn, and how many beads it will take, before you build it.\n\n"
    "Ctrl-C stops any of these: what is done by then is kept and told, and the exit code is 130.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _group() -> None:
    from menace_kit.cli.lab.options import check_extra

    check_extra()
