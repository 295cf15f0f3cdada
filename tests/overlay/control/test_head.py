"""The head of the control page: what is not as it should be stands in it, and Hush reads what a press does."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.overlay.control.showing import PanelShow, open_screen

pytestmark = pytest.mark.slow

_SET = """async ([key, value]) => {
    const { ask } = await import('/panel/files/control/store.mjs');
    await ask('config.set', { key, value });
}"""


@contextmanager
def only_reporting(page: Page) -> Iterator[None]:
    """Have the guard report and stop nothing for as long as the block runs."""
    page.evaluate(_SET, ["guard.dry_run", True])
    yield
    page.evaluate(_SET, ["guard.dry_run", None])


def wrong(page: Page, words: str) -> Locator:
    """Return the link in the head to what is wrong."""
    return page.locator("#being .wrong").get_by_role("link", name=words)


@pytest.mark.parametrize("width", [1280, 420, 360])
def test_a_guard_that_only_reports_stands_in_the_head_on_every_width(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    with only_reporting(page):
        for screen in ("settings", "live"):
            open_screen(page, screen)
            expect(wrong(page, "The guard only reports")).to_be_in_viewport(ratio=1)
        expect(page.locator("#being > .mark.odd")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.locator("#deck").get_by_role("button", name="Hush")).to_be_in_viewport(ratio=1)
        wrong(page, "The guard only reports").click()
        expect(page.locator("#main[data-screen=guard]")).to_be_visible()

    expect(page.locator("#being .wrong a")).to_have_count(0)
    expect(page.locator("#being > .mark.good")).to_be_visible()


def test_a_muted_voice_stands_in_the_head_also_while_it_is_paused(page: Page) -> None:
    page.keyboard.press("m")
    expect(page.locator("#being > .mark.odd")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator("#being")).to_contain_text("Paused")
    expect(wrong(page, "Its voice is muted")).to_have_attribute("href", "#voice")
    page.keyboard.press("p")
    page.keyboard.press("m")

    expect(page.locator("#being .wrong a")).to_have_count(0)


def test_a_file_that_cannot_be_read_stands_in_the_head_until_it_can(page: Page, panel_show: PanelShow) -> None:
    before = panel_show.config
    file = panel_show.home / "config.toml"
    file.write_text(before + "\nthis is no setting\n", encoding="utf-8")
    expect(wrong(page, "config.toml cannot be read")).to_have_attribute("href", "#settings")
    file.write_text(before, encoding="utf-8")

    expect(page.locator("#being .wrong a")).to_have_count(0)


def test_settings_that_could_not_be_written_stand_in_the_head(page: Page, panel_show: PanelShow) -> None:
    copy = panel_show.home / "config.toml.bak"
    copy.unlink(missing_ok=True)
    copy.mkdir()  # nothing can be put in its place, whoever runs this
    page.evaluate(_SET, ["pacing.hush_s", 19.0])
    expect(wrong(page, "Settings are not saved")).to_have_attribute("href", "#settings")
    copy.rmdir()
    page.evaluate(_SET, ["pacing.hush_s", 20.0])

    expect(page.locator("#being .wrong a")).to_have_count(0)


def test_hush_reads_what_a_press_of_it_does_and_counts_down_from_its_length(page: Page) -> None:
    being, deck = page.locator("#being"), page.locator("#deck")
    deck.get_by_text("Hush", exact=True).click()
    expect(being).to_contain_text("Hushed")
    left = re.search(r"(\d+) s left", being.inner_text())
    assert left is not None
    assert int(left[1]) <= 20
    expect(deck.locator(".hush.on")).to_contain_text("End hush")
    deck.locator(".hush").click()

    expect(being).to_contain_text("Performing")
    expect(deck.locator(".hush")).not_to_contain_text("End")


def test_a_hush_is_told_also_while_it_is_paused(page: Page) -> None:
    page.keyboard.press("p")
    expect(page.locator("#being")).to_contain_text("Paused")
    page.keyboard.press("h")
    expect(page.locator("#being")).to_contain_text(re.compile(r"also hushed, \d+ s left"))
    page.keyboard.press("p")
    expect(page.locator("#being")).to_contain_text("Hushed")
    expect(page.locator("#deck .hush")).to_contain_text("End hush")
    page.keyboard.press("h")

    expect(page.locator("#being")).to_contain_text("Performing")
