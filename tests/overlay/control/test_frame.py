"""The frame of the control page: the four orders are on every screen, by press and by key."""

import pytest
from playwright.sync_api import Page, expect

from tests.overlay.control.showing import SCREENS, PanelShow, open_screen


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_opens_and_has_hush_in_its_corner(page: Page, name: str) -> None:
    open_screen(page, name)

    expect(page.locator("#deck").get_by_role("button", name="Hush")).to_be_in_viewport()


def test_the_address_keeps_no_token(page: Page, panel_show: PanelShow) -> None:
    assert "token" in panel_show.url
    assert "token" not in page.url


def test_pause_holds_until_resume_by_one_key(page: Page) -> None:
    page.keyboard.press("p")
    expect(page.locator("#deck").get_by_role("button", name="Resume")).to_be_visible()
    page.keyboard.press("p")

    expect(page.locator("#deck").get_by_role("button", name="Pause")).to_be_visible()
