"""What is sent as JSON is what FastAPI would send of the same shape."""

from pathlib import Path

from pydantic import TypeAdapter

from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.views.shape import Shape
from menace_kit.views.state import Moment, read_state
from menace_kit.web.encoding import encoded
from tests.web.conftest import KIT


def test_a_moment_is_sent_as_fastapi_would_send_it(tmp_path: Path) -> None:
    with Logbook(tmp_path / "logbook.sqlite", KIT) as logbook:
        desk = Desk(logbook)
        desk.act(lambda session: session.start(opponent="Zoë"))
        now = read_state(desk)
    assert now.box is not None
    assert encoded(now) == TypeAdapter(Moment).dump_json(now)
    assert "Zoë".encode() in encoded(now)


class Named(Shape):
    optional = ("name",)

    number: int
    name: str | None
    place: str | None = None


def test_only_optional_fields_are_left_out() -> None:
    assert encoded(Named(7, None)) == b'{"number":7,"place":null}'
    assert encoded([Named(7, "A"), Named(8, "")]) == (
        b'[{"number":7,"name":"A","place":null},{"number":8,"name":"","place":null}]'
    )
