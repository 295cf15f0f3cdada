"""The watcher: follow a source of pictures, keep the scene's newest, and cue the director when something happens."""

import math
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from statistics import median
from typing import Literal, Protocol

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.clock import Clock
from performer.core.cues import SceneCue
from performer.core.errors import ServiceError
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.process.backoff import generate_delays_s
from performer.core.values import dataclass
from performer.vision.changes.frozen import FrozenDetector, PictureWorth
from performer.vision.changes.salience import PictureSalience, SalienceMeter
from performer.vision.frame import Frame, FrameSource, Glimpse, Mask
from performer.vision.nothing_seen import explain_black, explain_frozen

_FIRST_RETRY_S = 2.0
_LONGEST_RETRY_S = 30.0
_PERSON_RETRY_S = 300.0
"""Where only a person can help, asking again soon would only nag: on Wayland each try opens a window."""
_BLACK_S = 5.0
"""A game may fade to black for a moment; that is kept from the model, but nothing to tell."""
_LEAST = 0.1
"""What is less important than this is not even worth a cue."""
_EYE_CATCHING_S = 1.0
"""For so long a lesser change must not take the place of a greater one that still waits for its turn."""

_COUNTED = 40
"""Looks of which the cost is told: twenty seconds of them."""
_FEW = 3


class FrameSink(Protocol):
    """What keeps the newest pictures for the turns."""

    def see(self, look: Glimpse, own: Sequence[Mask] = ()) -> float:
        """Note a look, and return its mean difference of luma from the one before, our own elements left out."""

    def wants(self, look: Glimpse) -> bool:
        """Whether the picture of a look, which is worth words, is to be made and kept."""

    def keep(self, frame: Frame) -> None:
        """Keep the picture that was made of the last look."""

    def hide(self) -> None:
        """Hide the newest picture from turns."""


@dataclass(frozen=True, kw_only=True)
class FrameReaders:
    """Everybody who is told of the pictures."""

    scene: FrameSink
    """Keeps the newest picture; a black or frozen one is hidden."""
    on_change: tuple[Callable[[SceneCue], None], ...]
    """Cued, in their order, when something out of the ordinary happens on the picture."""
    on_frame: Callable[[Frame, Sequence[Mask]], None]
    """Called with every picture that is made and worth words, and where we cover it ourselves."""
    needs_all: Callable[[], bool] = lambda: False
    """Whether `on_frame` needs the picture of every look, at its full size; made only then, and when one is kept."""
    on_sight: Callable[[bool], None]
    """Called with False when pictures stop being worth words, and with True when they are again."""
    on_still: Callable[[bool], None]
    """Called with True when a menu, a loading or a pause screen is seen, and with False when it is gone."""
    on_look: Callable[[Glimpse], Awaitable[None]] | None = None
    """Called with every look that is worth words."""
    forget: tuple[Callable[[], None], ...] = ()
    """Called when what was seen must not be shown any more."""


