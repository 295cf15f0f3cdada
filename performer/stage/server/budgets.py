"""What is left of the show's rates, told once a second to pages that look at it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.values import dataclass
from performer.stage.server.watched_topics import WatchedTopics

_EVERY_S: Final = 1.0


@dataclass(frozen=True)
class BudgetFeed:
    """Tells the topic `budgets`: how much of each rate is used, as `count` has it."""

    _clock: Clock
    _watched: WatchedTopics
    _count: Callable[[], Mapping[str, Any]]

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Send it for as long as somebody looks, until cancelled."""
        task_status.started()
        while True:
            await self._watched.wait_for("budgets")
            self._watched.tell("budgets", self._count())
            await self._clock.sleep(_EVERY_S)
