"""The sentences of a language: twins, plurals of any language,
names of colours, numbers and times.
"""

from pathlib import Path

import pytest

from menace_kit.errors import KitError, UnknownNameError
from menace_kit.machine.containers import Container
from menace_kit.machine.palettes import Colour
from menace_kit.machine.tables import parse_table
from menace_kit.text import Words, load_words
from menace_kit.text.words import clock_time, language_named
from tests.text.language_files import LANGUAGES, tables_of

POLISH = """
[language]
plural = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"

[games]
played = ["{n} gra", "{n} gry", "{n} gier"]
"""


def test_a_language_of_three_forms_is_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "pl-3.toml").write_text(POLISH, encoding="utf-8")
    monkeypatch.setattr("menace_kit.machine.toml_files.templates_folder", lambda: tmp_path)
    told = [load_words("pl-3")("games.played", n=n) for n in (1, 2, 5, 12, 22, 0)]
    assert told == ["1 gra", "2 gry", "5 gier", "12 gier", "22 gry", "0 gier"]


def test_a_rule_for_plurals_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(KitError, match=r"language xx: \[language\].*plural"):
        Words({"language": {"plural": "n is one"}}, "xx")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["0 of 304 boxes were", "1 of 304 boxes was", "2 of 304 boxes were"]),
        (
            "de",
            [
                "0 von 304 Schachteln wurden",
                "1 von 304 Schachteln wurde",
                "2 von 304 Schachteln wurden",
            ],
        ),
        ("fr", ["0 boîte sur 304 a été", "1 boîte sur 304 a été", "2 boîtes sur 304 ont été"]),
        ("nl", ["er tot nu toe 0", "er tot nu toe 1", "er tot nu toe 2"]),
    ],
)
def test_none_one_and_many_are_told_as_the_language_tells_them(
    language: str, told: list[str]
) -> None:
    for n, start in enumerate(told):
        assert start in load_words(language)("career.opened", n=n, boxes=304)


TWINS = {
    "t": {
        "x": "any[[ (type)]]",
        "x-nim": "nim",
        "x-arrow": "arrow[[ (type)]]",
    }
}


@pytest.mark.parametrize(
    ("kinds", "told", "typed"),
    [
        ((), "any", "any (type)"),
        (("tokens",), "any", "any (type)"),
        (("nim", "arrow"), "nim", "nim"),
        (("hexapawn", "arrow", "pawns"), "arrow", "arrow (type)"),
    ],
)
def test_the_twin_for_the_first_kind_is_told_and_what_is_typed_where_one_types(
    kinds: tuple[str, ...], told: str, typed: str
) -> None:
    assert Words(TWINS)("t.x", *kinds) == told
    assert Words(TWINS, typed=True)("t.x", *kinds) == typed


def test_words_for_a_game_take_its_twins_and_know_its_facts() -> None:
    words = Words({"t": {"x": "any {n}", "x-nim": "{most} or {n}", "y": "only {n}"}})
    told = words.for_game(("nim", "tokens"), {"most": 3})
    assert (told("t.x", n=1), told("t.y", n=1)) == ("3 or 1", "only 1")
    assert told("t.x", n=1, most=2) == "2 or 1"
    assert words("t.x", n=1) == "any 1"


def test_a_colour_that_the_language_does_not_know_keeps_the_name_of_its_palette() -> None:
    white = Colour(name="white", key="W", hex="#FFFFFF", glyph="♥")
    assert Words({"colours": {"white": "blanc"}}).colour_name(white) == "blanc"
    assert Words({"colours": {"black": "noir"}}).colour_name(white) == "white"
    assert load_words("en").colour_name(white) == "white"
    assert load_words("de").colour_called("snow") == "snow"


@pytest.mark.parametrize(
    ("language", "found"),
    [
        ("en", ("33 %", "0.4 %", "1,234,567", "+1,200", "−3", "0")),
        ("de", ("33\u00a0%", "0,4\u00a0%", "1\u00a0234\u00a0567", "+1\u00a0200", "−3", "0")),
        ("fr", ("33\u00a0%", "0,4\u00a0%", "1\u00a0234\u00a0567", "+1\u00a0200", "−3", "0")),
        ("nl", ("33%", "0,4%", "1\u00a0234\u00a0567", "+1\u00a0200", "−3", "0")),
    ],
)
def test_numbers_are_set_as_the_language_sets_them(language: str, found: tuple[str, ...]) -> None:
    words = load_words(language)
    percents = words.percent(33.3), words.percent(0.42, 1)
    assert (
        *percents,
        words.number(1234567),
        words.signed(1200),
        words.signed(-3),
        words.signed(0.2),
    ) == found


