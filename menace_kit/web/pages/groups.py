"""The pages of a class: how a group joins, and who is in which."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException

from menace_kit.text.phrases import paragraph, say
from menace_kit.web.classroom import ClassGroup, Classroom
from menace_kit.web.language import words_of
from menace_kit.web.page import page
from menace_kit.web.pin import TriedPin
from menace_kit.web.qr_code import qr_squares
from menace_kit.web.request import form_of, sender, token_of
from menace_kit.web.settings import is_loopback

router = APIRouter(include_in_schema=False)


def classroom_of(request: Request) -> Classroom:
    found: Classroom = request.app.state.classroom
    return found


def address_of(request: Request) -> str:
    """Return the class's address for phones.

    It is the one this browser uses, unless that browser runs on the server itself.
    """
    here = is_loopback(request.url.hostname or "localhost")
    return (classroom_of(request).address if here else "") or str(request.base_url)


@router.get("/")
async def begin(request: Request) -> Response:
    """Send a phone to its group, the teacher to the groups, everyone else to the join page."""
    classroom = classroom_of(request)
    token = token_of(request)
    if group := classroom.group_of(token):
        return RedirectResponse(f"{group.path}/", 303)
    return RedirectResponse(
        "/class/overview" if classroom.is_teacher(token) else "/class/join", 303
    )


@router.get("/class/join")
async def join_page(request: Request, code: str = "") -> Response:
    """Show where to type a code; to a phone in a group, its group and how to add another phone.

    The teacher needs no code, and sees the groups.
    """
    classroom = classroom_of(request)
    token = token_of(request)
    group = classroom.group_of(token)
    if group is not None:
        return _join_page(request, group=group)
    if classroom.is_teacher(token):
        return RedirectResponse("/class/groups", 303)
    return _join_page(request, code=code[:MOST_CODE])


@router.post("/class/join")
async def join(request: Request) -> Response:
    """Check a code, and let the phone into its group or choose one; `leave` signs it out."""
    classroom = classroom_of(request)
    token = token_of(request)
    fields = await form_of(request)
    before = classroom.group_of(token)
    if "leave" in fields:
        if before is not None:
            before.members.end(token or "")
        return RedirectResponse("/class/join", 303, {"Set-Cookie": classroom.lock.cookie("")})
    letters = fields.get("group", "")
    code = fields.get("code", "")
    tried, group = classroom.try_code(code, letters, sender(request))
    if tried.status != 200:
        return _wrong_code(request, tried)
    if group is None:
        taken = say("class.taken-how") if letters and classroom.group_called(letters) else ""
        return _join_page(request, code=code, is_right=True, message=words_of(request).tell(taken))
    answer = RedirectResponse(f"{group.path}/", 303)
    if not classroom.is_teacher(token):
        if before is not None:
            before.members.end(token or "")
        answer.headers["Set-Cookie"] = classroom.lock.cookie(classroom.lock.begin(group.members))
    return answer


def _wrong_code(request: Request, tried: TriedPin) -> Response:
    told = [say("class.wrong")] if tried.status == 403 else []
    if wait := tried.headers.get("Retry-After"):
        told.append(say("class.wait", n=int(wait)))
    message = words_of(request).tell(paragraph(told))
    answer = _join_page(request, message=message, status=tried.status)
    answer.headers.update(tried.headers)
    return answer


MOST_CODE = 20
"""Characters read of a code in an address."""


def _join_page(
    request: Request,
    *,
    code: str = "",
    is_right: bool = False,
    group: ClassGroup | None = None,
    message: str = "",
    status: int = 200,
) -> Response:
    classroom = classroom_of(request)
    address = address_of(request)
    return page(
        request,
        "class_join.html",
        status,
        code=code,
        is_right=is_right,
        mine=group,
        groups=list(classroom.groups.values()),
        message=message,
        address=address,
        qr=qr_squares(f"{address}class/join?code={group.code}") if group else None,
    )


@router.get("/class/invite")
async def invite(request: Request) -> Response:
    """Show on a projector how to join: an address, a code, and a QR code of both."""
    classroom = classroom_of(request)
    address = address_of(request)
    return page(
        request,
        "class_invite.html",
        address=address,
        code=classroom.code,
        qr=qr_squares(f"{address}class/join?code={classroom.code}"),
        is_locked=classroom.lock.is_locked,
    )


@router.get("/class")
async def class_home() -> Response:
    return RedirectResponse("/class/overview", 303)


@router.get("/class/groups")
async def groups(request: Request) -> Response:
    """Show the teacher the groups: who has joined, their codes, and links to each."""
    classroom = classroom_of(request)
    return page(
        request,
        "class_groups.html",
        groups=list(classroom.groups.values()),
        is_locked=classroom.lock.is_locked,
    )


@router.post("/class/groups")
async def change_groups(request: Request) -> Response:
    """Sign out the phones of a group, `free`, or of all, `free-all`."""
    classroom = classroom_of(request)
    fields = await form_of(request)
    if "free-all" in fields:
        classroom.send_all_away()
    else:
        classroom.send_away(fields.get("free", ""))
    return RedirectResponse("/class/groups", 303)


async def elsewhere(request: Request) -> Response:
    """Send a phone to the same page of its own group.

    The QR code on a box doesn't say whose group it is.
    """
    group = classroom_of(request).group_of(token_of(request))
    if group is None:
        raise HTTPException(404)
    return RedirectResponse(
        f"{group.path}{request.url.path}{request.url.query and '?'}{request.url.query}", 303
    )
