"""The figures of one endpoint while the show runs: its answers, its failures, and their times."""

from collections import deque
from statistics import median
from typing import Final

from performer.models.model import Step

_KEPT: Final = 50
"""Answers that count: a model is as quick as it was lately."""
_FEW_TOKENS: Final = 4
"""Shorter answers show little of how quick the others were written."""


class EndpointFigures:
    """Counts answers and failures, and keeps the times of the last answers."""

    def __init__(self) -> None:
        self.answers = 0
        self.failures = 0
        """Steps and look-ups that failed."""
        self.last_error = ""
        """The last failure, though it may be over."""
        self.load_s: float | None = None
        """Seconds until it was ready, the last time it was not."""
        self._took_s: deque[float] = deque(maxlen=_KEPT)
        self._tokens_per_s: deque[float] = deque(maxlen=_KEPT)

    @property
    def answer_s(self) -> float | None:
        """Seconds that an answer takes, the median of the last ones; None before the first."""
        return round(median(self._took_s), 2) if self._took_s else None

    @property
    def tokens_per_s(self) -> float | None:
        """Tokens that it writes in a second, likewise; None where the server does not tell."""
        return round(median(self._tokens_per_s), 1) if self._tokens_per_s else None

    def count_answer(self, step: Step, took_s: float) -> None:
        """Add an answer that came whole."""
        self.answers += 1
        self._took_s.append(took_s)
        usage = step.usage
        if usage.answer_s > 0 and usage.answer_tokens >= _FEW_TOKENS:
            self._tokens_per_s.append(usage.answer_tokens / usage.answer_s)

    def count_failure(self, why: str) -> None:
        """Add a failure."""
        self.failures += 1
        self.last_error = why
