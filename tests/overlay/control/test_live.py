"""Live: what it sees, what is left of its tools, and what can be done with what it said."""

import json
import re
from contextlib import closing

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.overlay.control.showing import PanelShow, open_screen

pytestmark = pytest.mark.slow

PATIENCE_MS = 30_000


def test_the_picture_is_shown_with_its_source_age_and_size(page: Page) -> None:
    open_screen(page, "live")
    sees = page.get_by_role("region", name="What it sees")

    expect(sees.get_by_role("img", name="The picture as the model gets it")).to_be_visible(timeout=PATIENCE_MS)
    expect(sees).to_contain_text("demo game")
    expect(sees).to_contain_text("1280 × 720")


def test_while_it_is_paused_there_is_no_picture_but_the_reason(page: Page) -> None:
    open_screen(page, "live")
    sees = page.get_by_role("region", name="What it sees")
    page.keyboard.press("p")
    expect(sees).to_contain_text("It looks away: by hand", timeout=PATIENCE_MS)
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


def have_it_say(page: Page, words: str) -> Locator:
    """Have it say words, and return the button that its line in Lately is."""
    if not page.get_by_label("What it shall say").is_visible():
        page.keyboard.press("s")
    page.get_by_label("What it shall say").fill(words)
    page.get_by_role("button", name="Say it").click()
    page.keyboard.press("Escape")
    line = page.get_by_role("region", name="Lately").get_by_role("button", name=words).first
    line.wait_for(timeout=PATIENCE_MS)
    return line


def test_a_line_opens_by_keyboard_to_how_it_came_to_be(page: Page) -> None:
    open_screen(page, "live")
    page.get_by_role("img", name="The picture as the model gets it").wait_for(timeout=PATIENCE_MS)
    page.keyboard.press("r")
    lines = page.locator(".was-said .opens")
    lines.first.wait_for(timeout=PATIENCE_MS)
    lines.last.focus()
    page.keyboard.press("Enter")

    expect(lines.last).to_have_attribute("aria-expanded", "true")
    details = page.locator(".lately .details")
    expect(details).to_contain_text("it saw a picture of that moment; pictures are kept nowhere")
    expect(details).to_contain_text("by understudy")
    expect(details).to_contain_text("let it pass")
    expect(details).to_contain_text("nothing played it: captions alone")
    page.keyboard.press("Enter")
    expect(lines.last).to_have_attribute("aria-expanded", "false")


def test_a_line_like_one_that_is_unwanted_is_left_out_until_that_is_undone(page: Page) -> None:
    open_screen(page, "live")
    have_it_say(page, "The slimes are back in town.").click()
    less = page.get_by_role("region", name="Lately").get_by_role("button", name="Less like this")
    less.click()

    expect(page.locator("#toast")).to_contain_text("Lines like that are left out until the show ends.")
    expect(less).to_have_attribute("aria-pressed", "true")
    page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(page.locator("#toast")).to_contain_text("Lines like that may come again.")
    expect(less).to_have_attribute("aria-pressed", "false")


def test_a_line_can_be_put_on_the_list_of_what_is_never_said(page: Page) -> None:
    open_screen(page, "live")
    lately = page.get_by_role("region", name="Lately")
    have_it_say(page, "The plonk is here.").click()
    lately.get_by_role("button", name="Never say this").click()
    lately.get_by_label("What it must not say").fill("plonk")
    lately.get_by_role("button", name="Block it").click()

    expect(page.locator("#toast")).to_contain_text("It will not say that any more.", timeout=PATIENCE_MS)


def test_after_a_hush_the_seconds_left_are_told(page: Page) -> None:
    page.keyboard.press("h")

    expect(page.locator("#being")).to_contain_text("Hushed")
    expect(page.locator("#being")).to_contain_text("s left")


def test_the_stage_is_told_to_be_seen_only_while_a_page_shows_it(
    page: Page, context: BrowserContext, panel_show: PanelShow
) -> None:
    open_screen(page, "live")
    stage = page.get_by_role("region", name="Parts").get_by_role("listitem").filter(has_text="Stage")
    expect(stage).to_contain_text("no page shows it")
    expect(stage.get_by_role("link", name="Into OBS: Stage")).to_have_attribute("href", "#look")

    with closing(context.new_page()) as seen:
        seen.goto(str(json.loads((panel_show.home / "run" / "stage.json").read_text(encoding="utf-8"))["url"]))
        expect(stage).to_contain_text("a page shows it")
    expect(stage).to_contain_text("no page shows it")


def test_where_nothing_plays_its_voice_nothing_says_that_it_is_heard(page: Page) -> None:
    open_screen(page, "voice")
    sound = page.get_by_role("region", name="Sound")

    expect(sound).to_contain_text("nothing plays it: captions alone")
    expect(page.locator("#foot .muted")).to_have_attribute("title", re.compile("nothing plays it"))
