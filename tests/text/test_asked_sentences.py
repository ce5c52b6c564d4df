"""Every sentence that is asked for is there, and every one that is there is asked for."""

import re

import pytest

from menace_kit.guide import wording
from menace_kit.guide.situation import Due
from menace_kit.machine.learning import Result
from menace_kit.machine.schema import EmptyBox
from menace_kit.printables.catalogue import CATALOGUE
from tests.logbook.games import kit_of
from tests.text.asked_for import asked_for, code, pattern, plain, without_kind
from tests.text.language_files import (
    sentences_of,
)

RESULTS = {result.value for result in Result}


RULES = {rule.value for rule in EmptyBox}


PUT_TOGETHER = {
    "squares": set("123456789"),
    "turns": {symmetry.name for symmetry in kit_of("").game.symmetries["all"].members},
    "both": {"moves", "to-move", "draw", "won", "went"},
    "happened": {
        *("first-bead", "undo", "draw", "reply", "empty", "abandon", "taken"),
        *("opponent", "refilled", "ticked", "taken-back"),
        *("marks-off", "set-board"),
    },
    "empty-rules": RULES,
    "why": set(wording.WHYS),
    "due": {due.value for due in Due},
    "went": {"running", "taken-back", "abandoned", "gave-up", "lost", *RESULTS},
    "ended": {
        "running",
        "empty-box",
        "lost-position",
        "outcome-only",
        *RESULTS,
    },
}
"""Tables whose keys the code puts together: the names that it can come to."""


NAMED_ALONE = {"chart": ("", ""), "label": ("", ""), "shopping": ("column-", "")}
"""Tables whose keys stand in the code without the table, `Thing("pot")`,
with this beginning and end if any.
"""


def test_every_sentence_that_is_asked_for_is_there() -> None:
    known = sentences_of("en")
    assert len(asked_for()) > 400
    unknown = asked_for() - set(known)
    assert [text for text in unknown if not any(map(pattern(text).fullmatch, known))] == []


def test_every_sentence_is_asked_for() -> None:
    texts = code().texts | asked_for()
    tables = {key.partition(".")[0] for key in sentences_of("en")} - set(NAMED_ALONE)
    # "shopping.*" would be all of them: where keys stand without their table,
    # a pattern needs some letters of its own.
    patterns = [
        pattern(text)
        for text in texts
        if "*" in text
        and (
            re.search(r"[a-z]{3}", text.partition(".")[2] or text)
            or text.partition(".")[0] in tables
        )
    ]
    unused = []
    for key in sentences_of("en"):
        table, _, name = key.partition(".")
        may_be = set(without_kind(key))
        if table in NAMED_ALONE:
            beginning, ending = NAMED_ALONE[table]
            for general in without_kind(name):
                may_be |= {general, general.removeprefix(beginning), general.removesuffix(ending)}
        known = table in PUT_TOGETHER or may_be & texts
        if not known and not any(found.fullmatch(part) for found in patterns for part in may_be):
            unused.append(key)
    assert unused == []


@pytest.mark.parametrize("table", PUT_TOGETHER)
def test_a_table_whose_keys_are_put_together_has_what_the_code_can_ask_for(table: str) -> None:
    there = {
        plain(key).partition(".")[2] for key in sentences_of("en") if key.startswith(f"{table}.")
    }
    assert there == PUT_TOGETHER[table]


def test_what_can_be_printed_is_called_what_it_calls_itself() -> None:
    titles = {each.title for each in CATALOGUE}
    assert len(titles) == len(CATALOGUE)
    assert titles <= set(sentences_of("en"))
