"""The protocol of a connection, which is closed if a request's head doesn't arrive soon."""

import asyncio
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_TIME = 10.0
"""Seconds for a request's head to arrive, from the connection or from its first part."""


class PromptProtocol(H11Protocol):
    """HTTP that closes connections with unfinished requests, which could use up the server.

    Between two requests uvicorn's own, shorter timeout applies. Anything that isn't HTTP gets a
    400, and one line on the terminal.
    """

    _giving_up: asyncio.TimerHandle | None = None

    @property
    def is_kept_waiting(self) -> bool:
        """Return whether the client is due: to send the rest of a request, or to read an answer."""
        unsent = self.transport.get_write_buffer_size() > 0
        return self.conn.their_state is h11.SEND_BODY or unsent or self.is_done

    @property
    def is_done(self) -> bool:
        """Return whether everything was sent and closed, and only the client's close is missing."""
        return self.transport.is_closing() and not self.transport.get_write_buffer_size()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Stream protocols only get transports that read and write.
        super().connection_made(cast("asyncio.Transport", transport))
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Pass the data on, and stop the timer if it completes a request's head."""
        super().data_received(data)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what isn't HTTP; if an answer has already begun, close the connection after it."""
        if self.cycle is not None:
            # Nobody reads the rest of an answer to a broken request.
            self.cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Print nothing: a request for an upgrade is answered like any other."""

    def _wait_for_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._wait_no_longer()
        elif self._giving_up is None:
            self._giving_up = self.loop.call_later(HEAD_TIME, self.transport.close)

    def _wait_no_longer(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None
