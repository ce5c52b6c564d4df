"""The machine's ledger: an append-only journal in SQLite."""

from menace_kit.journal.entries import Action, Draft, Entry, GameRecord, Kind
from menace_kit.journal.store import GameRow, Journal

__all__ = ["Action", "Draft", "Entry", "GameRecord", "GameRow", "Journal", "Kind"]
