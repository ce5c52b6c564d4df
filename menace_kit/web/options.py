"""The companion's options: address, PIN and certificate, and the settings and lock they give."""

import socket
import ssl
from pathlib import Path

from menace_kit.errors import SelectionError
from menace_kit.files import read_file
from menace_kit.frozen import Frozen
from menace_kit.web.pin import PinLock, checked_pin, new_pin
from menace_kit.web.sessions import Sessions
from menace_kit.web.settings import LOOPBACK, Settings, is_loopback

ALL_ADDRESSES = "0.0.0.0"


class Wanted(Frozen):
    """The companion's options; `host` None is loopback, or with `lan` every address.

    `pin` is a chosen one, or NEW for a random one. None keeps the PIN of sessions that are still
    valid, or else takes a random one. With a `certificate` (PEM) it is served over HTTPS; the `key`
    may be in the same file.
    """

    host: str | None = None
    port: int = 1961
    lan: bool = False
    watch_pin: bool = False
    pin: str | None = None
    certificate: Path | None = None
    key: Path | None = None

    @property
    def has_pin(self) -> bool:
        return self.lan or self.pin is not None


NEW = "new"
"""Given instead of a PIN to get a random one."""


def settings_for(wanted: Wanted) -> Settings:
    """Return who may reach the companion.

    The PIN is the chosen one, or a random one if others can reach it. Raises SelectionError for a
    host other than loopback without `lan`, for `watch_pin` without it, and for a PIN that is too
    easy.
    """
    chosen = new_pin() if wanted.pin in (None, NEW) else checked_pin(wanted.pin)
    pin = chosen if wanted.has_pin else None
    secure = wanted.certificate is not None
    host = (wanted.host or "localhost").lower()
    if not wanted.lan:
        if not is_loopback(host):
            raise SelectionError(
                f"--host: others could reach {wanted.host}; "
                "if you want that, add --lan, and changes will need a PIN"
            )
        if wanted.watch_pin:
            raise SelectionError(
                "--watch-pin needs --lan; without it nobody else can reach the companion"
            )
        return Settings(names=LOOPBACK | {host}, pin=pin, secure=secure)
    name = socket.gethostname().lower()
    return Settings(
        names=LOOPBACK | {host, name, f"{name.removesuffix('.local')}.local"},
        any_address=True,
        pin=pin,
        watch_pin=wanted.watch_pin,
        secure=secure,
    )


def lock_for(wanted: Wanted, settings: Settings, logbook: Path) -> PinLock:
    """Return the lock for these settings; a file beside the logbook keeps sessions across restarts.

    Their PIN stays valid as long as any of them is, unless another PIN is asked for.
    """
    if settings.pin is None:
        return PinLock(None)
    sessions = Sessions(logbook.with_name(f"{logbook.name}.sessions"))
    if wanted.pin is None and sessions:
        return PinLock(None, sessions=sessions, secure=settings.secure)
    sessions.belong_to(settings.pin)
    return PinLock(settings.pin, sessions=sessions, secure=settings.secure)


def check_certificate(wanted: Wanted) -> None:
    """Raise SelectionError, with the reason, if a certificate and its key cannot be used."""
    if wanted.certificate is None:
        if wanted.key is not None:
            raise SelectionError("--key needs a --certificate; give both")
        return
    key = wanted.key or wanted.certificate
    for path in {wanted.certificate, key}:
        read_file(path)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(wanted.certificate, key, "")
    except ssl.SSLError as error:
        raise SelectionError(
            f"--certificate: {wanted.certificate} has no certificate whose key is in {key}, as PEM "
            f"without a passphrase ({error.reason or error}); --key can name the file with its key"
        ) from error
