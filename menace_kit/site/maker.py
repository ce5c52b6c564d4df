"""What the kit maker's page calls: all files of a kit.

It runs in a browser and returns plain values: text, numbers, lists, tables, bytes. `choices` says
what choices are. `build` writes the same files as the command.
"""

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from menace_kit.errors import MistakesError
from menace_kit.printables.build import drawing_steps, drawn_files
from menace_kit.printables.making import Press, naming_the_key
from menace_kit.site.choices import Choices, Facts, files_of, sets_of
from menace_kit.site.choices_of_files import take_in
from menace_kit.site.links import fragment, from_fragment
from menace_kit.site.mistakes import mistakes_at
from menace_kit.site.offer import fonts, options
from menace_kit.site.preview import kit_of, preview, printables_of
from menace_kit.site.wording import worded
from menace_kit.text import load_words

__all__ = ["build", "fonts", "fragment", "from_fragment", "options", "preview", "take_in"]

FORMATS = ("pdf",)


def build(choices: Choices, language: str = "en") -> Iterator[Facts]:
    """Yield progress, step by step: what comes next, how much is `done` `of` all, the files ready.

    They are the same bytes as those of `menace-kit build`, and the kit's own files. The last step
    has all of them as a zip. If there are mistakes, only these are yielded, as `errors`, in
    `language`.
    """
    try:
        files = files_of(choices)
        kit, profile = kit_of(tuple(files.items()))
        yield {"step": "layout", "text": "", "done": 0, "of": 0, "files": []}
        printables = printables_of(kit, sets_of(choices))
        of = drawing_steps(printables) + 1
        content = {name: text.encode() for name, text in files.items()}
        made = [
            {"name": name, "title": "", "pages": 0, "purpose": "kit", "content": content[name]}
            for name in content
        ]
        yield {"step": "draw", "text": "", "done": 0, "of": of, "files": made}
        with mistakes_at("container"), naming_the_key(kit):
            steps = drawn_files(kit, printables, FORMATS, Press(profile))
            for done, (purpose, drawn) in enumerate(steps, start=1):
                content |= {file.name: file.content for file in drawn}
                made = [{**file._asdict(), "purpose": purpose} for file in drawn]
                yield {
                    "step": "draw",
                    "text": drawn[0].title,
                    "done": done,
                    "of": of,
                    "files": made,
                }
    except MistakesError as error:
        yield {"errors": worded(error.found, choices, load_words(language))}
        return
    name = f"{re.sub('[^a-z0-9]+', '-', kit.spec.name.lower()).strip('-') or 'kit'}.zip"
    yield {
        "step": "zip",
        "text": "",
        "done": of,
        "of": of,
        "files": [],
        "zip": {"name": name, "content": zipped(content)},
        "left_out": [f"{name}: {reason}" for name, reason in printables.left_out],
    }


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip archive; the same files always give the same bytes."""
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_STORED) as opened:  # most files are already compressed
        for name, content in files.items():
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            opened.writestr(entry, content)
    return archive.getvalue()
