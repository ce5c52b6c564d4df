"""The pages of the boxes: each of them, the map of all, and the way from one to the next."""

import re
import threading
import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.machine.kit import Kit
from menace_kit.text.shares import parts_of_100
from menace_kit.web.pages import box as box_page
from menace_kit.web.pages.box import label_picture
from menace_kit.web.pages.cabinet import SHADES, legend, shades
from tests.examples import all_to_prove, preset
from tests.layout.kits import in_container
from tests.logbook.games import KITS, kit_of
from tests.web.conftest import HER, KIT, Open, done, play_on, played_out, state
from tests.web.page import Page, press, visit


@pytest.mark.parametrize("name", all_to_prove(["her-19", "michie-1961"], quick=["her-19"]))
def test_every_box_has_a_page(open_client: Open, name: str) -> None:
    kit = preset(name)
    client = open_client(kit)
    first, *others, last = kit.boxes
    for box in (first, others[0], last):
        page = visit(client, f"/box/{box.number}")
        assert f"Box {box.number}" in page.words
        assert f"started with {box.start_total}" in page.words
        for colour in box.moves:
            assert f"{kit.colour(colour).glyph} {colour}" in page.words
        assert (f"/box/{box.number - 1}" in page.links) == (box.number > 1)
        assert (f"/box/{box.number + 1}" in page.links) == (box.number < len(kit.boxes))


