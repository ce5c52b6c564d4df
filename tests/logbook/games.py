"""Kits and games for tests of logbook and guide; everything is played through the guide."""

import os
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from menace_kit.errors import GuideError
from menace_kit.games import Move, Side, written_move
from menace_kit.guide import counting, taking_back, whole_games
from menace_kit.guide.desk import Desk
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Action, Entry, Kind
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import make_kit
from menace_kit.machine.learning import Contents, Result, Why, keeps_last_bead
from menace_kit.machine.schema import Spec
from menace_kit.machine.tables import parse_table
from menace_kit.machine.turns import Turn

DRAINING = "beads.start = 1\nlearning = {{win = -1, draw = 0, loss = -1, empty-box = '{}'}}"
"""Boxes that are empty after a game or two, so that their rule is needed all the time."""

KITS = {
    "michie": "",
    "287": "boxes.lost-positions = false",
    "resign": DRAINING.format("resign"),
    "refill": DRAINING.format("refill"),
    "keep-last": DRAINING.format("keep-last"),
    "random": DRAINING.format("random"),
    "punish-previous": DRAINING.format("punish-previous").replace("loss = -1", "loss = 0"),
    "protected": DRAINING.format("resign").replace("{", "{protect-first-box = true, "),
    "stages": (
        "beads.start = 2\nlearning = {win = [3, 0, 2, 1], draw = [0, 1, -2, 0], "
        "loss = [-1, -2, 0, -3]}"
    ),
    "second": "side = 'second'\nbeads.start = 1",
    "both": (
        "side = 'both'\nbeads.start = 1\nlearning = {win = -1, draw = -1, loss = -2, "
        "empty-box = 'random'}"
    ),
    "forced": (
        "boxes.forced-moves = true\nbeads.start = 1\nlearning = {win = -2, empty-box = 'refill'}"
    ),
    "rotations": "boxes.symmetry = 'rotations'\nbeads.start = 1",
    "unmerged": (
        "boxes.merge-symmetric-moves = false\nboxes.canonical-form = 'smallest'\nbeads.start = 1"
    ),
    "none": "boxes.symmetry = 'none'\nbeads.start = 1",
    "later": "boxes.stages = 2\nbeads.start = 1\nlearning.empty-box = 'refill'",
    "later, both": "side = 'both'\nboxes = {stages = 2, later = 'chart'}\nbeads.start = 2\n"
    "learning = {win = 2, loss = -2, empty-box = 'random'}",
    "halved": "learning.full-above = 14",
    "taken": (
        "boxes.taken-squares = true\nbeads.start = 1\nlearning = {win = 1, draw = 0, "
        "empty-box = 'refill'}"
    ),
    ("taken, both"): "side = 'both'\nboxes = {taken-squares = true, "
    "merge-symmetric-moves = false}\nbeads.start = 1\n"
    "beads.start-second = 2\nlearning = {win = 1, win-second = 3, loss = -2, "
    "empty-box = 'punish-previous'}",
}
"""Name -> kit file; together they have every rule that changes what a game does to the boxes."""

BOTH_LEARNING = (
    "side = 'both'\nbeads.start = 1\nlearning = {{win = 2, draw = 1, loss = -2, empty-box = '{}'}}"
)
BOTH_KITS = {
    f"both, {rule}": BOTH_LEARNING.format(rule)
    for rule in ("resign", "punish-previous", "refill", "keep-last")
}
"""The same for kits with two machines, which may play each other."""


@cache
def kit_of(text: str) -> Kit:
    """Return the kit of these lines of a kit file; kits are immutable, so tests share them."""
    return make_kit(parse_table(Spec, tomllib.loads(text), "test"), "test", Path())


def kit_named(name: str) -> Kit:
    return kit_of({**KITS, **BOTH_KITS}[name])


_lent: list[Logbook] = []


def desk_of(kit: Kit) -> Desk:
    """Return the desk of a new logbook in memory; it is closed after the test."""
    _lent.append(Logbook(Path(":memory:"), kit))
    return Desk(_lent[-1])


def close_lent_logbooks() -> None:
    """Close the logbooks from `desk_of`."""
    while _lent:
        _lent.pop().close()


