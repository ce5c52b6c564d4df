"""Who may reach the companion: the names by which it may be called, and whether there is a PIN."""

import ipaddress

from menace_kit.frozen import Frozen

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names by which a program on the same machine calls it."""


class Settings(Frozen):
    """Who may reach the companion, and what for.

    `names` are the host names, in lower case, that a browser may have called it by;
    with `any_address` a bare address will do as well: to point a name of their own at our address
    is what an attacker from outside does, and a bare address is no name. Where there is a `pin`,
    changing anything needs it and seeing who played before, and with `watch_pin` seeing anything.
    It is `alone` where no other device reaches it. It is `secure` over HTTPS:
    then a browser sends its cookie in no other way. `group` are the letters of the machine where
    it is one of a class, and `is_class` says that it is the class itself.
    """

    names: frozenset[str] = LOOPBACK
    any_address: bool = False
    pin: str | None = None
    watch_pin: bool = False
    secure: bool = False
    alone: bool = False
    group: str = ""
    is_class: bool = False

    def is_called(self, host: str) -> bool:
        """Return whether a request's Host header names this server; the port is not looked at."""
        name = host_name(host)
        return name in self.names or (self.any_address and is_address(name))


def host_name(host: str) -> str:
    """Return the name in a Host header, without its port, in lower case:
    `localhost` of `Localhost:1961`.
    """
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].removesuffix(".")


def is_loopback(name: str) -> bool:
    """Return whether a host name reaches this machine alone."""
    return name in LOOPBACK or (is_address(name) and ipaddress.ip_address(name).is_loopback)


def is_address(name: str) -> bool:
    """Return whether a host name is a bare IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
