"""The guided game's screen: what stands where. Pure: a session and a view in, lines of text out."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from menace_kit.cli.operator import panels
from menace_kit.cli.operator.big import PLAIN_INK, ROWS, Cell, Ink, big, big_board, mark_cells, with_beads
from menace_kit.cli.operator.board import board_lines
from menace_kit.cli.operator.guided import Asking, View
from menace_kit.cli.operator.keys import FOOT, HELP_LINES
from menace_kit.games.notation import parse_move
from menace_kit.guide import book_wording, prompts
from menace_kit.guide.session import Due, Session

if TYPE_CHECKING:
    from rich.text import Text

LARGE = (80, 24)
"""Below this width or height the screen is drawn small."""

FOOT_ROWS = 6
GAP = 2
LEAST_BESIDE = 44
"""What a panel needs beside the smallest large board; with less it stands below."""

LEAST_BELOW = 18
"""The rows that a panel needs below a board to be drawn large."""

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
        return PLAIN_INK if self.ascii_only else Ink()


def screen(session: Session, view: View, size: Size) -> "list[Text]":
    """Return the screen as `size.height` lines, none wider than `size.width`.

    What is due and the keys are always there; where there is no room for all, the middle gives way.
    """
    from rich.text import Text

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


def _head(session: Session) -> "Text":
    from rich.text import Text

    kit, game = session.kit, session.game
    line = Text(f" {kit.spec.name}", style="bold")
    if game is not None:
        who = book_wording.the_machine_is(kit, game)
        line.append(f"   game {game.number}   {who}", style="not bold")
        if game.start.operator:
            line.append(f"   operator: {game.start.operator}", style="not bold")
        if not game.both:
            line.append(f"   against {prompts.opponent(game)}", style="not bold")
    return line


def _foot(session: Session, view: View, size: Size) -> "list[Text]":
    """Return what has just happened or the answer to the last key, what is due now, and the keys."""
    from rich.text import Text

    happened = prompts.happened(session.kit, session.game, prompts.last_action(session.game))
    style = "bold red" if view.message else ""
    said = panels.wrapped(view.message or happened, size.width - 2, style)
    due = panels.wrapped(prompts.due(session, view.machine_first, view.both), size.width - 2)
    keys = panels.wrapped(FOOT[session.due], size.width - 2, "dim")
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


def _large(session: Session, view: View, size: Size) -> "list[Text]":
    room = size.height - 1 - FOOT_ROWS
    game = session.kit.game
    if size.width - 1 - GAP - _board_size(session, 1)[0] < LEAST_BESIDE:
        return _wide(session, view, size, room)
    scale = 1
    while _board_size(session, scale + 1)[1] <= room and (
        _board_size(session, scale + 1)[0] + GAP + panels.LEAST_WIDTH <= size.width - 1
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
    panel = panels.panel(session, view, width, room, size.ink)
    return panels.beside(board, panel, GAP)


def _board_size(session: Session, scale: int) -> tuple[int, int]:
    game = session.kit.game
    return game.columns * (7 * scale + 3) - 1, game.rows * (5 * scale + 1) - 1


def _wide(session: Session, view: View, size: Size, room: int) -> "list[Text]":
    """Return a board that leaves no room beside it, its squares as wide as they may, and the panel below."""
    from rich.text import Text

    columns, rows = session.kit.game.columns, session.kit.game.rows
    width = min(WIDEST_SQUARE, (size.width - 2) // columns - 1)
    if width < NARROWEST_SQUARE or rows * (ROWS + 3) > room // 2:
        return _small(session, view, size, room)
    board = big_board(session.kit, _cells(session, view, 1, size.ink), width, ROWS + 2, size.ink)
    below = room - len(board) - 1
    panel = panels.panel(session, view, size.width - 2, below, size.ink, large=below >= LEAST_BELOW)
    return panels.beside([*board, Text(), *panel], [], 0)


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
                cells[square] = replace(cells[square], corner=((number, "bold"),))
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


def _small(session: Session, view: View, size: Size, room: int) -> "list[Text]":
    moves = session.readings[0].moves if session.readings else {}
    board = board_lines(session.kit, session.position, moves)
    beside = size.width - 1 - board[0].cell_len - GAP
    if beside >= panels.LEAST_SMALL_WIDTH:
        return panels.beside(board, panels.panel(session, view, beside, room, size.ink, large=False), GAP)
    below = panels.panel(session, view, size.width - 2, max(1, room - len(board)), size.ink, large=False)
    if len(board) + 2 > room:
        board = []
    return panels.beside([*below[:1], *board, *below[1:]], [], 0)


def _help(width: int) -> "list[Text]":
    from rich.text import Text

    lines = [Text(), Text(" The keys", style="bold"), Text()]
    for key, meaning in HELP_LINES:
        told = panels.wrapped(meaning, max(10, width - 20))
        for number, line in enumerate(told):
            lines.append(Text(f" {key if number == 0 else '':<17} ", style="bold").append_text(line))
    return lines
