"""The first run: its questions open by themselves, are answered beside the show, and never come again."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.overlay.control.showing import Complaints, PanelShow, open_screen, wait_until_saved

pytestmark = pytest.mark.slow


@pytest.fixture
def first_page(context: BrowserContext, panel_show: PanelShow) -> Iterator[Page]:
    """The page of a show whose streamer was not welcomed yet."""
    (panel_show.home / "welcomed").unlink(missing_ok=True)
    page = context.new_page()
    complaints = Complaints(page)
    page.goto(panel_show.url)
    page.get_by_role("heading", name="Four questions").wait_for()
    yield page
    assert complaints.found == []


def test_the_name_that_is_typed_is_in_the_settings_at_once(first_page: Page, panel_show: PanelShow) -> None:
    first_page.get_by_label("Your name").fill("Mira")
    first_page.get_by_label("Your name").press("Enter")
    expect(first_page.locator("#toast.on")).to_be_visible()
    wait_until_saved(first_page)

    assert 'streamer = "Mira"' in panel_show.config


def test_going_on_ends_the_first_run_for_good(first_page: Page, panel_show: PanelShow) -> None:
    first_page.get_by_role("button", name="Good, go on").click()
    expect(first_page.get_by_role("heading", name="Lately")).to_be_visible()
    first_page.goto(panel_show.url)

    expect(first_page.locator("#main[data-screen=live]")).to_be_visible()
    assert (panel_show.home / "welcomed").exists()


def test_another_screen_that_was_asked_for_opens_in_its_place(first_page: Page) -> None:
    open_screen(first_page, "guard")
    first_page.reload()

    expect(first_page).to_have_url(re.compile("#guard$"))
    expect(first_page.locator("#main[data-screen=guard]")).to_be_visible()
