"""What a kit.toml may say, key by key, and what is said about anything else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit.files import templates_folder
from menace_kit.machine import schema
from tests.machine.conftest import Complaint, KitOf


@pytest.fixture
def other_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every kit inherit two beads for a win."""
    text = (templates_folder() / schema.DEFAULTS_FILE_NAME).read_text(encoding="utf-8")
    changed = text.replace("win = 3", "win = 2")
    (tmp_path / schema.DEFAULTS_FILE_NAME).write_text(changed, encoding="utf-8")
    monkeypatch.setattr(schema, "templates_folder", lambda: tmp_path)
    schema._inherited.cache_clear()
    yield
    schema._inherited.cache_clear()


@pytest.mark.usefixtures("other_defaults")
def test_a_kit_inherits_what_it_does_not_say_itself(kit_of: KitOf) -> None:
    assert kit_of("").spec.learning.win == 2
    assert kit_of("learning.draw = 0").spec.learning.win == 2
    assert kit_of("learning.win = 5").spec.learning.win == 5


@pytest.mark.parametrize(
    ("text", "unknown", "nearest"),
    [
        ('nam = "x"', "nam", "name"),
        ("[cabinett]\nrows = 1", "cabinett", "cabinet"),
        ('boxes.canonical_form = "largest"', "boxes.canonical_form", "canonical-form"),
        ("cabinet = { rows = 1, columns = 1, colums = 1 }", "cabinet.colums", "columns"),
    ],
)
def test_an_unknown_key_of_any_table_is_refused_with_the_nearest(
    complaint: Complaint, text: str, unknown: str, nearest: str
) -> None:
    assert complaint(text) == f"kit.toml: there is no key {unknown}; did you mean {nearest}?"


NUMBER_OR_LIST = "should be a whole number or a list in [brackets]"
A_MARK = "is not one sign that can be a mark; . - _ 0 / | and a space mean something else"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = 3", 'name: should be text in "quotation marks" (it is 3)'),
        ('name = ""', 'name: should be at least one character long (it is "")'),
        ('name = "a\\nb"', r"name: 'a\nb' should be one line of plain text"),
        ('side = "third"', 'side: should be "first", "second" or "both" (it is "third")'),
        ("boxes = 3", "boxes: should be a table of keys (it is 3)"),
        (
            'boxes.symmetry = "some"',
            "boxes.symmetry: noughts-and-crosses has all, rotations, none, not some",
        ),
        (
            'game = "hexapawn"\nboxes.symmetry = "rotations"',
            "boxes.symmetry: hexapawn has all, mirror, none, not rotations",
        ),
        (
            'boxes.canonical-form = "big"',
            'boxes.canonical-form: should be "largest" or "smallest" (it is "big")',
        ),
        ('beads.start = "four"', f'beads.start: {NUMBER_OR_LIST} (it is "four")'),
        ("beads.start = 0", "beads.start: should be 1 or more (it is 0)"),
        ("beads.start = 100", "beads.start: should be 99 or less (it is 100)"),
        ("beads.start = []", "beads.start: should be a list of 1 or more (it is [])"),
        (
            'beads.colours = "white"',
            'beads.colours: should be a list in [brackets] (it is "white")',
        ),
        (
            "learning.loss = [-1, -1, -100, -1]",
            "learning.loss.3: should be -99 or more (it is -100)",
        ),
        (
            'learning.empty-box = "refil"',
            'learning.empty-box: should be "resign", "refill", "keep-last", '
            '"random" or "punish-previous" (it is "refil")',
        ),
        (
            'learning.teaches = "all"',
            'learning.teaches: should be "every-move" or "last-move" (it is "all")',
        ),
        ('print.paper = "A4"', 'print.paper: should be "a4" or "letter" (it is "A4")'),
        ("cabinet.rows = 38", "cabinet.columns: this key is needed"),
        (
            "cabinet = { rows = 38, columns = 8, lights-gap = 2 }",
            "cabinet.lights-gap: should be a list in [brackets] (it is 2)",
        ),
        ("shopping.games = 0", "shopping.games: should be 1 or more (it is 0)"),
        (
            "shopping.pack-size = 50\nshopping.pack-grams = 10",
            "shopping: say pack-size or pack-grams, whichever your shop goes by, not both",
        ),
        (
            "shopping.pack-grams = 10",
            "shopping: pack-grams needs beads-per-gram: weigh 10 g of them, count them, and take "
            "the tenth part, as in beads-per-gram = 15",
        ),
        ('marks = ["O", "o"]', "marks: both players have the mark 'O'"),
        ('marks = ["OO", "X"]', f"marks.1: 'OO' {A_MARK}"),
        ('marks = ["O", ""]', f"marks.2: '' {A_MARK}"),
        ('marks = ["ß", "X"]', f"marks.1: 'ß' {A_MARK}"),
        ('marks = ["O", "\\u200B"]', rf"marks.2: '\u200b' {A_MARK}"),
        *((f'marks = ["O", "{sign}"]', f"marks.2: '{sign}' {A_MARK}") for sign in ".-_0/|"),
    ],
)
def test_a_wrong_value_is_refused_with_file_key_and_what_is_allowed(
    complaint: Complaint, text: str, said: str
) -> None:
    assert complaint(text) == f"kit.toml: {said}"


