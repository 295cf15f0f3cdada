"""Virtual time: sleepers wake in order, deadlines fire, and the same seed gives the same chance."""

import threading

import anyio
import anyio.to_thread
import pytest

from performer.core.clock import SystemClock, VirtualClock


@pytest.mark.anyio
async def test_sleepers_wake_at_their_instants_and_in_order(virtual_clock: VirtualClock) -> None:
    woken: list[tuple[str, float]] = []

    async def sleeper(name: str, seconds: float) -> None:
        await virtual_clock.sleep(seconds)
        woken.append((name, virtual_clock.now()))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(sleeper, "late", 7200)
        tasks.start_soon(sleeper, "early", 2)
        await virtual_clock.advance(10)
        assert woken == [("early", 2.0)]
        await virtual_clock.advance(7190)

    assert woken == [("early", 2.0), ("late", 7200.0)]
    assert virtual_clock.now() == 7200


@pytest.mark.anyio
async def test_a_deadline_cancels_what_takes_longer_and_spares_what_does_not(virtual_clock: VirtualClock) -> None:
    outcome: list[bool] = []

    async def work(seconds: float) -> None:
        with virtual_clock.move_on_after(5) as deadline:
            await virtual_clock.sleep(seconds)
        outcome.append(deadline.cancelled_caught)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(work, 4)
        tasks.start_soon(work, 6)
        await virtual_clock.advance(20)

    assert outcome == [False, True]


@pytest.mark.anyio
async def test_a_call_comes_at_its_instant_unless_its_block_is_over(virtual_clock: VirtualClock) -> None:
    called_s: list[float] = []

    def note() -> None:
        called_s.append(virtual_clock.now())

    with virtual_clock.call_after(3, note):
        await virtual_clock.advance(5)
    with virtual_clock.call_after(3, note):
        await virtual_clock.advance(2)
    await virtual_clock.advance(5)

    assert called_s == [3.0]


@pytest.mark.anyio
async def test_a_call_of_the_machines_clock_wakes_nobody_once_its_block_is_over() -> None:
    clock, called = SystemClock(), anyio.Event()
    never = anyio.Event()

    with clock.call_after(0, never.set):
        pass
    with clock.call_after(0, called.set):
        await called.wait()

    assert not never.is_set()


def test_the_same_seed_gives_the_same_chance() -> None:
    assert SystemClock(seed=3).chance.random() == VirtualClock(seed=3).chance.random()


@pytest.mark.anyio
async def test_virtual_time_waits_for_a_worker_thread(virtual_clock: VirtualClock) -> None:
    done_at: list[float] = []
    go_on = threading.Event()

    async def work() -> None:
        await anyio.to_thread.run_sync(go_on.wait)
        done_at.append(virtual_clock.now())

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(work)
        tasks.start_soon(anyio.to_thread.run_sync, go_on.set)
        await virtual_clock.advance(10)

    assert done_at == [0.0]


@pytest.mark.anyio
async def test_virtual_time_stands_still_while_it_is_held(virtual_clock: VirtualClock) -> None:
    seen: list[float] = []

    async def wait_for_another_program() -> None:
        with virtual_clock.held():
            await anyio.sleep(0.01)
            seen.append(virtual_clock.now())
        await virtual_clock.sleep(2)
        seen.append(virtual_clock.now())

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(wait_for_another_program)
        await virtual_clock.advance(60)

    assert seen == [0.0, 2.0]
