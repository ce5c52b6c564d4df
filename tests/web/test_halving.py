"""A box that is too full, on the page behind a game: it is asked for and halved."""

from pathlib import Path

from menace_kit.guide import whole_games
from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.machine.learning import Result
from tests.logbook.games import kit_of
from tests.web.conftest import Open
from tests.web.page import press, visit


def test_half_of_a_box_that_is_too_full_is_asked_for_and_taken_out(
    open_client: Open, logbook_file: Path
) -> None:
    kit = kit_of("learning.full-above = 14")
    with Logbook(logbook_file, kit) as logbook:
        Desk(logbook).act(
            lambda session: whole_games.quick(session, Result.WIN, "white", confirmed=True)
        )
    client = open_client(kit)
    (box,) = client.get("/api/state").json()["too_full"]
    assert (box["box"], box["left"]) == (1, 7)
    page = visit(client)
    assert box["words"] in page.words
    assert "It can wait while there is still room in it." in page.words
    (form,) = page.acts("halve")
    halved = press(client, form)
    assert not halved.acts("halve")
    (undo, *_) = halved.acts("undo")
    assert "no longer halved" in press(client, undo).words
