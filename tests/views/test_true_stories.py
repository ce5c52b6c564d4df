"""Each sentence that a crowd is told, held against what was really done to the beads,
in games of every machine.
"""

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from random import Random
from typing import NamedTuple

import pytest

from menace_kit.guide.desk import Desk
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import BOTH, Entry, Kind
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.views.explained import how_it_works
from menace_kit.views.milestones import Milestones
from menace_kit.views.steps import Step, steps_after
from tests.examples import all_to_prove, preset
from tests.logbook.games import BOTH_KITS, KITS, desk_of, kit_named, random_step

Beads = dict[int, dict[str, int]]


class Change(NamedTuple):
    """A line of a list: by how many beads, why, and what the box held
    of the colour and in all before it.
    """

    box: str
    side: str | None
    change: int
    why: str
    beads: int
    total: int


def check_list(told: str, made: Sequence[Change]) -> None:
    """Fail where the words about a list say anything that is not in it, or leave anything out."""
    what, *meant = re.findall(r"[^.]+\.", re.sub(r"^.* machine: ", "", told))
    check_deeds(what[0].lower() + what[1:], [change.change for change in made])
    empty = set[str]()
    for sentence in (each.strip() for each in meant):
        found = re.fullmatch(r"Box (\S+) is empty\.", sentence)
        assert found, sentence
        empty.add(found[1])
    assert empty == {each.box for each in made if each.change and not each.total + each.change}


def check_deeds(what: str, amounts: Sequence[int]) -> None:
    """Fail where a list's first sentence is not what is done with its beads."""
    if found := re.fullmatch(r"each bead goes back with (\d+) more of its colour\.", what):
        assert set(amounts) == {int(found[1])}
    elif found := re.fullmatch(
        r"the beads? that it drew (?:is|are) taken out(?:, and (\d+) more of the same)?\.", what
    ):
        assert max(amounts) < 0
        assert -sum(amounts) == len(amounts) + int(found[1] or 0)
    else:
        true = {
            "each bead goes back, and nothing changes.": set(amounts) == {0},
            "each bead goes back with more of its colour.": min(amounts) > 0,
            "some of the beads that it drew are taken out, the others go back.": set(amounts)
            == {-1, 0},
            "beads go in, out or just back, each box by its rule.": len(set(amounts)) > 1,
        }
        assert true[what]


def check_sentence(kit: Kit, held: Beads, sentence: str) -> None:
    """Fail where a sentence about boxes does not say what they hold,
    or is one that nobody can check.
    """
    beads = {box.name: held[box.number] for box in kit.boxes}
    if found := re.fullmatch(
        r"Box (\S+) had nothing but (\w+): it could do nothing else\.", sentence
    ):
        assert set(+Counter(beads[found[1]])) == {found[2]}
    elif found := re.fullmatch(r"Box (\S+) had (\d+) (\w+) of (\d+) beads: (.*)\.", sentence):
        box, count, colour, total, chance = found.groups()
        assert (beads[box][colour], sum(beads[box].values())) == (int(count), int(total))
        share = Fraction(int(count), int(total))
        told = re.fullmatch(r"a chance of ([<>] )?(\d+) %", chance)
        assert told
        assert abs(Fraction(told[2]) - 100 * share) < 1
    elif found := re.fullmatch(
        r"For this board there is box (\S+), with (\d+) beads? in it\.", sentence
    ):
        assert sum(beads[found[1]].values()) == int(found[2])
    elif found := re.search(r"[Ee]ach of (?:its|the) (\d+) \w+ is for one board\.", sentence):
        assert int(found[1]) == len(kit.boxes)
    else:
        raise AssertionError(sentence)


HEADS = re.compile(
    r"(?:[\w'’ ]+ machine: )?\b(?:[Ee]ach bead goes|[Tt]he beads? that|[Ss]ome of the|[Bb]eads go)"
)


