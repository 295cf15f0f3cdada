"""The log of what the guard stopped, and why; in memory alone. What is held waits here for the streamer's yes."""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Literal

from performer.clock import Clock, SystemClock
from performer.errors import ConfigError
from performer.guard.category import RETOLD, Action, Category

KEPT: Final = 200
"""Stopped texts that are kept; older ones are forgotten."""
MOST_HELD: Final = 20
"""Texts that may wait for the streamer; one more, and the oldest is let go of."""
HELD_S: Final = 120.0
"""After that long nobody wants to hear it any more."""
LET_GO_S: Final = 300.0
"""For so long words that were let go may be said, shown and written down; then they are stopped like any others."""
_LONGEST: Final = 2000
"""Characters of a text that are kept."""
_SETTLED: Final = {
    "said": "it was let go already",
    "dropped": "it was dropped already",
    "expired": f"it waited for longer than {HELD_S:.0f} s, or too many came after it",
}

Fate = Literal["", "held", "said", "dropped", "expired"]
"""Of a text that was held: it waits, or what came of it; of every other: nothing."""


@dataclass(frozen=True, kw_only=True)
class Stopped:
    """A text that was stopped."""

    number: int
    at: datetime
    """The wall time."""
    at_s: float
    """The same, in seconds of the show's clock."""
    where: str
    """Where it was to go: speech, overlay, tool, chat, …"""
    category: Category
    rule: str
    action: Action
    only_reported: bool = False
    """Whether it went out all the same, for it was a dry run."""
    times: int = 1
    """How often it came, where one text comes again and again."""
    fate: Fate = ""
    text: str = field(repr=False)
    """For the streamer's eyes, when asked for: it belongs in no event, no other log and no error."""


class GuardLog:
    """Keeps the last stopped texts by number, and counts all of them.

    Args:
        clock: Tells when; None for the machine's.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.tell: Callable[[Stopped], None] = lambda _stopped: None
        """Hears of each text that is stopped, but of no repetition of a status."""
        self._clock = clock or SystemClock()
        self._kept: OrderedDict[int, Stopped] = OrderedDict()
        self._counts: Counter[tuple[Category, Action]] = Counter()
        self._let_go: deque[tuple[str, float]] = deque(maxlen=MOST_HELD)
        """Words, and until when they may be said."""
        self._newest = 0

    @property
    def newest(self) -> int:
        """The number of the newest; 0: nothing was stopped yet."""
        return self._newest

    @property
    def counts(self) -> Mapping[Category, Mapping[Action, int]]:
        """How many texts were stopped since the start, by category and action."""
        by_category: dict[Category, dict[Action, int]] = {}
        for (category, action), count in self._counts.items():
            by_category.setdefault(category, {})[action] = count
        return by_category

    @property
    def entries(self) -> tuple[Stopped, ...]:
        """All that are kept, the newest first."""
        self._expire()
        return tuple(reversed(self._kept.values()))

    @property
    def held(self) -> int:
        """How many wait for the streamer."""
        self._expire()
        return len(self._waiting())

    def take(
        self,
        text: str,
        *,
        category: Category,
        rule: str,
        action: Action,
        where: str,
        only_reported: bool = False,
    ) -> int:
        """Take in a text that was stopped; gives its number.

        Args:
            text: As it would have gone out.
            category: Of its worst hit.
            rule: Of its worst hit.
            action: What became of it.
            where: Where it was to go: speech, overlay, tool, chat, …
            only_reported: Whether it goes out all the same, for it is a dry run.
        """
        kept = text[:_LONGEST]
        before = self._before(kept, where)
        if before is not None:
            self._kept[before.number] = replace(before, times=before.times + 1)
            return before.number
        self._newest += 1
        stopped = Stopped(
            number=self._newest,
            at=self._clock.utc(),
            at_s=self._clock.now(),
            where=where,
            category=category,
            rule=rule,
            action=action,
            only_reported=only_reported,
            fate="held" if action == "hold" and not only_reported else "",
            text=kept,
        )
        self._keep(stopped)
        self.tell(stopped)
        return stopped.number

    def entry(self, number: int) -> Stopped:
        """Give one.

        Raises:
            ConfigError: when it is not kept.
        """
        self._expire()
        if number not in self._kept:
            raise ConfigError(f"There is no stopped text {number}. {self._range()}")
        return self._kept[number]

    def waiting(self, number: int) -> Stopped:
        """Give one that waits for the streamer.

        Raises:
            ConfigError: when it does not: it never was held, or is settled already.
        """
        stopped = self.entry(number)
        if stopped.fate != "held":
            why = _SETTLED.get(stopped.fate, "it was never held")
            raise ConfigError(f"The stopped text {number} does not wait for a yes: {why}. The panel shows which do.")
        return stopped

    def settle(self, number: int, *, is_said: bool) -> None:
        """Have done with a text that is held, as the streamer decided.

        Raises:
            ConfigError: as `waiting` does.
        """
        stopped = replace(self.waiting(number), fate="said" if is_said else "dropped")
        self._kept[number] = stopped
        if is_said:
            self._let_go.append((stopped.text, self._clock.now() + LET_GO_S))

    def is_let_go(self, text: str, start: int, end: int) -> bool:
        """Tell whether a part of a text lies within words that the streamer let go not long ago."""
        while self._let_go and self._let_go[0][1] <= self._clock.now():
            self._let_go.popleft()
        return any(_is_within(text, words, start, end) for words, _ in self._let_go)

    def left_s(self, stopped: Stopped) -> float:
        """Tell how long a text still waits; 0 for one that does not."""
        return max(stopped.at_s + HELD_S - self._clock.now(), 0.0) if stopped.fate == "held" else 0.0

    def _keep(self, stopped: Stopped) -> None:
        self._counts[stopped.category, stopped.action] += 1
        self._kept[stopped.number] = stopped
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        if stopped.fate == "held":
            for oldest in self._waiting()[:-MOST_HELD]:
                self._kept[oldest.number] = replace(oldest, fate="expired")

    def _waiting(self) -> tuple[Stopped, ...]:
        return tuple(each for each in self._kept.values() if each.fate == "held")

    def _expire(self) -> None:
        for each in self._waiting():
            if not self.left_s(each):
                self._kept[each.number] = replace(each, fate="expired")

    def _before(self, text: str, where: str) -> Stopped | None:
        """Find the same text where it comes again and again."""
        if where not in RETOLD:
            return None
        same = (each for each in self._kept.values() if each.where == where and each.text == text)
        return next(same, None)

    def _range(self) -> str:
        if not self._kept:
            return "None was stopped yet."
        return f"Kept are {next(iter(self._kept))} to {self._newest}."


def _is_within(text: str, words: str, start: int, end: int) -> bool:
    """Tell whether a part of a text lies within some words in it, wherever they stand: what is longer is not theirs."""
    at = text.find(words)
    while at >= 0:
        if at <= start and end <= at + len(words):
            return True
        at = text.find(words, at + 1)
    return False
