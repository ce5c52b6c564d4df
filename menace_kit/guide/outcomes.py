"""Outcome-only games as a file has them: read, and entered one act a game."""

from dataclasses import dataclass

from menace_kit.errors import GuideError
from menace_kit.guide import refusals
from menace_kit.guide.names import checked_name
from menace_kit.guide.paper_fields import both_machines, checked_time, machine_begins
from menace_kit.guide.session import Session
from menace_kit.journal.entries import Action
from menace_kit.machine.contents import Result


@dataclass(frozen=True)
class OutcomeOnly:
    """A game of which somebody wrote down the result alone, and at most the first bead and its box."""

    result: Result
    bead: str | None = None
    box: int | None = None
    played_at: str | None = None
    operator: str | None = None
    opponent: str | None = None
    machine_first: bool | None = None

    def enter(self, session: Session) -> Action:
        """Return the act that enters it, its bead put right already."""
        return session.quick(
            self.result,
            self.bead,
            self.box,
            self.opponent,
            operator=self.operator,
            machine_first=self.machine_first,
            confirmed=True,
            played_at=self.played_at,
        )


def parse_outcome(
    result: str,
    bead: str | None = None,
    box: str | int | None = None,
    played_at: str | None = None,
    operator: str | None = None,
    opponent: str | None = None,
    first_mover: str | None = None,
) -> OutcomeOnly:
    """Return the game that a result and what is said beside it tell; GuideError where it cannot be read."""
    known = [each.value for each in Result]
    if result not in known:
        raise GuideError(refusals.no_result(result, known))
    if both_machines(first_mover):
        raise GuideError(refusals.outcome_of_both())
    number = str(box or "")
    if number and not (number.isascii() and number.isdecimal() and len(number) <= 9):
        raise GuideError(refusals.no_box_number(box))
    return OutcomeOnly(
        Result(result),
        bead or None,
        int(number) if number else None,
        checked_time(played_at),
        checked_name(operator or None),
        checked_name(opponent or None),
        machine_begins(first_mover),
    )
