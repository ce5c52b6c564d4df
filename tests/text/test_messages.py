"""Messages are data: whoever shows one puts it into a language."""

import pytest

from menace_kit.errors import GuideError
from menace_kit.guide.session import Session
from menace_kit.machine.learning import starting_contents
from menace_kit.text import kit_words, load_words
from menace_kit.text.phrases import (
    Called,
    Capital,
    Capitals,
    Change,
    Text,
    Whole,
    joined,
    listed,
    paragraph,
    say,
)
from tests.examples import preset

KIT = preset("michie-1961")


@pytest.mark.parametrize(
    ("told", "english", "german"),
    [
        (say("piece.box", number=7), "Box 7", "Schachtel 7"),
        (say("piece.amount", n=3, colour=Called("white")), "3 white", "3 weiß"),
        (Capitals(Called("green")), "GREEN", "GRÜN"),
        (Called("snow"), "snow", "snow"),
        (Whole(12345), "12,345", "12\u00a0345"),
        (Capital(say("piece.nothing")), "Nothing", "Nichts"),
        (listed([Called("green"), 3]), "green, 3", "grün, 3"),
        (joined("1", "2", between=say("piece.or")), "1 or 2", "1 oder 2"),
        (paragraph(["A.", "", listed([]), "B."]), "A. B.", "A. B."),
        (
            say("due.start"),
            "no game is open; start one (start)",
            "es läuft kein Spiel; beginne eins",
        ),
        (Change(-2), "-2", "−2"),
    ],
)
def test_a_message_is_told_in_any_language_and_is_the_terminals_english_as_a_text(
    told: Text, english: str, german: str
) -> None:
    assert (str(told), f"{told:>9}") == (english, f"{english:>9}")
    assert load_words("de").tell(told) == german


def test_a_list_of_nothing_is_as_false_as_an_empty_text() -> None:
    assert not listed([])
    assert kit_words.counts({"white": 0}) == say("piece.nothing")


def test_an_error_carries_its_message() -> None:
    with pytest.raises(GuideError, match=r"no game is open; start one \(start\)") as caught:
        Session(KIT, starting_contents(KIT), None).confirm()
    (told,) = caught.value.args
    assert load_words("fr").tell(told) == load_words("fr")("due.start")
    assert told.key == "due.start"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("michie-1961", ("square 1 (top left)", "1 top left")),
        ("her-3x4", ("move 9-5", "9-5")),
        ("nim-8", ("3 matches", "3 matches")),
    ],
)
def test_a_move_is_told_in_a_sentence_and_in_a_narrow_column(
    name: str, told: tuple[str, str]
) -> None:
    kit = preset(name)
    position = kit.game.start()
    move = kit.game.legal_moves(position)[0]
    ways = (kit_words.square, kit_words.square_in_short)
    assert tuple(str(way(kit, move, position)) for way in ways) == told
