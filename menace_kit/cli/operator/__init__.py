"""`menace-kit operator`: games with the real boxes, and the machine's book."""

import typer

from menace_kit.cli.operator import (
    adjust,
    contents,
    counting,
    export,
    history,
    lookup,
    paper,
    play,
    stats,
    steps,
    verify,
)

app = typer.Typer(
    help="Play games with the real boxes: find the box, enter the beads, keep the machine's book.",
    no_args_is_help=True,
)

app.command("lookup")(lookup.lookup)
for step in (steps.start, steps.draw, steps.reply, steps.empty, steps.undo, steps.abandon, steps.status):
    app.command(step.__name__)(step)
app.command("adjust")(adjust.adjust)
app.command("record")(paper.record)
app.command("import")(paper.import_games)
app.command("stats")(stats.stats)
app.command("play")(play.play)
app.command("box")(contents.box)
app.command("contents")(contents.contents)
app.command("recount")(counting.recount)
app.command("stocktake")(counting.stocktake)
app.command("history")(history.history)
app.command("game")(history.game)
app.command("verify")(verify.verify)
app.command("export")(export.export)
app.command("backup")(export.backup)
