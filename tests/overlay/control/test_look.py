"""The look of the stage: boxes over the true stage page, whose places hold at once for every page."""

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.overlay.control.showing import PanelShow, open_screen, stage_preview

pytestmark = pytest.mark.slow


def _open(page: Page) -> Locator:
    """Open the screen and return the captions' box."""
    open_screen(page, "look")
    box = page.get_by_role("group", name="Captions")
    box.wait_for()
    return box


def test_a_test_line_is_seen_on_the_stage_in_the_page(page: Page) -> None:
    _open(page)

    page.get_by_role("button", name="Play a test line").click()

    expect(stage_preview(page).locator(".bubble")).to_contain_text("First try.")


def test_a_dragged_box_is_saved_followed_by_the_stage_and_undone(page: Page, panel_show: PanelShow) -> None:
    box = _open(page)
    place = box.bounding_box()
    assert place
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 250, steps=4)
    page.mouse.up()

    expect(stage_preview(page).locator("#stage")).to_have_attribute("data-captions", "bottom")
    undo = page.locator("#toast").get_by_role("button", name="Undo")
    undo.wait_for()  # it is told once it is written
    assert re.search(r"caption = \[", panel_show.config)
    undo.click()
    expect(stage_preview(page).locator("#stage")).to_have_attribute("data-captions", "top")


def test_another_page_follows(page: Page, context: BrowserContext) -> None:
    other = context.new_page()
    other.goto(page.url)
    followed = _open(other)
    _open(page)

    page.get_by_label("Left", exact=True).fill("100")
    page.keyboard.press("Enter")

    expect(followed).to_have_accessible_name(re.compile("left 100, "))
    page.get_by_role("button", name="As the theme has it").first.click()
    expect(followed).to_have_accessible_name(re.compile("left 420, "))


def test_what_would_cover_a_part_to_keep_clear_steps_aside_on_the_stage_and_is_moved_for_good(page: Page) -> None:
    box = _open(page)
    page.get_by_role("button", name="Play a test line").click()
    caption = stage_preview(page).locator(".caption")
    caption.wait_for()
    page.get_by_role("button", name="Keep a part clear").click()
    zone = page.get_by_role("group", name="Keep clear")
    expect(zone).to_be_focused()
    box.focus()
    page.get_by_label("Top", exact=True).fill("900")
    page.keyboard.press("Enter")

    told = page.get_by_role("status").filter(has_text="so the stage has it at left 110, top 810.")
    told.wait_for()
    page.locator("[data-aside=caption]").wait_for()
    expect(box).to_have_accessible_name(re.compile("top 900, "))
    page.get_by_role("button", name="Play a test line").click()
    expect(stage_preview(page).locator("#stage")).to_have_attribute("data-captions", "bottom")
    shown, kept = caption.bounding_box(), zone.bounding_box()
    assert shown
    assert kept
    assert shown["y"] + shown["height"] <= kept["y"] + 1

    page.get_by_role("button", name="Move it here for good: Captions").click()

    expect(box).to_have_accessible_name(re.compile("top 810, "))
    expect(told).to_have_count(0)


def test_what_is_too_large_to_step_aside_is_told(page: Page) -> None:
    box = _open(page)
    page.get_by_role("button", name="Keep a part clear").click()
    expect(page.get_by_role("group", name="Keep clear").last).to_be_focused()
    box.focus()
    page.get_by_label("Height", exact=True).fill("1000")
    page.keyboard.press("Enter")

    expect(page.get_by_text("Captions: covers what you keep clear, and nothing of its size fits")).to_be_visible()


def test_a_theme_is_worn_at_once_and_marked(page: Page) -> None:
    _open(page)

    page.get_by_role("radio", name="Paper").click()

    expect(stage_preview(page).locator("#stage")).to_have_attribute("data-theme", "paper")
    expect(page.get_by_role("radio", name="Paper")).to_be_checked()


def test_without_obs_it_is_said_what_to_do_and_no_address_is_on_the_page(page: Page) -> None:
    _open(page)

    expect(page.get_by_text("No OBS found")).to_be_visible()
    expect(page.get_by_text("Enable WebSocket server")).to_be_visible()
    assert "token" not in page.locator("body").inner_text()
