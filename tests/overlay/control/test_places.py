"""A screen that is opened begins at its top, Back leads to the old place, and a refusal covers nothing for good."""

import pytest
from playwright.sync_api import Page, expect

from tests.overlay.control.showing import open_screen

pytestmark = pytest.mark.slow

_TOP = "main => Math.round(main.scrollTop)"
_SCROLL = "main => { main.style.overflowAnchor = 'none'; main.scrollTo(0, 150); }"
"""Scroll to a place that stays the same while rows above it grow."""
_AT = "([main, top]) => main.scrollTop >= top - 1 && main.scrollTop <= top + 1"
_REFUSED = """async () => {
    const { tell } = await import('/panel/files/control/parts/toast.mjs');
    tell('It was refused. '.repeat(8), { isRefusal: true });
}"""


def wait_until_at(page: Page, top: int) -> None:
    """Wait until the screen is scrolled to a place."""
    page.wait_for_function(_AT, arg=[page.locator("#main").element_handle(), top])


@pytest.mark.parametrize("width", [1280, 420])
def test_a_screen_begins_at_its_top_and_back_leads_to_the_old_place(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 500})
    open_screen(page, "tools")
    page.get_by_role("switch", name="Sounds", exact=True).wait_for()
    page.locator("#main").evaluate(_SCROLL)
    wait_until_at(page, 150)
    page.keyboard.press("0")
    page.locator("#main[data-screen=plan] h1").wait_for()
    assert page.locator("#main").evaluate(_TOP) == 0

    page.go_back()
    page.locator("#main[data-screen=tools] h1").wait_for()
    wait_until_at(page, 150)


@pytest.mark.parametrize("width", [1280, 360])
def test_all_of_a_screen_can_be_scrolled_from_under_a_refusal(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_screen(page, "settings")
    last = page.locator(".setting").last
    last.scroll_into_view_if_needed()
    page.evaluate(_REFUSED)
    page.locator("#toast.on").wait_for()
    page.locator("#main").evaluate("main => main.scrollTo(0, main.scrollHeight)")

    row, toast = last.bounding_box(), page.locator("#toast").bounding_box()
    assert row is not None
    assert toast is not None
    assert row["y"] + row["height"] <= toast["y"]


def test_a_refusal_goes_after_a_while_but_not_while_it_is_pointed_at(page: Page) -> None:
    page.clock.install()
    page.reload()
    page.locator("#frame.up .screen > *").first.wait_for()
    page.evaluate(_REFUSED)
    page.locator("#toast").hover()
    page.clock.run_for(30_000)
    expect(page.locator("#toast.on")).to_be_visible()
    page.mouse.move(10, 10)
    page.clock.run_for(1_500)

    expect(page.locator("#toast.on")).to_have_count(0)
