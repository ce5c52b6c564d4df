"""For the teacher: a lesson plan, the class tally and the answers. In mm."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate

from menace_kit.games import Side
from menace_kit.layout.marks import (
    GREY,
    HAIRLINE,
    LIGHT_GREY,
    THIN,
    Anchor,
    Document,
    Line,
    Marks,
    joined,
)
from menace_kit.layout.sheets.game_facts import good_beads, questions_asked, who_wins
from menace_kit.layout.sheets.operator_card import after_a_game
from menace_kit.layout.sheets.visitor_rules import all_changes, reasons
from menace_kit.layout.sheets.worksheet import BLOCK, GAMES, PLAYED, worksheet_document
from menace_kit.layout.squares import board_height, square_within
from menace_kit.layout.stacks import (
    Area,
    Part,
    across,
    down,
    fixed,
    layered,
    padded,
    position,
    put,
    stroke,
    text,
)
from menace_kit.layout.text.pages import READING_PAGES, Flow
from menace_kit.layout.text.rows import (
    BeadItem,
    Cell,
    TableColumn,
    fitting_column,
    item_width,
    step_width,
)
from menace_kit.layout.text.typesetting import on_middle
from menace_kit.layout.type_scale import FIGURES, TEXT
from menace_kit.machine import Bead, Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.sets import kit_of_set, set_letters
from menace_kit.text import Words
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.text.sheet_words import player, said
from menace_kit.workshop.steps import minutes_needed, time_said

MINUTES = (5, 5, 8, 17, 5, 5)
"""Minutes for each part of the lesson, 45 in all.

These are our estimates, not measured in a class.
"""


GROUPS = 10
"""Default number of groups on a class tally: a class of thirty, in threes."""


FIRST, MINUTE, BETWEEN = 38.0, 16.0, 3.0
"""Widths of the columns of results and of minutes, and from what happens to what is said."""


START = (38.0, 22.0)
"""Area for the board at the start of a game."""


def class_document(
    kit: Kit, name: str = "lesson", sets: Sequence[str] = (), worksheets: bool = True
) -> Document:
    """Return the teacher's pages, followed by the worksheet of each set, or by one."""
    pages = [lesson_document(kit, name, sets)]
    if worksheets:
        of_sets = [kit_of_set(kit, letters) for letters in sets] or [kit]
        pages += (worksheet_document(each) for each in of_sets)
    return joined(pages)


def lesson_document(kit: Kit, name: str = "lesson", sets: Sequence[str] = ()) -> Document:
    """Return the teacher's pages; the class tally has a line for each set, or for GROUPS groups."""
    words = paper_words(kit)
    title = words("lesson.title")
    flow = Flow(kit, title, READING_PAGES)
    _set_plan(flow, kit, max(1, len(sets)))
    flow.new_page()
    _set_tally(flow, words, sets or set_letters(GROUPS))
    flow.new_page()
    _set_answers(flow, kit)
    return flow.document(name, title)


def _set_plan(flow: Flow, kit: Kit, machines: int) -> None:
    words = paper_words(kit)
    flow.title(words("lesson.title"))
    flow.paragraph(words("lesson.intro", minutes=sum(MINUTES), name=machine_title(kit)))
    flow.heading(words("lesson.finds"))
    flow.items([words("lesson.finds-learning"), *reasons(kit)])
    _set_before(flow, kit, machines)
    flow.heading(words("lesson.needed"))
    flow.items(words.lines("lesson.needs", boxes=len(kit.boxes)), sign="☐")
    flow.heading(words("lesson.plan"))
    room = flow.width - MINUTE
    minute, happening, saying = words.lines("lesson.plan-columns")
    columns = [
        TableColumn(minute, MINUTE),
        TableColumn(happening, room * 0.42 - BETWEEN, after=BETWEEN),
        TableColumn(saying, room * 0.58),
    ]
    ends = accumulate(MINUTES)
    times = [f"{end - minutes}–{end}" for end, minutes in zip(ends, MINUTES, strict=True)]
    happens = words.lines("lesson.happens", **PLAYED)
    rows = list(zip(times, happens, _to_say(kit), strict=True))
    flow.table(columns, rows, row_height=4.7, size=TEXT)


def _set_before(flow: Flow, kit: Kit, machines: int) -> None:
    """Set where all of this comes from, beside the board at the start of a game."""
    words = paper_words(kit)
    flow.heading(words("lesson.before"))
    told, beside = flow.beside(6, 0, START[0])
    beads = sum(box.start_total for box in kit.boxes)
    time = time_said(words, minutes_needed(kit, machines))
    machine = words("lesson.before-machine", n=machines, beads=words.number(beads), time=time)
    told.items([words("lesson.before-print"), machine])
    beside.y += 1
    height = board_height(kit, square_within(kit, *START))
    put(beside, height, position(kit, kit.game.start().cells))
    beside.y += 3
    flow.below(told, beside)


