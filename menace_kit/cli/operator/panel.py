"""What is beside the board in the guided game: a box, a move, a list or the next game."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from menace_kit.cli.operator.guided.view import Asking, View, can_be_held_otherwise
from menace_kit.cli.operator.large_signs import big
from menace_kit.cli.terminal import board_lines, chip, rich_line
from menace_kit.frozen import Frozen
from menace_kit.games import Side, parse_move, written_move
from menace_kit.guide import wording
from menace_kit.guide.look_up import how_to_turn
from menace_kit.guide.players import next_side
from menace_kit.guide.session import Due, Session
from menace_kit.logbook import GameRecord, Kind
from menace_kit.machine import Box, Kit, Reading
from menace_kit.machine.learning import Adjustment
from menace_kit.text import Words, kinds, kit_words
from menace_kit.text.kit_words import page_words
from menace_kit.text.phrases import Capital, Joined, WithoutCommands, paragraph, say
from menace_kit.text.phrases import Text as Told


class Aside(NamedTuple):
    """What is beside the board. The head must fit whole; the lines can scroll."""

    head: Sequence[RenderableType]
    lines: Sequence[RenderableType] = ()
    at: int = 0


class NoRoomError(Exception):
    """Something does not fit in this layout."""


class SidePanel(Frozen):
    """What is due now, in one of the layouts; `brief` leaves out what the operator knows."""

    session: Session
    view: View
    console: Console
    large: bool = False
    brief: bool = False

    @property
    def kit(self) -> Kit:
        return self.session.kit

    @cached_property
    def words(self) -> Words:
        """Return the words in the kit's language."""
        return page_words(self.kit, typed=True)

    def text(self, told: Told, style: str = "") -> Text:
        """Return a text in the kit's language."""
        return Text(self.words.tell(told), style)

    def fits(self, part: RenderableType, width: int) -> bool:
        """Return whether a part needs no line breaks at this width."""
        return self.console.measure(part).maximum <= width

    def aside(self, width: int) -> Aside:
        """Return the panel for what is due now."""
        session, view = self.session, self.view
        if view.asking is Asking.HELP:
            return self.help()
        if view.counted_box is not None:
            return self.count(self.kit.box(view.counted_box), width)
        if view.deeds:
            return Aside((), self.deeds(), view.at or 0)
        due = {
            Due.START: self.next_game,
            Due.BEAD: self.box,
            Due.REPLY: self.move,
            Due.ADJUST: self.tick_list,
        }
        return due[session.due](width)

    def deeds(self) -> list[RenderableType]:
        """Return what to do, numbered if there are several steps."""
        deeds = [self.text(deed) for deed in self.view.deeds]
        if len(deeds) < 2:
            return list(deeds)
        return [_line(Text(f"{number} "), deed) for number, deed in enumerate(deeds, 1)]

    def help(self) -> Aside:
        keys = [line.partition(" | ")[::2] for line in self.words.lines("play.help")]
        longest = max(len(key) for key, _ in keys) + 2
        lines = [_line(Text(f"{key:<{longest}}", "bold"), Text(meaning)) for key, meaning in keys]
        return Aside((), lines, self.view.at or 0)

    def title(self, told: Told, sign: str, width: int) -> list[RenderableType]:
        """Return a sentence; in the large layout, with its main part in large characters."""
        return [self.text(told, "bold"), *self.large_sign(sign, width)]

    def large_sign(self, sign: str, width: int) -> list[RenderableType]:
        """Return a sign as large as fits in the large layout; otherwise nothing."""
        drawn = (big(sign, wide, self.console) for wide in (2, 1) if self.large)
        large = next((text for text in drawn if text and self.fits(text, width)), None)
        return [large, Text()] if large else []

    def box_title(self, box: Box, width: int) -> list[RenderableType]:
        """Return the box's number and place; its code is paler, because it is not a number."""
        where = self.text(kit_words.box_and_place(self.kit, box), "bold")
        if code := self.kit.code(box):
            where.append(f" ({code})", "not bold dim")
        return [where, *self.large_sign(box.name, width)]

    def box(self, width: int) -> Aside:
        """Return the box to open: where it is, its beads and how to hold it."""
        reading = self.session.readings[0]
        turn = Joined((Capital(how_to_turn(reading)), "."), "")
        turn = paragraph(
            [turn, say("play.other-ways") if can_be_held_otherwise(self.session) else ""]
        )
        beads = self.beads_in_short(reading) if self.brief else self.beads(reading, width)
        return Aside([*self.box_title(reading.box, width), beads, self.text(turn)])

    def beads(self, reading: Reading, width: int) -> Table:
        """Return a row for each colour: letter, symbol, name, square, number in the box.

        In the large layout, the label is beside them if the box must be turned.
        """
        table = Table.grid(padding=(0, 1, 0, 0), pad_edge=False)
        inside = self.session.in_box(reading.box.number)
        for name in reading.box.moves:
            colour, move = self.kit.colour(name), reading.moves.get(name)
            called = self.words("piece.taken")
            if move is not None:
                called = self.words.tell(
                    kit_words.square_in_short(self.kit, move, self.session.position)
                )
            style = "" if inside[name] else "dim"
            row = (f"{colour.glyph} {self.words.colour_name(colour)}", called, f"{inside[name]:>4}")
            table.add_row(chip(colour, bold=True), *(Text(cell, style) for cell in row))
        if not self.fits(table, width):
            raise NoRoomError
        if not (self.large and reading.is_turned):
            return table
        beside = Table.grid(padding=(0, 3, 0, 0), pad_edge=False)
        title = say("keys.beads")
        beside.add_row(self.text(say("play.label"), "dim"), self.text(title, "dim"))
        beside.add_row(self.label(reading), table)
        return beside if self.fits(beside, width) else table

    def label(self, reading: Reading) -> Text:
        """Return the label of a box, as glued."""
        lines = board_lines(self.kit, reading.box.position, reading.box.moves)
        return Text("\n").join(map(rich_line, lines))

    def beads_in_short(self, reading: Reading) -> Columns:
        """Return the same in columns: letter, square, number."""
        inside, items = self.session.in_box(reading.box.number), []
        for name in reading.box.moves:
            square = self.session.written(reading.moves[name]) if name in reading.moves else "x"
            items.append(
                chip(self.kit.colour(name), bold=True).append(f" {square} x{inside[name]}")
            )
        return Columns(items, padding=(0, 2))

    def count(self, box: Box, width: int) -> Aside:
        """Return a box being counted: logged and counted beads of each colour."""
        inside, counted = self.session.in_box(box.number), self.view.counted
        rows = []
        for number, name in enumerate(box.moves):
            found = f"{self.view.typed}_" if number == len(counted) else str(counted.get(name, ""))
            told = self.words("play.logbook-and-count", logbook=inside[name], count=found)
            colour = self.kit.colour(name)
            named = Text(f" {self.words.colour_name(colour)}: {told}")
            rows.append(_line(chip(colour, bold=True), named))
        return Aside([*self.box_title(box, width), *rows])

    def move(self, width: int) -> Aside:
        """Return the machine's last move, and the bead to put before its box."""
        game = self.session.game
        if game is None or not game.moves:
            begins = say("play.begins", opponent=Capital(wording.opponent(game)))
            return Aside([self.text(begins, "bold")])
        entry = game.moves[-1]
        move, before = parse_move(entry.move or ""), game.positions(self.kit.game)[-2]
        told = say(
            "happened.reply",
            player=Capital(say("common.machine")),
            moved=say(
                "piece.moved", *kinds(self.kit), square=kit_words.square(self.kit, move, before)
            ),
        )
        parts = self.title(told, written_move(self.kit.game, before, move), width)
        if entry.kind is not Kind.BEAD or not entry.box or not entry.colour:
            return Aside([*parts, self.text(wording.without_bead(self.kit, entry, game.entries))])
        colour = self.kit.colour(entry.colour)
        name = self.words.colour_name(colour).upper()
        bead = chip(colour, bold=True).append(f" {colour.glyph} {name}")
        where = kit_words.box_and_place(self.kit, self.kit.box(entry.box))
        return Aside([*parts, bead, self.text(say("play.lay-bead", box=where))])

    def tick_list(self, width: int) -> Aside:
        """Return how the game ended, and what to do with the beads."""
        game = self.session.game
        if game is None:
            return Aside(())
        ticked, changes = self.view.ticked, len(game.tick_list)
        current = next((line for line in range(changes) if line not in ticked), changes - 1)
        told = wording.result_and_ticks(self.kit, game, len(ticked))
        word = self.words.tell(wording.headline(self.kit, game))
        at = current if self.view.at is None else self.view.at
        return Aside(self.title(told, word, width), self.ticks(game, current, width), at)

    def ticks(self, game: GameRecord, current: int, width: int) -> list[RenderableType]:
        """Return the tick-list, with headings if both machines learn; then beads put in."""
        lines: list[RenderableType] = []
        above: list[RenderableType] = []
        for side, changes in game.tick_lists.items():
            if game.both:
                above.append(self.text(wording.list_head(self.kit, side), "underline"))
            if not changes:
                above.append(self.text(say("beads.none-due")))
            for change in changes:
                lines.append(Group(*above, self.tick(change, len(lines), current, width)))
                above = []
        above += map(self.text, wording.refilled(self.kit, game))
        return [*lines, Group(*above)] if above else lines

    def tick(self, change: Adjustment, number: int, current: int, width: int) -> Table:
        """Return a line of the tick-list; if it is too long, the deed is below the box."""
        done = number in self.view.ticked
        style = "dim" if done else "bold" if number == current else ""
        after = self.session.contents[change.box]
        box = Text(f"[{'x' if done else ' '}] {number + 1} ", style)
        begin = box + chip(self.kit.colour(change.colour), bold=True) + Text(" ")
        told = self.words.tell(wording.adjustment(self.kit, change, after))
        deed = self.words.tell(wording.deed_and_rest(change, after))
        if cell_len(told) > width - begin.cell_len:
            told = f"{told.removesuffix(deed).rstrip()}\n{deed}"
        return _line(begin, Text(told, style))

    def next_game(self, width: int) -> Aside:
        """Return the last game's result, and the next game's number and players."""
        game, view = self.session.game, self.view
        parts: list[RenderableType] = []
        if game is not None and game.result is not None:
            went = wording.game_and_result(self.kit, game)
            parts += [self.text(went), *([Text()] if self.large else [])]
        if dead := wording.dead(self.session, view.machine_first, view.both):
            told = WithoutCommands(Joined((Capital(dead), "."), ""))
            return Aside([*parts, self.text(told, "bold")])
        number = str(game.number + 1 if game else 1)
        parts += self.title(say("common.game", number=number), number, width)
        parts += [Text(f"{self.words(title)} {told}") for title, told in self.players()]
        return Aside([*parts, *([self.text(say("exhibition.is"))] if view.exhibition else [])])

    def players(self) -> Iterator[tuple[str, str]]:
        """Yield the players of the next game."""
        view = self.view
        yield "operate.operator", view.operator or "-"
        switch = f"   ({self.words('play.tab')})" if self.kit.spec.side == "both" else ""
        if view.both:
            yield "both.moves", switch
            return
        yield "operate.opponent", f"{view.opponent}_"
        first = next_side(self.kit, view.machine_first) is Side.FIRST
        mover = self.words("common.machine" if first else "happened.opponent")
        yield "operate.who-begins", mover + switch


def _line(begin: Text, text: Text) -> Table:
    """Return a text with a hanging indent as wide as `begin`."""
    line = Table.grid(pad_edge=False)
    line.add_column(no_wrap=True, min_width=begin.cell_len)
    line.add_row(begin, text)
    return line
