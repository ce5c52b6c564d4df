"""A class: groups join by a code, each has its own logbook,
and only the teacher's PIN opens all of them.
"""

import html
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from menace_kit.errors import LogbookError
from menace_kit.machine.cabinets import Cabinet
from menace_kit.machine.schema import ScreenSpec
from menace_kit.web.app import create_class
from menace_kit.web.classroom import check_logbooks, logbook_of, without_lights
from menace_kit.web.pin import PinLock
from menace_kit.web.sessions import Sessions
from menace_kit.web.settings import Settings
from tests.examples import in_cabinet, preset
from tests.web import warm
from tests.web.classroom import classroom, entries, member, phone, send, step, teacher
from tests.web.conftest import HER, HOME, LAN, PIN, OpenClass
from tests.web.page import FORM, Page


def test_each_group_writes_in_its_own_logbook_alone(
    open_class: OpenClass, class_folder: Path
) -> None:
    app = open_class()
    phones = {letters: member(app, letters) for letters in "ABC"}
    for mine, client in phones.items():
        for letters in "ABC":
            assert step(client, letters) == (200 if letters == mine else 403)
    assert [entries(class_folder, letters) for letters in "ABC"] == [1, 1, 1]
    # By form and by call, also what is not due.
    assert phones["A"].post("/g/B/api/quick", json={"on": 1}).status_code == 403
    assert send(phones["A"], "/g/B/act/undo", on="1").status_code == 403
    assert phones["A"].get("/g/B/history", follow_redirects=False).status_code == 303
    assert phones["A"].get("/g/A/history", follow_redirects=False).status_code == 200
    assert phones["A"].get("/g/B/api/history").status_code == 403
    assert [entries(class_folder, letters) for letters in "ABC"] == [1, 1, 1]


def test_the_teachers_pin_opens_every_group(open_class: OpenClass, class_folder: Path) -> None:
    app = open_class()
    client = teacher(app)
    assert all(step(client, letters) == 200 for letters in "ABC")
    assert [entries(class_folder, letters) for letters in "ABC"] == [1, 1, 1]
    links = Page(client.get("/class/groups").text).links
    assert {"/g/A/", "/g/B/", "/g/C/"} <= set(links)
    assert client.get("/", follow_redirects=False).headers["location"] == "/class/overview"
    assert send(client, "/logout").headers["location"] == "/"
    assert [step(client, letters) for letters in "ABC"] == [403, 403, 403]


def test_the_teacher_can_log_out_on_every_page_and_a_group_on_its_own(
    open_class: OpenClass,
) -> None:
    app = open_class()
    its_teacher, mine = teacher(app), member(app, "A")
    for path, action in (
        ("/class/groups", "/logout"),
        ("/class/overview", "/logout"),
        ("/class/invite", "/logout"),
        ("/g/A/", "/g/A/logout"),
        ("/g/A/screen", "/g/A/logout"),
    ):
        actions = [form.tag["action"] for form in Page(its_teacher.get(path).text).forms]
        assert actions.count(action) == 1, path
        assert "/logout" not in mine.get(path).text, path
    assert 'name="leave"' in mine.get("/class/join").text
    assert send(its_teacher, "/g/A/logout").headers["location"] == "/g/A/"
    assert its_teacher.get("/class/groups", follow_redirects=False).status_code == 303