@contextmanager
def quick_folder() -> Iterator[Path]:
    """Yield a folder, in memory if possible, for tests that don't depend on the disk."""
    memory, name = (
        Path("/dev/shm"),
        f"{Path(tempfile.gettempdir()).name}-",
    )  # tests/conftest.py looks for it at the end
    with tempfile.TemporaryDirectory(
        None, name, memory if os.access(memory, os.W_OK) else None
    ) as folder:
        yield Path(folder)


# A step for each thing that is due.
def random_step(session: Session, random: Random) -> Action:  # noqa: PLR0911
    """Return a random step that is due; if the machine is dead, put beads into its first boxes."""
    kit = session.kit

    def by_lot(_: Turn, moves: Sequence[Move]) -> Move:
        return random.choice(moves)

    if session.due is Due.START:
        machine_first = random.random() < 0.5 if kit.spec.side == "both" else None
        sides = {
            box.side: box
            for box in reversed(kit.boxes)
            if box.stage == 1 and session.is_dead(box.side)
        }
        dead = next(iter(sides.values()), None)
        if dead:
            return counting.count(session, dead.number, dead.start)
        if kit.spec.learning.full_above and session.too_full and random.random() < 0.5:
            return counting.halve(session, random.choice(session.too_full))
        return session.start("Ada", random.choice(["Bob", None]), machine_first)
    if session.due is Due.ADJUST:
        return session.confirm()
    if session.due is Due.REPLY:
        few = kit.game.legal_moves(session.position)[
            :2
        ]  # few choices, so that boxes are opened again
        return session.reply(random.choice(few), by_lot)
    box = session.box
    assert box is not None
    beads = [colour for colour, count in session.in_box(box.number).items() for _ in range(count)]
    if beads:
        return session.draw(random.choice(beads), lot=by_lot)
    if keeps_last_bead(kit, box):
        return counting.count(session, box.number, box.start)
    return session.empty(by_lot)


def sides_of(kit: Kit) -> list[Side]:
    return [Side.FIRST, Side.SECOND] if kit.spec.side == "both" else [Side(kit.spec.side)]


def random_quick(session: Session, random: Random) -> Action:
    """Return a random outcome-only game; sometimes with its first bead, if there is one."""
    side = random.choice(sides_of(session.kit))
    box = random.choice(session.kit.first_boxes(side))
    held = session.contents[box.number]
    beads = [bead.colour for bead in box.playable for _ in range(held[bead.colour])]
    colour = random.choice([None, *beads])
    return whole_games.quick(
        session,
        random.choice(list(Result)),
        colour,
        box.number if colour else None,
        machine_first=side is Side.FIRST,
        confirmed=random.random() < 0.5,
        unconfirmed=random.random() < 0.2,
    )


def random_moves(kit: Kit, random: Random) -> list[str]:
    """Return the moves of a whole game, as people write them."""
    position, written = kit.game.start(), list[str]()
    while kit.game.outcome(position) is None:
        move = random.choice(kit.game.legal_moves(position))
        written.append(written_move(kit.game, position, move))
        position = kit.game.play(position, move)
    return written


