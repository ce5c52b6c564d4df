"""A class: a machine and a logbook for each group in one process, and a teacher who sees them all.

Each group has its own companion, below /g/C/ for group C. There is one process, one port and one
PIN, the teacher's. A group joins its machine once, with a code; from then on its phones are known
by their cookie.
"""

import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from menace_kit.errors import LogbookBusyError, LogbookError, OutputError, UnknownNameError
from menace_kit.frozen import Frozen
from menace_kit.logbook import Logbook
from menace_kit.machine import Kit
from menace_kit.machine.sets import kit_of_set, set_letters
from menace_kit.text.phrases import say
from menace_kit.views.machine import kit_shape
from menace_kit.web.companion import Companion
from menace_kit.web.pin import CODE_SIGNS, PinLock, TriedPin
from menace_kit.web.sessions import Sessions
from menace_kit.web.settings import Settings

CODE_OF_CLASS, CODE_OF_GROUP = 4, 5
"""Characters of the code to take a free group, and of the code for a group's second phone."""

GROUP_PATH = re.compile(r"/g/([A-Z]{1,2})(?=/|$)")

MakeCompanion = Callable[[Kit, Path, Settings, PinLock], FastAPI]


class ClassGroup(Frozen):
    """A group: its letters, its companion, its members, and the code for another phone."""

    letters: str
    app: FastAPI
    members: Sessions
    code: str

    @property
    def companion(self) -> Companion:
        found: Companion = self.app.state.companion
        return found

    @property
    def path(self) -> str:
        """Return the beginning of all its addresses."""
        return f"/g/{self.letters}"

    @property
    def is_taken(self) -> bool:
        return bool(self.members)


class Classroom:
    """The groups of a class by letters, the codes to join them, and the teacher's lock.

    It has what pages need from a companion: kit, machine, settings and lock. `address` is where
    phones reach it.
    """

    def __init__(
        self,
        kit: Kit,
        folder: Path,
        count: int,
        settings: Settings,
        lock: PinLock,
        make: MakeCompanion,
    ) -> None:
        """Prepare `count` groups with logbooks in a folder; starting the application opens them.

        `make` makes the companion of a group.
        """
        self.kit = kit
        self.folder = folder
        self.settings = replace(settings, is_class=True)
        self.lock = lock
        self.machine = kit_shape(kit)
        self.code = new_word(CODE_OF_CLASS)
        self.address = ""
        self.when_code_new: Callable[[], None] = lambda: None
        self.groups = {letters: self._group(letters, make) for letters in set_letters(count)}
        companions = [group.companion for group in self.groups.values()]
        self.hubs = [companion.hub for companion in companions]
        for companion in companions:
            companion.hub.beside = self.hubs
            companion.made_once.turn = companions[0].made_once.turn

    def _group(self, letters: str, make: MakeCompanion) -> ClassGroup:
        logbook = logbook_of(self.folder, letters)
        members = Sessions(logbook.with_name(f"{logbook.name}.sessions"))
        app = make(
            kit_of_set(self.kit, letters),
            logbook,
            replace(self.settings, group=letters, is_class=False),
            self.lock.with_members(members),
        )
        return ClassGroup(letters, app, members, new_word(CODE_OF_GROUP))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open all logbooks, and close them at the end."""
        async with AsyncExitStack() as stack:
            for group in self.groups.values():
                await stack.enter_async_context(group.app.router.lifespan_context(group.app))
            yield

    def dismiss(self) -> None:
        for hub in self.hubs:
            hub.dismiss()

    def group_of(self, token: str | None) -> ClassGroup | None:
        groups = self.groups.values()
        return next((group for group in groups if token and group.members.hold(token)), None)

    def is_teacher(self, token: str | None) -> bool:
        """Return whether the holder of this token may enter all groups."""
        return self.lock.lets_in(token)

    def group_called(self, letters: str) -> ClassGroup:
        """Return the group with these letters; raises UnknownNameError if there is none."""
        if letters not in self.groups:
            raise UnknownNameError(
                say("class.no-group", group=repr(letters), known=", ".join(self.groups))
            )
        return self.groups[letters]

    def send_away(self, letters: str) -> None:
        """Sign out all phones of a group, and change its code, because they know the old one."""
        group = self.group_called(letters)
        group.members.end_all()
        self.groups[letters] = replace(group, code=new_word(CODE_OF_GROUP))

    def send_all_away(self) -> None:
        """Sign out the phones of all groups, and change the code of the class."""
        for letters in self.groups:
            self.send_away(letters)
        self.code = new_word(CODE_OF_CLASS)
        self.when_code_new()

    def try_code(self, code: str, letters: str, address: str) -> tuple[TriedPin, ClassGroup | None]:
        """Return whether a code is right, and the group that it opens, if any.

        A group's own code opens that group. The code of the class opens the group of these letters
        as long as nobody is in it. Wrong codes count like wrong PINs.
        """
        typed = "".join(code.split()).lower().encode("utf-8", "replace")
        own = [
            group
            for group in self.groups.values()
            if secrets.compare_digest(typed, group.code.encode())
        ]
        of_class = secrets.compare_digest(typed, self.code.encode())
        tried = self.lock.judge(address, lambda: bool(own) or of_class)
        if tried.status != 200:
            return tried, None
        chosen = own[0] if own else self.groups.get(letters)
        return tried, chosen if own or (chosen and not chosen.is_taken) else None


class ClassDoor:
    """Passes each request on to its group, or to the pages of the class."""

    def __init__(self, app: ASGIApp, classroom: Classroom) -> None:
        self._app = app
        self._classroom = classroom

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = GROUP_PATH.match(scope["path"]) if scope["type"] == "http" else None
        group = self._classroom.groups.get(found[1]) if found else None
        if group is None:
            await self._app(scope, receive, send)
        else:
            await group.app({**scope, "root_path": group.path}, receive, send)


def new_word(signs: int) -> str:
    """Return a random code of characters that cannot be confused."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(signs))


def logbook_of(folder: Path, letters: str) -> Path:
    return folder / f"{letters}.sqlite"


def without_lights(kit: Kit) -> Kit:
    """Return the kit without lights behind its drawers."""
    cabinet = kit.spec.cabinet
    if cabinet is None or cabinet.lights is None:
        return kit
    return kit.with_keys("cabinet", lights=None)


def check_logbooks(kit: Kit, folder: Path, count: int) -> None:
    """Create the folder and missing logbooks, and read the others.

    Raises LogbookError with all that are bad.
    """
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"--folder: cannot create {folder}: {error.strerror}; "
            "choose a folder for the logbooks of the class"
        ) from error
    told = []
    are_bad = False
    for letters in set_letters(count):
        try:
            Logbook(logbook_of(folder, letters), kit_of_set(kit, letters)).close()
        except LogbookError as error:
            told.append(str(error))
            are_bad |= not isinstance(error, LogbookBusyError)
    if are_bad:
        told.append(f"If you move one out of {folder}, its group starts with a new logbook.")
    if told:
        raise LogbookError("\n".join(told))
