"""Fonts wider and narrower than ours, as on other systems: ours with stretched shapes and
widths.
"""

from functools import cache
from io import BytesIO

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from playwright.sync_api import Page, Route

from menace_kit.files import font_file

FONTS = {"wide": 1.15, "narrow": 0.8}
"""Font name -> its width relative to ours: like Verdana, the widest system font, and Arial
Narrow.
"""


@cache
def stretched(times: float) -> bytes:
    """Return our font with everything stretched to this width."""
    options = Options(hinting=False, layout_features=[], drop_tables=["GPOS", "GSUB", "kern"])
    font, wanted = TTFont(font_file(bold=False)), Subsetter(options)
    wanted.populate(unicodes=range(0x3000))
    wanted.subset(font)
    glyphs = font["glyf"]
    for name in font.getGlyphOrder():
        glyph = glyphs[name]
        if glyph.isComposite():
            for part in glyph.components:
                part.x = round(part.x * times)
        elif glyph.numberOfContours > 0:
            glyph.coordinates.scale((times, 1))
            glyph.coordinates.toInt()
        glyph.recalcBounds(glyphs)
        width, side = font["hmtx"][name]
        font["hmtx"][name] = round(width * times), round(side * times)
    saved = BytesIO()
    font.save(saved)
    return saved.getvalue()


def lend_fonts(page: Page) -> None:
    """Give a window the fonts; its pages may only load them from their own server."""

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/font-")[2].removesuffix(".ttf")
        route.fulfill(body=stretched(FONTS[name]), content_type="font/ttf")

    page.route("**/static/font-*.ttf", answer)


SET = """async name => {
  const sheet = document.styleSheets[0];
  const rule = (text) => sheet.insertRule(text, sheet.cssRules.length);
  if (![...document.fonts].some(each => each.family === name)) {
    rule(`@font-face { font-family: ${name}; src: url(/static/font-${name}.ttf) }`);
    rule(`body.${name}, body.${name} svg text { font-family: ${name} }`);
  }
  document.body.classList.remove("wide", "narrow");
  document.body.classList.add(name);
  await document.fonts.load(`20px ${name}`);
  if (!document.fonts.check(`20px ${name}`)) throw new Error(`${name} is not loaded`);
  dispatchEvent(new Event("resize"));
}"""
"""Sets a page in the font of a name."""
