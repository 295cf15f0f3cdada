"""What is left of the show's rates, told to pages that look at it when it has changed, once a second at most."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import anyio
from anyio.abc import TaskStatus

from performer.core.clock import Clock
from performer.core.values import dataclass
from performer.stage.server.watched_topics import WatchedTopics

_EVERY_S: Final = 1.0


@dataclass(eq=False)
class BudgetFeed:
    """The feed of the topic `budgets`: how much of each rate is used, as `count` has it."""

    _clock: Clock
    _watched: WatchedTopics
    _count: Callable[[], Mapping[str, Any]]

    def __post_init__(self) -> None:
        """Start with nothing told."""
        self._told: Mapping[str, Any] | None = None

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Send it for as long as somebody looks, until cancelled."""
        task_status.started()
        self._watched.on_change.append(self._forget)
        while True:
            await self._watched.wait_for("budgets")
            counted = self._count()
            if counted != self._told:
                self._told = counted
                self._watched.tell("budgets", counted)
            await self._clock.sleep(_EVERY_S)

    def _forget(self) -> None:
        """Forget what was told, as somebody else may look."""
        self._told = None
