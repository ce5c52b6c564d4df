"""The API under /api, with the same calls that the pages use."""

from collections.abc import Awaitable, Callable, Sequence
from inspect import cleandoc
from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, Path, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from menace_kit.games import Side
from menace_kit.guide.look_up import look_up
from menace_kit.views import games as views
from menace_kit.views.boxes import BoxInList, BoxShape, box_list, box_number, box_shape
from menace_kit.views.days import day_named
from menace_kit.views.games import GameInList, Replay
from menace_kit.views.json_output.career import (
    CareerFigures,
    DayFigures,
    WholeDay,
    career_figures,
    day_figures,
    whole_day,
)
from menace_kit.views.machine import KitShape
from menace_kit.views.open_box import LookedUp, look_up_shape
from menace_kit.views.shape import Shape
from menace_kit.views.state import Answer, Moment, Problem
from menace_kit.web.companion import companion_of
from menace_kit.web.encoding import encoded
from menace_kit.web.live import stream
from menace_kit.web.page import page
from menace_kit.web.problem import JSON_TYPE, refuse
from menace_kit.web.request import root_of, sender, token_of
from menace_kit.web.taps import ACTS, MOST_BOARD, Act, Tick

SUMMARIES = {
    "start": "Start a game",
    "draw": "Enter the bead that was drawn",
    "reply": "Enter the opponent's move",
    "empty": "Report an empty box",
    "halve": "Report that half of a box that was too full is out",
    "undo": "Undo the last step, or the last game",
    "abandon": "End the game early",
    "confirm": "Confirm that the boxes are updated",
    "next": "Confirm that the boxes are updated, and start the next game",
    "recount": "Enter the count of a box",
    "quick": "Enter a whole game by its result",
    "tick": "Tick or untick a line of the list",
}

NumberInPath = Annotated[int, Path(ge=1, le=10**9)]


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the API description of answers that are problems."""
    content = {JSON_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    told = {
        409: "Someone recorded another step first",
        422: "It is not due, or it doesn't exist",
    }
    return {
        status: {"description": told.get(status, "The request was refused"), "content": content}
        for status in statuses
    }


WATCHING = problems(400, 403, 404, 422, 503)
CHANGING = problems(400, 403, 408, 409, 413, 415, 422, 503)

router = APIRouter(prefix="/api")


@router.get(
    "/state",
    summary="The state of the game, and what is due",
    response_model=Moment,
    responses=WATCHING,
)
async def state(request: Request) -> Response:
    """Return the state of the game; changes send its `entry` as `on`."""
    return Response(await companion_of(request).state_json(), media_type="application/json")


@router.get("/kit", summary="The machine: colours, marks, boxes, cabinet", responses=WATCHING)
async def kit(request: Request) -> KitShape:
    """Return what stays the same while the companion runs."""
    return companion_of(request).machine


@router.get("/lookup", summary="The box for a board", responses=WATCHING)
async def lookup(
    request: Request,
    board: Annotated[str, Query(max_length=MOST_BOARD, examples=["O.X/.../..."])],
    to_move: Literal["first", "second"] | None = None,
) -> LookedUp:
    """Return what to do for a board: open a box, make a forced or a later move, or nothing.

    If there is no box, `reason` says why. `to_move` says whose turn it is if the board alone
    doesn't.
    """
    companion = companion_of(request)
    found = look_up(companion.kit, board, Side(to_move) if to_move else None)
    return await companion.session(lambda session: look_up_shape(session, found))


@router.get("/boxes", summary="All boxes: where they are, what is in them", responses=WATCHING)
async def boxes(request: Request) -> list[BoxInList]:
    """Return all boxes."""
    return await companion_of(request).reading(box_list)


@router.get(
    "/box/{number}", summary="One box: its label, its beads, its history", responses=WATCHING
)
async def box(request: Request, number: NumberInPath) -> BoxShape:
    """Return a box."""
    companion = companion_of(request)
    wanted = box_number(companion.kit, str(number))
    return await companion.reading(lambda logbook: box_shape(logbook, wanted))


@router.get("/history", summary="The games, the newest first", responses=WATCHING)
async def history(
    request: Request,
    last: Annotated[int, Query(ge=1, le=200)] = 20,
    before: Annotated[int | None, Query(ge=1, le=10**9)] = None,
) -> list[GameInList]:
    """Return the last games, or those before game `before`."""
    return await companion_of(request).reading(lambda logbook: views.history(logbook, last, before))


@router.get("/game/{number}", summary="One game, step by step", responses=WATCHING)
async def game(request: Request, number: NumberInPath) -> Replay:
    """Return a game."""
    return await companion_of(request).reading(lambda logbook: views.replay(logbook, number))


@router.get(
    "/statistics",
    summary="The machine's results",
    response_model=CareerFigures,
    responses=WATCHING,
)
async def career(request: Request) -> Response:
    """Return what `menace-kit operator stats --json` prints."""
    companion = companion_of(request)
    _, found = await companion.statistics()
    return _json(career_figures(companion.kit, found))


@router.get(
    "/days",
    summary="The machine's results, day by day",
    response_model=list[DayFigures],
    responses=WATCHING,
)
async def every_day(request: Request) -> Response:
    """Return what `menace-kit operator stats --by-day --json` prints."""
    _, found = await companion_of(request).days()
    return _json(list(map(day_figures, found.values())))


@router.get(
    "/day/{date}", summary="The facts of one day", response_model=WholeDay, responses=WATCHING
)
async def day(request: Request, date: Annotated[str, Path(max_length=20)]) -> Response:
    """Return what `menace-kit operator stats --day DATE --json` prints."""
    companion = companion_of(request)
    _, found = await companion.day(day_named(date))
    return _json(whole_day(companion.kit, found))


def _json(told: Shape | Sequence[Shape]) -> Response:
    return Response(encoded(told), media_type="application/json")


@router.get(
    "/events",
    summary="The state, whenever something was recorded (server-sent events)",
    response_class=StreamingResponse,
    responses={
        200: {"description": "Events `state`", "content": {"text/event-stream": {}}},
        **WATCHING,
    },
)
async def events(request: Request) -> Response:
    """Send the state as an event `state`: at once, and whenever something was recorded.

    503 if there are too many listeners.
    """
    hub = companion_of(request).hub
    return stream(request, hub, hub.states())


def _call_for(kind: type[Act | Tick]) -> Callable[[Request, Any], Awaitable[Answer]]:
    async def call(request: Request, act: Any) -> Answer:
        return await companion_of(request).do(act)

    call.__annotations__["act"] = kind
    return call


for each in ACTS.values():
    router.add_api_route(
        f"/{each.name()}",
        _call_for(each),
        methods=["POST"],
        name=each.name(),
        summary=SUMMARIES[each.name()],
        description=cleandoc(each.__doc__ or ""),
        responses=CHANGING,
    )


class Access(BaseModel):
    """Whether the sender may change anything, and whether a PIN would help."""

    may_change: bool
    pin_needed: bool


class Pin(BaseModel):
    """The PIN that the companion's terminal shows."""

    model_config = ConfigDict(extra="forbid")

    pin: Annotated[str, Field(max_length=20)]


