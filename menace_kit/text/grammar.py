"""How a language forms plurals, and what it calls a machine's boxes: nouns, articles, and the words
that agree with them.
"""

from collections.abc import Mapping
from dataclasses import field, replace
from gettext import c2py
from typing import Annotated, Any

from menace_kit.errors import KitError
from menace_kit.frozen import Frozen
from menace_kit.machine.containers import ContainerKind, ContainerWords
from menace_kit.machine.tables import Table


def _expression(plural: str) -> str:
    c2py(plural)  # ValueError
    return plural


class PluralRule(Table):
    """How a language forms plurals, and the gender of its words for boxes: `[language]`.

    `plural` is a GNU gettext expression in n: the index in a sentence's list of forms.
    `articles` are those that a word for boxes may have, in the order in which sentences list the
    words that agree with it: `{a/an}`. `vowel_article` is used before a vowel. If it is not among
    `articles`, it says nothing about gender: sentences then give its form third, `{la /le /l’}`,
    and fourth if the masculine differs, `{cette/ce/cette/cet}`. `names` are what people call the
    language.
    """

    plural: Annotated[str, _expression] = "n != 1"
    articles: tuple[str, ...] = ("",)
    vowel_article: str = ""
    names: tuple[str, ...] = ()


class Boxes(Frozen):
    """What a machine's boxes are called in a language: phrases by their names.

    `gender` is the index of their article in the language's `articles`. `elided` says whether the
    article is shortened before their noun, as in French before a vowel. `endings` are those of
    twins for this kind of box. `sentences` has the texts of the kit's own container, by key.
    """

    phrases: Mapping[str, str] = field(default_factory=dict)
    gender: int = 0
    elided: bool = False
    endings: tuple[str, ...] = ()
    sentences: Mapping[str, Any] = field(default_factory=dict)

    def phrase(self, name: str) -> str:
        """Return a phrase by name, or of `der/dem` the word that agrees; KeyError if there is
        none.
        """
        if "/" not in name:
            name = self.phrases[name]
        choices = name.split("/")
        if self.elided and len(choices) > 2:
            return choices[min(2 + self.gender, len(choices) - 1)]
        return choices[self.gender if self.gender < len(choices) else 0]


VOWELS = frozenset("aeiouAEIOUàâéèêëîïôöûüœÀÂÉÈÊËÎÏÔÖÛÜŒ")


class BoxNames:
    """What boxes are called in a language; `phrases` is its table `[containers]`."""

    def __init__(
        self, language: str, phrases: Mapping[str, Mapping[str, str]], rule: PluralRule
    ) -> None:
        self._language, self._phrases, self._rule = language, phrases, rule

    def of_kind(self, kind: ContainerKind) -> Boxes:
        """Return what boxes of a kind are called: the words for matchboxes, with the kind's own on
        top.
        """
        phrases: dict[str, str] = {}
        for name in (ContainerKind.MATCHBOX.value, *reversed(kind.endings)):
            phrases |= self._phrases.get(name, {})
        noun, article = phrases.get("container", ""), phrases.get("article", "")
        gender = self.gender_of(article) if article else 0
        return Boxes(_either_case(phrases), gender, self._elides(noun), kind.endings)

    def of_container(self, own: ContainerWords, boxes: Boxes) -> Boxes:
        """Return what the kit's own boxes are called: as their kind, except for what their file
        says.
        """
        dative, genitive = own.dative or own.many, own.genitive or own.one
        nouns = {"container": own.one, "containers": own.many}
        nouns |= {"containers_dat": dative, "container_gen": genitive}
        called = replace(
            boxes,
            phrases={**boxes.phrases, **_either_case(nouns)},
            gender=self.gender_of(own.article or self._usual_article(own.one)),
            elided=self._elides(own.one),
        )
        sentences: dict[str, Any] = {}
        if own.label:
            sentences["fit-test.label-goes"] = " ".join(own.label)
        if own.draw:
            sentences["operator-card.draw"] = own.draw
        return replace(called, sentences=sentences)

    def _usual_article(self, noun: str) -> str:
        vowel_article = self._rule.vowel_article
        is_usual = noun[:1] in VOWELS and vowel_article in self._rule.articles
        return vowel_article if is_usual else self._rule.articles[0]

    def _elides(self, noun: str) -> bool:
        shortened = self._rule.vowel_article
        return bool(shortened) and shortened not in self._rule.articles and noun[:1] in VOWELS

    def gender_of(self, article: str) -> int:
        """Return the index of an article in this language's `articles`; KitError lists them."""
        articles = self._rule.articles
        if article in articles:
            return articles.index(article)
        if articles == ("",):
            return 0
        known = " or ".join(articles)
        language = next(iter(self._rule.names), self._language)
        raise KitError(
            f"sentences in {language} cannot use the article {article!r} of [[words]]: "
            f"write {known}, or choose a word for your boxes whose article is {known}"
        )


def _either_case(phrases: Mapping[str, str]) -> dict[str, str]:
    """Return phrases by name, and each again with a capital under its capitalised name."""
    return {capital(name): capital(text) for name, text in phrases.items()} | dict(phrases)


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]
