"""Making printables: documents first, then the shopping list,
which counts their sheets, then files in memory.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple

from menace_kit.errors import FitError, GlyphError, KitError
from menace_kit.files import code_of, kept, read_file, templates_folder
from menace_kit.layout.label_sheets import (
    LabelOrder,
    fit_test_document,
    label_plan,
    labels_by_stage,
    labels_document,
    suiting_stocks,
)
from menace_kit.layout.marks import Document, Medium, counted, distinct_titles
from menace_kit.layout.page import corrected
from menace_kit.layout.sheets import checklists
from menace_kit.layout.sheets.cutouts import StickerShape, on_ready_cut, stickers_document
from menace_kit.layout.sheets.index import index_poster_document
from menace_kit.layout.sheets.lesson import (
    lesson_document,
    mat_document,
    tokens_document,
    worksheet_document,
)
from menace_kit.layout.sheets.nets import how_to_document, trays_by_stage, trays_document
from menace_kit.layout.text.typesetting import text_width
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.kit import Kit, kit_of_set, packed
from menace_kit.machine.learning import Contents
from menace_kit.machine.schema import LARGE_PAPERS, PAPER_TITLES, CabinetOrder, PaperKind
from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.printables.catalogue import (
    CATALOGUE,
    FILLING,
    LABELS,
    SHOPPING,
    TRAYS,
    Printable,
    Purpose,
)
from menace_kit.render import rendered_files
from menace_kit.text import Words, paper_words
from menace_kit.workshop.forecasts import SimulatedNeed, shipped_need
from menace_kit.workshop.printer import PrinterProfile
from menace_kit.workshop.shopping import (
    ShoppingList,
    filled_with,
    filling_csv,
    shopping_csv,
    shopping_list,
    shopping_markdown,
)

if TYPE_CHECKING:
    from menace_kit.render.pdf import DrawnDocument


class OutputFile(NamedTuple):
    """A file to be written: its name, what is in it, its title,
    and how many pages it has (0 for a text file).
    """

    name: str
    content: bytes
    title: str
    pages: int


@dataclass(frozen=True)
class Made:
    """What a printable is before it is drawn: pages, and as texts its files that are no drawings.

    So many `label_sheets` of its pages are printed on the kit's label stock, and before
    them come only fit tests; the others are printed on `paper`, all of it so many `times`.
    `of_set` says for which group of a class it is, if not for all.
    """

    documents: tuple[Document, ...]
    texts: tuple[OutputFile, ...] = ()
    label_sheets: int = 0
    paper: PaperKind = PaperKind.PLAIN
    times: int = 1
    purpose: Purpose = Purpose.BUILD
    needed: bool = False
    of_set: str = ""

    @property
    def printed(self) -> tuple[Document, ...]:
        """Return the documents that a printer prints: all but posters."""
        return tuple(document for document in self.documents if document.medium is Medium.PAPER)

    @property
    def pages(self) -> int:
        """Return how many pages a printer prints, once."""
        return sum(len(document.pages) for document in self.printed)

    @property
    def sheets(self) -> int:
        """Return how many sheets of its `paper` it takes."""
        return (self.pages - self.label_sheets) * self.times

    def files(self, formats: Sequence[str], press: "Press | None" = None) -> list[OutputFile]:
        """Return it drawn in each of the formats, corrected for a press's
        printer, and its texts.
        """
        press = press or Press()
        drawn = (file for document in self.documents for file in press.files(document, formats))
        return [*drawn, *self.texts]


class Press:
    """Draws documents, corrected for a printer if there is a profile;
    as PDF each once, for its file and a book.

    What makes PDF is imported when the first is made:
    it takes longer than all of a command that makes none.
    """

    def __init__(self, profile: PrinterProfile | None = None) -> None:
        self._profile = profile
        self._drawn: dict[int, tuple[Document, DrawnDocument]] = {}

    def files(self, document: Document, formats: Sequence[str]) -> Iterator[OutputFile]:
        """Yield the files of a document in these formats."""
        for file_format in formats:
            if file_format == "pdf":
                from menace_kit.render.pdf import drawn_pdf

                files = {f"{document.name}.pdf": drawn_pdf(self._as_pdf(document))}
            else:
                files = rendered_files(self._corrected(document), file_format)
            pages = len(document.pages) if len(files) == 1 else 1
            for name, content in files.items():
                yield OutputFile(name, content, document.title, pages)

    def set_files(
        self, kit: Kit, words: Words, parts: Sequence[Made], formats: Sequence[str]
    ) -> Iterator[OutputFile]:
        """Yield the files of one set: a PDF of all its pages, to hand to a group,
        and drawings in the other formats.
        """
        if "pdf" in formats:
            letters, documents = (
                parts[0].of_set,
                [document for part in parts for document in part.printed],
            )
            title = words("sets.title", name=kit.spec.name, letters=letters)
            pages = sum(len(document.pages) for document in documents)
            yield OutputFile(
                f"{_file_name('set', kit)}-{letters}.pdf", self.book(documents, title), title, pages
            )
        others = [each for each in formats if each != "pdf"]
        for part in parts:
            yield from part.files(others, self)

    def book(self, documents: Sequence[Document], title: str) -> bytes:
        """Return one PDF of all pages, with a bookmark for each document."""
        from menace_kit.render.pdf import book_pdf

        return book_pdf([self._as_pdf(document) for document in documents], title)

    def _corrected(self, document: Document) -> Document:
        return document if self._profile is None else corrected(document, self._profile)

    def _as_pdf(self, document: Document) -> "DrawnDocument":
        from menace_kit.render.pdf import draw_document

        # The document is kept so that no other one takes its id.
        if id(document) not in self._drawn:
            self._drawn[id(document)] = document, draw_document(self._corrected(document))
        return self._drawn[id(document)][1]


@dataclass(frozen=True)
class Printables:
    """All that is made from a kit, in the order in which it is bound:
    the shopping list first, then all that is for one machine or for all sets.

    `left_out` says of what could not be made for this kit why: its name, and a sentence.
    """

    made: tuple[Made, ...]
    shopping: ShoppingList
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def once(self) -> list[Made]:
        """Return what is no single set's."""
        return [made for made in self.made if not made.of_set]

    @property
    def sets(self) -> dict[str, list[Made]]:
        """Return a set's letters -> what is for this group alone; empty where there are no sets."""
        return {
            letters: list(parts)
            for letters, parts in groupby(self.made, key=lambda made: made.of_set)
            if letters
        }


