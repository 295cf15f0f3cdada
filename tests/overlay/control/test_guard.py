"""The guard's screen: a line is tried, words come and go, and what is not for the stream is not on the page unasked."""

import pytest
from playwright.sync_api import Page, expect

from tests.overlay.control.showing import PanelShow, open_screen

pytestmark = pytest.mark.slow


def open_guard(page: Page) -> None:
    open_screen(page, "guard")
    page.get_by_role("heading", name="Your words").wait_for()


def show_words(page: Page) -> None:
    open_guard(page)
    page.get_by_role("switch", name="Stream-safe").click()


def test_a_tried_line_shows_what_would_be_said_and_why_and_is_not_logged(page: Page) -> None:
    open_guard(page)
    page.get_by_label("Type what it might say").fill("My number is 0151 555 01001.")

    expect(page.get_by_text("My number is ●●●.")).to_be_visible()
    expect(page.get_by_text("private data: phone number")).to_be_visible()
    expect(page.get_by_text("Nothing was stopped since the start.")).to_be_visible()


def test_a_word_that_is_added_holds_and_the_toast_takes_it_back(page: Page, panel_show: PanelShow) -> None:
    file = panel_show.home / "blocklist.txt"
    show_words(page)
    page.get_by_label("Add to Never says or shows").fill("plonk*")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take plonk* out")).to_be_visible()
    assert file.read_text(encoding="utf-8") == "plonk*\n"
    page.get_by_label("Type what it might say").fill("What a plonker.")
    expect(page.get_by_text("Dropped.")).to_be_visible()

    page.get_by_role("button", name="Undo").click()

    expect(page.get_by_role("button", name="Take plonk* out")).to_have_count(0)
    assert file.read_text(encoding="utf-8") == ""


def test_a_word_that_stops_everyday_words_is_questioned_first(page: Page) -> None:
    show_words(page)
    page.get_by_label("Add to Never says or shows").fill("*ing")
    page.keyboard.press("Enter")

    expect(page.get_by_role("alert").get_by_text("everyday words")).to_be_visible()
    page.get_by_role("button", name="Leave it out").click()
    expect(page.get_by_role("button", name="Take *ing out")).to_have_count(0)


def test_a_word_that_is_refused_does_not_stand_in_the_way_of_the_next(page: Page) -> None:
    show_words(page)
    page.get_by_role("radio", name="Loose").wait_for()
    page.evaluate("async () => (await import('/panel/files/control/store.mjs')).ask('guard.words').then(() => {})")
    add = page.get_by_label("Add to Never says or shows")
    add.fill("twit # a note")
    add.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("begins a comment")

    add.fill("twit")
    add.press("Enter")

    page.get_by_role("button", name="Take twit out").click()
    expect(page.get_by_role("button", name="Take twit out")).to_have_count(0)


def test_words_and_names_are_hidden_until_stream_safe_is_switched_off(page: Page, panel_show: PanelShow) -> None:
    (panel_show.home / "allowlist.txt").write_text("grumble bee\n", encoding="utf-8")
    open_guard(page)
    expect(page.get_by_text("1, hidden while stream-safe is on")).to_be_visible()
    assert "grumble bee" not in page.content()

    page.get_by_role("switch", name="Stream-safe").click()

    expect(page.get_by_role("button", name="Take grumble bee out")).to_be_visible()


def test_another_level_holds_at_once_and_shows_what_it_does(page: Page) -> None:
    open_guard(page)
    swearing = page.get_by_role("row", name="swearing")
    expect(swearing).to_contain_text("masked")

    page.get_by_role("radio", name="Loose").click()

    expect(swearing).to_contain_text("pass")
