"""Requests without a right token: the log counts them once a minute, and too many at once wait."""

import logging

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.http_security.auth_failures import AT_ONCE, AuthFailures

pytestmark = pytest.mark.anyio


async def test_one_too_many_waits_for_a_second(virtual_clock: VirtualClock) -> None:
    failures = AuthFailures(virtual_clock, "Why?")
    for _ in range(AT_ONCE):
        await failures.turn_away()
    done = anyio.Event()

    async def turn_away() -> None:
        await failures.turn_away()
        done.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(turn_away)
        await virtual_clock.advance(0.9)
        assert not done.is_set()
        await virtual_clock.advance(0.2)

    assert done.is_set()


async def test_the_log_counts_them_once_a_minute(virtual_clock: VirtualClock, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    failures = AuthFailures(virtual_clock, "Why?")
    for pause_s in (0, 1, 1, 60, 1):
        await virtual_clock.advance(pause_s)
        await failures.turn_away()

    assert [record.args for record in caplog.records] == [(1, "Why?"), (3, "Why?")]