def make(printable: Printable, kit: Kit, words: Words, suffix: str = "", **choices: Any) -> Made:
    """Return what an entry of the catalogue is for this kit;
    KitError where the kit lacks what it needs.

    `suffix` ends the names of its files; the choices are those of the function that makes it.
    """
    missing = printable.missing(kit)
    if missing is not None:
        raise KitError(missing)
    made: Document | Made = resolve_name(printable.made_by)(
        kit, words, f"{_file_name(printable.name, kit)}{suffix}", **choices
    )
    if isinstance(made, Document):
        times = resolve_name(printable.times)(kit, words) if printable.times else 1
        made = Made((made,), paper=printable.paper, times=times)
    return replace(made, purpose=printable.purpose, needed=printable.needed)


def all_printables(
    kit: Kit,
    words: Words,
    by_stage: bool = False,
    need: SimulatedNeed | None = None,
    sets: tuple[str, ...] = (),
    learned: "LearnedMachine | None" = None,
) -> Printables:
    """Return all that is made from a kit; with `by_stage` a document of labels for each stage.

    Of the catalogue that is all for which the kit lacks nothing. What does not fit its container
    or its paper is left out, and the result says so: nobody's labels should wait for a fence that
    a tray is too small for. `need` is what simulated machines of this kit needed, for the shopping
    list, unless that comes with the program; where nobody knows, the list goes by its rule.
    With `sets` there are so many machines: what a group of a class has for itself is made for each
    of them, with its letters, the rest once.
    The filling guide and the shopping list are of a machine that has `learned`, if one is given.
    """
    labelled = next((each for each in (LABELS, TRAYS) if each.missing(kit) is None), None)
    parts_of = [printable for printable in CATALOGUE if printable is not labelled]
    others = []
    if labelled is not None and sets:
        before = fit_test_document if labelled is LABELS else how_to_document
        others.append(Made((before(kit, words, f"{_file_name(labelled.name, kit)}-fit-test"),)))
    elif labelled is not None:
        others.append(make(labelled, kit, words, by_stage=by_stage))
    suffix = learned.suffix if learned else ""
    others.append(make(FILLING, kit, words, suffix, sets=sets, learned=learned))
    left_out: dict[str, str] = {}
    for printable in parts_of:
        if not (sets and printable.of_a_set):
            choices: dict[str, Any] = {"sets": sets} if printable.name == "lesson" else {}
            _add(others, left_out, printable, kit, words, **choices)
    own: list[Made] = []
    for letters in sets:
        of_set, suffix = kit_of_set(kit, letters), f"-set-{letters}"
        parts: list[Made] = []
        if labelled is not None:
            parts.append(make(labelled, of_set, words, suffix, by_stage=by_stage, fit_test=False))
        for printable in parts_of:
            if printable.of_a_set:
                _add(parts, left_out, printable, of_set, words, suffix)
        # What is printed on the same paper lies together.
        kinds = list(PaperKind)
        parts.sort(key=lambda part: (not part.label_sheets, kinds.index(part.paper), part.times))
        own += (replace(part, of_set=letters) for part in parts)
    if learned is None:
        wanted, need = kit, need or shipped_need(kit)
    else:
        wanted, need = filled_with(kit, learned.contents), None
    bought, first = shopping_with(wanted, words, sheets_of([*others, *own]), need, sets)
    return Printables((first, *others, *own), bought, tuple(left_out.items()))