@pytest.mark.parametrize(
    ("key", "most"),
    [
        ("beads.start", 99),
        ("shopping.spares", 999),
        ("shopping.reserve-wins", 999),
        ("shopping.reserve-percent", 1000),
        ("shopping.games", 100_000),
        ("shopping.pack-size", 100_000),
    ],
)
def test_a_number_may_be_as_large_as_its_limit(
    kit_of: KitOf, complaint: Complaint, key: str, most: int
) -> None:
    assert kit_of(f"{key} = {most}").boxes
    assert (
        complaint(f"{key} = {most + 1}")
        == f"kit.toml: {key}: should be {most} or less (it is {most + 1})"
    )


def test_names_and_addresses_have_a_longest_length(kit_of: KitOf, complaint: Complaint) -> None:
    for length in (1, 200):
        name = length * "x"
        assert f"there is no label stock '{name}'" in complaint(f'print.stock = "{name}"')
    assert "print.stock: should be at most 200 characters long" in complaint(
        'print.stock = "' + 201 * "x" + '"'
    )
    address = f"https://{112 * 'x'}"
    assert kit_of(f'print.base-address = "{address}"').spec.print.base_address == address
    assert "at most 120 characters long" in complaint(f'print.base-address = "{address}x"')


@pytest.mark.parametrize(("language", "shown"), [("e1", "e1"), (41 * "x", 40 * "x")])
def test_what_is_no_name_of_a_language_is_shown_as_far_as_its_beginning(
    complaint: Complaint, language: str, shown: str
) -> None:
    said = complaint(f'print.language = "{language}"')
    assert said.startswith(f"kit.toml: print.language: '{shown}' is not the name of a language; ")


def test_spaces_round_a_name_do_not_count(kit_of: KitOf) -> None:
    assert kit_of('name = " My machine "').spec.name == "My machine"


def test_marks_are_written_large(kit_of: KitOf) -> None:
    assert kit_of('marks = ["z", "x"]').spec.marks == ("Z", "X")


@pytest.mark.parametrize(
    "marks", [("X", "O"), ("1", "2"), ("●", "○"), ("\N{CAT FACE}", "\N{DOG FACE}")]
)
def test_any_two_signs_can_be_the_marks(kit_of: KitOf, marks: tuple[str, str]) -> None:
    kit = kit_of(f'marks = ["{marks[0]}", "{marks[1]}"]')
    assert kit.board(kit.box(2)) == f".{marks[0]}..{marks[1]}...."
    assert set("".join(kit.board(box) for box in kit.boxes)) == {".", *marks}


@pytest.mark.parametrize(
    "address", ["https://example.org", "http://192.168.0.7:8000", "https://example.org/my/menace/"]
)
def test_boxes_have_addresses_below_the_base_address(kit_of: KitOf, address: str) -> None:
    kit = kit_of(f'print.base-address = "{address}"')
    assert kit.address(kit.box(137)) == f"{address.rstrip('/')}/box/137"


@pytest.mark.parametrize(
    "address",
    [
        "example.org",
        "ftp://example.org",
        "https://",
        "https:///box",
        "https://exa mple.org",
        "https://example.org/a b",
        "https://example.org/?q=1",
        "https://example.org/#a",
        "https://exämple.org",
        "https://user@example.org",
        "",
    ],
)
def test_a_base_address_that_is_none_is_refused(complaint: Complaint, address: str) -> None:
    assert complaint(f'print.base-address = "{address}"').startswith(
        f"kit.toml: print.base-address: {address!r} is not a web address to which "
        "/box/137 can be added"
    )