def test_a_label_is_drawn_as_it_is_printed(client: TestClient) -> None:
    for number in (1, 137, 304):
        answer = client.get(f"/label/{number}.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        drawing = ET.fromstring(answer.content)
        assert drawing.get("width") == f"{KIT.container.label_width:g}mm"
        texts = [element.text for element in drawing.iter() if element.tag.endswith("text")]
        assert str(number) in texts
        assert {KIT.colour(colour).key for colour in KIT.box(number).moves} <= set(texts)


def test_labels_are_drawn_beside_the_game(
    open_client: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def watched(kit: Kit, number: int) -> bytes:
        drawn.append(threading.current_thread().name)
        return label_picture(kit, number)

    monkeypatch.setattr(box_page, "label_picture", watched)
    client = open_client()
    assert client.portal
    at_the_game = client.portal.call(lambda: threading.current_thread().name)
    for _ in range(2):
        assert client.get("/label/2.svg").status_code == 200
    assert len(drawn) == 1
    assert drawn != [at_the_game]


def test_a_number_that_no_box_has_is_told_what_there_is(client: TestClient) -> None:
    numbers = ("0", "305", "seven", "-1", "%C2%B2")
    for path in (
        *(f"/box/{each}" for each in numbers),
        *(f"/label/{each}.svg" for each in numbers),
    ):
        answer = client.get(path)
        assert answer.status_code == 404
        page = Page(answer.text)
        assert "boxes 1 to 304" in page.words
        assert "/" in page.links


def test_a_box_says_what_is_in_it_what_changed_it_and_that_it_is_due(client: TestClient) -> None:
    done(client, "start", opponent="Bob")
    assert "Draw a bead from box 1" in visit(client, "/box/1").words
    now = play_on(client, state(client))
    made = now["game"]["moves"][0]
    page = visit(client, "/box/1")
    assert f"One {made['colour']['name']} bead of these is in front of the box" in page.words
    assert "It was opened once." in page.words
    now = played_out(client, now)
    done(client, "confirm")
    page, logbook = visit(client, "/box/1"), client.get("/api/box/1").json()
    assert logbook["changes"][0]["words"] in page.words
    assert "/history/1" in page.links
    shares = [int(share) for share in re.findall(r"(\d+) %", page.words)]
    assert shares == parts_of_100([bead["beads"] for bead in logbook["beads"]])


def test_an_empty_box_says_so(client: TestClient) -> None:
    form = visit(client, "/box/7").acts("recount")[0]
    typed = {field["name"]: "0" for field in form.fields if field["name"].startswith("count:")}
    assert "By the logbook this box is empty." in press(client, form, None, **typed).words


def test_a_box_is_counted_on_its_page(client: TestClient) -> None:
    form = visit(client, "/box/7").acts("recount")[0]
    counts = [field for field in form.fields if field["name"].startswith("count:")]
    logbook = client.get("/api/box/7").json()
    assert [int(field["value"]) for field in counts] == [
        bead["in_box"] for bead in logbook["beads"]
    ]
    typed = {field["name"]: str(place) for place, field in enumerate(counts)}
    page = press(client, form, None, **typed)
    assert "counted:" in page.words
    assert [bead["in_box"] for bead in client.get("/api/box/7").json()["beads"]] == list(
        range(len(counts))
    )


def test_the_cabinet_has_every_box_with_its_number_and_its_amount(open_client: Open) -> None:
    client = open_client(HER)
    now = done(client, "start")
    now = play_on(client, now)
    books = client.get("/api/boxes").json()
    for by in ("beads", "opened", "changed"):
        page = visit(client, f"/cabinet?by={by}")
        drawers = [facts for facts in page.all("a") if facts["href"].startswith("/box/")]
        assert [facts["href"] for facts in drawers] == [f"/box/{box['number']}" for box in books]
        for facts, box in zip(drawers, books, strict=True):
            amount = {
                "beads": box["total"],
                "opened": box["opened"],
                "changed": box["total"] - box["start_total"],
            }[by]
            told = facts["aria-label"]
            assert f"Box {box['number']}:" in told
            assert str(amount) in told or (amount == 1 and "once" in told)
        due = [facts for facts in drawers if "due now" in facts["aria-label"]]
        assert [facts["href"] for facts in due] == [f"/box/{now['box']['number']}"]


@pytest.mark.parametrize("name", all_to_prove(["michie", "both", "none"], quick=["both"]))
def test_a_kit_without_a_cabinet_is_shown_by_stages(open_client: Open, name: str) -> None:
    kit = kit_of(KITS[name])
    assert kit.spec.cabinet is None
    page = visit(open_client(kit), "/cabinet")
    drawers = [facts["href"] for facts in page.all("a") if facts["href"].startswith("/box/")]
    assert drawers == [f"/box/{box.number}" for box in kit.boxes]
    assert len(page.all("h2")) == len(kit.stages)


@given(st.lists(st.integers(-300, 900), min_size=1, max_size=60))
def test_shades_grow_with_the_amount_and_nothing_has_its_own(amounts: list[int]) -> None:
    found = shades(amounts)
    told = sorted(found)
    assert [found[amount] for amount in told] == sorted(found.values())
    assert {amount for amount in found if found[amount] == 0} == {0}
    assert set(amounts) <= set(told)
    assert all(-SHADES <= shade <= SHADES for shade in found.values())
    lines = legend(amounts)
    assert all(line.lowest <= line.highest for line in lines)
    assert [[each for each in told if line.lowest <= each <= line.highest] for line in lines] == [
        [each for each in told if found[each] == line.shade] for line in lines
    ]


def test_one_full_box_does_not_make_all_others_alike() -> None:
    """A machine after 300 games: a first box of a thousand beads,
    and hundreds with a few more or less than others.
    """
    amounts = [*range(1, 51), 900]
    shade = shades(amounts)
    per_shade = Counter(shade[amount] for amount in amounts)
    assert set(per_shade) == {1, 2, 3, 4, 5}
    assert max(per_shade.values()) - min(per_shade.values()) <= 1
    assert shades([-9, -1, 0, 4]) == {-9: -3, -1: -1, 0: 0, 4: 1}


def test_a_box_page_says_first_that_another_box_is_due_and_where_that_is(
    client: TestClient,
) -> None:
    assert "Not this box" not in visit(client, "/box/7").words
    due = done(client, "start")["box"]
    page = visit(client, "/box/7")
    said = f"Not this box. You need: Box {due['number']}, {due['place']['words']}."
    before, found, _ = page.words.partition(said)
    assert found
    assert page.words.index("Box 7 row", len(before)) > len(before)
    assert "Not this box" not in visit(client, f"/box/{due['number']}").words
    play_on(client, state(client))
    assert "Not this box" not in visit(client, "/box/7").words  # the opponent moves: no box is due


def test_a_label_that_does_not_fit_is_told_of_where_it_is_asked_for(open_client: Open) -> None:
    client = open_client(in_container(preset("her-19"), (12.0, 8.0)))
    assert "Box 1" in visit(client, "/box/1").words
    assert client.get("/label/1.svg").status_code == 422