def _add(
    parts: list[Made],
    left_out: dict[str, str],
    printable: Printable,
    kit: Kit,
    words: Words,
    suffix: str = "",
    **choices: Any,
) -> None:
    """Add what an entry of the catalogue is for this kit, if it lacks nothing for
    it; or why it is left out.
    """
    if printable.missing(kit) is None:
        try:
            parts.append(make(printable, kit, words, suffix, **choices))
        except (FitError, KitError) as error:
            left_out.setdefault(printable.name, str(error))


def _file_name(name: str, kit: Kit) -> str:
    """Return what the file is called of something that goes on the kit's paper."""
    return f"{name}-{kit.spec.print.paper}"


BOOK = "all of it in one file"
"""What the kit book is for, beside the purposes of what is in it."""

SETS = "a set for each group"
"""What is a group's own, beside these purposes."""


def drawing_steps(printables: Printables) -> int:
    """Return how many groups of files `drawn_files` yields at the most."""
    return len(printables.once) + len(printables.sets) + 1


def drawn_files(
    kit: Kit, words: Words, printables: Printables, formats: Sequence[str], press: Press
) -> Iterator[tuple[str, list[OutputFile]]]:
    """Yield what files are for and the files, step by step as they are drawn:
    each printable, each set, then the book.

    The book is a PDF, and comes where that is among the formats.
    """
    for made in printables.once:
        yield made.purpose.value, made.files(formats, press)
    for parts in printables.sets.values():
        yield SETS, list(press.set_files(kit, words, parts, formats))
    if "pdf" in formats:
        yield BOOK, [kit_book(kit, words, printables.made, press)]


# What is more than a document, or has choices; the catalogue names these functions.


