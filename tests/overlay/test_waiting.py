"""`stage.html`, the file that OBS opens: in a real browser, from the disk."""

from pathlib import Path

import pytest

from tests.chromium import Chromium, Page
from tests.performer.stage.standing import standing

UP = "document.querySelector('#stage[data-connection=up]') !== null"

LOOKED_TWICE = """new Promise((done) => new PerformanceObserver(() => {
    if (performance.getEntriesByType("resource").length > 1) done(true);
}).observe({type: "resource", buffered: true}))"""


async def reaches(page: Page, port: int) -> None:
    """Return when the tab shows the connected stage of that port; it moves between documents meanwhile."""
    await page.lands_on(f"http://127.0.0.1:{port}/stage?")
    await page.until(UP)


@pytest.mark.anyio
async def test_with_the_server_there_the_file_goes_to_the_stage_as_the_top_document_and_hands_on_what_it_was_asked(
    chromium: Chromium, tmp_path: Path
) -> None:
    async with standing(tmp_path) as house:
        page = await chromium.open((tmp_path / "stage.html").as_uri() + "?scale=2&only=caption")
        await reaches(page, house.server.addresses.port)

        asked = "&scale=2&only=caption&from=file"
        assert await page.evaluate(f"window.top === window && location.search.endsWith('{asked}')")
        assert await page.evaluate("history.length") > 1
        await page.close()
    assert page.complaints == []


@pytest.mark.slow
@pytest.mark.anyio
async def test_obs_may_start_first_and_the_server_may_come_back_on_another_port(
    chromium: Chromium, tmp_path: Path
) -> None:
    async with standing(tmp_path) as house:
        first = house.server.addresses.port
    page = await chromium.open((tmp_path / "stage.html").as_uri())
    assert await page.evaluate("location.protocol") == "file:"

    async with standing(tmp_path) as house:  # another port than the file named when it was opened
        second = house.server.addresses.port
        await reaches(page, second)
    assert second != first

    async with standing(tmp_path) as house:  # and another one again, while the stage is open
        await page.lands_on("file:")
        third = house.server.addresses.port
        await reaches(page, third)
        assert third not in {first, second}
        await page.close()


@pytest.mark.slow
@pytest.mark.anyio
async def test_it_goes_on_by_itself_when_its_token_is_renewed(chromium: Chromium, tmp_path: Path) -> None:
    async with standing(tmp_path) as house:
        page = await chromium.open((tmp_path / "stage.html").as_uri())
        await reaches(page, house.server.addresses.port)

        house.server.renew(["renderer"])
        await page.lands_on(house.server.addresses.url)
        await page.until(UP)
        await page.close()


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_stranger_on_the_port_is_not_taken_for_the_stage(chromium: Chromium, tmp_path: Path) -> None:
    async with standing(tmp_path / "stranger") as stranger:
        async with standing(tmp_path) as house:
            ours = house.server.addresses
        file = tmp_path / "stage.html"
        port = stranger.server.addresses.port
        file.write_text(file.read_text(encoding="utf-8").replace(str(ours.port), str(port)), encoding="utf-8")

        page = await chromium.open(file.as_uri())
        await page.evaluate(LOOKED_TWICE)
        assert await page.evaluate("location.protocol") == "file:"
        await page.close()
