"""The roles of a match: which learner or player moves for each side, and who can play whom."""

from collections.abc import Iterable, Sequence
from math import isfinite

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab.engine.arrays import BEADS, ODDS, PLAYER, SIDES, Rule
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result, change_by

Roles = tuple[int, int]
"""The roles of first and second player: PLAYER, BEADS, or a learner's."""


def roles_for(side: Side, own: int = BEADS, other: int = PLAYER) -> Roles:
    """Return the roles of first and second player, if `own` plays this side."""
    return (own, other) if side is Side.FIRST else (other, own)


def check_roles(kit: Kit, roles: Sequence[Roles], rules: tuple[Rule | None, Rule | None]) -> None:
    """Raise LabError for roles, or rules of their learners, that a kit's machine can't play."""
    if len(roles) not in (1, 2):
        raise LabError(f"a match has one or two pairs of roles, not {len(roles)}")
    if len(roles) == 2 and roles[0] != roles[1][::-1]:
        raise LabError("the second pair of roles is the first one with sides changed")
    for pair in roles:
        for side, role in zip(SIDES, pair, strict=True):
            if role in (BEADS, ODDS) and side not in kit.sides:
                raise LabError(
                    f"{kit.spec.name} has no boxes for the {side.value} player, and cannot play it"
                )
    boxed = [role for role in roles[0] if role in (BEADS, ODDS)]
    shared = kit.game.impartial or len(roles) == 2
    if shared and len(boxed) == 2 and (boxed[0] != boxed[1] or rules[0] != rules[1]):
        raise LabError("two machines that learn in different ways cannot share their boxes")
    _check_taken_squares(kit, roles)


def _check_taken_squares(kit: Kit, roles: Iterable[Roles]) -> None:
    """Raise LabError if the kit's beads for taken squares would never be unlearned."""
    if not any(box.taken for box in kit.boxes):
        return
    if any(ODDS in pair for pair in roles):
        raise LabError(
            f"{kit.spec.name} has beads for taken squares, and a machine by odds knows the rules "
            "at once; choose another kit or another learner"
        )
    if any(change_by(kit, Result.LOSS, box.side, box.stage) >= 0 for box in kit.boxes):
        raise LabError(
            f"{kit.spec.name} has beads for taken squares: a defeat has to take beads out, "
            "or they are drawn for ever"
        )


def check_opponents(
    roles: Sequence[Roles], opponents: Sequence[str], shares: Sequence[float], watched_by: int
) -> None:
    """Raise LabError for opponents that can't have these roles, or these shares of the games."""
    if not opponents:
        raise LabError("a match needs a player, if only to stand by; name one, such as random")
    if watched_by != PLAYER and (set(*roles[:1]) != {PLAYER} or len(opponents) != 2):
        raise LabError("whoever watches needs two players, one for each side, and nobody else")
    if shares and len(shares) != len(opponents):
        raise LabError(f"{len(opponents)} opponents have {len(shares)} shares; each needs one")
    if not all(isfinite(share) and share > 0 for share in shares):
        raise LabError(
            f"the shares of opponents are numbers over 0, not {', '.join(map(str, shares))}"
        )
