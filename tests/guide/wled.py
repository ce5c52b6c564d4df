"""Lights with WLED's JSON interface, on this computer: a real server that records its LEDs."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Wled:
    """What the LEDs show after each message: LED -> colour, without dark ones."""

    address: str = ""
    shown: list[dict[int, str]] = field(default_factory=list)
    status: int = 200
    seconds: float = 0.0
    _news: threading.Condition = field(default_factory=threading.Condition)

    @property
    def now(self) -> dict[int, str]:
        return self.shown[-1] if self.shown else {}

    def wait_for(self, lit: dict[int, str]) -> None:
        """Wait until exactly this is lit."""
        with self._news:
            assert self._news.wait_for(lambda: bool(self.shown) and self.now == lit, 60), (
                lit,
                self.shown,
            )

    def take(self, state: dict[str, Any]) -> None:
        """Apply a message as the firmware does: numbers, then a colour; two numbers are a range."""
        assert state["on"] is True
        (segment,) = state["seg"]
        assert segment["id"] == 0
        with self._news:
            leds, numbers, start = dict(self.now), [], 0
            for each in segment["i"]:
                if isinstance(each, int):
                    numbers.append(each)
                    continue
                assert len(each) == 6
                start = numbers[0] if numbers else start
                stop = numbers[1] if len(numbers) > 1 else start + 1
                for led in range(start, stop):
                    leds.pop(led, None)
                    if int(each, 16):
                        leds[led] = each
                start, numbers = stop, []
            self.shown.append(leds)
            self._news.notify_all()


@contextmanager
def wled(port: int = 0) -> Iterator[Wled]:
    """Yield lights that are on, on any free port or on this one."""
    lights = Wled()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the name that http.server asks for
            body = self.rfile.read(int(self.headers["content-length"]))
            assert self.path == "/json/state"
            assert self.headers["content-type"] == "application/json"
            time.sleep(lights.seconds)
            if lights.status == 200:
                lights.take(json.loads(body))
            self.send_response(lights.status)
            self.end_headers()
            self.wfile.write(b'{"success":true}')

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        allow_reuse_address = True

    with Server(("127.0.0.1", port), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        lights.address = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield lights
        finally:
            server.shutdown()
