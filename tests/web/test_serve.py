"""`menace-kit serve`: what it says, what it refuses, and that a dead server loses nothing."""

import asyncio
import re
import socket
import sqlite3
import ssl
from pathlib import Path

import httpx
import pytest
import uvicorn

from menace_kit.cli import main
from menace_kit.errors import SelectionError, install_command
from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.web.app import create_app
from menace_kit.web.options import Wanted, settings_for
from menace_kit.web.pin import PinLock
from menace_kit.web.protocol import PromptProtocol
from menace_kit.web.qr_code import qr_lines, qr_squares
from menace_kit.web.sessions import COOKIE
from menace_kit.web.settings import Settings, is_loopback
from tests.cli.running import complaint, run, run_here
from tests.logbook.games import check_logbook
from tests.web import warm
from tests.web.conftest import KIT, Open, post
from tests.web.server import Screen, Server, served


@pytest.mark.prove
def test_a_server_killed_in_the_middle_of_a_game_loses_nothing(tmp_path: Path) -> None:
    logbook = ("--logbook", "j.sqlite")
    with warm.served(tmp_path, *logbook) as server:
        for _ in range(4):
            told = server.play_on()
        server.kill()
    with warm.served(tmp_path, *logbook) as server:
        assert server.state() == told
        assert Screen(server.address).start().wait_for(0) == told
        assert server.play_on()["entry"] > told["entry"]
    with Logbook(tmp_path / "j.sqlite", KIT) as opened:
        check_logbook(opened)


def test_it_starts_without_the_lab_says_where_it_is_and_listens_to_this_machine_alone(
    tmp_path: Path,
) -> None:
    for library in ("numpy", "numba"):  # as where they are not installed
        (tmp_path / f"{library}.py").write_text("raise ImportError", encoding="utf-8")
    with served(tmp_path) as server:
        assert re.fullmatch(r"The companion: http://127\.0\.0\.1:\d+/", server.said[0])
        assert server.said[1] == (
            f"The machine: MENACE 1961 (preset michie-1961). Its logbook: {tmp_path}/logbook.sqlite"
        )
        assert len(server.said) == 3
        assert server.state()["due"] == "start"
        assert "server" not in server.browser.get("/api/state").headers
        others = [
            info[4][0]
            for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
            if not str(info[4][0]).startswith("127.")
        ]
        port = int(server.address.rpartition(":")[2])
        for address in others:
            with (
                pytest.raises(ConnectionRefusedError),
                socket.create_connection((str(address), port), 2),
            ):
                pass
        assert server.stop() == 0


def test_it_says_how_to_make_a_kit_of_ones_own_where_no_machine_was_named(tmp_path: Path) -> None:
    process = warm.Forked(tmp_path, ["serve", "--port", "0"])
    try:
        said = [process.stdout.readline() for _ in range(3)]
    finally:
        process.kill()
        process.wait(5)
        process.stdout.close()
    assert "MENACE 1961 (preset michie-1961)" in said[1]
    assert said[2].startswith("No kit.toml is here")
    assert "`menace-kit new`" in said[2]


def test_on_a_network_it_shows_address_code_and_pin(tmp_path: Path) -> None:
    with warm.served(tmp_path, "--lan") as server:
        address = re.fullmatch(r"The companion: (http://[\d.]+:\d+/)", server.said[0])
        assert address
        assert "\n".join(qr_lines(address[1])) in "\n".join(server.said)
        pin = next(line for line in server.said if line.startswith("PIN to change anything: "))[-9:]
        assert re.fullmatch(r"\d{4} \d{4}", pin)
        assert server.post("start").status_code == 403
        assert server.state()["entry"] == 0
        # The screen on this machine itself sends phones to where they can come.
        _, square = qr_squares(f"{address[1]}watch")
        reachable = not is_loopback(address[1].split("/")[2].partition(":")[0])
        assert (square in server.browser.get("/screen").text) == reachable
        # Nobody stands between: whoever says so is not somebody else.
        for _ in range(3):
            server.browser.post(
                "/api/login", json={"pin": "x"}, headers={"x-forwarded-for": "10.9.9.9"}
            )
        assert server.browser.post("/api/login", json={"pin": pin}).status_code == 429


def pin_line(server: Server) -> str:
    return next(line for line in server.said if line.startswith("PIN")).partition(": ")[2]


