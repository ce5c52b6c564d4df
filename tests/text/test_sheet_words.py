"""What labels say about their boxes, in every language."""

import re

import pytest

from menace_kit.text.sheet_words import stage_words
from tests.layout.kits import in_language, preset
from tests.text.language_files import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["her-19", "both-players"])
def test_a_label_has_the_number_of_the_machine_s_move(name: str, language: str) -> None:
    kit = in_language(preset(name), language)
    for box in kit.boxes:
        assert re.findall("[0-9]+", stage_words(kit, box)) == [str(box.stage)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_label_of_nim_has_the_number_of_matches_that_are_left(language: str) -> None:
    kit = in_language(preset("nim-8"), language)
    told = [int(re.findall("[0-9]+", stage_words(kit, box))[0]) for box in kit.boxes]
    assert told == list(range(1, 9))
