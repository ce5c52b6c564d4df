"""The guided game's screen: what stands where. Pure: a session and a view in, lines of text out.

From the whole to its parts: the screen, the board on it in three sizes, and the panel beside or below the board, which
shows the box and its beads, the machine's move, the tick-list, or the next game.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from menace_kit.cli.operator.guided import FOOT, HELP_LINES, Asking, View
from menace_kit.cli.operator.large_signs import ROWS, Cell, big, big_board, mark_cells, with_beads
from menace_kit.cli.terminal import BLOCKS, PLAIN, Ink, beside, board_lines, chip, side_by_side
from menace_kit.games import Side, move_text, parse_move
from menace_kit.guide import wording
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import Kind
from menace_kit.machine.boxes import Reading
from menace_kit.text import Phrase, kinds, kit_words
from menace_kit.text.messages import Capital, say

LARGE = (80, 24)
"""Below this width or height the screen is drawn small."""

FOOT_ROWS = 6
GAP = 2
LEAST_WIDTH = 49
"""What a panel needs beside a large board."""

LEAST_BESIDE = 44
"""What a panel needs beside the smallest large board; with less it stands below."""

LEAST_BELOW = 18
"""The rows that a panel needs below a board to be drawn large."""

LEAST_SMALL_WIDTH = 28
"""What a panel needs beside a small board."""

NARROWEST_SQUARE, WIDEST_SQUARE = 7, 13
"""The width of a square of a board that is wider than the screen has room for beside a panel."""


@dataclass(frozen=True)
class Size:
    """A screen in signs, and whether it has only the signs of ASCII."""

    width: int
    height: int
    ascii_only: bool = False

    @property
    def ink(self) -> Ink:
        """Return what is drawn with."""
        return PLAIN if self.ascii_only else BLOCKS


def screen(session: Session, view: View, size: Size) -> list[Text]:
    """Return the screen as `size.height` lines, none wider than `size.width`.

    What is due and the keys are always there; where there is no room for all, the middle gives way.
    """
    helping = view.asking is Asking.HELP
    foot = [Text(" Any key goes back to the game.", style="bold")] if helping else _foot(session, view, size)
    room = max(0, size.height - 1 - len(foot))
    if helping:
        body = _help(size.width)
    elif size.width >= LARGE[0] and size.height >= LARGE[1]:
        body = _large(session, view, size)
    else:
        body = _small(session, view, size, room)
    body = [*body[:room], *[Text()] * (room - len(body))]
    lines = [_head(session), *body, *foot][-size.height :]
    for line in lines:
        if line.cell_len > size.width:
            line.rstrip()
        line.truncate(size.width, overflow="ellipsis")
    return lines


def _head(session: Session) -> Text:
    kit, game = session.kit, session.game
    line = Text(f" {kit.spec.name}", style="bold")
    if game is not None:
        who = wording.the_machine_is(kit, game)
        line.append(f"   game {game.number}   {who}", style="not bold")
        if game.start.operator:
            line.append(f"   operator: {game.start.operator}", style="not bold")
        if not game.both:
            line.append(f"   against {wording.opponent(game)}", style="not bold")
    return line


def _foot(session: Session, view: View, size: Size) -> list[Text]:
    """Return what has just happened or the answer to the last key, what is due now, and the keys."""
    happened = wording.happened(session.kit, session.game, wording.last_action(session.game))
    style = "bold red" if view.message else ""
    said = _wrapped(view.message or happened, size.width - 2, style)
    due = _wrapped(wording.due(session, view.machine_first, view.both), size.width - 2)
    keys = _wrapped(FOOT[session.due], size.width - 2, "dim")
    if size.height >= LARGE[1] and size.width >= LARGE[0]:
        said += [Text()] * (FOOT_ROWS - len(said) - len(due) - len(keys))
    lines = []
    for line in (*said, *due, *keys):
        whole = Text(" ").append_text(line)
        if line in due:
            whole.pad_right(max(0, size.width - whole.cell_len))
            whole.stylize("bold reverse")
        lines.append(whole)
    return lines


def _help(width: int) -> list[Text]:
    lines = [Text(), Text(" The keys", style="bold"), Text()]
    for key, meaning in HELP_LINES:
        told = _wrapped(meaning, max(10, width - 20))
        for number, line in enumerate(told):
            lines.append(Text(f" {key if number == 0 else '':<17} ", style="bold").append_text(line))
    return lines


def _large(session: Session, view: View, size: Size) -> list[Text]:
    room = size.height - 1 - FOOT_ROWS
    game = session.kit.game
    if size.width - 1 - GAP - _board_size(session, 1)[0] < LEAST_BESIDE:
        return _wide(session, view, size, room)
    scale = 1
    while _board_size(session, scale + 1)[1] <= room and (
        _board_size(session, scale + 1)[0] + GAP + LEAST_WIDTH <= size.width - 1
    ):
        scale += 1
    extra = min(2 * scale, (room - _board_size(session, scale)[1]) // game.rows)
    board = big_board(
        session.kit,
        _cells(session, view, scale, size.ink),
        7 * scale + 2 + extra,
        5 * scale + extra,
        size.ink,
    )
    width = size.width - 1 - board[0].cell_len - GAP
    panel = _panel(session, view, width, room, size.ink)
    return _indented(beside((board, board[0].cell_len + GAP), (panel, 0)))


def _board_size(session: Session, scale: int) -> tuple[int, int]:
    game = session.kit.game
    return game.columns * (7 * scale + 3) - 1, game.rows * (5 * scale + 1) - 1


def _wide(session: Session, view: View, size: Size, room: int) -> list[Text]:
    """Return a board that leaves no room beside it, its squares as wide as they may, and the panel below."""
    columns, rows = session.kit.game.columns, session.kit.game.rows
    width = min(WIDEST_SQUARE, (size.width - 2) // columns - 1)
    if width < NARROWEST_SQUARE or rows * (ROWS + 3) > room // 2:
        return _small(session, view, size, room)
    board = big_board(session.kit, _cells(session, view, 1, size.ink), width, ROWS + 2, size.ink)
    below = room - len(board) - 1
    panel = _panel(session, view, size.width - 2, below, size.ink, large=below >= LEAST_BELOW)
    return _indented([*board, Text(), *panel])


def _cells(session: Session, view: View, scale: int, ink: Ink) -> dict[int, Cell]:
    kit = session.kit
    moves = session.game.moves if session.game else ()
    last = parse_move(moves[-1].move or "") if moves else None
    cells = mark_cells(kit, session.position, last, scale, ink)
    if session.readings:
        cells = with_beads(kit, cells, session.readings[0].moves, scale, ink)
    elif session.due is Due.REPLY:
        for square in _choices(session, view.typed):
            number = str(square + 1)
            if square in cells:
                cells[square] = replace(cells[square], corner=Text(number, style="bold"))
            else:
                cells[square] = Cell(tuple(big(number, scale - 1, ink) if scale > 1 else [number]), "dim")
    return cells


def _choices(session: Session, typed: str) -> set[int]:
    """Return the squares whose numbers may be typed, of an arrow both; where one is typed, those that it leads to."""
    legal = session.kit.game.legal_moves(session.position)
    begun = [move for move in legal if typed and str(move[0] + 1) == typed and len(move) > 1]
    if begun:
        return {square for move in begun for square in move[1:]}
    return {square for move in legal for square in move}


def _small(session: Session, view: View, size: Size, room: int) -> list[Text]:
    moves = session.readings[0].moves if session.readings else {}
    board = board_lines(session.kit, session.position, moves)
    width = size.width - 1 - board[0].cell_len - GAP
    if width >= LEAST_SMALL_WIDTH:
        panel = _panel(session, view, width, room, size.ink, large=False)
        return _indented(beside((board, board[0].cell_len + GAP), (panel, 0)))
    below = _panel(session, view, size.width - 2, max(1, room - len(board)), size.ink, large=False)
    if len(board) + 2 > room:
        board = []
    return _indented([*below[:1], *board, *below[1:]])


def _panel(session: Session, view: View, width: int, height: int, ink: Ink, large: bool = True) -> list[Text]:
    """Return the panel for what is due now, at most `width` wide; what matters most comes first."""
    scale = 0 if not large else 2 if width >= 60 and height >= 30 else 1
    if session.due is Due.BEAD:
        return _box(session, width, height, scale, ink)
    if session.due is Due.REPLY:
        return _move(session, width, scale, ink)
    if session.due is Due.ADJUST:
        return _list(session, view, width, height, scale, ink)
    return _next_game(session, view, width, scale, ink)


def _headline(text: str, words: Sequence[str], width: int, scale: int, ink: Ink) -> list[Text]:
    """Return a short text drawn as large as it may, with words beside it; without a scale the words alone."""
    longest = max((len(word) + 3 for word in words), default=0)
    while scale > 1 and len(big(text, scale, ink)[0]) + longest > width:
        scale -= 1
    if not scale or len(big(text, 1, ink)[0]) > width:  # a box may have a long name
        return [Text(", ".join(words), style="bold")]
    lines = [Text(line, style="bold") for line in big(text, scale, ink)]
    first = max(0, (len(lines) - len(words)) // 2)
    for number, word in enumerate(words[: len(lines)]):
        lines[first + number].append(f"   {word}", style="bold")
    return lines


# The box that is to be opened


def _box(session: Session, width: int, height: int, scale: int, ink: Ink) -> list[Text]:
    reading = session.readings[0]
    beads = _beads(session, reading, width if not scale else width - 14)
    words = str(kit_words.box_and_place(session.kit, reading.box)).split(", ")
    if session.game and session.game.both:
        words.append(str(wording.to_move(session.kit, session.position.to_move)))
    head = _headline(reading.box.name, words, width, scale, ink)
    turn = _wrapped(f"{Capital(wording.how_to_turn(reading))}.", width)
    if len({tuple(way.moves.values()) for way in session.readings}) > 1:
        turn += _wrapped("Other ways to hold it are right too: /", width)
    if not scale:
        return [*head, *beads, *turn]
    label = board_lines(session.kit, reading.box.position, reading.box.moves)
    middle = side_by_side([("the label", label), (str(say("keys.beads", *kinds(session.kit))), beads)], gap=3)
    lines = [*head, Text(), *middle, *turn]
    if len(lines) < height and scale > 1:
        lines.insert(len(head) + 1 + len(middle), Text())
    return lines


def _beads(session: Session, reading: Reading, width: int) -> list[Text]:
    """Return a line for each colour: letter, sign, name, square, and how many lie in the box."""
    counts = session.in_box(reading.box.number)
    longest = max(len(colour) for colour in reading.moves)
    lines = []
    for name, move in reading.moves.items():
        colour = session.kit.colour(name)
        line = chip(colour, bold=True)
        where = kit_words.square_in_short(session.kit, move)
        line.append(f" {colour.glyph} {name:<{longest}} ", style="" if counts[name] else "dim")
        line.append(f"{where:<15}", style="bold" if counts[name] else "dim")
        line.append(f"{counts[name]:>3}" if line.cell_len + 3 <= width else "")
        lines.append(line)
    return lines


# The machine's move, when the opponent's is due


def _move(session: Session, width: int, scale: int, ink: Ink) -> list[Text]:
    game = session.game
    if game is None or not game.moves:
        return [Text(), *_wrapped(f"{Capital(wording.opponent(game))} begins.", width, "bold")]
    entry = game.moves[-1]
    move = parse_move(entry.move or "")
    lines = [Text("The machine plays", style="bold"), Text()] if scale else []
    square = str(kit_words.square(session.kit, move))
    words = square.rstrip(")").split(" (") if scale else [f"The machine plays {square}"]
    lines += _headline(move_text(move), words, width, scale, ink)
    lines.append(Text())
    if entry.kind is Kind.BEAD and entry.box and entry.colour:
        colour = session.kit.colour(entry.colour)
        lines.append(chip(colour, bold=True).append(f" {colour.glyph} {colour.name.upper()}", style="bold"))
        where = kit_words.box_and_place(session.kit, session.kit.box(entry.box))
        lines += _wrapped(f"{where}: leave the box open, and lay the bead before it.", width)
    elif entry.kind is Kind.LOT:
        lines += _wrapped("The lot chose it; no bead was drawn.", width)
    else:
        lines += _wrapped("It is the only move left; no bead was drawn.", width)
    return lines


# After a game


def _list(session: Session, view: View, width: int, height: int, scale: int, ink: Ink) -> list[Text]:
    """Return how the game ended and the tick-list; where it is too long, ticked lines at its top give way."""
    game = session.game
    if game is None or game.result is None:
        return []
    changes = [(side, change) for side, own in game.tick_lists.items() for change in own]
    head = [*_wrapped(wording.result_and_ticks(session.kit, game, len(view.ticked)), width, "bold"), Text()]
    items: list[tuple[Side, list[Text]]] = []
    current = next((line for line in range(len(changes)) if line not in view.ticked), None)
    for number, (side, change) in enumerate(changes):
        deed = wording.adjustment(session.kit, change, session.contents[change.box])
        tick = "x" if number in view.ticked else " "
        colour = session.kit.colour(change.colour)
        style = "dim" if number in view.ticked else "bold" if number == current else ""
        told = _wrapped(deed, width - 10, style)
        first = Text.assemble((f"[{tick}] {number + 1} ", style), chip(colour, bold=True), " ")
        lines = [first.append_text(told[0]), *(Text(" " * 10).append_text(line) for line in told[1:])]
        items.append((side, lines))
    body = _with_headings(session, items)
    word = str(wording.headline(session.kit, game))
    huge = _headline(word, [], width, scale, ink) if scale and len(big(word, 1, ink)[0]) <= width else []
    if huge and len(huge) + 1 + len(head) + len(body) <= height:
        head = [*huge, Text(), *head]
    while (
        len(body) + len(head) > height and len(items) > 1 and current and len(changes) - len(items) < current
    ):
        items.pop(0)
        body = _with_headings(session, items)
    return [*head, *body]


def _with_headings(session: Session, items: Sequence[tuple[Side, list[Text]]]) -> list[Text]:
    """Return the lines of a list; where both players were machines, each one's under a heading."""
    game = session.game
    if game is None or not game.both:
        every = [line for _, lines in items for line in lines]
        return every or [Text("No bead was drawn: there is nothing to do.")]
    found = []
    for side in Side:
        lines = [line for whose, own in items if whose is side for line in own]
        if not game.tick_lists[side]:
            lines = [Text(str(say("both.nothing-drawn")))]
        if lines:
            found += [Text(str(wording.list_head(session.kit, game, side)), style="underline"), *lines]
    return found


