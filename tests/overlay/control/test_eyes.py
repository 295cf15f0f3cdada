"""The Eyes: sources with their pictures, hidden areas that are dragged, and what it looks away from."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.overlay.control.showing import PanelShow, open_screen, wait_until_saved

pytestmark = pytest.mark.slow

PATIENCE_MS = 30_000
IS_DARK = """([x, y]) => {
  const canvas = document.querySelector(".masks canvas");
  const [red, green, blue] = canvas.getContext("2d").getImageData(x * canvas.width, y * canvas.height, 1, 1).data;
  return red + green + blue < 30;
}"""
"""Whether the picture is black at a place, in shares of it."""


def open_eyes(page: Page) -> None:
    open_screen(page, "eyes")
    page.get_by_role("heading", name="Hidden areas").wait_for(timeout=PATIENCE_MS)


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def drag(page: Page, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag on the board from one place to another, both in shares of it."""
    board = card(page, "Hidden areas").locator(".board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    (x, y), *_ = places = [(box["x"] + at[0] * box["width"], box["y"] + at[1] * box["height"]) for at in (begin, end)]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*places[1], steps=4)
    page.mouse.up()


def masks(show: PanelShow) -> list[Any]:
    line = next((each for each in show.config.splitlines() if each.startswith("masks")), "masks = []")
    return json.loads(line.partition("=")[2])  # type: ignore[no-any-return]


def test_the_source_in_use_is_marked_and_one_that_cannot_be_had_says_why(page: Page) -> None:
    open_eyes(page)
    sources = card(page, "Source")

    expect(sources.get_by_role("button", name="Demo game in use")).to_have_attribute("aria-pressed", "true")
    expect(sources.get_by_role("button", name="Screen 1")).to_be_disabled()
    expect(sources.get_by_role("button", name="Screen 1")).to_contain_text("display")


def test_an_area_is_hidden_by_dragging_and_kept_on_the_picture_when_it_is_dragged_off(
    page: Page, panel_show: PanelShow
) -> None:
    open_eyes(page)
    drag(page, (0.6, 0.2), (0.8, 0.4))
    area = card(page, "Hidden areas").get_by_role("group", name="Area 1")
    area.wait_for()
    drag(page, (0.7, 0.3), (1.3, 0.3))
    expect(area).to_have_attribute("aria-label", "Area 1: left 1024, top 144, 256 by 144")
    wait_until_saved(page)

    [[x, _, width, _]] = masks(panel_show)
    assert x + width <= 1
    page.reload()  # a change that the page has not read yet would be refused
    area.wait_for(timeout=PATIENCE_MS)
    card(page, "Hidden areas").get_by_role("button", name="Take Area 1 out").click()
    expect(area).to_have_count(0)
    wait_until_saved(page)
    assert masks(panel_show) == []


def test_an_area_is_added_moved_named_and_taken_out_by_keyboard(page: Page, panel_show: PanelShow) -> None:
    open_eyes(page)
    hidden = card(page, "Hidden areas")
    hidden.get_by_role("button", name="Hide an area").press("Enter")
    expect(hidden.get_by_role("group", name="Area 1")).to_be_focused()
    hidden.get_by_label("Name of Area 1").fill("Chat")
    hidden.get_by_label("Name of Area 1").press("Enter")
    area = hidden.get_by_role("group", name="Chat")
    area.press("ArrowRight")
    expect(area).to_have_attribute("aria-label", "Chat: left 458, top 288, 384 by 144")

    wait_until_saved(page)
    assert masks(panel_show)[0][4] == "Chat"
    hidden.locator("canvas").wait_for(timeout=PATIENCE_MS)
    page.wait_for_function(IS_DARK, arg=[0.5, 0.5], timeout=PATIENCE_MS)
    area.press("Delete")
    expect(area).to_have_count(0)


def test_a_program_that_it_looks_away_from_is_a_chip(page: Page, panel_show: PanelShow) -> None:
    open_eyes(page)
    field = page.get_by_label("Add to From these programs")
    field.fill("keepass*")
    field.press("Enter")

    expect(page.get_by_role("button", name="Take keepass* out")).to_be_visible()
    wait_until_saved(page)
    assert 'programs = ["keepass*"]' in panel_show.config


def test_words_that_are_added_at_once_are_all_kept(page: Page, panel_show: PanelShow) -> None:
    open_eyes(page)
    field = page.get_by_label("Add to From these programs")
    for word in ("one*", "two*", "three*"):
        field.fill(word)
        field.press("Enter")

    expect(page.get_by_role("button", name="Take three* out")).to_be_visible()
    wait_until_saved(page)
    assert all(word in panel_show.config for word in ('"one*"', '"two*"', '"three*"'))
