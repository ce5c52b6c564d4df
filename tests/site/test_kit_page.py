"""The kit maker's page as people use it: what they type, drop and click,
and what they then see and get.
"""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Page, expect

from menace_kit.files import KIT_FILE_NAME, PROFILE_FILE_NAME
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.site import maker
from menace_kit.text import load_words
from tests.cli.running import run
from tests.site.conftest import PATIENCE, Open
from tests.web.browser.test_for_everybody import in_both_schemes

PHONE = {"width": 320, "height": 640}
BOX = ("56", "36", "17", "54", "33", "15")
"""A matchbox of somebody's own: length, width and height outside, then inside its tray (mm)."""
FIELDS = [
    f"#own-{part}-{side}" for part in ("outer", "inside") for side in ("length", "width", "height")
]
LABEL = "34 × 15.5 mm"
"""How large its label is, as `menace-kit print labels` makes it."""
LANGUAGES = template_names(TemplateKind.TEXT)


def at_work(page: Page) -> Page:
    """Wait until Python runs and all of the kit is shown."""
    expect(page.locator("#sheet svg")).to_be_attached(timeout=2 * PATIENCE)
    expect(page.locator(".looking")).to_have_count(0)
    return page


def tab_to(page: Page, selector: str, back: bool = False) -> None:
    """Press Tab until something has the focus."""
    for _ in range(120):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    pytest.fail(f"no Tab leads to {selector}")


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f'input[name="{name}"][value="{value}"]').check()


def type_box(page: Page, sizes: tuple[str, ...] = BOX) -> None:
    """Fill in a matchbox of one's own."""
    choose(page, "container", "own")
    for field, size in zip(FIELDS, sizes, strict=True):
        page.fill(field, size)


@pytest.mark.site
def test_ready_made_machines_are_shown_before_python_is_there(open_page: Open, site: str) -> None:
    page = open_page("about:blank")
    page.route("**/runtime/**", lambda _: None)  # it never comes
    page.goto(f"{site}de/kit.html")
    expect(page.locator("#label-large svg")).to_be_visible()
    expect(page.locator("#shopping table").first).to_be_visible()
    label = page.locator("#label-told").inner_text()
    choose(page, "machine", "her-19")
    expect(page.locator("#label-told")).not_to_have_text(label)
    expect(page.locator("#strip-facts")).to_have_text("19 Schachteln")
    expect(page.locator("#boot")).to_be_visible()
    known = page.request.get(f"{site}de/prepared.json").json()
    assert set(known) == set(template_names(TemplateKind.MACHINES))
    assert [name for name, shown in known.items() if shown["errors"]] == []


def drop(page: Page, **files: str) -> None:
    """Drop files on the page, as from a folder of the computer:
    the name's `_` stands for a point.
    """
    page.evaluate(
        """files => {
            const data = new DataTransfer();
            for (const [name, text] of Object.entries(files)) {
                data.items.add(new File([text], name));
            }
            for (const type of ["dragenter", "dragover", "drop"]) {
                const how = {dataTransfer: data, bubbles: true, cancelable: true};
                document.body.dispatchEvent(new DragEvent(type, how));
            }
        }""",
        {name.replace("_", "."): text for name, text in files.items()},
    )


