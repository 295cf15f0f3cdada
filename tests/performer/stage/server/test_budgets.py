"""What is left of the rates is told to whoever looks, when they have changed, and to nobody else."""

import json
from pathlib import Path

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.stage.server.budgets import BudgetFeed
from tests.performer.stage.server.test_watched_topics import watch
from tests.performer.stage.standing import PATIENCE_S, standing

pytestmark = pytest.mark.anyio


async def test_budgets_come_while_a_page_looks(tmp_path: Path, virtual_clock: VirtualClock) -> None:
    counts = iter(range(1, 100))
    async with standing(tmp_path) as house, anyio.create_task_group() as tasks:
        await tasks.start(BudgetFeed(virtual_clock, house.feed.watched, lambda: {"used": next(counts)}).run)
        async with house.peer(house.server.addresses.control_url) as peer:
            with anyio.fail_after(PATIENCE_S):
                heard = [await watch(peer, "budgets"), json.loads(await peer.socket.receive_str())]
        tasks.cancel_scope.cancel()

    assert {"op": "budgets", "value": {"used": 1}} in heard


async def test_budgets_that_stay_the_same_are_not_told_again(tmp_path: Path, virtual_clock: VirtualClock) -> None:
    left = {"used": 1}
    async with standing(tmp_path) as house, anyio.create_task_group() as tasks:
        await tasks.start(BudgetFeed(virtual_clock, house.feed.watched, lambda: dict(left)).run)
        async with house.peer(house.server.addresses.control_url) as peer:

            async def hear() -> object:
                told = await watch(peer, "budgets")
                while told.get("op") != "budgets":
                    told = json.loads(await peer.text())
                return told["value"]

            first = await hear()
            await virtual_clock.advance(5)
            left["used"] = 2
            await virtual_clock.advance(1)
            told = json.loads(await peer.text())
            told = told if "op" in told else json.loads(await peer.text())
        tasks.cancel_scope.cancel()

    assert (first, told) == ({"used": 1}, {"op": "budgets", "value": {"used": 2}})
