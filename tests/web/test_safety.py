"""Who may reach the companion, change anything, and how much they may send."""

import asyncio
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from urllib.parse import urljoin

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.types import Message, Scope

from menace_kit.errors import SelectionError
from menace_kit.text.typed_days import today
from menace_kit.web import pin as pin_module
from menace_kit.web.guard import MOST_BYTES, VISITORS, Guard
from menace_kit.web.options import Wanted, settings_for
from menace_kit.web.pin import WRONG_A_MINUTE, PinLock
from menace_kit.web.sessions import COOKIE, SESSION, Sessions, token_in
from menace_kit.web.settings import Settings
from tests.web.conftest import HER, HOME, KIT, Open, post, state
from tests.web.page import Page

LAN = Settings(
    names=frozenset({"localhost", "127.0.0.1", "box.local"}), any_address=True, pin="123456"
)
FORM = {"content-type": "application/x-www-form-urlencoded"}
ORIGIN = {"origin": HOME}


def start(client: TestClient, **headers: str) -> int:
    return int(client.post("/api/start", json={"on": 0}, headers=headers).status_code)


def test_every_answer_tells_browsers_to_be_careful(client: TestClient) -> None:
    for path in ("/api/state", "/login", "/nowhere", "/static/style.css"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        rules = policy.split("; ")
        assert {f"{kind}-src 'self'" for kind in ("script", "style", "connect")} <= set(rules)
        assert {f"{kind} 'none'" for kind in ("default-src", "frame-ancestors", "base-uri")} <= set(
            rules
        )
        assert "form-action 'self'" in rules
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        stored = "no-cache" if path.startswith("/static/") else "no-store"
        assert headers["cache-control"] == stored
    refused = client.get("/api/state", headers={"host": "evil.example"})
    assert refused.headers["content-security-policy"] == policy


OWN_NAMES = ("localhost", "LOCALHOST:1961", "127.0.0.1:8080", "[::1]:1961", "localhost.")
OTHER_NAMES = (
    *("evil.example", "evil.example:1961", "192.168.1.7", "127.0.0.1.evil.example"),
    *("", "localhost@evil"),
)


def test_its_own_names_are_taken_and_any_other_is_refused(client: TestClient) -> None:
    for host in OWN_NAMES:
        assert client.get("/api/state", headers={"host": host}).status_code == 200, host
    for host, path in product(OTHER_NAMES, ("/api/state", "/login")):
        assert client.get(path, headers={"host": host}).status_code == 403, host


def test_on_a_network_addresses_will_do_but_no_strange_names(open_client: Open) -> None:
    client = open_client(settings=LAN)
    for host in ("192.168.1.7:1961", "[fe80::1]:1961", "box.local"):
        assert client.get("/api/state", headers={"host": host}).status_code == 200
    assert client.get("/api/state", headers={"host": "evil.example"}).status_code == 403


def test_a_change_must_come_from_its_own_pages(client: TestClient) -> None:
    assert start(client, origin="http://evil.example") == 403
    assert start(client, origin="null") == 403
    assert start(client, origin="http://127.0.0.1:9999") == 403
    for scheme in ("ftp", "https", "evil"):
        assert start(client, origin=HOME.replace("http", scheme)) == 403
    for broken in ("http://[::1", "http://[", "http://]", "//", "http://[::1]]:1961", ""):
        assert start(client, origin=broken) == 403
    assert start(client, **{"sec-fetch-site": "cross-site"}) == 403
    assert start(client, **{"sec-fetch-site": "same-site"}) == 403
    assert state(client)["entry"] == 0
    assert start(client, origin=HOME, **{"sec-fetch-site": "same-origin"}) == 200


def test_a_form_that_says_nothing_of_where_it_comes_from_is_refused(client: TestClient) -> None:
    assert client.post("/act/start", content="on=0", headers=FORM).status_code == 403
    assert client.post("/api/start", content='{"on":0}', headers=FORM | ORIGIN).status_code == 415
    assert (
        client.post(
            "/api/start", content='{"on":0}', headers={"content-type": "text/plain"}
        ).status_code
        == 415
    )
    assert state(client)["entry"] == 0
    came = client.post("/act/start", content="on=0", headers=FORM | ORIGIN, follow_redirects=False)
    assert (came.status_code, came.headers["location"]) == (303, "/")
    assert state(client)["entry"] == 1


def test_nothing_is_changed_by_looking(client: TestClient) -> None:
    for path in ("/", "/api/state", "/static/style.css", "/nowhere", "/api/events", "/act/start"):
        told = client.head(path)
        assert told.content == b""
        if path != "/api/events":  # a stream does not end
            told_whole = client.get(path)
            assert told.status_code == told_whole.status_code
            assert told.headers["content-length"] == str(len(told_whole.content))
            assert told.headers["content-security-policy"]
    for act in ("start", "undo", "recount", "tick", "login"):
        answer = client.get(f"/api/{act}")
        assert (answer.status_code, answer.json()["status"]) == (405, 405)
    assert client.get("/act/start").status_code == 405


def test_what_is_sent_is_limited(client: TestClient) -> None:
    big = "x" * (MOST_BYTES + 1)
    answer = client.post("/api/start", json={"on": 0, "operator": big})
    assert (answer.status_code, answer.json()["status"]) == (413, 413)

    def pieces() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 1024

    unannounced = client.post(
        "/api/start", content=pieces(), headers={"content-type": "application/json"}
    )
    assert unannounced.status_code == 413
    page = client.post("/act/start", content=big, headers=FORM | ORIGIN)
    assert page.status_code == 413
    assert "<h1>" in page.text
    assert str(MOST_BYTES) in page.text
    assert post(client, "start", operator="x" * 81).status_code == 422
    assert post(client, "recount", box=1, counts={"green": 10**9}).status_code == 422
    for path in ("/api/lookup", "/find"):
        assert client.get(path, params={"board": "." * 201}).status_code == 422


UNREADABLE = ("", "{", "[]", "null", '{"on": "\\ud800"}', '{"on": 0, "operator": "\\ud800"}',
              '{"on": 0, "\\ud800": 1}', '{"on": -1}', '{"on": 1e400}', '{"on": 0, "extra": 1}',
              '{"on": 99999999999999999999}', "\x00", "[" * 9999)  # fmt: skip


def test_what_cannot_be_read_is_told_in_a_sentence(client: TestClient) -> None:
    for body in UNREADABLE:
        headers = {"content-type": "application/json"}
        answer = client.post("/api/start", content=body, headers=headers)
        assert answer.status_code in (400, 422), body
        assert answer.json()["detail"], body
        assert state(client)["entry"] == 0, body


def test_changing_needs_the_pin_and_watching_does_not(open_client: Open) -> None:
    client = open_client(settings=LAN)
    assert client.get("/api/state").status_code == 200
    assert client.get("/api/session").json() == {"may_change": False, "pin_needed": True}
    for path in ("/api/start", "/api/tick", "/api/recount", "/api/logout"):
        answer = client.post(path, json={"on": 0})
        assert (answer.status_code, answer.json()["pin_needed"]) == (403, True)
    assert client.post("/act/start", content="on=0", headers=FORM | ORIGIN).status_code == 403
    wrong = client.post("/api/login", json={"pin": "000000"})
    assert wrong.status_code == 403
    assert "set-cookie" not in wrong.headers
    right = client.post("/api/login", json={"pin": "123456"})
    assert right.status_code == 200
    cookie = right.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "123456" not in cookie
    assert len(re.findall(rf"{COOKIE}=([\w-]{{40,}});", cookie)) == 1
    assert client.get("/api/session").json() == {"may_change": True, "pin_needed": False}
    assert start(client) == 200
    token = client.cookies[COOKIE]
    assert client.post("/api/logout", json={}).json() == {"may_change": False, "pin_needed": True}
    assert start(client, cookie=f"{COOKIE}={token}") == 403
    assert start(client, cookie=f"{COOKIE}=made-up") == 403


def test_every_link_leads_somewhere_and_every_page_has_a_title_and_a_logout_button(
    open_client: Open,
) -> None:
    settings = Settings(any_address=True, pin="123456", watch_pin=True)
    client = open_client(HER, settings)
    client.post("/api/login", json={"pin": "123456"})
    assert post(client, "start", opponent="Ann").status_code == 200
    kinds, titles = set[str](), list[str]()
    waiting = ["/", "/quick", "/learned", "/play", "/watch", "/find", "/play/box?box=1"]
    while waiting:
        path = waiting.pop(0)
        kind = re.sub(r"\d+", "N", path.partition("?")[0])
        if kind in kinds or kind.startswith(("/downloads/", "/login")):  # these have their tests
            continue
        kinds.add(kind)
        answer = client.get(path)
        assert answer.status_code == 200, path
        if answer.headers["content-type"].startswith("text/html"):
            page = Page(answer.text)
            assert '<html lang="en"' in answer.text
            if kind != "/play/box":  # a box of a copy is called as the box is
                titles += re.findall("<title>(.+?)</title>", answer.text)
            assert [form.tag["action"] for form in page.forms].count("/logout") == 1, path
            assert all(link.startswith(("/", "#", "?")) for link in page.links), path
            waiting += [urljoin(path, link.partition("#")[0]) for link in page.links]
    assert {"/screen", "/history", "/box/N", "/api/docs", "/downloads", "/statistics"} <= kinds
    assert {"/label/N.svg", "/static/style.css"} <= kinds
    assert len(titles) > 14
    assert len(set(titles)) == len(titles), titles
    went = client.post("/logout", headers=FORM | ORIGIN, follow_redirects=False)
    assert (went.status_code, went.headers["location"]) == (303, "/")
    assert "Max-Age=0" in went.headers["set-cookie"]
    assert client.get("/", follow_redirects=False).headers["location"].startswith("/login")
    assert client.post("/logout", headers=FORM | ORIGIN, follow_redirects=False).status_code == 303
    for other in (open_client(HER, LAN), open_client(HER)):
        for path in ("/watch", "/screen", "/box/1"):
            assert "/logout" not in other.get(path).text


OLD, NEW = "Ann of the first game", "Bob of the second"


def test_who_played_before_is_for_whoever_gave_the_pin(open_client: Open) -> None:
    client = open_client(settings=LAN)
    client.post("/api/login", json={"pin": "123456"})
    for opponent in (OLD, NEW):
        assert post(client, "start", opponent=opponent).status_code == 200
        if opponent == OLD:
            assert post(client, "abandon").status_code == 200
    assert OLD in client.get("/history").text
    assert 'href="/history"' in client.get("/").text
    assert OLD in client.get("/api/game/1").text
    client.cookies.clear()
    for path in ("/api/history", "/api/history?last=5", "/api/game/1", "/api/game/x"):
        refused = client.get(path)
        assert (refused.status_code, refused.json()["pin_needed"]) == (403, True), path
    for path in ("/history", "/history/1", "/history/1/certificate.pdf", "/history/x"):
        went = client.get(path, follow_redirects=False)
        assert (went.status_code, went.headers["location"].partition("?")[0]) == (303, "/login"), (
            path
        )
        assert client.head(path, follow_redirects=False).status_code == 303
    pages = ("/", "/quick", "/screen", "/watch", "/play", "/statistics", "/day", "/box/1")
    calls = ("state", "box/1", "statistics", "days", f"day/{today()}")
    for path in (*pages, *(f"/api/{call}" for call in calls)):
        seen = client.get(path)
        assert seen.status_code == 200
        assert OLD not in seen.text, path
        assert "/history" not in seen.text, path
    assert NEW in client.get("/api/state").text  # the game on the table is for all to see


def test_what_visitors_send_needs_no_pin_unless_watching_does(open_client: Open) -> None:
    """There is nothing at these addresses; but it is not the guard who says so."""
    for path in (f"{page}/nowhere" for page in VISITORS):
        client = open_client(settings=LAN)
        assert client.post(path, headers=FORM | ORIGIN).status_code == 404
        assert (
            client.post(path, headers=FORM | {"origin": "http://evil.example"}).status_code == 403
        )
        assert client.post(f"{path[:-8]}ing", headers=FORM | ORIGIN).status_code == 403
        strict = open_client(settings=Settings(any_address=True, pin="123456", watch_pin=True))
        assert strict.post(path, headers=FORM | ORIGIN).status_code == 403


def test_watching_needs_the_pin_where_that_is_asked_for(open_client: Open) -> None:
    client = open_client(settings=Settings(any_address=True, pin="123456", watch_pin=True))
    for path in ("/api/state", "/api/events", "/api/boxes", "/api/openapi.json"):
        assert client.get(path).status_code == 403
    page = client.get("/box/7", follow_redirects=False)
    assert (page.status_code, page.headers["location"]) == (303, "/login?next=/box/7")
    assert client.get("/find", follow_redirects=False).headers["location"] == "/login?next=/find"
    assert client.get("/static/style.css").status_code == 200
    entered = client.post(
        "/login", content="pin=123456&next=/box/7", headers=FORM | ORIGIN, follow_redirects=False
    )
    assert (entered.status_code, entered.headers["location"]) == (303, "/box/7")
    assert client.get("/api/state").status_code == 200


def test_the_pin_is_asked_for_where_one_was(open_client: Open) -> None:
    strict = open_client(settings=Settings(any_address=True, pin="123456", watch_pin=True))
    asked = strict.get("/cabinet?by=opened", follow_redirects=False)
    assert asked.headers["location"] == "/login?next=/cabinet%3Fby%3Dopened"
    assert '<a href="/watch">Watch</a>' not in strict.get(asked.headers["location"]).text
    client = open_client(settings=LAN)
    assert '<a href="/watch">Watch</a>' in client.get("/login").text
    refused = client.post(
        "/act/recount", content="on=0", headers=FORM | ORIGIN | {"referer": f"{HOME}/box/7?a=b"}
    )
    assert refused.status_code == 403
    assert re.search('href="/login[?]next=/box/7["&]', refused.text)
    strange = client.post(
        "/act/recount", content="on=0", headers=FORM | ORIGIN | {"referer": "http://[::1/box/7"}
    )
    assert strange.status_code == 403
    assert "default-src 'none'" in strange.headers["content-security-policy"]


def test_the_way_on_from_the_pin_leads_nowhere_else(open_client: Open) -> None:
    client = open_client(settings=LAN)
    for path in ("//evil.example", "/\\evil.example", "http://evil.example/", "/a\r\nb", ""):
        body = client.build_request("POST", "/", data={"pin": "123456", "next": path}).read()
        went = client.post("/login", content=body, headers=FORM | ORIGIN, follow_redirects=False)
        assert went.headers["location"] == "/", path


def test_guessing_gets_slower_and_slower(open_client: Open) -> None:
    now = [100.0]
    client = open_client(settings=LAN, lock=PinLock("123456", lambda: now[0]))
    for _ in range(2):
        assert client.post("/api/login", json={"pin": "000000"}).status_code == 403
    waits = []
    for _ in range(12):
        wrong = client.post("/api/login", json={"pin": "000000"})
        assert wrong.status_code == 403
        waits.append(int(wrong.headers["retry-after"]))
        early = client.post("/api/login", json={"pin": "123456"})
        assert early.status_code == 429
        assert early.json()["status"] == 429
        now[0] += waits[-1]
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    assert client.post("/login", content="pin=0", headers=FORM | ORIGIN).status_code == 403
    assert "<h1>" in client.post("/login", content="pin=123456", headers=FORM | ORIGIN).text
    now[0] += 300
    assert client.post("/api/login", json={"pin": "123456"}).status_code == 200


def opened(lock: PinLock, pin: str, address: str) -> str | None:
    """Try a PIN, and return the token that it brings, if any."""
    return token_in(lock.try_pin(pin, address).headers.get("Set-Cookie", ""))


def test_a_guesser_gets_no_further_by_changing_his_address() -> None:
    lock = PinLock("12345678", lambda: 0.0)
    for number in range(10):
        opened(lock, "0", f"2001:db8:1:2::{number:x}")
    assert lock.wait("2001:db8:1:2:ffff::1") > 0
    assert opened(lock, "12345678", "2001:db8:1:2:abcd::7") is None
    assert opened(lock, "12345678", "2001:db8:1:3::7") is not None
    for _ in range(10):
        opened(lock, "0", "::ffff:192.168.1.66")
    assert lock.wait("192.168.1.66") > 0
    assert opened(lock, "12345678", "::ffff:192.168.1.7") is not None
    opened(lock, "0", "fe80::1%eth0")
    opened(lock, "0", "not an address")


def test_wrong_pins_from_anywhere_are_so_many_a_minute() -> None:
    now = [0.0]
    lock = PinLock("12345678", lambda: now[0])
    token = opened(lock, "12345678", "192.168.1.2")
    for number in range(WRONG_A_MINUTE):
        assert lock.wait("192.168.1.8") == 0
        opened(lock, "0", f"10.0.0.{number}")
    assert lock.wait("192.168.1.8") == 60
    assert opened(lock, "12345678", "192.168.1.8") is None
    assert lock.lets_in(token)  # whoever was let in stays
    now[0] += 60
    assert opened(lock, "12345678", "192.168.1.8") is not None


def test_of_too_many_addresses_the_one_that_guessed_longest_ago_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pin_module, "MOST_ADDRESSES", 2)
    lock = PinLock("12345678", lambda: 0.0)
    addresses = [f"10.0.0.{number}" for number in range(3)]
    for address in addresses:
        for _ in range(3):
            opened(lock, "0", address)
    assert [lock.wait(address) > 0 for address in addresses] == [False, True, True]