# Between games


def _next_game(session: Session, view: View, width: int, scale: int, ink: Ink) -> list[Text]:
    game, kit = session.game, session.kit
    side = session.next_side(view.machine_first)
    dead = wording.dead(session, view.machine_first, view.both)
    lines: list[Text] = []
    for line in wording.put_back(session):
        lines += _wrapped(line, width, "bold")
    if game is not None and game.result is not None:
        went = wording.ended(kit, game)
        lines += _wrapped(f"Game {game.number}: {went} The beads are put right.", width)
    if lines:
        lines.append(Text())
    if dead:
        return [*lines, *_wrapped(f"{Capital(dead)}.", width, "bold")]
    number = game.number + 1 if game else 1
    lines += _headline(str(number), ["the next game" if scale else f"Game {number}"], width, scale, ink)
    switch = "   (Tab: another)" if kit.spec.side == "both" else ""
    lines += [Text(), Text(f"Operator:     {view.operator or '-'}")]
    if view.both:
        return [*lines, Text(f"Players:      both are machines{switch}")]
    first = "the machine" if side is Side.FIRST else "the opponent"
    opponent = Text("Opponent:     ").append(view.opponent, style="bold").append("_", style="blink")
    return [*lines, opponent, Text(f"Moves first:  {first}{switch}")]


# How text is set


def _wrapped(text: Phrase | str, width: int, style: str = "") -> list[Text]:
    """Return a text as lines of at most `width` signs."""
    return [Text(line, style=style) for line in textwrap.wrap(str(text), max(10, width))]


def _indented(lines: Sequence[Text]) -> list[Text]:
    """Return the lines one sign from the left edge."""
    return [Text(" ").append_text(line) for line in lines]
