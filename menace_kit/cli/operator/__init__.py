"""`menace-kit operator`: games with the real boxes, and the machine's book."""

from menace_kit.cli import command_in, group_of

COMMANDS = {
    "lookup": "boxes",
    "play": "play",
    "start": "steps",
    "draw": "steps",
    "reply": "steps",
    "empty": "steps",
    "halve": "steps",
    "undo": "steps",
    "abandon": "steps",
    "quick": "steps",
    "status": "steps",
    "adjust": "steps",
    "record": "steps",
    "import": "steps",
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
"""Each command, and the module that it is in."""

FUNCTIONS = {"import": "import_games"}  # `import` cannot be the name of a function

app = group_of(
    {
        name: command_in(f"{__name__}.{module}", FUNCTIONS.get(name, name), name)
        for name, module in COMMANDS.items()
    },
    help="Play games with the real boxes: find the box, enter the beads, keep the machine's book.",
)
