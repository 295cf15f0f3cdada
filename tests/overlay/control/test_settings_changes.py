"""The last changes of the settings on their screen: each is told, and can be undone by itself."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.overlay.control.showing import PATIENCE_S, PanelShow, open_screen, wait_until_saved

pytestmark = pytest.mark.slow

LONG_MS = PATIENCE_S * 1000


def find(page: Page, key: str) -> None:
    """Search for a setting by its key; an empty one ends the search."""
    page.get_by_role("searchbox").fill(key)


def change(page: Page, key: str, name: str, value: str) -> None:
    find(page, key)
    field = page.get_by_role("textbox", name=name, exact=True)
    field.fill(value)
    field.press("Enter")
    wait_until_saved(page)
    find(page, "")


def newest(page: Page, at: int) -> Locator:
    """Return a change that is shown; 0 is the newest."""
    return page.locator(".changes li").nth(at)


def test_an_older_change_is_undone_by_itself_also_after_the_page_was_loaded_again(
    page: Page, panel_show: PanelShow
) -> None:
    open_screen(page, "settings")
    change(page, "obs.port", "Port", "4466")
    change(page, "pacing.hush_s", "Hush", "25")
    page.reload()

    expect(newest(page, 0)).to_contain_text("default (20) → 25")
    expect(newest(page, 1)).to_contain_text("OBS · Port")
    expect(newest(page, 1)).to_contain_text("on a control page")
    newest(page, 1).get_by_role("button", name="Undo: OBS · Port").click()
    expect(page.locator("#toast")).to_contain_text("OBS · Port")
    expect(page.locator(".changes li")).to_have_count(1)
    assert "\nport = 4466" not in panel_show.config
    assert "\nhush_s = 25" in panel_show.config


def test_what_was_changed_since_is_put_back_on_purpose(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "settings")
    change(page, "obs.port", "Port", "4470")
    file = panel_show.home / "config.toml"
    file.write_text(panel_show.config.replace("\nport = 4470", "\nport = 4471"), encoding="utf-8")

    expect(newest(page, 0)).to_contain_text("in the file, by hand", timeout=LONG_MS)
    expect(newest(page, 1)).to_contain_text("changed again since")
    newest(page, 1).get_by_role("button", name="Put back anyway: OBS · Port").click()
    expect(newest(page, 0)).to_contain_text("4471 → default (4455)")
    assert "\nport = 447" not in panel_show.config


def test_only_the_newest_are_shown_until_all_are_asked_for(page: Page) -> None:
    open_screen(page, "settings")
    for value in ("21", "22", "23", "24"):
        change(page, "pacing.hush_s", "Hush", value)

    expect(page.locator(".changes li")).to_have_count(3)
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".changes li").nth(3)).to_be_visible()


def test_names_that_are_never_said_are_not_shown_while_the_page_may_be_on_the_stream(page: Page) -> None:
    open_screen(page, "guard")
    safe = page.get_by_role("switch", name="Stream-safe")
    safe.click()
    names = page.get_by_role("textbox", name="Add to Names it must not say")
    names.fill("Ann Examplesdottir")
    names.press("Enter")
    expect(page.locator("#toast")).to_contain_text("it holds now")
    safe.click()
    open_screen(page, "settings")

    expect(newest(page, 0)).to_contain_text("hidden while this page may be on the stream")
    find(page, "guard.own_names")
    expect(page.locator(".setting")).to_have_count(1)
    assert "Examplesdottir" not in page.content()
