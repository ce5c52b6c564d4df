"""What is beside the board in the guided game: a box, a move, a list or the next game."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from menace_kit.cli.operator.box_panel import counted_box, open_box
from menace_kit.cli.operator.canvas import Aside, Canvas, hanging
from menace_kit.cli.operator.guided.view import Asking
from menace_kit.cli.operator.list_panel import tick_list
from menace_kit.cli.terminal import chip
from menace_kit.games import Side, parse_move, written_move
from menace_kit.guide import wording
from menace_kit.guide.players import next_side
from menace_kit.guide.situation import Due
from menace_kit.logbook import Kind
from menace_kit.text import kinds, kit_words
from menace_kit.text.phrases import Capital, Joined, WithoutCommands, say


def aside(canvas: Canvas, width: int) -> Aside:
    """Return the panel for what is due now."""
    view = canvas.view
    if view.asking is Asking.HELP:
        return Aside((), _help(canvas), view.at or 0)
    if view.counted_box is not None:
        return counted_box(canvas, canvas.kit.box(view.counted_box), width)
    if view.deeds:
        return Aside((), _deeds(canvas), view.at or 0)
    due = {
        Due.START: _next_game,
        Due.BEAD: open_box,
        Due.REPLY: _last_move,
        Due.ADJUST: tick_list,
    }
    return due[canvas.session.due](canvas, width)


def _deeds(canvas: Canvas) -> list[RenderableType]:
    """Return what to do, numbered if there are several steps."""
    deeds = [canvas.text(deed) for deed in canvas.view.deeds]
    if len(deeds) < 2:
        return list(deeds)
    return [hanging(Text(f"{number} "), deed) for number, deed in enumerate(deeds, 1)]


def _help(canvas: Canvas) -> list[RenderableType]:
    keys = [line.partition(" | ")[::2] for line in canvas.words.lines("play.help")]
    longest = max(len(key) for key, _ in keys) + 2
    return [hanging(Text(f"{key:<{longest}}", "bold"), Text(meaning)) for key, meaning in keys]


def _last_move(canvas: Canvas, width: int) -> Aside:
    """Return the machine's last move, and the bead to put before its box."""
    kit, game = canvas.kit, canvas.session.game
    if game is None or not game.moves:
        return Aside([canvas.text(say("logbook.machine-second"), "bold")])
    entry = game.moves[-1]
    move, before = parse_move(entry.move or ""), game.positions(kit.game)[-2]
    square = kit_words.square(kit, move, before)
    moved = say("piece.moved", *kinds(kit), square=square)
    told = say("happened.reply", player=Capital(say("common.machine")), moved=moved)
    parts = canvas.title(told, written_move(kit.game, before, move), width)
    if entry.kind is not Kind.BEAD or not entry.box or not entry.colour:
        return Aside([*parts, canvas.text(wording.without_bead(kit, entry, game.entries))])
    colour = kit.colour(entry.colour)
    name = canvas.words.colour_name(colour).upper()
    bead = chip(colour).append(f" {colour.glyph} {name}")
    where = kit_words.box_and_place(kit, kit.box(entry.box))
    return Aside([*parts, bead, canvas.text(say("play.lay-bead", box=where))])


def _next_game(canvas: Canvas, width: int) -> Aside:
    """Return the last game's result, and the next game's number and players."""
    game, view = canvas.session.game, canvas.view
    parts: list[RenderableType] = []
    if game is not None and game.result is not None:
        parts.append(canvas.text(wording.game_and_result(canvas.kit, game)))
        parts += [Text()] if canvas.large else []
    if dead := wording.dead(canvas.session, view.machine_first, view.both):
        told = WithoutCommands(Joined((Capital(dead), "."), ""))
        return Aside([*parts, canvas.text(told, "bold")])
    number = str(canvas.session.number + 1)
    parts += canvas.title(say("common.game", number=number), number, width)
    parts += [Text(f"{canvas.words(title)} {told}") for title, told in _players(canvas)]
    return Aside([*parts, *([canvas.text(say("exhibition.is"))] if view.exhibition else [])])


def _players(canvas: Canvas) -> Iterator[tuple[str, str]]:
    """Yield the players of the next game."""
    view, words = canvas.view, canvas.words
    yield "operate.operator", view.operator or "-"
    switch = f"   ({words('play.tab')})" if canvas.kit.spec.side == "both" else ""
    if view.both:
        yield "both.moves", switch
        return
    yield "operate.opponent", f"{view.opponent}_"
    first = next_side(canvas.kit, view.machine_first) is Side.FIRST
    mover = words("common.machine" if first else "happened.opponent")
    yield "operate.who-begins", mover + switch
