"""The machine's ledger: an append-only logbook in one SQLite file, the only place that speaks SQL.

`entries` has what is written and the games that it tells, `schema` the tables (`tables.sql`) and
digests, `older` opens files of older programs. `balance` is what all entries come to, `lost` what
stands for entries that are gone. `store` is the open file, `queries` what may be asked of it.
`pages` reads a damaged file without SQLite, `rescue` makes a logbook of what is sound, `backups`
has the copies, `names` forgets a person, `export` is for other programs.
"""

from menace_kit.logbook.entries import Action, Draft, Entry, GameRecord, GameRow, Kind
from menace_kit.logbook.store import Logbook

__all__ = ["Action", "Draft", "Entry", "GameRecord", "GameRow", "Kind", "Logbook"]
