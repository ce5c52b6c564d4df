"""How the documents become pages: `make docs` has Sphinx write them to build/docs.

They are Markdown (MyST) that can also be read without Sphinx. Two things are made together with the
pages: the reference of all commands, from the program itself, and the addresses of files outside
this folder.
"""

import os
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import typer.main
from pygments.lexers.shell import BashSessionLexer

from menace_kit import __version__
from menace_kit.cli import app

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from docs.kit_keys import kit_keys_markdown

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent

project = "menace_kit"
author = "The menace_kit authors"
project_copyright = author
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["Thumbs.db", ".DS_Store"]
default_role = "code"  # single backticks in docstrings
# Keep dashes and quotation marks as typed: they may be part of a command.
smartquotes = False
highlight_language = "text"

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = "menace_kit"
html_favicon = "../templates/site/icon.svg"
html_static_path = ["static"]
html_css_files = ["guide.css"]
html_copy_source = html_show_sourcelink = html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#6b2f0f", "color-brand-content": "#8a3b10"},
    "dark_css_variables": {"color-brand-primary": "#f0b48c", "color-brand-content": "#f0b48c"},
}

# Copy only what you type: no prompt, no answer, and no remark after a command, which some
# shells reject.
copybutton_exclude = ".gp, .go, .gp ~ .c1"


LINK = re.compile(r"(?<=\]\()(?![a-z]+:|[#/])([^)\s#]+)")


def with_addresses(text: str, folder: Path) -> str:
    """Return a document with links that work on these pages; `folder` is the document's.

    Links to files outside docs/ go to where the project is published; others are named from the
    root of docs/.
    """
    repository = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "urls"
    ]["Repository"]

    def address(match: re.Match[str]) -> str:
        target = Path(os.path.normpath(folder / match[1]))
        if target.is_relative_to(DOCS):
            return f"/{target.relative_to(DOCS).as_posix()}"
        if not target.exists():
            return match[0]  # Sphinx will report it
        return (
            f"{repository}/{'tree' if target.is_dir() else 'blob'}/main/"
            f"{target.relative_to(ROOT).as_posix()}"
        )

    return LINK.sub(address, text)


CONSOLE = re.compile(r"(?<=```console\n)(.*?)(?=^ *```$)", re.MULTILINE | re.DOTALL)
REMARK = re.compile(r"^( *)(\$ .*?) +(# .*)$", re.MULTILINE)
WIDE = 88
"""Characters that fit into a line of code on a page."""


class Console(BashSessionLexer):
    """Commands follow a `$`; other lines are answers, or remarks that begin with a `#`."""

    name, aliases = "console", ["console"]
    _ps1rgx = re.compile(r"^(\$ )(.*\n?)")


def with_remarks_above(text: str) -> str:
    """Return a document with remarks moved above their commands, in blocks that would cut them
    off.
    """

    def block(match: re.Match[str]) -> str:
        too_wide = any(len(line) > WIDE for line in match[1].splitlines())
        return REMARK.sub(r"\1\3\n\1\2", match[1]) if too_wide else match[1]

    return CONSOLE.sub(block, text)


COMMANDS = "<!-- commands -->"
"""Where the reference of commands is inserted."""

KIT_KEYS = "<!-- keys of kit.toml -->"
"""Where the keys of kit.toml are inserted."""


def commands_markdown() -> str:
    """Return the `--help` of each command as Markdown, with a heading each."""
    program = typer.main.get_command(app)
    return "\n\n".join(_below(program, _context(program, "menace-kit", None)))


def _context(command: Any, name: str, parent: Any) -> Any:
    return command.context_class(command, info_name=name, parent=parent)


def _below(group: Any, context: Any) -> Iterator[str]:
    for name in group.list_commands(context):
        made = group.get_command(context, name)
        if not made.hidden:
            inner = _context(made, name, context)
            yield from (
                _below(made, inner) if hasattr(made, "list_commands") else _command(made, inner)
            )


def _command(command: Any, context: Any) -> Iterator[str]:
    """Yield a command's heading, how it is called, its help, its example,
    and its arguments and options.
    """
    yield f"## {context.command_path}"
    yield (
        f"```text\n{' '.join([context.command_path, *command.collect_usage_pieces(context)])}\n```"
    )
    for paragraph in re.split(r"\n\s*\n", command.help.strip()):
        said, *examples = re.split(
            r"\s*\b(?:Example|Then): +", " ".join(paragraph.replace("\b", "").split())
        )
        if said:
            yield words_as_markdown(said)
        if examples:
            yield "```console\n{}\n```".format("\n".join(f"$ {example}" for example in examples))
    sections = list(command.sections(context))
    for heading, records in sections:
        if len(sections) > 2:
            yield f"### {heading}"
        yield from (_described(each) for each in records if "--help" not in each[0])


def _described(record: tuple[str, str]) -> str:
    """Return what is typed, and what it means, as an item of a definition list."""
    return f"`{record[0]}`\n: {words_as_markdown(' '.join(record[1].split())) or 'The same.'}"


def words_as_markdown(text: str) -> str:
    """Return plain text as Markdown that shows it unchanged; text in backticks stays code."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([\\*_<>\[\]|#])", r"\\\1", part)
        for part in parts
    )


MADE_WITH = ("Sphinx", "furo", "sphinx-copybutton")
"""The packages whose styles and scripts are in the pages; other scripts name their licences."""


def licences_of_the_pages() -> str:
    """Return the licences of the packages in MADE_WITH."""
    texts = []
    for name in MADE_WITH:
        package = distribution(name)
        for path in package.files or ():
            if ".dist-info" in str(path) and path.name.startswith("LICENSE"):
                texts.append(f"{name} {package.version}\n\n{path.read_text(encoding='utf-8')}")
    return "\n\n".join(texts)


BACK = "Play, build and run it in your browser"
"""The link to the site, if these pages are made as part of it (tag `site`)."""


def setup(app: Any) -> None:
    """Correct each document as it is read, and link each page of the site back to it."""

    def document(_: Any, name: str, source: list[str]) -> None:
        filled = source[0]
        if COMMANDS in filled:
            filled = filled.replace(COMMANDS, commands_markdown())
        if KIT_KEYS in filled:
            filled = filled.replace(KIT_KEYS, kit_keys_markdown())
        source[0] = with_remarks_above(with_addresses(filled, (DOCS / name).parent))

    def included(_: Any, path: Path, __: str, source: list[str]) -> None:
        source[0] = with_addresses(source[0], (DOCS / path).parent)

    def page(_: Any, __: str, ___: str, context: dict[str, Any], ____: Any) -> None:
        if app.tags.has("site") and "pathto" in context:
            context["theme_announcement"] = (
                f'<a href="{context["pathto"]("../index.html", 1)}">{BACK}</a>'
            )

    def end(_: Any, fault: Exception | None) -> None:
        if fault is None:
            path = Path(app.outdir) / "licences.txt"
            path.write_text(licences_of_the_pages(), encoding="utf-8")

    app.add_lexer("console", Console)
    app.connect("build-finished", end)
    app.connect("html-page-context", page)
    app.connect("source-read", document)
    app.connect("include-read", included)
