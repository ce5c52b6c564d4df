"""A kit in a link: choices as the part of an address after #."""

import base64
import json
import zlib
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from menace_kit.site.brought_files import MOST_SIGNS
from menace_kit.site.choices import Choices, Facts
from menace_kit.site.choices_of_files import take_in


def fragment(choices: Choices) -> str:
    """Return choices as an address fragment for `from_fragment`."""
    said: dict[str, str] = {}
    for key, value in choices.items():
        if key == "files" and value:
            packed = zlib.compress(json.dumps(value, ensure_ascii=False).encode(), 9)
            said[key] = base64.urlsafe_b64encode(packed).decode().rstrip("=")
        elif isinstance(value, Mapping):
            said |= {f"{key}.{name}": str(each) for name, each in value.items() if each}
        elif value:
            said[key] = str(value)
    return urlencode(said)


def from_fragment(text: str) -> Facts:
    """Return what the form shows for a link, as `take_in` does.

    If the link was cut short or changed, there is a single mistake, at `link`.
    """
    choices: Facts = {}
    try:
        for key, value in parse_qsl(text.removeprefix("#"), strict_parsing=True, max_num_fields=60):
            table, _, name = key.partition(".")
            if key == "files":
                unpacked = zlib.decompressobj()
                packed = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
                files = json.loads(unpacked.decompress(packed, 4 * MOST_SIGNS))
                choices["files"] = {str(name): str(content) for name, content in files.items()}
            elif table in _TABLES and name:
                choices.setdefault(table, {})[name] = value
            elif key in _KEYS:
                choices[key] = value
            else:
                raise ValueError
    except (ValueError, AttributeError, RecursionError, zlib.error):
        return {"choices": {}, "errors": [{"field": "link", "text": ""}]}
    return {"choices": choices, "errors": take_in(choices.get("files") or {})["errors"]}


_TABLES = ("sizes", "bead", "folded", "rules")

_KEYS = (
    *("machine", "container", "unit", "beads", "palette"),
    *("paper", "stock", "language", "name", "sets"),
)
