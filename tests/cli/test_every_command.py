"""Every command, with every odd kit: it does its work, or refuses in a sentence
that is known; it never breaks down.

The commands are asked of the program itself, so that one without a row here fails.
`pytest -m prove` runs each command with each kit; otherwise each runs with one,
so that between them all kits and all commands are met.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import typer
from fastapi.testclient import TestClient
from typer.core import TyperGroup

from menace_kit.cli import app
from menace_kit.games import described, move_text, written_move
from menace_kit.guide import counting
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due, Session
from menace_kit.logbook.entries import Action
from menace_kit.logbook.export import game_facts, json_lines
from menace_kit.logbook.store import Logbook
from menace_kit.machine.box_map import map_text
from menace_kit.machine.schema import Teaches
from menace_kit.printables.catalogue import SHEETS
from menace_kit.web.app import create_app
from menace_kit.web.settings import Settings
from menace_kit.workshop.filling import filled_with, filling_csv
from tests.cli.conftest import Menace
from tests.cli.running import complaint
from tests.examples import all_to_prove
from tests.odd_kits import LONGEST_OPERATOR, ODD_KITS


def commands(group: Any = None, before: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield every command that the program has, as it is typed."""
    group = group or typer.main.get_command(app)
    context = typer.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        words = (*before, name)
        if isinstance(command, TyperGroup):
            yield from commands(command, words)
        elif name == "print":
            yield from (f"print {sheet.name}" for sheet in SHEETS)
        else:
            yield " ".join(words)


