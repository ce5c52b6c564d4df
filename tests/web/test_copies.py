"""The copies that a server keeps: how many, whose, and for how long."""

import gc
import re
import tracemalloc
from random import Random

from menace_kit.guide.twin import Copy
from menace_kit.machine.learning import starting_contents
from menace_kit.web.copies import IDLE, MOST_COPIES, MOST_OF_ONE_SENDER, Copies
from menace_kit.web.pages.twin import COOKIE
from menace_kit.web.settings import Settings
from tests.examples import preset
from tests.views.twins import copy_of, tap_on
from tests.web.conftest import KIT, Open
from tests.web.page import FORM


def test_the_cookie_says_nothing_and_goes_nowhere_else(open_client: Open) -> None:
    client = open_client(settings=Settings(any_address=True, secure=True))
    cookie = client.post("/play/begin", content="", headers=FORM, follow_redirects=False).headers[
        "set-cookie"
    ]
    assert re.match(rf"{COOKIE}=[\w-]{{22}};", cookie)
    for part in ("HttpOnly", "SameSite=strict", "Path=/", f"Max-Age={round(IDLE)}", "Secure"):
        assert part in cookie


def test_of_too_many_copies_the_one_that_was_left_longest_goes_of_who_has_most() -> None:
    clock = [0.0]
    copies, copy = Copies(lambda: clock[0]), copy_of(preset("her-19"))
    visitors = [
        copies.keep(None, copy, f"10.0.{n // 250}.{n % 250}") for n in range(MOST_COPIES - 3)
    ]
    crowd = [copies.keep(None, copy, "10.9.9.9") for _ in range(3)]
    assert len(copies) == MOST_COPIES
    crowd += [copies.keep(None, copy, "10.9.9.9") for _ in range(50)]
    assert len(copies) == MOST_COPIES
    assert all(map(copies.find, visitors))
    assert [bool(copies.find(token)) for token in crowd] == [False] * 50 + [True] * 3
    late = copies.keep(None, copy, "10.8.8.8")
    assert copies.find(late)
    clock[0] = IDLE / 2
    assert copies.find(visitors[0])
    clock[0] = IDLE + 1
    assert copies.find(visitors[0])
    assert len(copies) == 1
    assert copies.find(visitors[1]) is copies.find(None) is copies.find("") is None
    assert copies.keep("made-up", copy, "10.1.1.1") != "made-up"


def test_many_copies_of_one_address_push_nobody_else_out_and_nobody_who_plays() -> None:
    """A school is behind one address, and somebody there takes copy after copy."""
    copies, copy = Copies(), copy_of(preset("her-19"))
    others = [copies.keep(None, copy, f"10.0.0.{number}") for number in range(200)]
    plays, left_alone = (copies.keep(None, copy, "10.9.9.9") for _ in range(2))
    for _ in range(MOST_COPIES):
        copies.keep(None, copy, "10.9.9.9")
        assert copies.find(plays)
    assert all(map(copies.find, others))
    assert copies.find(left_alone) is None
    assert len(copies) == len(others) + MOST_OF_ONE_SENDER


def test_all_copies_that_are_kept_take_little_memory() -> None:
    """A hundredth of them, of the machine of 1961, each with a game behind it: some 20 kB each.

    The same games are played before: what is kept once for all isn't the copies'.
    """
    number, contents = MOST_COPIES // 100, starting_contents(KIT)

    def kept() -> Copies:
        copies, lots = Copies(), Random(1)
        for place in range(number):
            copy = Copy.of(KIT, contents, 0).begin(KIT, None, False, lots)
            while copy.game and copy.game.running:
                copy = tap_on(copy, KIT, lots)
            copies.keep(None, copy, f"10.0.0.{place}")
        return copies

    kept()
    tracemalloc.start()
    try:
        copies = kept()
        gc.collect()
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(copies) == number
    assert used < number * 25_000, used / number
