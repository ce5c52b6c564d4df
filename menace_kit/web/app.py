"""The application: the API, the pages and their files, behind the guard."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.types import ASGIApp

from menace_kit import __version__
from menace_kit.errors import MenaceKitError
from menace_kit.machine.kit import Kit
from menace_kit.paths import pages_folder
from menace_kit.text.kit_words import page_words
from menace_kit.views.shapes import kit_shape
from menace_kit.web import api
from menace_kit.web.commands import Companion
from menace_kit.web.gate import Gate, Settings
from menace_kit.web.live import Kept
from menace_kit.web.page import answer_mistakes
from menace_kit.web.pages import audience, book, career, downloads, operate
from menace_kit.web.pages.book import LabelPictures
from menace_kit.web.safety import Guard


def create_app(kit: Kit, journal: Path, settings: Settings, gate: Gate | None = None) -> FastAPI:
    """Return the companion of a kit and its journal as an ASGI application; `gate` where it is not a new one.

    The journal is opened when the application starts, and made where there is none. It speaks the
    kit's language, and of buttons instead of commands.
    """
    companion, pictures = Companion(kit, journal, settings, gate), LabelPictures(kit)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await companion.start()
        warm = asyncio.create_task(_first_label(pictures, kit))
        try:
            yield
        finally:
            await companion.stop()
            await asyncio.wait({warm})

    app = _Guarded(
        title="MENACE companion",
        version=__version__,
        lifespan=lifespan,
        # The usual pages for the description come from elsewhere; ours is a plain list.
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.companion, app.state.kept = companion, Kept()
    app.state.machine, app.state.label_pictures = kit_shape(kit), pictures
    answer_mistakes(app)
    routers = [api.router, operate.router, book.router, audience.router, book.history_router, career.router]
    for router in (*routers, downloads.router, operate.acts_router):
        app.include_router(router)
    app.add_api_route("/api/openapi.json", _description, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=pages_folder() / "static"), name="static")
    return app


async def _first_label(pictures: LabelPictures, kit: Kit) -> None:
    """Draw a label before it is asked for, as the first one takes fonts and words to be read."""
    with suppress(MenaceKitError):  # one that does not fit is told of where it is asked for
        await asyncio.to_thread(pictures.picture, kit.boxes[0].number)


class _Guarded(FastAPI):
    """An application whose guard stands before everything, the answer to its own mistakes included."""

    def build_middleware_stack(self) -> ASGIApp:
        """Return the application behind the guard."""
        companion: Companion = self.state.companion
        return Guard(
            super().build_middleware_stack(), companion.settings, companion.gate, page_words(companion.kit)
        )


async def _description(request: Request) -> Response:
    return JSONResponse(api.description(request.app))
