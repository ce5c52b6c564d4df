"""The companion as an ASGI application, of one machine or a class: pages, API and guard.

`web/server.py` sends it requests on a computer, `site/companion.py` in a browser.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from menace_kit import __version__
from menace_kit.files import pages_folder
from menace_kit.machine import Kit
from menace_kit.web import api
from menace_kit.web.classroom import ClassDoor, Classroom
from menace_kit.web.companion import Companion
from menace_kit.web.copies import Copies
from menace_kit.web.guard import Guard
from menace_kit.web.guesses import Guesses
from menace_kit.web.overview import Overview
from menace_kit.web.pages import (
    box,
    cabinet,
    charts,
    coach,
    colours,
    downloads,
    find,
    groups,
    history,
    learned,
    login,
    operate,
    overview,
    quick,
    screen,
    statistics,
    twin,
    watch,
)
from menace_kit.web.pin import PinLock
from menace_kit.web.problem import ANSWERS
from menace_kit.web.settings import Settings

PARTS = (
    screen,
    api,
    operate,
    quick,
    coach,
    login,
    colours,
    box,
    cabinet,
    find,
    history,
    downloads,
    statistics,
    charts,
    learned,
    twin,
    watch,
)
"""The modules with a machine's pages, or its API."""


def create_app(kit: Kit, logbook: Path, settings: Settings, lock: PinLock | None = None) -> FastAPI:
    """Return the companion of a kit and its logbook; `lock` reuses an existing lock.

    Starting the application opens the logbook, and creates it if it doesn't exist. Pages are in the
    kit's language.
    """
    companion = Companion(kit, logbook, settings, lock)
    guesses = Guesses()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await companion.start()
        guesses.see((await companion.seen()).state)
        try:
            yield
        finally:
            await companion.stop()

    app = _application("MENACE companion", lifespan)
    app.state.companion = companion
    app.state.label_picture = cache(partial(box.label_picture, kit))
    app.state.copies = Copies()
    app.state.guesses = guesses
    app.state.for_phones = ""
    for part in PARTS:
        app.router.routes += part.router.routes  # include_router would make each of them again
    # The guard comes before everything, including the answers to the application's own mistakes.
    app.middleware_stack = Guard(app.build_middleware_stack(), settings, companion.lock, kit)
    return app


def create_class(
    kit: Kit, folder: Path, count: int, settings: Settings, lock: PinLock | None = None
) -> FastAPI:
    """Return a class of this many groups, whose logbooks are in a folder."""
    lock = lock or PinLock(settings.pin, secure=settings.secure)
    classroom = Classroom(kit, folder, count, settings, lock, create_app)
    at_a_glance = Overview(
        kit, {letters: group.companion for letters, group in classroom.groups.items()}
    )
    at_a_glance.hub.beside = classroom.hubs
    lock.watch(at_a_glance.hub.look_round)
    classroom.hubs.append(at_a_glance.hub)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with classroom.running(), at_a_glance.running():
            yield

    app = _application("MENACE class", lifespan)
    app.state.companion = app.state.classroom = classroom
    app.state.overview = at_a_glance
    for part in (groups, overview):
        app.include_router(part.router)
    app.add_api_route("/login", login.login_page, methods=["GET"])
    app.add_api_route("/login", login.login, methods=["POST"])
    app.add_api_route("/logout", login.logout, methods=["POST"])
    app.add_api_route("/colours.css", colours.colours, methods=["GET"])
    app.add_api_route("/{path:path}", groups.elsewhere, methods=["GET"])
    # A class's own pages are for joining, or need the PIN anyway.
    watched = replace(settings, watch_pin=False, is_class=True)
    guard = Guard(app.build_middleware_stack(), watched, lock, kit)
    app.middleware_stack = ClassDoor(guard, classroom)
    return app


def _application(
    title: str, lifespan: Callable[[FastAPI], AbstractAsyncContextManager[None]]
) -> FastAPI:
    """Return an application with static files, but no pages yet."""
    app = FastAPI(
        title=title,
        version=__version__,
        lifespan=lifespan,
        # FastAPI's own description pages load from other sites; ours is a plain list.
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        exception_handlers=ANSWERS,
    )
    app.mount("/static", StaticFiles(directory=pages_folder() / "static"), name="static")
    return app
