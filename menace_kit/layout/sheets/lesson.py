"""For a class: a lesson - plan, class tally, answers, worksheet - and a mat with tokens
instead of boxes. In mm.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.games import Position, Side
from menace_kit.layout.board import (
    DOT,
    arrows_of,
    board_height,
    board_marks,
    square_within,
)
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    LIGHT_GREY,
    THIN,
    Anchor,
    Document,
    Layer,
    Line,
    Mark,
    Text,
    joined,
)
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, Frame
from menace_kit.layout.sheets.cards import disc_marks
from menace_kit.layout.sheets.posters import deeds, empty_box, how_to_play, reasons, steps_of_a_move
from menace_kit.layout.text.pages import (
    CELL_GAP,
    FORM_PAGES,
    READING_PAGES,
    BeadItem,
    Cell,
    Flow,
    TableColumn,
    TickItem,
    item_width,
    step_width,
)
from menace_kit.layout.text.typesetting import cap_height, fitted, text_width
from menace_kit.machine.boxes import Bead
from menace_kit.machine.kit import Kit, kit_of_set, set_letters
from menace_kit.machine.learning import Result, change_by
from menace_kit.machine.papers import PAPERS
from menace_kit.machine.prospects import results
from menace_kit.text.sheet_words import said, stage_words
from menace_kit.text.words import Words
from menace_kit.workshop.reserve import beads_wanted

MINUTES = (5, 5, 8, 17, 5, 5)
"""How long the parts of the lesson take: 45 minutes in all.

The figures are ours, not measured in a class.
"""

GROUPS = 10
"""Groups on a class tally, where nobody says how many there are: a class of thirty, in threes."""

GAMES, BLOCK = 20, 5
"""Games on a worksheet, and how many of them are played in the same places and counted together."""

ROW = 5.6
"""Height of a row that one writes in."""

LINE = 9.0
"""From one line to write on to the next."""

FIRST, MINUTE = 38.0, 16.0
"""Widths of the columns of results and of minutes."""


# What is true of the game, worked out from its rules.


def good_beads(kit: Kit) -> Mapping[int, tuple[Bead, ...]]:
    """Return number of a box -> its beads after which the game is worth most to it,
    if from then on nobody errs.

    None where every move of it loses.
    """
    worth: dict[Position, int] = {}
    found = {}
    for box in kit.boxes:
        after = {
            bead: -_worth(kit, kit.game.play(box.position, bead.move), worth)
            for bead in box.playable
        }
        most = max(after.values(), default=-1)
        found[box.number] = tuple(bead for bead in after if after[bead] == most and most > -1)
    return found


def who_wins(kit: Kit) -> Side | None:
    """Return who wins from the start if nobody errs; None where nobody does."""
    return {1: Side.FIRST, -1: Side.SECOND}.get(_worth(kit, kit.game.start(), {}))


def _worth(kit: Kit, position: Position, known: dict[Position, int]) -> int:
    """Return 1 where who is to move wins, 0 for a draw, -1 where the other one
    does; `known` is added to.
    """
    if position not in known:
        ended = kit.game.outcome(position)
        if ended is None:
            moves = kit.game.legal_moves(position)
            known[position] = max(
                -_worth(kit, kit.game.play(position, move), known) for move in moves
            )
        elif ended.winner is None:
            known[position] = 0
        else:
            known[position] = 1 if ended.winner is position.to_move else -1
    return known[position]


def _asked(
    kit: Kit, good: Mapping[int, tuple[Bead, ...]]
) -> tuple[str, tuple[Bead, ...], tuple[Bead, ...]] | None:
    """Return the box that the worksheet asks about, the first with a good and a bad move:
    its name, and both kinds.
    """
    for box in kit.boxes:
        bad = tuple(bead for bead in box.playable if bead not in good[box.number])
        if bad and good[box.number]:
            return box.name, good[box.number], bad
    return None


# What the teacher has: the plan, the class tally, the answers.


def class_document(
    kit: Kit, words: Words, name: str = "lesson", sets: Sequence[str] = (), worksheets: bool = True
) -> Document:
    """Return the teacher's pages, and behind them the worksheet of each set, or of one."""
    pages = [lesson_document(kit, words, name, sets)]
    if worksheets:
        of_sets = [kit_of_set(kit, letters) for letters in sets] or [kit]
        pages += (worksheet_document(each, words) for each in of_sets)
    return joined(pages)


