"""Options that go together are one value to a command, and single options to whoever types."""

from dataclasses import dataclass
from inspect import signature

from menace_kit.cli.commands import with_options


@dataclass(frozen=True)
class Ink:
    """Options that go together."""

    colour: str = "black"
    points: int = 9


@dataclass(frozen=True)
class FineInk(Ink):
    """The same, and one more."""

    dots: int = 300


def test_the_fields_of_a_dataclass_are_options_where_it_stands_those_of_its_base_first() -> None:
    def only_ink(name: str, ink: FineInk, title: str = "none") -> object:
        """Draw."""
        return name, ink, title

    command = with_options(only_ink)
    assert list(signature(command).parameters) == ["name", "colour", "points", "dots", "title"]
    assert signature(command).parameters["dots"].default == 300
    assert command.__doc__ == "Draw."
    made = command(name="board", colour="red", points=8, dots=600, title="two")
    assert made == ("board", FineInk("red", 8, 600), "two")


def test_a_command_without_such_options_stays_as_it_is() -> None:
    def plain(name: str, copies: int = 1) -> object:
        return name, copies

    assert list(signature(with_options(plain)).parameters) == ["name", "copies"]
    assert with_options(plain)(name="board", copies=2) == ("board", 2)
