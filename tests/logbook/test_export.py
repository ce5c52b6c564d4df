"""A logbook written out as games."""

from menace_kit.guide import counting
from menace_kit.logbook.export import game_facts
from tests.guide.scripts import do
from tests.logbook.games import desk_of, kit_of


def test_a_refill_is_written_only_where_no_bead_follows_it() -> None:
    desk = desk_of(kit_of('learning.empty-box = "refill"'))
    for beads in (["gold"], []):
        desk.act(lambda session: counting.count(session, 1, dict.fromkeys(session.in_box(1), 0)))
        do(desk, "start:Ada:Bob empty")
        for colour in beads:
            do(desk, colour)
        do(desk, "end")
    emptied = "[1 white=0 lilac=0 gold=0]"
    told = [facts["moves"] for facts in game_facts(desk.logbook)]
    assert told == [emptied, "5 abandon", emptied, "refill abandon"]
