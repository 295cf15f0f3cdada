"""The limit of answers: so many an hour and person, so that one does not keep the performer from all the others."""

import json
from collections import deque
from collections.abc import Mapping
from typing import Final

from performer.clock import Clock

HOUR_S: Final = 3600.0


class AnswerLimit:
    """Counts the answers that each person has had within the hour.

    Args:
        clock: Whose hours count.
        most: Answers within one.
    """

    def __init__(self, clock: Clock, most: int) -> None:
        self._clock = clock
        self._most = most
        self._answers: dict[str, deque[float]] = {}
        """When somebody was answered, by their number; of the last hour."""
        self._told: dict[str, float] = {}

    def answered(self, author_id: str) -> None:
        """Take in that somebody is answered."""
        self._let_old_go()
        self._answers.setdefault(author_id, deque(maxlen=self._most)).append(self._clock.now())

    def wait_s(self, author_id: str) -> float:
        """Tell in how many seconds somebody may be answered again; 0: now."""
        answers = self._answers.get(author_id)
        if answers is None or len(answers) < self._most:
            return 0.0
        return max(0.0, answers[0] + HOUR_S - self._clock.now())

    def is_to_be_told(self, author_id: str) -> bool:
        """Tell whether somebody does not know yet that they have to wait, and take in that they are told now."""
        if self._clock.now() - self._told.get(author_id, -HOUR_S) < HOUR_S:
            return False
        self._told[author_id] = self._clock.now()
        return True

    def kept(self) -> str:
        """Write who was answered when, by the wall's clock, for `take` of another run."""
        ahead_s = self._ahead_s()
        return json.dumps({who: [round(at_s + ahead_s, 3) for at_s in all_s] for who, all_s in self._answers.items()})

    def take(self, kept: str) -> None:
        """Go on with what another run has kept; what cannot be read, or is of no hour of now, counts as nothing."""
        now_s, ahead_s = self._clock.now(), self._ahead_s()
        for who, all_s in _read(kept).items():
            # A clock that was set back makes instants of the future; they would count for too long.
            known_s = sorted(min(at_s - ahead_s, now_s) for at_s in all_s)
            self._answers[who] = deque((at_s for at_s in known_s if at_s > now_s - HOUR_S), maxlen=self._most)
        self._answers = {who: all_s for who, all_s in self._answers.items() if all_s}

    def _ahead_s(self) -> float:
        """Tell by how much the wall's clock is ahead of the one that is counted by."""
        return self._clock.utc().timestamp() - self._clock.now()

    def _let_old_go(self) -> None:
        since_s = self._clock.now() - HOUR_S
        self._answers = {who: at_s for who, at_s in self._answers.items() if at_s[-1] > since_s}
        self._told = {who: at_s for who, at_s in self._told.items() if at_s > since_s}


def _read(kept: str) -> Mapping[str, list[float]]:
    try:
        found = json.loads(kept or "{}")
        return {str(who): [float(at_s) for at_s in all_s] for who, all_s in found.items()}
    except (ValueError, TypeError, AttributeError):
        return {}
