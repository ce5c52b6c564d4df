"""What the documents say is so: commands and options, examples, links, make targets,
Python; and their pages.
"""

import doctest
import re
import shlex
import subprocess
import sys
import tomllib
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import takewhile
from pathlib import Path
from threading import Thread
from typing import Any

import pypdfium2
import pytest

import menace_kit
from menace_kit.errors import ExtraError
from menace_kit.machine.kit_files import load_kit
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.machine.schema import Spec
from menace_kit.machine.tables import parse_table
from menace_kit.printables.making import make
from menace_kit.text import load_words
from tests.browsers import MISSING, chromium, is_required
from tests.cli.commands import every_command, fault, options
from tests.cli.running import run_here
from tests.examples import preset
from tests.printables.named import printable_named

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
GUIDES = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
DOCUMENTS = [*GUIDES, ROOT / "CHANGELOG.md"]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


FENCE = re.compile(
    r"^([ \t]*)(```+|~~~+)[ \t]*(\w*)[^\n]*\n(.*?)^\1\2[ \t]*$", re.MULTILINE | re.DOTALL
)
INLINE_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PROMPT = re.compile(r"^\s*(?:\$|PS>|>)\s+")
PROGRAM = re.compile(
    r"^(?:python3? -m |pipx run |uvx )?(?:\S*[/\\])?menace[-_]kit(?:\.exe)?(?=\s|$)"
)
LINK = re.compile(
    r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|(?:src|href)=\"([^\"]+)\"|^\[[^\]]+\]:\s*(\S+)", re.M
)


def fault_of_line(line: str) -> str:
    """Return what is wrong with a `menace-kit ...` line; only names are looked at, not values."""
    lexer = shlex.shlex(PROGRAM.sub("", line, count=1), posix=True, punctuation_chars=True)
    lexer.commenters = "#"
    lexer.whitespace_split = True
    lexer.escape = ""  # a Windows path
    return fault(list(takewhile(lambda word: word != "..." and set(word) - set("();<>|&"), lexer)))


def code_blocks(text: str) -> Iterator[tuple[str, str]]:
    for match in FENCE.finditer(text):
        yield match[3].lower(), match[4]


def shown_lines(block: str) -> Iterator[str]:
    """Yield the lines of a block, continued ones joined;
    where there are prompts, only those after one.
    """
    lines = re.sub(r"[ \t]*[\\`^]\n\s*", " ", block).splitlines()
    prompted = [line for line in lines if PROMPT.match(line)]
    for line in prompted or lines:
        yield PROMPT.sub("", line).strip()


def command_lines(text: str) -> list[str]:
    """Return each `menace-kit ...` that a document shows, in its blocks and in its sentences."""
    shown = [line for _, block in code_blocks(text) for line in shown_lines(block)]
    shown += INLINE_CODE.findall(FENCE.sub("", text))
    return [line for line in shown if PROGRAM.match(line)]


def make_targets(text: str) -> set[str]:
    """Return the targets of each `make ...` that a document shows."""
    shown = [line for _, block in code_blocks(text) for line in shown_lines(block)]
    shown += INLINE_CODE.findall(FENCE.sub("", text))
    words = [
        word
        for line in shown
        if re.match(r"make\s", line)
        for word in line.partition("#")[0].split()[1:]
    ]
    return {word for word in words if re.fullmatch(r"[a-z][a-z-]*", word)}


def links(text: str) -> Iterator[str]:
    """Yield where the links and pictures of a document lead, those to other sites left out."""
    for match in LINK.finditer(INLINE_CODE.sub("", FENCE.sub("", text))):
        target = next(group for group in match.groups() if group)
        if not re.match(r"[a-z][a-z+.-]*:", target):
            yield target


