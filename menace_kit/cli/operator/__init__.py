"""`menace-kit operator`: games with the real boxes, and their records."""

from menace_kit.cli.commands import command_in, group_of
from menace_kit.cli.mistakes import NOTHING_RECORDED

PLAY = {
    "lookup": "lookup",
    "play": "play",
    "record": "record",
    "import": "imports",
    "undo": "undo",
    "count": "counts",
    "history": "history",
    "stats": "stats",
}
STEPS = {
    "start": "start",
    "draw": "steps",
    "reply": "steps",
    "empty": "steps",
    "halve": "steps",
    "end": "steps",
    "adjust": "adjust",
    "status": "status",
}
"""Each command, and the module it is in."""

FUNCTIONS = {"import": "import_games"}  # `import` is a keyword

app = group_of(
    {
        name: command_in(f"{__name__}.{module}", FUNCTIONS.get(name, name), name)
        for name, module in (PLAY | STEPS).items()
    },
    help="Play games with the real boxes, and keep the logbook.",
    panels={"Play": [*PLAY], "For scripts, a step a command": [*STEPS]},
    interrupted=NOTHING_RECORDED,
)
