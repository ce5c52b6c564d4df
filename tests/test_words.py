"""The words on paper: what the code asks for is there, and what is there is asked for."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.errors import UnknownNameError
from menace_kit.machine.templates import TemplateKind, template_names, template_path
from menace_kit.words import load_words

PACKAGE = Path(__file__).resolve().parent.parent / "menace_kit"

# Tables whose keys are put together in the code, words(f"warnings.{key}"): their names stand there as words of their
# own, Notice("safety"), with or without these beginnings and endings.
PUT_TOGETHER = {
    "chart": ("", ""),
    "label": ("", ""),
    "warnings": ("", ""),
    "shopping": ("column-", "-amount"),
}


def sentences(language: str) -> dict[str, object]:
    tables = tomllib.loads(template_path(TemplateKind.TEXT, language).read_text(encoding="utf-8"))
    return {
        f"{table}.{name}": sentence for table, names in tables.items() for name, sentence in names.items()
    }


def pieces(node: ast.expr) -> str | None:
    """Return a text in the code, `*` for each part that is only known when it runs; None where it is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(pieces(part) or "*" for part in node.values)
    return None


def texts_in_code() -> Iterator[str]:
    """Yield all texts of the package, docstrings left out."""
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.expr)
                and id(node) not in statements
                and (text := pieces(node)) is not None
            ):
                yield text


def texts_in(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may be; one with parts that are put in counts as one."""
    text = pieces(node)
    if text is not None:
        yield text
    else:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from texts_in(child)


def asked_for() -> Iterator[str]:
    """Yield what the code asks words for: the first argument of each call of `words`."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("words", "words.lines"):
                yield from (text for text in texts_in(node.args[0]) if "." in text)


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in text.split("*")))


def test_every_sentence_that_the_code_asks_for_is_there() -> None:
    keys = sentences("en")
    asked = list(asked_for())
    assert len(asked) > 40
    assert [text for text in asked if not any(pattern(text).fullmatch(key) for key in keys)] == []


def test_every_sentence_is_asked_for() -> None:
    texts = set(texts_in_code())
    # A pattern needs some letters of the key's own: "shopping.*" would be all of them.
    patterns = [pattern(text) for text in texts if re.search(r"[a-z]{4}", text.partition(".")[2] or text)]
    unused = []
    for key in sentences("en"):
        table, _, name = key.partition(".")
        may_be = {key}
        if table in PUT_TOGETHER:
            beginning, ending = PUT_TOGETHER[table]
            may_be |= {name, name.removeprefix(beginning), name.removesuffix(ending)}
        if not (may_be & texts or any(found.fullmatch(part) for found in patterns for part in may_be)):
            unused.append(key)
    assert unused == []


@pytest.mark.parametrize("language", template_names(TemplateKind.TEXT))
def test_every_language_has_the_same_sentences_with_the_same_facts(language: str) -> None:
    english, other = sentences("en"), sentences(language)
    assert list(other) == list(english)
    for key, sentence in english.items():
        assert facts(other[key]) == facts(sentence), key


def facts(sentence: object) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", str(sentence)))


def test_a_pair_of_sentences_is_for_one_and_for_any_other_number() -> None:
    words = load_words("en")
    assert words("shopping.paper-amount", n=1) == "1 sheet"
    assert words("shopping.paper-amount", n=0) == "0 sheets"
    assert words("labels.boxes", n=3, first=1, last=3) == "boxes 1 to 3"


def test_a_language_that_is_not_there_is_an_error_that_names_the_others() -> None:
    with pytest.raises(UnknownNameError, match="there is no language 'eo'; choose from: en"):
        load_words("eo")
