"""The guided game's screen: what stands where. Pure: a session and a view in, lines of text out.

Every state of play has facts without which nobody can go on: a box, its place, its beads, each line of a list. They are
set in one way after the other, from a large board with large numbers down to a few lines without a board, and the first
way in which all of them have room is shown. Only a list may be longer than its room: then it says how much is missing.
"""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from rich.text import Text

from menace_kit.cli.operator.guided import Asking, View, keys_now
from menace_kit.cli.operator.large_signs import HALF, TINY, BoardOnTable, big
from menace_kit.cli.terminal import (
    BLOCKS,
    PLAIN,
    Ink,
    KeypadWords,
    beside,
    board_lines,
    chip,
    on_keypad,
    side_by_side,
)
from menace_kit.games import Move, Side, parse_move, written_move
from menace_kit.guide import wording
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import GameRecord, Kind
from menace_kit.machine.boxes import Box, Reading
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Adjustment, Why
from menace_kit.text import kinds, kit_words
from menace_kit.text.kit_words import page_words
from menace_kit.text.words import Called, Capital, Capitals, Joined, Words, say
from menace_kit.text.words import Text as Told

FOOT_ROWS = 6
"""The rows that the foot keeps on a screen of 24 rows, so that nothing jumps when it says more or less."""

GAP = 2
LEAST_BESIDE = 24
"""The columns that are enough for a panel beside a board; with less it stands below."""

SHARE_ABOVE = 2
"""A board above its panel takes at most this part of the rows, if it could be smaller."""

LONGEST_NAME = 40
"""The signs of a name that are shown; there are names of 80."""

RICH, LARGE, MEDIUM, SMALL, TERSE = range(5)
"""How much room a panel takes: large numbers and the label, large numbers, numbers of three rows, words, few words."""

CHIP = "___"
"""As wide as a bead's letter on its colour."""

WHOLE, SHORT, SHORTEST = range(3)
"""The foot: all of it; without what has just happened; with as many keys as a row holds."""


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


class Painted(NamedTuple):
    """The lines of a screen or a part of it; which lines of the tick-list, from 0, are among them.

    `brief` is a screen that has room for a few words alone.
    """

    lines: list[Text]
    shown: range = range(0)
    brief: bool = False


def screen(session: Session, view: View, size: Size) -> Painted:
    """Return the screen: `size.height` lines, none wider than `size.width`.

    Where even the sparest way has no room, it says in as few words as it can what is due.
    """
    scene = Laid(session, view, size)
    found = scene.help() if view.asking is Asking.HELP else scene.arranged() or scene.in_brief()
    blank = [Text() for _ in range(size.height - len(found.lines))]
    return Painted([*found.lines, *blank][: size.height], found.shown, found.brief)


def _ways(largest: int, scrolls: bool) -> Iterator[tuple[float | None, int, int]]:
    """Yield how large the board is, how rich the panel, how long the foot: what is wanted most comes first.

    A panel that `scrolls` takes the board's room before it shows less than all.
    """
    yield from ((scale, RICH, WHOLE) for scale in range(largest, 0, -1))
    yield (HALF, RICH, WHOLE)
    yield from ((scale, panel, WHOLE) for panel in (LARGE, MEDIUM, SMALL) for scale in (1, HALF))
    yield from ((TINY, panel, WHOLE) for panel in (LARGE, MEDIUM, SMALL))
    yield from ((scale, panel, SHORT) for scale in (HALF, TINY) for panel in (MEDIUM, SMALL))
    yield from ((None, SMALL, SHORT), (TINY, SMALL, SHORTEST), (None, SMALL, SHORTEST))
    yield from ((scale, TERSE, SHORTEST) for scale in ((None,) if scrolls else (HALF, TINY, None)))


