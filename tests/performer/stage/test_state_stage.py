from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.stage.connections import StageClients
from performer.stage.protocol.elements import Avatar, Bubble, Side, Toast
from performer.stage.protocol.messages import Put
from performer.stage.state import MOST, Stage
from tests.performer.stage.standing import Standing, clear_stage


@asynccontextmanager
async def running(clock: VirtualClock) -> AsyncIterator[Stage]:
    stage = Stage(clock, StageClients())
    async with anyio.create_task_group() as tasks:
        await tasks.start(stage.run)
        yield stage
        tasks.cancel_scope.cancel()


def bubble(stage: Stage, for_s: float) -> Bubble:
    born_ms = stage.now_ms()
    return Bubble(id=stage.next_id("bubble"), alt="Hm.", born_ms=born_ms, until_ms=born_ms + int(for_s * 1000))


@pytest.mark.anyio
async def test_elements_end_by_the_clock(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as stage:
        stage.show(bubble(stage, 6))
        stage.show(bubble(stage, 2))

        await virtual_clock.advance(1.9)
        assert len(stage.snapshot().elements) == 2
        await virtual_clock.advance(0.2)
        assert len(stage.snapshot().elements) == 1
        await virtual_clock.advance(4)
        assert stage.snapshot().elements == ()


@pytest.mark.anyio
async def test_an_element_put_again_lives_by_its_new_end(virtual_clock: VirtualClock) -> None:
    async with running(virtual_clock) as stage:
        stage.show(Bubble(id="b", alt="Hm.", born_ms=0, until_ms=1000))
        stage.show(Bubble(id="b", alt="Hm.", born_ms=0, until_ms=3000))

        await virtual_clock.advance(2)
        assert [each.id for each in stage.snapshot().elements] == ["b"]
        await virtual_clock.advance(2)
        assert stage.snapshot().elements == ()


def test_what_the_system_says_is_shown_in_windows_only(virtual_clock: VirtualClock) -> None:
    stage = Stage(virtual_clock, StageClients())
    stage.show(Toast(id="t", alt="The model is gone.", born_ms=0))

    assert [each.id for each in stage.snapshot("window").elements] == ["t"]
    assert stage.snapshot("renderer").elements == ()
    assert stage.snapshot("sound").elements == ()


def test_boxes_are_those_of_what_is_there_now(virtual_clock: VirtualClock) -> None:
    stage = Stage(virtual_clock, StageClients())
    assert stage.boxes() == ()

    stage.show(bubble(stage, 6))
    assert len(stage.boxes()) == 1

    clear_stage(stage)
    assert stage.boxes() == ()


@pytest.mark.anyio
async def test_a_page_does_not_hear_of_what_the_system_said_not_even_that_it_goes(house: Standing) -> None:
    addresses = house.server.addresses
    async with house.peer(addresses.url.replace("http", "ws").replace("/stage?", "/stage/ws?")) as page:
        await page.hear()  # its snapshot
        for number in range(MOST["toast"] + 1):
            house.stage.show(Toast(id=f"t{number}", alt="The model is gone.", born_ms=0))
        house.stage.show(Toast(id="over", alt="It is back.", born_ms=0, until_ms=0))
        clear_stage(house.stage)
        house.stage.show(Bubble(id="b", alt="Hm.", born_ms=0))

        assert await page.hear() == Put(element=Bubble(id="b", alt="Hm.", born_ms=0))


def avatar(side: Side) -> Avatar:
    return Avatar(id="avatar", alt="The mascot", born_ms=0, side=side, srcs=(), srcs2x=())


def test_bubbles_turn_to_the_avatar_and_lose_their_tail_with_it(virtual_clock: VirtualClock) -> None:
    stage = Stage(virtual_clock, StageClients())
    stage.show(Bubble(id="b", alt="Hm.", born_ms=0, until_ms=9000, points=False))

    def find_bubble() -> tuple[Side, bool]:
        (bubble,) = (each for each in stage.snapshot().elements if isinstance(each, Bubble))
        return bubble.side, bubble.points

    stage.show(avatar("left"))
    assert find_bubble() == ("left", True)
    stage.show(avatar("right"))
    assert find_bubble() == ("right", True)
    stage.drop("avatar")
    assert find_bubble() == ("right", False)
