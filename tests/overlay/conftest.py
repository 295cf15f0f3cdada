from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chromium import Chromium, Page, launched
from tests.overlay.desktop import Desktop, desktop
from tests.performer.stage.standing import Standing, standing


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """One loop for the session, so that one browser serves all tests."""
    return "asyncio"


@pytest.fixture(scope="session")
async def chromium(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Chromium]:
    async with launched(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Standing]:
    async with standing(tmp_path) as it:
        yield it


@pytest.fixture
async def page(chromium: Chromium, house: Standing) -> AsyncIterator[Page]:
    tab = await chromium.open(house.server.addresses.url)
    await tab.until("document.querySelector('#stage[data-connection=up]') !== null")
    yield tab
    await tab.close()
    assert tab.complaints == []


@pytest.fixture(scope="module")
async def screen() -> AsyncIterator[Desktop]:
    """A display with a compositor."""
    async with desktop() as made:
        with made.game():
            yield made