def test_a_guesser_who_never_stops_waits_no_longer_than_the_longest() -> None:
    now = [0.0]
    lock = PinLock("12345678", lambda: now[0])
    for _ in range(1200):
        opened(lock, "0", "10.0.0.1")
        now[0] += 300
    assert 0 <= lock.wait("10.0.0.1") <= 300


PIN, OTHER = "48151623", "31415926"


def lock_of(path: Path, pin: str | None = PIN, now: Callable[[], float] = time.time) -> PinLock:
    """Return the lock of a companion that is started with this PIN, None for the one before."""
    sessions = Sessions(path, now)
    if pin is not None:
        sessions.belong_to(pin)
    return PinLock(pin, sessions=sessions)


def test_whoever_gave_the_pin_is_let_in_after_a_restart_until_the_end_or_another_pin(
    tmp_path: Path,
) -> None:
    now, path = [1e9], tmp_path / "logbook.sqlite.sessions"
    token = opened(lock_of(path, now=lambda: now[0]), PIN, "10.0.0.1")
    assert token is not None
    held = path.read_text(encoding="utf-8")
    assert token not in held
    assert PIN not in held
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
    for pin in (PIN, None):
        again = lock_of(path, pin, lambda: now[0])
        assert again.is_locked
        assert again.lets_in(token)
        assert not again.lets_in(f"{token}x")
        assert opened(again, OTHER, "10.0.0.2") is None
        assert opened(again, PIN, "10.0.0.3") is not None
    now[0] += SESSION - 1
    assert lock_of(path, now=lambda: now[0]).lets_in(token)
    now[0] += 2
    assert not lock_of(path, now=lambda: now[0]).lets_in(token)
    token = opened(lock_of(path, now=lambda: now[0]), PIN, "10.0.0.1")
    assert lock_of(path, None, lambda: now[0]).lets_in(token)
    assert not lock_of(path, OTHER, lambda: now[0]).lets_in(token)
    # It does not come back with the old PIN.
    assert not lock_of(path, PIN, lambda: now[0]).lets_in(token)


