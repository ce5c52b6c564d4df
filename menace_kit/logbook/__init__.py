"""The machine's ledger: an append-only logbook in one SQLite file, the only place that speaks SQL.

`entries` has what is written, `game_record` the games that it tells, `loose_beads` where their
beads are. `schema` has the tables (`tables.sql`) and digests, `older` opens files of older
programs. `store` is the open file: a `database`, begun by `new_file`, whose `trouble` is told, with
an `entry_table` that a `reader` makes answers of. `balance` is what all entries come to, `lost`
what replaces entries that are gone, and `faults` what is wrong. What may be asked of it: `queries`
about games and acts, `box_changes`, `game_counts`, the `career`, what was `imported`, and how
`copies` differ. `pages` reads a damaged file without SQLite, `rescue` makes a logbook of what is
sound, `backups` has the copies, `names` forgets a person, `export` is for other programs.
"""

from menace_kit.logbook.entries import Action, Draft, Entry, Kind
from menace_kit.logbook.game_record import GameRecord, GameRow
from menace_kit.logbook.store import Logbook

__all__ = ["Action", "Draft", "Entry", "GameRecord", "GameRow", "Kind", "Logbook"]
