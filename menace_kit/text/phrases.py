"""Messages as data, a key and its facts; the code that shows one chooses the language."""

from collections.abc import Iterable, Mapping
from dataclasses import field

from menace_kit.text.grammar import capital
from menace_kit.text.words import Phrase, Words

Text = Phrase | str
"""A phrase, or a text that is the same in every language."""


class Message(Phrase):
    """A sentence by its key; `kinds` are endings of twins, and facts may be phrases."""

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
    """The name of a bead's colour: the language's, or else the kit's own."""

    colour: str

    def told(self, words: Words) -> str:
        return words.colour_called(self.colour)


class Titled(Phrase):
    """The title of a container, kind of bead or label stock: the language's, or else its own."""

    title: str

    def told(self, words: Words) -> str:
        return words.title(self.title)


class Whole(Phrase):
    """A whole number with separated thousands."""

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


class Change(Phrase):
    """A number of beads added or removed: `+3`, `-2`, and on pages `−2`.

    Not every terminal has the minus sign.
    """

    number: int

    def told(self, words: Words) -> str:
        change = f"{self.number:+d}"
        return change if words.typed else change.replace("-", "−")


class WithoutCommands(Phrase):
    """A text without the commands it would name, for where keys do the same."""

    text: Text

    def told(self, words: Words) -> str:
        return words.without_commands.tell(self.text)


class Capital(Phrase):
    """A text that begins with a capital."""

    text: Text

    def told(self, words: Words) -> str:
        return capital(words.tell(self.text))


class Capitals(Phrase):
    """A text in capitals: `GREEN`."""

    text: Text

    def told(self, words: Words) -> str:
        return words.tell(self.text).upper()


class Joined(Phrase):
    """Texts with something between them; false if there are none, as an empty text is."""

    parts: tuple[Text, ...]
    between: Text

    def told(self, words: Words) -> str:
        return words.tell(self.between).join(map(words.tell, self.parts))

    def __bool__(self) -> bool:
        return bool(self.parts)


def joined(*parts: Text, between: Text = "") -> Joined:
    return Joined(parts, between)


def paragraph(parts: Iterable[Text]) -> Joined:
    """Join sentences with spaces, leaving out empty ones."""
    return Joined(tuple(filter(None, parts)), " ")


def listed(parts: Iterable[object]) -> Joined:
    return Joined(tuple(part if isinstance(part, Phrase) else str(part) for part in parts), ", ")