@router.get("/session", summary="Whether you may change anything", responses=WATCHING)
async def session(request: Request) -> Access:
    """Return whether the sender may change anything."""
    allowed = request.state.may_change
    return Access(may_change=allowed, pin_needed=not allowed)


@router.post(
    "/login",
    summary="Sign in with the PIN",
    responses={**CHANGING, **problems(429)},
    response_model=Access,
)
async def login(request: Request, given: Pin) -> Response:
    """Check the PIN, and set a cookie; 403 if it is wrong, 429 if the sender must wait."""
    tried = companion_of(request).lock.try_pin(given.pin, sender(request))
    if tried.status != 200:
        return refuse(request, tried.status, tried.detail, tried.headers)
    allowed = Access(may_change=True, pin_needed=False)
    return Response(allowed.model_dump_json(), media_type="application/json", headers=tried.headers)


@router.post("/logout", summary="Sign out", responses=CHANGING)
async def logout(request: Request, answer: Response) -> Access:
    """Delete the cookie."""
    lock = companion_of(request).lock
    lock.close(token_of(request))
    answer.headers["Set-Cookie"] = lock.cookie("")
    return Access(may_change=not lock.is_locked, pin_needed=lock.is_locked)


def description(app: FastAPI) -> dict[str, Any]:
    """Return the API's description (OpenAPI), including the shape of a problem."""
    made = app.openapi()
    shapes = made.setdefault("components", {}).setdefault("schemas", {})
    if "Problem" not in shapes:
        schema = TypeAdapter(Problem).json_schema(ref_template="#/components/schemas/{model}")
        shapes.update(schema.pop("$defs", {}))
        shapes["Problem"] = schema
    return made


@router.get("/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> Response:
    """Return the API's description."""
    root = root_of(request.scope)
    return JSONResponse(description(request.app) | ({"servers": [{"url": root}]} if root else {}))


@router.get("/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    """List the API's calls."""
    calls: list[dict[str, Any]] = [
        {
            "method": method.upper(),
            "path": root_of(request.scope) + path,
            "summary": facts.get("summary", ""),
        }
        for path, methods in description(request.app)["paths"].items()
        for method, facts in methods.items()
    ]
    return page(request, "api.html", calls=calls)
