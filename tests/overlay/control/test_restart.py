"""A show that begins again stands where it stood, so that the pages that are open go on."""

import json

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.overlay.control.showing import PanelShow, open_screen

pytestmark = pytest.mark.slow

_RESTART = """async () => {
  const { beginAgain } = await import("/panel/files/control/orders.mjs");
  return beginAgain();
}"""


def test_a_page_goes_on_after_the_show_has_begun_again_on_any_port(
    context: BrowserContext, panel_show: PanelShow
) -> None:
    def read_port() -> int:
        return int(json.loads((panel_show.home / "run" / "stage.json").read_text(encoding="utf-8"))["port"])

    page = context.new_page()  # its console may tell that the show was away
    page.goto(panel_show.url)
    open_screen(page, "guard")
    before = read_port()
    page.evaluate(_RESTART)
    page.locator("#frame:not(.up)").wait_for()

    expect(page.locator("#frame.up")).to_be_visible()
    assert read_port() == before