class Watcher:
    """The watch over one source for as long as the show lasts; trouble is reported once, and waited for to end.

    `own_elements` returns where we cover the picture ourselves right now, each as left, top, width and height in shares
    of it.
    """

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        source: FrameSource,
        readers: FrameReaders,
        *,
        own_elements: Callable[[], Sequence[tuple[float, float, float, float]]] = tuple,
        frozen_s: float = 60.0,
    ) -> None:
        self._clock, self._stream = clock, stream
        self._source, self._readers = source, readers
        self.frozen_s = frozen_s
        """How long a picture stays the very same before it is taken for frozen, in seconds."""
        self._own_elements = own_elements
        self._own_before: Sequence[Mask] = ()
        self._reported: Literal["gone", "black", "frozen"] | None = None
        """Why there is nothing to see."""
        self.trouble = ""
        """The same in words, with the remedy; empty while there is something to see."""
        self._sees = True
        self._is_still = False
        self._caught: SceneCue | None = None
        self._forgot_s = -math.inf
        """When it was told to forget: what was looked at until then is not shown."""
        self._again = anyio.Event()
        self._looks: deque[tuple[float, float]] = deque(maxlen=_COUNTED)
        self._black_since_s: float | None = None

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Watch until cancelled."""
        task_status.started()
        delays = generate_delays_s(_FIRST_RETRY_S, _LONGEST_RETRY_S)
        while True:
            health, salience = FrozenDetector(frozen_s=self.frozen_s), SalienceMeter()
            try:
                async with aclosing(self._source.frames()) as looks:
                    async for look in looks:
                        if look.at_s > self._forgot_s:
                            await self._take(look, health, salience)
                        delays = generate_delays_s(_FIRST_RETRY_S, _LONGEST_RETRY_S)
            except ServiceError as gone:
                self._report_down("gone", str(gone))
                self._look(sees=False)
                if not gone.retry:
                    await self._rest(_PERSON_RETRY_S)
                    continue
            await self._rest(next(delays))

    def count_looks(self) -> tuple[float, float]:
        """Return how many looks a second there were lately, and the milliseconds of a usual one; zeros before a few."""
        if len(self._looks) < _FEW or self._looks[-1][0] <= self._looks[0][0]:
            return 0.0, 0.0
        rate_hz = (len(self._looks) - 1) / (self._looks[-1][0] - self._looks[0][0])
        return rate_hz, median(cost_ms for _, cost_ms in self._looks)

    def look_again(self) -> None:
        """Ask the source for pictures now if it has ended or failed: it may be another, or somebody has mended it."""
        self._again.set()

    def forget(self) -> None:
        """Forget all that was seen, and the look that is being taken: what may be seen has changed meanwhile."""
        self._forgot_s = self._clock.now()
        for forget in self._readers.forget:
            forget()

    async def _rest(self, seconds: float) -> None:
        """Wait so long, or until the source is to be asked again."""
        with self._clock.move_on_after(seconds):
            await self._again.wait()
        self._again = anyio.Event()

    async def _take(self, look: Glimpse, health: FrozenDetector, salience: SalienceMeter) -> None:
        own_now = [Mask(*box) for box in self._own_elements()]
        own = [*self._own_before, *own_now]
        self._own_before = own_now
        change = self._readers.scene.see(look, own)
        health.frozen_s = self.frozen_s
        worth, sight = health.judge(look, own), salience.judge(look, own)
        self._report_worth(worth, look.at_s)
        (width, height), mean, cost_ms = look.size, round(change, 2), round(look.cost_ms, 2)
        self._looks.append((look.at_s, cost_ms))
        self._stream.publish(
            events.FrameSeen(
                source=look.source, width=width, height=height, digest=look.outline, change=mean, cost_ms=cost_ms
            )
        )
        if worth is PictureWorth.FINE:
            await self._show(look, own)
            if self._readers.on_look:
                await self._readers.on_look(look)
        self._look(sees=worth is PictureWorth.FINE)
        self._notice(SceneCue(change=change, importance=sight.importance, at_s=look.at_s), sight)

    async def _show(self, look: Glimpse, own: Sequence[Mask]) -> None:
        """Make the picture of a look if anybody wants it, and hand it out."""
        needs_all = self._readers.needs_all()
        if not (needs_all or isinstance(look, Frame) or self._readers.scene.wants(look)):
            return
        frame = await look.develop(full_size=needs_all)
        if frame.at_s <= self._forgot_s:
            return
        self._readers.scene.keep(frame)
        self._readers.on_frame(frame, own)

    def _notice(self, cue: SceneCue, sight: PictureSalience) -> None:
        """Cue what is out of the ordinary, and report when a still screen begins or ends."""
        if sight.is_still != self._is_still:
            self._is_still = sight.is_still
            self._readers.on_still(sight.is_still)
        before = self._caught
        outshone = before and before.importance > cue.importance and cue.at_s - before.at_s < _EYE_CATCHING_S
        if self._sees and cue.importance >= _LEAST and not outshone:
            self._caught = cue
            for tell in self._readers.on_change:
                tell(cue)

    def _look(self, *, sees: bool) -> None:
        """Hide a picture that is worth no words, and report when that begins or ends."""
        if not sees:
            self._readers.scene.hide()
        if sees != self._sees:
            self._sees = sees
            self._readers.on_sight(sees)

    def _report_worth(self, worth: PictureWorth, at_s: float) -> None:
        """Report the worth of the picture: black when it lasts, frozen at once, fine when there was trouble."""
        if worth is not PictureWorth.BLACK:
            self._black_since_s = None
        match worth:
            case PictureWorth.FINE:
                if self._reported is not None:
                    self._stream.publish(events.ServiceUp(service=own("eyes"), reason=self._source.name))
                self._reported, self.trouble = None, ""
            case PictureWorth.BLACK:
                self._black_since_s = at_s if self._black_since_s is None else self._black_since_s
                if at_s - self._black_since_s >= _BLACK_S:
                    self._report_down("black", explain_black())
            case PictureWorth.FROZEN:
                self._report_down("frozen", explain_frozen(self.frozen_s))

    def _report_down(self, trouble: Literal["gone", "black", "frozen"], reason: str) -> None:
        if self._reported != trouble:
            self._stream.publish(events.ServiceDown(service=own("eyes"), reason=reason))
        self._reported, self.trouble = trouble, reason


class BlindPauses(Protocol):
    """The pauses that nothing may be seen in."""

    async def is_blind(self) -> bool:
        """Return whether a picture that was taken just now must not be seen."""
        ...

    async def wait_for_sight(self) -> None:
        """Return when the next picture may be seen; at once when it may be now."""
        ...


class PausableSource:
    """A source that yields no pictures while a pause makes it blind, and does not look then.

    The pauses are asked after each picture was taken, so that nothing which came in front before it is shown. `forget`
    is called for each picture that is thrown away: what was seen just before it may show the same.
    """

    def __init__(self, source: FrameSource, pauses: BlindPauses, *forget: Callable[[], None]) -> None:
        self._source, self._pauses, self._forget = source, pauses, forget

    @property
    def name(self) -> str:
        """The name of the source, which may be another one by now."""
        return self._source.name

    async def frames(self) -> AsyncGenerator[Glimpse, None]:
        """Yield the source's looks while it is not paused."""
        async with aclosing(self._source.frames()) as looks:
            async for look in looks:
                if not await self._pauses.is_blind():
                    yield look
                    continue
                for forget in self._forget:
                    forget()
                await self._pauses.wait_for_sight()
