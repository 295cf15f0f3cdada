"""What is refused stays where it was typed, marked as wrong, with one plain sentence beside it."""

import pytest
from playwright.sync_api import Page, expect

from tests.overlay.control.showing import PanelShow, open_screen, wait_until_saved

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("key", "name", "typed", "told"),
    [
        ("pacing.hush_s", "Hush", "99999", "Pacing · Hush"),
        ("obs.port", "Port", "many", "OBS · Port: a whole number is wanted."),
    ],
)
def test_what_was_typed_stays_with_what_is_wrong(page: Page, key: str, name: str, typed: str, told: str) -> None:
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill(key)
    field = page.get_by_role("textbox", name=name, exact=True)
    before = field.input_value()
    field.fill(typed)
    field.press("Enter")

    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value(typed)
    expect(page.locator(".refused")).to_contain_text(told)
    assert "config.toml" not in page.locator(".refused").inner_text()
    expect(page.locator("#toast")).to_be_hidden()
    field.press("Tab")
    expect(field).to_have_value(typed)
    field.fill("")
    field.fill(typed)
    field.press("Escape")
    expect(field).to_have_value(before)
    expect(page.locator(".refused")).to_have_count(0)


def test_a_word_that_is_refused_stays_and_the_next_is_added(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill("discord.monitored")
    field = page.get_by_role("textbox", name="Add to ", exact=False)
    field.fill("#general")
    field.press("Enter")

    expect(page.locator(".refused")).to_contain_text("#general")
    expect(field).to_have_value("#general")
    expect(field).to_have_attribute("aria-invalid", "true")
    for unsaid in ("Config", "config.toml", "entry"):
        assert unsaid not in page.locator(".refused").inner_text()
    field.fill("123456789012345678")
    field.press("Enter")
    wait_until_saved(page)
    expect(page.locator(".setting .chip[dir=auto]")).to_have_count(1)
    assert "123456789012345678" in panel_show.config


def test_a_key_of_the_game_that_is_taken_is_refused_in_words(page: Page) -> None:
    open_screen(page, "settings")
    page.get_by_role("button", name="Change the key for Hush").click()
    page.keyboard.press("F10")

    expect(page.locator("#toast")).to_contain_text('Keys in the game · Hush” cannot be "F10"')
    assert "{" not in page.locator("#toast").inner_text()