@pytest.mark.parametrize(
    ("language", "moment"),
    [
        ("en", "2026-11-21 09:05"),
        ("de", "21.11.2026 09:05"),
        ("fr", "21/11/2026 09:05"),
        ("nl", "21-11-2026 09:05"),
    ],
)
def test_times_are_written_as_the_language_writes_them(language: str, moment: str) -> None:
    assert load_words(language).time("2026-11-21T09:05:33") == moment
    assert load_words(language).time("yesterday") == "yesterday"


def test_a_share_is_all_or_nothing_only_where_it_is_that() -> None:
    words = load_words("en")
    shares = [words.share(part) for part in (0, 0.0001, 0.333, 0.9999, 1)]
    assert shares == ["0 %", "< 0.1 %", "33.3 %", "> 99.9 %", "100 %"]
    whole = [words.share(part, 0) for part in (0, 1e-6, 0.875, 0.999, 1)]
    assert whole == ["0 %", "< 1 %", "88 %", "> 99 %", "100 %"]


def test_a_language_that_is_not_there_is_an_error_that_names_the_others() -> None:
    with pytest.raises(
        UnknownNameError, match=f"there is no language 'eo'; choose from: {', '.join(LANGUAGES)}"
    ):
        load_words("eo")


def test_no_name_means_two_languages() -> None:
    """And every language has its own name and that in each of the others,
    which its speakers may type.
    """
    named = [name.casefold() for code in LANGUAGES for name in load_words(code).rule.names]
    assert len(named) == len(set(named)) >= len(LANGUAGES) ** 2
    for code in LANGUAGES:
        assert {language_named(name) for name in (code, *load_words(code).rule.names)} == {code}


def test_a_day_alone_is_told_without_a_time() -> None:
    assert clock_time("2026-05-01") == "2026-05-01"
    assert clock_time("2026-05-01", "%d.%m.%Y %H:%M") == "01.05.2026"
    assert clock_time("2026-05-01T00:00") == "2026-05-01 00:00"


def container(kind: str, language: str, **own: object) -> Container:
    words = [{"language": language, **own}] if own else []
    sizes = {
        "outer": {"length": 60, "width": 60, "height": 60},
        "inside": {"length": 50, "width": 50, "height": 50},
    }
    return parse_table(
        Container,
        {"title": "Mine", "source": "me", "kind": kind, "words": words, **sizes},
        "my.toml",
    )


def called(kind: str, language: str, **own: object) -> Words:
    return load_words(language).for_boxes(container(kind, language, **own))


TOLD = {
    ("cup", "en"): ("cups 1 to 3", "The cup is empty? The machine gives up and has lost."),
    ("cup", "de"): (
        "Becher 1–3",
        "Der Becher ist leer? Die Maschine gibt auf und hat verloren.",
    ),
    ("cup", "fr"): (
        "gobelets 1 à 3",
        "Le gobelet est vide ? La machine abandonne et perd.",
    ),
    ("cup", "nl"): ("bekers 1 t/m 3", "Beker leeg? De machine geeft op en heeft verloren."),
    ("envelope", "en"): (
        "envelopes 1 to 3",
        "The envelope is empty? The machine gives up and has lost.",
    ),
    ("envelope", "de"): (
        "Umschläge 1–3",
        "Der Umschlag ist leer? Die Maschine gibt auf und hat verloren.",
    ),
    ("drawer", "fr"): (
        "tiroirs 1 à 3",
        "Le tiroir est vide ? La machine abandonne et perd.",
    ),
    ("carton", "fr"): (
        "alvéoles 1 à 3",
        "L’alvéole est vide ? La machine abandonne et perd.",
    ),
    ("matchbox", "en"): ("boxes 1 to 3", "The box is empty? The machine gives up and has lost."),
}


