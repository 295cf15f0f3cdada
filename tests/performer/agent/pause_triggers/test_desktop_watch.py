"""The watch over a desktop that is written down here: what it says now, it is."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.lowlevel
import anyio.to_thread
import pytest

from performer.agent.pause_triggers.desktop import ForegroundWindow
from performer.agent.pause_triggers.desktop_watch import DesktopWatch
from performer.agent.pause_triggers.settings import PausesSettings
from performer.core.clock import SystemClock
from performer.core.errors import ServiceError
from tests.performer.agent.pause_triggers.asked import Asked


class WrittenDesktop:
    """Shows what its fields say."""

    name = "written"

    def __init__(self) -> None:
        self.window: ForegroundWindow | None = None
        self.idle = 0.0
        self.trouble: ServiceError | None = None
        self.closed = threading.Event()

    def foreground(self) -> ForegroundWindow | None:
        if self.trouble:
            raise self.trouble
        return self.window

    def idle_s(self) -> float:
        return self.idle

    def programs(self) -> list[str]:
        if self.trouble:
            raise self.trouble
        return ["game", "keepassxc"]

    def close(self) -> None:
        self.closed.set()


class HastyClock(SystemClock):
    """Notes how long it was to sleep, and does not."""

    def __init__(self) -> None:
        super().__init__()
        self.slept_s: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept_s.append(seconds)
        await anyio.lowlevel.checkpoint()


@asynccontextmanager
async def watching(clock: SystemClock, desktop: WrittenDesktop, asked: Asked) -> AsyncIterator[DesktopWatch]:
    settings = PausesSettings(programs=("vault*", "*bank*"), away_s=300, poll_s=0.2)
    watch = DesktopWatch(clock, settings, asked, desktop=lambda: desktop)
    async with anyio.create_task_group() as tasks:
        await tasks.start(watch.run)
        yield watch
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_a_listed_program_pauses_while_it_is_in_front(clock: SystemClock) -> None:
    desktop, asked = WrittenDesktop(), Asked()
    async with watching(clock, desktop, asked):
        desktop.window = ForegroundWindow(program="Vault-Keeper\nkeeper", title="secret 4711")
        await asked.until(lambda reasons: "program" in reasons)
        reason = asked.reasons["program"]
        desktop.window = ForegroundWindow(program="game", title="Lantern Keep")
        await asked.until(lambda reasons: not reasons)

    assert reason == "a listed program is in front: vault*"


@pytest.mark.anyio
async def test_a_title_counts_as_well_and_is_named_by_its_pattern_alone(clock: SystemClock) -> None:
    desktop, asked = WrittenDesktop(), Asked()
    async with watching(clock, desktop, asked):
        desktop.window = ForegroundWindow(program="browser", title="My Bank - account 123")
        await asked.until(lambda reasons: "program" in reasons)

    assert asked.reasons["program"] == "a listed program is in front: *bank*"


@pytest.mark.anyio
async def test_it_looks_at_once_when_it_is_asked_to(clock: SystemClock) -> None:
    desktop, asked = WrittenDesktop(), Asked()
    async with watching(clock, desktop, asked) as watch:
        desktop.window = ForegroundWindow(program="vault")
        await watch.look()

        assert "program" in asked.reasons


@pytest.mark.anyio
async def test_nobody_at_the_keyboard_pauses_until_somebody_is(clock: SystemClock) -> None:
    desktop, asked = WrittenDesktop(), Asked()
    async with watching(clock, desktop, asked):
        desktop.idle = 301.0
        await asked.until(lambda reasons: "away" in reasons)
        desktop.idle = 0.1
        await asked.until(lambda reasons: not reasons)


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_desktop_that_is_lost_is_taken_for_blinding_until_it_is_looked_at_again() -> None:
    desktop, asked = WrittenDesktop(), Asked()
    async with watching(HastyClock(), desktop, asked) as watch:
        desktop.idle, desktop.window = 301.0, ForegroundWindow(program="vault")
        await asked.until(lambda reasons: set(reasons) == {"program", "away"})
        desktop.trouble = ServiceError("the desktop does not answer within 2 s")
        await asked.until(lambda reasons: "away" not in reasons)
        while_lost = dict(asked.reasons)
        trouble = watch.trouble
        desktop.idle, desktop.window, desktop.trouble = 0.0, ForegroundWindow(program="game"), None
        await asked.until(lambda reasons: not reasons)

    assert while_lost == {"program": "the desktop does not tell which program is in front"}
    assert trouble == "the desktop does not answer within 2 s"


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_desktop_that_opens_and_then_hangs_is_blinding_too(clock: SystemClock) -> None:
    desktop, asked = WrittenDesktop(), Asked()
    desktop.trouble = ServiceError("the desktop does not answer within 2 s")
    async with watching(clock, desktop, asked):
        assert "program" in asked.reasons


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_desktop_that_can_never_be_asked_pauses_nothing_and_says_why(clock: SystemClock) -> None:
    desktop, asked = WrittenDesktop(), Asked()
    desktop.trouble = ServiceError("a Wayland session tells nothing", retry=False)
    async with watching(clock, desktop, asked) as watch:
        assert watch.trouble == "a Wayland session tells nothing"

    assert asked.reasons == {}


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_each_loss_after_a_good_look_is_soon_mended() -> None:
    clock, desktop, asked = HastyClock(), WrittenDesktop(), Asked()
    async with watching(clock, desktop, asked):
        for _ in range(3):
            desktop.trouble = ServiceError("the display is busy")
            await asked.until(lambda reasons: "program" in reasons)
            desktop.trouble = None
            await asked.until(lambda reasons: not reasons)

    assert clock.slept_s.count(2.0) >= 3


@pytest.mark.anyio
@pytest.mark.expects_log
async def test_a_desktop_that_is_lost_is_closed(clock: SystemClock) -> None:
    desktop, asked = WrittenDesktop(), Asked()
    async with watching(clock, desktop, asked) as watch:
        desktop.trouble = ServiceError("the display is gone")
        await watch.look()

        assert await anyio.to_thread.run_sync(desktop.closed.wait, 5)
