"""The tools' screen: each tool is switched, paced and found; servers come and go; plug-ins tell their line."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.overlay.control.showing import PanelShow, open_screen, wait_until_saved

pytestmark = pytest.mark.slow


def row(page: Page, name: str) -> Locator:
    """Return the row of a tool by its technical name."""
    return page.locator(".tool", has=page.locator(f"code:text-is('{name}')"))


def test_a_tool_is_switched_off_at_once_and_undone_from_the_toast(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "tools")
    switch = row(page, "play_sfx").get_by_role("switch", name="Sounds")
    switch.click()

    expect(switch).to_have_attribute("aria-checked", "false")
    wait_until_saved(page)
    assert "deny = true" in panel_show.config
    page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(switch).to_have_attribute("aria-checked", "true")


def test_how_often_and_whether_it_asks_are_changed_by_one_press(page: Page) -> None:
    open_screen(page, "tools")
    page.get_by_role("button", name="Moods: how often: more").click()
    expect(row(page, "set_mood")).to_contain_text("7/min")

    asks = row(page, "set_mood").get_by_role("combobox")
    asks.select_option("always")
    expect(page.locator("#toast")).to_contain_text("Moods: it holds now.")
    expect(asks).to_have_value("always")


def test_a_tool_is_found_by_its_words(page: Page) -> None:
    open_screen(page, "tools")
    page.get_by_label("Find a tool").fill("emote")

    expect(row(page, "show_emote")).to_be_visible()
    expect(row(page, "play_sfx")).to_have_count(0)


def test_a_server_is_added_looked_at_and_removed(page: Page) -> None:
    open_screen(page, "tools")
    page.get_by_text("Add a server").click()
    page.get_by_role("button", name="+ coolest_cities").click()
    page.get_by_role("button", name="Add it").click()

    server = page.locator(".server", has=page.locator("b:text-is('coolest_cities')"))
    expect(server).to_contain_text("1 tool")
    server.get_by_role("button", name="Look", exact=True).click()
    expect(server).to_contain_text("allowed")
    server.get_by_role("switch").click()
    expect(server).to_contain_text("off")
    server.get_by_role("button", name="Remove coolest_cities").click()
    expect(server).to_have_count(0)


def test_a_program_that_is_not_there_is_named_with_its_remedy(page: Page) -> None:
    open_screen(page, "tools")
    page.get_by_text("Add a server").click()
    page.get_by_label("Name: small letters").fill("moon")
    page.get_by_label("Command, or https://").fill("no-such-program --moon")
    page.get_by_role("button", name="Add it").click()

    expect(page.get_by_role("alert")).to_contain_text("there is no program 'no-such-program'; install it")


def test_a_broken_plug_in_is_told_with_its_line(page: Page, panel_show: PanelShow) -> None:
    folder = panel_show.home / "tools"
    folder.mkdir(exist_ok=True)
    (folder / "counter.py").write_text("x = 1\nthis = = 2\n", encoding="utf-8")
    open_screen(page, "tools")
    page.get_by_role("button", name="Look again").click()

    expect(page.locator(".server", has_text="counter")).to_contain_text("line 2: SyntaxError")
    (folder / "counter.py").unlink()
