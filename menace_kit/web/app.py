"""The companion as an ASGI application: its pages, its API and the guard before them;
of one machine, or of a class.

Whoever runs it gives it requests: `web/server.py` on a computer, `site/companion.py` in a browser.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from menace_kit import __version__
from menace_kit.errors import MenaceKitError
from menace_kit.files import pages_folder
from menace_kit.machine.kit import Kit
from menace_kit.text.kit_words import page_words
from menace_kit.web import api
from menace_kit.web.below import ClassDoor
from menace_kit.web.classroom import Classroom
from menace_kit.web.companion import Companion
from menace_kit.web.guard import Guard
from menace_kit.web.pages import boxes_and_games, groups, operate, progress, screen, twin, watch
from menace_kit.web.pin import PinLock
from menace_kit.web.problem import ANSWERS
from menace_kit.web.settings import Settings


def create_app(kit: Kit, logbook: Path, settings: Settings, lock: PinLock | None = None) -> FastAPI:
    """Return the companion of a kit and its logbook as an ASGI application;
    `lock` where it is not a new one.

    The logbook is opened when the application starts, and made where there is none. It speaks the
    kit's language, and of buttons instead of commands.
    """
    companion = Companion(kit, logbook, settings, lock)
    label_picture, guesses = cache(partial(boxes_and_games.label_picture, kit)), watch.Guesses()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await companion.start()
        guesses.see((await companion.seen()).state)
        warm = asyncio.create_task(_first_label(label_picture, kit))
        try:
            yield
        finally:
            await companion.stop()
            await asyncio.wait({warm})

    app = _application("MENACE companion", lifespan)
    app.state.companion, app.state.label_picture = companion, label_picture
    app.state.copies, app.state.guesses, app.state.for_phones = twin.Copies(), guesses, ""
    for part in (api, operate, boxes_and_games, progress, screen, twin, watch):
        app.router.routes += part.router.routes  # as they are: to include them would make each anew
    # The guard stands before everything, the answer to the application's own mistakes included.
    app.middleware_stack = Guard(
        app.build_middleware_stack(), settings, companion.lock, page_words(kit)
    )
    return app


def create_class(
    kit: Kit, folder: Path, count: int, settings: Settings, lock: PinLock | None = None
) -> FastAPI:
    """Return a class as an ASGI application: so many groups, whose logbooks are in a folder."""
    lock = lock or PinLock(settings.pin, secure=settings.secure)
    classroom = Classroom(kit, folder, count, settings, lock, create_app)
    overview = progress.Overview(
        kit, {letters: group.companion for letters, group in classroom.groups.items()}
    )
    overview.hub.beside = classroom.hubs
    lock.watch(overview.hub.look_round)
    classroom.hubs.append(overview.hub)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with classroom.running(), overview.running():
            yield

    app = _application("MENACE class", lifespan)
    app.state.companion = app.state.classroom = classroom
    app.state.overview = overview
    for part in (groups.router, progress.of_class):
        app.include_router(part)
    app.add_api_route("/login", operate.login_page, methods=["GET"])
    app.add_api_route("/login", operate.login, methods=["POST"])
    app.add_api_route("/logout", operate.logout, methods=["POST"])
    app.add_api_route("/colours.css", operate.colours, methods=["GET"])
    app.add_api_route("/{path:path}", groups.elsewhere, methods=["GET"])
    # Pages of the class are for joining, or need the PIN in any case.
    watched = replace(settings, watch_pin=False, is_class=True)
    guard = Guard(app.build_middleware_stack(), watched, lock, page_words(kit))
    app.middleware_stack = ClassDoor(guard, classroom)
    return app


def _application(
    title: str, lifespan: Callable[[FastAPI], AbstractAsyncContextManager[None]]
) -> FastAPI:
    """Return an application that has what pages show and run, and no pages yet."""
    app = FastAPI(
        title=title,
        version=__version__,
        lifespan=lifespan,
        # The usual pages for the description come from elsewhere; ours is a plain list.
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        exception_handlers=ANSWERS,
    )
    app.mount("/static", StaticFiles(directory=pages_folder() / "static"), name="static")
    return app


async def _first_label(draw: Callable[[int], bytes], kit: Kit) -> None:
    """Draw a label before it is asked for, as the first one takes fonts and words to be read."""
    with suppress(MenaceKitError):  # one that does not fit is told of where it is asked for
        await asyncio.to_thread(draw, kit.boxes[0].number)