class Bench:
    """A folder with an odd kit, in which commands are run,
    and a logbook that is brought to where one needs it.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.folder = folder
        self.kit = ODD_KITS[name].load(folder)

    @cached_property
    def logbook(self) -> Path:
        """Return the logbook's file, in which a game has been played and confirmed."""
        path = self.folder / "logbook.sqlite"
        with Logbook(path, self.kit) as logbook:
            desk = Desk(logbook)
            desk.act(started)
            while desk.session.due is not Due.START:
                desk.act(any_step)
        return path

    def until(self, due: Due) -> "Bench":
        """Start another game and play it until this is due."""
        with Logbook(self.logbook, self.kit) as logbook:
            desk = Desk(logbook)
            while desk.session.due is not due:
                desk.act(any_step)
            self.session = desk.session
        return self

    def with_an_empty_box(self) -> "Bench":
        """Start another game, in which the box that is due is empty."""
        self.until(Due.BEAD)
        box = self.box
        with Logbook(self.logbook, self.kit) as logbook:
            Desk(logbook).act(
                lambda session: counting.recount(
                    session, box, dict.fromkeys(self.kit.box(box).moves, 0)
                )
            )
        return self

    def with_a_full_box(self) -> "Bench":
        """Start another game, in which the box that is due has 400 beads of its first colour."""
        self.until(Due.BEAD)
        box = self.box
        with Logbook(self.logbook, self.kit) as logbook:
            colour = next(iter(self.kit.box(box).moves))
            Desk(logbook).act(lambda session: counting.recount(session, box, {colour: 400}))
        return self

    @property
    def box(self) -> int:
        """Return the number of the box that is due."""
        assert self.session.box is not None
        return self.session.box.number

    @property
    def move(self) -> str:
        """Return a move that the opponent may make now."""
        position = self.session.position
        return written_move(self.kit.game, position, self.kit.game.legal_moves(position)[0])

    @cached_property
    def name(self) -> str:
        """Return what stands on a box in the midst of all."""
        return self.kit.boxes[len(self.kit.boxes) // 2].name

    @cached_property
    def board(self) -> str:
        """Return the drawing of that box."""
        return self.kit.board(self.kit.box_named(self.name))

    @cached_property
    def games(self) -> list[str]:
        """Return the games of the logbook, as they are imported: lines of JSON."""
        with Logbook(self.logbook, self.kit) as logbook:
            return list(json_lines(game_facts(logbook)))

    @property
    def record(self) -> Sequence[str]:
        """Return what is typed to enter the logbook's game as one from paper."""
        game = json.loads(self.games[0])
        return (
            game["moves"],
            "--done",
            *(("--first-mover", "machine") if self.kit.spec.side == "both" else ()),
        )

    @property
    def typed(self) -> str:
        """Return what a human types who plays: every move there is, twice;
        then to take back, and to quit.
        """
        moves = dict.fromkeys(
            move_text(move) for box in self.kit.boxes for move in box.moves.values()
        )
        return "\n".join([*moves, *moves, "u", "q", ""])

    def file(self, name: str, *lines: str) -> None:
        """Write lines into a file beside the kit."""
        (self.folder / name).write_text("\n".join([*lines, ""]), encoding="utf-8")


def started(session: Session) -> Action:
    """Return the start of a game: of two machines, the first one's turn."""
    return session.start("Ada", LONGEST_OPERATOR, True if session.kit.spec.side == "both" else None)


def any_step(session: Session) -> Action:
    """Return a step that is due: the first colour, the first reply."""
    if session.due is Due.START:
        return started(session)
    if session.due is Due.ADJUST:
        return session.confirm()
    if session.due is Due.REPLY:
        return session.reply(session.kit.game.legal_moves(session.position)[0])
    assert session.box is not None
    beads = [colour for colour, count in session.in_box(session.box.number).items() if count]
    return session.draw(beads[0]) if beads else session.empty(lambda _, moves: moves[0])


Row = Callable[[Bench], Sequence[Sequence[str]]]
"""What is typed after a command, for each time that it runs; the bench is made ready meanwhile."""


def at_once(*runs: Sequence[str]) -> Row:
    """Return the row of a command that needs nothing but the kit."""
    return lambda _: runs


def with_logbook(*runs: Sequence[str]) -> Row:
    """Return the row of a command that needs a logbook with a game in it."""
    return lambda bench: runs if bench.logbook else ()


def when_due(due: Due, *runs: Sequence[str]) -> Row:
    """Return the row of a command that is run in a game, when this is due."""
    return lambda bench: runs if bench.until(due) else ()


def new(bench: Bench) -> Sequence[Sequence[str]]:
    """Make a kit of a preset; of the kit's own boxes, by their drawings alone;
    by all of the map, and what is in them; that again.
    """
    bench.file("drawings.csv", "drawing", *(bench.kit.board(box) for box in bench.kit.boxes))
    bench.file("map.csv", map_text(bench.kit))
    one_more = {
        box.number: {colour: count + 1 for colour, count in box.start.items()}
        for box in bench.kit.boxes
    }
    bench.file("counts.csv", filling_csv(filled_with(bench.kit, one_more)))
    return (
        ("new", "--container", "measure-your-own"),
        ("drawn", "--from", "drawings.csv", "--kit", "kit.toml"),
        ("mine", "--from", "map.csv", "--kit", "kit.toml", "--contents", "counts.csv"),
        (".", "--contents", "counts.csv"),
    )


def import_games(bench: Bench) -> Sequence[Sequence[str]]:
    """Read the games of one logbook into another."""
    bench.file("games.jsonl", *bench.games)
    return (("games.jsonl", "--logbook", "other.sqlite"),)


def count(bench: Bench) -> Sequence[Sequence[str]]:
    """Count a box anew; ask which to count first; print the sheet, and say how a box differs."""
    colour = next(iter(bench.kit.box_named(bench.name).moves))
    counted = (bench.name, f"{colour}=5")
    called = bench.kit.colour(colour).key if " " in colour else colour
    told = f"{bench.name} {called}=5"
    differ = ("--done", "--differ", told, "--operator", LONGEST_OPERATOR)
    first = (("--first",), ("--first", "--json"))
    return (counted, *first, ("--sheet",), ("--sheet", *differ)) if bench.logbook else ()


def halve(bench: Bench) -> Sequence[Sequence[str]]:
    """Take half out of a box that is far too full; a mat has no boxes that can be."""
    full = bench.with_a_full_box()
    return ((full.kit.box(full.box).name,),)


def draw(bench: Bench) -> Sequence[Sequence[str]]:
    """Draw a bead that is in the box."""
    session = bench.until(Due.BEAD).session
    return ((next(colour for colour, count in session.in_box(bench.box).items() if count),),)


def record(bench: Bench) -> Sequence[Sequence[str]]:
    """Enter a game by its first bead, one by its moves, and one by its outcome alone."""
    first = bench.kit.first_boxes(bench.kit.boxes[0].side)[0]
    teaches = bench.kit.spec.learning.teaches is Teaches.EVERY_MOVE
    bead = ("--first-bead", next(iter(first.moves)), "--box", first.name) if teaches else ()
    return (
        ("--outcome", "won", *bead, "--done"),
        (*bench.record, "--opponent", LONGEST_OPERATOR),
        ("--outcome", "lost", "--operator", LONGEST_OPERATOR),
    )


def board(bench: Bench) -> Sequence[Sequence[str]]:
    """Ask for a board that has a box."""
    side = bench.kit.box_named(bench.name).side.value
    return ((bench.board, "--to-move", side, "--best"), (bench.board, "--to-move", side, "--json"))


def boxes(bench: Bench) -> Sequence[Sequence[str]]:
    """List all boxes, and ask for one by what stands on it: as built, and as it is now."""
    built = ((), ("--json",), ("--csv",), ("--map",), (bench.name,), (bench.name, "--json"))
    now = ((), ("--json",), ("--csv",), (bench.name,), (bench.name, "--json"))
    return (*built, *((*words, "--now") for words in now)) if bench.logbook else ()


FEW = ("--games", "3", "--seed", "1")
FILES = at_once(("--paper", "letter"))

DAYS = (("--by-day",), ("--day", "today"))

ROWS: dict[str, Row] = {
    "new": new,
    "build": at_once(("--format", "all")),
    **{command: FILES for command in commands() if command.startswith("print ")},
    "print labels": lambda bench: (
        ("--only", bench.name),
        ("--start-at", "2"),
    ),
    "print filling": with_logbook(("--paper", "letter"), ("--machine", "logbook.sqlite")),
    "calibrate": at_once((), ("--measured", "20.5,189.4,19.8,276.4")),
    "boxes": boxes,
    "list": at_once((), ("machines",), ("palettes", "michie-1961"), ("games", "--json")),
    "print index": at_once((), ("--poster",)),
    "print key-card": at_once((), ("--small",)),
    "print stickers": with_logbook(("--paper", "letter"), ("--games", "1")),
    "print certificate": with_logbook(("--paper", "letter"), ("--games", "1", "--two")),
    "print day": with_logbook(("--paper", "letter"), ("--day", "today")),
    "operator lookup": board,
    "operator play": with_logbook(()),
    "operator start": at_once(("--operator", LONGEST_OPERATOR, "--opponent", "Bob")),
    "operator draw": draw,
    "operator reply": lambda bench: ((bench.until(Due.REPLY).move,),),
    "operator empty": lambda bench: ((),) if bench.with_an_empty_box() else (),
    "operator halve": halve,
    "operator undo": when_due(Due.ADJUST, (), ()),
    "operator end": when_due(Due.BEAD, ()),
    "operator status": when_due(Due.BEAD, (), ("--json",)),
    "operator adjust": when_due(Due.ADJUST, (), ("--json",), ("--done",)),
    "operator record": record,
    "operator import": import_games,
    "operator count": count,
    "operator history": with_logbook((), ("--last", "1"), ("--json",), ("1",), ("1", "--json")),
    "operator stats": with_logbook(
        (), ("--json",), ("--plot", "played.svg"), ("--visitors",), *DAYS
    ),
    "logbook verify": with_logbook((), ("--all",)),
    "logbook export": with_logbook(
        (),
        ("entries.csv", "--format", "csv"),
        ("games.jsonl", "--games"),
        ("now.json", "--machine"),
    ),
    "logbook forget": with_logbook(("Ada", "--yes")),
    "logbook backup": with_logbook(("copy.sqlite",)),
    "logbook rescue": with_logbook(("rescued.sqlite",)),
    "lab train": at_once(
        (*FEW, "--machine", "trained.json"),
        ("--games", "2", "--machine", "trained.json"),
        (*FEW, "--learner", "odds", "--json"),
        (*FEW, "--opponent", "menace"),
        (*FEW, "--mix", "random=1,perfect:0.1=2"),
    ),
    "lab evaluate": with_logbook(
        ("--opponent", "random"),
        ("--machine", "logbook.sqlite", "--json"),
        ("--greedy", "--opponent", "worst-case"),
    ),
    "lab play": with_logbook((), ("--machine", "logbook.sqlite", "--greedy")),
    "lab curve": at_once(
        (*FEW, "--runs", "2", "--output", "curve.svg"), (*FEW, "--runs", "2", "--json")
    ),
    "lab picture": at_once(
        (*FEW[:2], "--output", "heatmap.svg"),
        ("--games", "3", "--json"),
        (*FEW, "--output", "film.gif"),
    ),
    "lab compare": at_once(
        ("kit.toml", *FEW, "--runs", "2"), ("kit.toml", *FEW, "--runs", "2", "--json")
    ),
    "lab sweep": at_once((*FEW, "--runs", "1", "--start", "2", "--empty-box", "refill")),
    "serve": at_once(("--test-lights",)),
    "dev check-game": lambda bench: (
        (bench.kit.game.name, *described(bench.kit.game).split()[1:]),
        (bench.kit.game.name, "--json"),
    ),
}

ELSEWHERE = {"dev site"}
"""It takes no kit: tests/site. What `serve` serves is the test of the pages below."""

WITHOUT_CABINET = dict.fromkeys(ODD_KITS.keys() - {"named", "longest"}, "this kit has no cabinet")
MANY_BOXES = dict.fromkeys(
    ("no cabinet, French", "longest"), "and a lesson has time for at most 60"
)
IN_BOXES = dict.fromkeys(
    ODD_KITS.keys() - {"nim, second, folded"}, "this kit's boxes are not made of paper"
)
FEW_BOXES = (
    "nim, first",
    "nim, second, folded",
    "nim, both, Dutch",
    "nim, flat boxes",
    "two starters",
)
REFUSED = {
    "print index": dict.fromkeys(FEW_BOXES, "an index is for more than 12 boxes"),
    "print stocktake": dict.fromkeys(FEW_BOXES, "stocktake sheets are for more than 12 boxes"),
    "print labels": {"nim, second, folded": "the labels of fold-up boxes are printed on the boxes"},
    "print fence": {
        "nim, second, folded": "the fence of a fold-up box is folded from the same card"
    },
    "print fold-up": IN_BOXES,
    "print mat": dict.fromkeys(ODD_KITS, "this kit has boxes; for a mat, write in kit.toml"),
    "print lesson": MANY_BOXES,
    "print stickers": {"longest": "a square of 2.1 mm is too small for the mark"},
    "print cabinet-map": WITHOUT_CABINET,
    "print codes": dict.fromkeys(
        ODD_KITS.keys() - {"two machines", "longest"}, "this kit has no web address for its boxes"
    ),
    "print first-box-graph": {
        "nim, second, folded": "this kit has no box that is used only at the start of a game",
        "gaps": "by this kit's rules no game adds beads to a first box",
        "named": "by this kit's rules no game adds beads to a first box",
    },
    "serve": dict.fromkeys(ODD_KITS, "has no lights"),
    "operator play": dict.fromkeys(ODD_KITS, "play needs a keyboard and a screen"),
}
"""Command -> odd kit -> what is said of why it cannot be."""


LIGHT = {
    "build": "nim, first",
    "lab train": "nim, twenty",
    "print shopping": "nim, first",
    "dev check-game": "nim, first",
    "print codes": "two machines",
}
QUICK = [
    (command, LIGHT.get(command, list(ODD_KITS)[place % len(ODD_KITS)]))
    for place, command in enumerate(ROWS)
]
"""Each command with one kit, so that all of the kits come up;
with a small one where much is drawn or simulated.
"""


def test_every_command_has_a_row() -> None:
    assert set(commands()) == ROWS.keys() | ELSEWHERE
    assert {kit for _, kit in QUICK} == ODD_KITS.keys()


@pytest.mark.parametrize(("command", "name"), all_to_prove(product(ROWS, ODD_KITS), quick=QUICK))
def test_a_command_works_with_an_odd_kit_or_says_why_not(
    command: str, name: str, menace: Menace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(name, tmp_path)
    monkeypatch.setattr("sys.stdin", StringIO(bench.typed))
    why = REFUSED.get(command, {}).get(name, "")
    results = [menace(*command.split(), *words) for words in ROWS[command](bench)]
    failed = [result for result in results if result.code]
    assert why or not failed, failed
    assert failed or not (why and results)
    for result in failed:
        assert why in complaint(result, result.code)


PAGES = (
    "/",
    "/quick",
    "/screen",
    "/cabinet",
    "/find",
    "/watch",
    "/play",
    "/statistics",
    "/day",
    "/learned",
    "/history",
    "/history/1",
    "/downloads",
)
CALLS = ("state", "kit", "boxes", "history", "game/1", "statistics", "days", "day/2026-11-22")


@pytest.mark.parametrize("name", all_to_prove(ODD_KITS, quick=["named"]))
def test_every_page_is_served_for_an_odd_kit(name: str, tmp_path: Path) -> None:
    bench = Bench(name, tmp_path).until(Due.BEAD)
    number = bench.kit.box_named(bench.name).number
    with TestClient(
        create_app(bench.kit, bench.logbook, Settings()), base_url="http://127.0.0.1:1961"
    ) as web:
        for page in (*PAGES, f"/box/{number}", f"/label/{number}.svg", "/charts/progress.svg"):
            assert web.get(page).status_code == 200, page
        for call in (*CALLS, f"box/{number}"):
            assert web.get(f"/api/{call}").status_code == 200, call
        begun = web.post("/play/begin", data={}, headers={"origin": "http://127.0.0.1:1961"})
        assert 'class="move"' in begun.text or "can play no more" in begun.text
