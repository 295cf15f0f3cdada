"""Rates, and counters of what was done when and of who asked how often."""

import re
from bisect import insort
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import field
from typing import Any, Final

from pydantic import GetCoreSchemaHandler
from pydantic_core import core_schema

from performer.core.recent_dict import RecentDict
from performer.core.values import dataclass
from performer.tools.tool import PROGRAM, ToolCall

_MAX_ASKERS: Final = 20
"""That are known: a sub-agent asks beside the turns that come after its own."""


@dataclass(frozen=True)
class AskCounter:
    """Counts asks by turn; by sub-agent where a yes has sent it, for its turn nobody knows; all programs as one."""

    _asks: RecentDict[int | str, int] = field(default_factory=lambda: RecentDict(_MAX_ASKERS))

    def count(self, call: ToolCall) -> int:
        """Count a call and return how many there were by now; a turn that asks again is not forgotten for others."""
        asker = PROGRAM if call.is_of_program else call.agent if call.turn is None else call.turn
        self._asks[asker] = asks = self._asks.get(asker, 0) + 1
        return asks


_UNITS_S: Final = {"s": 1.0, "min": 60.0, "h": 3600.0}
_A_UNIT: Final = {"s": "a second", "min": "a minute", "h": "an hour"}
_FORM: Final = re.compile(r"(\d{1,4}) ?/ ?(\d{0,4}) ?(s|min|h)")


@dataclass(frozen=True)
class RateLimit:
    """The most calls in any window of time; 0 switches the limit off."""

    calls: int
    window_s: float

    @classmethod
    def of(cls, text: str) -> "RateLimit":
        """Read `3/min`, `20/h`, `5/s` or `1/10s`.

        Raises:
            ValueError: for anything else.
        """
        found = _FORM.fullmatch(text.strip())
        if not found or found[2] in {"0", "00", "000", "0000"}:
            raise ValueError("A rate is written like 3/min, 20/h or 1/10s")
        return cls(calls=int(found[1]), window_s=float(found[2] or 1) * _UNITS_S[found[3]])

    def __str__(self) -> str:
        for unit, long_s in reversed(_UNITS_S.items()):
            many = self.window_s / long_s
            if many == int(many):
                return f"{self.calls}/{'' if many == 1 else int(many)}{unit}"
        return f"{self.calls}/{self.window_s:g}s"

    @property
    def words(self) -> str:
        """The rate in words, such as `3 times a minute`, `once an hour` or `5 times in 10 s`."""
        often = "once" if self.calls == 1 else f"{self.calls} times"
        _, _, unit = str(self).partition("/")
        return f"{often} {_A_UNIT.get(unit) or re.sub(r'(?<=[0-9])(?=[a-z])', ' ', f'in {unit}')}"

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        def read(value: object) -> "RateLimit":
            return value if isinstance(value, RateLimit) else cls.of(str(value))

        return core_schema.no_info_plain_validator_function(
            read,
            json_schema_input_schema=core_schema.str_schema(),
            serialization=core_schema.plain_serializer_function_ser_schema(str),
        )


_MAX_KEYS: Final = 1000
"""What it counts for at once: every person of a chat may be one."""


@dataclass(frozen=True)
class SlidingCounter:
    """Counts by keys in a sliding window; when there are too many, the key that was idle the longest goes first."""

    most: int = _MAX_KEYS
    _taken: OrderedDict[Hashable, list[float]] = field(default_factory=OrderedDict)
    _over_s: dict[Hashable, float] = field(default_factory=dict)
    """When nothing of a key counts any more."""

    def __len__(self) -> int:
        return len(self._taken)

    def wait_s(self, key: Hashable, rate: RateLimit, now_s: float) -> float:
        """Return how long it is until one more is free; 0 when one is."""
        taken = [at_s for at_s in self._taken.get(key, ()) if at_s > now_s - rate.window_s]
        if len(taken) < rate.calls:
            return 0.0
        return taken[-rate.calls] + rate.window_s - now_s if rate.calls else rate.window_s

    def count(self, key: Hashable, window_s: float, now_s: float) -> int:
        """Return how many of a key count in the window that ends now."""
        return sum(at_s > now_s - window_s for at_s in self._taken.get(key, ()))

    def take(self, key: Hashable, rate: RateLimit, now_s: float) -> None:
        """Count one now."""
        taken = self._taken.setdefault(key, [])
        taken[:] = [at_s for at_s in taken if at_s > now_s - rate.window_s]
        insort(taken, now_s)
        self._taken.move_to_end(key)
        self._over_s[key] = now_s + rate.window_s
        if len(self._taken) <= self.most:
            return
        for idle in [each for each, over_s in self._over_s.items() if over_s <= now_s]:
            self._forget(idle)
        while len(self._taken) > self.most:
            self._forget(next(iter(self._taken)))

    def give_back(self, key: Hashable, at_s: float) -> None:
        """Remove the count of an instant: what was counted came to nothing."""
        taken = self._taken.get(key, [])
        if at_s in taken:
            taken.remove(at_s)
        if key in self._taken and not taken:
            self._forget(key)

    def _forget(self, key: Hashable) -> None:
        del self._taken[key]
        del self._over_s[key]
