"""`filling --machine`, `passport`: a machine that has learned is laid out elsewhere, and is the same machine there."""

import csv
import io
import json
import re
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp

from menace_kit.journal.store import Journal
from menace_kit.lab.machine_file import machine_bytes, parse_machine, untaught
from menace_kit.machine.kit import Kit, both_sides, load_preset
from tests.cli.conftest import Menace
from tests.cli.running import complaint
from tests.journal.games import play_random_games

KIT = load_preset("her-37")
HERS = ("--preset", "her-37")


def expert_contents(kit: Kit = KIT) -> dict[int, dict[str, int]]:
    """Return beads of which every third box has others than at the start, some of them many."""
    return {
        box.number: {
            colour: start if box.number % 3 else (start + place * 50) * (place > 0)
            for place, (colour, start) in enumerate(box.start.items())
        }
        for box in kit.boxes
    }


@pytest.fixture(name="expert")
def fixture_expert(tmp_path: Path) -> Path:
    path = tmp_path / "expert.json"
    path.write_bytes(machine_bytes(untaught(KIT, expert_contents())))
    return path


def kept(path: Path, kit: Kit = KIT) -> dict[int, dict[str, int]]:
    return parse_machine(path.read_bytes(), str(path), kit).contents


def scanned(path: Path) -> list[str]:
    """Return what a decoder reads on the pages of a PDF."""
    with pypdfium2.PdfDocument(path) as pdf:
        pages = [page.render(scale=250 / 72, grayscale=True).to_pil() for page in pdf]
    return [code.text for page in pages for code in zxingcpp.read_barcodes(page)]


def typed_lines(path: Path) -> str:
    """Return what stands below the last heading of a page, as somebody types it."""
    with pypdfium2.PdfDocument(path) as pdf:
        text = "\n".join(page.get_textpage().get_text_bounded() for page in pdf)
    return text[text.index("MENACE PASSPORT") :]


def test_a_passport_reads_back_whether_it_is_scanned_typed_or_sent(
    menace: Menace, tmp_path: Path, expert: Path
) -> None:
    made = menace("passport", "--machine", expert, *HERS, "-o", "made")
    assert (made.code, made.err) == (0, "")
    page = tmp_path / "made/passport-a4-expert.pdf"
    sent = (tmp_path / "made/passport-expert.txt").read_text(encoding="utf-8")
    codes = scanned(page)
    assert codes
    texts = {"sent": sent, "scanned": "\n".join(codes), "joined": "".join(f"{code}*" for code in codes)}
    # On the page each group stands in a column of its own, and a row ends with its check.
    texts["typed"] = re.sub(r"\s+(?!\d+:|MENACE)", " ", typed_lines(page))
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
        read = menace("passport", "--read", f"{name}.txt", "--save", f"{name}.json", *HERS)
        assert (read.code, read.err) == (0, ""), name
        assert kept(tmp_path / f"{name}.json") == expert_contents(), name


def test_the_default_machine_s_page_is_scanned(menace: Menace, tmp_path: Path) -> None:
    kit = load_preset("michie-1961")
    (tmp_path / "m.json").write_bytes(machine_bytes(untaught(kit, expert_contents(kit))))
    assert menace("passport", "--machine", "m.json", "-o", "made").code == 0
    (tmp_path / "scanned.txt").write_text(
        "\n".join(scanned(tmp_path / "made/passport-a4-m.pdf")), encoding="utf-8"
    )
    assert menace("passport", "--read", "scanned.txt", "--save", "s.json").err == ""
    assert kept(tmp_path / "s.json", kit) == expert_contents(kit)


