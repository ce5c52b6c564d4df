"""Advice works when it is followed: what a refusal names can be typed, and is accepted."""

import ast
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import menace_kit
from menace_kit.text import load_words
from tests.cli.commands import is_group, named_by, options
from tests.cli.conftest import Menace
from tests.text.language_files import each_of, sentences_of

TABLES = ("due", "refused", "count")
COMMAND = re.compile(
    r"\((?P<word>[a-z]+(?: --game)?)\)|(?:menace-kit )?operator (?P<line>[a-z]+(?: [^\s();,:]+)*)|"
    r"\((?P<option>--[a-z]+)\)"
)


DONE = "menace-kit operator adjust --done"


class Case(NamedTuple):
    """A situation: what is done first, what is refused (or said) then,
    and by which sentence; `after` works at last.
    """

    key: str
    before: str
    asked: str
    after: str = ""
    kit: str = ""
    reply: str = "5"


GAME = "record 1-2-5-3-9"
EMPTY_FIRST = "start; end; count 1 white=0 lilac=0 gold=0"
FOUR = 'beads = {palette = "four-arrows", start = 3}'
HER = f'game = "hexapawn"\nside = "second"\nmarks = ["W", "B"]\n{FOUR}'
NIM = f'game = "nim"\nside = "second"\nmarks = ["I", "J"]\n{FOUR}'
CASES = [
    Case("due.start", "start; end", "draw white"),
    Case("due.bead", "start", "reply 5"),
    Case("due.reply", "start; draw white", "draw white"),
    Case("due.adjust", GAME, "draw white"),
    Case("refused.still-running", "start", "start", "start"),
    Case("refused.adjustments-first", GAME, "start"),
    Case("refused.dead", EMPTY_FIRST, "start", "start"),
    Case("refused.only-begun", "start", "undo"),
    Case("refused.counted-since", f"{GAME}; count 1 white=0", "undo --game", "undo --game"),
    Case("refused.undo-count", f"{GAME}; count 1 white=3", "undo"),
    Case("refused.undo-game", f"{GAME}; count 1 white=3", "undo"),
    Case("refused.undo-count", f"{GAME}; adjust --done; count --sheet --done", "undo"),
    Case("refused.colour-used-up", "start; count 1 white=0", "draw white", "draw white"),
    Case("refused.box-not-empty", "start", "empty", "empty"),
    Case(
        "refused.cannot-be-empty",
        f"{EMPTY_FIRST}; start",
        "empty",
        kit='learning.empty-box = "keep-last"',
    ),
    Case("refused.no-undo", f"{GAME}; adjust --done", "undo"),
    Case("refused.taken-back-already", f"{GAME}; undo --game", "undo"),
    Case(r"Your count is taken as after the update\. .* again\.", GAME, "count 1 white=3"),
    Case("count.list-first", GAME, "count --sheet --done", "count --sheet --done"),
    Case(r"When all are counted:[\s\S]*", f"{GAME}; adjust --done", "count --sheet"),
]


def told(key: str) -> re.Pattern[str]:
    """Return what a sentence looks like, whatever its facts are; a command's own, as it is."""
    if key not in sentences_of("en"):
        return re.compile(key)
    texts = map(load_words("en", typed=True).phrased, each_of(sentences_of("en")[key]))
    return re.compile("|".join(re.sub(r"\\{\w+\\}", ".*", re.escape(text)) for text in texts))


def advised(said: str, reply: str) -> Iterator[list[str]]:
    """Yield the commands that are named, as somebody types them who fills in what
    is written in capitals.
    """
    done: list[str] = []
    for found in COMMAND.finditer(said):
        if found["option"]:
            yield [*done, found["option"]]
            continue
        words = shlex.split(found["line"] or found["word"])
        words = [
            re.sub("^COLOUR=", "white=", word).replace("=N", "=3")
            for word in words
            if word != "..."
        ]
        words += (
            {"draw": ["white"], "reply": [reply], "count": ["1", "white=3"]}.get(words[0], [])
            if len(words) == 1
            else []
        )
        done = words
        yield words


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_what_a_refusal_advises_is_accepted(menace: Menace, tmp_path: Path, case: Case) -> None:
    (tmp_path / "kit.toml").write_text(f"{case.kit}\n", encoding="utf-8")
    for line in case.before.split("; "):
        assert menace("operator", *line.split()).code == 0, line
    refused = menace("operator", *case.asked.split())
    found = told(case.key).search(refused.out + refused.err)
    assert found, refused
    advice = list(advised(found[0], case.reply))
    assert advice, found[0]
    for words in advice:
        if words == ["empty"] and case.key == "due.bead":
            continue  # the other thing that may be so: not here
        if words in (["adjust", "--done"], ["adjust", "--unconfirmed"]):
            continue  # what the list said itself, and the other way, which is tried below
        result = menace("operator", *words)
        assert result.code == 0, (words, result)
        if DONE in result.out:  # a list that was printed says how one says that it is done
            assert menace("operator", *DONE.split()[-2:]).code == 0
    if case.after:
        assert menace("operator", *case.after.split()).code == 0


def test_every_sentence_that_names_a_command_has_its_situation() -> None:
    typed = {key for key, told in sentences_of("en").items() if "[[" in str(told)}
    assert {key for key in typed if key.startswith(TABLES)} <= {
        *(case.key for case in CASES),
        "refused.whose-turn",  # in none of our games
    }


def named_commands() -> Iterator[tuple[str, str]]:
    """Yield where a command is named with all its words, and those."""
    texts = [(key, text) for key, told in sentences_of("en").items() for text in each_of(told)]
    for path in sorted(Path(menace_kit.__file__).parent.rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(code)) if "menace-kit " in code else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append((path.name, node.value))
    for where, text in texts:
        for line in re.findall(r"menace-kit ((?:[a-z]+ ?)(?:[^\s`();,:|.][^\s`();,:|]* ?)*)", text):
            yield where, line.strip()


@cache
def unknown(line: str) -> list[str]:
    """Return the words of a line that are no command or option; what is missing does not matter."""
    command, rest = named_by(line.split())
    if is_group(command):
        return rest[:1]
    there = options(command)
    return [word for word in rest if word.startswith("--") and word not in there]


def test_every_command_that_is_named_anywhere_exists_with_its_options() -> None:
    named = [
        (where, line) for where, line in named_commands() if line.split()[0] not in NO_COMMANDS
    ]
    assert len(named) > 40
    wrong = {(where, line): words for where, line in named if (words := unknown(line))}
    assert wrong == {}


NO_COMMANDS = {"machine", "sweep", "saved"}
"""Words behind the program's name that are none: in the first lines of its files,
and in what is said of them.
"""
