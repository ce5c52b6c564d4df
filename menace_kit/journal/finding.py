"""What the audit finds."""

from typing import NamedTuple


class Finding(NamedTuple):
    """Something wrong in the journal: where (`game 12`, `box 137`, `file`), what, and the entry, where it is one."""

    where: str
    message: str
    entry: int | None = None
