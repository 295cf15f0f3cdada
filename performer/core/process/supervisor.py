"""Supervision: a service that crashes is restarted, and takes no other service down."""

import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import anyio
from anyio.abc import TaskStatus

from performer.core import events
from performer.core.clock import Clock
from performer.core.errors import PerformerError, ServiceError
from performer.core.events.stream import EventStream
from performer.core.own_text import own
from performer.core.process.backoff import generate_delays_s
from performer.core.process.out_of_memory import LAST_RESORT, NO_MEMORY, is_out_of_memory

_log = logging.getLogger(__name__)

T = TypeVar("T")

_MOST_RESTARTS = 5
_WINDOW_S = 60.0
_DOWN_FOR_S = 300.0


class OutOfMemoryError(ServiceError, MemoryError):
    """Raised when a service has no memory left; nothing is worth a second try then."""

    def __init__(self) -> None:
        super().__init__(NO_MEMORY, retry=False)


class Serve(Protocol):
    """A service's `run`: reports when it is ready, and returns when it has nothing more to do."""

    async def __call__(self, *, task_status: TaskStatus[None]) -> None:
        """Run the service."""
        ...


async def supervise(
    clock: Clock,
    stream: EventStream,
    name: str,
    serve: Serve,
    *,
    task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED,
) -> None:
    """Run a service until it returns, and restart it after a crash, with growing pauses.

    Five crashes within a minute put the service down for five minutes, published as a ServiceDown.

    Raises:
        OutOfMemoryError: when the service broke for lack of memory: it would break again, and hold up a start for ever.
    """
    ready = FirstReady(task_status)
    crashes: deque[float] = deque(maxlen=_MOST_RESTARTS)
    delays = generate_delays_s(0.25, 5.0)
    while True:
        try:
            await serve(task_status=ready)
        except Exception as error:
            if is_out_of_memory(error):
                LAST_RESORT.set_off()
                raise OutOfMemoryError from error
            _log.exception("The service '%s' broke and is started again.", name)
        else:
            return
        now = clock.now()
        if crashes and now - crashes[-1] > _WINDOW_S:
            delays = generate_delays_s(0.25, 5.0)
        crashes.append(now)
        if len(crashes) == _MOST_RESTARTS and now - crashes[0] < _WINDOW_S:
            reason = own(
                "broke {most_restarts} times within a minute; tried again in {down_for_s:.0f} s",
                most_restarts=_MOST_RESTARTS,
                down_for_s=_DOWN_FOR_S,
            )
            stream.publish(events.ServiceDown(service=name, reason=reason))
            crashes.clear()
            await clock.sleep(_DOWN_FOR_S)
            stream.publish(events.ServiceUp(service=name))
        else:
            await clock.sleep(next(delays))


async def run_contained(what: str, work: Callable[[], Awaitable[T]], otherwise: T) -> T:
    """Run somebody's order, and return `otherwise` when it breaks; the bug is logged under the name `what`.

    Raises:
        PerformerError: as the work does; it holds a sentence for the person who gave the order.
    """
    try:
        return await work()
    except PerformerError:
        raise
    except Exception:  # noqa: BLE001  one order's bug must not end the others
        _log.exception("%s broke.", what)
        return otherwise


class FirstReady(TaskStatus[None]):
    """A task status that reports the first start only, and ignores later ones."""

    def __init__(self, status: TaskStatus[None]) -> None:
        self._status: TaskStatus[None] | None = status

    def started(self, value: None = None) -> None:
        """Report the first start."""
        status, self._status = self._status, None
        if status is not None:
            status.started(value)