def _rules(kit: Kit) -> Iterator[str]:
    """Yield how two people play the game without a machine."""
    mark, other = (player(kit, side) for side in Side)
    yield said(kit, "visitors.side-both", mark=mark, other=other)
    yield said(kit, "visitors.goal")


def _to_say(kit: Kit) -> list[str]:
    """Return what the teacher says in each part: with the rules in the first, with what is done
    after a game in the third.
    """
    words = paper_words(kit)
    told = words.lines("lesson.say")
    told[0] = " ".join([*_rules(kit), told[0]])
    told[2] = " ".join([told[2], *after_a_game(kit)])
    if min(all_changes(kit, Result.LOSS)) < 0:
        told[3] = f"{told[3]} {words('lesson.say-4-punished')}"
    return told


def _set_tally(flow: Flow, words: Words, groups: Sequence[str]) -> None:
    """Set a line for each group and one for all, a column for each block of games, and a graph."""
    flow.title(words("lesson.tally"))
    flow.paragraph(words("lesson.tally-how", **PLAYED))
    blocks = [(first, first + BLOCK - 1) for first in range(1, GAMES + 1, BLOCK)]
    heads = [f"{first}–{last}" for first, last in blocks]
    each = (flow.width - FIRST) / (len(blocks) + 1)
    columns = [TableColumn(words("common.group"), FIRST)]
    columns += [TableColumn(head, each, Anchor.MIDDLE) for head in (*heads, words("common.total"))]
    empty = [""] * (len(blocks) + 1)
    rows = [[letters, *empty] for letters in groups]
    flow.gap(2)
    flow.table(
        columns,
        [*rows, [words("lesson.all-groups"), *empty]],
        row_height=6.4,
        bold_last=True,
        size=TEXT,
    )
    _set_graph(flow, words, heads, BLOCK * len(groups))


def _set_graph(flow: Flow, words: Words, heads: Sequence[str], most: int) -> None:
    """Set the axes of a graph with a column for each of `heads`, and lines up to `most` games."""
    flow.heading(words("lesson.graph"), keep=60)
    height = min(flow.bottom - flow.y, 108)
    columns = across(*map(_graph_column, heads))
    graph = layered(padded(partial(_graph_lines, most), below=8), columns)
    put(flow, height, padded(graph, left=10, above=3))


def _graph_lines(most: int, area: Area) -> Marks:
    """Yield a level line for each number of games, with most of the numbers, and the axes."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100) if most / step <= 10)
    for count in (*range(0, most, step), most):
        x, y = area.at(0, 1 - count / most)
        is_end = count in (0, most)
        if is_end or most - count >= step / 2:
            yield on_middle(x - 2, y, str(count), FIGURES, anchor=Anchor.END)
        yield Line(x, y, x + area.width, y, THIN if is_end else HAIRLINE, GREY)
    yield from stroke((0, 0), (0, 1), 0.4)(area)
    yield from stroke((0, 1), (1, 1), 0.4)(area)


def _graph_column(head: str) -> Part:
    """Return two lines to draw a bar between, with its name below."""
    edges = [stroke((edge, 0), (edge, 1), HAIRLINE, LIGHT_GREY) for edge in (0.2, 0.8)]
    told = text(head, FIGURES, False, Anchor.MIDDLE, Anchor.END, margin=0)
    return down(layered(*edges), fixed(5, told), fixed(3))


def _set_answers(flow: Flow, kit: Kit) -> None:
    """Set the answers to the worksheet's questions, and the good moves of every box."""
    words = paper_words(kit)
    good = good_beads(kit)
    flow.title(words("lesson.answers"))
    flow.items(_answers(kit, good), numbered=True)
    flow.heading(words("lesson.good"))
    flow.paragraph(words("lesson.good-how"))
    flow.gap(2)
    beads = [
        tuple(BeadItem(kit.colour(bead.colour)) for bead in good[box.number]) for box in kit.boxes
    ]
    step = step_width([BeadItem(kit.colours[0])], 1.0)
    head = words.phrased("{Container}")
    leave, none = words("lesson.leave"), words("lesson.none")
    first = fitting_column(head, [box.name for box in kit.boxes], TEXT, bold=True).width + 5
    widest = (
        max(step * max(map(len, beads)), item_width(none, TEXT), item_width(leave, TEXT, bold=True))
        + 2
    )
    columns = [TableColumn(head, first), TableColumn(leave, widest, step=step)]
    rows: list[Sequence[Cell]] = [
        [box.name, items or none] for box, items in zip(kit.boxes, beads, strict=True)
    ]
    abreast = max(1, min(3, int((flow.width + 8) / (first + widest + 8))))
    flow.table(columns, rows, row_height=5.2, abreast=abreast, size=TEXT)


def _answers(kit: Kit, good: Mapping[int, tuple[Bead, ...]]) -> Iterator[str]:
    """Yield an answer to each of the worksheet's questions."""
    words = paper_words(kit)
    asked = questions_asked(kit, good)
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
    yield " ".join([words("lesson.answer-why"), *reasons(kit)])
    yield words("lesson.answer-weak")
