"""The operator card: this kit's rules, to keep beside the machine."""

from collections.abc import Iterator, Sequence
from functools import partial

from menace_kit.games import Side
from menace_kit.layout.marks import Document
from menace_kit.layout.sheets.key_card import set_strip
from menace_kit.layout.sheets.poster import (
    RuleSection,
    poster_head,
    poster_page,
    set_panels,
    set_sections,
)
from menace_kit.layout.text.typesetting import Column
from menace_kit.machine import Kit
from menace_kit.machine.learning import (
    Result,
    change_by,
    deed,
    full_above,
    gives_up_when_empty,
)
from menace_kit.machine.prospects import positions_without_box, results
from menace_kit.machine.schema import EmptyBox, FullBox, LaterRule
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.text.number_runs import numbers_of
from menace_kit.text.sheet_words import held_how, later_rule, player, said
from menace_kit.workshop.reserve import grows


def operator_card_document(kit: Kit, name: str = "operator-card") -> Document:
    """Return the card. Raises FitError if its rules don't fit on a page at 11 points."""
    title = said(kit, "operator-card.title", name=machine_title(kit))
    head = poster_head(kit, title, 14, said(kit, "operator-card.subject"))
    set_strip(head, kit)
    head.y += 5
    sections = list(_sections(kit))
    draws = [partial(_set_card, kit, sections, whole) for whole in (True, False)]
    return poster_page(head, name, title, *draws)


def _set_card(kit: Kit, sections: Sequence[RuleSection], whole: bool, column: Column) -> None:
    """Set the sections, then what to do after a game."""
    set_sections(column, sections, whole)
    column.space(0.6)
    column.heading(said(kit, "operator-card.over"))
    column.y += 1
    panels = [
        (said(kit, f"common.{result.value}"), deeds(kit, result)) for result in results(kit.game)
    ]
    set_panels(column, panels)
    column.y += 2
    for sentence in _afterwards(kit):
        column.paragraph(sentence)


def _sections(kit: Kit) -> Iterator[RuleSection]:
    words = paper_words(kit)
    yield RuleSection(words("operator-card.before"), list(_before(kit)))
    yield RuleSection(words("operator-card.move"), list(steps_of_a_move(kit)), numbered=True)
    if kit.spec.boxes.later_rule is LaterRule.CHART:
        heading = words("later.chart", n=kit.spec.boxes.stages)
        yield RuleSection(heading, words.lines("later.steps"), numbered=True)
    yield RuleSection(words("operator-card.cases"), list(_cases(kit)))
    mistakes = ["several", "misfiled", "misplayed", "broken-off"]
    # A colour that is not on the label is that of a taken square.
    if any(box.taken for box in kit.boxes):
        mistakes.remove("misfiled")
    told = [words(f"operator-card.{mistake}") for mistake in mistakes]
    yield RuleSection(words("operator-card.mistakes"), told)


def _before(kit: Kit) -> Iterator[str]:
    """Yield which machine it is, and what to prepare before a game."""
    words = paper_words(kit)
    marks = {side: player(kit, side) for side in Side}
    if kit.spec.side == "both" and kit.game.impartial:
        yield words("operator-card.either")
    elif kit.spec.side == "both":
        yield f"{who_begins(kit)} {words('operator-card.both')}"
        for side in Side:
            own = numbers_of(kit, (box for box in kit.boxes if box.side is side))
            yield words("common.named", name=marks[side], told=own)
    else:
        side = Side(kit.spec.side)
        facts = {"mark": marks[side], "other": marks[side.other]}
        yield words(f"operator-card.side-{side.value}", **facts)
    if gives_up_when_empty(kit) and not kit.spec.learning.protect_first_box:
        for boxes in kit.openings.values():
            numbers = [box.name for box in boxes]
            yield words("operator-card.dead", n=len(numbers), boxes=", ".join(numbers))


def who_begins(kit: Kit) -> str:
    """Return which side the machine plays, which the visitor, and who moves first."""
    first, second = (player(kit, side) for side in Side)
    mark, other = (second, first) if kit.spec.side == "second" else (first, second)
    return said(kit, f"visitors.side-{kit.spec.side}", mark=mark, other=other)


def steps_of_a_move(kit: Kit) -> Iterator[str]:
    """Yield how to make the machine's move, given how this kit lets labels be held."""
    words = paper_words(kit)
    yield words(f"operator-card.find-{held_how(kit)}")
    if any(len(kit.symmetries.stabiliser(box.position)) > 1 for box in kit.boxes):
        yield words("operator-card.symmetric")
    yield words("operator-card.draw")
    yield move_shown(kit)
    yield words("operator-card.leave")


