"""Cups, drawers and whatever else holds the beads:
no sentence says of them what is true of matchboxes alone.
"""

import re
from collections.abc import Iterable
from itertools import product

import pytest

from menace_kit.machine.containers import Container, ContainerKind
from menace_kit.machine.toml_files import TemplateKind, load_template, template_names
from menace_kit.text import load_words
from menace_kit.workshop.steps import FOLDING
from tests.examples import all_to_prove
from tests.text.language_files import LANGUAGES, each_of, sentences_of

OPEN = [
    name
    for name in template_names(TemplateKind.CONTAINERS)
    if name != "measure-your-own"
    and not load_template(Container, TemplateKind.CONTAINERS, name).kind.slides
    and load_template(Container, TemplateKind.CONTAINERS, name).kind.bought
]

MATCHES = {
    "en": r"\bmatch(es)?\b|matchbox",
    "de": r"[Ss]treichh(o|ö)lz|[Zz]ündh",
    "fr": r"allumette",
    "nl": r"lucifer",
}
TRAYS = {
    "en": (
        r"\btrays?\b|\bsleeves?\b|\bshut\b|\brolls?\b|\bshakes?\b|\bshaking\b|\bdrawers?\b"
        r"|(?<![/-])\bbox(es)?\b"
    ),
    "de": r"Schublade|\bHülle|schließen|geschlossen|rollt|rollen|[Ss]chütte|[Ss]chachtel",
    "fr": r"tiroir|étui|\bferm(?!ez-les)|\broul|\bsecou|\bboîtes?\b",
    "nl": r"\blaatje|hoesje|\bhuls|(?<!ze )\bdicht\b(?! bij)|rolt|rollen|schud|doosje",
}
"""What is said of a tray in its sleeve alone, and what is called a box where it is none."""

OWN = {
    "small-parts-drawer": {
        "en": r"drawers?",
        "de": r"Schubladen?",
        "fr": r"tiroirs?",
        "nl": r"laatjes?",
    },
}
"""What such a container is called itself."""

NOT_SAID = (
    *(f"assembly.step-{step}" for step in ("fence", "blocks", *FOLDING)),
    *("calibration.", "fence.", "fold-up.", "containers."),
    *("safety.matches", "assembly.first-matches"),
    "label.tab-",
    # The site's own pages are of no kit: they speak of MENACE as it was.
    *("site.", "here.", "maker.", "pocket."),
    "alone.closed",  # a logbook that is opened
)
"""Keys of what is not printed for them: the next test sees to that;
a printer's tray is no box's.
"""

OF_OTHERS = (
    "visitors.about-noughts-and-crosses",
    "play.help",
    "guard.full",
    "safety.small-parts-steps",
    "qr.what",
)
"""What Michie's were made of; what Nim is played with; screens, pots and cameras,
which open and shut, too.
"""


def bare(text: str) -> str:
    """Return a text without its facts."""
    return re.sub(r"\{[^}]*\}", "", text)


def wrong_words(
    container: str, language: str, told: Iterable[str], matchless: bool = True
) -> list[str]:
    """Return what of this has a word of matchboxes alone;
    matches themselves only where none lies on the board.
    """
    pattern = f"{TRAYS[language]}|{MATCHES[language]}" if matchless else TRAYS[language]
    own = OWN.get(container, {}).get(language, "(?!)")
    return [
        text
        for text in told
        if re.search(pattern, re.sub(rf"\b({own})\b", "", text, flags=re.IGNORECASE))
    ]


@pytest.mark.parametrize(
    ("container", "language"),
    all_to_prove(product(OPEN, LANGUAGES), quick=zip(OPEN, LANGUAGES, strict=False)),
)
def test_no_sentence_of_what_is_no_matchbox_says_what_is_true_of_these_alone(
    container: str, language: str
) -> None:
    chosen = load_template(Container, TemplateKind.CONTAINERS, container)
    words, found = load_words(language).for_boxes(chosen), {}
    others = {ending for kind in ContainerKind for ending in kind.endings} - {*chosen.kind.endings}
    for key, sentence in sentences_of(language).items():
        if key.startswith((*NOT_SAID, *OF_OTHERS)) or words.twin(key) != key:
            continue
        if not any(key.endswith(f"-{ending}") for ending in others):
            told = [bare(words.phrased(text)) for text in each_of(sentence)]
            if wrong := wrong_words(container, language, told, not re.search("-(nim|tokens)", key)):
                found[key] = wrong
    assert found == {}


def test_what_is_said_of_a_matchbox_is_found() -> None:
    assert len(OPEN) >= 4
    plain = load_words("en")
    assert wrong_words("paper-cup", "en", [plain("fit-test.label-goes")]) != []
    assert wrong_words("paper-cup", "en", ["a match"], matchless=False) == []
    assert wrong_words("paper-cup", "en", [plain("assembly.first-matches")]) != []


@pytest.mark.parametrize("container", [*OPEN, "mat"])
def test_a_key_of_the_kit_file_stays_what_one_has_to_write(container: str) -> None:
    words = load_words("en").for_boxes(load_template(Container, TemplateKind.CONTAINERS, container))
    for key, sentence in sentences_of("en").items():
        for told in each_of(sentence):
            keys = re.findall(r"\b[a-z]+(?:-[a-z]+)*-box\b", told)
            assert re.findall(r"\b[a-z]+(?:-[a-z]+)*-box\b", words.phrased(told)) == keys, key


BOXES_ALONE = {
    "en": (
        r"\b(box(es)?|beads?|trays?|drawers?|cabinet|before the|put in|back in|out "
        r"of|hold the)\b|lies? before"
    ),
    "de": (
        r"chachtel|\bPerlen?\b|Schublade|hinein|heraus|davor|\bdarin\b(?! "
        r"kein)|\bin (der|ihre) Tafel"
    ),
    "fr": r"\b(boîtes?|perles?|tiroirs?|dedans|devant)\b|\btenez\b|dans (la|sa|leurs?) vignette",
    "nl": (
        r"doosje|\bkra(al|len)\b|laatje|\bervoor\b|\bervin\b|\bvoor het veld|(in|uit) "
        r"(het|zijn|hun) veld"
    ),
}
"""What is true of things in a box, and not of tokens on a sheet of paper."""

AT_THE_MAT = ("turns", "beads", "by-hand", "happened", "exhibition", "now")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_operator_is_told_at_a_mat_is_of_tokens_that_lie_on_it(language: str) -> None:
    words = load_words(language).for_boxes(load_template(Container, TemplateKind.CONTAINERS, "mat"))
    endings = {ending for kind in ContainerKind for ending in kind.endings}
    keys = [
        key
        for key in sentences_of(language)
        if key.partition(".")[0] in AT_THE_MAT
        and not any(key.endswith(f"-{ending}") for ending in endings)
    ]
    assert len(keys) > 40
    told = {
        key: re.sub(
            r"\{\w+\}",
            "",
            " | ".join(map(words.phrased, each_of(sentences_of(language)[words.twin(key)]))),
        )
        for key in keys
    }
    assert {key: text for key, text in told.items() if re.search(BOXES_ALONE[language], text)} == {}
