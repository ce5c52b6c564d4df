"""What a game must fulfil so that a machine can be built for it, as a list of checks that any game can be put to.

A package that brings a game of its own has all of them in one line of its tests:

    assert not list(findings(MyGame()))

The checks build on each other: when one has found something, the later ones are not made.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from menace_kit.games.checks import CHECKS, Check
from menace_kit.games.game import Game

MOST_FINDINGS = 5
"""Of one check; what is wrong with a game is mostly wrong in many of its positions."""


class Finding(NamedTuple):
    """Something that is wrong with a game: the name of the check that found it, and what, in a sentence."""

    check: str
    text: str

    def __str__(self) -> str:
        """Return the sentence."""
        return self.text


class Checked(NamedTuple):
    """What came of a check; `findings` is None where it was not made, because one before it found something."""

    check: str
    about: str
    findings: tuple[Finding, ...] | None


def findings(game: Game) -> Iterator[Finding]:
    """Yield everything that is wrong with a game; nothing where it is fit for a machine."""
    for checked in conformance(game):
        yield from checked.findings or ()


def conformance(game: Game) -> Iterator[Checked]:
    """Yield what came of each check, in order."""
    failed = False
    for check in CHECKS:
        name, about = check.__name__.replace("_", "-"), str(check.__doc__).split("\n", 1)[0].rstrip(".")
        found = None if failed else tuple(_found(name, check, game))
        failed = failed or bool(found)
        yield Checked(name, about, found)


def _found(name: str, check: Check, game: Game) -> Iterator[Finding]:
    """Yield the first findings of a check; an error that the game should not raise is one, too."""
    try:
        for text in islice(check(game), MOST_FINDINGS):
            yield Finding(name, text)
    except Exception as error:
        yield Finding(name, f"the game raised {type(error).__name__}: {error}")
