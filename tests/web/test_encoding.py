"""What is sent as JSON is what commands print with --json."""

import json
from pathlib import Path

from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.views.json_output.values import plain
from menace_kit.views.state import read_state
from menace_kit.web.encoding import encoded
from tests.web.conftest import KIT


def test_a_moment_is_sent_as_plain_values(tmp_path: Path) -> None:
    with Logbook(tmp_path / "logbook.sqlite", KIT) as logbook:
        desk = Desk(logbook)
        desk.act(lambda session: session.start(opponent="Zoë"))
        now = read_state(desk)
    assert now.box is not None
    assert json.loads(encoded(now)) == plain(now)
    assert "Zoë".encode() in encoded(now)
