"""OBS's scenes: the performer keeps quiet in those that are listed."""

from collections.abc import Sequence
from typing import Final

import anyio
from anyio.abc import TaskStatus

from performer.agent.pause_triggers.desktop_detect import find_matching
from performer.agent.pause_triggers.settings import CanPause
from performer.core.clock import Clock

_SETTLES_WITHIN_S: Final = 0.2
"""A page may tell of thousands of scenes a second; between two looks at what it says, so much time passes."""


class ScenePause:
    """Follows the name of the scene that is on air.

    Args:
        clock: The show's clock.
        scenes: Names to keep quiet in; `*` stands for anything.
        pausing: Who keeps quiet.
    """

    def __init__(self, clock: Clock, scenes: Sequence[str], pausing: CanPause) -> None:
        self._clock = clock
        self._scenes = scenes
        self._pausing = pausing
        self._scene = ""
        self._changed = anyio.Event()

    def show(self, name: str) -> None:
        """Note which scene is on air now; empty when that is not known any more."""
        self._scene = name
        self._changed.set()

    async def run(self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
        """Pause and let go until cancelled; a pause takes as long as it takes to be silent."""
        task_status.started()
        while True:
            await self._changed.wait()
            self._changed = anyio.Event()
            found = find_matching(self._scenes, [self._scene])
            if found:
                await self._pausing.pause("scene", f"OBS shows a scene that is listed: {found}")
            else:
                self._pausing.resume("scene")
            await self._clock.sleep(_SETTLES_WITHIN_S)
