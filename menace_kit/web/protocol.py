"""The protocol of a connection, which is given up where a request does not begin to make
sense soon.
"""

import asyncio
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_TIME = 10.0
"""Seconds that a request's head may take to arrive,
counted from the connection or from its first part.
"""


class PromptProtocol(H11Protocol):
    """HTTP that closes a connection whose request is begun and not sent on;
    else many such would use up the server.

    Between two requests the server's own, shorter patience counts.
    What is no HTTP is answered with 400, and with one line on the terminal.
    """

    _giving_up: asyncio.TimerHandle | None = None

    @property
    def is_kept_waiting(self) -> bool:
        """Return whether it is the other side's turn:
        to send the rest of a request, or to take an answer.
        """
        unsent = self.transport.get_write_buffer_size() > 0
        return self.conn.their_state is h11.SEND_BODY or unsent or self.is_done

    @property
    def is_done(self) -> bool:
        """Return whether it is closed, and only the other side's word for that is missing."""
        return self.transport.is_closing() and not self.transport.get_write_buffer_size()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # The protocol of a stream is given nothing but transports that read and write.
        super().connection_made(cast("asyncio.Transport", transport))
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Take what came; wait no longer where it completes a request's head."""
        super().data_received(data)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP; where an answer was begun already,
        it is the last of this connection.
        """
        if self.cycle is not None:
            # What is still said to a request that broke off is for nobody.
            self.cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing of an upgrade that is not taken:
        it is answered as if it had not been asked for.
        """

    def _wait_for_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._wait_no_longer()
        elif self._giving_up is None:
            self._giving_up = self.loop.call_later(HEAD_TIME, self.transport.close)

    def _wait_no_longer(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None
