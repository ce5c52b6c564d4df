"""Colours as people type them: what a letter, a word or its begin means for a box."""

from dataclasses import replace
from itertools import combinations

import pytest

from menace_kit.errors import GuideError, UnknownNameError
from menace_kit.machine import load_preset
from menace_kit.machine.kit import Kit
from menace_kit.text.typed_colours import colour_meant, colours_meant
from menace_kit.text.words import load_words
from tests.examples import preset

MICHIE = preset("michie-1961")


def speaking(kit: Kit, language: str) -> Kit:
    spec = kit.spec.model_copy(
        update={"print": kit.spec.print.model_copy(update={"language": language})}
    )
    return replace(kit, spec=spec)


def test_a_letter_of_one_colour_that_begins_the_name_of_another_of_the_box_is_asked_about() -> None:
    both = [box for box in MICHIE.boxes if {"gold", "green"} <= set(box.moves)]
    gold = [box for box in MICHIE.boxes if "gold" in box.moves]
    assert (len(both), len(gold)) == (53, 134)
    for box in MICHIE.boxes:
        if "gold" in box.moves:
            with pytest.raises(GuideError, match=r"g can mean green or gold; type gr or go$"):
                colour_meant(MICHIE, " g ", box.moves)
        else:
            assert colour_meant(MICHIE, "G", box.moves) == "green"


@pytest.mark.parametrize(
    ("preset", "language"), [("her-19", "en"), ("nim-8", "fr"), ("michie-1961", "de")]
)
def test_a_word_is_known_letter_by_letter_and_never_taken_for_another(
    preset: str, language: str
) -> None:
    kit = speaking(load_preset(preset), language)
    names = {
        colour.name: {colour.name, load_words(language).colour_name(colour)}
        for colour in kit.colours
    }
    for among in sorted({tuple(box.moves) for box in kit.boxes})[::5]:
        for name in among:
            for called in names[name]:
                assert colour_meant(kit, called.upper(), among) == name or called in set(names) - {
                    name
                }
                for length in range(1, len(called)):
                    assert (
                        name in colours_meant(kit, called[:length], among)
                        or called[:length] in names
                    )
            assert name in colours_meant(kit, kit.colour(name).key, among)


def test_what_is_asked_for_is_enough_for_each_of_the_colours_that_may_be_meant() -> None:
    for language in ("en", "nl"):
        kit = speaking(MICHIE, language)
        for pair in combinations([colour.name for colour in kit.colours], 2):
            for letter in {colour.key for colour in kit.colours}:
                meant = colours_meant(kit, letter, pair)
                if len(meant) > 1:
                    with pytest.raises(GuideError) as asked:
                        colour_meant(kit, letter, pair)
                    enough = str(asked.value).rpartition("type ")[2].split(" or ")
                    assert [colour_meant(kit, word, pair) for word in enough] == meant


def test_a_letter_of_a_colour_that_the_box_never_holds_is_not_taken_for_another() -> None:
    assert colours_meant(MICHIE, "G", ("white", "gold")) == ["green", "gold"]
    assert colours_meant(MICHIE, "G", ("white", "lilac")) == ["green"]
    assert colours_meant(MICHIE, "go", ("white", "lilac")) == ["gold"]


def test_a_letter_does_not_stand_for_names_in_another_language() -> None:
    french, german = speaking(MICHIE, "fr"), speaking(MICHIE, "de")  # gold is or, and Gold
    assert colours_meant(french, "G", ("green", "gold")) == ["green"]
    assert colours_meant(french, "go", ("green", "gold")) == ["gold"]
    assert colours_meant(german, "G", ("green", "gold")) == ["green", "gold"]


def test_what_is_no_colour_is_refused() -> None:
    for text in ("", " ", "x", "whitish", "G5"):
        with pytest.raises(UnknownNameError, match="this kit has no colour"):
            colour_meant(MICHIE, text, ("white",))
