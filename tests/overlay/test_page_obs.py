"""What a page in OBS tells of it: `window.obsstudio` is given to a real browser as OBS would."""

import pytest

from tests.chromium import Chromium
from tests.overlay.stills import UP
from tests.performer.stage.standing import Standing

OBS = """
  window.obsstudio = { pluginVersion: "2.24.0", getCurrentScene: (tell) => tell({ name: "Game", width: 1920 }) };
"""
CHANGE = "dispatchEvent(new CustomEvent('obsSceneChanged', { detail: { name: 'BRB', width: 1920 } }))"


@pytest.mark.anyio
async def test_the_scene_is_told_at_once_and_when_it_changes(chromium: Chromium, house: Standing) -> None:
    page = await chromium.open()
    await page.command("Page.addScriptToEvaluateOnNewDocument", source=OBS)
    await page.goto(house.server.addresses.url)
    await page.until(UP)

    await house.scenes.until("Game")
    await page.evaluate(CHANGE)
    await house.scenes.until("Game", "BRB")
    await page.close()

    await house.scenes.until("Game", "BRB", "")
    assert page.complaints == []
