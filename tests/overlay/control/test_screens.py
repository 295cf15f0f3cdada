"""Every screen of the control page: nothing clipped, everything named and large enough.

So it is in both schemes and each width, in German, with words two fifths longer, and from right to left.

The rules of accessibility are those of axe-core: WCAG 2.2, levels A and AA.
"""

from dataclasses import dataclass
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.overlay.control.showing import SCREENS, Complaints, PanelShow, open_screen

SIZES = {"wide": (1280, 800), "dock": (420, 900), "phone": (360, 640)}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CHECK = """async (rules) => {
  const found = await axe.run(document, { runOnly: { type: "tag", values: rules }, iframes: false });
  return found.violations.map((each) => [each.id, each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]);
}"""
SMALL = """() => [...document.querySelectorAll("button, a[href], input, select, textarea, [role=slider]")]
  .filter((each) => each.checkVisibility() && !each.closest("[inert]"))
  .filter((each) => { const box = each.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
  .map((each) => each.outerHTML.slice(0, 120))"""
WIDE = """() => [...document.querySelectorAll("#main *, #top *")]
  .filter((each) => each.checkVisibility())
  .filter((each) => { const box = each.getBoundingClientRect(); return box.right > innerWidth + 1 || box.left < -1; })
  .filter((each) => { for (let up = each.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== "visible" && up.id !== "main") return false; } return true; })
  .map((each) => each.outerHTML.slice(0, 120))"""

CUT = """() => [...document.querySelectorAll("#frame *")]
  .filter((each) => each.checkVisibility() && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()))
  .filter((each) => !["auto", "scroll"].includes(getComputedStyle(each).overflowX))
  .map((each) => each.outerHTML.slice(0, 120))"""


@dataclass(frozen=True)
class Look:
    """How a page is looked at: its size and colours, and in which language it is and which way that is written."""

    size: str
    scheme: Literal["dark", "light"]
    locale: str = "en-GB"
    query: str = ""
    direction: str = "ltr"


def named(name: str, look: Look, *, is_slow: bool = True) -> Any:
    """A look as a parameter of a test."""
    return pytest.param(look, id=name, marks=pytest.mark.slow if is_slow else ())


SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
LOOKS = [
    *(
        named(f"{size}-{scheme}", Look(size, scheme), is_slow=(size, scheme) != ("dock", "light"))
        for size in SIZES
        for scheme in SCHEMES
    ),
    named("german", Look("dock", "light", locale="de-DE")),
    named("longer", Look("phone", "light", query="?lang=long")),
    named("right-to-left", Look("dock", "dark", direction="rtl")),
]


@pytest.fixture(scope="module", params=LOOKS)
def sized(request: pytest.FixtureRequest, browser: Browser, panel_show: PanelShow) -> Any:
    """The control page in one look; it may not have complained, nor asked another machine."""
    look: Look = request.param
    width, height = SIZES[look.size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=look.scheme,
        locale=look.locale,
        reduced_motion="reduce",
    )
    page = context.new_page()
    complaints = Complaints(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(panel_show.url)
    if look.query:
        page.goto(page.url.partition("?")[0].partition("#")[0] + look.query)
    page.locator("#frame.up .screen > *").first.wait_for()
    page.evaluate("direction => { document.documentElement.dir = direction }", look.direction)
    yield page
    context.close()
    assert complaints.found == []
    assert [each for each in asked if "127.0.0.1" not in each and not each.startswith(("blob:", "data:"))] == []


@pytest.mark.parametrize("name", [*SCREENS, "welcome"])
def test_a_screen_can_be_used_by_everyone(sized: Page, axe: str, name: str) -> None:
    open_screen(sized, name)
    sized.evaluate(axe)

    assert sized.evaluate(CHECK, RULES) == []
    assert sized.evaluate(SMALL) == []
    assert sized.evaluate(WIDE) == []
    assert sized.evaluate(CUT) == []
