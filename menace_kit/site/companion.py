"""The companion in a browser: the application that `serve` runs, asked by a service worker,
its logbook in the browser.

It runs in a worker of the one page that has the logbook.
Its folder is in the browser's own storage, by `templates/site/static/storage.js`:
the logbook, and beside it the files of the kit that it is a logbook of. Nobody else reaches it,
so that there is no PIN; all else is as on a computer, and this module has no rules and no pages.
"""

import asyncio
import json
import os
import re
import tomllib
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import AsyncExitStack, contextmanager, suppress
from datetime import UTC, datetime
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote, urlsplit

from menace_kit.errors import LogbookError, MenaceKitError, SelectionError
from menace_kit.files import KIT_FILE_NAME, LOGBOOK_FILE_NAME
from menace_kit.guide.audit import audit
from menace_kit.logbook.names import forgotten
from menace_kit.logbook.queries import TwoCopies, compare
from menace_kit.logbook.rescue import fingerprint_in, put_in_place
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import DEFAULT_PRESET, load_kit
from menace_kit.machine.toml_files import TemplateKind, template_names, template_path
from menace_kit.text import Words, load_words
from menace_kit.text.words import say

KitFiles = Mapping[str, str]
"""What a kit is made of: the name of a file -> its text.
`kit.toml` is there, and what that names beside it.
"""

Head = Callable[[int, list[list[str]]], None]
Send = Callable[[bytes], Awaitable[bool]]
Answering = Callable[..., Awaitable[None]]
"""An application as ASGI has it."""


# The folder: a logbook, and the kit that it is a logbook of.

KITS = ("kit-a.json", "kit-b.json")
"""Two places: a new kit is put beside that of the logbook,
so that whatever happens the logbook has its own.
"""

PLACE = ("root", "origin", "language")
"""What a page tells of itself: below which path the companion is,
of which host, and in which language.
"""

HANDED = "handed-over"
"""The file that is there while the logbook is elsewhere; it says since when."""

PLAIN_NAME = re.compile(r"[\w][\w .-]{0,99}")


class LogbookFolder:
    """A logbook, and the files of its kit.
    A kill at any moment leaves the logbook that was there, or the new one.
    """

    def __init__(self, folder: Path) -> None:
        """Look after the logbook in a folder that is there."""
        self._folder, self.logbook = folder, folder / LOGBOOK_FILE_NAME

    @property
    def has_logbook(self) -> bool:
        """Return whether there is a logbook; one that was only half made is none any more."""
        with suppress(LogbookError, OSError):
            fingerprint_in(self.logbook)
        return self.logbook.is_file() and self.logbook.stat().st_size > 0

    def kit(self, words: Words) -> tuple[Kit, KitFiles]:
        """Return the kit of the logbook, and its files;
        LogbookError where no kit that is there is the logbook's.
        """
        wanted = fingerprint_in(self.logbook)
        for files in self._kits():
            with suppress(MenaceKitError):
                if (kit := kit_of(files)).fingerprint == wanted:
                    return kit, files
        raise LogbookError(words("alone.kit-gone", fingerprint=wanted))

    def _keep_kit(self, files: KitFiles) -> str:
        """Write the files of a kit beside those of the logbook's own, and return where."""
        own = fingerprint_in(self.logbook) if self.has_logbook else ""
        taken = ""
        for name in KITS:
            with suppress(OSError, ValueError, MenaceKitError):
                if kit_of(json.loads((self._folder / name).read_bytes())).fingerprint == own:
                    taken = name
        place = next(name for name in KITS if name != taken)
        self._write(place, json.dumps(dict(files)).encode())
        return place

    def _keep_only(self, kept: str) -> None:
        for name in set(KITS) - {kept}:
            (self._folder / name).unlink(missing_ok=True)

    def _write(self, name: str, content: bytes) -> None:
        with (self._folder / name).open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def put(self, logbook: Path, files: KitFiles) -> None:
        """Make a logbook the logbook, with the files of its kit."""
        kept = self._keep_kit(files)
        put_in_place(logbook, self.logbook)
        self._keep_only(kept)
        self.hand_over(False)

    def change_kit(self, files: KitFiles) -> None:
        """Give the logbook another kit of the same machine, told or printed otherwise."""
        self._keep_only(self._keep_kit(files))

    def forget(self) -> None:
        """Take the logbook out of the folder; its kit stays, for the next one."""
        self.logbook.unlink(missing_ok=True)
        self.hand_over(False)

    @property
    def handed_over(self) -> str | None:
        """Return when the logbook was handed over to another device, None where it is here."""
        place = self._folder / HANDED
        return place.read_text(encoding="utf-8") if place.exists() else None

    def hand_over(self, is_over: bool) -> None:
        """Note that the logbook is elsewhere now, and can only be read here;
        or that it is here after all.
        """
        if is_over:
            self._write(HANDED, datetime.now(UTC).isoformat(timespec="seconds").encode())
        else:
            (self._folder / HANDED).unlink(missing_ok=True)

    def content(self) -> bytes:
        """Return the logbook's file, with what a killed tab left undone cleared away,
        also where it is damaged.
        """
        with suppress(LogbookError):
            fingerprint_in(self.logbook)
        return self.logbook.read_bytes()

    def _kits(self) -> Iterator[KitFiles]:
        for name in KITS:
            with suppress(OSError, ValueError):
                yield json.loads((self._folder / name).read_bytes())