def heading_anchors(text: str) -> set[str]:
    """Return the names by which the headings of a document can be linked to."""
    headings = re.findall(r"^#+\s+(.+?)\s*#*$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def link_fault(document: Path, target: str) -> str | None:
    path, _, anchor = urllib.parse.unquote(target).partition("#")
    file = (document.parent / path) if path else document
    if not file.exists():
        return f"{document.name} links to {target}, which is not there"
    if (
        anchor
        and file.suffix == ".md"
        and anchor not in heading_anchors(file.read_text(encoding="utf-8"))
    ):
        return f"{document.name} links to {target}, and {file.name} has no such heading"
    return None


def test_the_guide_names_every_command() -> None:
    chapters = (ROOT / "docs" / "guide").glob("*.md")
    lines = [line for path in chapters for line in command_lines(path.read_text(encoding="utf-8"))]
    shown = " ".join(lines) + " "
    assert [path for path in every_command() if f"{path} " not in shown] == []


def test_every_command_line_in_the_documents_is_one() -> None:
    lines = {named(path): command_lines(path.read_text(encoding="utf-8")) for path in GUIDES}
    assert all(lines[name] for name in ("README.md", "docs/guide/build.md", "docs/guide/fair.md"))
    every = [(name, line) for name, shown in lines.items() for line in shown]
    assert {(name, line): why for name, line in every if (why := fault_of_line(line))} == {}


def test_each_new_kit_in_the_documents_can_be_printed(tmp_path: Path) -> None:
    """A box that one has measured, cups, a box of card, a mat:
    what `new` writes makes a checklist, or a mat.
    """
    made = {}
    every = (line for path in GUIDES for line in command_lines(path.read_text(encoding="utf-8")))
    for line in sorted({shlex.join(shlex.split(line, comments=True)) for line in every}):
        # Boxes that are there already have a list, which no document brings along.
        if re.match(r"menace-kit new \S+ --", line) and not re.search(r"FOLDER|\.csv", line):
            folder = tmp_path / str(len(list(tmp_path.iterdir())))
            folder.mkdir()
            name, *options = shlex.split(line)[2:]
            done = run_here("new", name, *options, folder=folder)
            assert done.code == 0, (line, done.err)
            if "measure-your-own" not in options:  # its sizes are still to be filled in
                kit = load_kit(folder / name / "kit.toml")
                if kit.container.kind in made:
                    continue
                printables = (printable_named(wanted) for wanted in ("building", "mat"))
                printable = next(each for each in printables if each.missing(kit) is None)
                made[kit.container.kind] = make(printable, kit).pages
    assert {"matchbox", "cup", "fold-up", "mat"} <= {kind.value for kind in made}
    assert all(made.values())


def test_every_command_has_a_help_text_with_an_example() -> None:
    for path, command in every_command().items():
        assert len(command.help.split()) > 3, f"{path} has no help text"
        examples = re.findall(r"menace-kit [^\n`]*", command.help)
        assert any(f"{line} ".startswith(f"{path} ") for line in examples), path
        assert list(filter(None, map(fault_of_line, examples))) == []


def dead_paths(text: str) -> list[str]:
    """Return the modules and folders that a document names in code marks and that are not there."""
    named = re.findall(r"`([\w/.]+(?:\.py|/))`", text)
    return [
        path
        for path in named
        if not any((base / path).exists() for base in (ROOT, ROOT / "menace_kit"))
    ]


def test_the_modules_that_the_document_of_the_structure_names_are_there() -> None:
    assert dead_paths((ROOT / "docs/architecture.md").read_text(encoding="utf-8")) == []
    assert dead_paths("`games/game.py`, `games/`, `menace_kit/cli/` but `games/chess.py`") == [
        "games/chess.py"
    ]


def test_links_and_pictures_lead_somewhere() -> None:
    faults = [
        link_fault(document, target)
        for document in DOCUMENTS
        for target in links(document.read_text(encoding="utf-8"))
    ]
    assert [fault for fault in faults if fault] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_the_readme_names_the_page_of_the_fit_test(paper: PaperName) -> None:
    number = re.search(
        r"Print page (\d+) first,\son\sits\sown: it is the fit test", README.read_text("utf-8")
    )
    assert number
    with pypdfium2.PdfDocument(ROOT / f"output/print-pack-{paper}.pdf") as logbook:
        texts = [page.get_textpage().get_text_bounded() for page in logbook]
    title = load_words("en")("fit-test.title")
    assert [page for page, text in enumerate(texts, start=1) if title in text] == [int(number[1])]


def test_make_targets_are_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    there = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    shown = {named(path): make_targets(path.read_text(encoding="utf-8")) for path in DOCUMENTS}
    assert {name: targets - there for name, targets in shown.items() if targets - there} == {}
    assert {"kit", "test"} <= shown["README.md"]


def test_the_package_docstring_is_true() -> None:
    result = doctest.testmod(menace_kit)
    assert result.attempted > 0
    assert result.failed == 0


WITH_PYTHON = [ROOT / "docs" / "guide" / f"{name}.md" for name in ("game", "lab")]
"""Documents of which the Python is run; in the others there is none."""


def test_no_document_has_python_that_is_not_run() -> None:
    with_python = [
        path
        for path in GUIDES
        if any(
            language in {"python", "pycon", "py"}
            for language, _ in code_blocks(path.read_text("utf-8"))
        )
    ]
    assert with_python == WITH_PYTHON


def shown_answers(text: str) -> list[tuple[str, list[str]]]:
    """Return each command of a document below which its answer is shown, and the lines of that."""
    found = []
    for language, block in code_blocks(text):
        for part in (
            re.split(r"^\$ ", block, flags=re.MULTILINE)[1:] if language == "console" else []
        ):
            command, _, answer = part.partition("\n")
            if answer.strip() and not command.endswith("\\"):
                found.append((command, [line.rstrip() for line in answer.strip("\n").splitlines()]))
    return found


SHOWING_ANSWERS = [path for path in GUIDES if shown_answers(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("document", SHOWING_ANSWERS, ids=named)
def test_what_a_command_is_shown_to_answer_it_answers(document: Path, tmp_path: Path) -> None:
    for command, answer in shown_answers(document.read_text(encoding="utf-8")):
        done = run_here(*shlex.split(command, comments=True)[1:], folder=tmp_path)
        assert done.code == 0, (command, done.err)
        assert [line.rstrip() for line in done.out.strip("\n").splitlines()] == answer, command


def test_counts_in_the_documents_are_of_beads_that_a_new_kit_has(tmp_path: Path) -> None:
    counts = {
        line
        for path in GUIDES
        for line in re.findall(
            r"menace-kit operator count \d+(?: [\w-]+=\d+)+", path.read_text(encoding="utf-8")
        )
    }
    assert counts
    assert run_here("new", "new-kit", "--yes", folder=tmp_path).code == 0
    assert run_here("operator", "start", folder=tmp_path / "new-kit").code == 0
    for line in sorted(counts):
        done = run_here(*shlex.split(line)[1:], "--yes", folder=tmp_path / "new-kit")
        assert done.code == 0, (line, done.err)


@pytest.mark.usefixtures("compiled_lab")
def test_the_tutorial_works_step_by_step(tmp_path: Path) -> None:
    """All its commands run in order, in one folder, but `play`, which needs a terminal."""
    lines = command_lines((ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8"))
    answers = {}
    for line in lines:
        words = shlex.split(line, comments=True)[1:]
        if "play" not in words:
            done = run_here(*words, folder=tmp_path)
            assert done.code == 0, (line, done.err)
            answers[words[-1] if words[0] == "boxes" else words[1]] = done.out
    assert "Won by  the first player 0, the second player 1" in answers["stats"]
    assert re.search(r"half.*\ngames +\d+ +77 .*\nof them lost +\d+ +12 ", answers["curve"])


DROPPED = r"by lot|square code|kit book|the book\b|journal|take[ns]? back|broken off|hollow"
"""What the glossary has another word for."""


def test_documents_use_the_words_of_the_glossary() -> None:
    found = {}
    for path in GUIDES:
        prose = INLINE_CODE.sub("", FENCE.sub("", path.read_text(encoding="utf-8")))
        dropped = re.findall(DROPPED, prose, re.IGNORECASE)
        if dropped and "studies" not in path.parts:
            found[named(path)] = dropped
    assert found == {}


def test_an_answer_is_told_from_a_command() -> None:
    text = (
        "```console\n$ menace-kit boxes 1  # one\n$ menace-kit boxes 2\nBox 2 \n\n"
        "beads\n$ make kit\n```\n"
    )
    assert shown_answers(text) == [("menace-kit boxes 2", ["Box 2", "", "beads"])]


@pytest.mark.usefixtures("compiled_lab")
@pytest.mark.parametrize("document", WITH_PYTHON, ids=named)
def test_python_in_the_documents_runs(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run the blocks in order, in one session and in an empty folder;
    `>>>` blocks must show what comes.

    A block that needs an extra which is not installed says so, and the rest is left out.
    """
    monkeypatch.chdir(tmp_path)
    session: dict[str, Any] = {"__name__": document.stem}
    for number, (language, block) in enumerate(
        code_blocks(document.read_text(encoding="utf-8")), start=1
    ):
        if language not in {"python", "pycon", "py"}:
            continue
        where = f"{document.name}, block {number}"
        if ">>>" in block:
            example = doctest.DocTestParser().get_doctest(block, session, where, str(document), 0)
            assert doctest.DocTestRunner().run(example, clear_globs=False).failed == 0, where
            session = example.globs
        else:
            try:
                exec(compile(block, where, "exec"), session)
            except ExtraError as error:
                pytest.skip(f"{where}: {error}")


def test_the_kit_file_in_the_guide_to_games_is_the_ready_made_one() -> None:
    text = (ROOT / "docs" / "guide" / "game.md").read_text(encoding="utf-8")
    shown = next(
        block for language, block in code_blocks(text) if language == "toml" and "game =" in block
    )
    spec = parse_table(Spec, tomllib.loads(shown), "game.md")
    ready = preset("nim-8").spec
    for table in ("name", "game", "side", "boxes", "beads", "learning"):
        assert getattr(spec, table) == getattr(ready, table)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        (".venv/bin/menace-kit print labels --only 1-10 --by-stage  # ten", True),
        (r".venv\Scripts\menace-kit boxes --csv > out.csv", True),
        ("menace-kit print labels | more", True),
        ("menace-kit lables", False),
        ("menace-kit print labels --boxes 7", False),
        ("menace-kit print labels --only", False),
        ("menace-kit boxes 7 8", False),
    ],
)
def test_a_wrong_command_line_is_found(line: str, right: bool) -> None:
    assert (not fault_of_line(line)) is right


def test_command_lines_and_targets_are_found_in_a_document() -> None:
    text = """
Say `menace-kit show 5` or `make  help`; [not this](menace-kit).

```console
$ menace-kit labels \\
    --cut
menace-kit 0.1.0rc1
$ make kit PYTHON=python3.12  # a comment
```

    ```sh
    menace-kit labels --boxes 7
    ```
"""
    lines = command_lines(text)
    assert lines == ["menace-kit labels --cut", "menace-kit labels --boxes 7", "menace-kit show 5"]
    assert make_targets(text) == {"kit", "help"}


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    document = tmp_path / "a.md"
    document.write_text(
        "# A title, here\n[a](b.md) ![p](p%20q.png 'x') [h](#a-title-here) [w](https://e.org/)\n"
        '<img src="no.png"> [n](#nowhere) `[c](code.md)`\n[r]: b.md#x\n',
        encoding="utf-8",
    )
    (tmp_path / "p q.png").touch()
    targets = list(links(document.read_text(encoding="utf-8")))
    assert targets == ["b.md", "p%20q.png", "#a-title-here", "no.png", "#nowhere", "b.md#x"]
    assert [target for target in targets if link_fault(document, target)] == [
        "b.md",
        "no.png",
        "#nowhere",
        "b.md#x",
    ]


@pytest.fixture(scope="module", name="pages")
def fixture_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the pages, made as `make docs` makes them."""
    return built(tmp_path_factory.mktemp("pages"), "pages")


def built(folder: Path, name: str, *options: str) -> Path:
    """Return a folder of this name in another one, with the pages; warnings are errors."""
    sphinx = [
        sys.executable,
        "-m",
        "sphinx",
        "--builder",
        "html",
        "--fail-on-warning",
        "--keep-going",
        "--quiet",
    ]
    made = subprocess.run(
        [*sphinx, *options, "-d", str(folder / "read"), str(ROOT / "docs"), str(folder / name)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return folder / name


LOADS = {
    "script": "src",
    "img": "src",
    "link": "href",
    "iframe": "src",
    "source": "srcset",
    "video": "src",
}
"""What a page loads by itself: the attribute of each element that says from where."""


@dataclass
class Read(HTMLParser):
    """A page as it was read: its anchors, where its links lead, what it loads,
    and the text of its headings.
    """

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.anchors |= {said[name] for name in ("id", "name") if name in said}
        if tag == "a" and "href" in said:
            self.links.append(said["href"])
        if LOADS.get(tag) in said:
            self.loads.append(said[LOADS[tag]])

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read_pages(folder: Path) -> dict[Path, Read]:
    read = {path: Read() for path in sorted(folder.rglob("*.html"))}
    for path, page in read.items():
        page.feed(path.read_text(encoding="utf-8"))
    return read


def page_faults(read: dict[Path, Read]) -> list[str]:
    """Return what pages load from elsewhere, and their links that lead nowhere,
    also where they lie below a folder.
    """
    faults = []
    for path, page in read.items():
        for target in page.loads:
            if re.match(r"[a-z]+:|/", target) and not target.startswith("data:"):
                faults.append(f"{path.name} loads {target}")
        for target in (*page.links, *page.loads):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = urllib.parse.unquote(target).partition("#")
            file = (path.parent / name.partition("?")[0]).resolve() if name else path
            if target.startswith("/") or not file.is_file():
                faults.append(f"{path.name} leads to {target}, which is not there")
            elif anchor and file in read and anchor not in read[file].anchors:
                faults.append(f"{path.name} leads to {target}, and there is no such place")
    return faults


@pytest.mark.prove
def test_the_pages_lead_somewhere_and_load_nothing_from_another_host(pages: Path) -> None:
    read = read_pages(pages)
    assert {
        path.relative_to(ROOT / "docs").with_suffix(".html")
        for path in (ROOT / "docs").rglob("*.md")
    } <= {path.relative_to(pages) for path in read}
    assert page_faults(read) == []
    styles = [path.read_text(encoding="utf-8") for path in pages.rglob("*.css")]
    assert styles
    assert [
        found
        for text in styles
        for found in re.findall(r"url\(\s*[\"']?(?:https?:|//)|@import", text)
    ] == []


def test_a_page_that_leads_astray_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h1 id="x">A</h1><a href="#x">x</a><a href="#y">y</a><a href="b.html#z">z</a><a '
        'href="c.html">c</a><a href="/a.html">root</a><a href="https://e.org/">e</a><script '
        'src="https://e.org/a.js"></script>',
        encoding="utf-8",
    )
    (tmp_path / "b.html").write_text('<img src="//e.org/b.png"><p id="z">', encoding="utf-8")
    assert page_faults(read_pages(tmp_path)) == [
        "a.html loads https://e.org/a.js",
        "a.html leads to #y, and there is no such place",
        "a.html leads to c.html, which is not there",
        "a.html leads to /a.html, which is not there",
        "b.html loads //e.org/b.png",
        "b.html leads to //e.org/b.png, which is not there",
    ]


@pytest.mark.prove
def test_the_reference_has_every_command_with_every_option_and_its_help(
    pages: Path,
) -> None:
    read = {path.stem: page for path, page in read_pages(pages / "reference").items()}
    names = {word for page in read.values() for word in page.anchors}
    commands = every_command()
    assert [path for path in commands if path.replace(" ", "-") not in names] == []
    page = " ".join(" ".join(read["commands"].text).split())
    for path, command in commands.items():
        said = re.split(rf"{path} [A-Z.\[\]= -]*\[options\]", page, maxsplit=1)[-1]
        named = re.findall(r"--?[a-z][a-z-]*", said)
        assert set(options(command)) - {"-h", "--help"} <= set(named), path
        first = " ".join(command.help.split("\n\n")[0].split())
        assert first.replace("`", "") in said, path


FOUND = {
    "tic tac toe": "How MENACE learns",
    "matchbox": "Make a kit for your boxes",
    "privacy": "Correct, count, back up",
    "kiosk": "Set up a permanent exhibit",
    "troubleshooting": "If something goes wrong",
    "lesson": "Teach a lesson",
    "reset": "Correct, count, back up",
    "Streichholzschachtel": "Glossary",
}
"""What a reader searches for, and the page that comes first."""

COPIED = (
    ("build", 0, "--tray 54x33x15", "console"),
    ("lab", 0, "lab compare starter\n", "console"),
    ("lab", 0, "kit.board(box)", "pycon"),
)
"""Chapters, the number of a block of code in each, from 0, what is copied of it,
and the block's language.
"""


@pytest.mark.prove
def test_each_page_of_the_site_leads_back_to_it(tmp_path: Path, pages: Path) -> None:
    (tmp_path / "index.html").write_text("<p>The site</p>", encoding="utf-8")
    read = read_pages(built(tmp_path, "docs", "-t", "site"))
    start = (tmp_path / "index.html").resolve()
    assert len(read) == len(read_pages(pages))
    for path, page in read.items():
        assert start in {(path.parent / link).resolve() for link in page.links}, path
    assert page_faults(read) == []


@pytest.mark.prove
def test_the_pages_in_a_browser(pages: Path) -> None:
    """On a phone nothing is wider than the screen, the search finds,
    what one types is copied, and it alone.

    Nothing is asked of another host, and no script stumbles.
    """
    from playwright.sync_api import sync_playwright

    path = chromium()
    if path is None:
        (pytest.fail if is_required() else pytest.skip)(MISSING)
    handler = partial(SimpleHTTPRequestHandler, directory=str(pages.parent))
    asked: list[str] = []
    errors: list[str] = []
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=path) as browser,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        root = f"http://127.0.0.1:{server.server_port}/"
        context = browser.new_context(viewport={"width": 390, "height": 844})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        for file in sorted(pages.rglob("*.html")):
            page.goto(root + file.relative_to(pages.parent).as_posix())
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{file.name} is {wide} px too wide for a phone"
        for words, title in FOUND.items():
            page.goto(f"{root}{pages.name}/search.html?q={words.replace(' ', '+')}")
            first = page.locator("#search-results li a").first
            assert first.inner_text().startswith(title), words
        for chapter, number, copied, language in COPIED:
            page.goto(f"{root}{pages.name}/guide/{chapter}.html")
            block = page.locator(f".highlight-{language}").nth(number)
            block.hover()
            block.get_by_role("button").click()
            page.wait_for_function(
                "async text => (await navigator.clipboard.readText()).includes(text)", arg=copied
            )
            text = str(page.evaluate("navigator.clipboard.readText()"))
            assert not re.search(r"[$#]|>>>|OXOXO", text), text
        server.shutdown()
    assert errors == []
    assert [url for url in asked if not url.startswith((root, "data:"))] == []