def labels(
    kit: Kit,
    words: Words,
    name: str,
    order: LabelOrder | None = None,
    by_stage: bool = False,
    fit_test: bool = True,
    sets: tuple[str, ...] = (),
) -> Made:
    """Return the label sheets: one document, or with `by_stage` one for each stage.

    With `sets` those of each set follow each other, and every set begins a new sheet.
    """
    order = order or LabelOrder(kit.boxes)
    if sets:
        return _labels_of_sets(kit, words, name, order, by_stage, fit_test, sets)
    if by_stage:
        made = Made(tuple(labels_by_stage(kit, words, order, name, fit_test)))
    else:
        made = Made((labels_document(kit, words, order, name, fit_test),))
    return replace(made, label_sheets=made.pages - fit_test)  # the fit test is one page, on paper


def _labels_of_sets(
    kit: Kit,
    words: Words,
    name: str,
    order: LabelOrder,
    by_stage: bool,
    fit_test: bool,
    sets: tuple[str, ...],
) -> Made:
    made = []
    for letters in sets:
        of_set = kit_of_set(kit, letters)
        boxes = tuple(of_set.box(box.number) for box in order.boxes)
        made.append(
            labels(of_set, words, name, order._replace(boxes=boxes), by_stage, fit_test=False)
        )
    documents = tuple(
        replace(
            alike[0],
            kit=kit.spec.name,
            pages=counted([page for document in alike for page in document.pages]),
        )
        for alike in zip(*(each.documents for each in made), strict=True)
    )
    before = (fit_test_document(kit, words, f"{name}-fit-test"),) if fit_test else ()
    return Made((*before, *documents), label_sheets=sum(each.label_sheets for each in made))


def trays(
    kit: Kit,
    words: Words,
    name: str,
    order: LabelOrder | None = None,
    by_stage: bool = False,
    fit_test: bool = True,
) -> Made:
    """Return the sheets of trays to fold, on card: one document,
    or with `by_stage` one for each stage.
    """
    order = order or LabelOrder(kit.boxes)
    if by_stage:
        return Made(tuple(trays_by_stage(kit, words, order, name, fit_test)), paper=PaperKind.CARD)
    return Made((trays_document(kit, words, order, name, fit_test),), paper=PaperKind.CARD)


class LearnedMachine(NamedTuple):
    """A machine that has learned: what is in its boxes, whose it is in words,
    and what its files' names end in.
    """

    contents: Contents
    told: str
    suffix: str


def filling(
    kit: Kit,
    words: Words,
    name: str,
    learned: LearnedMachine | None = None,
    sets: tuple[str, ...] = (),
    order: CabinetOrder | None = None,
) -> Made:
    """Return the filling guide in an order, or as the boxes stand
    in the cabinet, and as CSV, by number.

    Of a machine that has learned it is what is in its boxes.
    """
    before = checklists.Before(learned.told, kit) if learned else None
    filled = filled_with(kit, learned.contents) if learned else kit
    file = f"filling{learned.suffix if learned else ''}.csv"
    table = OutputFile(file, filling_csv(filled).encode(), words("filling.csv"), 0)
    return Made((checklists.filling_document(filled, words, name, before, sets, order),), (table,))


def lesson(
    kit: Kit, words: Words, name: str, sets: tuple[str, ...] = (), worksheets: bool = False
) -> Made:
    """Return the teacher's pages of a lesson, with `worksheets` those of each
    set behind them, or of one.

    Behind a worksheet come mat and tokens, where that is what the machine is made of.
    """
    documents = [lesson_document(kit, words, name, sets)]
    if worksheets:
        is_mat = kit.container.kind is ContainerKind.MAT
        of_sets = [kit_of_set(kit, letters) for letters in sets] or [kit]
        own = [
            draw(each, words)
            for each in of_sets
            for draw in (worksheet_document, *((mat_document, tokens_document) if is_mat else ()))
        ]
        pages = [page for document in (documents[0], *own) for page in document.pages]
        documents[0] = replace(documents[0], pages=counted(pages))
    return Made(tuple(documents))