@pytest.mark.parametrize(("kind", "language"), TOLD)
def test_a_sentence_names_what_the_boxes_are(kind: str, language: str) -> None:
    words = called(kind, language)
    several = words("labels.boxes", n=3, first=1, last=3).replace("\u00a0", " ")
    empty = words("operator-card.empty-resign").replace("\u00a0", " ")
    assert (several, empty) == TOLD[kind, language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_of_box_has_an_article_of_its_language(language: str) -> None:
    kinds = tables_of(language)["containers"].values()
    told = {kind["article"] for kind in kinds if "article" in kind}
    assert told <= set(load_words(language).rule.articles)


def test_words_that_agree_follow_the_article_of_ones_own_container() -> None:
    mine = {"one": "Krug", "many": "Krüge", "dative": "Krügen", "genitive": "Krugs"}
    jug = called("cup", "de", **mine, article="der")
    assert jug("operator-card.last-bead-all") == (
        "Nimm nie die letzte Perle aus einem Krug: Eine bleibt immer darin."
    )


@pytest.mark.parametrize(
    ("language", "one", "article", "known"),
    [
        ("de", "Glas", "das", "die or der"),
        ("nl", "doos", "een", "het or de"),
        ("fr", "pot", "un", "la or le"),
    ],
)
def test_an_article_that_a_language_does_not_know_is_refused_with_those_it_knows(
    language: str, one: str, article: str, known: str
) -> None:
    with pytest.raises(
        KitError, match=f"cannot use the article '{article}' of .*: write {known}, or choose"
    ):
        called("cup", language, one=one, many=one, article=article)


@pytest.mark.parametrize(
    ("one", "article", "told"),
    [
        ("urne", "la", ("L’urne 7 ", "de cette urne")),
        ("étui", "le", ("L’étui 7 ", "de cet étui")),
        ("chope", "la", ("La chope 7 ", "de cette chope")),
        ("pot", "le", ("Le pot 7 ", "de ce pot")),
    ],
)
def test_french_elides_before_a_vowel_and_keeps_the_gender(
    one: str, article: str, told: tuple[str, str]
) -> None:
    words = called("cup", "fr", one=one, many=f"{one}s", article=article)
    assert words("warnings.too-full", n=1, box=7, beads=9, mixes=3).startswith(told[0])
    assert told[1] in words.phrased("de {cette/ce/cette/cet} {container}")
    assert words.phrased("{une/un}") == ("une" if article == "la" else "un")
    assert words.phrased("{sa/son/son} ") == ("sa " if one == "chope" else "son ")


def test_a_word_before_a_vowel_is_another() -> None:
    envelope = called("envelope", "fr")
    assert envelope("warnings.too-full", n=1, box=7, beads=9, mixes=3).startswith("L’enveloppe 7 ")
    urns = called("cup", "en", one="urn", many="urns")
    assert "out of an urn" in urns("operator-card.last-bead-all")


def test_ones_own_container_says_its_own_words_and_how_one_draws_from_it() -> None:
    own = {
        "one": "jar",
        "many": "jars",
        "label": ["Tie it round the neck."],
        "draw": "Turn the jar over.",
    }
    jar = called("cup", "en", **own)
    assert jar("labels.boxes", n=2, first=1, last=2) == "jars 1 to 2"
    assert jar("fit-test.label-goes") == "Tie it round the neck."
    assert jar("operator-card.draw") == own["draw"]
    # In a language in which the file says nothing it is what its kind is.
    german = load_words("de").for_boxes(container("cup", "en", **own))
    assert german("common.n-boxes", n=2) == "2 Becher"


def test_a_fact_in_braces_and_a_longer_word_stay_as_they_are() -> None:
    cup = called("cup", "en")
    assert cup("piece.box", number="7") == "Cup 7"
    assert "matchboxes" in cup("visitors.about-noughts-and-crosses", name="MENACE", boxes=304)


def test_the_sizes_in_a_title_have_the_decimal_sign_of_the_language() -> None:
    title = "Avery L7651, 38.1 x 21.2"
    assert load_words("fr").title(title) == "Avery L7651, 38,1 x 21,2"
    assert load_words("en").title(title) == title
    assert load_words("fr").title("My box 2.0") == "My box 2.0"