def lesson_document(
    kit: Kit, words: Words, name: str = "lesson", sets: Sequence[str] = ()
) -> Document:
    """Return the teacher's pages; the class tally has a line for each of the sets,
    or for as many as a class has.
    """
    title = words("lesson.title")
    flow = Flow(kit, words, words("lesson.subject"), READING_PAGES)
    _set_plan(flow, kit, words)
    flow.new_page()
    _set_tally(flow, words, sets or set_letters(GROUPS))
    flow.new_page()
    _set_answers(flow, kit, words)
    return flow.document(name, title)


def _set_plan(flow: Flow, kit: Kit, words: Words) -> None:
    flow.heading(words("lesson.title"), size=18)
    flow.paragraph(words("lesson.intro", minutes=sum(MINUTES), name=kit.spec.name), size=10.5)
    flow.heading(words("lesson.finds"))
    flow.items([words("lesson.finds-learning"), *reasons(kit, words)])
    flow.heading(words("lesson.needed"))
    needed = [words("lesson.needed-machine", boxes=len(kit.boxes)), words("lesson.needed-aside")]
    needed.append(said(kit, words, "lesson.needed-board"))
    flow.items([*needed, words("lesson.needed-sheet")], sign="☐")
    flow.heading(words("lesson.plan"))
    room = flow.width - MINUTE
    columns = [
        TableColumn(words("lesson.minutes"), MINUTE),
        TableColumn(words("lesson.happens"), room * 0.42),
        TableColumn(words("lesson.say"), room * 0.58),
    ]
    begin = 0
    rows: list[Sequence[Cell]] = []
    for part, minutes in enumerate(MINUTES, start=1):
        rows.append(
            [
                f"{begin}–{begin + minutes}",
                words(f"lesson.happens-{part}", games=BLOCK),
                _to_say(kit, words, part),
            ]
        )
        begin += minutes
    flow.table(columns, rows, row_height=5.0, size=9.5)


def _to_say(kit: Kit, words: Words, part: int) -> str:
    if part == 1:
        return f"{' '.join(how_to_play(kit, words)[:2])} {words('lesson.say-1')}"
    if part == 3:
        after = [
            words(f"lesson.after-{result.value}", deeds=" ".join(deeds(kit, words, result)))
            for result in results(kit.game)
        ]
        return " ".join([words("lesson.say-3"), *after])
    if part == 4 and _is_punished(kit):
        return f"{words('lesson.say-4')} {words('lesson.say-4-punished')}"
    return words(f"lesson.say-{part}", games=BLOCK)


def _is_punished(kit: Kit) -> bool:
    """Return whether a defeat takes beads away somewhere."""
    return any(change_by(kit, Result.LOSS, *stage) < 0 for stage in kit.stages)


def _set_tally(flow: Flow, words: Words, groups: Sequence[str]) -> None:
    """Set a line for each group and one for all, a column for each block of games,
    and below it a graph to draw.
    """
    flow.heading(words("lesson.tally"), size=18)
    flow.paragraph(words("lesson.tally-how", games=BLOCK), size=10.5)
    blocks = [(first, first + BLOCK - 1) for first in range(1, GAMES + 1, BLOCK)]
    heads = [words("lesson.games", first=first, last=last) for first, last in blocks]
    each = (flow.width - FIRST) / (len(blocks) + 1)
    columns = [TableColumn(words("lesson.group"), FIRST)]
    columns += [TableColumn(head, each, Anchor.MIDDLE) for head in (*heads, words("lesson.in-all"))]
    empty = [""] * (len(blocks) + 1)
    rows = [[letters, *empty] for letters in groups]
    flow.gap(2)
    flow.table(
        columns,
        [*rows, [words("lesson.all-groups"), *empty]],
        row_height=6.4,
        bold_last=True,
        size=10,
    )
    _set_graph(flow, words, heads, BLOCK * len(groups))