def kit_of(files: KitFiles) -> Kit:
    """Return the kit that these files make; KitError and others say what is wrong with them."""
    with laid_out(files) as folder:
        return load_kit(folder / KIT_FILE_NAME)


@contextmanager
def laid_out(files: KitFiles) -> Iterator[Path]:
    """Let files lie in a folder of their own for a moment;
    SelectionError where they are no kit's.
    """
    if KIT_FILE_NAME not in files or not all(PLAIN_NAME.fullmatch(name) for name in files):
        raise SelectionError(
            f"these files are no kit: a {KIT_FILE_NAME} is needed, and what it names beside it"
        )
    with TemporaryDirectory() as place:
        for name, text in files.items():
            (Path(place) / name).write_text(text, encoding="utf-8")
        yield Path(place)


def as_in_a_kit(files: KitFiles) -> KitFiles:
    """Return files by the names that they have in a kit's folder:
    browsers number what is saved more than once.
    """
    from menace_kit.site.choices import called

    return {called(name, text, list(files)): text for name, text in files.items()}


def preset(name: str) -> KitFiles:
    """Return the files of a machine among the templates."""
    return {KIT_FILE_NAME: template_path(TemplateKind.MACHINES, name).read_text(encoding="utf-8")}


def says_letters(files: KitFiles) -> bool:
    """Return whether the kit file chooses the letters on its beads;
    where it does not, they are the English ones.
    """
    tables = tomllib.loads(files[KIT_FILE_NAME])
    return "language" in tables.get("print", {}) or "letters" in tables.get("beads", {})


def kit_for(logbook: Path, given: KitFiles | None, words: Words) -> tuple[Kit, KitFiles]:
    """Return the kit of a logbook that somebody brings, and its files:
    those that came with it, or a preset's.

    LogbookError where none fits, and says what to bring.
    """
    wanted = fingerprint_in(logbook)
    if given:
        kit = kit_of(given)
        if kit.fingerprint != wanted:
            Logbook(logbook, kit, read_only=True).close()  # says what differs
        return kit, given
    for name in sorted(
        template_names(TemplateKind.MACHINES), key=lambda name: name != DEFAULT_PRESET
    ):
        if (kit := kit_of(files := preset(name))).fingerprint == wanted:
            return kit, files
    raise LogbookError(words("alone.which-kit", fingerprint=wanted))


