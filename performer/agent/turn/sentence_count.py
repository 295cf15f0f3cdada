"""The count of a turn's sentences: how many went out, how many were dropped, and whether more may go out."""

from dataclasses import field
from typing import Final

from performer.agent.prompt.answer_length import AnswerLength
from performer.core.values import dataclass

_MOST_IN_VAIN: Final = 12
"""Sentences in a row that are dropped, after which nothing better is expected of a step. A model that thinks aloud
before it answers needs six or seven."""


@dataclass(eq=False)
class SentenceCount:
    """Counts sentences, and blocks of code, as they go out or are dropped."""

    length: AnswerLength
    """How many may go out."""
    passed: int = field(init=False, default=0)
    """How many were let through."""
    spoken: int = field(init=False, default=0)
    """How many of these are spoken."""
    skipped: int = field(init=False, default=0)
    """How many were read for the code behind them, and are neither spoken nor written."""
    at_judge: int = field(init=False, default=0)
    """How many wait for the judge."""
    dropped: int = field(init=False, default=0)
    """How many were not let through, but for their number or their age."""
    dropped_here: int = field(init=False, default=0)
    """How many of these were of this step."""
    _more: int = field(init=False, default=0)
    """How many may go out beyond the length."""
    _in_vain: int = field(init=False, default=0)
    """How many of this step were nothing since the last one that was let through."""

    @property
    def has_read_all(self) -> bool:
        """Whether as many sentences of the turn were read as may go out."""
        return self.passed + self.skipped >= self.length.most + self._more

    @property
    def has_all(self) -> bool:
        """Whether that is so when those with the judge have gone out."""
        return self.passed + self.skipped + self.at_judge >= self.length.most + self._more

    @property
    def has_no_word_left(self) -> bool:
        """Whether no sentence of a further step would go out."""
        return self.has_all or not (self.length.written or self.has_voice_left)

    @property
    def is_in_vain(self) -> bool:
        """Whether so many sentences of this step in a row were nothing that no more of it should be read."""
        return self._in_vain >= _MOST_IN_VAIN

    @property
    def has_voice_left(self) -> bool:
        """Whether one more may be spoken."""
        return self.spoken < self.length.sentences + self._more

    def begin_step(self) -> None:
        """Start another step of the turn."""
        self.dropped_here = self._in_vain = 0

    def allow_one_more(self) -> None:
        """Raise the number of sentences that may go out by one."""
        self._more += 1

    def add_passed(self) -> None:
        """Count a sentence that is let through."""
        self.passed += 1
        self._in_vain = 0

    def add_dropped(self) -> None:
        """Count a sentence that is dropped."""
        self.dropped += 1
        self.dropped_here += 1
        self._in_vain += 1

    def add_empty(self) -> None:
        """Count a sentence of which the guard left nothing."""
        self._in_vain += 1
