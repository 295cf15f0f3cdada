"""A file of settings that cannot be written: what is changed holds until the end of the show, and can be undone."""

import shutil

import pytest
from playwright.sync_api import Page, expect

from tests.overlay.control.showing import PATIENCE_S, PanelShow, open_screen

pytestmark = pytest.mark.slow


def test_what_cannot_be_written_is_told_undone_reset_and_written_later(page: Page, panel_show: PanelShow) -> None:
    block = panel_show.home / "config.toml.bak"  # a folder there keeps also an administrator from writing
    shutil.rmtree(block, ignore_errors=True)
    block.unlink(missing_ok=True)
    block.mkdir()
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill("pacing.hush_s")
    field = page.get_by_role("textbox", name="Hush", exact=True)

    def write(value: str) -> None:
        field.fill(value)
        field.press("Enter")
        expect(page.locator("#toast")).to_contain_text("until the end of the show only")

    write("31")
    page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(field).to_have_value("20")
    expect(page.locator("#toast")).to_contain_text("31 → default (20), as before")
    write("32")
    page.get_by_role("button", name="Hush: back to the default").first.click()
    expect(field).to_have_value("20")
    write("33")
    assert "\nhush_s = 33" not in panel_show.config
    block.rmdir()

    expect(page.locator(".setting .chip", has_text="end of the show")).to_have_count(0, timeout=PATIENCE_S * 1000)
    expect(field).to_have_value("33")
    assert "\nhush_s = 33" in panel_show.config