def _set_graph(flow: Flow, words: Words, heads: Sequence[str], most: int) -> None:
    """Set the axes of a graph with a column for each of `heads`,
    and lines up to the most games there can be.
    """
    flow.heading(words("lesson.graph"), keep=60)
    left, right = flow.left + 10, flow.left + flow.width
    top, bottom = flow.y + 3, min(flow.bottom - 8, flow.y + 100)
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100) if most / step <= 10)
    ticks = [*range(0, most, step), most]
    for count in ticks:
        y = bottom - (bottom - top) * count / most
        if count in (0, most) or most - count >= step / 2:
            flow.marks.append(
                Text(left - 2, y + cap_height(8) / 2, str(count), 8, anchor=Anchor.END)
            )
        flow.marks.append(Line(left, y, right, y, THIN if count in (0, most) else HAIRLINE, GREY))
    flow.marks.append(Line(left, top, left, bottom, 0.4, BLACK))
    flow.marks.append(Line(left, bottom, right, bottom, 0.4, BLACK))
    each = (right - left) / len(heads)
    for place, head in enumerate(heads):
        middle = left + (place + 0.5) * each
        for edge in (middle - each * 0.3, middle + each * 0.3):
            flow.marks.append(Line(edge, top, edge, bottom, HAIRLINE, LIGHT_GREY))
        flow.marks.append(Text(middle, bottom + 5, head, 9, anchor=Anchor.MIDDLE))
    flow.y = bottom + 8


def _set_answers(flow: Flow, kit: Kit, words: Words) -> None:
    """Set the answers to the worksheet's questions, and the good moves of every box."""
    good = good_beads(kit)
    flow.heading(words("lesson.answers"), size=18)
    flow.items(_answers(kit, words, good), numbered=True)
    flow.heading(words("lesson.good"))
    flow.paragraph(words("lesson.good-how"))
    beads = [
        tuple(BeadItem(kit.colour(bead.colour)) for bead in good[box.number]) for box in kit.boxes
    ]
    step = step_width([BeadItem(kit.colours[0])], 1.0)
    head, leave, none = (words(f"lesson.{key}") for key in ("box", "leave", "none"))
    first = (
        max(item_width(text, 9, bold=True) for text in (head, *(box.name for box in kit.boxes))) + 8
    )
    widest = (
        max(step * max(map(len, beads)), item_width(none, 9), item_width(leave, 9, bold=True)) + 2
    )
    columns = [TableColumn(head, first), TableColumn(leave, widest, step=step)]
    rows: list[Sequence[Cell]] = [
        [box.name, items or none] for box, items in zip(kit.boxes, beads, strict=True)
    ]
    abreast = max(1, min(3, int((flow.width + 8) / (first + widest + 8))))
    flow.table(columns, rows, row_height=5.2, abreast=abreast, size=9)


def _answers(kit: Kit, words: Words, good: Mapping[int, tuple[Bead, ...]]) -> Iterator[str]:
    """Yield an answer to each of `_questions`."""
    asked = _asked(kit, good)
    if asked:
        box, right, wrong = asked
        named = {
            key: ", ".join(words.colour_name(kit.colour(bead.colour)) for bead in some)
            for key, some in (("right", right), ("wrong", wrong))
        }
        yield words("lesson.answer-box", box=box, **named)
    winner = who_wins(kit)
    told = words(f"lesson.answer-who-{winner.value if winner else 'nobody'}")
    able = winner is not None and kit.spec.side == winner.value
    yield f"{told} {words('lesson.answer-unbeatable')}" if able else told
    yield " ".join([words("lesson.answer-why"), *reasons(kit, words)])
    yield words("lesson.answer-weak")


# What a group has: the worksheet.


