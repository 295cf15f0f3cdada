"""The show begins again by itself for a setting of the model that holds only then, whoever changes it."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.overlay.control.showing import PATIENCE_S, PanelShow, open_screen

pytestmark = pytest.mark.slow

LONG_MS = PATIENCE_S * 1000


def test_who_describes_is_named_by_hand_in_the_file_and_the_show_begins_again(
    context: BrowserContext, panel_show: PanelShow
) -> None:
    opened = context.new_page()  # whose console may complain: the show goes away
    opened.goto(panel_show.url)
    open_screen(opened, "settings")
    opened.get_by_role("searchbox").fill("model.describe")
    expect(opened.locator(".setting").first).to_contain_text("the show begins again by itself")
    file = panel_show.home / "config.toml"
    with opened.expect_websocket(timeout=LONG_MS):  # the page's own, when the show is back at its address
        file.write_text(panel_show.config + '[model]\ndescribe = "ollama:moondream"\n', encoding="utf-8")
        expect(opened.locator("#toast")).to_contain_text("edited by hand", timeout=LONG_MS)

    expect(opened.locator("#frame.up")).to_be_visible(timeout=LONG_MS)
    expect(opened.locator(".setting").first).to_contain_text("from config.toml")
