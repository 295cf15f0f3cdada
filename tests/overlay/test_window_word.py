"""What a window says of itself, to the stage and to whoever started it by hand."""

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


async def test_a_wrong_token_is_told_with_what_to_do_and_not_told_itself(screen: Desktop, house: Standing) -> None:
    url = house.server.addresses.window_url + "x"
    async with window(screen, url, by_hand=True) as running:
        await seen(lambda: "its token is missing or wrong: copy the whole address again" in running.errors)

        assert house.server.tokens.window not in running.errors