def worksheet_document(kit: Kit, words: Words, name: str = "worksheet") -> Document:
    """Return the worksheet: the rules, how the machine moves and learns,
    the games to tick, and questions.
    """
    flow = Flow(kit, words, words("lesson.worksheet"), FORM_PAGES)
    flow.heading(words("lesson.worksheet-title", name=kit.spec.name), size=16)
    flow.space(0.4)
    flow.paragraph(words("lesson.names"))
    flow.marks.append(Line(flow.left + 28, flow.y, flow.left + flow.width, flow.y, THIN, GREY))
    flow.heading(words("visitors.play"))
    flow.items(how_to_play(kit, words)[:2])
    flow.heading(said(kit, words, "operator-card.move"))
    flow.items(steps_of_a_move(kit, words), numbered=True)
    flow.items([empty_box(kit, words)])
    flow.heading(said(kit, words, "operator-card.over"))
    flow.items(
        words(f"lesson.after-{result.value}", deeds=" ".join(deeds(kit, words, result)))
        for result in results(kit.game)
    )
    flow.heading(words("lesson.our-games"), keep=40)
    flow.paragraph(words("lesson.our-games-how", games=BLOCK))
    _set_games(flow, kit, words)
    flow.heading(words("lesson.questions"), keep=40)
    for number, question in enumerate(_questions(kit, words), start=1):
        flow.need(12 + LINE)
        flow.paragraph(question, sign=f"{number}.")
        flow.y += LINE * 0.85
        flow.marks.append(
            Line(flow.left + flow.style.indent, flow.y, flow.left + flow.width, flow.y, THIN, GREY)
        )
        flow.y += 3
    return flow.document(name, words("lesson.worksheet"))


def _set_games(flow: Flow, kit: Kit, words: Words) -> None:
    """Set a column for each game, with a box to tick for each way in which it can end."""
    told = [words(f"lesson.ended-{result.value}") for result in results(kit.game)]
    first = (
        max(item_width(text, 9, bold=True) for text in (*told, words("lesson.game"))) + 3 * CELL_GAP
    )
    each = (flow.width - first) / GAMES
    columns = [TableColumn(words("lesson.game"), first)]
    columns += [TableColumn(str(number), each) for number in range(1, GAMES + 1)]
    rows: list[Sequence[Cell]] = [[text, *(TickItem() for _ in range(GAMES))] for text in told]
    top = flow.y
    flow.table(columns, rows, row_height=ROW, size=9)
    bottom = flow.y - 2
    for game in range(BLOCK, GAMES, BLOCK):
        x = flow.left + first + game * each - (each - 3.2) / 2
        flow.marks.append(Line(x, top, x, bottom, 0.4, BLACK))


def _questions(kit: Kit, words: Words) -> Iterator[str]:
    asked = _asked(kit, good_beads(kit))
    if asked:
        yield words("lesson.ask-box", box=asked[0])
    for key in ("who", "why", "weak"):
        yield words(f"lesson.ask-{key}")


# A mat instead of boxes: all boards on a few sheets, with places for the tokens,
# which are cut out of another.

TOKEN = 10.0
"""The side of a token, and the width of the place on which it lies:
fingers can take it, and scissors cut it.
"""

MAT_MARGIN = 8.0
BOARD_GAP = 4.0
"""Between two boards of a mat."""

NUMBER, STAGE = 15.0, 9.0
"""Sizes in points of what stands above a board."""

HEAD = 7.0
"""Height of the line above a board."""

NOTE = 8.0
"""Height of what stands at the head of a sheet."""

PLACE_SHARE = 0.285
"""Radius of a place on an arrow as a share of a square's side, at the most:
pieces and arrows stay in sight.
"""

LARGEST_SQUARE = 34.0
"""The side of the largest square that is any use."""


class MatPlan(NamedTuple):
    """How the boards of a kit lie on its mat: sheets, columns and rows on one,
    and the side of a square.
    """

    sheets: int
    columns: int
    rows: int
    square: float


def mat_plan(kit: Kit) -> MatPlan:
    """Return the plan with the fewest sheets on which a token has room on each place,
    the boards as large as can be.

    FitError where even a sheet has no room for a board.
    """
    for sheets in range(1, len(kit.boxes) + 1):
        plan = _largest_on(kit, sheets)
        if _has_room(kit, plan.square):
            return plan
    raise FitError(
        f"a board of {kit.game.rows} x {kit.game.columns} squares is too large "
        "for a mat with tokens"
    )


