"""Live: what it sees, what is left of its tools, and what can be done with what it said."""

import pytest
from playwright.sync_api import Page, expect

from tests.overlay.control.showing import PanelShow, open_screen

pytestmark = pytest.mark.slow

PATIENCE_MS = 30_000


def test_the_picture_is_shown_with_its_source_age_and_size(page: Page) -> None:
    open_screen(page, "live")
    sees = page.get_by_role("region", name="What it sees")

    expect(sees.get_by_role("img", name="The picture as the model gets it")).to_be_visible(timeout=PATIENCE_MS)
    expect(sees).to_contain_text("arcade seed 1")
    expect(sees).to_contain_text("1280 × 720")


def test_while_it_is_paused_there_is_no_picture_but_the_reason(page: Page) -> None:
    open_screen(page, "live")
    sees = page.get_by_role("region", name="What it sees")
    page.keyboard.press("p")
    expect(sees).to_contain_text("It looks away: as asked", timeout=PATIENCE_MS)
    expect(sees.get_by_role("img")).to_have_count(0)
    expect(page.locator("#deck")).to_contain_text("Resume")  # else the second press is a second pause
    page.keyboard.press("p")

    expect(sees.get_by_role("img")).to_be_visible(timeout=PATIENCE_MS)


def test_what_is_left_of_each_tool_is_told_in_words(page: Page) -> None:
    open_screen(page, "live")

    budgets = page.get_by_role("region", name="Left this minute")
    expect(budgets.get_by_role("meter", name="All tools")).to_have_attribute(
        "aria-valuetext", "20 of 20", timeout=PATIENCE_MS
    )


def test_a_line_can_be_put_on_the_list_of_what_is_never_said(page: Page, panel_show: PanelShow) -> None:
    open_screen(page, "live")
    lately = page.get_by_role("region", name="Lately")
    page.keyboard.press("s")
    page.get_by_label("What it shall say").fill("The plonk is here.")
    page.get_by_role("button", name="Say it").click()
    lately.get_by_role("button", name="The plonk is here.").first.click(timeout=PATIENCE_MS)
    lately.get_by_role("button", name="Never say this").click()
    lately.get_by_label("What it must not say").fill("plonk")
    lately.get_by_role("button", name="Block it").click()

    expect(page.locator("#toast")).to_contain_text("It will not say that any more.", timeout=PATIENCE_MS)


def test_after_a_hush_the_seconds_left_are_told(page: Page) -> None:
    page.keyboard.press("h")

    expect(page.locator("#being")).to_contain_text("Hushed")
    expect(page.locator("#being")).to_contain_text("s left")
