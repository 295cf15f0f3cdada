"""Keeps the show on: a part that breaks is restarted, and takes nobody else down with it."""

import logging
from collections import deque
from collections.abc import Awaitable, Callable

from performer import events
from performer.backoff import delays_s
from performer.clock import Clock
from performer.events import EventStream

_log = logging.getLogger(__name__)

_MOST_RESTARTS = 5
_WINDOW_S = 60.0
_DOWN_FOR_S = 300.0


async def supervise(clock: Clock, stream: EventStream, name: str, serve: Callable[[], Awaitable[None]]) -> None:
    """Run a service; after a crash start it again, with growing pauses.

    Five crashes within a minute put it down for five minutes, said as a ServiceDown. Returns when the service returns.
    """
    crashes: deque[float] = deque(maxlen=_MOST_RESTARTS)
    delays = delays_s(0.25, 5.0)
    while True:
        try:
            await serve()
        except Exception:  # noqa: BLE001  one part's bug must not end the show (one of the two places)
            _log.exception("The service '%s' broke and is started again.", name)
        else:
            return
        now = clock.now()
        if crashes and now - crashes[-1] > _WINDOW_S:
            delays = delays_s(0.25, 5.0)
        crashes.append(now)
        if len(crashes) == _MOST_RESTARTS and now - crashes[0] < _WINDOW_S:
            reason = f"broke {_MOST_RESTARTS} times within a minute; tried again in {_DOWN_FOR_S:.0f} s"
            stream.publish(events.ServiceDown(service=name, reason=reason))
            crashes.clear()
            await clock.sleep(_DOWN_FOR_S)
            stream.publish(events.ServiceUp(service=name))
        else:
            await clock.sleep(next(delays))
