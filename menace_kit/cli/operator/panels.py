"""What stands beside the board: the box and its beads, the machine's move, the tick-list, the next game."""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from menace_kit.cli.operator.big import Ink, big
from menace_kit.cli.operator.board import board_lines, side_by_side
from menace_kit.cli.operator.guided import View
from menace_kit.games import Side
from menace_kit.games.notation import move_text, parse_move
from menace_kit.guide import prompts, wording
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import Kind
from menace_kit.machine.palette import Colour
from menace_kit.machine.reading import Reading
from menace_kit.text import Phrase
from menace_kit.text.messages import Capital

if TYPE_CHECKING:
    from rich.text import Text

LEAST_WIDTH = 49
"""What a panel needs beside a large board."""

LEAST_SMALL_WIDTH = 28
"""What a panel needs beside a small board."""


def panel(
    session: Session, view: View, width: int, height: int, ink: Ink, large: bool = True
) -> "list[Text]":
    """Return the panel for what is due now, at most `width` wide; what matters most comes first."""
    scale = 0
    if large:
        scale = 2 if width >= 60 and height >= 30 else 1
    if session.due is Due.BEAD:
        return _box(session, width, height, scale, ink)
    if session.due is Due.REPLY:
        return _move(session, width, scale, ink)
    if session.due is Due.ADJUST:
        return _list(session, view, width, height, scale, ink)
    return _next_game(session, view, width, scale, ink)


def wrapped(text: Phrase | str, width: int, style: str = "") -> "list[Text]":
    """Return a text as lines of at most `width` signs."""
    from rich.text import Text

    return [Text(line, style=style) for line in textwrap.wrap(str(text), max(10, width))]


def beside(left: "Sequence[Text]", right: "Sequence[Text]", gap: int) -> "list[Text]":
    """Return two blocks side by side, one sign from the left edge."""
    from rich.text import Text

    width = max(line.cell_len for line in left)
    lines = []
    for number in range(max(len(left), len(right))):
        line = Text(" ").append_text(left[number] if number < len(left) else Text())
        if number < len(right):
            line.pad_right(width + 1 + gap - line.cell_len)
            line.append_text(right[number])
        lines.append(line)
    return lines