def _largest_on(kit: Kit, sheets: int) -> MatPlan:
    """Return how the boards are largest on so many sheets."""
    width, height = PAPERS[kit.spec.print.paper]
    width -= 2 * MAT_MARGIN
    height -= HEADER_BOTTOM + NOTE + PRINTABLE_BORDER + 2
    each = -(-len(kit.boxes) // sheets)
    plans = []
    for columns in range(1, each + 1):
        rows = -(-each // columns)
        across = (width - (columns - 1) * BOARD_GAP) / columns
        down = (height - (rows - 1) * BOARD_GAP) / rows - HEAD
        square = min(LARGEST_SQUARE, square_within(kit, across, down))
        plans.append(MatPlan(sheets, columns, rows, square))
    return max(plans, key=lambda plan: plan.square)


def _has_room(kit: Kit, square: float) -> bool:
    """Return whether every move of every box has a place of a token's width on
    boards with such squares.
    """
    if not kit.has_arrows:
        return square * DOT >= TOKEN / 2
    if square * PLACE_SHARE < TOKEN / 2:
        return False
    with suppress(FitError):
        return all(arrows_of(kit, box, TOKEN / 2, square) for box in kit.boxes)
    return False


def mat_document(kit: Kit, words: Words, name: str = "mat") -> Document:
    """Return the mat: each box is a board on it, with its number,
    and an empty place for each kind of its beads.
    """
    plan = mat_plan(kit)
    frame = Frame(kit, words, MAT_MARGIN, words("mat.subject"))
    high, wide = board_height(kit, plan.square), plan.square * kit.game.columns
    step_x = (frame.width - wide) / max(1, plan.columns - 1)
    top = HEADER_BOTTOM + NOTE
    each = plan.columns * plan.rows
    pages = []
    for first in range(0, len(kit.boxes), each):
        note = fitted(words("mat.note"), frame.width, NOTE - 3, largest=9)
        marks: list[Mark] = [*note.marks(MAT_MARGIN, HEADER_BOTTOM + 1.5)]
        for place, box in enumerate(kit.boxes[first : first + each]):
            row, column = divmod(place, plan.columns)
            x, y = MAT_MARGIN + column * step_x, top + row * (HEAD + high + BOARD_GAP)
            baseline = y + cap_height(NUMBER) + 0.5
            marks.append(Text(x, baseline, box.name, NUMBER, bold=True))
            told = x + text_width(box.name, NUMBER, bold=True) + 3
            marks.append(Text(told, baseline, stage_words(kit, words, box), STAGE))
            marks += board_marks(kit, box, x, y + HEAD, high, TOKEN / 2)
        pages.append(marks)
    return frame.document(name, words("mat.title"), pages)


def tokens_document(kit: Kit, words: Words, name: str = "mat-tokens") -> Document:
    """Return the tokens, edge to edge: as many of each colour as fill the boxes, and a reserve."""
    wanted = beads_wanted(kit)
    flow = Flow(kit, words, words("mat.tokens"), FORM_PAGES)
    flow.heading(words("mat.tokens"), size=16)
    flow.paragraph(words("mat.cut", side=f"{TOKEN:g}"))
    flow.paragraph(_laid_out(kit, words))
    flow.y += 3
    colours = [colour for colour in kit.colours for _ in range(wanted[colour.name])]
    across = int(flow.width / TOKEN)
    while colours:
        flow.need(TOKEN)
        down = min(int((flow.bottom - flow.y) / TOKEN), -(-len(colours) // across))
        here, colours = colours[: across * down], colours[across * down :]
        for place, colour in enumerate(here):
            x, y = flow.left + place % across * TOKEN, flow.y + place // across * TOKEN
            flow.marks += disc_marks(kit, colour, x + TOKEN / 2, y + TOKEN / 2, TOKEN / 2 - 0.5)
        right, bottom = flow.left + min(across, len(here)) * TOKEN, flow.y + down * TOKEN
        for column in range(min(across, len(here)) + 1):
            x = flow.left + column * TOKEN
            flow.marks.append(Line(x, flow.y, x, bottom, HAIRLINE, GREY, 0, Layer.CUT))
        for row in range(down + 1):
            y = flow.y + row * TOKEN
            flow.marks.append(Line(flow.left, y, right, y, HAIRLINE, GREY, 0, Layer.CUT))
        flow.y = bottom
        if colours:
            flow.new_page()
    return flow.document(name, words("mat.tokens"))


def _laid_out(kit: Kit, words: Words) -> str:
    """Return how many tokens are laid on each place at the start."""
    starts = {bead.start for box in kit.boxes for bead in box.beads}
    if len(starts) == 1:
        return words("mat.lay", n=starts.pop())
    return words("mat.lay-guide")
