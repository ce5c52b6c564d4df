"""What the kit maker's page calls: all files of a kit.

It runs in a browser and returns plain values: text, numbers, lists, tables, bytes. `choices` says
what choices are. `build` writes the same files as the command.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from menace_kit.errors import MistakesError
from menace_kit.printables.build import drawing_steps, drawn_files
from menace_kit.printables.making import OutputFile, Press, naming_the_key
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
        yield _step("", 0, 0, [])
        printables = printables_of(kit, sets_of(choices))
        of = drawing_steps(printables) + 1
        content = {name: text.encode() for name, text in files.items()}
        own = [OutputFile(name, each, title="", pages=0) for name, each in content.items()]
        yield _step("", 0, of, own)
        with mistakes_at("container"), naming_the_key(kit):
            steps = drawn_files(kit, printables, FORMATS, Press(profile))
            for done, (_, drawn) in enumerate(steps, start=1):
                content |= {file.name: file.content for file in drawn}
                yield _step(drawn[0].title, done, of, drawn)
    except MistakesError as error:
        yield {"errors": worded(error.found, choices, load_words(language))}
        return
    name = f"{re.sub('[^a-z0-9]+', '-', kit.spec.name.lower()).strip('-') or 'kit'}.zip"
    yield {
        **_step("", of, of, []),
        "zip": {"name": name, "content": zipped(content)},
        "left_out": [f"{name}: {reason}" for name, reason in printables.left_out],
    }


def _step(text: str, done: int, of: int, files: Sequence[OutputFile]) -> Facts:
    return {"text": text, "done": done, "of": of, "files": [each._asdict() for each in files]}


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip archive; the same files always give the same bytes."""
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_STORED) as opened:  # most files are already compressed
        for name, content in files.items():
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            opened.writestr(entry, content)
    return archive.getvalue()
