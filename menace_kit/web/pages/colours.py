"""The style sheet of the kit's bead colours."""

from fastapi import APIRouter, Request, Response

from menace_kit.web.companion import companion_of

router = APIRouter(include_in_schema=False)


@router.get("/colours.css")
async def colours(request: Request) -> Response:
    """Return the bead colours as a style sheet; the security policy allows no inline styles."""
    rules = [
        f'[data-bead="{colour.letter}"] {{ --bead: {colour.hex}; --bead-ink: {colour.ink}; }}\n'
        for colour in companion_of(request).machine.colours
    ]
    return Response("".join(rules), media_type="text/css")
