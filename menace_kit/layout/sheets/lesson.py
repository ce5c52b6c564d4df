"""For the teacher: the plan of a lesson, the class tally and the answers. In mm."""

from collections.abc import Iterator, Mapping, Sequence

from menace_kit.games import Side
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    LIGHT_GREY,
    THIN,
    Anchor,
    Document,
    Line,
    Text,
    joined,
)
from menace_kit.layout.sheets.building import time_said
from menace_kit.layout.sheets.game_facts import good_beads, questions_asked, who_wins
from menace_kit.layout.sheets.operator_card import deeds
from menace_kit.layout.sheets.visitor_rules import reasons
from menace_kit.layout.sheets.worksheet import BLOCK, GAMES, PLAYED, worksheet_document
from menace_kit.layout.squares import board_height, square_within
from menace_kit.layout.stacks import Area, position
from menace_kit.layout.text.pages import READING_PAGES, Flow
from menace_kit.layout.text.rows import BeadItem, Cell, TableColumn, item_width, step_width
from menace_kit.layout.text.typesetting import cap_height
from menace_kit.layout.type_scale import FIGURES, TEXT
from menace_kit.machine.boxes import Bead
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, change_by
from menace_kit.machine.prospects import results
from menace_kit.machine.sets import kit_of_set, set_letters
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.text.sheet_words import player, said
from menace_kit.text.words import Words
from menace_kit.workshop.steps import building_steps

MINUTES = (5, 5, 8, 17, 5, 5)
"""How long the parts of the lesson take: 45 minutes in all.

The figures are ours, not measured in a class.
"""


GROUPS = 10
"""Groups on a class tally, where nobody says how many there are: a class of thirty, in threes."""


FIRST, MINUTE, BETWEEN = 38.0, 16.0, 3.0
"""Widths of the columns of results and of minutes, and from what happens to what is said."""


START = (38.0, 22.0)
"""Room for the board at the start of a game."""


def class_document(
    kit: Kit, name: str = "lesson", sets: Sequence[str] = (), worksheets: bool = True
) -> Document:
    """Return the teacher's pages, and behind them the worksheet of each set, or of one."""
    pages = [lesson_document(kit, name, sets)]
    if worksheets:
        of_sets = [kit_of_set(kit, letters) for letters in sets] or [kit]
        pages += (worksheet_document(each) for each in of_sets)
    return joined(pages)


def lesson_document(kit: Kit, name: str = "lesson", sets: Sequence[str] = ()) -> Document:
    """Return the teacher's pages; the class tally has a line for each of the sets,
    or for as many as a class has.
    """
    words = paper_words(kit)
    title = words("lesson.title")
    flow = Flow(kit, words("lesson.subject"), READING_PAGES)
    _set_plan(flow, kit)
    flow.new_page()
    _set_tally(flow, words, sets or set_letters(GROUPS))
    flow.new_page()
    _set_answers(flow, kit)
    return flow.document(name, title)


def _set_plan(flow: Flow, kit: Kit) -> None:
    words = paper_words(kit)
    flow.title(words("lesson.title"))
    flow.paragraph(words("lesson.intro", minutes=sum(MINUTES), name=machine_title(kit)))
    flow.heading(words("lesson.finds"))
    flow.items([words("lesson.finds-learning"), *reasons(kit)])
    _set_before(flow, kit)
    flow.heading(words("lesson.needed"))
    needed = [words("lesson.needed-machine", boxes=len(kit.boxes)), words("lesson.needed-aside")]
    needed.append(words("lesson.needed-board"))
    flow.items([*needed, words("lesson.needed-sheet")], sign="☐")
    flow.heading(words("lesson.plan"))
    room = flow.width - MINUTE
    columns = [
        TableColumn(words("lesson.minutes"), MINUTE),
        TableColumn(words("lesson.happens"), room * 0.42 - BETWEEN),
        TableColumn("", BETWEEN),
        TableColumn(words("lesson.say"), room * 0.58),
    ]
    begin = 0
    rows: list[Sequence[Cell]] = []
    for part, minutes in enumerate(MINUTES, start=1):
        rows.append(
            [
                f"{begin}–{begin + minutes}",
                words(f"lesson.happens-{part}", **PLAYED),
                "",
                _to_say(kit, part),
            ]
        )
        begin += minutes
    flow.table(columns, rows, row_height=4.7, size=TEXT)


