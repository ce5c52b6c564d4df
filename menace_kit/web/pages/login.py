"""The page to enter the PIN."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from menace_kit.web.companion import companion_of
from menace_kit.web.language import words_of
from menace_kit.web.page import forward, page
from menace_kit.web.request import form_of, root_of, sender, token_of

router = APIRouter(include_in_schema=False)


@router.get("/login")
async def login_page(
    request: Request, next: str = "", refused: bool = False, code: str = ""
) -> Response:
    """Show where to enter the PIN, or a `code` from the address.

    `refused` means that a tap was not recorded. Showing the page uses up no code, as programs that
    read codes fetch it too.
    """
    message = words_of(request)("login.refused") if refused else ""
    return _login_page(request, local_path(request, next), message, code=code[:MOST_CODE])


@router.post("/login")
async def login(request: Request) -> Response:
    """Check the PIN or the operator's code, and continue to the page that asked for it."""
    fields = await form_of(request)
    way_on = local_path(request, fields.get("next", ""))
    lock = companion_of(request).lock
    address = sender(request)
    tried = (
        lock.try_code(fields["code"], address)
        if "code" in fields
        else lock.try_pin(fields.get("pin", ""), address)
    )
    if tried.status == 200:
        return RedirectResponse(way_on, 303, tried.headers)
    answer = _login_page(request, way_on, words_of(request).tell(tried.detail), tried.status)
    answer.headers.update(tried.headers)
    return answer


@router.post("/logout")
async def logout(request: Request) -> Response:
    """Sign this browser out, and show what everybody may see."""
    lock = companion_of(request).lock
    lock.close(token_of(request))
    return forward(request, "/", {"Set-Cookie": lock.cookie("")})


MOST_CODE = 40
"""Characters read of a code in an address."""


def _login_page(
    request: Request, way_on: str, message: str, status: int = 200, code: str = ""
) -> Response:
    companion = companion_of(request)
    return page(
        request,
        "login.html",
        status,
        next=way_on,
        message=message,
        code=code,
        is_locked=companion.lock.is_locked,
        may_watch=not companion.settings.watch_pin,
    )


def local_path(request: Request, path: str) -> str:
    """Return a path on this server to continue to; the game's, if it would lead elsewhere."""
    safe = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if safe else f"{root_of(request.scope)}/"