def test_who_goes_out_stays_out_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "sessions"
    lock = lock_of(path)
    tokens = [opened(lock, PIN, "10.0.0.1"), opened(lock, PIN, "10.0.0.2")]
    assert all(lock_of(path).lets_in(token) for token in tokens)
    lock.close(tokens[0])
    assert [lock_of(path).lets_in(token) for token in tokens] == [False, True]


@pytest.mark.parametrize(
    "held",
    [
        "{",
        "[]",
        '{"pin": 1, "sessions": []}',
        '{"pin": "x", "sessions": {"a": "b"}}',
        '{"pin": "\\ud800:x", "sessions": {}}',
        '{"pin": "x:y", "sessions": {"a": 1' + "0" * 400 + "}}",
        "[" * 99_000,
        "\ud800",
    ],
)
def test_a_broken_file_of_sessions_lets_nobody_in(tmp_path: Path, held: str) -> None:
    path = tmp_path / "sessions"
    path.write_bytes(held.encode("utf-8", "surrogatepass"))
    lock = lock_of(path)
    assert not lock.lets_in("a")
    assert opened(lock, PIN, "10.0.0.1") is not None


def test_sessions_of_a_clock_that_was_wrong_end_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "sessions"
    token = opened(lock_of(path, now=lambda: 9e9), PIN, "10.0.0.1")
    now = [1e9]
    lock = lock_of(path, now=lambda: now[0])
    assert lock.lets_in(token)
    now[0] += SESSION + 1
    assert not lock.lets_in(token)


