"""The schedule's and memory's screen: a time is told back before it holds, and what goes can be kept for a while."""

import json
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from performer.core.files.home import CHECKOUT
from tests.overlay.control.showing import PanelShow, open_screen

pytestmark = pytest.mark.slow


def open_plan(page: Page) -> None:
    open_screen(page, "plan")
    page.get_by_role("heading", name="Planned").wait_for()


def add_plan(page: Page, when: str, text: str) -> None:
    page.get_by_label("When", exact=True).fill(when)
    page.get_by_label("What it shall do then").fill(text)
    page.get_by_role("button", name="Plan", exact=True).click()
    page.get_by_role("listitem").filter(has_text=text).wait_for()


@pytest.fixture
def noted(panel_show: PanelShow) -> None:
    with closing(sqlite3.connect(panel_show.home / "memory.db", timeout=20)) as opened, opened:
        opened.execute("DELETE FROM note")
        opened.execute("INSERT INTO note (channel, text, at_ms) VALUES ('stage', 'likes green tea', 1000)")
        opened.execute("INSERT INTO note (channel, text, at_ms) VALUES ('stage', 'counts the deaths', 2000)")


def test_with_nothing_planned_an_example_fills_the_form_and_is_told_back_before_it_is_added(page: Page) -> None:
    open_plan(page)
    page.get_by_role("button", name="in 30 minutes").click()
    expect(page.get_by_text("understood: once,")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="in 30 min.")).to_have_count(0)

    page.get_by_role("button", name="Plan", exact=True).click()

    expect(page.get_by_role("listitem").filter(has_text="in 30 min.")).to_be_visible()
    expect(page.get_by_role("img", name="Planned in the next hours")).to_be_visible()


def test_a_time_that_is_not_understood_says_why_and_cannot_be_added(page: Page) -> None:
    open_plan(page)
    page.get_by_label("When", exact=True).fill("at noonish")
    page.get_by_label("What it shall do then").fill("x")

    expect(page.get_by_role("status").filter(has_text="noonish")).to_be_visible()
    expect(page.get_by_role("button", name="Plan", exact=True)).to_be_disabled()


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("half past nine", "09:30"),
        ("tomorrow evening", "20:00"),
        ("every friday at 20:00", "every Friday at 20:00, next"),
    ],
)
def test_a_time_is_told_back_in_words_and_not_as_cron_has_it(page: Page, when: str, told: str) -> None:
    open_plan(page)
    page.get_by_label("When", exact=True).fill(when)

    understood = page.get_by_role("status").filter(has_text="understood:")
    expect(understood).to_contain_text(told)
    expect(understood).not_to_contain_text("*")


def test_german_examples_are_german_and_understood(page: Page) -> None:
    page.goto(page.url.replace("#", "?lang=de#") if "#" in page.url else f"{page.url}?lang=de")
    open_screen(page, "plan")
    words = json.loads((CHECKOUT / "overlay/page/control/words/de.json").read_text(encoding="utf-8"))
    when = page.get_by_label("Wann", exact=True)
    for each in (words[f"plan.example.{number}.when"] for number in ("one", "two", "three")):
        when.fill(each)
        expect(page.get_by_text("verstanden:")).to_be_visible()
        when.fill("")
        expect(page.get_by_text("verstanden:")).to_have_count(0)
    when.fill("jeden Freitag um 20 Uhr")
    expect(page.get_by_text("verstanden: jeden Freitag um 20:00, zuerst Freitag, ")).to_be_visible()
    when.fill("irgendwann")

    expect(page.get_by_role("status").filter(has_text="heute Abend")).to_contain_text("ist nicht zu verstehen")


def test_a_removed_plan_can_be_kept(page: Page) -> None:
    open_plan(page)
    add_plan(page, "every 3 hours", "stretch")
    page.get_by_role("button", name="Remove: stretch").click()
    page.get_by_role("button", name="Keep it").click()

    expect(page.get_by_role("button", name="Remove: stretch")).to_be_visible()


@pytest.mark.usefixtures("noted")
def test_notes_are_found_by_their_words(page: Page) -> None:
    open_plan(page)
    expect(page.get_by_text("counts the deaths")).to_be_visible()

    page.get_by_label("Search its memory").fill("TEA green")

    expect(page.get_by_text("counts the deaths")).to_have_count(0)
    expect(page.get_by_text("likes green tea")).to_be_visible()


@pytest.mark.usefixtures("noted")
def test_a_note_is_forgotten_only_after_six_seconds(page: Page, panel_show: PanelShow) -> None:
    page.clock.install()
    open_plan(page)
    page.get_by_role("button", name="Forget: likes green tea").click()
    page.clock.run_for(5500)
    assert "likes green tea" in _list_notes(panel_show)

    page.clock.run_for(1000)

    expect(page.get_by_text("is forgotten")).to_be_visible()
    assert "likes green tea" not in _list_notes(panel_show)


def test_what_is_kept_is_shown_as_it_comes_and_goes_with_its_channel(page: Page, panel_show: PanelShow) -> None:
    _write(panel_show, "DELETE FROM message", "DELETE FROM note", "DELETE FROM summary")
    open_plan(page)
    channels = page.get_by_role("region", name="What people wrote")
    expect(channels.get_by_text("Nothing is kept")).to_be_visible()
    _write(
        panel_show,
        "INSERT INTO message (channel, role, text, at_ms) VALUES ('den', 'user', 'hi', 1000)",
        "INSERT INTO summary (channel, text, until_ms) VALUES ('den', 'they said hi', 1000)",
    )

    expect(page.get_by_text("they said hi")).to_be_visible()
    channels.get_by_role("button", name="Forget: den").click()

    expect(channels.get_by_text("Nothing is kept")).to_be_visible()
    expect(page.get_by_text("they said hi")).to_have_count(0)


def _write(panel_show: PanelShow, *changes: str) -> None:
    with closing(sqlite3.connect(panel_show.home / "memory.db", timeout=20)) as opened, opened:
        for each in changes:
            opened.execute(each)


def _list_notes(panel_show: PanelShow) -> str:
    with closing(sqlite3.connect(panel_show.home / "memory.db", timeout=20)) as opened:
        return json.dumps(opened.execute("SELECT text FROM note").fetchall())