def move_shown(kit: Kit) -> str:
    """Return how the drawn colour shows the move, given how this kit lets labels be held."""
    still = held_how(kit) == "none" and not kit.game.impartial
    return said(kit, f"operator-card.play{'-still' if still else ''}")


def _cases(kit: Kit) -> Iterator[str]:
    """Yield what to do in special cases, if they can occur with this kit."""
    words = paper_words(kit)
    if any(len(box.playable) < len(kit.game.legal_moves(box.position)) for box in kit.boxes):
        yield words("label.mirrored")
    if any(box.taken for box in kit.boxes):
        yield words("operator-card.taken")
    missing = positions_without_box(kit)
    if missing.forced:
        yield words("operator-card.forced")
    if missing.lost:
        yield words("operator-card.lost")
    charted = kit.spec.boxes.later_rule is LaterRule.CHART
    yield from [words("later.ties")] if charted else later_rule(kit)
    yield empty_box(kit)
    yield from _full_box(kit)


def _full_box(kit: Kit) -> Iterator[str]:
    """Yield how to halve a box, if the kit halves full ones, games fill them, and all are full
    above the same number.
    """
    if kit.spec.learning.full_box is not FullBox.HALVE or not grows(kit):
        return
    most, *others = {full_above(kit, box) for box in kit.boxes}
    if most is not None and not others:
        yield said(kit, "operator-card.full", most=most)


def empty_box(kit: Kit) -> str:
    """Return what to do if a needed box is empty."""
    words = paper_words(kit)
    rule = kit.spec.learning.empty_box
    if rule is not EmptyBox.REFILL:
        return words(f"operator-card.empty-{rule.value}")
    starts = {(box.side, box.stage): max(box.start.values()) for box in kit.boxes}
    if len(set(starts.values())) == 1:
        return words("operator-card.empty-refill", starts=next(iter(starts.values())))
    key = (
        "label.stage"
        if len({kit.spec.beads.starts(side) for side in kit.sides}) == 1
        else "label.stage-both"
    )
    told = {
        words(key, stage=stage, mark=player(kit, side)): starts[side, stage]
        for stage, side in sorted(
            ((stage, side) for side, stage in starts), key=lambda each: each[0]
        )
    }
    each = [words("common.named", name=stage, told=n) for stage, n in told.items()]
    return words("operator-card.empty-refill", starts=", ".join(each))


def deeds(kit: Kit, result: Result) -> list[str]:
    """Return what to do with the drawn beads: one sentence, or one for each group of moves.

    If it depends on the side, the sentences name it.
    """
    if len({kit.spec.learning.by(result.value, side) for side in kit.sides}) == 1:
        return _deeds_of(kit, result, kit.sides)
    return [
        said(kit, "common.named", name=player(kit, side), told=told)
        for side in kit.sides
        for told in _deeds_of(kit, result, (side,))
    ]


def after_a_game(kit: Kit) -> Iterator[str]:
    """Yield what is done with the beads after each result, in a sentence that names it."""
    words = paper_words(kit)
    for result in results(kit.game):
        ended, told = words(f"common.{result.value}"), " ".join(deeds(kit, result))
        yield words("operator-card.after", result=ended, deeds=told)


def _deeds_of(kit: Kit, result: Result, sides: Sequence[Side]) -> list[str]:
    deeds: dict[str, list[int]] = {}
    stages_of = {stage: side for side, stage in kit.stages if side in sides}
    for stage, side in sorted(stages_of.items()):
        kind, n = deed(change_by(kit, result, side, stage))
        deeds.setdefault(said(kit, f"operator-card.deed-{kind}", n=n), []).append(stage)
    if len(deeds) == 1:
        return list(deeds)
    return [
        said(
            kit, "operator-card.moves", n=len(stages), stages=", ".join(map(str, stages)), deed=told
        )
        for told, stages in deeds.items()
    ]


def _afterwards(kit: Kit) -> Iterator[str]:
    """Yield what applies to every result: the beads that stay, and where the boxes go."""
    yield from last_bead(kit)
    yield said(kit, "operator-card.close")


def last_bead(kit: Kit) -> list[str]:
    """Return the rule for a last bead that is never taken out, if the kit has it."""
    learning = kit.spec.learning
    if learning.empty_box is EmptyBox.KEEP_LAST:
        return [said(kit, "operator-card.last-bead-all")]
    if not learning.protect_first_box:
        return []
    numbers = [box.name for box in kit.boxes if box.stage == 1]
    return [said(kit, "operator-card.last-bead-first", n=len(numbers), boxes=", ".join(numbers))]
