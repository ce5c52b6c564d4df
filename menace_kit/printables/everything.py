"""All printables of a kit: documents first, then the shopping list, which counts their sheets."""

from menace_kit.catalogue import CATALOGUE, Purpose
from menace_kit.errors import FitError, KitError
from menace_kit.layout.cover import PaperKind
from menace_kit.layout.marks import Document
from menace_kit.layout.shopping import shopping_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.shopping import ShoppingList, shopping_list
from menace_kit.machine.shopping_text import shopping_csv, shopping_markdown
from menace_kit.machine.simulated_need import SimulatedNeed
from menace_kit.printables.made import Made, OutputFile, Printables
from menace_kit.printables.makers import filling, labels, make
from menace_kit.words import Words


def shopping(kit: Kit, words: Words, need: SimulatedNeed | None = None) -> Made:
    """Return the shopping list of a kit of which everything is printed: drawn, as Markdown, and as CSV."""
    return all_printables(kit, words, need=need).made[-1]


def all_printables(
    kit: Kit, words: Words, by_stage: bool = False, need: SimulatedNeed | None = None
) -> Printables:
    """Return all that is made from a kit; with `by_stage` a document of labels for each stage.

    Of the catalogue that is all for which the kit lacks nothing. What does not fit its container or its paper is left
    out, and the result says so: nobody's labels should wait for a fence that a tray is too small for.
    `need` is what simulated machines of this kit needed, for the shopping list; without it the list goes by its rule.
    """
    others = [labels(kit, words, by_stage=by_stage), filling(kit, words)]
    left_out = []
    for printable in CATALOGUE:
        if printable.missing(kit) is None:
            try:
                others.append(make(printable, kit, words))
            except (FitError, KitError) as error:
                left_out.append((printable.name, str(error)))
    bought, last = _shopping(kit, words, others, need)
    return Printables((*others, last), bought, tuple(left_out))


def _shopping(
    kit: Kit, words: Words, others: list[Made], need: SimulatedNeed | None
) -> tuple[ShoppingList, Made]:
    """Return the shopping list for a kit with these printables: what it says, and how it is printed."""
    name = f"shopping-{kit.spec.print.paper}"
    label_sheets = sum(made.label_sheets for made in others)
    paper, card = (
        sum(made.sheets for made in others if made.paper is kind)
        for kind in (PaperKind.PLAIN, PaperKind.CARD)
    )
    own = 0
    document: Document | None = None
    while document is None or len(document.pages) > own:  # the list counts its own pages too
        own = len(document.pages) if document else 1
        bought = shopping_list(kit, label_sheets, paper + own, need, card)
        document = shopping_document(kit, words, bought, name)
    texts = (
        OutputFile(f"{name}.md", shopping_markdown(bought, kit, words).encode(), document.title, 0),
        OutputFile(f"{name}.csv", shopping_csv(bought, words).encode(), document.title, 0),
    )
    return bought, Made((document,), texts, purpose=Purpose.BUY)
