"""What an audience is told in each language: chances, what is learned, milestones."""

import pytest

from menace_kit.machine.learning import Adjustment, Result, Why
from menace_kit.text import load_words
from menace_kit.text.messages import Text, Whole, say
from menace_kit.views.game import IN_WORDS, chance, learned
from tests.text.language_files import LANGUAGES
from tests.web.conftest import told_by_a_career

TOLD = {
    "en": (
        "Box 7 had 4 green of 12 beads: one chance in three.",
        "Box 7 had 2 green of 5 beads: two chances in five.",
        "Box 7 had 4 green of 13 beads: a chance of about 31 %.",
        "Box 7 had 1 green of 300 beads: a chance of less than 1 %.",
        "Box 7 had nothing but green: it could do nothing else.",
        "It won: each bead goes back with three more of its colour. These moves become likelier.",
    ),
    "de": (
        "In Schachtel 7 lagen 12 Perlen, davon 4 grün: einer von drei Fällen.",
        "In Schachtel 7 lagen 5 Perlen, davon 2 grün: zwei von fünf Fällen.",
        "In Schachtel 7 lagen 13 Perlen, davon 4 grün: eine Chance von etwa 31\u00a0%.",
        "In Schachtel 7 lagen 300 Perlen, davon 1 grün: eine Chance von weniger als 1\u00a0%.",
        "In Schachtel 7 war nur diese Farbe (grün): Sie konnte gar nicht anders.",
        "Sie gewann: Jede Perle kommt zurück, mit noch drei ihrer Farbe. Diese Züge werden wahrscheinlicher.",
    ),
    "fr": (
        "La boîte 7 contenait 12 perles, dont 4 de cette couleur (vert)\u00a0: une chance sur trois.",
        "La boîte 7 contenait 5 perles, dont 2 de cette couleur (vert)\u00a0: deux chances sur cinq.",
        "La boîte 7 contenait 13 perles, dont 4 de cette couleur (vert)\u00a0: environ 31\u00a0% de chances.",
        "La boîte 7 contenait 300 perles, dont 1 de cette couleur (vert)\u00a0: moins de 1\u00a0% de chances.",
        "La boîte 7 n’avait plus que cette couleur (vert)\u00a0: elle ne pouvait rien faire d’autre.",
        "Elle a gagné\u00a0: chaque perle retourne dans sa boîte, avec trois de plus de sa couleur. "
        "Ces coups deviennent plus probables.",
    ),
    "nl": (
        "In doosje 7 zaten 12 kralen, waarvan 4 groen: een kans van één op drie.",
        "In doosje 7 zaten 5 kralen, waarvan 2 groen: een kans van twee op vijf.",
        "In doosje 7 zaten 13 kralen, waarvan 4 groen: een kans van ongeveer 31%.",
        "In doosje 7 zaten 300 kralen, waarvan 1 groen: een kans van minder dan 1%.",
        "In doosje 7 zat alleen nog deze kleur (groen): ze kon niet anders.",
        "Ze won: elke kraal gaat terug, met nog drie van zijn kleur erbij. Deze zetten worden waarschijnlijker.",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_is_told_in_each_language(language: str) -> None:
    held = ((4, 8), (2, 3), (4, 9), (1, 299), (4, 0))
    told: list[Text] = [chance(7, "green", {"green": green, "white": white}) for green, white in held]
    told.append(learned(Result.WIN, [Adjustment(7, "green", 3, Why.RESULT)]))
    assert tuple(map(load_words(language).tell, told)) == TOLD[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_small_numbers_have_words(language: str) -> None:
    assert len(load_words(language).lines("explained.numbers")) == IN_WORDS + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_milestones_are_told_in_each_language(language: str) -> None:
    results = [Result.LOSS, Result.WIN, Result.TIE, *[Result.WIN] * 1000]
    words = load_words(language)
    found = {told for _, told in told_by_a_career(results, [0, *range(1, 1003)], words)}
    assert {words(f"milestone.{key}") for key in ("win", "draw", "twice")} <= found
    assert words.tell(say("milestone.games", games=Whole(1000))) in found
    assert words("milestone.unbeaten", games=100) in found
    assert words("milestone.grown", times=5) in found
