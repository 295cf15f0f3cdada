"""The keys of the game on the control page: pressed to be chosen, refused when two want one."""

import pytest
from playwright.sync_api import Page, expect

from tests.overlay.control.showing import PanelShow, open_screen, wait_until_saved

pytestmark = pytest.mark.slow


def test_a_key_is_chosen_by_pressing_it_and_holds_at_once(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "settings")
    page.get_by_role("button", name="Change the key for React: F7").click()
    page.keyboard.press("Control+Alt+KeyR")

    expect(page.get_by_role("button", name="Change the key for React: Ctrl+Alt+R")).to_have_text("Ctrl+Alt+R")
    wait_until_saved(page)
    assert 'react = "Ctrl+Alt+R"' in panel_show.config
    page.get_by_role("button", name="Change the key for React").click()
    page.keyboard.press("Backspace")
    expect(page.get_by_role("button", name="Change the key for React: not set")).to_be_visible()


def test_a_key_that_another_order_has_is_refused_by_name_and_put_back(page: Page) -> None:
    open_screen(page, "settings")
    page.get_by_role("button", name="Change the key for Hush: F9").click()
    page.keyboard.press("F10")

    expect(page.get_by_text("F10 is asked for twice")).to_be_visible()
    expect(page.get_by_role("button", name="Change the key for Hush: F9")).to_be_visible()


def test_escape_leaves_the_key_and_no_order_is_given_meanwhile(page: Page) -> None:
    open_screen(page, "settings")
    page.get_by_role("button", name="Change the key for Hush: F9").click()
    page.keyboard.press("p")
    page.keyboard.press("Escape")

    expect(page.get_by_role("button", name="Change the key for Hush: F9")).to_have_text("F9")
    expect(page.get_by_role("button", name="Pause", exact=False).first).to_be_visible()


def test_why_no_key_is_held_is_said_once(page: Page) -> None:
    open_screen(page, "settings")

    expect(page.get_by_text("No key is held now: the show was started without the desktop")).to_have_count(1)