def test_a_restart_asks_nobody_again_and_another_pin_everybody(tmp_path: Path) -> None:
    with warm.served(tmp_path, "--lan") as server:
        assert server.browser.post("/api/login", json={"pin": pin_line(server)}).status_code == 200
        cookie = {"cookie": f"{COOKIE}={server.browser.cookies[COOKIE]}"}
        server.kill()
    with warm.served(tmp_path, "--lan") as server:
        assert pin_line(server) == "as before; for a new one: --pin new"
        assert server.browser.post("/api/login", json={"pin": "31415926"}).status_code == 403
        assert server.browser.post("/api/start", json={"on": 0}, headers=cookie).status_code == 200
    with warm.served(tmp_path, "--lan", "--pin", "4815 1623") as server:
        assert pin_line(server) == "the one you gave with --pin"
        assert not any("4815" in line for line in server.said)
        assert server.browser.post("/api/undo", json={"on": 1}, headers=cookie).status_code == 403
        assert server.browser.post("/api/login", json={"pin": "4815-1623"}).status_code == 200


def test_the_terminal_shows_the_operators_code_and_the_next_when_it_is_used(tmp_path: Path) -> None:
    with warm.served(tmp_path, "--lan") as server:
        once = next(line for line in server.said if line.startswith("Or, once: ")).removeprefix(
            "Or, once: "
        )
        assert "\n".join(qr_lines(once)) in "\n".join(server.said)
        assert any("open network can read the PIN" in line for line in server.said)
        code = once.partition("?code=")[2]
        form = {"content-type": "application/x-www-form-urlencoded", "origin": server.address}
        server.browser.post("/login", content=f"code={code}", headers=form)
        assert server.post("start").status_code == 200
        told = server.process.stdout
        assert told is not None
        assert told.readline() == "The code was used by 127.0.0.1. The next one:\n"
        line = ""
        while not line.startswith("Once: "):
            line = told.readline()
        assert line.partition("?code=")[2].strip() not in ("", code)


CERTIFICATE = Path(__file__).with_name("certificate.pem")
"""Of `menace.test`, `localhost` and 127.0.0.1, until 2120, with its key;
nobody trusts it but these tests.
"""


def test_a_certificate_makes_it_https(tmp_path: Path) -> None:
    trusting = ssl.create_default_context(cafile=str(CERTIFICATE))
    with warm.served(tmp_path, "--lan", "--certificate", str(CERTIFICATE)) as server:
        address = re.fullmatch(r"The companion: (https://[\d.]+:(\d+)/)", server.said[0])
        assert address
        said = "\n".join(server.said)
        assert "\n".join(qr_lines(address[1])) in said
        assert f"Or, once: {address[1]}login?code=" in said
        assert "can read the PIN" not in said
        here = f"https://127.0.0.1:{address[2]}"
        with httpx.Client(base_url=here, verify=trusting) as browser:
            given = browser.post(
                "/api/login", json={"pin": pin_line(server)}, headers={"origin": here}
            )
            assert given.status_code == 200
            assert "; Secure" in given.headers["set-cookie"]
            plain = {"origin": here.replace("https", "http")}
            assert browser.post("/api/start", json={"on": 0}, headers=plain).status_code == 403
            assert (
                browser.post("/api/start", json={"on": 0}, headers={"origin": here}).status_code
                == 200
            )
            with browser.stream("GET", "/api/events") as stream:
                assert "event: state" in stream.iter_lines()
            with socket.create_connection(("127.0.0.1", int(address[2]))) as half:
                half.sendall(
                    b"\x16\x03"
                )  # the begin of a handshake keeps nobody out, nor the server from stopping
                assert browser.get("/api/session").status_code == 200
                with pytest.raises(httpx.TransportError):
                    server.browser.get("/api/session")
                assert server.stop() == 0


