"""`menace-kit logbook verify`: is the logbook in order?"""

from collections.abc import Iterator, Sequence
from typing import Annotated

from typer import Option

from menace_kit.cli.operator.options import LogbookOptions, OperatorOption
from menace_kit.cli.report import Report, number_of
from menace_kit.guide import wording
from menace_kit.guide.audit import CLOCK, FILE, AuditFinding, audit
from menace_kit.guide.players import checked_name
from menace_kit.logbook import Logbook
from menace_kit.logbook.clock import clock_notes, note_clock
from menace_kit.logbook.entries import lost_numbers
from menace_kit.logbook.file import advice
from menace_kit.logbook.names import forgotten
from menace_kit.logbook.runs import listed_runs, runs
from menace_kit.text.phrases import Text
from menace_kit.text.words import clock_time


def verify(
    clock_was_wrong: Annotated[
        bool,
        Option(
            "--clock-was-wrong",
            help="Note that the computer's clock was wrong up to now: times are not told.",
        ),
    ] = False,
    operator: OperatorOption = None,
    *,
    logbook: LogbookOptions,
) -> None:
    """Check that everything in the logbook is in order.

    The exit code is 1 where it is not.

    Example:  menace-kit logbook verify
    """
    with logbook.opened(read_only=not clock_was_wrong) as opened:
        found = audit(opened)
        if clock_was_wrong and any(finding.message.endswith(CLOCK) for finding in found):
            note_clock(opened, checked_name(operator))
            found = audit(opened)
        head = list(_before_findings(opened, found))
        findings = [finding for finding in found if not finding.known]
        if not findings:
            head.append(_in_order(opened))
    notes = list(_findings_told(findings))
    if any(finding.where == FILE for finding in findings):
        notes.append(advice(logbook.path))
    Report(head=head, notes=notes).tell(exit_code=1 if findings else 0)


def _before_findings(logbook: Logbook, found: Sequence[AuditFinding]) -> Iterator[Text]:
    """Yield what is already known about a logbook, which is no finding."""
    for clock in clock_notes(logbook):
        who = f", says {clock.operator}" if clock.operator else ""
        yield (
            f"Up to entry {clock.entry} the computer's clock was wrong{who} "
            f"({clock_time(clock.at)}):"
        )
        known = sum(finding.known for finding in found)
        yield f"  {known} entries are not in the order of their times."
    for note in forgotten(logbook):
        entries = number_of(note.entries, "entry", "entries")
        yield f"A name was forgotten ({clock_time(note.at)}): {entries} had it."
    if lost := lost_numbers(logbook.entries()):
        yield f"Lost entries: {listed_runs(runs(lost))}."
    if logbook.to_count:
        yield wording.to_be_counted(logbook.kit, logbook.to_count)


def _in_order(logbook: Logbook) -> str:
    """Return that nothing is wrong, apart from lost entries and their boxes, which are known."""
    entries = number_of(logbook.last_entry, "entry", "entries")
    games = number_of(logbook.last_game, "game")
    if logbook.to_count:
        return f"All else is in order: {entries}, {games}."
    in_order = "All else is in order" if lost_numbers(logbook.entries()) else "In order"
    return (
        f"{in_order}: {entries}, {games}, {len(logbook.kit.boxes)} boxes; "
        "what is in them is what the games and counts give."
    )


def _findings_told(findings: Sequence[AuditFinding]) -> Iterator[Text]:
    if findings:
        yield f"{number_of(len(findings), 'thing')} not in order:"
    for finding in findings:
        entry = f" (entry {finding.entry})" if finding.entry is not None else ""
        yield f"  {finding.where}: {finding.message}{entry}"
