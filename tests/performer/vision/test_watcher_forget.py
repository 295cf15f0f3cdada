"""What was seen is forgotten when it may not be seen any more: also what is being looked at meanwhile."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

import anyio
import pytest

from performer.core.clock import VirtualClock
from performer.core.events.stream import EventStream
from performer.vision.frame import Frame, Glimpse, Mask
from performer.vision.watcher import FrameReaders, Watcher

pytestmark = pytest.mark.anyio


@dataclass(frozen=True, kw_only=True)
class SlowGlimpse(Glimpse):
    """A look whose picture takes a second to be made."""

    clock: VirtualClock = field(compare=False)

    async def develop(self, *, full_size: bool = False) -> Frame:
        await self.clock.sleep(1)
        digest = f"of {self.at_s:g}{' full' if full_size else ''}"
        return Frame(source="test", at_s=self.at_s, size=(4, 4), jpeg=b"", luma=self.luma, digest=digest)


class SlowSource:
    """Looks every ten seconds, which takes it one."""

    name = "slow"

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock

    async def frames(self) -> AsyncGenerator[Glimpse, None]:
        while True:
            at_s = self._clock.now()
            await self._clock.sleep(1)
            yield SlowGlimpse(source="test", at_s=at_s, size=(4, 4), luma=bytes([90]) * 576, clock=self._clock)
            await self._clock.sleep(8)


class Keeper:
    """Keeps the digest of every picture, and notes when it was told to forget."""

    def __init__(self) -> None:
        self.kept: list[str] = []

    def see(self, _look: Glimpse, _own: Sequence[Mask] = ()) -> float:
        return 0.0

    def wants(self, _look: Glimpse) -> bool:
        return True

    def keep(self, frame: Frame) -> None:
        self.kept.append(frame.digest)

    def hide(self) -> None: ...


async def kept_when_forgotten(clock: VirtualClock, after_s: float) -> list[str]:
    """Watch for 25 s, forget so long after the begin, and return what was kept."""
    keeper, stream = Keeper(), EventStream(clock)
    readers = FrameReaders(
        scene=keeper,
        on_change=(),
        on_frame=lambda _frame, _own: None,
        on_sight=lambda _sees: None,
        on_still=lambda _is_still: None,
        forget=(lambda: keeper.kept.append("forgotten"),),
    )
    watcher = Watcher(clock, stream, SlowSource(clock), readers)
    async with anyio.create_task_group() as tasks:
        await tasks.start(watcher.run)
        await clock.advance(after_s)
        watcher.forget()
        await clock.advance(25 - after_s)
        tasks.cancel_scope.cancel()
    return keeper.kept


async def test_a_look_that_was_being_taken_is_thrown_away(virtual_clock: VirtualClock) -> None:
    assert await kept_when_forgotten(virtual_clock, 0.5) == ["forgotten", "of 9", "of 19"]


async def test_a_picture_that_was_being_made_is_thrown_away(virtual_clock: VirtualClock) -> None:
    assert await kept_when_forgotten(virtual_clock, 1.5) == ["forgotten", "of 10", "of 20"]


async def test_what_is_looked_at_afterwards_is_kept(virtual_clock: VirtualClock) -> None:
    assert await kept_when_forgotten(virtual_clock, 5) == ["of 0", "forgotten", "of 10", "of 20"]
