"""The eyes: watch a source of pictures, keep the scene's newest, and cue the director when something happens."""

from collections.abc import Callable, Sequence
from contextlib import aclosing

import anyio
from anyio.abc import TaskStatus

from performer import events
from performer.backoff import delays_s
from performer.clock import Clock
from performer.cues import SceneCue
from performer.errors import ServiceError
from performer.events import EventStream
from performer.frames import Frame, FrameSource
from performer.frames.mask import Mask
from performer.scene import Scene

_FIRST_RETRY_S = 2.0
_LONGEST_RETRY_S = 30.0


class Eyes:
    """Looks at one source for as long as the show lasts; a source that goes away is said once and waited for."""

    def __init__(
        self,
        clock: Clock,
        stream: EventStream,
        *,
        source: FrameSource,
        scene: Scene,
        on_change: Callable[[SceneCue], None],
        own_elements: Callable[[], Sequence[Mask]] = tuple,
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._source = source
        self._scene = scene
        self._on_change = on_change
        self._own_elements = own_elements
        self._own_before: Sequence[Mask] = ()
        self._is_down = False

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Watch until cancelled."""
        task_status.started()
        delays = delays_s(_FIRST_RETRY_S, _LONGEST_RETRY_S)
        while True:
            try:
                async with aclosing(self._source.frames()) as frames:
                    async for frame in frames:
                        self._take(frame)
                        delays = delays_s(_FIRST_RETRY_S, _LONGEST_RETRY_S)
            except ServiceError as gone:
                self._say_down(str(gone))
            await self._clock.sleep(next(delays))

    def _take(self, frame: Frame) -> None:
        if self._is_down:
            self._stream.publish(events.ServiceUp(service="eyes", reason=self._source.name))
            self._is_down = False
        own_now = self._own_elements()
        change = self._scene.see(frame, [*self._own_before, *own_now])
        self._own_before = own_now
        self._stream.publish(
            events.FrameSeen(
                source=frame.source,
                width=frame.size[0],
                height=frame.size[1],
                digest=frame.digest,
                change=round(change.mean, 2),
                cost_ms=round(frame.cost_ms, 2),
            )
        )
        if change.is_change:
            self._on_change(SceneCue(change=change.mean, at_s=frame.at_s))

    def _say_down(self, reason: str) -> None:
        if not self._is_down:
            self._stream.publish(events.ServiceDown(service="eyes", reason=reason))
        self._is_down = True