def any_act(session: Session, random: Random) -> Action:  # noqa: PLR0911 - one for each act
    """Return an act of somebody who plays, slips, counts, ends games early and undoes them."""
    kit, chance = session.kit, random.random()
    running = session.game is not None and session.game.running
    box = random.choice(kit.boxes[: 2 * len(kit.boxes) // 3])
    if chance < 0.06:
        colours = random.sample(list(box.moves), random.randint(1, len(box.moves)))
        return counting.count(
            session, box.number, {colour: random.randint(0, 4) for colour in colours}
        )
    if chance < 0.12 and session.box is not None:
        return counting.count(
            session, session.box.number, dict.fromkeys(session.box.moves, random.randint(0, 1))
        )
    if chance < 0.18:
        return taking_back.undo(session)
    if chance < 0.2:
        return taking_back.take_back(session)
    if running and chance < 0.24:
        return session.abandon()
    if not running and chance < 0.26:
        return counting.take_stock(session, [1], {box.number: {next(iter(box.moves)): 2}}, "Eve")
    if not running and chance < 0.4:
        return random_quick(session, random)
    if not running and chance < 0.5 and kit.spec.side == "both":
        return session.start("Ada", both=True)
    if not running and chance < 0.6:
        return session.start("Ada", exhibition=True, greedy=random.random() < 0.5)
    if not running and chance < 0.7:
        return whole_games.watch(session, random_moves(kit, random), "Ada")
    return random_step(session, random)


def random_acts(
    desk: Desk, count: int, seed: int | str, when: Callable[[], str | None] = lambda: None
) -> None:
    """Do this many acts by chance; what is refused is not done, but counts.

    `when` says of each game when it was played.
    """
    random = Random(seed)
    for _ in range(count):
        with suppress(GuideError):
            desk.act(lambda session: dated(any_act(session, random), when))


def dated(action: Action, when: Callable[[], str | None]) -> Action:
    return tuple(
        replace(draft, played_at=when()) if draft.kind is Kind.START else draft for draft in action
    )


def play_step_by_step(logbook: Logbook, count: int, seed: int) -> None:
    """Do the same as `play_random_games`, but write each step before the next."""
    desk, random = Desk(logbook), Random(seed)
    while count:
        written = desk.act(lambda session: random_step(session, random))
        count -= written[0].kind is Kind.CONFIRM


def play_random_games(logbook: Logbook, count: int, seed: int) -> None:
    """Play this many games to their end and confirm them; the same seed plays the same games.

    A running game is ended first, and counts as one. All others are written in one transaction,
    which takes a fifth of the time.
    """
    desk, random = Desk(logbook), Random(seed)
    while count and desk.session.due is not Due.START:
        written = desk.act(lambda session: random_step(session, random))
        count -= written[0].kind is Kind.CONFIRM
    rehearsal = Rehearsal(desk.session)
    while count:
        count -= rehearsal.act(lambda session: random_step(session, random))[0].kind is Kind.CONFIRM
    logbook.append(rehearsal.actions, logbook.last_entry)


def replayed(kit: Kit, entries: Iterable[Entry]) -> tuple[dict[int, dict[str, int]], Counter[str]]:
    """Return what the boxes hold and how games ended, worked out from the entries only.

    Counts may go below 0 here; the audit reports that.
    """
    contents = {box.number: dict(box.start) for box in kit.boxes}
    actions: dict[int, list[Entry]] = {}
    for entry in entries:
        actions.setdefault(entry.action, []).append(entry)
    undone = {
        entry.undoes for action in actions.values() for entry in action if entry.kind is Kind.UNDO
    }
    results: Counter[str] = Counter()
    for number, action in actions.items():
        if number in undone:
            continue
        for entry in action:
            if entry.kind in (Kind.ADJUST, Kind.RECOUNT) and entry.box in contents:
                counts = contents[entry.box]
                counts[entry.colour or ""] = counts.get(entry.colour or "", 0) + (entry.change or 0)
            elif entry.kind is Kind.END:
                results[entry.result or ""] += 1
    return contents, results


def check_logbook(logbook: Logbook, read: Contents | None = None) -> None:
    """Fail unless the checkpoint equals a replay of the entries, and the entries add up.

    `read` is what the boxes hold by the checkpoint, if it was just read.
    """
    entries = list(logbook.entries())
    contents, results = replayed(logbook.kit, entries)
    assert (logbook.contents() if read is None else read) == contents
    counted = logbook.select(
        "SELECT result, count(*) FROM game WHERE result IS NOT NULL GROUP BY result"
    )
    assert {row[0]: row[1] for row in counted} == results
    numbers = [entry.number for entry in entries]
    assert numbers == list(range(1, len(numbers) + 1))
    assert logbook.select("PRAGMA integrity_check") == [("ok",)]
    for row in logbook.games():
        game = logbook.game(row.number)
        assert game is not None
        game.positions(logbook.kit.game)  # every move was legal
        state = "running" if game.running else "abandoned" if game.abandoned else "ended"
        state = "taken-back" if game.taken_back else state
        assert row.why == game.start.why
        assert (row.state, bool(row.confirmed), row.side) == (
            state,
            game.confirmed,
            game.start.side,
        )
        assert row.result == (game.result.value if game.result else None)
        first = [
            change.change
            for change in game.adjustments
            if logbook.kit.box(change.box) in logbook.kit.opening_boxes
            and change.why is not Why.HALVED
        ]
        assert row.first_change == sum(first)
