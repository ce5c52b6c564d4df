"""What the companion is asked to be: its address, PIN and certificate,
and the settings and the lock that follow from them.
"""

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
    """What the companion is asked to be: `host` None is loopback,
    or with `lan` every address of this machine.

    `pin` is one that somebody chose, or NEW for one by chance;
    None for the one whose sessions still go on, or else one by chance.
    With a `certificate` (PEM) it is served over HTTPS; its `key` may stand in the same file.
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
        """Return whether changing anything needs a PIN."""
        return self.lan or self.pin is not None


NEW = "new"
"""What is said in place of a PIN for one by chance."""


def settings_for(wanted: Wanted) -> Settings:
    """Return who may reach the companion.

    The PIN is the one that somebody chose, or where others may reach it one by chance.
    SelectionError for a host that is not loopback without `lan`,
    for a PIN to watch where there is none, and for one that is too easy.
    """
    chosen = new_pin() if wanted.pin in (None, NEW) else checked_pin(wanted.pin)
    pin = chosen if wanted.has_pin else None
    secure = wanted.certificate is not None
    host = (wanted.host or "localhost").lower()
    if not wanted.lan:
        if not is_loopback(host):
            raise SelectionError(
                f"--host: {wanted.host} could be reached by others; "
                "if that is meant, say --lan, and changes need a PIN"
            )
        if wanted.watch_pin:
            raise SelectionError(
                "--watch-pin goes with --lan; without it nobody else can reach the companion"
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
    """Return the lock of a companion with these settings:
    who is still let in since it last ran stands by the logbook.

    Their PIN goes on as long as any of them is, unless another is asked for.
    """
    if settings.pin is None:
        return PinLock(None)
    sessions = Sessions(logbook.with_name(f"{logbook.name}.sessions"))
    if wanted.pin is None and sessions:
        return PinLock(None, sessions=sessions, secure=settings.secure)
    sessions.belong_to(settings.pin)
    return PinLock(settings.pin, sessions=sessions, secure=settings.secure)


def check_certificate(wanted: Wanted) -> None:
    """Go on where a certificate and its key can be used, or none is wanted;
    SelectionError says what is wrong.
    """
    if wanted.certificate is None:
        if wanted.key is not None:
            raise SelectionError("--key is the key of a --certificate; give both")
        return

    def ask() -> str:
        raise SelectionError(
            f"--key: {key} is locked with a passphrase, and nobody is there to type it at each "
            f"start; write it without one: openssl pkey -in {key} -out plain.pem"
        )

    key = wanted.key or wanted.certificate
    for path in {wanted.certificate, key}:
        read_file(path)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(wanted.certificate, wanted.key, ask)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise SelectionError(f"--key: {key} is not the key of {wanted.certificate}") from error
        raise SelectionError(
            "--certificate and --key: "
            f"a certificate and its key, as PEM, are not in {wanted.certificate}"
            f"{f' and {key}' if wanted.key else ', and no --key says where its key is'} "
            f"({error.reason or error})"
        ) from error
