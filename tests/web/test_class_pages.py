"""The pages of a class, and what the terminal says of it: in every language,
and nothing for anybody from elsewhere.
"""

import re
import sqlite3
from pathlib import Path

import pytest

from menace_kit.errors import LogbookError
from menace_kit.machine.kit_files import load_preset
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.web.classroom import check_logbooks, logbook_of
from menace_kit.web.guard import MOST_BYTES
from menace_kit.web.language import in_language
from tests.cli.running import complaint, run, run_here
from tests.examples import all_to_prove
from tests.text.language_files import OTHERS
from tests.web import warm
from tests.web.classroom import classroom, entries, member, phone, send, step, teacher
from tests.web.conftest import HER, OpenClass
from tests.web.page import FORM, Page
from tests.web.server import Server
from tests.web.test_page_languages import check

CLASS_PAGES = ("/class/join", "/class/invite", "/class/groups", "/class/overview")


@pytest.mark.parametrize("language", all_to_prove(OTHERS, quick=["fr"]))
def test_every_page_of_a_class_is_in_the_kits_language(
    language: str, open_class: OpenClass
) -> None:
    app = open_class(kit=in_language(HER, language))
    mine, its_teacher, watcher = member(app, "B"), teacher(app), phone(app)
    room = classroom(app)
    for path in CLASS_PAGES:
        check(language, its_teacher.get(path).text, path)
    check(language, mine.get("/class/join").text, "mine")
    for path in ("/class/join", "/class/join?code=abcd", "/g/B/", "/g/B/login"):
        check(language, watcher.get(path).text, path)
    right = {"code": room.code}
    waits = [{"code": "no"}] * 4
    for fields in (right, {**right, "group": "B"}, {**right, "group": "Z"}, *waits):
        check(language, send(watcher, "/class/join", **fields).text, str(fields))


def test_nobody_from_elsewhere_is_answered_on_any_page_of_a_class(
    open_class: OpenClass, class_folder: Path
) -> None:
    app = open_class()
    client = teacher(app)
    for path in ("/", "/class/groups", "/class/state", "/g/A/", "/g/A/api/state", "/box/3"):
        assert client.get(path, headers={"host": "rebound.example"}).status_code == 403, path
        assert "default-src 'none'" in client.get(path).headers["content-security-policy"], path
    sent = {"content": "on=0&free=A&code=x&pin=x", "follow_redirects": False}
    for path in ("/class/join", "/class/groups", "/login", "/g/A/act/start", "/g/A/play"):
        strange = {**FORM, "origin": "http://elsewhere.example"}
        assert client.post(path, headers=strange, **sent).status_code == 403, path
        big = client.post(path, headers=FORM, content="x" * (MOST_BYTES + 1))
        assert big.status_code == 413, path
    assert not classroom(app).groups["A"].is_taken
    assert entries(class_folder, "A") == 0


def test_no_page_of_the_class_itself_leads_to_pages_that_only_groups_have(
    open_class: OpenClass,
) -> None:
    app = open_class()
    its_teacher, stranger = teacher(app), phone(app)
    known = set[str]()
    for client, path in [
        (stranger, "/login?code=abc"),
        (stranger, "/nowhere"),
        (its_teacher, "/class/groups"),
        (its_teacher, "/class/overview"),
        (its_teacher, "/class/invite"),
    ]:
        links = set(Page(client.get(path).text).links)
        for link in links - known:
            assert client.get(link, headers={"accept": "*/*"}).status_code == 200, (path, link)
        known |= links


@pytest.mark.parametrize(
    "preset", all_to_prove(template_names(TemplateKind.MACHINES), quick=["nim-8"])
)
def test_a_class_has_any_machine(preset: str, open_class: OpenClass) -> None:
    app = open_class(kit=load_preset(preset))
    mine, its_teacher = member(app, "C"), teacher(app)
    assert step(mine, "C") == 200
    assert mine.get("/g/C/").status_code == 200
    for path in ("/class/overview", "/class/curves.svg", "/class/curves.pdf"):
        assert its_teacher.get(path).status_code == 200, path


def test_what_is_typed_as_code_or_group_is_never_a_mistake_of_ours(open_class: OpenClass) -> None:
    app = open_class()
    code, owner = classroom(app).code, teacher(app)
    for fields in (
        {"code": "🐟" * 50},
        {"code": "x" * 9000},
        {"code": code, "group": "<b>"},
        {"group": "A"},
    ):
        answer = send(phone(app), "/class/join", **fields)
        assert answer.status_code in (403, 404, 422, 429), fields
        assert "<b>" not in answer.text
    assert send(owner, "/class/groups", free="Z").status_code in (404, 422)
    for path in ("/g", "/g/", "/g/Z/", "/g/a/", "/g/A%2f..%2fB/", "/class/join/x"):
        assert owner.get(path).status_code == 404, path


