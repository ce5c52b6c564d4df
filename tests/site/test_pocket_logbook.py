"""The companion's page in Chromium: a fair without a network, tabs that take over,
and a logbook that goes and comes.
"""

import subprocess
import sys
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, FrameLocator, Page, expect

from menace_kit.guide.desk import Desk
from menace_kit.logbook.store import Logbook
from menace_kit.machine.adopted import map_text
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import load_kit, load_preset
from menace_kit.machine.learning import Result
from menace_kit.site.links import fragment
from menace_kit.text import load_words
from tests.cli.running import run
from tests.site.conftest import PATIENCE, Open, served

pytestmark = pytest.mark.site

KIT = load_preset("michie-1961")
AXE = files("axe_playwright_python") / "axe.min.js"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LANGUAGES = ("en", "de", "fr", "nl")
AWAY = ("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "Failed to load resource")
"""What Chromium says of a server that is away."""


def opened(open_page: Open, site: str, language: str = "en", **how: Any) -> Page:
    """Return a window at the companion's page, before anything was chosen."""
    page = open_page(f"{site}{language}/companion.html", **{**PHONE, **how})
    expect(page.locator("#choose")).to_be_visible(timeout=PATIENCE)
    return page


def companion(page: Page) -> FrameLocator:
    """Return the companion, when it is shown."""
    expect(page.locator("#room")).to_be_visible(timeout=PATIENCE)
    frame = page.frame_locator("#frame")
    expect(frame.locator("#main")).to_be_visible()
    return frame


def begun(open_page: Open, site: str, **how: Any) -> Page:
    """Return a window with a new logbook of the usual machine."""
    page = opened(open_page, site, **how)
    page.get_by_role("button", name="Start its logbook").click()
    companion(page)
    return page


def further(context: BrowserContext, address: str) -> Page:
    """Return a further tab of the same browser."""
    page = context.new_page()
    page.goto(address)
    return page


def play(frame: FrameLocator, games: int) -> None:
    """Play so many games by tapping whatever is due first, and put all beads right."""
    main = frame.locator("#main")
    while games:
        due = main.get_attribute("data-due")
        if due == "adjust":
            lines = main.locator(".tick[aria-checked=false]")
            while lines.count():
                lines.first.click()
            expect(main.locator(".tick.waiting")).to_have_count(0)
            # The stamp of the last tick is there, too.
            expect(frame.locator("body.busy")).to_have_count(0)
            button = main.locator("form[action$='/act/confirm'] button")
            games -= 1
        else:
            button = main.locator(
                f"form[action$='/act/{'draw' if due == 'bead' else due}'] button:enabled"
            ).first
        stamp = main.get_attribute("data-stamp")
        button.click()
        expect(main).not_to_have_attribute("data-stamp", stamp or "")
        expect(frame.locator("body.busy")).to_have_count(0)


def faults(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {node['html'][:160]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def menu(page: Page) -> None:
    companion(page).get_by_role("button", name="The logbook").click()
    expect(page.locator("#menu")).to_be_visible()


def games_told(page: Page) -> str:
    menu(page)
    told = page.locator("[data-fact=games]").inner_text()
    page.locator("#menu").get_by_role("button", name="Close").click()
    return told


def saved(page: Page, folder: Path) -> Path:
    """Save the logbook by the menu into a folder, as somebody would take it to a computer."""
    menu(page)
    page.get_by_role("button", name="Save the logbook now").click()
    for name in ("logbook.sqlite", "kit.toml"):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        download.value.save_as(folder / name)
    page.locator("#menu").get_by_role("button", name="Close").click()
    return folder / "logbook.sqlite"


def verified(folder: Path) -> str:
    """Return what the command says of a saved logbook; it finds it in order."""
    done = subprocess.run(
        [sys.executable, "-m", "menace_kit", "logbook", "verify"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def gone_on(path: Path, games: int, kit: Kit = KIT) -> None:
    """Add games on a computer."""
    with Logbook(path, kit) as logbook:
        desk = Desk(logbook)
        for _ in range(games):
            desk.act(lambda session: session.quick(Result.LOSS, confirmed=True))


def bring(page: Page, *chosen: Path) -> None:
    menu(page)
    page.locator("#newer-files").set_input_files(chosen)


# A fair in a cellar


def test_games_are_played_without_a_server_and_a_computer_counts_the_same(
    site_built: Path, open_page: Open, tmp_path: Path
) -> None:
    with served(site_built) as site:
        page = begun(open_page, site, pardon=AWAY)
        page.reload()
        companion(page)
    play(companion(page), 1)  # nobody listens any more
    page.reload()
    play(companion(page), 2)
    assert games_told(page) == "3"
    saved(page, tmp_path)
    assert "3 games" in verified(tmp_path)
    assert (
        (tmp_path / "kit.toml")
        .read_text(encoding="utf-8")
        .startswith("# MENACE as Donald Michie built it")
    )


def test_a_reload_in_mid_game_goes_straight_into_the_logbook(open_page: Open, site: str) -> None:
    page = begun(open_page, site)
    frame = companion(page)
    frame.locator("form[action$='/act/start'] button").first.click()
    expect(frame.locator("#main")).to_have_attribute("data-due", "bead")
    page.reload()
    expect(companion(page).locator("#main")).to_have_attribute("data-due", "bead")


def test_streams_and_steps_survive_a_service_worker_that_is_stopped(
    open_page: Open, site: str
) -> None:
    page = begun(open_page, site)
    screen = further(page.context, f"{site}companion/app/screen")
    expect(screen.locator("#scene")).to_contain_text("Who plays against the machine?")
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    companion(page).locator("form[action$='/act/start'] button").first.click()
    expect(screen.locator("#scene")).to_contain_text("Game 1")


def test_a_page_from_elsewhere_changes_nothing(open_page: Open, site: str) -> None:
    page = begun(open_page, site, pardon=("403", "localhost"))
    elsewhere = further(page.context, site.replace("127.0.0.1", "localhost") + "game.json")
    elsewhere.evaluate(
        """(address) => {
            const form = document.createElement("form");
            Object.assign(form, {method: "post", action: address});
            document.body.append(form);
            HTMLFormElement.prototype.submit.call(form);
        }""",
        f"{site}companion/app/act/start",
    )
    elsewhere.wait_for_timeout(1000)
    expect(companion(page).locator("#main")).to_have_attribute("data-due", "start")


# One tab has the logbook


@pytest.mark.parametrize("end", ["closed", "killed"])
def test_a_second_tab_follows_and_takes_over(open_page: Open, site: str, end: str) -> None:
    first = begun(open_page, site, pardon=("503", "crash"))
    play(companion(first), 1)
    second = further(first.context, f"{site}en/companion.html")
    frame = companion(second)
    expect(second.locator("#news-follows")).to_be_visible()
    play(frame, 1)  # what is tapped here is written there
    expect(companion(first).locator("#main")).to_contain_text("2 games")
    menu(second)
    expect(second.get_by_role("button", name="Save the logbook now")).to_be_hidden()
    expect(second.locator(".followers")).to_be_visible()
    second.locator("#menu").get_by_role("button", name="Close").click()
    frame.locator("form[action$='/act/start'] button").first.click()
    expect(frame.locator("#main")).to_have_attribute("data-due", "bead")
    if end == "closed":
        first.close()
    else:
        crash(first)
    expect(second.locator("#news-took-over")).to_be_visible(timeout=PATIENCE)
    expect(second.locator("#news-follows")).to_have_count(0)
    play(frame, 1)
    assert games_told(second) == "3"


def crash(page: Page) -> None:
    """Kill the process of a tab."""
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")


def test_a_second_tab_waits_while_the_first_has_no_logbook(open_page: Open, site: str) -> None:
    first = opened(open_page, site)
    second = further(first.context, f"{site}de/companion.html")
    expect(second.locator("#elsewhere")).to_be_visible(timeout=PATIENCE)
    first.get_by_role("button", name="Start its logbook").click()
    companion(first)
    companion(second)


def test_screen_and_copy_work_in_further_tabs_and_come_back_when_the_logbook_does(
    open_page: Open, site: str
) -> None:
    page = begun(open_page, site, locale="de", pardon=("503",))
    screen = further(page.context, f"{site}companion/app/screen")
    twin = further(page.context, f"{site}companion/app/play")
    twin.locator("form[action*='/play/begin'] button").first.click()
    expect(twin.locator("form.move")).to_be_visible()
    companion(page).locator("form[action$='/act/start'] button").first.click()
    expect(screen.locator("#scene")).to_contain_text("Game 1")
    page.close()
    closed = screen.goto(f"{site}companion/app/screen")
    assert closed is not None
    assert closed.status == 503
    words = load_words("de")
    expect(screen.get_by_role("heading")).to_have_text(words("pocket.closed"))
    assert faults(screen) == []
    screen.get_by_role("link", name=words("pocket.closed-open")).click()
    companion(screen)


# The logbook goes and comes


def test_a_logbook_goes_to_a_computer_and_comes_back(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    page = begun(open_page, site, pardon=("409",))
    play(companion(page), 1)
    logbook = saved(page, tmp_path)
    menu(page)
    page.get_by_role("button", name="Hand the logbook over").click()
    page.locator("#menu").get_by_role("button", name="Close").click()
    expect(page.locator("#news-handed")).to_be_visible()
    companion(page).locator("form[action$='/act/start'] button").first.click()
    expect(companion(page).locator("#notice")).to_have_text(load_words("en")("pocket.read-only"))
    gone_on(logbook, 4)
    assert "5 games" in verified(tmp_path)
    bring(page, logbook)
    expect(page.locator("#judged")).to_contain_text("games here 1, there 5")
    page.get_by_role("button", name="Replace the logbook").click()
    expect(page.locator("#news-brought")).to_be_visible()
    expect(page.locator("#news-handed")).to_have_count(0)
    play(companion(page), 1)
    assert games_told(page) == "6"


def test_a_logbook_that_was_handed_over_is_taken_back_by_a_deliberate_act(
    open_page: Open, site: str
) -> None:
    page = begun(open_page, site)
    menu(page)
    page.get_by_role("button", name="Hand the logbook over").click()
    page.get_by_role("button", name="Resume the logbook here").click()
    expect(page.locator("#menu .mistake")).to_be_visible()  # the line above it is not ticked
    page.locator("#sure-back").check()
    page.get_by_role("button", name="Resume the logbook here").click()
    expect(page.get_by_role("button", name="Hand the logbook over")).to_be_visible()
    page.locator("#menu").get_by_role("button", name="Close").click()
    play(companion(page), 1)


def test_a_logbook_of_a_computer_is_opened_with_its_kit(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    kit = tmp_path / "kit.toml"
    kit.write_text('name = "Ours"\nbeads.start = [5, 4, 3, 2]\n', encoding="utf-8")
    logbook = tmp_path / "logbook.sqlite"
    gone_on(logbook, 2, load_kit(kit))
    page = opened(open_page, site)
    page.locator("#logbook-files").set_input_files([logbook])
    expect(page.locator("#choose .mistake")).to_contain_text("kit.toml")
    page.locator("#logbook-files").set_input_files([logbook, kit])
    companion(page)
    expect(page.locator("#news-brought")).to_be_visible()
    play(companion(page), 1)
    assert games_told(page) == "3"


def test_boxes_that_were_there_already_come_with_their_map_whatever_the_browser_called_the_files(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    (tmp_path / "map.csv").write_text(map_text(load_preset("her-19")), encoding="utf-8")
    assert run("new", "mine", "--from", "map.csv", "--preset", "her-19", folder=tmp_path).code == 0
    kit, logbook = tmp_path / "mine" / "kit.toml", tmp_path / "logbook (1).sqlite"
    gone_on(logbook, 2, load_kit(kit))
    kit.rename(tmp_path / "kit (1).toml")
    page = opened(open_page, site)
    page.locator("#logbook-files").set_input_files(
        [logbook, tmp_path / "kit (1).toml", tmp_path / "mine" / "boxes.csv"]
    )
    companion(page)
    assert games_told(page) == "2"


def test_what_would_lose_games_is_not_taken(open_page: Open, site: str, tmp_path: Path) -> None:
    page = begun(open_page, site)
    play(companion(page), 1)
    logbook = saved(page, tmp_path)
    older = logbook.read_bytes()
    play(companion(page), 1)
    apart = tmp_path / "apart.sqlite"
    apart.write_bytes(older)
    gone_on(apart, 3)
    other = tmp_path / "other.sqlite"
    gone_on(other, 9, load_preset("her-19"))
    none = tmp_path / "none.sqlite"
    none.write_bytes(b"no logbook at all")
    for file, told in [
        (logbook, "older than the logbook"),
        (apart, "same up to game 1"),
        (other, "another machine"),
    ]:
        bring(page, file)
        expect(page.locator("#judged")).to_contain_text(told)
        expect(page.get_by_role("button", name="Replace the logbook")).to_be_hidden()
        page.locator("#menu").get_by_role("button", name="Close").click()
    bring(page, none)
    expect(page.locator("#menu .mistake")).to_contain_text("logbook.sqlite")
    page.locator("#menu").get_by_role("button", name="Close").click()
    assert games_told(page) == "2"


DAMAGE = """async () => {
    let folder = await navigator.storage.getDirectory();
    for await (const each of folder.values()) if (each.name.startsWith("logbook")) folder = each;
    const file = await folder.getFileHandle("logbook.sqlite");
    const out = await file.createWritable({keepExistingData: true});
    await out.write({type: "write", position: 4096, data: new Uint8Array(8192).fill(7)});
    await out.close();
}"""


def test_a_damaged_logbook_is_told_of_and_can_be_saved(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    page = begun(open_page, site, pardon=("LogbookError", "Error: "))
    play(companion(page), 1)
    page.goto(f"{site}en/index.html")
    page.evaluate(DAMAGE)
    page.goto(f"{site}en/companion.html")
    expect(page.locator("#trouble [role=alert]")).to_contain_text("logbook.sqlite")
    page.locator("#trouble").get_by_role("button", name="The logbook").click()
    page.get_by_role("button", name="Save the logbook now").click()
    expect(page.locator("#menu .mistake")).to_contain_text("logbook.sqlite")
    with page.expect_download() as download:
        page.get_by_role("link", name="logbook.sqlite").click()
    download.value.save_as(tmp_path / "logbook.sqlite")
    assert bytes([7]) * 8192 in (tmp_path / "logbook.sqlite").read_bytes()
    page.locator("#menu").get_by_role("button", name="Close").click()
    expect(page.locator("#trouble")).to_be_visible()


def test_another_logbook_takes_the_place_of_one_that_was_removed(
    open_page: Open, site: str
) -> None:
    page = begun(open_page, site)
    play(companion(page), 1)
    menu(page)
    page.get_by_role("button", name="Remove the logbook").click()
    expect(page.locator("#menu .mistake")).to_be_visible()
    page.locator("#sure-drop").check()
    page.get_by_role("button", name="Remove the logbook").click()
    expect(page.locator("#choose")).to_be_visible(timeout=PATIENCE)
    page.locator("#preset").select_option("her-19")
    page.get_by_role("button", name="Start its logbook").click()
    companion(page)
    assert games_told(page) == "0"


CHART = "document.getElementById('frame').contentDocument.querySelector('img.chart')"
CHART_IS = f"""([narrow, dark]) => {{
  const shown = {CHART}.currentSrc;
  return shown.includes("narrow=true") === narrow && shown.includes("dark=true") === dark;
}}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_chart_is_shown_on_phones_and_on_dark_pages(
    open_page: Open, site: str, scheme: str
) -> None:
    page = begun(open_page, site, color_scheme=scheme)
    play(companion(page), 1)
    for width, narrow in ((390, True), (1024, False)):
        page.set_viewport_size({"width": width, "height": 844})
        companion(page).get_by_role("link", name="Statistics").click()
        expect(companion(page).locator("img.chart")).to_be_visible()
        # A new frame can be light for a moment, until it has heard of the page's scheme.
        page.wait_for_function(CHART_IS, arg=[narrow, scheme == "dark"])
        page.evaluate(f"{CHART}.decode()")  # an error where the picture is broken


def test_a_logbook_that_was_begun_without_a_language_asks_for_that_of_its_labels(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    with Logbook(tmp_path / "logbook.sqlite", KIT):
        pass
    page = opened(open_page, site, "fr", viewport={"width": 320, "height": 640})
    page.locator("#logbook-files").set_input_files(tmp_path / "logbook.sqlite")
    frame = companion(page)
    question, white = page.locator("#news-labels"), frame.locator("button[value=white] .letter")
    expect(question).to_contain_text(load_words("fr")("pocket.labels"))
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    frame.locator("form[action$='/act/start'] button").first.click()
    expect(white).to_have_text("W")
    question.get_by_role("button", name="Français").click()
    expect(white).to_have_text("B")
    expect(question).to_have_count(0)
    page.reload()
    companion(page)
    expect(white).to_have_text("B")
    expect(question).to_have_count(0)


# What the browser promises


@pytest.mark.parametrize("is_granted", [True, False])
def test_it_is_told_whether_the_browser_keeps_the_logbook(
    open_page: Open, site: str, is_granted: bool
) -> None:
    page = opened(open_page, site)
    if is_granted:  # without a user who is asked, Chromium promises it to nobody
        page.add_init_script("StorageManager.prototype.persist = () => Promise.resolve(true)")
        page.reload()
        expect(page.locator("#choose")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Start its logbook").click()
    frame = companion(page)
    expect(page.locator("#news-not-kept")).to_have_count(0)  # nothing is there yet to be kept
    frame.locator("form[action$='/act/start'] button").first.click()
    expect(frame.locator("#main")).to_have_attribute("data-due", "bead")
    expect(page.locator("#news-not-kept")).to_have_count(0 if is_granted else 1)
    menu(page)
    told = load_words("en")("pocket.kept" if is_granted else "pocket.unkept")
    expect(page.locator("[data-fact=storage]")).to_have_text(told)


@pytest.mark.parametrize(
    ("without", "told"),
    [
        (
            "StorageManager.prototype.getDirectory = () => Promise.reject(new Error('not here'))",
            "storage",
        ),
        ("delete Navigator.prototype.serviceWorker", "bridge"),
        (
            (
                "ServiceWorkerContainer.prototype.register = () => "
                "Promise.reject(new Error('not here'))"
            ),
            "bridge",
        ),
        ("delete Navigator.prototype.locks", "old"),
        ("Object.defineProperty(window, 'isSecureContext', {value: false})", "secure"),
    ],
)
def test_what_the_browser_lacks_is_told_before_anything_is_played(
    open_page: Open, site: str, without: str, told: str
) -> None:
    page = open_page("about:blank", **PHONE)
    page.add_init_script(without)
    page.goto(f"{site}en/companion.html")
    expect(page.locator("#cannot li")).to_have_text(load_words("en")(f"pocket.lack-{told}"))


# For everybody


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_for_every_eye_and_narrow_enough(
    open_page: Open, site: str, language: str
) -> None:
    words = load_words(language)
    page = opened(open_page, site, language, viewport={"width": 320, "height": 640})

    def look() -> None:
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 320

    look()
    page.get_by_role("button", name=words("pocket.begin")).click()
    frame = companion(page)
    frame.locator("form[action$='/act/start'] button").first.click()
    expect(page.locator("#news-not-kept")).to_be_visible()
    look()
    frame.get_by_role("button", name=words("pocket.menu")).click()
    page.get_by_role("button", name=words("pocket.save-now")).click()
    expect(page.locator("#saved")).to_be_visible()
    look()
    page.get_by_role("button", name=words("pocket.hand")).click()
    expect(page.locator("#sure-back")).to_be_visible()
    look()


def test_keys_alone_begin_a_logbook_and_reach_the_menu(open_page: Open, site: str) -> None:
    page = opened(open_page, site, viewport={"width": 1280, "height": 800}, has_touch=False)
    page.locator("#preset").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    frame = companion(page)
    for _ in range(60):
        page.keyboard.press("Tab")
        if frame.locator(":focus").all_inner_texts() == [load_words("en")("pocket.menu")]:
            break
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()


# What else a page begins with


def test_the_kit_of_a_link_is_begun_and_takes_no_logbook_away(open_page: Open, site: str) -> None:
    link = fragment({"machine": "her-19", "name": "Our HER"})
    page = open_page(f"{site}en/kit.html#{link}", **PHONE)
    expect(page.locator("#sheet svg")).to_be_attached(timeout=PATIENCE)
    page.get_by_role("button", name="Run its games on this device").click()
    page.wait_for_url("**/companion.html#*")
    expect(page.locator("#linked")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Start its logbook").click()
    companion(page)
    expect(page.locator("#news-link-left")).to_have_count(0)
    menu(page)
    expect(page.locator("[data-fact=machine]")).to_have_text("Our HER")
    page.goto(f"{site}en/index.html")
    page.goto(f"{site}en/companion.html#{fragment({'machine': 'nim-8'})}")
    companion(page)
    expect(page.locator("#news-link-left")).to_be_visible()
    menu(page)
    expect(page.locator("[data-fact=machine]")).to_have_text("Our HER")


def test_a_kit_that_will_not_do_is_told_and_nothing_is_begun(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    page = opened(open_page, site)
    kit = tmp_path / "kit.toml"
    for text, told in [("beads.start = 0\n", "beads.start"), ("this is none", "kit.toml")]:
        kit.write_text(text, encoding="utf-8")
        page.locator("#kit-files").set_input_files(kit)
        expect(page.locator("#choose .mistake")).to_contain_text(told, timeout=PATIENCE)
    page.goto("about:blank")
    page.goto(f"{site}en/companion.html#files=x")
    expect(page.locator("#choose")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Start its logbook").click()
    expect(page.locator("#choose .mistake")).to_have_text(load_words("en")("pocket.broken-link"))
    expect(page.locator("#preset")).to_be_visible()


def test_a_browser_without_room_says_so(open_page: Open, site: str) -> None:
    page = open_page("about:blank", **PHONE)
    page.add_init_script(
        "StorageManager.prototype.estimate = async () => ({quota: 6e7, usage: 5e7})"
    )
    page.goto(f"{site}en/companion.html")
    page.get_by_role("button", name="Start its logbook").click()
    companion(page)
    expect(page.locator("#news-full")).to_be_visible()


def test_the_menu_is_there_beside_a_page_that_has_no_end(open_page: Open, site: str) -> None:
    page = begun(open_page, site)
    frame = companion(page)
    frame.get_by_role("link", name="Screen").click()
    expect(frame.locator("#scene")).to_be_visible()
    page.locator("#corner").click()
    expect(page.locator("#menu")).to_be_visible()
