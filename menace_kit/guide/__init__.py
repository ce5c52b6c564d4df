"""Tells the human what to do next. No printing, no SQL.

`session` says what is due and what each act writes down, `desk` joins it to a logbook and looks
boards up, `paper` reads a game that was written down elsewhere and `paper_file` a file of
them, `twin` plays as a copy of the machine, `wording` has what is told of a session, of a game
and of the logbook.
"""

from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due, Session

__all__ = ["Desk", "Due", "Session"]
