"""The companion in a browser: the application of `serve`, called by a service worker.

It runs in a worker of the one page that has the logbook. Its folder is in the browser's own
storage, set up by `templates/site/static/storage.js`: the logbook, and beside it the files of its
kit. Nobody else can reach it, so there is no PIN. Otherwise all is as on a computer; this module
has no rules and no pages.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from menace_kit.errors import LogbookError, SelectionError
from menace_kit.files import LOGBOOK_FILE_NAME
from menace_kit.guide.audit import audit
from menace_kit.logbook import Logbook
from menace_kit.logbook.copies import compare
from menace_kit.logbook.names import forgotten
from menace_kit.logbook.rescue import fingerprint_in
from menace_kit.machine import DEFAULT_PRESET, Kit
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.site.logbook_folder import (
    PLACE,
    KitFiles,
    LogbookFolder,
    as_in_a_kit,
    kit_for,
    kit_of,
)
from menace_kit.site.on_site import Head, OnSite, ReadOnly, Send, how_alike, run_in_line
from menace_kit.text import Words, load_words


class Pocket:
    """What the worker of the logbook's page does: the page's calls, and each request."""

    def __init__(self, folder: Path) -> None:
        """Take charge of the logbook in a folder; nothing is read yet."""
        self._logbook = LogbookFolder(folder)
        self._running: AsyncExitStack | None = None
        self._on_site: OnSite | None = None
        self._wanted: dict[str, Any] = {}

    async def start(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Open the logbook, making one if there is none, and return its facts.

        `wanted` has `root`, the path of the pages, `origin`, `language`, and for a new logbook
        `kit`, its files, or `link`, the kit maker's link, or `machine`, a preset's name. Raises
        LogbookError or another error if it cannot be opened.
        """
        from menace_kit.web.app import create_app
        from menace_kit.web.classroom import without_lights
        from menace_kit.web.language import in_language
        from menace_kit.web.settings import Settings

        await self.stop()
        self._wanted = dict(wanted)
        words = self._words()
        is_new = not self._logbook.has_logbook
        if is_new:
            files = as_in_a_kit(wanted.get("kit") or {}) or self._linked() or self._ready_made()
            with TemporaryDirectory() as place:
                Logbook(Path(place) / LOGBOOK_FILE_NAME, kit_of(files)).close()
                self._logbook.put(Path(place) / LOGBOOK_FILE_NAME, files)
        kit, _ = self._logbook.kit(words)
        shown = in_language(without_lights(kit), words.language)
        host = urlsplit(wanted["origin"]).hostname or ""
        run_in_line()
        app = create_app(
            shown, self._logbook.logbook, Settings(names=frozenset({host}), alone=True)
        )
        running = AsyncExitStack()
        await running.enter_async_context(app.router.lifespan_context(app))
        guarded = ReadOnly(app, self._logbook, words)
        self._running, self._on_site = (
            running,
            OnSite(guarded, wanted["root"].rstrip("/"), wanted["origin"]),
        )
        return {**self._told(kit), "is_new": is_new}

    def _ready_made(self) -> KitFiles:
        """Return a preset in the page's language, with bead letters as on printed labels."""
        from menace_kit.site.choices import files_of

        machine = self._wanted.get("machine") or DEFAULT_PRESET
        return files_of({"machine": machine, "language": self._words().language})

    def _linked(self) -> KitFiles | None:
        """Return the kit of the followed link, if any. Raises SelectionError if it is broken."""
        if not self._wanted.get("link"):
            return None
        from menace_kit.site.choices import files_of
        from menace_kit.site.links import from_fragment

        found = from_fragment(self._wanted["link"])
        if found["errors"]:
            raise SelectionError(self._words()("maker.link-broken"))
        return files_of(found["choices"])

    async def stop(self) -> None:
        """Close the logbook; later requests are refused."""
        self._on_site, running = None, self._running
        self._running = None
        if running is not None:
            await running.aclose()

    async def logbook(self, language: str) -> dict[str, Any] | None:
        """Return the facts of the logbook in storage, or None; it isn't kept open."""
        self._wanted.setdefault("language", language)
        if not self._logbook.has_logbook:
            return None
        return self._told(self._logbook.kit(self._words())[0])

    def _told(self, kit: Kit) -> dict[str, Any]:
        with Logbook(self._logbook.logbook, kit, read_only=True) as logbook:
            last = logbook.entry(logbook.last_entry)
            return {
                "name": self._words().title(kit.spec.name),
                "games": logbook.last_game,
                "entries": logbook.last_entry,
                "last_at": last.at if last else None,
                "handed": self._logbook.handed_over,
            }

    def answer(self, request: Mapping[str, Any], head: Head, send: Send) -> "asyncio.Task[None]":
        """Answer a request, in a task; cancelling it means that the receiver has left.

        `request` has `method`, `path` below the root as in the address, `query` without its mark,
        `headers` as pairs, and `body`. `head` gets status and headers, `send` each part of the body
        when the receiver is ready; it returns False if the receiver has left.
        """
        if self._on_site is None:
            raise LogbookError(self._words()("alone.closed"))
        return asyncio.ensure_future(self._on_site.answer(request, head, send))

    async def export_logbook(self) -> dict[str, Any]:
        return {"name": LOGBOOK_FILE_NAME, "content": self._logbook.content()}

    async def export_kit(self) -> dict[str, Any]:
        _, files = self._logbook.kit(self._words())
        return {"files": dict(files)}

    async def compare(self, brought: Mapping[str, Any]) -> dict[str, Any]:
        """Return how a brought logbook relates to the present one, as `relation` and `text`.

        It is `ahead`, `behind`, the `same`, grown `apart`, or an `other` one; `none` means that
        there is no present one. `text` is a sentence. `brought` is as in `take_in`. Raises
        LogbookError if it cannot be taken in at all.
        """
        with self._audited(brought) as (logbook, kit, _):
            relation, text = self._relation(logbook, kit)
        return {"relation": relation, "text": text}

    async def take_in(self, brought: Mapping[str, Any]) -> dict[str, Any]:
        """Replace the logbook with a brought one, and open it.

        `brought` has `logbook`, its bytes, `kit`, its kit's files unless that is a preset, and the
        page's facts for `start`. It is audited first. Raises LogbookError if something is wrong
        with it, or if entries of the present logbook would be lost. The present logbook then stays
        unchanged; in the second case it is closed until `start`.
        """
        self._wanted.setdefault("language", brought.get("language"))
        with self._audited(brought) as (logbook, kit, files):
            await self.stop()  # before comparing, so that no step comes in between
            relation, text = self._relation(logbook, kit)
            if relation not in ("none", "same", "ahead"):
                raise LogbookError(text)
            self._logbook.put(logbook, files)
        return await self.start({name: brought[name] for name in PLACE})

    @contextmanager
    def _audited(self, brought: Mapping[str, Any]) -> Iterator[tuple[Path, Kit, KitFiles]]:
        """Put a brought logbook in a temporary file; raises LogbookError if it isn't sound."""
        words = self._words()
        given = as_in_a_kit(brought.get("kit") or {})
        with TemporaryDirectory() as place:
            path = Path(place) / LOGBOOK_FILE_NAME
            path.write_bytes(bytes(brought["logbook"]))
            if (
                not given
                and self._logbook.has_logbook
                and fingerprint_in(path) == fingerprint_in(self._logbook.logbook)
            ):
                _, given = self._logbook.kit(words)
            kit, files = kit_for(path, given, words)
            with Logbook(path, kit) as logbook:
                found = [finding for finding in audit(logbook) if not finding.known]
            if found:
                raise LogbookError(words("alone.audit", n=len(found), finding=found[0].message))
            yield path, kit, files

    def _relation(self, logbook: Path, kit: Kit) -> tuple[str, str]:
        """Return how a logbook relates to the present one, and the sentence for it."""
        words = self._words()
        if not self._logbook.has_logbook:
            return "none", ""
        own, _ = self._logbook.kit(words)
        if own.fingerprint != kit.fingerprint:
            return "other", words("pocket.judged-other")
        with (
            Logbook(self._logbook.logbook, own, read_only=True) as ours,
            Logbook(logbook, kit, read_only=True) as theirs,
        ):
            found = compare(ours, theirs)
            forgot = len(forgotten(theirs)) - len(forgotten(ours))
            games = {"here": ours.last_game, "there": theirs.last_game}
        relation = how_alike(found, forgot)
        facts = {"common": found.game, "ours": found.ours, "theirs": found.theirs, **games}
        told = words(f"pocket.judged-{relation}", **facts)
        return (
            relation,
            f"{told} {words('pocket.judged-names')}"
            if relation == "ahead" and forgot < 0
            else told,
        )

    async def hand_over(self, is_over: bool) -> dict[str, Any]:
        """Note that the logbook has moved elsewhere, so that it is read-only here, or is back."""
        self._logbook.hand_over(is_over)
        return self._told(self._logbook.kit(self._words())[0])

    async def forget(self) -> None:
        """Close the logbook and delete it from storage."""
        await self.stop()
        self._logbook.forget()

    def _words(self) -> Words:
        language = self._wanted.get("language") or "en"
        return load_words(language if language in template_names(TemplateKind.TEXT) else "en")


pocket = Pocket(Path("/logbook"))

start, logbook, answer = pocket.start, pocket.logbook, pocket.answer

export_logbook, export_kit, forget, hand_over = (
    pocket.export_logbook,
    pocket.export_kit,
    pocket.forget,
    pocket.hand_over,
)

compare_with, take_in = pocket.compare, pocket.take_in
