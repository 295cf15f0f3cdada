"""What the overlay client says of its window to the stage."""

from collections.abc import AsyncIterator

import pytest

from tests.overlay.desktop import Desktop, desktop, seen, window
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def screen() -> AsyncIterator[Desktop]:
    async with desktop() as made:
        yield made


async def test_a_monitor_that_is_not_there_is_named_to_the_stage(screen: Desktop, house: Standing) -> None:
    async with window(screen, house.server.addresses.window_url, "--monitor", "9"):
        await seen(lambda: bool(house.heard))

        assert house.heard[-1] == "on screen, there is no monitor '9' among screen"
