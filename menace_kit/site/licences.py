"""The licences of everything on the site, as one text."""

from collections.abc import Iterator, Mapping

from menace_kit.errors import OutputError
from menace_kit.files import read_file, site_folder, templates_folder
from menace_kit.site.fetching import Packages, Runtime, Wheel
from menace_kit.site.packing import unpacked

LICENCES = "licences.txt"

FILES = ("*.dist-info/licenses/*", "*.dist-info/LICENSE*")
"""Where wheels have their licence texts."""


def licences(pinned: Packages, wheels: Mapping[str, bytes]) -> bytes:
    """Return what is on the site, under which licence, and the licences' texts.

    Raises OutputError if a wheel has no text.
    """
    of_all: dict[str, Runtime | Wheel] = {pinned.runtime.name: pinned.runtime, **pinned.wheels}
    listed = (f"{name:18} {each.version:9} {each.licence}" for name, each in of_all.items())
    fonts = read_file(templates_folder() / "fonts" / "LICENSE.txt").decode()
    texts = [fonts, *(text for name in sorted(wheels) for text in _texts(name, wheels[name]))]
    page = read_file(site_folder() / LICENCES).decode()
    page = page.replace("{packages}", "\n".join(listed))
    return page.replace("{texts}", "\n\n".join(texts)).encode()


def _texts(name: str, wheel: bytes) -> Iterator[str]:
    found = unpacked(wheel, only=FILES)
    if not found:
        raise OutputError(
            f"the wheel of {name} has no licence text to show on the site; "
            "pin another version in packages.toml"
        )
    for path, content in sorted(found.items()):
        heading = f"{name}: {path.rpartition('/')[2]}"
        yield f"{heading}\n{'-' * len(heading)}\n\n{content.decode()}"
