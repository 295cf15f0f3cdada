"""A row: cues of one kind that wait, the oldest first, no more than there is room for and none for too long."""

import math
from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from performer.cues import AnswerCue, Cue, GameCue, OperatorCue, SayCue, SceneCue, ScheduleCue

_C = TypeVar("_C", SayCue | OperatorCue, AnswerCue, ScheduleCue, GameCue, SceneCue)

Drop = Callable[[Cue, str], None]
"""Says of a cue why it will never become a turn."""


class Row(Generic[_C]):
    """Keeps the newest few of a kind.

    Args:
        drop: Told of every cue that leaves the row otherwise than by `take`.
        most: How many may wait.
        crowded: Why the oldest goes when one more comes.
        age_s: From its instant on a cue may wait for so long.
    """

    def __init__(self, drop: Drop, *, most: int, crowded: str = "", age_s: float = math.inf) -> None:
        self._drop = drop
        self._most = most
        self._crowded = crowded
        self._age_s = age_s
        self._cues: deque[_C] = deque()

    def __len__(self) -> int:
        return len(self._cues)

    def __iter__(self) -> Iterator[_C]:
        return iter(tuple(self._cues))

    @property
    def is_full(self) -> bool:
        """Whether one more would crowd out the oldest."""
        return len(self._cues) >= self._most

    def put(self, cue: _C) -> None:
        """Take a cue in; where there is no room, the oldest goes."""
        if self.is_full:
            self._drop(self._cues.popleft(), self._crowded)
        self._cues.append(cue)

    def take(self, cue: _C) -> None:
        """Take out a cue that waits."""
        self._cues.remove(cue)

    def expires_s(self) -> float:
        """Tell the instant at which the first of them has waited for too long; inf: none will."""
        return min((cue.at_s for cue in self._cues), default=math.inf) + self._age_s

    def let_old_go(self, now_s: float) -> None:
        """Let go of what has waited for too long."""
        for cue in self:
            # The same sum as in `expires_s`: what is due must go, or waiting for it would never end.
            if cue.at_s + self._age_s <= now_s:
                self._cues.remove(cue)
                self._drop(cue, f"waited longer than {self._age_s:g} s")

    def clear(self, reason: str) -> None:
        """Let all of them go."""
        while self._cues:
            self._drop(self._cues.popleft(), reason)
