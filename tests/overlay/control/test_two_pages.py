"""Two control pages that are open at once agree, and neither undoes what is done on the other."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.overlay.control.showing import PanelShow, another_page, open_screen, wait_until_saved

pytestmark = pytest.mark.slow


@pytest.fixture
def other(browser: Browser, panel_show: PanelShow) -> Iterator[Page]:
    """A second page, in a browser of its own."""
    with another_page(browser, panel_show) as opened:
        yield opened


def find(page: Page, key: str, name: str) -> Locator:
    """Show a setting alone, and return its field."""
    open_screen(page, "settings")
    page.get_by_role("searchbox").fill(key)
    return page.get_by_role("textbox", name=name, exact=True)


def write(page: Page, field: Locator, value: str) -> None:
    field.fill(value)
    field.press("Enter")
    wait_until_saved(page)


@pytest.mark.parametrize(
    ("key", "name", "typed", "set_elsewhere", "mine"),
    [
        ("obs.port", "Port", "4501", "4502", "4503"),
        ("scene.streamer", "Streamer", "Ann", "Bea", "Cleo"),
    ],
)
def test_what_is_typed_is_kept_and_the_value_from_elsewhere_is_offered(
    page: Page, other: Page, key: str, name: str, typed: str, set_elsewhere: str, mine: str
) -> None:
    here, there = find(page, key, name), find(other, key, name)
    here.fill(typed)
    write(other, there, set_elsewhere)

    offer = page.locator(".elsewhere")
    expect(offer).to_contain_text(f"Changed elsewhere: {set_elsewhere}")
    here.press("Enter")  # is no answer to what was asked just now
    expect(offer).to_be_visible()
    expect(there).to_have_value(set_elsewhere)
    expect(here).to_have_value(typed)
    offer.get_by_role("button", name=f"{name}: take what was set elsewhere").click()
    expect(here).to_have_value(set_elsewhere)
    expect(offer).to_have_count(0)

    here.fill(mine)
    write(other, there, typed)
    offer.get_by_role("button", name=f"{name}: keep what is typed here").click()
    expect(there).to_have_value(mine)
    expect(here).to_have_value(mine)


def test_a_value_that_is_typed_here_alone_is_never_said_to_come_from_elsewhere(page: Page) -> None:
    port = find(page, "obs.port", "Port")
    for value in ("4511", "4512", "4513"):
        port.fill(value)
        port.press("Enter")

    wait_until_saved(page)
    expect(port).to_have_value("4513")
    expect(page.locator(".elsewhere")).to_have_count(0)


def test_a_number_that_was_counted_from_another_value_is_not_written_over_it(page: Page, other: Page) -> None:
    here, there = open_limit(page), open_limit(other)
    before = int(there.inner_text().split("/")[0])
    page.evaluate(
        """async (name) => {
      const { ask } = await import("/panel/files/control/store.mjs");
      const button = document.querySelector(`button[aria-label="${name}"]`);
      button.click();
      await ask("config.set", { key: "tools.calls_per_min", value: 40 });
    }""",
        "All together, a minute: more",
    )

    # said by the page, or by the show when that was asked before the page heard of the change
    expect(page.locator("#toast")).to_contain_text(re.compile("changed elsewhere", re.IGNORECASE))
    expect(there).to_have_text("40/min")
    expect(here).to_have_text("40/min")
    assert before != 40


def open_limit(page: Page) -> Locator:
    """Return how many calls a minute there may be, as it is shown."""
    open_screen(page, "tools")
    shown = page.get_by_role("group", name="All together, a minute").locator("output")
    shown.wait_for()
    return shown


def test_words_that_are_added_on_two_pages_at_once_are_both_there(
    page: Page, other: Page, panel_show: PanelShow
) -> None:
    pages = {each: find(each, "pauses.scenes", "Add to Scenes") for each in (page, other)}
    for word in ("one", "two", "three"):
        for at, field in enumerate(pages.values()):
            field.fill(f"{word}{at}")
            field.press("Enter")

    for each in pages:
        wait_until_saved(each)
        expect(each.locator(".setting .chip[dir=auto]")).to_have_count(6)
    line = next(each for each in panel_show.config.splitlines() if each.startswith("scenes"))
    assert all(f'"{word}{at}"' in line for word in ("one", "two", "three") for at in (0, 1))


def test_a_mask_that_is_moved_here_and_one_that_is_removed_there_do_not_undo_each_other(
    page: Page, other: Page, panel_show: PanelShow
) -> None:
    open_screen(page, "eyes")
    for name in ("left", "right"):
        page.get_by_role("button", name="Hide an area").click()
        wait_until_saved(page)
        field = page.get_by_role("textbox", name="Name of ").last
        write(page, field, name)
    open_screen(other, "eyes")
    expect(other.locator(".masks .rows li")).to_have_count(2)
    other.get_by_role("button", name="Take left out").click()
    write(page, page.get_by_role("textbox", name="Name of ").last, "chat")

    for each in (page, other):
        wait_until_saved(each)
        expect(each.locator(".masks .rows li")).to_have_count(1)
    line = next(each for each in panel_show.config.splitlines() if each.startswith("masks"))
    assert ('"chat"' in line, '"left"' in line) == (True, False)