def index_poster(kit: Kit, words: Words, _name: str) -> Made:
    """Return the index chart for the wall; its name says on which large paper it is."""
    title = LARGE_PAPERS[kit.spec.print.paper].title
    return Made((index_poster_document(kit, words, f"index-poster-{title.lower()}"),))


def stickers(
    kit: Kit, words: Words, name: str, shape: StickerShape = StickerShape.RECTANGLE
) -> Made:
    """Return the sheet of stickers, on the kit's label stock if that takes them."""
    document = stickers_document(kit, words, name, shape)
    if on_ready_cut(kit):
        return Made((document,), label_sheets=len(document.pages))
    return Made((document,), paper=PaperKind.STICKER)


def shopping(kit: Kit, words: Words, _name: str) -> Made:
    """Return the shopping list of a kit of which everything is printed:
    drawn, as Markdown, and as CSV.
    """
    _, made = shopping_with(kit, words, kept_sheets(kit, words, ()), shipped_need(kit), ())
    return made


class Sheets(NamedTuple):
    """How many sheets of paper a kit takes, without the shopping list's own:
    of labels, plain, card, for stickers.
    """

    labels: int
    plain: int
    card: int
    stickers: int


def sheets_of(parts: Sequence[Made]) -> Sheets:
    """Return how many sheets these take."""
    plain, card, stickers = (
        sum(made.sheets for made in parts if made.paper is kind)
        for kind in (PaperKind.PLAIN, PaperKind.CARD, PaperKind.STICKER)
    )
    return Sheets(sum(made.label_sheets for made in parts), plain, card, stickers)


ROOMS = (
    "games",
    "machine",
    "text",
    "workshop",
    "layout",
    "layout/text",
    "layout/sheets",
    "printables",
)
"""The folders whose code says how many sheets a kit takes."""


def kept_sheets(kit: Kit, words: Words, sets: tuple[str, ...]) -> Sheets:
    """Return how many sheets all of a kit takes, counted once and kept:
    a list alone lays nothing else out.
    """

    def count() -> list[int]:
        return list(sheets_of(all_printables(kit, words, sets=sets).made[1:]))

    described = packed(kit)
    if described is None:
        return Sheets(*count())
    texts = (template_path(TemplateKind.TEXT, words.language), templates_folder() / "steps.toml")
    facts = [json.dumps([described, sets]).encode(), *map(read_file, texts)]
    digests = (hashlib.sha256(fact).hexdigest() for fact in facts)
    code = [path for room in ROOMS for path in code_of(room)]
    return Sheets(*kept(f"sheets {' '.join(digests)}", count, code))


def shopping_with(
    kit: Kit, words: Words, sheets: Sheets, need: SimulatedNeed | None, sets: tuple[str, ...]
) -> tuple[ShoppingList, Made]:
    """Return the shopping list for a kit that takes these sheets:
    what it says, and how it is printed.
    """
    name = _file_name(SHOPPING.name, kit)

    @cache
    def listed(own: int) -> ShoppingList:
        plain = sheets.plain + own
        return shopping_list(kit, sheets.labels, plain, need, sheets.card, sheets.stickers, sets)

    document, own = _counting_itself(
        lambda own: checklists.shopping_document(kit, words, listed(own), name)
    )
    bought = listed(own)
    texts = (
        OutputFile(f"{name}.md", shopping_markdown(bought, kit, words).encode(), document.title, 0),
        OutputFile(f"{name}.csv", shopping_csv(bought, words).encode(), document.title, 0),
    )
    return bought, Made((document,), texts, purpose=Purpose.BUY, needed=True)


def _counting_itself(draw: Callable[[int], Document]) -> tuple[Document, int]:
    """Return a document that tells how many pages there are, and how many of its own
    it counts; `draw` draws it.
    """
    pages = 1
    while len((document := draw(pages)).pages) > pages:
        pages = len(document.pages)
    return document, pages


