"""What values are changed by: every press counts, and the words beside a switch are part of it."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.overlay.control.showing import PanelShow, open_screen, wait_until_saved

pytestmark = pytest.mark.slow

_FAST = """async ([name, times, everyMs]) => {
    const button = document.querySelector(`button[aria-label="${name}"]`);
    for (let each = 0; each < times; each += 1) {
        button.click();
        await new Promise((then) => setTimeout(then, everyMs));
    }
}"""


def asked_of(page: Page) -> list[str]:
    """Return a list that grows by the name of each operation that the page asks for; the page is loaded anew."""
    asked: list[str] = []
    with page.expect_websocket() as connected:
        page.reload()
    connected.value.on("framesent", lambda frame: asked.append(json.loads(frame)["op"]))
    page.locator("#frame.up .screen > *").first.wait_for()
    return asked


@pytest.mark.parametrize("every_ms", [0, 150])
def test_each_of_many_presses_counts_and_they_are_one_order(page: Page, panel_show: PanelShow, every_ms: int) -> None:
    asked = asked_of(page)
    open_screen(page, "tools")
    steps = page.get_by_role("group", name="Moods: how often")
    before = int(steps.inner_text().split("/")[0].strip("−\n "))
    page.evaluate(_FAST, ["Moods: how often: more", 5, every_ms])

    expect(steps).to_contain_text(f"{before + 5}/min")
    wait_until_saved(page)
    expect(steps).to_contain_text(f"{before + 5}/min")
    assert f'rate = "{before + 5}/min"' in panel_show.config
    assert asked.count("tools.set") == 1


def test_presses_down_to_the_least_all_count(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "chats")
    page.evaluate(_FAST, ["Looks into the chat a minute: less", 4, 0])
    many = page.get_by_role("group", name="Looks into the chat a minute").locator("output").inner_text()
    wait_until_saved(page)

    assert f"reads_per_min = {int(many.split('/')[0])}" in panel_show.config


def test_presses_are_kept_where_the_screen_is_left_at_once(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "tools")
    page.get_by_role("button", name="All together, a minute: more").wait_for()
    page.evaluate(_FAST, ["All together, a minute: more", 3, 0])
    open_screen(page, "live")
    wait_until_saved(page)

    assert "calls_per_min = 23" in panel_show.config


def test_the_words_beside_a_switch_are_part_of_it_and_are_told_once(page: Page) -> None:
    open_screen(page, "voice")
    heard = page.get_by_role("switch", name="Its voice is on")
    words = page.locator(".switched").get_by_text("Its voice is on", exact=True)
    words.click()
    expect(heard).to_have_attribute("aria-checked", "false")
    words.click()

    expect(heard).to_have_attribute("aria-checked", "true")
    expect(words).to_have_attribute("aria-hidden", "true")


def test_the_name_of_a_tool_switches_it(page: Page) -> None:
    open_screen(page, "tools")
    switch = page.get_by_role("switch", name="Sounds", exact=True)
    page.locator(".tool").get_by_text("Sounds", exact=True).click()
    expect(switch).to_have_attribute("aria-checked", "false")
    page.locator(".tool").get_by_text("Sounds", exact=True).click()

    expect(switch).to_have_attribute("aria-checked", "true")


def test_a_word_that_is_left_with_tab_is_added_and_escape_drops_it(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill("pauses.scenes")
    field = page.get_by_role("textbox", name="Add to Scenes")
    field.fill("Break")
    field.press("Tab")
    expect(page.locator(".setting .chip", has_text="Break")).to_be_visible()
    field.fill("Not this")
    field.press("Escape")
    expect(field).to_have_value("")
    field.press("Tab")
    wait_until_saved(page)

    assert 'scenes = ["Break"]' in panel_show.config


def test_what_is_typed_as_it_stands_is_quoted_in_a_help_text(page: Page) -> None:
    open_screen(page, "eyes")

    expect(page.get_by_text("“keepass*”").first).to_be_visible()
    assert "`" not in page.locator("#main").inner_text()


@pytest.mark.parametrize(("screen", "name"), [("chats", "Direct messages"), ("settings", "Enabled")])
def test_the_name_of_a_setting_switches_it(page: Page, screen: str, name: str) -> None:
    open_screen(page, screen)
    if screen == "settings":
        page.get_by_role("searchbox").fill("mic.enabled")
    switch = page.get_by_role("switch", name=name, exact=True)
    before = switch.get_attribute("aria-checked")
    other = {"true": "false", "false": "true"}[str(before)]
    for expected in (other, str(before)):
        page.locator(f"label[for='{switch.get_attribute('id')}']").click()
        expect(switch).to_have_attribute("aria-checked", expected)
        wait_until_saved(page)
