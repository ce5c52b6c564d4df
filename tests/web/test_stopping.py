"""A server that is told to stop gives every answer that it owes;
what is no HTTP is told in one quiet line.
"""

import json
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from tests.examples import all_to_prove
from tests.web import warm
from tests.web.server import SECONDS, Server

pytestmark = pytest.mark.skipif(
    os.name != "posix", reason="Windows sends no signal to one process alone"
)

HOST = "HTTP/1.1\r\nHost: localhost\r\n"
STREAM = f"GET /api/events {HOST}\r\n".encode()
START = json.dumps({"on": 0}).encode()
STEP = (
    f"POST /api/start {HOST}Content-Type: application/json\r\nContent-Length: {len(START)}\r\n\r\n"
).encode() + START
FORM = (
    f"POST /act/quick {HOST}Origin: http://localhost\r\nContent-Type: "
    "application/x-www-form-urlencoded\r\n"
    "Content-Length: 28\r\n\r\non=0&result=win&opponent=Bob"
).encode()
LATE_CHUNK = f"{HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n"
INVALID = "WARNING:  Invalid HTTP request received."


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Lend a companion of which nothing else is asked;
    it says nothing but what these tests make it say.
    """
    with warm.served(tmp_path_factory.mktemp("companion")) as server:
        yield server
        assert server.stop() == 0
        assert server.process.stdout
        assert server.process.stdout.read() == ""


def asked(server: Server, sent: bytes) -> socket.socket:
    """Return a connection to a server on which this was sent."""
    connection = socket.create_connection(
        ("127.0.0.1", int(server.address.rpartition(":")[2])), SECONDS
    )
    connection.sendall(sent)
    return connection


def answered(connection: socket.socket) -> bytes:
    with connection:
        return b"".join(iter(lambda: connection.recv(65536), b""))


def is_whole(answer: bytes) -> bool:
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    length = next(
        (int(line.partition(b":")[2]) for line in lines if line.startswith(b"content-length:")),
        None,
    )
    ended = body.endswith(b"0\r\n\r\n") if length is None else len(body) == length
    return lines[0] == b"http/1.1 200 ok" and ended


def test_a_cut_answer_is_noticed() -> None:
    assert is_whole(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab")
    assert is_whole(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n")
    assert not is_whole(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab")
    assert not is_whole(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n")
    assert not is_whole(b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 2\r\n\r\nab")


@pytest.mark.parametrize(
    "sign", all_to_prove([signal.SIGTERM, signal.SIGINT], quick=[signal.SIGTERM])
)
def test_who_asked_before_it_was_stopped_has_the_whole_answer(
    tmp_path: Path, sign: signal.Signals
) -> None:
    paths = ("/", "/statistics", "/api/boxes", "/box/7", "/downloads/fence.pdf")
    with warm.served(tmp_path) as server:
        streams = [asked(server, STREAM) for _ in range(3)]
        assert all(stream.recv(12) for stream in streams)
        half_sent = asked(server, STEP[:-1])
        waiting = [asked(server, f"GET {path} {HOST}\r\n".encode()) for path in paths]
        server.process.send_signal(sign)
        half_sent.sendall(STEP[-1:])
        with ThreadPoolExecutor() as readers:
            answers = list(readers.map(answered, [half_sent, *waiting]))
            ends = list(readers.map(answered, streams))
        assert server.process.wait(SECONDS) == 0
        assert server.process.stdout
        assert server.process.stdout.read() == ""
    assert [is_whole(answer) for answer in answers] == [True] * len(answers), [
        each[:200] for each in answers
    ]
    assert json.loads(answers[0].partition(b"\r\n\r\n")[2])["state"]["entry"] == 1
    assert all(end.endswith(b"0\r\n\r\n") for end in ends)


@pytest.mark.prove
@pytest.mark.parametrize("wait", [step / 8 for step in range(12)])
def test_it_can_be_stopped_at_any_moment(tmp_path: Path, wait: float) -> None:
    with warm.served(tmp_path) as server:
        connections = [
            asked(server, f"GET {path} {HOST}\r\n".encode()) for path in ("/learned", "/") * 4
        ]
        time.sleep(wait)
        assert server.stop() == 0
        assert server.process.stdout
        assert server.process.stdout.read() == ""
        assert all(is_whole(answered(each)) for each in connections)


@pytest.mark.prove
def test_who_does_not_go_on_is_not_waited_for(tmp_path: Path) -> None:
    many = (
        100 * f"GET /downloads/labels.pdf {HOST}\r\n".encode()
    )  # more than the system keeps for who does not read
    with (
        warm.served(tmp_path) as server,
        asked(server, FORM[:-1]),
        asked(server, many),
        asked(server, b"GET / HT"),
    ):
        assert len(server.browser.get("/downloads/labels.pdf").content) > 100_000
        assert server.stop() == 0
        assert server.process.stdout
        assert server.process.stdout.read() == ""


def test_a_second_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    with warm.served(tmp_path) as server, asked(server, FORM[:-1]):
        server.state()
        server.process.send_signal(signal.SIGINT)
        with suppress(ConnectionRefusedError):
            for _ in range(3000):  # until the first one is heard
                asked(server, b"").close()
                time.sleep(0.02)
        assert server.stop() == 130
        assert server.process.stdout
        assert server.process.stdout.read() == ""


def test_a_request_that_breaks_off_is_never_done(tmp_path: Path) -> None:
    with warm.served(tmp_path) as server:
        for length in range(len(FORM) - 12, len(FORM)):  # half a name makes a game, too
            asked(server, FORM[:length]).close()
        assert server.state()["entry"] == 0
        assert server.stop() == 0


@pytest.mark.parametrize(
    ("sent", "statuses"),
    [
        pytest.param(b"\x16\x03\x01\x02\x00\x01\r\n\r\n", [b"400"], id="https"),
        pytest.param(f"GET /ä {HOST}\r\n".encode(), [b"400"], id="a path that is not ASCII"),
        pytest.param(b"GET / HTTP/1.1\r\n\r\n", [b"400"], id="no host"),
        pytest.param(
            f"GET /api/state {HOST}\r\n\0\r\n\r\n".encode(), [b"200", b"400"], id="behind a request"
        ),
        pytest.param(f"POST /api/start {LATE_CHUNK}".encode(), [b"400"], id="in a body"),
        pytest.param(
            f"GET /api/state {LATE_CHUNK}".encode(), [b"200"], id="in a body that nobody reads"
        ),
        pytest.param(
            f"GET /api/events {LATE_CHUNK}".encode(), [b"200"], id="while a stream is open"
        ),
        pytest.param(
            f"POST /api/start {LATE_CHUNK}".replace("localhost", "elsewhere").encode(),
            [b"403"],
            id="in a body that was refused",
        ),
    ],
)
@pytest.mark.parametrize("parted", [False, True])
def test_what_is_no_http_is_one_quiet_line(
    companion: Server, sent: bytes, statuses: list[bytes], parted: bool
) -> None:
    first, end, rest = sent.partition(b"\r\n\r\n") if parted else (sent, b"", b"")
    connection = asked(companion, first + end)
    time.sleep(0.05 if rest else 0)
    connection.sendall(rest)
    answer = answered(connection)
    said = re.findall(rb"HTTP/1\.1 (\d+)", answer)
    assert said in (statuses, [b"400"]), answer
    assert companion.process.stdout
    assert companion.process.stdout.readline().rstrip("\n") == INVALID
    assert companion.state()["entry"] == 0


def test_an_upgrade_that_is_not_taken_is_not_told(tmp_path: Path) -> None:
    upgrade = (
        "Connection: close, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with warm.served(tmp_path) as server:
        assert is_whole(answered(asked(server, f"GET /api/state {HOST}{upgrade}".encode())))
        assert server.stop() == 0
        assert server.process.stdout
        assert server.process.stdout.read() == ""
