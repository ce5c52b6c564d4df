"""A copy of a machine that anybody can play against: only the copy learns; nothing is written.

A copy plays like the machine on the table, by the guide's own session (`Rehearsal`). It also does
what hands do there: draw a bead.
"""

from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import field, replace
from functools import partial
from random import Random
from typing import TypeAlias

from menace_kit.frozen import Frozen
from menace_kit.guide import counting
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook import Action, GameRecord, Kind
from menace_kit.machine import Kit
from menace_kit.machine.learning import Contents, Result, adjust
from menace_kit.machine.schema import EmptyBox, FullBox
from menace_kit.machine.turns import How, Lot

Beads: TypeAlias = "array[int]"
"""Beads of each colour in each box, in the kit's order; a tenth of the memory of dictionaries."""


def packed(kit: Kit, contents: Contents) -> Beads:
    """Return the contents of the boxes in a compact form."""
    return array(
        "I", (contents[box.number][bead.colour] for box in kit.boxes for bead in box.beads)
    )


def unpacked(kit: Kit, beads: Beads) -> dict[int, dict[str, int]]:
    """Return packed contents as dictionaries again."""
    left = iter(beads)
    return {box.number: {bead.colour: next(left) for bead in box.beads} for box in kit.boxes}


OPENING = (Kind.BEAD, Kind.EMPTY, Kind.ABANDON)
"""What a copy writes with a box open; it ends a game early if there is no way to go on."""


class Copy(Frozen):
    """A copy of the machine, taken when it had played so many games.

    `taken` are the beads at that time, `held` those when the copy's latest game began. A game is
    chosen to be `greedy` when it begins. `fared` counts the copy's games by result.
    """

    games: int
    taken: Beads
    held: Beads
    game: GameRecord | None = None
    greedy: bool = False
    fared: Mapping[Result, int] = field(default_factory=dict)

    @classmethod
    def of(cls, kit: Kit, contents: Contents, games: int) -> "Copy":
        """Return a copy of the machine with these contents."""
        beads = packed(kit, contents)
        return cls(games, beads, beads)

    @property
    def step(self) -> str:
        """Return what a tap must name, so that the second one of a double tap does nothing."""
        return f"{self.game.number}.{len(self.game.entries)}" if self.game else "0"

    @property
    def answered(self) -> int:
        """Return how many entries its game had when the machine was last asked to move."""
        calls = (Kind.START, Kind.REPLY)
        entries = self.game.entries if self.game else ()
        return max((at for at, entry in enumerate(entries, 1) if entry.kind in calls), default=0)

    @property
    def opening(self) -> int | None:
        """Return how many entries its game had when the box of the last move was open."""
        entries = self.game.entries if self.game else ()
        places = range(self.answered, len(entries))
        return next((at for at in reversed(places) if entries[at].kind in OPENING), None)

    def session(self, kit: Kit, entries: int | None = None) -> Session:
        """Return its session now, or when its game had so many entries."""
        contents = unpacked(kit, self.held)
        game = self.game
        if game and entries is not None:
            game = GameRecord(game.entries[:entries])
        if game:
            adjust(contents, game.adjustments)
        return Session(kit, contents, game)

    def begin(self, kit: Kit, machine_first: bool | None, greedy: bool, lots: Random) -> "Copy":
        """Return the copy in a new game, after the machine's first move.

        A running game is ended early. Raises GuideError if the machine's first box is empty, and no
        rule helps.
        """
        rehearsal = Rehearsal(self.session(kit))
        if rehearsal.session.running:
            rehearsal.act(Session.abandon)
        held = packed(kit, rehearsal.session.contents)
        rehearsal.act(lambda session: session.start(machine_first=machine_first))
        return replace(self, held=held, greedy=greedy)._played(rehearsal, lots)

    def reply(self, kit: Kit, move: str, lots: Random) -> "Copy":
        """Return the copy after a visitor's move and its answer; GuideError for an illegal move."""
        rehearsal = Rehearsal(self.session(kit))
        rehearsal.act(lambda session: session.reply(move, _lot(lots)))
        return self._played(rehearsal, lots)

    def _played(self, rehearsal: Rehearsal, lots: Random) -> "Copy":
        while rehearsal.session.box is not None:
            rehearsal.act(partial(_machine_acts, greedy=self.greedy, lots=lots))
        fared = Counter(self.fared)
        if rehearsal.session.due is Due.ADJUST:
            rehearsal.act(Session.confirm)  # nobody has to update real boxes
            if rehearsal.session.kit.spec.learning.full_box is FullBox.HALVE:
                for number in rehearsal.session.too_full:
                    rehearsal.act(partial(counting.halve, number=number))
        if (game := rehearsal.session.game) and game.result:
            fared[game.result] += 1
        return replace(self, game=game, fared=fared)


def _machine_acts(session: Session, greedy: bool, lots: Random) -> Action:
    """Return what the machine's operator does with the open box.

    A box that is empty though it can't be by the rules ends the game early.
    """
    if session.how is How.DRAWN:
        return session.draw(_drawn(session, greedy, lots), lot=_lot(lots))
    if session.kit.spec.learning.empty_box is EmptyBox.KEEP_LAST:
        return session.abandon()
    return session.empty(_lot(lots))


def _drawn(session: Session, greedy: bool, lots: Random) -> str:
    """Return the colour drawn: at random, or if greedy the most common one that means a move."""
    inside, moves = session.inside, session.readings[0].moves
    playable = {name: count for name, count in inside.items() if count and name in moves}
    if greedy and playable:
        most = max(playable.values())
        return lots.choice([colour for colour, count in playable.items() if count == most])
    return lots.choices(list(inside), list(inside.values()))[0]


def _lot(lots: Random) -> Lot:
    return lambda _, moves: lots.choice(moves)
