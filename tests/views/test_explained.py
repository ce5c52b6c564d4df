"""What people who watch are told of a step, in each language: how likely a bead was,
what the machine learns.
"""

import pytest

from menace_kit.machine.learning import Adjustment, Why
from menace_kit.text import load_words
from menace_kit.text.phrases import Text
from menace_kit.views.explained import chance, learned
from tests.text.language_files import LANGUAGES

TOLD = {
    "en": (
        "Box 7 had 4 green of 12 beads: a chance of 33 %.",
        "Box 7 had 2 green of 5 beads: a chance of 40 %.",
        "Box 7 had 4 green of 13 beads: a chance of 31 %.",
        "Box 7 had 1 green of 300 beads: a chance of < 1 %.",
        "Box 7 had nothing but green: it could do nothing else.",
        "Each bead goes back with 3 more of its colour.",
    ),
    "de": (
        "In Schachtel 7 lagen 12 Perlen, davon 4 grün: eine Chance von 33\u00a0%.",
        "In Schachtel 7 lagen 5 Perlen, davon 2 grün: eine Chance von 40\u00a0%.",
        "In Schachtel 7 lagen 13 Perlen, davon 4 grün: eine Chance von 31\u00a0%.",
        "In Schachtel 7 lagen 300 Perlen, davon 1 grün: eine Chance von < 1\u00a0%.",
        "In Schachtel 7 war nur diese Farbe (grün): Etwas anderes war nicht möglich.",
        "Jede Perle kommt zurück, dazu noch 3 ihrer Farbe.",
    ),
    "fr": (
        (
            "La boîte 7 contenait 12 perles, dont 4 de cette couleur (vert)\u00a0: "
            "33\u00a0% de chances."
        ),
        (
            "La boîte 7 contenait 5 perles, dont 2 de cette couleur (vert)\u00a0: "
            "40\u00a0% de chances."
        ),
        (
            "La boîte 7 contenait 13 perles, dont 4 de cette couleur (vert)\u00a0: "
            "31\u00a0% de chances."
        ),
        (
            "La boîte 7 contenait 300 perles, dont 1 de cette couleur (vert)\u00a0: "
            "< 1\u00a0% de chances."
        ),
        (
            "La boîte 7 n’avait plus que cette couleur (vert)\u00a0: la machine "
            "ne pouvait rien jouer d’autre."
        ),
        "Chaque perle retourne dans sa boîte, avec 3 de plus de sa couleur.",
    ),
    "nl": (
        "In doosje 7 zaten 12 kralen, waarvan 4 groen: een kans van 33%.",
        "In doosje 7 zaten 5 kralen, waarvan 2 groen: een kans van 40%.",
        "In doosje 7 zaten 13 kralen, waarvan 4 groen: een kans van 31%.",
        "In doosje 7 zaten 300 kralen, waarvan 1 groen: een kans van < 1%.",
        "In doosje 7 zat alleen nog deze kleur (groen): ze kon niet anders.",
        "Elke kraal gaat terug, plus 3 van die kleur.",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_is_told_in_each_language(language: str) -> None:
    held = ((4, 8), (2, 3), (4, 9), (1, 299), (4, 0))
    told: list[Text] = [
        chance(7, "green", {"green": green, "white": white}) for green, white in held
    ]
    assert chance(7, "green", {"green": 0, "white": 2}) == ""
    told.append(learned([Adjustment(7, "green", 3, Why.RESULT)], {7: {"green": 4, "white": 8}}))
    assert tuple(map(load_words(language).tell, told)) == TOLD[language]


OF_TWO = {"gold": 2, "white": 9}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ((3, 3), "Each bead goes back with 3 more of its colour."),
        ((0, 0), "Each bead goes back, and nothing changes."),
        ((-1, -1), "The beads that it drew are taken out."),
        ((-1, -2), "The beads that it drew are taken out, and 1 more of the same."),
        ((0, -1), "Some of the beads that it drew are taken out, the others go back."),
        ((-1, 1), "Beads go in, out or just back, each box by its rule."),
    ],
)
def test_what_a_result_teaches_is_told(changes: tuple[int, ...], told: str) -> None:
    made = [
        Adjustment(box, "gold", change, Why.RESULT) for box, change in enumerate(changes, start=1)
    ]
    refill = Adjustment(2, "gold", 9, Why.REFILL)
    held = dict.fromkeys((1, 2), OF_TWO)
    assert str(learned([*made, refill], held)) == told
    assert learned([refill], held) == ""


@pytest.mark.parametrize(
    ("inside", "change", "told"),
    [
        ({"gold": 1, "white": 2}, -1, ""),
        ({"gold": 1, "white": 0}, -1, "Box 1 is empty."),
        ({"gold": 2, "white": 0}, -1, ""),
        ({"gold": 2, "white": 0}, 3, ""),
    ],
)
def test_a_box_that_is_left_empty_is_told(inside: dict[str, int], change: int, told: str) -> None:
    made = [Adjustment(1, "gold", change, Why.RESULT)]
    _, _, meaning = str(learned(made, {1: inside})).partition(". ")
    assert meaning == told
