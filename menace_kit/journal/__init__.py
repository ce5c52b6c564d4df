"""The machine's ledger: an append-only journal in one SQLite file, the only place that speaks SQL.

`entries` has what is written and the games that it tells, `schema` the tables (their SQL:
`migrations/`) and digests, `pages` reads a damaged file without SQLite, `rescue` makes a whole book
of what is left, `store` is the open file, `queries` what may be asked of it, `replay` reads it as a
whole, for other programs too, `audit` says whether it is in order.
"""

from menace_kit.journal.entries import Action, Draft, Entry, GameRecord, GameRow, Kind
from menace_kit.journal.store import Journal

__all__ = ["Action", "Draft", "Entry", "GameRecord", "GameRow", "Journal", "Kind"]