def test_a_typo_is_told_by_its_line_and_nothing_is_kept(menace: Menace, tmp_path: Path, expert: Path) -> None:
    menace("passport", "--machine", expert, *HERS, "-o", ".")
    lines = (tmp_path / "passport-expert.txt").read_text(encoding="utf-8").splitlines()
    first, group, *rest = lines[2].split()
    lines[2] = " ".join([first, f"{group[:-1]}{'7' if group[-1] != '7' else '8'}", *rest])
    (tmp_path / "typed.txt").write_text("\n".join(lines), encoding="utf-8")
    said = complaint(menace("passport", "--read", "typed.txt", "--save", "s.json", *HERS), 2)
    assert "typed.txt: line 3, boxes" in said
    assert f"should be {group}, it seems" in said
    assert not (tmp_path / "s.json").exists()
    assert "line 3" in complaint(menace("filling", "--machine", "typed.txt", *HERS), 2)


def test_the_filling_guide_of_a_machine_says_its_beads_and_what_to_change(
    menace: Menace, tmp_path: Path, expert: Path
) -> None:
    menace("passport", "--machine", expert, *HERS, "-o", ".")
    for source in ("expert.json", "passport-expert.txt"):
        assert menace("filling", "--machine", source, *HERS, "-o", source[:4]).err == ""
        (table,) = (tmp_path / source[:4]).glob("filling-*.csv")
        rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
        found = {int(row["number"]): row for row in rows}
        assert {
            number: {colour: int(found[number][colour]) for colour in inside}
            for number, inside in expert_contents().items()
        } == expert_contents()
        (page,) = (tmp_path / source[:4]).glob("filling-a4-*.pdf")
        with pypdfium2.PdfDocument(page) as pdf:
            text = " ".join(page.get_textpage().get_text_bounded() for page in pdf)
        differ = sum(box.start != expert_contents()[box.number] for box in KIT.boxes)
        assert f"{differ} of {len(KIT.boxes)} boxes differ" in " ".join(text.split())
    # The kit's own guide is another file, and stays what it is.
    assert menace("filling", *HERS, "-o", "own").code == 0
    assert sorted(path.name for path in (tmp_path / "own").iterdir()) == ["filling-a4.pdf", "filling.csv"]