@dataclass(frozen=True)
class Laid:
    """A screen as it is laid out: what is to be shown, and how large it is."""

    session: Session
    view: View
    size: Size

    @cached_property
    def kit(self) -> Kit:
        """Return the kit."""
        return self.session.kit

    @cached_property
    def words(self) -> Words:
        """Return the words of the kit's language."""
        words = page_words(self.kit, typed=True)
        return KeypadWords(words) if self.view.keypad else words

    def told(self, text: Told) -> str:
        """Return a text in the kit's language."""
        return self.words.tell(text)

    def typed(self, written: str) -> str:
        """Return a move as it is typed here, from how it is written."""
        return on_keypad(written) if self.view.keypad else written

    def wrapped(self, text: Told, width: int, style: str = "") -> list[Text]:
        """Return a text as lines of at most `width` signs."""
        return [Text(line, style=style) for line in textwrap.wrap(self.told(text), max(10, width))]

    @cached_property
    def board(self) -> BoardOnTable:
        """Return the board on the table."""
        return BoardOnTable(self.session, self.view, self.size.width, self.size.ink)

    # The whole screen

    def arranged(self) -> Painted | None:
        """Return the screen in the best way for which there is room, None where there is none."""
        feet = {foot: self.foot(foot) for foot in (WHOLE, SHORT, SHORTEST)}
        scrolls = bool(self.session.due in (Due.ADJUST, Due.START) or self.view.deeds)
        for board, panel, foot in _ways(self._largest, scrolls):
            room = self.size.height - 1 - len(feet[foot])
            found = self._body(board, panel, room)
            if found is not None:
                blank = [Text() for _ in range(room - len(found.lines))]
                return Painted([self.head(), *found.lines, *blank, *feet[foot]], found.shown)
        return None

    @cached_property
    def _largest(self) -> int:
        """Return the largest scale at which the board has room for itself."""
        game, scale = self.kit.game, 1
        while (
            game.columns * (7 * scale + 10) <= self.size.width
            and game.rows * (5 * scale + 6) < self.size.height
        ):
            scale += 1
        return scale

    def _body(self, scale: float | None, level: int, room: int) -> Painted | None:
        """Return board and panel beside or below each other, None where one of them has no room."""
        whole = self.size.width - 2
        if scale is None:
            panel = self._fitting(level, whole, room)
            return panel and Painted(_indented(panel.lines), panel.shown)
        width, height = self.board.size(scale)
        if not width or height > room or width > whole:
            return None
        left = self.size.width - 1 - width - GAP
        if left >= LEAST_BESIDE and (panel := self._fitting(level, left, room)):
            board = self.board.lines(scale, room, self.size.width - 1 - self._width_of(panel) - GAP)
            sides = beside((board, board[0].cell_len + GAP), (panel.lines, 0))
            return Painted(_indented(sides), panel.shown)
        if scale > HALF and height * SHARE_ABOVE > room:
            return None
        if panel := self._fitting(level, whole, room - height - 1):
            board = self.board.lines(scale, room - 1 - len(panel.lines), whole)
            return Painted(_indented([*board, Text(), *panel.lines]), panel.shown)
        return None

    @staticmethod
    def _width_of(panel: Painted) -> int:
        return max((line.cell_len for line in panel.lines), default=0)

    def _fitting(self, level: int, width: int, height: int) -> Painted | None:
        """Return the panel where all of it has room, None where it has not, or cannot be so rich."""
        if height < 1 or width < 1:
            return None
        panel = self.panel(level, width, height)
        if panel is None or len(panel.lines) > height or self._width_of(panel) > width:
            return None
        return panel

    def head(self) -> Text:
        """Return the first line: the game and who plays it; at a narrow screen the machine's name gives way."""
        game, line = self.session.game, Text(" ")
        parts = []
        if game is not None:
            parts = [say("play.game", number=game.number), wording.the_machine_is(self.kit, game)]
            if game.start.opponent:
                parts.append(say("play.against", opponent=_short(game.start.opponent)))
            if game.start.operator:
                parts.append(say("play.operator", operator=_short(game.start.operator)))
        line.append("   ".join(map(self.told, parts)))
        name = f"{self.kit.spec.name}   "
        if line.cell_len + len(name) <= self.size.width:
            line = Text.assemble(" ", (name, "bold"), line[1:])
        line.truncate(self.size.width, overflow="ellipsis")
        return line

    def foot(self, length: int) -> list[Text]:
        """Return what has just happened or the answer to the last key, what is due or asked, and the keys."""
        session, view, width = self.session, self.view, self.size.width - 2
        if view.message or length != WHOLE:
            said = self.wrapped(view.message, width, "bold red")
        else:
            happened = wording.happened(self.kit, session.game, wording.last_action(session.game))
            said = self.wrapped(happened, width)
        said += self.wrapped("" if view.question else view.advice or session.exhibition, width, "bold")
        asked: Told = view.question or wording.due(session, view.machine_first, view.both)
        if view.asking is Asking.COUNTED_BOX:
            asked = Joined((asked, f"{view.typed}_"), " ")
        due = self.wrapped(asked, width, "bold reverse")
        for line in due:
            line.pad_right(max(0, width - line.cell_len))
        keys = self._keys(width, first_row=length == SHORTEST)
        if length == WHOLE and self.size.height >= 24:
            said += [Text() for _ in range(FOOT_ROWS - len(said) - len(due) - len(keys))]
        return _indented([*said, *due, *keys])

    def _keys(self, width: int, first_row: bool = False) -> list[Text]:
        """Return the keys that mean something now, the most important first, in as many rows as they or one take."""
        rows = [""]
        for key in map(self.told, keys_now(self.session, self.view)):
            longer = f"{rows[-1]}   {key}" if rows[-1] else key
            if len(longer) <= width:
                rows[-1] = longer
            elif first_row and any(rows):
                break
            else:
                rows += textwrap.wrap(key, width)
        return [Text(row, style="dim") for row in rows if row]

    def in_brief(self) -> Painted:
        """Return for a screen on which nothing else has room what is due: the box and its place first."""
        width, height, shown = self.size.width, self.size.height, range(0)
        session, view = self.session, self.view
        if view.deeds:
            panel = self.deeds(TERSE, width, height) or Painted(self.wrapped(view.question, width, "bold"))
            lines, shown = panel.lines, panel.shown
        elif view.question:
            lines = self.wrapped(view.question, width, "bold")
        elif session.box is not None:
            box = kit_words.box_and_place(self.kit, session.box)
            lines = self.wrapped(f"{self.told(box)}: {wording.letters(session)}", width, "bold")
        elif session.due is Due.ADJUST and session.game is not None:
            said = self.wrapped(view.message, width, "bold red")
            panel = self.tick_list(session.game, TERSE, width, height - len(said)) or Painted([])
            lines, shown = panel.lines, panel.shown
        else:
            lines = self.wrapped(wording.due(session, view.machine_first, view.both), width, "bold")
            lines += self.wrapped(view.advice or session.exhibition, width)
        lines = [*lines, *self.wrapped(view.message, width, "bold red"), *self._keys(width, first_row=True)]
        for line in lines:
            line.truncate(width, overflow="ellipsis")
        if len(lines) > height and not shown:
            lines = [*lines[: height - 1], Text("...")]
        return Painted(lines[:height], shown, brief=True)

    def help(self) -> Painted:
        """Return what the keys mean, as many of them as there is room for."""
        keys = [line.partition(" | ")[::2] for line in self.words.lines("play.help")]
        longest = max(len(key) for key, _ in keys)
        hang = longest + 2 if self.size.width >= 2 * longest + 12 else 2
        entries = []
        for key, meaning in keys:
            told = self.wrapped(meaning, self.size.width - 2 - hang)
            first = [Text(key, style="bold")] if hang == 2 else []
            indent = [Text(" " * hang)] * len(told)
            if not first:
                indent[0] = Text(f"{key:<{hang}}", style="bold")
            entries.append([*first, *(space + line for space, line in zip(indent, told, strict=True))])
        foot = self.wrapped(say("play.help-back"), self.size.width - 2, "bold")
        title = [Text(self.words("play.help-title"), style="bold"), Text()] if self.size.height >= 24 else []
        room = self.size.height - len(title) - len(foot)
        rows, _ = self.window(entries, self.view.at or 0, room) or ([], range(0))
        blank = [Text() for _ in range(room - len(rows))]
        return Painted(_indented([*title, *rows, *blank, *foot]))

    def window(self, blocks: Sequence[list[Text]], at: int, height: int) -> tuple[list[Text], range] | None:
        """Return as many of the blocks around the one `at` as have room, with how many more there are, and which.

        None where not even that one has room with what is said of the others.
        """
        whole = list(chain.from_iterable(blocks))
        if len(whole) <= height:
            return whole, range(len(blocks))
        first = min(max(at, 0), len(blocks) - 1)
        found = range(first, first + 1)

        def rows(part: range) -> int:
            marks = (part.start > 0) + (part.stop < len(blocks))
            return sum(len(blocks[place]) for place in part) + marks

        if rows(found) > height:
            return None
        for _ in blocks:  # one more below, one more above, as long as there is room
            below, above = range(found.start, found.stop + 1), range(found.start - 1, found.stop)
            if below.stop <= len(blocks) and rows(below) <= height:
                found = below
            above = range(above.start, found.stop)
            if above.start >= 0 and rows(above) <= height:
                found = above
        lines = list(chain.from_iterable(blocks[place] for place in found))
        if found.start:
            lines.insert(0, Text(self.words("play.more-above", n=found.start), style="bold"))
        if more := len(blocks) - found.stop:
            lines.append(Text(self.words("play.more-below", n=more), style="bold"))
        return lines, found

    # The panel

    def panel(self, level: int, width: int, height: int) -> Painted | None:
        """Return the panel for what is due now, of at most `width` if that can be; None where it has no such level."""
        session = self.session
        if self.view.counted_box is not None:
            return self.count(self.kit.box(self.view.counted_box), level, width, height)
        if self.view.deeds:
            return self.deeds(level, width, height)
        if session.box is not None:
            return self.box(session.box, session.readings[0], level, width, height)
        if session.due is Due.ADJUST and session.game is not None:
            return self.tick_list(session.game, level, width, height)
        if session.due is Due.REPLY:
            return self.move(level, width, height)
        return self.next_game(level, width, height)

    def _scales(self, level: int) -> tuple[float, ...]:
        """Return the scales of large signs that a panel of this level may have, the largest first."""
        if level in (RICH, LARGE):
            return (3, 2, 1)
        return (HALF,) if level == MEDIUM and self.size.ink.halves else ()

    def numbers(self, parts: Sequence[tuple[str, str]], scale: float) -> list[Text]:
        """Return numbers drawn large beside each other, each below what it is called: the box, its row, its drawer."""
        columns = []
        for title, number in parts:
            drawn = [Text(line, style="bold") for line in big(number, scale, self.size.ink)]
            lines = [Text(title.upper(), style="bold"), *drawn]
            columns.append((lines, max(line.cell_len for line in lines) + (2 if scale == HALF else 3)))
        rows = beside(*columns)
        for row in rows:
            row.rstrip()
        return rows

    # The box that is to be opened

    def box(self, box: Box, reading: Reading, level: int, width: int, height: int) -> Painted | None:
        """Return the box, where it stands, its beads and how to hold it."""
        turn = self.wrapped(Joined((Capital(wording.how_to_turn(reading)), "."), ""), width)
        if len({tuple(way.moves.values()) for way in self.session.readings}) > 1:
            turn += self.wrapped(say("play.other-ways"), width)
        if level in (SMALL, TERSE):
            head = self.wrapped(kit_words.box_to_find(self.kit, box), width, "bold")
            beads = self._beads(reading, width) if level == SMALL else self._beads_in_rows(reading, width)
            return Painted([*head, *beads, *turn]) if beads else None
        if not (beads := self._beads(reading, width)):
            return None
        for scale in self._scales(level):
            head = self.numbers(self._place_of(box), scale)
            if level == RICH:
                label = board_lines(self.kit, box.position, box.moves)
                title = self.told(say("keys.beads", *kinds(self.kit)))
                beads_there = self._beads(reading, width - label[0].cell_len - 3)
                drawings = [(self.words("play.label"), label), (title, beads_there or beads)]
                middle = [Text(), *side_by_side(drawings, gap=3, most=width)]
            else:
                middle = beads
            found = Painted([*head, *middle, *turn])
            if len(found.lines) <= height and self._width_of(found) <= width:
                return found
        return None

    def _place_of(self, box: Box) -> list[tuple[str, str]]:
        """Return a box and its place as numbers, each with what it is called; with the box its code."""
        parts = [("play.box", box.name)]
        place = self.kit.place(box)
        if place is not None:
            parts += [("play.cabinet", str(place.cabinet))] if self.kit.cabinets > 1 else []
            parts += [("play.row", str(place.row)), ("play.drawer", str(place.drawer))]
        titled = [(self.words(key), number) for key, number in parts]
        return [(f"{titled[0][0]} {self.kit.code(box)}".rstrip(), box.name), *titled[1:]]

    def _beads(self, reading: Reading, width: int) -> list[Text]:
        """Return a line for each colour, the same for all: letter, sign, name, square, and how many lie in the box.

        In a narrow panel the sign goes first, then the name of the colour, then that of the square; none where even
        that has no room.
        """
        counts = self.session.in_box(reading.box.number)
        colours = [self.kit.colour(name) for name in reading.box.moves]
        names = [self.words.colour_name(colour) for colour in colours]
        moves = [reading.moves.get(colour.name) for colour in colours]  # None of one whose square is taken
        called = [self._in_short(move) for move in moves]
        short = ["x" if move is None else self.typed(self.session.written(move)) for move in moves]
        signs = [f"{colour.glyph} {name}" for colour, name in zip(colours, names, strict=True)]
        for name_column, square_column in (
            (signs, called),
            (names, called),
            (names, short),
            ([""] * 9, short),
        ):
            told = [_column(name_column, len(colours)), _column(square_column, len(colours))]
            room = [max(map(len, column)) for column in told]
            if 3 + 1 + room[0] + 1 + room[1] + 1 + 3 > width:
                continue
            lines = []
            for colour, name, square in zip(colours, *told, strict=True):
                left = counts[colour.name]
                line = chip(colour, bold=True).append(f" {name:<{room[0]}}", style="" if left else "dim")
                line.append(f" {square:<{room[1]}}", style="bold" if left else "dim")
                lines.append(line.append(f" {left:>3}", style="" if left else "dim"))
            return lines
        return []

    def _beads_in_rows(self, reading: Reading, width: int) -> list[Text]:
        """Return the same in as few rows as can be: letter, square, how many."""
        counts = self.session.in_box(reading.box.number)
        rows: list[Text] = []
        for name in reading.box.moves:
            square = self.typed(self.session.written(reading.moves[name])) if name in reading.moves else "x"
            item = chip(self.kit.colour(name), bold=True).append(f" {square} x{counts[name]}")
            if rows and rows[-1].cell_len + 2 + item.cell_len <= width:
                rows[-1].append("  ").append_text(item)
            else:
                rows.append(item)
        return rows

    def _in_short(self, move: Move | None) -> str:
        taken = self.words("piece.taken")
        return self.told(kit_words.square_in_short(self.kit, move, self.session.position)) if move else taken

    # A box that is counted

    def count(self, box: Box, level: int, width: int, height: int) -> Painted | None:
        """Return a box, and for each colour what the book says and what was counted so far."""
        in_box, counted = self.session.in_box(box.number), self.view.counted
        rows: list[Text] = []
        for number, name in enumerate(box.moves):
            row = chip(self.kit.colour(name), bold=True)
            found = str(counted[name]) if name in counted else ""
            current = name not in counted and number == len(counted)
            found = f"{self.view.typed}_" if current else found
            told = self.words("play.book-and-count", book=in_box[name], count=found)
            first, *more = self.wrapped(f"{self.words.colour_name(self.kit.colour(name))}: {told}", width - 4)
            rows += [row.append(" ").append_text(first), *(Text("    ") + line for line in more)]
        if level in (SMALL, TERSE):
            return Painted([*self.wrapped(kit_words.box_to_find(self.kit, box), width, "bold"), *rows])
        for scale in self._scales(level):
            found_lines = Painted([*self.numbers(self._place_of(box), scale), Text(), *rows])
            if len(found_lines.lines) <= height and self._width_of(found_lines) <= width:
                return found_lines
        return None

    # The machine's move, when the opponent's is due

    def move(self, level: int, width: int, height: int) -> Painted | None:
        """Return the machine's last move, with the bead that is to lie before its box."""
        game = self.session.game
        if game is None or not game.moves:
            begins = say("play.begins", opponent=Capital(_short(wording.opponent(game))))
            return Painted(self.wrapped(begins, width, "bold"))
        entry = game.moves[-1]
        move = parse_move(entry.move or "")
        if entry.kind is Kind.BEAD and entry.box and entry.colour:
            colour = self.kit.colour(entry.colour)
            name = self.words.colour_name(colour).upper()
            chips, *more = self.wrapped(f"{CHIP} {colour.glyph} {name}", width, "bold")
            after = [chip(colour, bold=True).append_text(chips[len(CHIP) :]), *more]
            where = kit_words.box_and_place(self.kit, self.kit.box(entry.box))
            after += self.wrapped(say("play.lay-bead", box=where), width)
        else:
            after = self.wrapped(wording.without_bead(self.kit, game, entry), width)
        before = game.positions(self.kit.game)[-2]
        written = written_move(self.kit.game, before, move)
        square = self.told(kit_words.square(self.kit, move, before))
        if level in (SMALL, TERSE):
            head = self.wrapped(say("play.machine-plays", *kinds(self.kit), move=square), width, "bold")
            return Painted([*head, *after])
        title, written = self.words("play.the-machine-plays"), self.typed(written)
        beside_it = square.rstrip(")").split(" (")
        for scale in self._scales(level):
            drawn = self.numbers([(title, written)], scale)
            wide = max(map(len, big(written, scale, self.size.ink)))
            for number, word in enumerate(beside_it, start=2):
                drawn[number].pad_right(max(0, wide - drawn[number].cell_len))
                drawn[number].append(f"   {word}", style="bold")
            found = Painted([*drawn, Text(), *after])
            if len(found.lines) <= height and self._width_of(found) <= width:
                return found
        return None

    # After a game

    def tick_list(self, game: GameRecord, level: int, width: int, height: int) -> Painted | None:
        """Return how the game ended and the tick-list: in sentences, in a row a line, or as much as there is room for.

        A list in rows of which not all have room is moved so that the line that is next stands in it.
        """
        ticked = self.view.ticked
        head = self.wrapped(wording.result_and_ticks(self.kit, game, len(ticked)), width, "bold")
        changes = [(side, change) for side, own in game.tick_lists.items() for change in own]
        blocks = self._tick_lines(game, changes, width, in_sentences=level == RICH)
        put_in = [line for told in wording.refilled(self.kit, game) for line in self.wrapped(told, width)]
        blocks += [put_in] if put_in else []
        rows = list(chain.from_iterable(blocks))
        word = self.told(wording.headline(self.kit, game))
        if level in (SMALL, TERSE):
            head = [Text(f" {word} ", style="bold reverse"), *head]
        if level == TERSE:
            at = self.view.at
            if at is None:
                at = next((line for line in range(len(changes)) if line not in ticked), len(changes) - 1)
            room = height - len(head)
            if room < 3 and len(head) > 1:
                head, room = head[:1], height - 1
            if not blocks or room < 1:
                return None
            window = self.window(blocks, at, room)
            return window and Painted([*head, *window[0]], window[1])
        if level == SMALL:
            return Painted([*head, *rows], range(len(changes)))
        for scale in self._scales(level):
            huge = [Text(line, style="bold") for line in big(word, scale, self.size.ink)]
            gap = [Text()] if level == RICH else []
            found = Painted([*huge, *gap, *head, *gap, *rows], range(len(changes)))
            if len(found.lines) <= height and self._width_of(found) <= width:
                return found
        return None

    def _tick_lines(
        self, game: GameRecord, changes: Sequence[tuple[Side, Adjustment]], width: int, in_sentences: bool
    ) -> list[list[Text]]:
        """Return the rows of each line; where both players were machines, each one's first is below a heading."""
        blocks: list[list[Text]] = []
        headed: set[Side] = set()
        current = next((line for line in range(len(changes)) if line not in self.view.ticked), None)
        for number, (side, change) in enumerate(changes):
            ticked = number in self.view.ticked
            style = "dim" if ticked else "bold" if number == current else ""
            after = self.session.contents[change.box]
            first = Text.assemble((f"[{'x' if ticked else ' '}] {number + 1} ", style))
            if in_sentences or width >= 40:
                first.append_text(chip(self.kit.colour(change.colour), bold=True)).append(" ")
            room = max(10, width - first.cell_len)
            if in_sentences:
                told = textwrap.wrap(self.told(wording.adjustment(self.kit, change, after)), room)
            else:
                place, deed = map(self.told, row_of(self.kit, change, after))
                whole = f"{place}  {deed}"
                told = [whole] if len(whole) <= room else [*textwrap.wrap(place, room)]
                told += [] if len(whole) <= room else textwrap.wrap(deed, width - 2)
            indent = first.cell_len if in_sentences else 2
            lines = [first.append(told[0], style=style)]
            lines += [Text(" " * indent).append(line, style=style) for line in told[1:]]
            if game.both and side not in headed:
                headed.add(side)
                lines[0:0] = self._list_head(game, side, width)
            blocks.append(lines)
        if not blocks:
            blocks.append(
                self.wrapped(say("both.nothing-drawn" if game.both else "play.nothing-drawn"), width)
            )
        elif game.both:
            for side in Side:
                if side not in headed:
                    nothing = self.wrapped(say("both.nothing-drawn"), width)
                    block = blocks[0 if side is Side.FIRST else -1]
                    at = 0 if side is Side.FIRST else len(block)
                    block[at:at] = [*self._list_head(game, side, width), *nothing]
        return blocks

    def _list_head(self, game: GameRecord, side: Side, width: int) -> list[Text]:
        return self.wrapped(wording.list_head(self.kit, game, side), width, "underline")

    # What is to be done with beads after a step was taken back

    def deeds(self, level: int, width: int, height: int) -> Painted | None:
        """Return what is to be done with real beads, a line each."""
        if level not in (SMALL, TERSE):
            return None
        blocks = [
            [first, *rest]
            for number, deed in enumerate(self.view.deeds, start=1)
            for first, *rest in [self._hanging(f"{number} ", deed, width)]
        ]
        window = self.window(blocks, self.view.at or 0, height)
        if window is None or (level == SMALL and len(window[1]) < len(blocks)):
            return None
        return Painted(*window)

    def _hanging(self, begin: str, text: Told, width: int) -> list[Text]:
        """Return a text behind its beginning, with an indent below that where there is room for it."""
        indent = " " * (len(begin) if len(begin) + 10 <= width else 1)
        told = textwrap.wrap(begin + self.told(text), width, subsequent_indent=indent)
        return [Text(line) for line in told]

    # Between games

    def next_game(self, level: int, width: int, height: int) -> Painted | None:
        """Return how the last game went, and the next one: its number, and who plays it."""
        game, kit, view = self.session.game, self.kit, self.view
        before: list[Text] = []
        if game is not None and game.result is not None:
            before += self.wrapped(say("play.went", number=game.number, went=wording.ended(kit, game)), width)
        if dead := wording.dead(self.session, view.machine_first, view.both):
            return Painted([*before, *self.wrapped(Joined((Capital(dead), "."), ""), width, "bold")])
        number = str(game.number + 1 if game else 1)
        rows: list[tuple[str, str]] = [("play.operator-is", view.operator or "-")]
        switch = f"   ({self.words('play.tab')})" if kit.spec.side == "both" else ""
        if view.both:
            rows.append(("play.players-are", self.words("play.both") + switch))
        else:
            first = self.session.next_side(view.machine_first) is Side.FIRST
            rows.append(("play.opponent-is", f"{view.opponent}_"))
            mover = self.words("play.the-machine" if first else "play.the-opponent")
            rows.append(("play.moves-first", mover + switch))
        titles = [self.words(key) for key, _ in rows]
        longest = max(map(len, titles))
        about: list[Text] = []
        for title, (_, told) in zip(titles, rows, strict=True):
            begin = f"{title:<{longest + 1}}" if longest + 20 <= width else f"{title} "
            about += self._hanging(begin, told, width)
        about += self.wrapped(say("exhibition.is") if view.exhibition else "", width)
        heading = Text(self.words("play.the-game", number=number), style="bold")
        if level == SMALL:
            return Painted([*before, heading, *about])
        if level == TERSE:
            window = self.window([[line] for line in (*before, heading, *about)], view.at or 0, height)
            return window and Painted(window[0])
        for scale in self._scales(level):
            head = self.numbers([(self.words("play.next-game"), number)], scale)
            found = Painted([*before, *([Text()] if before else []), *head, Text(), *about])
            if len(found.lines) <= height and self._width_of(found) <= width:
                return found
        return None


