"""One endpoint, in virtual time: what its server may have unloaded is loaded again before it is asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.errors import ServiceError
from performer.models.driver.driver import Driver
from performer.models.endpoint.endpoint import Endpoint, EndpointGone
from performer.models.endpoint.request_gate import RequestGate
from performer.models.model import FinalAnswer
from tests.performer.models.helpers import Address, Machine
from tests.performer.models.selection.test_lead import ASKED

KEPT_S = 1800.0


class House:
    """An endpoint with its machine, whose server keeps a model for half an hour."""

    def __init__(self, clock: VirtualClock) -> None:
        self.machine = Machine(clock, "first", Address())
        self.endpoint = Endpoint("here", RequestGate(), clock, choose=self.machine.choose, kept_s=KEPT_S)
        self.heard: list[str] = []

    async def ask(self) -> None:
        with suppress(EndpointGone):
            await self.endpoint.step(ASKED, self.heard.append)


@asynccontextmanager
async def after_a_pause(clock: VirtualClock, pause_s: float) -> AsyncIterator[House]:
    house = House(clock)
    async with anyio.create_task_group() as tasks:
        await tasks.start(house.endpoint.run)
        await clock.advance(pause_s)
        house.machine.load_s = 60
        yield house
        tasks.cancel_scope.cancel()


async def ask_for(house: House, clock: VirtualClock, seconds: float) -> None:
    """Ask, and hang up after so many seconds."""
    async with anyio.create_task_group() as turn:
        turn.start_soon(house.ask)
        await clock.advance(seconds)
        turn.cancel_scope.cancel()


@pytest.mark.anyio
async def test_a_model_that_its_server_may_have_unloaded_is_loaded_before_it_is_asked(
    virtual_clock: VirtualClock,
) -> None:
    async with after_a_pause(virtual_clock, KEPT_S + 1) as house:
        await ask_for(house, virtual_clock, 61)

        assert (house.heard, house.machine.loads, house.endpoint.figures.load_s) == (["first"], 2, 60)


@pytest.mark.anyio
async def test_a_turn_that_does_not_wait_so_long_cuts_off_no_load(virtual_clock: VirtualClock) -> None:
    async with after_a_pause(virtual_clock, KEPT_S + 1) as house:
        await ask_for(house, virtual_clock, 20)
        assert house.endpoint.is_coming
        await ask_for(house, virtual_clock, 40)
        assert house.heard == []
        await ask_for(house, virtual_clock, 1)

        assert (house.heard, house.machine.loads) == (["first"], 2)


@pytest.mark.anyio
async def test_a_model_that_is_gone_by_then_is_down(virtual_clock: VirtualClock) -> None:
    async with after_a_pause(virtual_clock, KEPT_S + 1) as house:
        house.machine.is_off = True
        await ask_for(house, virtual_clock, 1)

        assert (house.heard, house.endpoint.trouble) == ([], "first is gone.")


@pytest.mark.anyio
async def test_a_model_that_answered_lately_is_asked_at_once(virtual_clock: VirtualClock) -> None:
    async with after_a_pause(virtual_clock, KEPT_S - 10) as house:
        await ask_for(house, virtual_clock, 2)
        await virtual_clock.advance(KEPT_S - 10)
        await ask_for(house, virtual_clock, 2)

        assert (house.heard, house.machine.loads) == (["first"] * 2, 1)


async def choose() -> Driver:
    raise ServiceError("there is none")


@pytest.fixture
def endpoint(virtual_clock: VirtualClock) -> Endpoint:
    return Endpoint("pc", RequestGate(), virtual_clock, choose=choose)


def test_it_tells_where_the_model_is_and_what_was_measured_of_it(endpoint: Endpoint) -> None:
    endpoint.figures.count_answer(FinalAnswer(text="Oh."), 1.5)
    endpoint.figures.count_failure("it broke off")

    health = endpoint.health("leads")

    assert (health.place, health.state, health.reason) == ("pc", "leads", "not asked yet")
    assert (health.answers, health.failures, health.answer_s, health.last_error) == (1, 1, 1.5, "it broke off")


@pytest.mark.parametrize(("trouble", "state"), [("", "loading"), ("it is gone", "down")])
def test_a_helper_that_is_not_there_is_down_or_loading(endpoint: Endpoint, trouble: str, state: str) -> None:
    endpoint.trouble = trouble

    assert endpoint.helper_health("describes").state == state