def _set_before(flow: Flow, kit: Kit) -> None:
    """Set where all of it comes from, and beside that the board at the start of a game."""
    words = paper_words(kit)
    flow.heading(words("lesson.before"))
    wide, high = START
    told = flow.part(flow.y, 0.0, flow.width - wide - 6)
    beads = sum(box.start_total for box in kit.boxes)
    minutes = sum(step.minutes for step in building_steps(kit) if step.time.needed)
    machine = words(
        "lesson.before-machine", beads=words.number(beads), time=time_said(words, minutes)
    )
    told.items([words("lesson.before-print"), machine])
    beside = flow.part(flow.y, flow.width - wide, wide)
    beside.paragraph(words("lesson.start"))
    square = square_within(kit, wide, high)
    height = board_height(kit, square)
    board = position(kit, kit.game.start().cells)
    below = Area(beside.left, beside.y + 1, square * kit.game.columns, height)
    flow.marks += [*told.marks, *beside.marks, *board(below)]
    flow.y = max(told.y, beside.y + 1 + height + 3)


def _rules(kit: Kit) -> Iterator[str]:
    """Yield how two people play the game, without a machine."""
    mark, other = (player(kit, side) for side in Side)
    yield said(kit, "lesson.side", mark=mark, other=other)
    yield said(kit, "visitors.goal")


def _to_say(kit: Kit, part: int) -> str:
    words = paper_words(kit)
    if part == 1:
        return f"{' '.join(_rules(kit))} {words('lesson.say-1')}"
    if part == 3:
        after = [
            words(f"lesson.after-{result.value}", deeds=" ".join(deeds(kit, result)))
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
    flow.title(words("lesson.tally"))
    flow.paragraph(words("lesson.tally-how", **PLAYED))
    blocks = [(first, first + BLOCK - 1) for first in range(1, GAMES + 1, BLOCK)]
    heads = [words("lesson.games", first=first, last=last) for first, last in blocks]
    each = (flow.width - FIRST) / (len(blocks) + 1)
    columns = [TableColumn(words("common.group"), FIRST)]
    columns += [
        TableColumn(head, each, Anchor.MIDDLE) for head in (*heads, words("shopping.column-total"))
    ]
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
                Text(left - 2, y + cap_height(FIGURES) / 2, str(count), FIGURES, anchor=Anchor.END)
            )
        flow.marks.append(Line(left, y, right, y, THIN if count in (0, most) else HAIRLINE, GREY))
    flow.marks.append(Line(left, top, left, bottom, 0.4, BLACK))
    flow.marks.append(Line(left, bottom, right, bottom, 0.4, BLACK))
    each = (right - left) / len(heads)
    for place, head in enumerate(heads):
        middle = left + (place + 0.5) * each
        for edge in (middle - each * 0.3, middle + each * 0.3):
            flow.marks.append(Line(edge, top, edge, bottom, HAIRLINE, LIGHT_GREY))
        flow.marks.append(Text(middle, bottom + 5, head, FIGURES, anchor=Anchor.MIDDLE))
    flow.y = bottom + 8


def _set_answers(flow: Flow, kit: Kit) -> None:
    """Set the answers to the worksheet's questions, and the good moves of every box."""
    words = paper_words(kit)
    good = good_beads(kit)
    flow.title(words("lesson.answers"))
    flow.items(_answers(kit, good), numbered=True)
    flow.heading(words("lesson.good"))
    flow.paragraph(words("lesson.good-how"))
    beads = [
        tuple(BeadItem(kit.colour(bead.colour)) for bead in good[box.number]) for box in kit.boxes
    ]
    step = step_width([BeadItem(kit.colours[0])], 1.0)
    head, leave, none = map(words, ("common.box", "lesson.leave", "lesson.none"))
    first = (
        max(item_width(text, TEXT, bold=True) for text in (head, *(box.name for box in kit.boxes)))
        + 8
    )
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
    """Yield an answer to each of `_questions`."""
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