def row_of(kit: Kit, change: Adjustment, after: Mapping[str, int]) -> tuple[Told, Told]:
    """Return a line of the tick-list in a row, in two parts: `Box 12 R2 D4`, `GOLD +4 -> 7 (15)`.

    Told is what goes into the box or comes out of it, the bead that lies before it among it; then how many of the
    colour it should hold, and how many beads in all.
    """
    box = kit.box(change.box)
    colour = Capitals(Called(change.colour))
    moved = change.change + (change.why is not Why.WATCHED)
    if moved == 0:
        deed: Told = say("play.row-out", colour=colour)
    else:
        deed = Joined((colour, f"{moved:+d}"), " ")
    holds = f" -> {after[change.colour]} ({sum(after.values())})"
    where: Told = say("piece.box", number=box.name)
    if place := kit.place(box):
        short = say(f"label.place{'-cabinet' if kit.cabinets > 1 else ''}-short", **place._asdict())
        where = Joined((where, short), " ")
    return where, Joined((deed, holds), "")


# How text is set


def _short(name: Told) -> Told:
    """Return a name of which no more is shown than a line has room for."""
    return f"{name[: LONGEST_NAME - 3]}..." if isinstance(name, str) and len(name) > LONGEST_NAME else name


def _column(texts: Sequence[str], length: int) -> list[str]:
    return list(texts[:length]) + [""] * (length - len(texts))


def _indented(lines: Sequence[Text]) -> list[Text]:
    """Return the lines one sign from the left edge."""
    return [Text(" ").append_text(line) for line in lines]
