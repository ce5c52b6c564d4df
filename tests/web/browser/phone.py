"""An operator's phone: what it shows, what can be tapped (by accessible names), what it sends."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.web.server import Server

SETTLING = 500
"""Milliseconds in which a new page takes no tap."""


def settle(page: Page) -> None:
    """Let the time pass in which a new page takes no tap; test_double_taps shows its purpose.

    A timer measures it or, on a page that came without JavaScript, an animation.
    """
    page.evaluate(
        """() => document.getAnimations().filter(each => each.animationName === "settle")
          .forEach(each => each.finish())"""
    )
    if page.locator("body.settling").count():
        page.clock.fast_forward(SETTLING)


def stop_the_clock(page: Page) -> None:
    """Let time pass in a window only when it is told:
    a test on a busy machine is slower than a finger.
    """
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)


def hold_animations(page: Page) -> None:
    """Let whatever moves from now on in a window begin, and stay there."""
    devices = page.context.new_cdp_session(page)
    devices.send("Animation.enable")
    devices.send("Animation.setPlaybackRate", {"playbackRate": 0})


def put_in_anew(page: Page) -> None:
    """Let the page put in its content once more, as for an event that is late."""
    main = page.get_by_role("main")
    main.evaluate("main => { main.dataset.marked = 'yes'; }")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(main).not_to_have_attribute("data-marked", "yes")


class Held:
    """What a page sends, held back until it is let go; then all that comes goes on."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.waiting, self.is_open = page, list[Route](), False
        page.route(address, self._take)

    def _take(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.waiting.append(route)

    def let_go(self) -> None:
        self.is_open = True
        for route in self.waiting:
            route.continue_()


def sent_by(page: Page) -> list[str]:
    """Return a list of the acts that a page sends, which grows."""
    sent = list[str]()
    page.on(
        "request",
        lambda request: sent.append(request.url.rpartition("/")[2]) if request.post_data else None,
    )
    return sent


@dataclass
class Phone:
    """A window at the page of the game."""

    page: Page
    server: Server

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    @property
    def due(self) -> str:
        return self.main.get_attribute("data-due") or ""

    @property
    def entry(self) -> int:
        return int((self.main.get_attribute("data-stamp") or "").partition(":")[0])

    def shows(self, entry: int) -> None:
        """Wait until the page shows an entry."""
        expect(self.main).to_have_attribute("data-stamp", re.compile(rf"^{entry}:"))

    def begin_button(self) -> Locator:
        """Return the button that starts a game; on the page of a tick-list it must be unfolded
        first.
        """
        return self.page.get_by_role("button", name="Start the game")

    def colours(self) -> Locator:
        group = self.page.get_by_role("group", name="Which colour did you draw?")
        return group.get_by_role("button", disabled=False)

    def squares(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile(r"^Square \d+, free$"))

    def lines(self) -> Locator:
        return self.page.get_by_role("checkbox")

    def confirm_button(self) -> Locator:
        """Return the button that confirms the updated boxes."""
        return self.page.get_by_role("button", name=re.compile("confirm", re.IGNORECASE))

    def next_button(self) -> Locator:
        """Return the next button to tap in a game with the first colour and square."""
        return {
            "start": self.begin_button(),
            "bead": self.colours().first,
            "reply": self.squares().first,
            "adjust": self.confirm_button(),
        }[self.due]

    def step(self) -> dict[str, Any]:
        """Tap the next button, and return the state once the page shows it."""
        if self.due == "adjust" and self.sure().count():
            self.press(self.sure())
        return self.tap(self.next_button())

    def sure(self) -> Locator:
        """Return the button that confirms a list; with unticked lines it asks first."""
        return self.page.locator("details:not([open]) > summary", has_text="Confirm (")

    def press(self, button: Locator) -> None:
        """Tap something as soon as the page accepts it."""
        settle(self.page)
        button.tap()

    def tap(self, button: Locator) -> dict[str, Any]:
        """Tap something that is recorded, and return the state once the page shows it."""
        before = self.entry
        self.press(button)
        expect(self.main).not_to_have_attribute("data-stamp", re.compile(rf"^{before}:"))
        return self.agrees()

    def agrees(self) -> dict[str, Any]:
        """Return the state; fail if the page shows something else."""
        now = self.server.state()
        self.shows(now["entry"])
        expect(self.page.get_by_text(now["say"], exact=True).first).to_be_visible()
        assert self.due == now["due"]
        if now["due"] == "bead":
            names = [bead["colour"]["name"] for bead in now["box"]["beads"]]
            expect(
                self.page.get_by_role("group", name="Which colour did you draw?")
            ).to_be_visible()
            expect(self.main).to_contain_text(str(now["box"]["number"]))
            for name in names:
                expect(
                    self.page.get_by_role("button", name=re.compile(rf"^{name}: ")).first
                ).to_be_visible()
        if now["due"] == "reply":
            expect(self.squares()).to_have_count(len(now["replies"]))
        return now

    def tick_all(self) -> None:
        for number in range(self.lines().count()):
            line = self.lines().nth(number)
            self.press(line)
            expect(line).to_be_checked()
        self.is_recorded()

    def is_recorded(self) -> None:
        """Wait until the tap is recorded and shown."""
        expect(self.page.locator("body.busy")).to_have_count(0)


def play(phone: Phone, until: str) -> dict[str, Any]:
    """Play until something is due, and return the state."""
    while (now := phone.step())["due"] != until:
        pass
    return now


def moves(now: dict[str, Any]) -> int:
    return len(now["game"]["moves"]) if now["game"] else 0


def finish(server: Server) -> None:
    """Let a program play the game to the tick-list."""
    while server.play_on()["due"] != "adjust":
        pass
