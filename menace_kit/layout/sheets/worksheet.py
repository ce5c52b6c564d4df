"""The worksheet of a group: its games, and questions about them."""

from collections.abc import Iterator, Sequence

from menace_kit.layout.marks import BLACK, GREY, THIN, Document, Line
from menace_kit.layout.sheets.game_facts import good_beads, questions_asked
from menace_kit.layout.sheets.operator_card import after_a_game, empty_box, steps_of_a_move
from menace_kit.layout.sheets.visitor_rules import how_to_play
from menace_kit.layout.stacks import padded, put, stroke
from menace_kit.layout.text.pages import FORM_PAGES, Flow
from menace_kit.layout.text.rows import Cell, TableColumn, TickItem, fitting_column
from menace_kit.layout.type_scale import TEXT
from menace_kit.machine import Kit
from menace_kit.machine.prospects import results
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.text.sheet_words import said

GAMES, BLOCK = 20, 5
"""Games on a worksheet, and how many of them are played in the same places and counted together."""


ENOUGH = 10
"""Games that every group has time for: a lesson has hardly a minute for each of `GAMES`."""


PLAYED = {"games": BLOCK, "enough": ENOUGH, "most": GAMES}
"""These numbers, for sentences."""


ROW = 5.6
"""Height of a row to write in."""


LINE = 9.0
"""Distance between two lines to write on."""


WRITE_ON = stroke((0, 1), (1, 1), THIN, GREY)


def worksheet_document(kit: Kit, name: str = "worksheet") -> Document:
    """Return the worksheet: rules, how the machine moves and learns, games to tick, questions."""
    words = paper_words(kit)
    flow = Flow(kit, words("lesson.worksheet"), FORM_PAGES)
    flow.title(words("lesson.worksheet-title", name=machine_title(kit)))
    flow.space(0.4)
    flow.paragraph(words("lesson.names"))
    put(flow, 0, padded(WRITE_ON, left=28))
    flow.heading(words("visitors.play"))
    flow.items(how_to_play(kit)[:2])
    flow.heading(words("operator-card.move"))
    flow.items(steps_of_a_move(kit), numbered=True)
    flow.items([empty_box(kit)])
    flow.heading(words("operator-card.over"))
    flow.items(after_a_game(kit))
    flow.heading(words("lesson.our-games"), keep=40)
    flow.paragraph(words("lesson.our-games-how", **PLAYED))
    flow.gap(2)
    _set_games(flow, kit)
    flow.heading(words("lesson.questions"), keep=40)
    for number, question in enumerate(_questions(kit), start=1):
        flow.need(12 + LINE)
        flow.paragraph(question, sign=f"{number}.")
        put(flow, LINE * 0.85, padded(WRITE_ON, left=flow.style.indent))
        flow.y += 3
    return flow.document(name, words("lesson.worksheet"))


def _set_games(flow: Flow, kit: Kit) -> None:
    """Set a column for each game, with a box to tick for each possible result."""
    words = paper_words(kit)
    told = [words(f"common.{result.value}") for result in results(kit.game)]
    first = fitting_column(words("common.one-game"), told, TEXT, bold=True)
    each = (flow.width - first.width) / GAMES
    columns = [first, *(TableColumn(str(number), each) for number in range(1, GAMES + 1))]
    rows: list[Sequence[Cell]] = [[text, *(TickItem() for _ in range(GAMES))] for text in told]
    top = flow.y
    flow.table(columns, rows, row_height=ROW, size=TEXT)
    bottom = flow.y - 2
    for game in range(BLOCK, GAMES, BLOCK):
        x = flow.left + first.width + game * each - (each - 3.2) / 2
        flow.marks.append(Line(x, top, x, bottom, 0.4, BLACK))


def _questions(kit: Kit) -> Iterator[str]:
    asked = questions_asked(kit, good_beads(kit))
    if asked:
        yield said(kit, "lesson.ask-box", box=asked[0])
    yield from paper_words(kit).lines("lesson.asks")
