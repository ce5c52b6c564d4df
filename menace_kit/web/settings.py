"""Who may reach the companion: the names it answers to, and whether it has a PIN."""

import ipaddress

from menace_kit.frozen import Frozen

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names of this computer for programs running on it."""


class Settings(Frozen):
    """Who may reach the companion, and for what.

    `names` are the host names, in lower case, that it answers to. With `any_address` it answers to
    bare addresses too: an outside attacker points a name of their own at our address, and a bare
    address is not a name. If there is a `pin`, it is needed to change anything and to see who
    played before, and with `watch_pin` to see anything. It is `alone` if no other device can reach
    it, and `secure` over HTTPS: then browsers send its cookie only there. `group` has the letters
    of a class's machine; `is_class` marks the class itself.
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
        """Return whether a Host header names this server; the port is ignored."""
        name = host_name(host)
        return name in self.names or (self.any_address and is_address(name))


def host_name(host: str) -> str:
    """Return the name in a Host header, in lower case and without its port."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].removesuffix(".")


def is_loopback(name: str) -> bool:
    """Return whether a host name reaches only this computer."""
    return name in LOOPBACK or (is_address(name) and ipaddress.ip_address(name).is_loopback)


def is_address(name: str) -> bool:
    """Return whether a host name is a bare IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