def test_the_operators_code_lets_one_browser_in(open_client: Open) -> None:
    lock = PinLock("123456")
    used: list[str] = []
    lock.when_code_used = used.append
    client = open_client(settings=LAN, lock=lock)
    code = lock.new_code()
    assert re.fullmatch(r"[2-9a-z]{12}", code)
    for _ in range(3):  # programs that read codes look at the page first
        page = client.get(f"/login?code={code}")
        assert f'value="{code}"' in page.text
        assert 'name="pin"' not in page.text
        assert "set-cookie" not in page.headers
    body = f"code={code}&next=/quick"
    came = client.post("/login", content=body, headers=FORM | ORIGIN, follow_redirects=False)
    assert (came.status_code, came.headers["location"]) == (303, "/quick")
    assert start(client) == 200
    assert used == ["testclient"]
    client.cookies.clear()
    for wrong in (code, "", "x" * 12, "\u00e9"):
        again = client.post("/login", data={"code": wrong}, headers=FORM | ORIGIN)
        assert again.status_code in (403, 429)
        assert "set-cookie" not in again.headers
        assert 'name="pin"' in again.text
    assert used == ["testclient"]
    assert client.post("/api/undo", json={"on": 1}).status_code == 403


def test_guessing_codes_gets_slower_as_guessing_pins_does() -> None:
    lock = PinLock("12345678", lambda: 0.0)
    code = lock.new_code()
    statuses = [lock.try_code("wrong", "10.0.0.1").status for _ in range(5)]
    assert statuses == [403, 403, 403, 429, 429]
    assert lock.try_code(code, "10.0.0.1").status == 429
    assert lock.try_pin("12345678", "10.0.0.1").status == 429
    assert lock.try_code(code, "10.0.0.2").status == 200
    assert lock.try_code(code, "10.0.0.3").status == 403
    old, _ = lock.new_code(), lock.new_code()
    assert lock.try_code(old, "10.0.0.4").status == 403


