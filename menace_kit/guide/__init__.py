"""Tells the human what to do next. No printing, no SQL."""

from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due, Session

__all__ = ["Desk", "Due", "Session"]
