"""Entries of the catalogue by name."""

from menace_kit.printables.catalogue import CATALOGUE, OF_GAMES, Printable


def printable_named(name: str) -> Printable:
    return {printable.name: printable for printable in (*CATALOGUE, *OF_GAMES)}[name]