def _headline(text: str, words: Sequence[str], width: int, scale: int, ink: Ink) -> "list[Text]":
    """Return a short text drawn as large as it may, with words beside it; without a scale the words alone."""
    from rich.text import Text

    beside = max((len(word) + 3 for word in words), default=0)
    while scale > 1 and len(big(text, scale, ink)[0]) + beside > width:
        scale -= 1
    if not scale or len(big(text, 1, ink)[0]) > width:  # a box may have a long name
        return [Text(", ".join(words), style="bold")]
    lines = [Text(line, style="bold") for line in big(text, scale, ink)]
    first = max(0, (len(lines) - len(words)) // 2)
    for number, word in enumerate(words[: len(lines)]):
        lines[first + number].append(f"   {word}", style="bold")
    return lines


def _chip(colour: Colour) -> "Text":
    """Return a bead's letter in its colour."""
    from rich.text import Text

    return Text().append(f" {colour.key} ", style=f"bold {colour.ink} on {colour.hex}")


# The box that is to be opened


def _box(session: Session, width: int, height: int, scale: int, ink: Ink) -> "list[Text]":
    from rich.text import Text

    reading = session.readings[0]
    beads = _beads(session, reading, width if not scale else width - 14)
    words = str(wording.box_and_place(session.kit, reading.box)).split(", ")
    if session.game and session.game.both:
        words.append(str(prompts.to_move(session.kit, session.position.to_move)))
    head = _headline(reading.box.name, words, width, scale, ink)
    turn = wrapped(f"{Capital(wording.how_to_turn(reading))}.", width)
    if len({tuple(way.moves.values()) for way in session.readings}) > 1:
        turn += wrapped("Other ways to hold it are right too: /", width)
    if not scale:
        return [*head, *beads, *turn]
    label = board_lines(session.kit, reading.box.position, reading.box.moves)
    middle = side_by_side([("the label", label), (str(prompts.beads_head(session.kit)), beads)], gap=3)
    lines = [*head, Text(), *middle, *turn]
    if len(lines) < height and scale > 1:
        lines[len(head) + 1 + len(middle) : len(head) + 1 + len(middle)] = [Text()]
    return lines


def _beads(session: Session, reading: Reading, width: int) -> "list[Text]":
    """Return a line for each colour: letter, sign, name, square, and how many lie in the box."""

    counts = session.in_box(reading.box.number)
    longest = max(len(colour) for colour in reading.moves)
    lines = []
    for name, move in reading.moves.items():
        colour = session.kit.colour(name)
        line = _chip(colour)
        where = wording.square_in_short(session.kit, move)
        line.append(f" {colour.glyph} {name:<{longest}} ", style="" if counts[name] else "dim")
        line.append(f"{where:<15}", style="bold" if counts[name] else "dim")
        line.append(f"{counts[name]:>3}" if line.cell_len + 3 <= width else "")
        lines.append(line)
    return lines


# The machine's move, when the opponent's is due


def _move(session: Session, width: int, scale: int, ink: Ink) -> "list[Text]":
    from rich.text import Text

    game = session.game
    if game is None or not game.moves:
        return [Text(), *wrapped(f"{Capital(prompts.opponent(game))} begins.", width, "bold")]
    entry = game.moves[-1]
    move = parse_move(entry.move or "")
    lines = [Text("The machine plays", style="bold"), Text()] if scale else []
    square = str(wording.square(session.kit, move))
    words = square.rstrip(")").split(" (") if scale else [f"The machine plays {square}"]
    lines += _headline(move_text(move), words, width, scale, ink)
    lines.append(Text())
    if entry.kind is Kind.BEAD and entry.box and entry.colour:
        colour = session.kit.colour(entry.colour)
        lines.append(_chip(colour).append(f" {colour.glyph} {colour.name.upper()}", style="bold"))
        where = wording.box_and_place(session.kit, session.kit.box(entry.box))
        lines += wrapped(f"{where}: leave the box open, and lay the bead before it.", width)
    elif entry.kind is Kind.LOT:
        lines += wrapped("The lot chose it; no bead was drawn.", width)
    else:
        lines += wrapped("It is the only move left; no bead was drawn.", width)
    return lines


# After a game


def _list(session: Session, view: View, width: int, height: int, scale: int, ink: Ink) -> "list[Text]":
    """Return how the game ended and the tick-list; where it is too long, ticked lines at its top give way."""
    from rich.text import Text

    game = session.game
    if game is None or game.result is None:
        return []
    changes = [(side, change) for side, own in game.tick_lists for change in own]
    head = [*wrapped(prompts.result(session.kit, game, len(view.ticked)), width, "bold"), Text()]
    items: list[tuple[Side, list[Text]]] = []
    current = next((line for line in range(len(changes)) if line not in view.ticked), None)
    for number, (side, change) in enumerate(changes):
        deed = wording.adjustment(session.kit, change, session.contents[change.box])
        tick = "x" if number in view.ticked else " "
        colour = session.kit.colour(change.colour)
        style = "dim" if number in view.ticked else "bold" if number == current else ""
        told = wrapped(deed, width - 10, style)
        first = Text().append(f"[{tick}] {number + 1} ", style=style).append_text(_chip(colour)).append(" ")
        lines = [first.append_text(told[0]), *(Text(" " * 10).append_text(line) for line in told[1:])]
        items.append((side, lines))
    body = _with_headings(session, items)
    word = str(prompts.headline(session.kit, game))
    huge = _headline(word, [], width, scale, ink) if scale and len(big(word, 1, ink)[0]) <= width else []
    if huge and len(huge) + 1 + len(head) + len(body) <= height:
        head = [*huge, Text(), *head]
    while (
        len(body) + len(head) > height and len(items) > 1 and current and len(changes) - len(items) < current
    ):
        items.pop(0)
        body = _with_headings(session, items)
    return [*head, *body]


def _with_headings(session: Session, items: "Sequence[tuple[Side, list[Text]]]") -> "list[Text]":
    """Return the lines of a list; where both players were machines, each one's under a heading."""
    from rich.text import Text

    game = session.game
    if game is None or not game.both:
        every = [line for _, lines in items for line in lines]
        return every or [Text("No bead was drawn: there is nothing to do.")]
    found = []
    empty = [own.side for own in game.tick_lists if not own.changes]
    for side in Side:
        lines = [line for whose, own in items if whose is side for line in own]
        if side in empty:
            lines = [Text(str(wording.nothing_drawn()))]
        if lines:
            found += [Text(str(wording.list_head(session.kit, game, side)), style="underline"), *lines]
    return found


# Between games


def _next_game(session: Session, view: View, width: int, scale: int, ink: Ink) -> "list[Text]":
    from rich.text import Text

    game, kit = session.game, session.kit
    side = prompts.next_side(session, view.machine_first)
    dead = prompts.dead(session, view.machine_first, view.both)
    lines: list[Text] = []
    for line in prompts.put_back(session):
        lines += wrapped(line, width, "bold")
    if game is not None and game.result is not None:
        went = wording.ended(kit, game)
        lines += wrapped(f"Game {game.number}: {went} The beads are put right.", width)
    if lines:
        lines.append(Text())
    if dead:
        return [*lines, *wrapped(f"{Capital(dead)}.", width, "bold")]
    number = game.number + 1 if game else 1
    lines += _headline(str(number), ["the next game" if scale else f"Game {number}"], width, scale, ink)
    switch = "   (Tab: another)" if kit.spec.side == "both" else ""
    lines += [Text(), Text(f"Operator:     {view.operator or '-'}")]
    if view.both:
        return [*lines, Text(f"Players:      both are machines{switch}")]
    first = "the machine" if side is Side.FIRST else "the opponent"
    opponent = Text("Opponent:     ").append(view.opponent, style="bold").append("_", style="blink")
    return [*lines, opponent, Text(f"Moves first:  {first}{switch}")]
