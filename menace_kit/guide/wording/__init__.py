"""What the operator reads at each step, and about games and counts.

Each sentence is made once, as a message that any page or screen can show.
"""

from menace_kit.guide.wording.acts import begins, happened, last_action
from menace_kit.guide.wording.beads_by_hand import (
    HEADS,
    before_boxes,
    by_hand,
    is_whole,
    left_open,
    moved,
    ticked,
)
from menace_kit.guide.wording.counts import (
    change,
    changes_of_count,
    count_recorded,
    counted,
    counted_in_short,
    doubt,
    opened,
)
from menace_kit.guide.wording.games import (
    exhibition,
    how_it_went,
    machines,
    moves_or_outcome,
    names,
    the_machine_is,
    to_be_counted,
)
from menace_kit.guide.wording.moves import TOLD, is_told, move_made, who_plays, without_bead
from menace_kit.guide.wording.next_step import (
    advice,
    dead,
    due,
    farewell,
    letters,
    marked,
    replies,
    to_move,
    whose_turn,
)
from menace_kit.guide.wording.parts import WHYS, empty_rule, opponent
from menace_kit.guide.wording.results import (
    ended,
    game_and_result,
    headline,
    result_and_ticks,
)
from menace_kit.guide.wording.undoing import taken_back, undone
from menace_kit.guide.wording.updates import (
    adjustment,
    boxes_too_full,
    deed_and_rest,
    half_of,
    how_full,
    list_head,
    refilled,
    too_full,
)

__all__ = [
    "HEADS",
    "TOLD",
    "WHYS",
    "adjustment",
    "advice",
    "before_boxes",
    "begins",
    "boxes_too_full",
    "by_hand",
    "change",
    "changes_of_count",
    "count_recorded",
    "counted",
    "counted_in_short",
    "dead",
    "deed_and_rest",
    "doubt",
    "due",
    "empty_rule",
    "ended",
    "exhibition",
    "farewell",
    "game_and_result",
    "half_of",
    "happened",
    "headline",
    "how_full",
    "how_it_went",
    "is_told",
    "is_whole",
    "last_action",
    "left_open",
    "letters",
    "list_head",
    "machines",
    "marked",
    "move_made",
    "moved",
    "moves_or_outcome",
    "names",
    "opened",
    "opponent",
    "refilled",
    "replies",
    "result_and_ticks",
    "taken_back",
    "the_machine_is",
    "ticked",
    "to_be_counted",
    "to_move",
    "too_full",
    "undone",
    "who_plays",
    "whose_turn",
    "without_bead",
]
