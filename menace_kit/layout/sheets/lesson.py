"""A lesson with the machine: its plan, a class tally that adds all groups up, the answers, and a worksheet. In mm."""

from collections.abc import Iterator, Mapping, Sequence

from menace_kit.games import Position, Side
from menace_kit.layout.marks import BLACK, GREY, HAIRLINE, LIGHT_GREY, THIN, Anchor, Document, Line, Text
from menace_kit.layout.sheets.posters import deeds, empty_box, how_to_play, reasons, steps_of_a_move
from menace_kit.layout.text.fonts import cap_height
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
from menace_kit.machine.boxes import Bead
from menace_kit.machine.kit import Kit, set_letters
from menace_kit.machine.learning import Result, change_by, results
from menace_kit.text.kit_words import said
from menace_kit.text.words import Words

MINUTES = (5, 5, 8, 17, 5, 5)
"""How long the parts of the lesson take: 45 minutes in all. The figures are ours, not measured in a class."""

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
    """Return number of a box -> its beads after which the game is worth most to it, if from then on nobody errs.

    None where every move of it loses.
    """
    worth: dict[Position, int] = {}
    found = {}
    for box in kit.boxes:
        after = {bead: -_worth(kit, kit.game.play(box.position, bead.move), worth) for bead in box.playable}
        most = max(after.values(), default=-1)
        found[box.number] = tuple(bead for bead in after if after[bead] == most and most > -1)
    return found


def who_wins(kit: Kit) -> Side | None:
    """Return who wins from the start if nobody errs; None where nobody does."""
    return {1: Side.FIRST, -1: Side.SECOND}.get(_worth(kit, kit.game.start(), {}))


def _worth(kit: Kit, position: Position, known: dict[Position, int]) -> int:
    """Return 1 where who is to move wins, 0 for a draw, -1 where the other one does; `known` is added to."""
    if position not in known:
        ended = kit.game.outcome(position)
        if ended is None:
            moves = kit.game.legal_moves(position)
            known[position] = max(-_worth(kit, kit.game.play(position, move), known) for move in moves)
        elif ended.winner is None:
            known[position] = 0
        else:
            known[position] = 1 if ended.winner is position.to_move else -1
    return known[position]


def _asked(
    kit: Kit, good: Mapping[int, tuple[Bead, ...]]
) -> tuple[str, tuple[Bead, ...], tuple[Bead, ...]] | None:
    """Return the box that the worksheet asks about, the first with a good and a bad move: its name, and both kinds."""
    for box in kit.boxes:
        bad = tuple(bead for bead in box.playable if bead not in good[box.number])
        if bad and good[box.number]:
            return box.name, good[box.number], bad
    return None


# What the teacher has: the plan, the class tally, the answers.


def lesson_document(kit: Kit, words: Words, name: str = "lesson", sets: Sequence[str] = ()) -> Document:
    """Return the teacher's pages; the class tally has a line for each of the sets, or for as many as a class has."""
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
    """Set a line for each group and one for all, a column for each block of games, and below it a graph to draw."""
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
        columns, [*rows, [words("lesson.all-groups"), *empty]], row_height=6.4, bold_last=True, size=10
    )
    _set_graph(flow, words, heads, BLOCK * len(groups))


def _set_graph(flow: Flow, words: Words, heads: Sequence[str], most: int) -> None:
    """Set the axes of a graph with a column for each of `heads`, and lines up to the most games there can be."""
    flow.heading(words("lesson.graph"), keep=60)
    left, right = flow.left + 10, flow.left + flow.width
    top, bottom = flow.y + 3, min(flow.bottom - 8, flow.y + 100)
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100) if most / step <= 10)
    ticks = [*range(0, most, step), most]
    for count in ticks:
        y = bottom - (bottom - top) * count / most
        if count in (0, most) or most - count >= step / 2:
            flow.marks.append(Text(left - 2, y + cap_height(8) / 2, str(count), 8, anchor=Anchor.END))
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
    beads = [tuple(BeadItem(kit.colour(bead.colour)) for bead in good[box.number]) for box in kit.boxes]
    step = step_width([BeadItem(kit.colours[0])], 1.0)
    head, leave, none = (words(f"lesson.{key}") for key in ("box", "leave", "none"))
    first = max(item_width(text, 9, bold=True) for text in (head, *(box.name for box in kit.boxes))) + 8
    widest = max(step * max(map(len, beads)), item_width(none, 9), item_width(leave, 9, bold=True)) + 2
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
    """Return the worksheet: the rules, how the machine moves and learns, the games to tick, and questions."""
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
    first = max(item_width(text, 9, bold=True) for text in (*told, words("lesson.game"))) + 3 * CELL_GAP
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
