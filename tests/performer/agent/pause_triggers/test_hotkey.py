"""The key that pauses and lets go, on a key that is pressed by the test."""

import queue
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from performer.agent.pause_triggers.hotkey import HotkeyWatch
from performer.agent.pause_triggers.settings import Shortcut
from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from tests.performer.agent.pause_triggers.asked import Asked

SHORTCUT = Shortcut.read("Ctrl+Alt+P")


class TestKey:
    """A key that waits for `press`."""

    __test__ = False

    def __init__(self) -> None:
        self._presses: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def press(self) -> None:
        self._presses.put(True)

    def pressed(self) -> bool:
        return self._presses.get()

    def close(self) -> None:
        self._presses.put(False)


@asynccontextmanager
async def holding(clock: SystemClock, key: TestKey, asked: Asked) -> AsyncIterator[HotkeyWatch]:
    watch = HotkeyWatch(clock, SHORTCUT, asked, holds=lambda: "key" in asked.reasons, take=lambda _shortcut: key)
    async with anyio.create_task_group() as tasks:
        await tasks.start(watch.run)
        yield watch
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_pressed_once_it_pauses_and_again_it_lets_go(clock: SystemClock) -> None:
    key, asked = TestKey(), Asked()
    async with holding(clock, key, asked):
        key.press()
        await asked.until(lambda reasons: "key" in reasons)
        reason = asked.reasons["key"]
        key.press()
        await asked.until(lambda reasons: not reasons)

    assert reason == "Ctrl+Alt+P was pressed; it lets the show go on too"


@pytest.mark.anyio
async def test_a_pause_lifted_by_other_means_is_made_anew_by_the_next_press(clock: SystemClock) -> None:
    key, asked = TestKey(), Asked()
    async with holding(clock, key, asked):
        key.press()
        await asked.until(lambda reasons: "key" in reasons)
        asked.reasons.clear()
        key.press()
        await asked.until(lambda reasons: "key" in reasons)


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_key_that_is_not_to_be_had_is_said_and_the_watch_ends(clock: SystemClock) -> None:
    def refuse(_shortcut: Shortcut) -> TestKey:
        raise ServiceError("another program has it", retry=False)

    watch = HotkeyWatch(clock, SHORTCUT, Asked(), holds=lambda: False, take=refuse)
    async with anyio.create_task_group() as tasks:
        await tasks.start(watch.run)

    assert watch.trouble == "another program has it"
