"""A note takes back the very change that it tells of, under the label that was pressed, and nobody else's."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.overlay.control.showing import PanelShow, another_page, open_screen, wait_until_saved

pytestmark = pytest.mark.slow


@pytest.fixture
def other(browser: Browser, panel_show: PanelShow) -> Iterator[Page]:
    """A second page, in a browser of its own, with the screen of all settings."""
    with another_page(browser, panel_show) as opened:
        open_screen(opened, "settings")
        yield opened


def set_port(page: Page, value: str) -> None:
    """Change a setting that nothing else here looks at."""
    page.get_by_role("searchbox").fill("obs.port")
    field = page.get_by_role("textbox", name="Port", exact=True)
    field.fill(value)
    field.press("Enter")
    wait_until_saved(page)


def undo(page: Page) -> None:
    page.locator("#toast").get_by_role("button", name="Undo").click()


def test_a_tool_is_switched_back_whatever_was_changed_elsewhere_meanwhile(
    page: Page, other: Page, panel_show: PanelShow
) -> None:
    open_screen(page, "tools")
    switch = page.get_by_role("switch", name="Sounds", exact=True)
    switch.click()
    expect(page.locator("#toast")).to_contain_text("Sounds: it holds now.")
    set_port(other, "4601")
    undo(page)

    expect(switch).to_have_attribute("aria-checked", "true")
    assert "\nport = 4601" in panel_show.config


def test_a_persona_is_chosen_back(page: Page, other: Page, panel_show: PanelShow) -> None:
    open_screen(page, "persona")
    page.get_by_role("button", name="Play", exact=False).first.click()
    expect(page.locator("#toast")).to_contain_text("from the next line on")
    set_port(other, "4602")
    assert "\npersona =" in panel_show.config
    undo(page)

    expect(page.locator("#toast")).not_to_contain_text("scene.persona")
    expect(page.locator("#toast")).to_contain_text("as before")
    assert "\npersona =" not in panel_show.config
    assert "\nport = 4602" in panel_show.config


def test_the_board_undoes_its_own_newest_change_alone(page: Page, other: Page, panel_show: PanelShow) -> None:
    open_screen(page, "look")
    page.get_by_role("textbox", name="Left").fill("100")
    page.get_by_role("textbox", name="Left").press("Enter")
    expect(page.locator("#toast")).to_contain_text("it holds now")
    set_port(other, "4603")
    page.locator(".card").filter(has=page.locator(".stage")).get_by_role("button", name="Undo", exact=True).click()

    expect(page.locator("#toast")).to_contain_text("as it was before")
    assert "\ncaption = [" not in panel_show.config
    assert "\nport = 4603" in panel_show.config


def test_a_section_is_put_back(page: Page, other: Page, panel_show: PanelShow) -> None:
    set_port(other, "4604")
    open_screen(page, "settings")
    page.locator(".sections button", has_text="OBS").click()
    page.get_by_role("button", name="Reset this section").click()
    expect(page.locator("#toast")).to_contain_text("back at their defaults")
    other.get_by_role("searchbox").fill("pacing.hush_s")
    other.get_by_role("textbox", name="Hush", exact=True).fill("31")
    other.get_by_role("textbox", name="Hush", exact=True).press("Enter")
    wait_until_saved(other)
    undo(page)

    expect(page.locator("#toast")).to_contain_text("OBS · Port: default (4455) → 4604, as before.")
    assert "\nhush_s = 31" in panel_show.config


def test_a_note_names_the_control_that_was_pressed(page: Page) -> None:
    open_screen(page, "voice")
    page.get_by_role("switch", name="Listens for your voice").click()
    expect(page.locator("#toast")).to_contain_text("Listens for your voice: ")
    undo(page)

    expect(page.locator("#toast")).to_contain_text("Listens for your voice: ")


def test_a_part_that_is_kept_clear_here_and_one_from_elsewhere_are_both_there(page: Page, other: Page) -> None:
    open_screen(other, "look")
    for each in (page, other):
        open_screen(each, "look")
    for each in (page, other):
        each.get_by_role("button", name="Keep a part clear").click()
        wait_until_saved(each)

    for each in (page, other):
        expect(each.locator(".stage .hatched")).to_have_count(1)  # both are at one place, and the same
