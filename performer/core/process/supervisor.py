"""Keeps the show on: a part that breaks is restarted, and takes nobody else down with it."""

import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.clock import Clock
from performer.core.errors import PerformerError
from performer.core.events.stream import EventStream
from performer.core.process.backoff import generate_delays_s

_log = logging.getLogger(__name__)

T = TypeVar("T")

_MOST_RESTARTS = 5
_WINDOW_S = 60.0
_DOWN_FOR_S = 300.0


class Serve(Protocol):
    """A service's `run`: says when it is ready, returns when it has nothing more to do."""

    async def __call__(self, *, task_status: TaskStatus[None]) -> None:
        """Serve."""
        ...


async def supervise(
    clock: Clock,
    stream: EventStream,
    name: str,
    serve: Serve,
    *,
    task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED,
) -> None:
    """Run a service, ready when it is ready for the first time; after a crash start it again, with growing pauses.

    Five crashes within a minute put it down for five minutes, said as a ServiceDown. Returns when the service returns.
    """
    ready = _FirstReady(task_status)
    crashes: deque[float] = deque(maxlen=_MOST_RESTARTS)
    delays = generate_delays_s(0.25, 5.0)
    while True:
        try:
            await serve(task_status=ready)
        except Exception:  # noqa: BLE001  one part's bug must not end the show (one of the two places)
            _log.exception("The service '%s' broke and is started again.", name)
        else:
            return
        now = clock.now()
        if crashes and now - crashes[-1] > _WINDOW_S:
            delays = generate_delays_s(0.25, 5.0)
        crashes.append(now)
        if len(crashes) == _MOST_RESTARTS and now - crashes[0] < _WINDOW_S:
            reason = f"broke {_MOST_RESTARTS} times within a minute; tried again in {_DOWN_FOR_S:.0f} s"
            stream.publish(events.ServiceDown(service=name, reason=reason))
            crashes.clear()
            await clock.sleep(_DOWN_FOR_S)
            stream.publish(events.ServiceUp(service=name))
        else:
            await clock.sleep(next(delays))


async def run_contained(what: str, work: Callable[[], Awaitable[T]], otherwise: T) -> T:
    """Do what somebody has asked for; a bug in it is logged with its traceback, and ends nothing else.

    Args:
        what: It is, for the log.
        work: Does it.
        otherwise: What it comes to if it breaks.

    Raises:
        PerformerError: as the work does: that is a sentence for whoever has asked.
    """
    try:
        return await work()
    except PerformerError:
        raise
    except Exception:  # noqa: BLE001  one order's bug must not end the others
        _log.exception("%s broke.", what)
        return otherwise


class _FirstReady(TaskStatus[None]):
    """Passes on the first "ready" and swallows those of later starts."""

    def __init__(self, status: TaskStatus[None]) -> None:
        self._status: TaskStatus[None] | None = status

    def started(self, value: None = None) -> None:
        status, self._status = self._status, None
        if status is not None:
            status.started(value)
