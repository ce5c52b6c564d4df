"""Shared steps for entering games on paper."""

from pathlib import Path

from menace_kit.guide.paper_file import read_games
from menace_kit.guide.session import Session
from menace_kit.machine import Kit
from menace_kit.machine.csv_table import told_text
from menace_kit.machine.kit_files import make_kit
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.schema import Spec
from menace_kit.machine.tables import parse_table
from tests.examples import preset


def new_session(kit: Kit) -> Session:
    return Session(kit, starting_contents(kit), None)


def kit_with(**tables: object) -> Kit:
    return make_kit(parse_table(Spec, tables, "test"), "test", Path())


DRAWN = "5 1 3 7 4 6 2 8 9"


def games_of(content: bytes) -> list[tuple[object, ...]]:
    session = new_session(preset("michie-1961"))
    found = read_games(session, told_text(content, "games.csv").text)
    found.check()
    return [
        (
            line.game.written_moves(session.kit.game),
            line.written.played_at,
            line.written.operator,
            line.written.opponent,
        )
        for line in found.lines
        if line.game
    ]


def complaints_of(text: str) -> list[str]:
    return read_games(new_session(preset("michie-1961")), text).complaints()