def downloaded(page: Page) -> Mapping[str, bytes]:
    with page.expect_download() as download:
        page.click("#zip")
    with zipfile.ZipFile(io.BytesIO(Path(download.value.path()).read_bytes())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def width(page: Page) -> int:
    """Return how wide the page is, with what is beyond the window."""
    found: int = page.evaluate("document.documentElement.scrollWidth")
    return found


def area(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).bounding_box()
    assert found is not None
    return found


@pytest.mark.site
def test_the_keyboard_alone_leads_to_ones_own_label_and_to_the_sentence_at_the_field(
    open_page: Open, site: str
) -> None:
    page = open_page(f"{site}en/kit.html")
    page.keyboard.press("Tab")
    tab_to(page, 'input[name="container"]')  # before Python is there
    while page.locator('input[name="container"][value="own"]:checked').count() == 0:
        page.keyboard.press("ArrowDown")
    tab_to(page, FIELDS[0])
    for size in ("56", "36", "17", "54", "0"):
        page.keyboard.type(size)
        page.keyboard.press("Tab")
    page.keyboard.type("15")
    wrong = page.locator("#own-inside-width-wrong")
    expect(wrong).to_have_text(load_words("en")("maker.wrong-size"), timeout=2 * PATIENCE)
    field = page.locator("#own-inside-width")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert wrong.get_attribute("id") in str(field.get_attribute("aria-describedby")).split()
    expect(page.locator("[aria-invalid]")).to_have_count(1)

    page.keyboard.press("Tab")
    page.fill("#own-inside-height", "")
    page.locator("#own-inside-height").blur()
    missing = page.locator("#own-inside-height-wrong")
    expect(missing).to_have_text(load_words("en")("maker.wrong-size"))
    expect(missing).to_have_attribute("lang", "en")
    page.fill("#own-inside-height", "15")
    expect(missing).to_be_hidden()

    tab_to(page, "#build")
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    expect(page.locator("#wrong-told")).to_be_visible()
    expect(page.locator("#working")).to_be_hidden()

    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("33")
    expect(page.locator("#label-told")).to_contain_text(LABEL)
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    expect(wrong).to_be_hidden()
    expect(page.locator(".looking")).to_have_count(0)
    shown = maker.preview(
        {"language": "en", "container": "own", "sizes": dict(zip(sizes_keys(), BOX, strict=True))},
        "en",
    )
    for number, warning in enumerate(shown["warnings"]):
        expect(page.locator("#warnings li > span").nth(2 * number)).to_have_text(warning["text"])
    assert page.locator("#warnings li").count() == len(shown["warnings"])
    assert [
        cell.strip()
        for cell in page.locator("#shopping table")
        .first.locator("tbody > tr > *")
        .all_inner_texts()
    ] == [cell for row in shown["shopping"]["things"]["rows"] for cell in row]


def sizes_keys() -> list[str]:
    """Return the keys of FIELDS in the choices."""
    return [
        f"{part}.{side}" for part in ("outer", "inside") for side in ("length", "width", "height")
    ]


@pytest.mark.site
def test_each_answer_changes_what_is_shown_and_an_inch_is_an_inch(
    open_page: Open, site: str
) -> None:
    page = at_work(open_page(f"{site}de/kit.html"))
    expect(page.locator("#label-told")).to_contain_text("36 × 11 mm")
    # Brings its own box and colours, as nobody has said otherwise.
    choose(page, "machine", "her-19")
    expect(page.locator("#strip-facts")).to_have_text("19 Schachteln")
    assert page.locator("input[name=container]:checked").input_value() == "pocket-matchbox"
    expect(page.locator("#sights tbody tr")).to_have_count(4)
    type_box(page, ("2,2", "1.4", "0,7", "2.1", "1.3", "0.6"))
    page.locator('input[name="own-unit"][value="in"]').check()
    expect(page.locator("#label-told")).to_contain_text("34 × 15,7 mm")
    page.select_option("#beads", "own")
    page.fill("#bead-diameter", "3")
    expect(page.locator("#warnings")).to_contain_text("76,2 mm")
    page.fill("#sets", "101")
    page.locator("#sets").blur()
    expect(page.locator("#sets-wrong")).to_have_text(
        load_words("de")("maker.wrong-whole", least=1, most=100)
    )
    page.fill("#sets", "3")
    expect(page.locator("#sets-wrong")).to_be_hidden()
    page.select_option("#paper", "letter")
    expect(page.locator("#shopping")).to_contain_text("Letter")
    choose(page, "palette", "michie-1961")
    expect(page.locator("#sights tbody tr").first).to_contain_text("weiß")


@pytest.mark.site
def test_a_link_has_the_whole_kit_and_a_reload_or_another_language_loses_nothing(
    open_page: Open, site: str
) -> None:
    page = at_work(
        open_page(f"{site}en/kit.html", permissions=["clipboard-read", "clipboard-write"])
    )
    type_box(page)
    page.fill("#name", "Müllers 4 & ½")
    page.select_option("#beads", "own")
    page.fill("#bead-diameter", "8")
    drop(page, printer_toml="offset-x = 1.0\n")
    expect(page.locator("#brought")).to_contain_text(PROFILE_FILE_NAME)
    page.click("#share")
    expect(page.locator("#copied")).to_have_text(load_words("en")("maker.link-copied"))
    link = page.input_value("#address")
    assert link == page.evaluate("navigator.clipboard.readText()")
    assert "#" in link

    def holds(where: Page) -> None:
        assert [where.input_value(field) for field in FIELDS] == list(BOX)
        assert where.input_value("#name") == "Müllers 4 & ½"
        assert where.input_value("#beads") == "own"
        assert where.input_value("#bead-diameter") == "8"
        expect(where.locator("#brought")).to_contain_text(PROFILE_FILE_NAME)

    page.click('a[data-language="nl"]')
    page.wait_for_url("**/nl/kit.html")
    holds(page)
    assert page.input_value("#language") == "nl"  # which nobody had chosen

    other = at_work(open_page(link))
    holds(other)
    expect(other.locator("#label-told")).to_contain_text(LABEL)
    expect(other.locator("#told")).to_have_text(load_words("en")("maker.taken"))
    other.click("#back")
    assert other.input_value("#name") == ""
    assert other.locator("input[name=container]:checked").input_value() == "slim-matchbox"

    other.evaluate("location.hash = 'files=eJyrVk'")
    expect(other.locator("#files-wrong")).to_have_text(load_words("en")("maker.link-broken"))
    assert other.input_value("#name") == ""


@pytest.mark.site
def test_dropped_files_fill_it_in_and_the_archive_has_what_the_command_builds(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    assert (
        run("new", "mine", "--preset", "her-19", "--paper", "letter", "--yes", folder=tmp_path).code
        == 0
    )
    path = tmp_path / "mine" / KIT_FILE_NAME
    kit = path.read_text(encoding="utf-8").replace("draw = 0 ", "draw = 2 ")
    assert "draw = 2 " in kit
    path.write_text(kit, encoding="utf-8")
    profile = "offset-x = 1.0\n"
    (tmp_path / "mine" / PROFILE_FILE_NAME).write_text(profile, encoding="utf-8")
    assert run("build", "--kit", path, folder=tmp_path).code == 0

    page = at_work(open_page(f"{site}en/kit.html", pardon=("asked chrome",)))  # what shows a PDF
    drop(page, kit_toml=kit, printer_toml=profile)
    expect(page.locator("#strip-facts")).to_have_text("19 boxes")
    expect(page.locator("#unasked")).to_have_text(load_words("en")("maker.kept"))
    usual = page.locator("#rules-start option").first  # of the file's kit, not of the one before
    expect(usual).to_have_text(load_words("en")("maker.as-usual"))
    assert page.input_value("#paper") == "letter"
    expect(page.locator("#brought li")).to_have_count(2)
    page.click("#build")
    expect(page.locator("#zip")).to_be_visible(timeout=2 * PATIENCE)
    expect(page.locator("#files-made")).to_be_focused()
    files = downloaded(page)
    written = {each.name for each in (tmp_path / "mine" / "output").iterdir()}
    assert files.keys() == {*written, KIT_FILE_NAME, PROFILE_FILE_NAME}
    assert "draw = 2 " in files[KIT_FILE_NAME].decode()
    assert page.locator(".files li").count() == len(files)
    for each in page.locator(".files a[download]").all():
        assert each.get_attribute("download") in files
    with page.context.expect_page() as opened:
        page.click("#print")
    expect(opened.value).to_have_url(re.compile("^blob:"))
    page.fill("#name", "Another")
    expect(page.locator("#changed")).to_be_visible()

    broken = kit.replace('side = "second"', 'side = "third"')
    path.write_text(broken, encoding="utf-8")
    said = run("build", "--kit", KIT_FILE_NAME, folder=path.parent)
    drop(page, kit_toml=broken)
    told = page.locator("#files-wrong")
    expect(told).to_be_visible()
    assert " ".join(told.inner_text().split()) in " ".join(said.err.split())
    assert page.input_value("#name") == "Another"


@pytest.mark.site
def test_the_page_answers_while_files_are_made_and_they_can_be_stopped(
    open_page: Open, site: str
) -> None:
    page = at_work(open_page(f"{site}en/kit.html"))
    choose(page, "machine", "her-19")
    page.fill("#sets", "8")
    page.click("#build")
    expect(page.locator("#working")).to_be_visible()
    page.locator("#name").press_sequentially("Class 5b")
    assert page.input_value("#name") == "Class 5b"
    # It was still at work while all of that was typed.
    expect(page.locator("#working")).to_be_visible()
    expect(page.locator(".files li").first).to_be_visible(timeout=2 * PATIENCE)
    page.click("#stop")
    expect(page.locator("#working")).to_be_hidden()
    expect(page.locator("#files-made")).to_be_hidden()
    choose(page, "machine", "nim-8")  # and goes on
    expect(page.locator("#strip-facts")).to_have_text("8 boxes", timeout=2 * PATIENCE)
    page.fill("#sets", "1")
    page.evaluate("""() => {
        const questions = document.getElementById("questions");
        for (let times = 0; times < 2; times += 1) questions.requestSubmit();
        const name = document.getElementById("name");
        name.value = "Class 5c";
        name.dispatchEvent(new InputEvent("input", {bubbles: true}));
    }""")  # somebody presses twice, and changes the name before the files are there
    expect(page.locator("#zip")).to_be_visible(timeout=2 * PATIENCE)
    expect(page.locator(".looking")).to_have_count(0)
    expect(page.locator("#changed")).to_be_visible()
    files = downloaded(page)
    assert "Class 5b" in files[KIT_FILE_NAME].decode()
    assert page.locator(".files li").count() == len(files)


@pytest.mark.site
def test_axe_finds_nothing_in_any_state_and_nothing_is_too_wide(open_page: Open, site: str) -> None:
    page = open_page(f"{site}en/kit.html", viewport=PHONE, reduced_motion="reduce")

    def looks_right() -> None:
        assert in_both_schemes(page) == []
        assert width(page) == PHONE["width"]

    looks_right()
    at_work(page)
    page.click("#own-fold summary")
    for container in ("own-drawer", "own-cup", "own-carton", "own-envelope", "fold-up"):
        choose(page, "container", container)
        assert width(page) == PHONE["width"]
    type_box(page, ("56", "36", "x", "54", "33", "15"))
    page.locator("#own-outer-height").blur()
    expect(page.locator("#own-outer-height-wrong")).to_be_visible()
    looks_right()
    type_box(page)
    page.select_option("#beads", "own")
    page.fill("#bead-diameter", "8")
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    page.select_option("#rules-start", "own")
    page.select_option("#rules-cabinet", "yes")
    page.fill("#rules-rows", "x")
    expect(page.locator("#rules-rows-wrong")).to_be_visible()
    looks_right()
    page.select_option("#rules-start", "8-4-2-1")
    page.select_option("#rules-cabinet", "no")
    drop(page, printer_toml="offset-x = 1.0\n")
    expect(page.locator("#back")).to_be_visible()
    expect(page.locator(".looking")).to_have_count(0)
    page.click("#build")
    expect(page.locator("#zip")).to_be_visible(timeout=2 * PATIENCE)
    page.click("#share")
    expect(page.locator("#shared")).to_be_visible()
    page.fill("#name", "Another")
    looks_right()


def in_sight(page: Page, selector: str) -> bool:
    """Return whether all of something is in the window, above the strip of a phone."""
    found: bool = page.evaluate(
        """selector => {
            const {top, bottom} = document.querySelector(selector).getBoundingClientRect();
            const strip = document.getElementById("strip").getBoundingClientRect().height;
            return top >= 0 && bottom <= innerHeight - strip;
        }""",
        selector,
    )
    return found


@pytest.mark.site
def test_a_phone_is_led_to_each_mistake_and_buttons_lead_out_of_it(
    open_page: Open, site: str
) -> None:
    page = at_work(open_page(f"{site}nl/kit.html", viewport={"width": 390, "height": 844}))
    words = load_words("nl")
    above: float = page.evaluate(
        "document.getElementById('see').getBoundingClientRect().top + scrollY"
    )
    assert above <= 4000
    page.click("#own-fold summary")
    type_box(page, ("20", "10", "8", "18", "8", "6"))
    wrong = page.locator("#own-outer-height-wrong")
    expect(wrong).to_have_text(words("maker.wrong-small", by="0,2"))
    assert in_sight(page, "#own-outer-height-wrong")
    page.get_by_role("button", name=words("maker.way-take", title=words.title("Mat"))).click()
    assert page.locator('input[name="container"]:checked').input_value() == "mat"
    expect(wrong).to_be_hidden()
    expect(page.locator("#trouble")).to_be_hidden()

    choose(page, "container", "slim-matchbox")
    page.click("#warnings-told")
    expect(page.locator(".looking")).to_have_count(0)
    page.get_by_role("button", name=words("maker.way-start")).click()
    assert page.input_value("#rules-start") == "8-4-2-1"
    assert in_sight(page, "#rules-start")
    expect(page.get_by_role("button", name=words("maker.way-start"))).to_have_count(0)


@pytest.mark.site
def test_rules_and_prices_come_back_after_a_reload_and_with_a_link(
    open_page: Open, site: str
) -> None:
    page = at_work(open_page(f"{site}en/kit.html"))
    page.click("#rules > summary")
    expect(page.locator("#rules-start option").first).to_contain_text("4-3-2-1")
    page.select_option("#rules-start", "own")
    page.fill("#rules-start-own", "9; 7; 5; 3")
    page.fill("#rules-packs", "50")
    page.fill("#rules-pack-prices", "2,50")
    cost = load_words("en").lines("shopping.bead-columns")[-1]
    expect(page.locator("#shopping thead").last.locator("th").last).to_have_text(cost)
    page.click("#share")
    expect(page.locator("#address")).not_to_have_value("")
    link = page.input_value("#address")
    page.reload()
    other = at_work(open_page(link))
    for where in (page, other):
        assert where.input_value("#rules-start-own") == "9; 7; 5; 3"
        assert where.input_value("#rules-pack-prices") == "2,50"


@pytest.mark.site
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_all_of_it_in_its_own_words_and_fits_a_phone(
    open_page: Open, site: str, language: str
) -> None:
    page = open_page(f"{site}{language}/kit.html", viewport=PHONE)
    words = load_words(language)
    expect(page.locator("h1")).to_have_text(words("maker.title"))
    cards = page.locator("input[name=machine]:not([value=''])")
    assert cards.count() == len(template_names(TemplateKind.MACHINES))
    shown = page.locator("main").inner_text()
    for key in ("starter", "michie-1961", "both-players", "her-19"):
        assert words(f"maker.machine-{key}") in shown
    page.evaluate(
        "for (const each of document.querySelectorAll('details, .own')) { each.open = true; "
        "each.hidden = false; }"
    )
    assert width(page) == PHONE["width"]
    assert not re.search(
        r"\bmaker\.[a-z]|\{\w+\}|None|undefined", page.locator("main").inner_text()
    )


@pytest.mark.site
def test_true_size_is_checked_with_a_card_and_remembered(open_page: Open, site: str) -> None:
    page = at_work(open_page(f"{site}en/kit.html", viewport={"width": 1280, "height": 800}))
    page.click("#card-check summary")
    page.fill("#card-scale", "4.5")
    card, label = area(page, "#bank-card"), area(page, "#label-true svg")
    assert (card["width"], card["height"]) == pytest.approx((85.6 * 4.5, 53.98 * 4.5), abs=0.1)
    # 36 mm, and 0.3 mm of edge on either side.
    assert label["width"] == pytest.approx(4.5 * 36.6, abs=0.1)
    page.reload()
    assert page.input_value("#card-scale") == "4.5"


@contextmanager
def missing(page: Page, path: str) -> Iterator[None]:
    """Have a file not come, as where the network has gone."""
    page.context.route(path, lambda route: route.abort())
    yield
    page.context.unroute(path)


@pytest.mark.site
def test_where_python_does_not_come_or_dies_it_is_said_and_what_was_filled_in_is_kept(
    open_page: Open, site: str
) -> None:
    words = load_words("en")
    page = open_page(
        "about:blank",
        pardon=("Failed to", "out of memory", "Service Worker"),
        service_workers="block",
    )
    with missing(page, "**/runtime/packages.zip"):
        page.goto(f"{site}en/kit.html")
        expect(page.locator("#dead")).to_contain_text(words("maker.dead"))
        page.fill("#name", "Mine")
        page.click("#build")
        expect(page.locator("#told")).to_have_text(words("site.starting"))
    page.click("#again")
    at_work(page)
    expect(page.locator("#dead")).to_be_hidden()
    assert page.input_value("#name") == "Mine"

    page.workers[-1].evaluate("setTimeout(() => { throw new Error('out of memory'); })")
    expect(page.locator("#dead")).to_contain_text(words("maker.dead"))
    expect(page.locator("#dead .detail")).to_contain_text("out of memory")
    assert page.input_value("#name") == "Mine"
    expect(page.locator("#again")).to_be_visible()


OLD = {
    "no-webassembly": "delete globalThis.WebAssembly",
    "no-module-workers": (
        "globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} }"
    ),
}


@pytest.mark.site
@pytest.mark.parametrize("what", [*OLD, "no-scripts"])
def test_a_browser_that_is_too_old_is_told_so(open_page: Open, site: str, what: str) -> None:
    how = {} if what in OLD else {"java_script_enabled": False}
    page = open_page("about:blank", **how)
    if what in OLD:
        page.add_init_script(OLD[what])
    page.goto(f"{site}fr/kit.html")
    told = page.locator("#dead" if what in OLD else "#needs")
    expect(told).to_contain_text(load_words("fr")("maker.too-old"))
    expect(told).to_be_visible()
