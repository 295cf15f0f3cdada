"""What the guard stopped, on the control page: no text is there before it is asked for, and none becomes markup."""

from pathlib import Path

import pytest

from tests.chromium import Chromium
from tests.overlay.control.scripted import control_page, press, scripted_show, texts

pytestmark = pytest.mark.anyio

MARKUP = "a plonk <img src=x onerror=alert(1)> <b>bold</b> &lt;"
STOPPED = "section[aria-label='What was stopped']"
HELD = "section[aria-label='Waits for your yes']"


async def test_no_stopped_text_reaches_the_page_before_it_is_asked_for(chromium: Chromium, tmp_path: Path) -> None:
    async with scripted_show(tmp_path) as it:
        it.guard.sentence(MARKUP)
        async with control_page(chromium, it.house.server.addresses.panel_url, "guard") as page:
            await page.until(f'document.querySelectorAll("{STOPPED} li").length === 1')
            assert "a plonk" not in await page.evaluate("document.documentElement.outerHTML")

            await press(page, "Show", STOPPED)
            await page.until(f'document.querySelector("{STOPPED} li > p") !== null')
            assert await texts(page, f"{STOPPED} li > p") == [MARKUP]
            assert await page.evaluate("document.querySelector('#main img[src=x], #main li b b')") is None

            await press(page, "Hide", STOPPED)
            await page.until(f'document.querySelector("{STOPPED} li > p") === null')


async def test_all_kinds_that_were_found_in_a_line_are_named(chromium: Chromium, tmp_path: Path) -> None:
    async with scripted_show(tmp_path) as it:
        it.guard.sentence("A plonk. Write to mira.nobody@mail.example.")
        async with control_page(chromium, it.house.server.addresses.panel_url, "guard") as page:
            await page.until(f'document.querySelectorAll("{STOPPED} li").length === 1')

            assert await texts(page, f"{STOPPED} li b") == ["your list, private data"]
            assert await texts(page, f"{STOPPED} header .quiet") == ["your list 1 · private data 1"]


async def test_a_held_line_is_read_and_then_said_or_dropped(chromium: Chromium, tmp_path: Path) -> None:
    async with (
        scripted_show(tmp_path, actions={"own": "hold"}) as it,
        control_page(chromium, it.house.server.addresses.panel_url, "guard") as page,
    ):
        it.guard.sentence("The plonk.")
        await page.until(f'document.querySelectorAll("{HELD} li").length === 1')
        say = f"[...document.querySelectorAll(\"{HELD} button\")].find((each) => each.textContent === 'Say it')"
        assert await page.evaluate(f"{say}.disabled")

        await press(page, "Show", HELD)
        await press(page, "Say it", HELD)
        await page.until(f'document.querySelector("{HELD}") === null')

    assert it.ordered == [("released", {"text": "The plonk."})]


async def test_a_dry_run_is_told_and_can_be_ended(chromium: Chromium, tmp_path: Path) -> None:
    async with (
        scripted_show(tmp_path, dry_run=True) as it,
        control_page(chromium, it.house.server.addresses.panel_url, "guard") as page,
    ):
        await press(page, "Only report")
        await page.until("document.querySelector('#toast.on') !== null")

    assert it.ordered == [("config.set", {"key": "guard.dry_run", "value": False})]