def test_a_cookie_is_for_the_server_alone_and_over_http_not_kept_for_https() -> None:
    cookie = f"{COOKIE}=x; HttpOnly; SameSite=Strict; Path=/; Max-Age=43200"
    assert PinLock("12345678").cookie("x") == cookie
    assert PinLock("12345678", secure=True).cookie("x") == f"{cookie}; Secure"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--key", "plain.txt"), "--key needs a --certificate; give both"),
        (("--certificate", "nowhere.pem"), "cannot read nowhere.pem"),
        (("--certificate", "only.pem"), "only.pem has no certificate whose key is in only.pem"),
        (("--certificate", "only.pem", "--key", "locked.key"), "whose key is in locked.key"),
        (("--lan", "--pin", "1234"), "8 to 12 digits"),
    ],
)
def test_what_is_no_certificate_key_or_pin_is_told(
    arguments: tuple[str, ...], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    whole = CERTIFICATE.read_text()
    Path("only.pem").write_text(whole[: whole.index("-----BEGIN PRIVATE")])
    Path("locked.key").write_text(CERTIFICATE.with_name("locked.key").read_text())
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--preset", "michie-1961", "--port", "0", *arguments])
    assert ended.value.code in (1, 2)
    assert why in capsys.readouterr().err
    assert not Path("logbook.sqlite").exists()


def test_two_pins_are_not_the_same() -> None:
    pins = {settings_for(Wanted(lan=True)).pin for _ in range(20)}
    assert len(pins) > 15
    assert all(re.fullmatch(r"\d{8}", pin or "") for pin in pins)


@pytest.mark.prove
def test_all_addresses_of_ipv6_are_shown_as_one_that_can_be_reached(tmp_path: Path) -> None:
    with served(tmp_path, "--lan", "--host", "::") as server:
        assert re.fullmatch(r"The companion: http://[\d.]+:\d+/", server.said[0])
        assert httpx.get(
            server.said[0].removeprefix("The companion: "), follow_redirects=True
        ).is_success


@pytest.mark.parametrize("host", ["127.1.2.3", "LOCALHOST", "::1"])
def test_every_address_of_this_machine_alone_needs_no_lan(host: str) -> None:
    settings = settings_for(Wanted(host=host))
    assert settings.pin is None
    assert settings.is_called(f"[{host}]:1961" if ":" in host else f"{host}:1961")


@pytest.mark.prove
def test_a_host_that_is_not_there_is_told_as_that(tmp_path: Path) -> None:
    machine = ("serve", "--preset", "michie-1961", "--port", "0", "--lan", "--host")
    for host in ("no-such-name.invalid", f"{'x' * 70}.invalid"):
        told = complaint(run(*machine, host, folder=tmp_path), 1)
        assert "has no known address" in told
        assert "already" not in told
    assert "already" not in complaint(run(*machine, "192.0.2.1", folder=tmp_path), 1)


async def gone_after(port: int, sent: bytes, seconds: float) -> bool:
    """Return whether the server closes a connection that sends this and no more
    within so many seconds.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    try:
        async with asyncio.timeout(seconds):
            await reader.read()
            return True
    except TimeoutError:
        return False
    finally:
        writer.close()


@pytest.mark.prove
def test_requests_that_are_not_sent_on_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("menace_kit.web.protocol.HEAD_TIME", 0.3)
    whole = b"GET /api/session HTTP/1.1\r\nHost: localhost\r\n\r\n"
    stream = whole.replace(b"session", b"events")

    async def try_all() -> list[bool]:
        app = create_app(KIT, tmp_path / "j.sqlite", Settings())
        server = uvicorn.Server(
            uvicorn.Config(app, port=0, http=PromptProtocol, timeout_keep_alive=1)
        )
        running = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        halves = (b"", b"GET / HT", whole[:-2], whole + whole[:-2])
        gone = await asyncio.gather(*(gone_after(port, sent, 3) for sent in halves))
        gone.append(await gone_after(port, stream, 1))
        app.state.companion.hub.dismiss()
        server.should_exit = True
        await running
        return gone

    assert asyncio.run(try_all()) == [True] * 4 + [False]


@pytest.mark.parametrize(
    "wanted", [Wanted(host="0.0.0.0"), Wanted(host="10.0.0.7"), Wanted(watch_pin=True)]
)
def test_nobody_else_is_let_in_by_accident(wanted: Wanted) -> None:
    with pytest.raises(SelectionError, match="--lan"):
        settings_for(wanted)


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        asked = ("serve", "--preset", "michie-1961", "--port", port)
        told = complaint(run_here(*asked, folder=tmp_path), 1)
    assert port in told
    assert "already" in told


@pytest.mark.prove
def test_a_logbook_of_another_machine_is_told_in_a_sentence(tmp_path: Path) -> None:
    with Logbook(tmp_path / "logbook.sqlite", KIT) as logbook:
        Desk(logbook).act(lambda session: session.start())
    told = complaint(run("serve", "--preset", "scroggs", "--port", "0", folder=tmp_path), 1)
    assert "another machine" in told


def test_a_logbook_that_is_locked_is_told_and_nothing_is_lost(
    open_client: Open, logbook_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("menace_kit.logbook.file.BUSY_SECONDS", 0.2)
    client = open_client()
    other = sqlite3.connect(logbook_file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    answer = client.post("/api/start", json={"on": 0})
    assert answer.status_code == 503
    assert "Another program is using the logbook" in answer.json()["detail"]
    assert answer.headers["retry-after"] == "1"
    other.execute("ROLLBACK")
    other.close()
    assert post(client, "start").status_code == 200


def test_what_no_page_is_answered_to_is_a_page(tmp_path: Path) -> None:
    with warm.served(tmp_path) as server:
        answer = httpx.get(f"{server.address}/nowhere")
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")


def test_without_the_extra_it_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "menace_kit.cli.serve.LIBRARIES", ("fastapi", "a_library_that_is_not_there")
    )
    with pytest.raises(SystemExit) as ended:
        main(["serve"])
    assert ended.value.code == 2
    assert install_command("web") in capsys.readouterr().err