@pytest.mark.parametrize(
    "pin", ["12345678", "87654321", "1111 1111", "13579135", "abcdefgh", "4815 162",
            "4815162342000", "\u0664\u0668\u0661\u0665\u0661\u0666\u0662\u0663"]
)  # fmt: skip
def test_a_pin_that_is_short_or_guessed_at_once_is_refused(pin: str) -> None:
    with pytest.raises(SelectionError, match="--pin"):
        settings_for(Wanted(lan=True, pin=pin))


def test_a_pin_may_be_chosen_with_and_without_a_network() -> None:
    assert settings_for(Wanted(lan=True, pin="4815 1623")).pin == PIN
    assert settings_for(Wanted(lan=True, pin="4815-1623")).pin == PIN
    assert settings_for(Wanted(pin="481516234200")).pin == "481516234200"
    assert settings_for(Wanted(pin="new")).pin != "new"
    assert settings_for(Wanted()).pin is None


@pytest.mark.parametrize("pin", [" 12345678\n", "12 34 56 78"])
def test_the_pin_may_be_typed_in_groups(pin: str) -> None:
    assert opened(PinLock("12345678"), pin, "10.0.0.1") is not None


@pytest.mark.parametrize(
    "cookies",
    [
        f"{COOKIE}=T; a b=c,d; =",
        f'; x="un; {COOKIE}=T',
        f"é[]=1;{COOKIE}=T",
    ],
)
def test_odd_cookies_of_other_programs_hide_nothing(cookies: str) -> None:
    assert token_in(cookies) == "T"
    assert token_in(cookies.replace(COOKIE, "other")) is None


