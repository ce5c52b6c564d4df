"""The logbook: an append-only record in one SQLite file; only this room uses SQL.

`entries` has what is written, `game_record` the games that entries describe, `loose_beads` where
their beads are. `schema` has the tables (`tables.sql`) and digests; `older` opens files of schemas
4 and 5. `store` is the open file. It builds on `database`, which `new_file` creates and whose
errors are in `trouble`, and on `reader`, which answers from the `entry_table`. `balance` is what
all entries add up to, `lost` replaces entries that are gone, `faults` finds what is wrong. Other
rooms ask `queries` about games and acts, and `box_changes`, `game_counts`, `career`, `imported` and
`copies`. `ticks` and `clock` keep what isn't an entry. `pages` reads a damaged file without SQLite,
`rescue` makes a new logbook from what is sound, `backups` makes copies, `names` forgets people,
`export` writes files for other programs.
"""

from menace_kit.logbook.entries import Action, Draft, Entry, Kind
from menace_kit.logbook.game_record import GameRecord, GameRow
from menace_kit.logbook.store import Logbook

__all__ = ["Action", "Draft", "Entry", "GameRecord", "GameRow", "Kind", "Logbook"]