def test_a_watcher_sees_a_group_and_changes_nothing(
    open_class: OpenClass, class_folder: Path
) -> None:
    app = open_class()
    client = phone(app)
    assert client.get("/g/B/screen").status_code == 200
    assert [step(client, letters) for letters in "ABC"] == [403, 403, 403]
    for path in ("/class", "/class/groups", "/class/invite"):
        answer = client.get(path, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"][:7]) == (303, "/login?"), path
    assert send(client, "/class/groups", free="A").status_code == 403
    assert [entries(class_folder, letters) for letters in "ABC"] == [0, 0, 0]


def test_where_watching_needs_the_pin_a_group_sees_its_own_machine_alone(
    open_class: OpenClass,
) -> None:
    app = open_class(replace(LAN, watch_pin=True))
    client = member(app, "B")
    assert client.get("/g/B/api/state").status_code == 200
    assert client.get("/g/A/api/state").status_code == 403
    assert phone(app).get("/class/join").status_code == 200
    asked = phone(app).get("/g/B/box/3", follow_redirects=False)
    assert (asked.status_code, asked.headers["location"]) == (303, "/g/B/login?next=/g/B/box/3")


def test_a_group_that_is_taken_is_joined_by_its_own_code_alone(open_class: OpenClass) -> None:
    app = open_class()
    first, room = member(app, "B"), classroom(app)
    second = phone(app)
    refused = send(second, "/class/join", code=room.code, group="B")
    assert refused.status_code == 200
    told = re.search(r'role="alert">(.+?)</p>', refused.text)
    assert told
    assert "use the group's own code" in html.unescape(told[1])
    assert step(second, "B") == 403
    shown = first.get("/class/join").text
    assert room.groups["B"].code in shown
    assert room.groups["A"].code not in shown
    answer = send(second, "/class/join", code=f" {room.groups['B'].code.upper()} ")
    assert answer.headers["location"] == "/g/B/"
    assert step(second, "B") == step(first, "B") == 200


def test_a_phone_that_changes_its_group_leaves_the_other_one(open_class: OpenClass) -> None:
    app = open_class()
    client, room = member(app, "A"), classroom(app)
    send(client, "/class/join", code=room.code, group="C")
    assert [step(client, letters) for letters in "ABC"] == [403, 403, 200]
    assert [group.is_taken for group in room.groups.values()] == [False, False, True]
    send(client, "/class/join", leave="yes")
    assert step(client, "C") == 403
    assert not room.groups["C"].is_taken


def test_the_teacher_sends_the_phones_of_a_group_away_and_its_logbook_stays(
    open_class: OpenClass, class_folder: Path
) -> None:
    app = open_class()
    lost, new, known = member(app, "A"), phone(app), classroom(app).groups["A"].code
    assert step(lost, "A") == 200
    assert send(teacher(app), "/class/groups", free="A").status_code == 303
    assert step(lost, "A") == 403
    send(new, "/class/join", code=classroom(app).code, group="A")
    assert step(new, "A") == 200
    assert send(lost, "/class/join", code=known).status_code == 403  # what it knew lets nobody in
    assert step(lost, "A") == 403
    assert entries(class_folder, "A") == 2


def test_before_the_next_class_all_phones_are_sent_away_at_once(open_class: OpenClass) -> None:
    app = open_class()
    phones = {letters: member(app, letters) for letters in "AC"}
    room = classroom(app)
    known, codes = room.code, {group.code for group in room.groups.values()}
    send(teacher(app), "/class/groups", **{"free-all": "yes"})
    assert not codes & {group.code for group in room.groups.values()}
    assert send(phones["A"], "/class/join", code=known, group="B").status_code == 403
    assert [step(client, letters) for letters, client in phones.items()] == [403, 403]
    assert not any(group.is_taken for group in classroom(app).groups.values())


def test_wrong_codes_wait_as_wrong_pins_do_and_both_together(open_class: OpenClass) -> None:
    app = open_class()
    client = phone(app)
    told = [send(client, "/class/join", code="zzzzz") for _ in range(4)]
    assert [answer.status_code for answer in told] == [403, 403, 403, 429]
    assert int(told[-1].headers["retry-after"]) >= 1
    assert "No group of this class has that code." in told[0].text
    assert send(client, "/class/join", code=classroom(app).code, group="A").status_code == 429
    for path in ("/login", "/g/A/login", "/g/C/login"):
        assert send(client, path, pin=PIN).status_code == 429


def test_the_teachers_square_code_lets_one_browser_in_and_only_where_it_leads(
    open_class: OpenClass,
) -> None:
    app = open_class()
    code = classroom(app).lock.new_code()
    assert send(phone(app), "/g/A/login", code=code).status_code == 403
    client = phone(app)
    assert send(client, "/login", code=code).status_code == 303
    assert [step(client, letters) for letters in "ABC"] == [200, 200, 200]
    assert send(phone(app), "/login", code=code).status_code == 403


def test_the_chosen_group_is_known_by_a_cookie_and_after_a_restart(
    open_class: OpenClass, class_folder: Path
) -> None:
    app = open_class()
    client = member(app, "B")
    assert client.get("/", follow_redirects=False).headers["location"] == "/g/B/"
    assert client.get("/box/7?x=1", follow_redirects=False).headers["location"] == "/g/B/box/7?x=1"
    assert phone(app).get("/box/7").status_code == 404
    assert step(client, "B") == 200
    again = create_class(
        HER, class_folder, 3, LAN, PinLock(PIN, sessions=Sessions(class_folder / "class.sessions"))
    )
    with TestClient(again, base_url=HOME, cookies=client.cookies) as later:
        assert step(later, "B") == 200
        assert step(later, "A") == 403
    assert entries(class_folder, "B") == 2


def test_without_a_pin_all_groups_are_open_on_this_machine(open_class: OpenClass) -> None:
    app = open_class(Settings())
    client = phone(app)
    assert {"/g/A/", "/g/B/", "/g/C/"} <= set(Page(client.get("/class/join").text).links)
    assert all(step(client, letters) == 200 for letters in "ABC")


def test_what_a_group_says_of_its_own_address_leads_to_the_group(open_class: OpenClass) -> None:
    """The square on its screen, for phones, and the description of its calls, for programs."""
    app = open_class(
        kit=replace(
            HER, spec=HER.spec.model_copy(update={"screen": ScreenSpec(idle=0.001, slide=3)})
        )
    )
    client, companion = phone(app), classroom(app).groups["C"].companion
    companion.started -= timedelta(seconds=7)
    shown = client.get("/g/C/screen", headers={"host": "192.168.1.5:1961"}).text
    assert 'class="story story-phone"' in shown
    assert "http://192.168.1.5:1961/g/C/" in shown
    assert client.get("/g/C/api/openapi.json").json()["servers"] == [{"url": "/g/C"}]
    assert "GET /g/C/api/state" in Page(client.get("/g/C/api/docs").text).words


NEXT = re.compile(r"/g/C/(?!downloads/|act/|play/|login|logout|teach|box/|label/|charts/|api/)")
"""Pages that are looked at in turn: those that others do not lead to as well."""


def test_a_copy_of_a_groups_machine_stays_in_the_group(
    open_class: OpenClass, class_folder: Path
) -> None:
    app = open_class()
    ann, before = member(app, "A"), entries(class_folder, "A")
    begun = ann.post("/g/A/play/begin", data={}, headers=FORM, follow_redirects=False)
    assert (begun.status_code, begun.headers["location"]) == (303, "/g/A/play?begun=true")
    assert "Path=/g/A/;" in begun.headers["set-cookie"]
    page = Page(ann.get("/g/A/play").text)
    (tapped,) = (form for form in page.forms if form.tag["action"] == "/g/A/play/move")
    sent = {"on": tapped.fields[0]["value"], "square": tapped.buttons[0]["value"]}
    assert re.search(
        r"from box A\S*: the machine plays",
        ann.post(tapped.tag["action"], data=sent, headers=FORM).text,
    )
    assert "Your copy is gone" not in ann.get("/g/A/play").text
    assert 'class="move"' not in ann.get("/g/B/play").text
    assert entries(class_folder, "A") == before


def leading_out(page: Page) -> list[str]:
    """Return the addresses in a page of group C that lead neither into it nor to the class."""
    places = [*page.links, *(form.tag["action"] for form in page.forms)]
    places += [
        field["value"] for form in page.forms for field in form.fields if field["name"] == "next"
    ]
    return [place for place in places if not re.match(r"/g/C/|/class/|https?:|data:|[?#]|$", place)]


def test_every_link_of_a_groups_pages_leads_to_the_same_group(open_class: OpenClass) -> None:
    app = open_class()
    client = teacher(app)
    for _ in range(4):
        assert step(client, "C") == 200
    seen, todo = set(), ["/g/C/", "/g/C/box/1", "/g/C/login", "/g/C/api/docs"]
    while todo:
        path = todo.pop()
        answer = client.get(path)
        assert answer.status_code == 200, path
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        page = Page(answer.text)
        assert leading_out(page) == [], path
        for link in page.links:
            place = link.partition("#")[0]
            if NEXT.match(place) and "?" not in place and place not in seen:
                seen.add(place)
                todo.append(place)
    assert {"/g/C/cabinet", "/g/C/screen", "/g/C/statistics", "/g/C/find", "/g/C/history"} <= seen


def test_what_is_refused_in_a_group_leads_back_into_it(open_class: OpenClass) -> None:
    client = phone(open_class())
    for answer, status in (
        (client.get("/g/C/nowhere"), 404),
        (client.get("/g/C/static/nowhere.css"), 404),
        (send(client, "/g/C/act/start", on="0"), 403),
    ):
        assert answer.status_code == status
        page = Page(answer.text)
        assert "/g/C/" in page.links
        assert leading_out(page) == []


def test_what_stands_before_a_guarded_path_opens_nothing(open_class: OpenClass) -> None:
    client = phone(open_class())
    for path in ("/g/A//g/A/history", "/g/A/class/groups", "/g/A/../class/groups", "/g//history"):
        answer = client.get(path, follow_redirects=False)
        assert answer.status_code in (303, 404), path
        assert "login" in answer.headers.get("location", "login"), path


def test_trouble_with_one_logbook_stops_that_group_alone(
    open_class: OpenClass, class_folder: Path
) -> None:
    app = open_class()
    client = teacher(app)
    logbook_of(class_folder, "B").rename(class_folder / "away")
    assert client.get("/g/B/").status_code == 503
    assert [step(client, letters) for letters in "AC"] == [200, 200]
    (class_folder / "away").rename(logbook_of(class_folder, "B"))
    assert step(client, "B") == 200


@pytest.fixture
def damaged(class_folder: Path) -> Path:
    """Lend a folder in which a logbook is no logbook and one of another kit."""
    with TestClient(
        create_class(preset("nim-8"), class_folder, 3, Settings()), base_url=HOME
    ) as client:
        assert step(client, "C") == 200
    logbook_of(class_folder, "A").write_text("no logbook")
    return class_folder


def test_logbooks_that_cannot_be_used_are_all_named_and_nothing_else_is_touched(
    damaged: Path,
) -> None:
    with pytest.raises(LogbookError) as told:
        check_logbooks(HER, damaged, 3)
    said = str(told.value)
    assert str(logbook_of(damaged, "A")) in said
    assert str(logbook_of(damaged, "C")) in said
    assert str(logbook_of(damaged, "B")) not in said
    assert logbook_of(damaged, "A").read_text() == "no logbook"


def test_a_class_goes_on_with_fewer_groups_and_with_more(class_folder: Path) -> None:
    for count in (3, 2, 4):
        with TestClient(
            create_class(HER, class_folder, count, Settings()), base_url=HOME
        ) as client:
            assert step(client, "B") == 200
            assert client.get("/g/D/").status_code == (200 if count == 4 else 404)
    assert entries(class_folder, "B") == 3


def test_a_class_that_stops_ends_the_streams_of_all_groups(class_folder: Path) -> None:
    asked = ("--preset", "her-19", "--class", "2", "--folder", str(class_folder))
    with (
        warm.served(class_folder, *asked) as server,
        server.browser.stream("GET", "/g/B/api/events") as events,
    ):
        assert server.said[0].startswith("The class: ")
        lines = events.iter_lines()
        assert next(lines).startswith("retry")
        assert server.stop() == 0
        assert list(lines)  # to its end: what is cut off is an error


def test_an_address_with_a_slash_too_much_stays_in_its_group(open_class: OpenClass) -> None:
    answer = phone(open_class()).get("/g/B/box/3/?lang=de", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, f"{HOME}/g/B/box/3?lang=de")


def test_lights_stay_dark() -> None:
    dark = in_cabinet(HER, 5, 4)
    lit = Cabinet(rows=5, columns=4, lights="http://10.0.0.9")
    kit = replace(HER, spec=HER.spec.model_copy(update={"cabinet": lit}))
    assert without_lights(HER) is HER
    assert without_lights(dark) is dark
    assert without_lights(kit).spec == dark.spec


def test_no_more_screens_than_one_server_has(
    open_class: OpenClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of all groups are counted together."""
    app = open_class()
    monkeypatch.setattr("menace_kit.web.live.MOST_LISTENERS", 1)
    hubs = [group.companion.hub for group in classroom(app).groups.values()]
    assert not any(hub.is_full for hub in hubs)
    hubs[0]._listeners = 1
    assert all(hub.is_full for hub in hubs)
    hubs[0]._listeners = 0
