"""Every screen of the control page: nothing clipped, everything named and large enough, in both schemes and widths.

The rules of accessibility are those of axe-core: WCAG 2.2, levels A and AA.
"""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from requirements.node import HOME, REMEDY, is_there
from tests.conftest import missing
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
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
  .filter((each) => { for (let up = each.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== "visible" && up.id !== "main") return false; } return true; })
  .map((each) => each.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The checker's script."""
    if not is_there():
        missing("axe-core", REMEDY)
    return (HOME / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


LOOKS = [
    pytest.param(
        (size, scheme), id=f"{size}-{scheme}", marks=() if (size, scheme) == ("dock", "light") else pytest.mark.slow
    )
    for size in SIZES
    for scheme in ("dark", "light")
]


@pytest.fixture(scope="module", params=LOOKS)
def sized(request: pytest.FixtureRequest, browser: Browser, panel_show: PanelShow) -> Any:
    """The control page in one size and colour scheme; it may not have complained, nor asked another machine."""
    size, scheme = request.param
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, locale="en-GB", reduced_motion="reduce"
    )
    page = context.new_page()
    complaints = Complaints(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(panel_show.url)
    page.locator("#frame.up .screen > *").first.wait_for()
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
