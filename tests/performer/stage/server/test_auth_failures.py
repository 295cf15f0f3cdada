import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.http_security.auth_failures import AT_ONCE
from tests.performer.stage.server.requests import WRONG
from tests.performer.stage.standing import Standing

pytestmark = pytest.mark.anyio


async def test_one_too_many_waits_a_second_and_a_right_token_never_does(
    virtual_house: Standing, virtual_clock: VirtualClock
) -> None:
    strangers = virtual_house.server._auth._failures
    for _ in range(AT_ONCE):
        await strangers.turn_away()
    statuses: list[int] = []

    async def knock(token: str) -> None:
        async with virtual_house.session.get(f"{virtual_house.base}/stage?token={token}") as answer:
            statuses.append(answer.status)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(knock, WRONG)
        await knock(virtual_house.server.tokens.renderer)
        assert statuses == [200]
        while not statuses[1:]:
            await virtual_clock.advance(0.5)

    assert statuses == [200, 403]