# The companion below an address of the site.


class OnSite:
    """The application as the site shows it: below an address, in a frame of its own pages,
    and with one jar of cookies.

    A service worker neither sees cookies nor sets them. All tabs are of one browser,
    which would have one jar, too.
    """

    def __init__(self, app: Answering, root: str, origin: str) -> None:
        """Put an application below a path, without a slash at its end, of an origin:
        `https://example.org`.
        """
        self._app = app
        self._root = root
        self._scheme, _, self._host = origin.partition("://")
        self._cookies: dict[str, str] = {}

    async def answer(self, request: Mapping[str, Any], head: Head, send: Send) -> None:
        """Answer a request: its method, its path below the root,
        and what else `answer` of this module takes.
        """
        body = bytes(request.get("body") or b"")
        is_gone = False
        unread = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return unread.pop() if unread else await asyncio.Event().wait() and {}

        async def outwards(message: Mapping[str, Any]) -> None:
            nonlocal is_gone
            if message["type"] == "http.response.start":
                head(message["status"], self._told(message["headers"]))
            elif message.get("body") and not await send(message["body"]):
                is_gone = True
                raise asyncio.CancelledError  # as a server ends what nobody waits for

        try:
            await self._app(self._scope(request, len(body)), receive, outwards)
        except asyncio.CancelledError:
            if not is_gone:
                raise

    def _scope(self, request: Mapping[str, Any], length: int) -> dict[str, Any]:
        # What the service worker cannot know is said here;
        # what a page says of itself is believed of no one else.
        ours = {"host": self._host, "content-length": str(length)}
        if self._cookies:
            ours["cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        given = {name.lower(): value for name, value in request.get("headers") or ()}
        told = {**given, **ours}
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": request["method"],
            "scheme": self._scheme,
            "path": self._root + unquote(request["path"]),
            "raw_path": (self._root + request["path"]).encode(),
            "query_string": (request.get("query") or "").encode(),
            "root_path": self._root,
            "headers": [
                (name.encode("latin-1"), value.encode("latin-1", "replace"))
                for name, value in told.items()
            ],
            "client": ("127.0.0.1", 0),
            "server": (urlsplit(f"//{self._host}").hostname, None),
        }

    def _told(self, headers: list[tuple[bytes, bytes]]) -> list[list[str]]:
        """Return the headers for the browser, with the cookies kept here,
        and a frame of the site's own allowed.
        """
        told = []
        for name, value in (
            (name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers
        ):
            if name == "set-cookie":
                self._keep(value)
            elif name == "x-frame-options":
                told.append([name, "SAMEORIGIN"])
            else:
                told.append(
                    [name, value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")]
                )
        return told

    def _keep(self, header: str) -> None:
        with suppress(CookieError):
            for name, cookie in SimpleCookie(header).items():
                if cookie["max-age"] == "0":
                    self._cookies.pop(name, None)
                else:
                    self._cookies[name] = cookie.coded_value


def how_alike(found: TwoCopies, forgot: int) -> str:
    """Return what a comparison comes to: whether theirs may take the place
    of ours, `ahead`, or why not.

    `forgot` is how many more names were forgotten in theirs; then it is the one to go on with.
    """
    if found.ours and found.theirs:
        return "apart" if found.alike else "other"
    if found.ours or (not found.theirs and forgot < 0):
        return "behind"
    return "ahead" if found.theirs or forgot else "same"


class ReadOnly:
    """An application that changes nothing while its logbook is elsewhere;
    a copy can be played against all the same.
    """

    def __init__(self, app: Answering, logbook: LogbookFolder, words: Words) -> None:
        """Stand before an application; what is refused is told in these words."""
        self._app, self._logbook, self._words = app, logbook, words

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        from menace_kit.web.guard import SAFE_METHODS, VISITORS, is_among
        from menace_kit.web.problem import problem
        from menace_kit.web.request import path_of

        answer: Answering = self._app
        is_change = scope["method"] not in SAFE_METHODS and not is_among(path_of(scope), VISITORS)
        if is_change and self._logbook.handed_over:
            answer = problem(self._words, scope, 409, say("pocket.read-only"))
        await answer(scope, receive, send)


def run_in_line() -> None:
    """Let what libraries would do in a thread be done at once, for a browser has none.

    Python's own executors are no concern: there the loop of Pyodide runs their work in line.
    """
    from anyio import to_thread

    async def run_sync(work: Callable[..., Any], *args: Any, **_: Any) -> Any:
        return work(*args)

    # The same as they call it, and nothing is to be given up.
    to_thread.run_sync = run_sync  # type: ignore[assignment]


class Pocket:
    """What the worker of the page that has the logbook does:
    each call of the page's, and each request.
    """

    def __init__(self, folder: Path) -> None:
        """Look after the logbook in a folder; nothing is read yet."""
        self._logbook = LogbookFolder(folder)
        self._running: AsyncExitStack | None = None
        self._on_site: OnSite | None = None
        self._wanted: dict[str, Any] = {}

    async def start(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Open the logbook, and make one where there is none; return what there is to tell of it.

        `wanted` has `root`, below which the pages are, `origin`, `language`, and for a new logbook
        `kit`, its files, or `link`, what the kit maker put into one, or `machine`, a preset's name.
        LogbookError and others where it cannot be opened.
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
        kit, files = self._logbook.kit(words)
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
        return {**self._told(kit, files), "is_new": is_new, "language": words.language}

    def _ready_made(self) -> KitFiles:
        """Return the kit of a preset in the page's language:
        its bead letters are those of the printed labels.
        """
        from menace_kit.site.choices import files_of

        machine = self._wanted.get("machine") or DEFAULT_PRESET
        return files_of({"machine": machine, "language": self._words().language})

    def _linked(self) -> KitFiles | None:
        """Return the kit of the link that was followed, None where it was none;
        SelectionError where it is broken.
        """
        if not self._wanted.get("link"):
            return None
        from menace_kit.site.choices import files_of, from_fragment

        found = from_fragment(self._wanted["link"])
        if found["errors"]:
            raise SelectionError(self._words()("pocket.broken-link"))
        return files_of(found["choices"])

    async def stop(self) -> None:
        """Close the logbook; nothing is asked of it any more."""
        self._on_site, running = None, self._running
        self._running = None
        if running is not None:
            await running.aclose()

    async def logbook(self, language: str) -> dict[str, Any] | None:
        """Return what there is to tell of the logbook in storage, None where there is none;
        nothing is opened for long.
        """
        self._wanted.setdefault("language", language)
        if not self._logbook.has_logbook:
            return None
        return self._told(*self._logbook.kit(self._words()))

    def _told(self, kit: Kit, files: KitFiles) -> dict[str, Any]:
        missing = ["alone.phones", "alone.coach"]
        if kit.spec.cabinet and kit.spec.cabinet.lights:
            missing.append("alone.lights")
        with Logbook(self._logbook.logbook, kit, read_only=True) as logbook:
            last = logbook.entry(logbook.last_entry)
            return {
                "name": kit.spec.name,
                "fingerprint": kit.fingerprint,
                "games": logbook.last_game,
                "entries": logbook.last_entry,
                "last_at": last.at if last else None,
                "handed": self._logbook.handed_over,
                "left_out": [self._words()(key) for key in missing],
                "labels": self._labels(kit, files),
            }

    def _labels(self, kit: Kit, files: KitFiles) -> list[dict[str, str]]:
        """Return the languages to choose the labels' from, by `code` and `name`;
        none where that is settled.

        A logbook that was begun with a kit that does not say has the bead letters of English
        labels, whatever the page.
        """
        from menace_kit.web.language import languages

        if says_letters(files) or kit.spec.print.language == self._words().language:
            return []
        return [{"code": code, "name": name} for code, name in languages().items()]

    async def label_language(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Let the kit of the logbook be the one with labels in a language, `labels`,
        and open it as `start` does.

        The logbook itself stays as it is: how labels are lettered is no part of the machine.
        """
        from menace_kit.workshop.adoption import lettered_kit_file

        await self.stop()
        self._wanted.setdefault("language", wanted.get("language"))
        _, files = self._logbook.kit(self._words())
        changed = lettered_kit_file(files[KIT_FILE_NAME], wanted["labels"])
        self._logbook.change_kit({**files, KIT_FILE_NAME: changed})
        return await self.start(
            {**self._wanted, **{name: wanted[name] for name in PLACE if name in wanted}}
        )

    def answer(self, request: Mapping[str, Any], head: Head, send: Send) -> "asyncio.Task[None]":
        """Answer a request, as the task that does it: to cancel it is to go away.

        `request` has `method`, `path` below the root as it stands in the address,
        `query` without its mark, `headers` as pairs, and `body`. `head` is told status and headers,
        `send` each part of the body when whoever asked can take it;
        it returns False where nobody is there any more.
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
        """Return how a logbook from elsewhere is to the logbook: `relation`, and `text`,
        a sentence that says it.

        It is `ahead` of it, `behind`, the `same`, both went on `apart`, or it is an `other` one;
        `none` where there is no logbook. `brought` is as `take_in` has it;
        LogbookError where it cannot be taken in at all.
        """
        with self._audited(brought) as (logbook, kit, _):
            relation, text = self._relation(logbook, kit)
        return {"relation": relation, "text": text}

    async def take_in(self, brought: Mapping[str, Any]) -> dict[str, Any]:
        """Make a logbook from elsewhere the logbook, in the place of the one
        that is there, and open it.

        `brought` has `logbook`, its bytes, and `kit`, the files of its kit,
        where it is none of the presets, and what `start` needs of the page. It is audited before;
        LogbookError says what is wrong with it, or that something written in the logbook would be
        lost; the logbook stays as it was, closed in the second case until `start`.
        """
        self._wanted.setdefault("language", brought.get("language"))
        with self._audited(brought) as (logbook, kit, files):
            await self.stop()  # before the two are compared, so that no step comes between
            relation, text = self._relation(logbook, kit)
            if relation not in ("none", "same", "ahead"):
                raise LogbookError(text)
            self._logbook.put(logbook, files)
        return await self.start(
            {**self._wanted, **{name: brought[name] for name in PLACE if name in brought}}
        )

    @contextmanager
    def _audited(self, brought: Mapping[str, Any]) -> Iterator[tuple[Path, Kit, KitFiles]]:
        """Let a logbook that was brought lie in a file for a moment;
        LogbookError where it is not sound.
        """
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
        """Return how a logbook is to the logbook, and the sentence that says it."""
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
        """Note that the logbook is elsewhere now, so that nothing can be written here;
        or that it is here after all.
        """
        self._logbook.hand_over(is_over)
        return self._told(*self._logbook.kit(self._words()))

    async def forget(self) -> None:
        """Close the logbook and take it out of storage."""
        await self.stop()
        self._logbook.forget()

    def _words(self) -> Words:
        language = self._wanted.get("language") or "en"
        return load_words(language if language in template_names(TemplateKind.TEXT) else "en")


# What the worker calls, by name.

pocket = Pocket(Path("/logbook"))
start, stop, logbook, answer = pocket.start, pocket.stop, pocket.logbook, pocket.answer
export_logbook, export_kit, forget, hand_over = (
    pocket.export_logbook,
    pocket.export_kit,
    pocket.forget,
    pocket.hand_over,
)
compare_with, take_in, label_language = pocket.compare, pocket.take_in, pocket.label_language