def test_the_pages_of_a_class_have_titles_and_forms_that_work_without_a_script(
    open_class: OpenClass,
) -> None:
    app = open_class()
    client = phone(app)
    page = Page(client.get(f"/class/join?code={classroom(app).code}").text)
    assert page.forms[0].tag["action"] == "/class/join"
    assert {field["name"]: field["value"] for field in page.forms[0].fields} == {
        "code": classroom(app).code
    }
    choice = Page(send(client, "/class/join", code=classroom(app).code).text).forms[0]
    assert [button["value"] for button in choice.buttons] == ["A", "B", "C"]
    assert (
        send(client, "/class/join", code=choice.fields[0]["value"], group="B").headers["location"]
        == "/g/B/"
    )
    pages = [
        (client, "/class/join"),
        (phone(app), "/class/join"),
        *((teacher(app), path) for path in CLASS_PAGES[1:]),
    ]
    titles = [
        re.findall("<title>(.*?)</title>", browser.get(path).text)[0] for browser, path in pages
    ]
    assert len(set(titles)) == len(CLASS_PAGES)


CLASS = ("--preset", "her-19", "--class", "3")


def code_of(server: Server) -> str:
    return next(line for line in server.said if line.startswith("Code for the groups")).rpartition(
        " "
    )[2]


def test_the_start_says_who_gets_in_how_and_where_the_logbooks_are(tmp_path: Path) -> None:
    with warm.served(tmp_path, *CLASS, "--lan", "--pin", "4815 1623") as server:
        assert re.fullmatch(r"The class: http://[\d.]+:\d+/", server.said[0])
        assert server.said[1] == (
            "3 groups, A to C, each with its own HER; their logbooks: "
            f"{tmp_path / 'logbooks' / 'A.sqlite'} ..."
        )
        assert "4815" not in "".join(server.said)
        joined = server.browser.post(
            "/class/join",
            data={"code": code_of(server), "group": "C"},
            headers={**FORM, "origin": server.address},
        )
        assert (joined.status_code, joined.headers["location"]) == (303, "/g/C/")
        assert [step(server.browser, letters) for letters in "ABC"] == [403, 403, 200]
        assert server.stop() == 0
    names = {path.name for path in (tmp_path / "logbooks").iterdir()}
    assert names == {"A.sqlite", "B.sqlite", "C.sqlite", "C.sqlite.sessions", "class.sessions"}
    assert (
        run(
            "operator",
            "status",
            "--preset",
            "her-19",
            "--logbook",
            "logbooks/C.sqlite",
            folder=tmp_path,
        ).code
        == 0
    )


def test_when_all_were_sent_away_the_terminal_shows_the_next_code(tmp_path: Path) -> None:
    with warm.served(tmp_path, *CLASS, "--lan", "--pin", "4815 1623") as server:
        headers = {**FORM, "origin": server.address}
        server.browser.post("/login", data={"pin": "48151623"}, headers=headers)
        assert (
            server.browser.post(
                "/class/groups", data={"free-all": "yes"}, headers=headers
            ).status_code
            == 303
        )
        assert server.process.stdout
        told, _, code = server.process.stdout.readline().strip().rpartition(" ")
        assert told == "All phones were signed out. New code for the groups to join:"
        assert code != code_of(server)
        assert f">{code}<" in server.browser.get("/class/invite").text


def test_without_a_network_it_says_that_no_phone_reaches_it(tmp_path: Path) -> None:
    with warm.served(tmp_path, *CLASS, "--folder", "ours") as server:
        assert (
            server.said[2] == "Only this computer can reach it; add --lan for the groups' phones."
        )
        assert [step(server.browser, letters) for letters in "ABC"] == [200, 200, 200]
    assert (tmp_path / "ours" / "C.sqlite").exists()


WRONG = [
    (("--class", "1"), "2 to 40"),
    (("--class", "41"), "2 to 40"),
    (("--class", "a dozen"), "whole number"),
    (("--folder", "ours"), "--class"),
    (("--class", "3", "--logbook", "j.sqlite"), "name the folder for them with --folder"),
    (("--class", "3", "--watch-pin"), "--lan"),
]


@pytest.mark.parametrize(("options", "why"), all_to_prove(WRONG, quick=WRONG[4:5]))
def test_what_does_not_go_together_is_told(
    options: tuple[str, ...], why: str, tmp_path: Path
) -> None:
    asked = ("serve", "--preset", "her-19", "--port", "0", *options)
    assert why in complaint(run_here(*asked, folder=tmp_path), 2)
    assert not list(tmp_path.iterdir())


def test_a_logbook_that_another_program_writes_is_told_and_not_to_be_moved(
    class_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("menace_kit.logbook.file.BUSY_SECONDS", 0.2)
    check_logbooks(HER, class_folder, 3)
    other = sqlite3.connect(logbook_of(class_folder, "B"), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(LogbookError) as told:
        check_logbooks(HER, class_folder, 3)
    other.close()
    assert "B.sqlite" in str(told.value)
    assert "moved" not in str(told.value)
    check_logbooks(HER, class_folder, 3)