@contextmanager
def naming_the_key(kit: Kit) -> Iterator[None]:
    """Draw a kit inside of this: a complaint then begins with the kit's file
    and the key that is to blame.

    Characters that the font lacks are looked for first, before anything is drawn.
    """
    for key, text in _printed_texts(kit):
        try:
            text_width(text, 8, bold=True)
        except GlyphError as error:
            raise GlyphError(f"{kit.source}: {key}: {error}") from error
    try:
        yield
    except (FitError, KitError) as error:
        if str(error).startswith(f"{kit.source}: "):  # it names the key itself
            raise
        if isinstance(error, KitError):
            raise KitError(f"{kit.source}: {error}") from error
        key = "print.stock" if kit.stock.grid else "print.container"
        raise FitError(f"{kit.source}: {key}: {error}{_other_stocks(kit)}") from error


def _other_stocks(kit: Kit) -> str:
    """Return which stocks suit the container, where it is the stock of the kit
    that does not; empty elsewhere.
    """
    if kit.stock.grid is None:
        return ""
    words = paper_words(kit)
    try:
        label_plan(kit, words)
    except FitError:
        stocks = ", ".join(map(str, suiting_stocks(kit, words)))
        paper = PAPER_TITLES[kit.spec.print.paper]
        return (
            f". Stocks that suit this container, on {paper} paper: {stocks or 'none that we know'}"
        )
    return ""


def _printed_texts(kit: Kit) -> Iterator[tuple[str, str]]:
    """Yield the key and the text of everything in a kit that people can
    put into their own words.
    """
    yield "name", kit.spec.name
    yield "marks", "".join(kit.spec.marks)
    for colour in kit.colours:
        yield "beads.palette", f"{colour.name}{colour.key}{colour.glyph}"
    yield "beads.kind", kit.bead.title
    yield "print.container", kit.container.title
    yield "print.stock", kit.stock.title


# The kit book: all that is printed in one PDF, behind a cover.


def kit_book(
    kit: Kit, words: Words, made: Iterable[Made], press: Press | None = None
) -> OutputFile:
    """Return one PDF of all that a printer prints, behind a cover that says what to print on what.

    What the press has drawn is not drawn again.
    """
    parts = tuple(made)
    documents = tuple(document for part in parts for document in part.printed)
    cover, _ = _counting_itself(
        lambda own: checklists.cover_document(
            kit, words, list(_book_entries(kit, words, parts, documents, own + 1))
        )
    )
    all_documents = (cover, *documents)
    book = (press or Press()).book(all_documents, words("cover.subject"))
    title = words("cover.title", name=kit.spec.name)
    count = sum(len(document.pages) for document in all_documents)
    return OutputFile(f"{_file_name('kit-book', kit)}.pdf", book, title, count)


def _book_entries(
    kit: Kit, words: Words, parts: Iterable[Made], documents: tuple[Document, ...], first: int
) -> Iterator[checklists.CoverEntry]:
    """Yield what a book's cover lists, its pages counted from `first`:
    documents, those of two papers in two parts.
    """
    titles = dict(
        zip((document.name for document in documents), distinct_titles(documents), strict=True)
    )
    for part in parts:
        plain, letters = part.pages - part.label_sheets, part.of_set
        for document in part.printed:
            title, last = titles[document.name], first + len(document.pages) - 1
            if letters:  # the same for all sets
                title = document.title.replace(document.kit, kit.spec.name)
            before = min(plain, len(document.pages)) if part.label_sheets else len(document.pages)
            entry = checklists.CoverEntry(
                title, first, last, part.paper, part.times, letters, part.needed
            )
            if before and part.label_sheets:
                fit_test = words("cover.fit-test")
                yield entry._replace(
                    title=fit_test, last=first + before - 1, paper=PaperKind.PLAIN, times=1
                )
            elif before:
                yield entry
            if before < len(document.pages):
                yield entry._replace(first=first + before, paper=PaperKind.LABELS)
            plain -= before
            first = last + 1
