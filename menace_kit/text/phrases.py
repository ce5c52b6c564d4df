"""Messages: what is to be told as data, a key and its facts,
so that the caller that shows it chooses the language.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field

from menace_kit.text.words import Phrase, Words, capital

Text = Phrase | str
"""What can be told: a phrase, or what is the same in every language."""


class Message(Phrase):
    """A sentence by its key; `kinds` is what it may have a twin for,
    and facts may be phrases themselves.
    """

    key: str
    kinds: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)

    def told(self, words: Words) -> str:
        facts = {
            name: words.tell(fact) if isinstance(fact, Phrase) else fact
            for name, fact in self.facts.items()
        }
        return words(self.key, *self.kinds, **facts)


def say(key: str, *kinds: str, **facts: object) -> Message:
    """Return a message: `say("piece.box", number=7)`."""
    return Message(key, kinds, facts)


class Called(Phrase):
    """What a bead's colour is called: the kit's own name where a language has no other."""

    colour: str

    def told(self, words: Words) -> str:
        return words.colour_called(self.colour)


class Titled(Phrase):
    """What a container, a kind of bead or a label stock is called:
    its own title where a language has no other.
    """

    title: str

    def told(self, words: Words) -> str:
        return words.title(self.title)


class Whole(Phrase):
    """A number with its thousands set apart."""

    number: int

    def told(self, words: Words) -> str:
        return words.number(self.number)


class Decimal(Phrase):
    """A number that may have decimal places."""

    number: float

    def told(self, words: Words) -> str:
        return words.decimal(self.number)


class Share(Phrase):
    """A share of 1, in percent."""

    part: float

    def told(self, words: Words) -> str:
        return words.share(self.part)


class Time(Phrase):
    """A time or a day of the logbook, as the clock on the wall had it."""

    text: str

    def told(self, words: Words) -> str:
        return words.time(self.text)


class Change(Phrase):
    """A number of beads more or fewer: `+3`, `-2`, and on pages `−2`,
    for not every terminal has the minus sign.
    """

    number: int

    def told(self, words: Words) -> str:
        change = f"{self.number:+d}"
        return change if words.typed else change.replace("-", "−")


class WithoutCommands(Phrase):
    """A text for where keys do what the commands do that it would name."""

    text: Text

    def told(self, words: Words) -> str:
        return words.without_commands.tell(self.text)


class Capital(Phrase):
    """A text with a capital at its beginning."""

    text: Text

    def told(self, words: Words) -> str:
        return capital(words.tell(self.text))


class Capitals(Phrase):
    """A text in capitals: `GREEN`."""

    text: Text

    def told(self, words: Words) -> str:
        return words.tell(self.text).upper()


class Joined(Phrase):
    """Texts with something between them; where there are none, it is false, as an empty text is."""

    parts: tuple[Text, ...]
    between: Text

    def told(self, words: Words) -> str:
        return words.tell(self.between).join(map(words.tell, self.parts))

    def __bool__(self) -> bool:
        return bool(self.parts)


def joined(*parts: Text, between: Text = "") -> Joined:
    return Joined(parts, between)


def paragraph(parts: Iterable[Text]) -> Joined:
    """Return sentences one behind the other; those that are empty are left out."""
    return Joined(tuple(filter(None, parts)), " ")


def listed(parts: Iterable[object]) -> Joined:
    return Joined(tuple(part if isinstance(part, Phrase) else str(part) for part in parts), ", ")