def check_step(kit: Kit, held: Beads, step: Step, entries: Sequence[Entry]) -> list[Change]:
    """Bring the boxes up to date with a step, and fail where it is not told
    truly; returns its list.
    """
    boards = " ".join(step.explained.split())
    lists = [found.start() for found in HEADS.finditer(boards)]
    about_boxes, told = boards, list[str]()
    if lists:
        about_boxes = boards[: lists[0]]
        told = [boards[a:b] for a, b in zip(lists, [*lists[1:], None], strict=True)]
    made: list[Change] = []
    before_list = {number: dict(inside) for number, inside in held.items()}
    for entry in entries:
        if entry.kind not in (Kind.ADJUST, Kind.RECOUNT):
            continue
        assert entry.box
        assert entry.colour
        assert entry.change is not None
        inside = held[entry.box]
        if entry.kind is Kind.ADJUST and entry.why not in ("refill", "taken", "halved"):
            beads, total = inside[entry.colour], sum(inside.values())
            box = kit.box(entry.box).name
            made.append(Change(box, entry.side, entry.change, entry.why or "", beads, total))
        else:
            before_list[entry.box][entry.colour] += entry.change
        inside[entry.colour] += entry.change
    for sentence in re.findall(r"(?:[^.]|\.(?=\d))+\.", about_boxes):
        check_sentence(kit, before_list, sentence.strip())
    sides = dict.fromkeys(each.side for each in made)
    lines = [[each for each in made if each.side == side] for side in sides]
    assert bool(lines) == bool(told)
    for number, own in enumerate(lines):
        check_list(told[min(number, len(told) - 1)], own)
    return made


def play(kit: Kit, games: int, seed: int) -> Desk:
    """Play games by chance, of kits for both sides every second one between two machines."""
    desk, random = desk_of(kit), Random(seed)
    rehearsal = Rehearsal(desk.session)
    while games:
        session = rehearsal.session
        if session.due is Due.START and kit.spec.side == "both" and games % 2:
            dead = [box for box in kit.boxes if box.stage == 1 and session.is_dead(box.side)]
            if not dead:
                rehearsal.act(lambda session: session.start(both=True))
                continue
        done = rehearsal.act(lambda session: random_step(session, random))
        games -= done[0].kind is Kind.CONFIRM
    desk.act_all(rehearsal.actions)
    return desk


def steps_of(logbook: Logbook) -> list[tuple[Step, list[Entry]]]:
    """Return all steps of a logbook, each with its entries."""
    steps = steps_after(logbook, 0, logbook.last_entry, Milestones())
    actions = groupby(logbook.entries(), key=lambda entry: entry.action)
    return [(step, list(action)) for step, (_, action) in zip(steps, actions, strict=True)]


MACHINES = [*template_names(TemplateKind.MACHINES), *KITS, *BOTH_KITS]
QUICK = ["her-19", "nim-8", "keep-last", "later, both"]


@pytest.mark.parametrize("name", all_to_prove(MACHINES, quick=QUICK))
def test_what_a_crowd_is_told_of_a_game_is_what_was_done(name: str) -> None:
    kit = preset(name) if name in template_names(TemplateKind.MACHINES) else kit_named(name)
    logbook = play(kit, 8, seed=1961).logbook
    held = starting_contents(kit)
    more = fewer = False
    for step, entries in steps_of(logbook):
        made = check_step(kit, held, step, entries)
        result = next((entry.result for entry in entries if entry.kind is Kind.END), "")
        both = entries[0].side == BOTH
        more |= result == "win" and not both and any(each.change > 0 for each in made)
        fewer |= result == "loss" and not both and any(each.change < 0 for each in made)
    assert held == logbook.contents()
    told = str(how_it_works(kit))
    assert "more beads" in told or not more
    assert "a loss" in told or not fewer
    rules = kit.spec.learning
    if rules.win in (0, -1) and rules.win_second is None:
        assert "more beads" not in told


EACH_RESULT = (
    "Moves that led to a win get more beads, so they come more often. "
    "Moves that led to a loss lose beads, so they come less and less."
)
LAST_MOVE = "Moves that led to a loss lose beads, so they come less and less."


@pytest.mark.parametrize(
    ("name", "learns"),
    [
        ("michie-1961", EACH_RESULT),
        ("her-19", LAST_MOVE),
        ("nim-8", LAST_MOVE),
        ("gallmo-rules", EACH_RESULT),
    ],
)
def test_a_machine_says_of_itself_how_it_learns_by_its_own_rules(name: str, learns: str) -> None:
    assert str(how_it_works(preset(name))).endswith(f"A bead drawn at random is the move. {learns}")


def test_a_false_sentence_is_found() -> None:
    lost = [Change("7", None, 0, "result", 1, 2), Change("9", None, -1, "result", 1, 2)]
    check_list("Some of the beads that it drew are taken out, the others go back.", lost)
    for told in (
        "The beads that it drew are taken out.",
        ("Some of the beads that it drew are taken out, the others go back. Box 9 is empty."),
        "Each bead goes back, and nothing changes.",
    ):
        with pytest.raises(AssertionError):
            check_list(told, lost)