def test_boxes_that_are_too_full_to_mix_are_halved(menace: Menace, tmp_path: Path, expert: Path) -> None:
    mixes = int(
        48 * 32 * 13.4 * 0.3 / (3.1416 / 4 * 5 * 5 * 5)
    )  # midi beads, 30 % of the tray of a pocket matchbox
    full = {number for number, inside in expert_contents().items() if sum(inside.values()) > mixes}
    said = " ".join(menace("filling", "--machine", expert, *HERS).out.split())
    most = max(sum(inside.values()) for inside in expert_contents().values())
    assert f"Too full to mix: {len(full)} of 37 boxes." in said
    assert f"would have {most} beads, and shaking mixes about {mixes}." in said
    made = menace("filling", "--machine", expert, "--halved", "halved.json", *HERS, "-o", "made")
    assert f"halved.json  ({len(full)} of 37 boxes halved)" in made.out
    assert "Too full" not in made.out
    for number, inside in kept(tmp_path / "halved.json").items():
        before = expert_contents()[number]
        if number not in full:
            assert inside == before
            continue
        assert 0 < sum(inside.values()) <= mixes
        assert all((count > 0) == (before[colour] > 0) for colour, count in inside.items())
        halvings = [
            {colour: max(count // 2**times, min(count, 1)) for colour, count in before.items()}
            for times in range(9)
        ]
        assert inside == next(left for left in halvings if sum(left.values()) <= mixes)
    (table,) = (tmp_path / "made").glob("filling-halved.csv")
    assert menace("filling", "--machine", "halved.json", *HERS, "-o", "again").code == 0
    assert (tmp_path / "again/filling-halved.csv").read_bytes() == table.read_bytes()
    begun = menace("operator", "start", "--machine", expert, "--journal", "one.sqlite", *HERS).out
    assert "and some are too full to mix" in begun
    assert (
        "too full"
        not in menace("operator", "start", "--machine", "halved.json", "--journal", "two.sqlite", *HERS).out
    )
    assert "is the machine itself" in complaint(
        menace("filling", "--machine", expert, "--halved", expert, *HERS), 2
    )
    assert "name one with --machine" in complaint(menace("filling", "--halved", "h.json", *HERS), 2)
    assert kept(expert) == expert_contents()


def test_the_filling_guide_and_passport_of_a_journal(menace: Menace, tmp_path: Path) -> None:
    kit = load_preset("michie-1961")
    path = tmp_path / "real.sqlite"
    with Journal(path, kit) as book:
        play_random_games(book, 5, seed=1961)
        contents = book.contents()
    for option in ("--journal", "--machine"):
        assert menace("passport", option, path, "-o", option[2:]).err == ""
        menace("passport", "--read", f"{option[2:]}/passport-real.txt", "--save", "s.json")
        assert kept(tmp_path / "s.json", kit) == contents


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("passport",), "whose passport? Name a machine with --machine"),
        (("passport", "--read", "expert.json", "--machine", "expert.json"), "give one of them"),
        (("passport", "--machine", "expert.json", "--save", "s.json"), "--save goes with --read"),
        (("passport", "--read", "expert.json"), "this is no passport of a machine"),
        (("passport", "--read", "nothing.txt"), "nothing.txt"),
        (("passport", "--read", "picture.png"), "picture.png is not a text file in UTF-8"),
        (("passport", "--machine", "expert.json"), "another kit"),
        (("filling", "--machine", "expert.json"), "another kit"),
        (("filling", "--machine", "expert.json", "--real"), "both name a machine"),
        (("filling", "--machine", "nothing.json"), "there is no file nothing.json"),
        (("filling", "--journal", "nothing.sqlite"), "there is no journal nothing.sqlite"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
@pytest.mark.usefixtures("expert")
def test_a_mistake_is_told_in_a_sentence(
    menace: Menace, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    before = sorted(tmp_path.iterdir())
    result = menace(*arguments)
    assert result.code in (1, 2)
    assert told in " ".join(result.err.split())
    assert sorted(tmp_path.iterdir()) == before


def test_a_machine_by_odds_has_no_beads_to_lay_out(menace: Menace) -> None:
    menace("lab", "train", "--learner", "odds", "--games", "5", "--machine", "odds.json", *HERS)
    assert "there are no beads in its boxes" in complaint(
        menace("filling", "--machine", "odds.json", *HERS), 2
    )
    assert "there are no beads in its boxes" in complaint(
        menace("passport", "--machine", "odds.json", *HERS), 2
    )


# At the table: a journal that begins with another machine's beads, and what such a machine has in a box.

MICHIE = load_preset("michie-1961")


@pytest.fixture(name="visitor")
def fixture_visitor(tmp_path: Path) -> Path:
    path = tmp_path / "visitor.json"
    path.write_bytes(machine_bytes(untaught(MICHIE, expert_contents(MICHIE))))
    return path


def test_a_journal_begins_with_a_machine_s_beads_and_its_book_is_in_order(
    menace: Menace, tmp_path: Path, visitor: Path
) -> None:
    begun = menace("operator", "start", "--machine", visitor, "--journal", "visit.sqlite")
    assert (begun.code, begun.err) == (0, "")
    differ = sum(box.start != expert_contents(MICHIE)[box.number] for box in MICHIE.boxes)
    assert f"{differ} of 304 boxes differ from the start of the kit" in begun.out
    with Journal(tmp_path / "visit.sqlite", MICHIE, read_only=True) as book:
        assert book.contents() == expert_contents(MICHIE)
        assert book.last_game == 1
    assert menace("operator", "verify", "--journal", "visit.sqlite").out.startswith("In order")
    # Its games, exported and read into a journal that begins so, too, come to the same beads.
    for step in (("draw", "lilac"), ("abandon",)):
        assert menace("operator", *step, "--journal", "visit.sqlite").code == 0
    for form in ("jsonl", "csv"):
        games = menace(
            "operator", "export", "--games", f"games.{form}", "--format", form, "--journal", "visit.sqlite"
        )
        assert games.code == 0, games.err
        again = menace("operator", "import", f"games.{form}", "--journal", f"again-{form}.sqlite")
        assert again.code == 0, again.err
        with Journal(tmp_path / f"again-{form}.sqlite", MICHIE, read_only=True) as book:
            assert book.contents() == expert_contents(MICHIE)
    # And what it holds travels on: another journal begins with this one.
    assert menace("operator", "start", "--machine", "visit.sqlite", "--journal", "next.sqlite").code == 0
    with Journal(tmp_path / "next.sqlite", MICHIE, read_only=True) as book:
        assert book.contents() == expert_contents(MICHIE)


def test_a_journal_that_has_entries_does_not_begin_anew(
    menace: Menace, tmp_path: Path, visitor: Path
) -> None:
    menace("operator", "start")
    before = (tmp_path / "journal.sqlite").read_bytes()
    assert "has entries already" in complaint(menace("operator", "start", "--machine", visitor), 2)
    assert (tmp_path / "journal.sqlite").read_bytes() == before


def test_a_machine_that_cannot_be_is_refused_before_a_journal_is_made(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "both.json").write_bytes(
        machine_bytes(untaught(both_sides(MICHIE), expert_contents(both_sides(MICHIE))))
    )
    many = expert_contents(MICHIE) | {4: dict.fromkeys(MICHIE.box(4).moves, 10_000)}
    (tmp_path / "many.json").write_bytes(machine_bytes(untaught(MICHIE, many)))
    menace("lab", "train", "--learner", "odds", "--games", "5", "--machine", "odds.json")
    for name, told in (
        ("nothing.json", "there is no file"),
        ("both.json", "for both players"),
        ("many.json", "box 4 would have 10,000 white beads"),
        ("odds.json", "there are no beads in its boxes"),
    ):
        assert told in complaint(menace("operator", "start", "--machine", name), 2)
        assert not (tmp_path / "journal.sqlite").exists()


def test_a_board_is_looked_up_in_a_machine_that_has_learned(menace: Menace, visitor: Path) -> None:
    menace("passport", "--machine", visitor, "-o", ".")
    menace("operator", "start", "--machine", visitor, "--journal", "visit.sqlite")
    for source in (visitor, "passport-visitor.txt", "visit.sqlite"):
        for box in MICHIE.boxes[2::150]:
            inside = expert_contents(MICHIE)[box.number]
            total = sum(inside.values())
            facts = json.loads(
                menace("operator", "lookup", MICHIE.board(box), "--machine", source, "--json").out
            )
            assert (facts["box"], facts["in_box"]) == (box.number, inside)
            assert facts["chances"] == pytest.approx({colour: n / total for colour, n in inside.items()})
            shown = menace("operator", "lookup", MICHIE.board(box), "--machine", source).out
            boxed = json.loads(menace("box", str(box.number), "--machine", source, "--json").out)
            assert (boxed["in_box"], boxed["chances"]) == (inside, facts["chances"])
            table = menace("box", str(box.number), "--machine", source).out
            for colour, count in inside.items():
                row = next(line for line in shown.splitlines() if line.split()[1:2] == [colour])
                assert row.endswith(f" {count}  {100 * count / total:5.1f} %")
                assert re.search(rf"{colour} .* {count} +{100 * count / total:.1f} %", table)


def test_an_empty_box_and_one_of_odds_are_told_as_what_they_are(menace: Menace, tmp_path: Path) -> None:
    contents = expert_contents(MICHIE) | {1: dict.fromkeys(MICHIE.box(1).moves, 0)}
    (tmp_path / "empty.json").write_bytes(machine_bytes(untaught(MICHIE, contents)))
    assert "The box is empty." in menace("operator", "lookup", ".........", "--machine", "empty.json").out
    assert re.search(r"white .* 0 +- *$", menace("box", "1", "--machine", "empty.json").out, re.MULTILINE)
    menace("lab", "train", "--learner", "odds", "--games", "5", "--machine", "odds.json")
    shown = json.loads(menace("box", "1", "--machine", "odds.json", "--json").out)
    assert sum(shown["chances"].values()) == pytest.approx(1)


# Before and after, side by side.


def test_the_chances_before_and_after_stand_in_one_table(menace: Menace, expert: Path) -> None:
    asked = ("lab", "evaluate", *HERS)
    facts = json.loads(menace(*asked, "--machine", expert, "--before", "--json").out)
    before, after = (json.loads(menace(*asked, *more, "--json").out) for more in ((), ("--machine", expert)))
    for row, old, new in zip(facts["results"], before["results"], after["results"], strict=True):
        assert row.pop("before") == {end: old[end] for end in ("win", "draw", "loss")}
        assert row == new
        assert {**old, **new} != old or row["opponent"] != "random"
    head, names, columns, first, *_ = menace(*asked, "--machine", expert, "--before").out.splitlines()
    assert "expert.json" in head
    assert names.split() == ["before", "now"]
    assert columns.split() == ["against", "win", "loss", "win", "loss"]
    shown = [float(each) for each in first.replace("%", "").split()[1:]]
    row = facts["results"][0]
    chances = [moment[end] for moment in (before["results"][0], row) for end in ("win", "loss")]
    assert shown == pytest.approx([100 * each for each in chances], abs=0.005)


def test_chosen_boxes_before_and_after_are_drawn_larger(menace: Menace, tmp_path: Path, expert: Path) -> None:
    facts = {}
    for name, more in (("all", ()), ("few", ("--only", "1,3-4"))):
        made = menace(
            "lab", "heatmap", "--machine", expert, *HERS, *more, "--output", f"{name}.svg", "--json"
        )
        assert (made.code, made.err) == (0, "")
        facts[name] = json.loads(made.out)
    assert [box["number"] for box in facts["few"]["boxes"]] == [1, 3, 4]
    assert facts["few"]["boxes"] == [box for box in facts["all"]["boxes"] if box["number"] in (1, 3, 4)]
    assert facts["few"]["boxes"][1]["after"] == expert_contents()[3]
    drawn = {name: (tmp_path / f"{name}.svg").read_text(encoding="utf-8") for name in facts}
    assert {name: len(re.findall("<text", text)) for name, text in drawn.items()}["few"] < 40
    assert all(KIT.fingerprint in text for text in drawn.values())
    assert ["chosen boxes" in text for text in drawn.values()] == [False, True]
    refused = menace("lab", "heatmap", "--machine", expert, *HERS, "--only", "99", "--output", "no.svg")
    assert "there is no box 99" in complaint(refused, 2)
    assert not (tmp_path / "no.svg").exists()


@pytest.mark.parametrize(
    "command",
    [
        ("filling", "--machine"),
        ("lab", "evaluate", "--machine"),
        ("lab", "play", "--machine"),
        ("lab", "heatmap", "--machine"),
        ("passport", "--read"),
    ],
)
def test_a_wrong_byte_in_a_passport_is_told_by_its_line(
    menace: Menace, tmp_path: Path, expert: Path, command: tuple[str, ...]
) -> None:
    menace("passport", "--machine", expert, *HERS, "-o", ".")
    content = (tmp_path / "passport-expert.txt").read_bytes()
    third = content.index(b"\n", content.index(b"\n") + 1) + 4
    (tmp_path / "bad.txt").write_bytes(content[:third] + b"\xff" + content[third + 1 :])
    said = complaint(menace(*command, "bad.txt", *HERS), 2)
    assert said.startswith(
        "bad.txt is not a text file in UTF-8: line 3 has a byte that stands for no character"
    )
