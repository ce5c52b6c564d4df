"""`menace-kit operator`: games with the real boxes, and what was played."""

from menace_kit.cli import command_in, group_of

PLAY = {
    "lookup": "boxes",
    "play": "play",
    "record": "steps",
    "import": "steps",
    "undo": "steps",
    "quick": "steps",
    "box": "boxes",
    "contents": "boxes",
    "recount": "boxes",
    "stocktake": "boxes",
    "history": "history",
    "game": "history",
    "stats": "stats",
    "suspect": "stats",
    "sticker": "stats",
}
STEPS = {
    "start": "steps",
    "draw": "steps",
    "reply": "steps",
    "empty": "steps",
    "halve": "steps",
    "abandon": "steps",
    "adjust": "steps",
    "status": "steps",
}
"""Each command, and the module that it is in."""

FUNCTIONS = {"import": "import_games"}  # `import` cannot be the name of a function

app = group_of(
    {
        name: command_in(f"{__name__}.{module}", FUNCTIONS.get(name, name), name)
        for name, module in (PLAY | STEPS).items()
    },
    help="Play games with the real boxes, and keep the logbook.",
    panels={"Play": [*PLAY], "For scripts, a step a command": [*STEPS]},
)
