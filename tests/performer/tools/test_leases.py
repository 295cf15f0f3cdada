"""Leases: one agent at a time, in the order of asking, and notes for the holder."""

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.tools.leases import Claim, Leases

pytestmark = pytest.mark.anyio
PIANO = Claim(resource="piano", hold_s=10, wait_s=30)


async def test_a_thing_is_its_holders_until_its_time_is_over(virtual_clock: VirtualClock) -> None:
    leases = Leases(virtual_clock)
    assert await leases.take(PIANO, "ann", "play")
    assert await leases.take(PIANO, "ann", "play")
    leases.release(PIANO, "ann")
    leases.release(PIANO, "ann")
    lease = leases.find_blocking_lease("piano", "bob")

    assert lease is not None
    assert (lease.holder, lease.tool, leases.find_blocking_lease("piano", "ann")) == ("ann", "play", None)
    await virtual_clock.advance(10)
    assert leases.find_blocking_lease("piano", "bob") is None


async def test_what_others_have_wanted_for_a_while_is_kept_for_so_much_less(virtual_clock: VirtualClock) -> None:
    leases = Leases(virtual_clock)
    await leases.take(PIANO, "ann", "play")
    leases.tell("piano", "bob", "bob wants it")
    await virtual_clock.advance(6)
    leases.release(PIANO, "ann")

    await virtual_clock.advance(3)
    assert leases.find_blocking_lease("piano", "bob") is not None
    await virtual_clock.advance(1)
    assert leases.find_blocking_lease("piano", "bob") is None


async def test_who_waits_gets_the_thing_in_turn_and_who_does_not_wait_is_sent_away(virtual_clock: VirtualClock) -> None:
    leases, took = Leases(virtual_clock), list[str]()
    assert await leases.take(PIANO, "ann", "play")
    assert not await leases.take(Claim(resource="piano"), "eve", "play")

    async def wait(agent: str) -> None:
        if await leases.take(PIANO, agent, "play"):
            took.append(agent)

    async with anyio.create_task_group() as tasks:
        for agent in ("bob", "cid"):
            tasks.start_soon(wait, agent)
            await virtual_clock.advance(1)
        assert leases.waiting("piano") == 2
        leases.leave("ann")
        leases.release(PIANO, "ann")
        await virtual_clock.advance(10)
        assert took == ["bob"]
        await virtual_clock.advance(30)

    assert (took, leases.waiting("piano")) == (["bob"], 0)


async def test_a_holder_reads_each_note_once_and_none_about_what_it_has_no_more(virtual_clock: VirtualClock) -> None:
    leases = Leases(virtual_clock)
    await leases.take(PIANO, "ann", "play")
    for asker in ("bob", "bob", "cid", "dan", "eve"):
        leases.tell("piano", asker, f"{asker} wants it")

    assert leases.notes("bob") == []
    assert leases.notes("ann") == ["bob wants it", "cid wants it", "dan wants it"]
    leases.tell("piano", "bob", "again")
    leases.release(PIANO, "ann")
    await virtual_clock.advance(10)
    assert leases.notes("ann") == []
