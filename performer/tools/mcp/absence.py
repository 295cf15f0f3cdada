"""Whether a server that is away is expected back, and when: what a model is told that calls it meanwhile."""

import math
from dataclasses import field
from typing import Final

from performer.core.clock import Clock
from performer.core.own_text import OwnText, own
from performer.core.values import dataclass

_EXPECTED_S: Final = 60.0
"""Tools of a server that is away for longer are not offered any more."""


@dataclass
class Absence:
    """The starts and ends of one server, as far as they tell when it is back."""

    _clock: Clock
    _name: str
    _began_s: float = field(default=0.0, init=False)
    """When the newest start began, or is to begin."""
    _start_took_s: float = field(default=0.0, init=False)
    """How long the last start that came to something took."""
    _since_s: float | None = field(default=None, init=False)
    """When the server went away; None: it has not."""
    _needs_person: bool = field(default=False, init=False)

    def note_start(self) -> None:
        """Note that a start of the server begins."""
        self._began_s = self._clock.now()

    def note_back(self) -> None:
        """Note that the server is there."""
        self._start_took_s, self._since_s = self._clock.now() - self._began_s, None

    def note_gone(self, *, again_in_s: float, needs_person: bool) -> None:
        """Note that the server is gone, and when it is started again; `needs_person`: that alone mends nothing."""
        now_s = self._clock.now()
        self._since_s = now_s if self._since_s is None else self._since_s
        self._began_s, self._needs_person = now_s + again_in_s, needs_person

    @property
    def is_expected(self) -> bool:
        """Whether the server is back before long, as far as anybody knows."""
        is_new = self._since_s is None or self._clock.now() - self._since_s < _EXPECTED_S
        return is_new and not self._needs_person

    def describe(self, why: str) -> OwnText:
        """Return what a model is told that calls the server while it is away for that reason."""
        if self._needs_person:
            return own("{name} is not there: {why}. Let it go.", name=self._name, why=why)
        left_s = self._began_s + self._start_took_s - self._clock.now()
        return own("{name} is restarting, try again in {s} s", name=self._name, s=max(1, math.ceil(left_s)))
