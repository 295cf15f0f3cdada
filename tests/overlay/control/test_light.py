"""The light that tells of an open microphone: on every screen and width, with words, and closed by one press."""

from pathlib import Path

import pytest

from performer.core import events
from tests.chromium import Chromium
from tests.overlay.control.scripted import control_page, press, scripted_show, texts

pytestmark = pytest.mark.anyio

IN_SIGHT = """(() => {
    const { top, bottom, left, right } = document.querySelector("#light.on .button").getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && right > left;
})()"""


@pytest.mark.parametrize(("screen", "drawn"), [("live", ".card.talk"), ("voice", ".voice"), ("settings", ".setting")])
async def test_an_open_microphone_is_told_and_closed_by_one_press(
    chromium: Chromium, tmp_path: Path, screen: str, drawn: str
) -> None:
    is_open = [True]
    facts = {"ears": lambda: True, "listens": lambda: is_open[0]}
    async with (
        scripted_show(tmp_path, facts=facts) as it,
        control_page(chromium, it.house.server.addresses.panel_url, screen) as page,
    ):
        await page.until("document.querySelector('#light.on [role=status] b') !== null")
        waits = await texts(page, "#light [role=status]")
        it.stream.publish(events.FloorTaken())
        await page.until("document.querySelector('#light .lamp.hears') !== null")
        hears = await texts(page, "#light [role=status]")
        is_in_sight = await page.evaluate(IN_SIGHT)
        await page.until(f"document.querySelector('{drawn}') !== null")  # the settings are known
        await press(page, "Mic off", "#light")
        await page.until("document.querySelector('#light [aria-busy=true]') === null")
        is_open[0] = False
        it.stream.publish(events.FloorFreed(after_s=1.0))
        await page.until("document.querySelector('#light.on') === null")
        closed = await texts(page, "#light")

    assert (waits, hears, closed) == (["It listens."], ["It hears you speak."], [""])
    assert is_in_sight
    assert [(op, args["key"], args["value"]) for op, args in it.ordered] == [("config.set", "mic.enabled", False)]
