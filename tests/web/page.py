"""A browser without JavaScript: reads a page's forms, links and words, and sends forms."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from fastapi.testclient import TestClient

from tests.web.conftest import HOME

FORM = {"content-type": "application/x-www-form-urlencoded", "origin": HOME}
JOINER = "\u2060"
"""Invisible; prevents a line break."""

VOID = {"meta", "link", "input", "img", "br", "hr", "wbr", "source"}

Tag = dict[str, str]


@dataclass
class Form:
    """A form: its target, its fields, its buttons with their texts."""

    tag: Tag
    fields: list[Tag] = field(default_factory=list)
    buttons: list[Tag] = field(default_factory=list)


class Page(HTMLParser):
    """A page that was read; badly nested HTML raises AssertionError."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, Tag]] = []
        self.forms: list[Form] = []
        self._words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []
        self.words = " ".join(self._words)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        self.tags.append((tag, facts))
        if tag not in VOID:
            self._open.append(tag)
        if tag == "form":
            self.forms.append(Form(facts))
        elif tag == "input" and "form" in self._open:
            self.forms[-1].fields.append(facts)
        elif tag == "button" and "form" in self._open:
            self.forms[-1].buttons.append(facts)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a self-closing tag, such as those of drawings."""
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self._words += data.replace(JOINER, "").split()

    def all(self, tag: str) -> list[Tag]:
        return [facts for name, facts in self.tags if name == tag]

    def acts(self, name: str) -> list[Form]:
        return [form for form in self.forms if form.tag["action"] == f"/act/{name}"]

    @property
    def links(self) -> list[str]:
        """Return the targets of links, pictures, style sheets and scripts."""
        places = [facts["href"] for tag, facts in self.tags if tag in ("a", "link")]
        for name in ("src", "srcset"):
            places += [facts[name] for _, facts in self.tags if name in facts]
        return places


def visit(client: TestClient, path: str = "/", status: int = 200) -> Page:
    answer = client.get(path)
    assert answer.status_code == status, answer.text
    return Page(answer.text)


def press(client: TestClient, form: Form, button: Tag | None = None, **typed: str) -> Page:
    """Send a form by one of its buttons (by default the first), and return the next page."""
    chosen = form.buttons[0] if button is None else button
    assert "disabled" not in chosen
    fields = {
        facts["name"]: facts.get("value", "on")
        for facts in form.fields
        if facts.get("type") != "radio" or "checked" in facts
    }
    if chosen.get("name"):
        fields[chosen["name"]] = chosen.get("value", "")
    sent = client.build_request("POST", "/", data=fields | typed).read()
    answer = client.post(form.tag["action"], content=sent, headers=FORM)
    assert answer.status_code == 200, answer.text
    return Page(answer.text)