def test_nothing_typed_becomes_html(client: TestClient) -> None:
    for path in ("/%3Cscript%3Ealert(1)%3C/script%3E", "/login?next=/%22%3E%3Cscript%3E"):
        assert "<script>" not in client.get(path).text
    answer = client.post("/act/%3Cb%3E", content="on=0", headers=FORM | ORIGIN)
    assert answer.status_code == 422
    assert "<b>" not in answer.text


def test_a_mistake_of_the_programs_own_is_answered_as_carefully(
    open_client: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = open_client()

    def broken(*_given: object) -> None:
        raise RuntimeError("<b>secret</b>")

    monkeypatch.setattr("menace_kit.web.api.look_up", broken)
    careful = TestClient(client.app, base_url=HOME, raise_server_exceptions=False)
    answer = careful.get("/api/lookup?board=.........")
    assert (answer.status_code, answer.json()["status"]) == (500, 500)
    assert "secret" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


async def nothing_more() -> Message:
    await asyncio.sleep(60)
    return {}


def guarded(method: str, path: str, settings: Settings) -> list[Message]:
    """Return what the guard of an empty application sends back to a request without a body."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    scope: Scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": headers,
    }
    with suppress(RuntimeError):  # which the server writes to the terminal
        asyncio.run(Guard(FastAPI(), settings, PinLock(None), KIT)(scope, nothing_more, send))
    return sent


def test_whatever_the_guard_stumbles_over_is_answered_as_carefully() -> None:
    class Broken(Settings):
        def is_called(self, host: str) -> bool:
            raise RuntimeError(f"<b>secret</b> {host}")

    head, body = guarded("GET", "/api/state", Broken())
    assert head["status"] == 500
    assert b"default-src 'none'" in dict(head["headers"])[b"content-security-policy"]
    assert b"secret" not in body["body"]


@pytest.mark.parametrize("path", ["/api/start", "/play/begin"])
def test_what_dribbles_in_for_ever_is_cut_off(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr("menace_kit.web.guard.SENDING_TIME", 0.05)
    assert guarded("POST", path, Settings())[0]["status"] == 408
