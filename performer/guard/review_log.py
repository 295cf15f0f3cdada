"""The log of what the guard stopped, and why; in memory alone. What is held waits here for the streamer's yes."""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Literal

from performer.core.clock import Clock, SystemClock
from performer.core.errors import ConfigError
from performer.guard.verdict import RETOLD, SEVERITY, Action, Category

KEPT: Final = 200
"""Stopped texts that are kept; older ones are forgotten."""
MOST_HELD: Final = 20
"""Texts that may wait for the streamer; one more, and the oldest is let go of."""
HELD_S: Final = 120.0
"""After that long nobody wants to hear it any more."""
LET_GO_S: Final = 300.0
"""For so long words that were let go may be said, shown and written down; then they are stopped like any others."""
SAME_S: Final = 10.0
"""Within so many seconds a text that comes again, or goes elsewhere too, is the same text: one entry."""
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
class StoppedText:
    """A text that was stopped."""

    number: int
    at: datetime
    """The wall time."""
    at_s: float
    """The same, in seconds of the show's clock."""
    where: str
    """Where it was to go: speech, overlay, tool, chat, …"""
    also: tuple[str, ...] = ()
    """Where else the same text was to go: a chat line is shown in the terminal, too."""
    category: Category
    rule: str
    action: Action
    only_reported: bool = False
    """Whether it went out all the same, for it was a dry run."""
    times: int = 1
    """How often it came to one place."""
    fate: Fate = ""
    text: str = field(repr=False)
    """For the streamer's eyes, when asked for: it belongs in no event, no other log and no error."""


class GuardReviewLog:
    """Keeps the last stopped texts by number, and counts all of them.

    Args:
        clock: Tells when; None for the machine's.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.tell: Callable[[StoppedText], None] = lambda _stopped: None
        """Hears of each text that is stopped, once."""
        self._clock = clock or SystemClock()
        self._kept: OrderedDict[int, StoppedText] = OrderedDict()
        self._counts: Counter[tuple[Category, Action]] = Counter()
        self._let_go: deque[tuple[str, float]] = deque(maxlen=MOST_HELD)
        """Words, and until when they may be said."""
        self._newest = 0
        self.last = 0
        """The number of the text that came last, maybe not for the first time."""
        self.changes = 0
        """How often an entry came, or became another."""

    @property
    def newest(self) -> int:
        """The number of the newest; 0: nothing was stopped yet."""
        return self._newest

    @property
    def counts(self) -> Mapping[Category, Mapping[Action, int]]:
        """How many texts were stopped since the start, by category and action."""
        by_category: dict[Category, dict[Action, int]] = {}
        for (category, action), count in (+self._counts).items():
            by_category.setdefault(category, {})[action] = count
        return by_category

    @property
    def entries(self) -> tuple[StoppedText, ...]:
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
        stopped = StoppedText(
            number=self._newest + 1,
            at=self._clock.utc(),
            at_s=self._clock.now(),
            where=where,
            category=category,
            rule=rule,
            action=action,
            only_reported=only_reported,
            fate="held" if action == "hold" and not only_reported else "",
            text=text[:_LONGEST],
        )
        before = self._before(stopped)
        self.last = before.number if before else stopped.number
        if before:
            self._fold(before, stopped)
        else:
            self._keep(stopped)
            self.tell(stopped)
        return self.last

    def entry(self, number: int) -> StoppedText:
        """Give one.

        Raises:
            ConfigError: when it is not kept.
        """
        self._expire()
        if number not in self._kept:
            raise ConfigError(f"There is no stopped text {number}. {self._range()}")
        return self._kept[number]

    def waiting(self, number: int) -> StoppedText:
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

    def is_released(self, text: str, start: int, end: int) -> bool:
        """Tell whether a part of a text lies within words that the streamer let go not long ago."""
        while self._let_go and self._let_go[0][1] <= self._clock.now():
            self._let_go.popleft()
        return any(_is_within(text, words, start, end) for words, _ in self._let_go)

    def left_s(self, stopped: StoppedText) -> float:
        """Tell how long a text still waits; 0 for one that does not."""
        return max(stopped.at_s + HELD_S - self._clock.now(), 0.0) if stopped.fate == "held" else 0.0

    def _keep(self, stopped: StoppedText) -> None:
        self._newest = stopped.number
        self.changes += 1
        self._counts[stopped.category, stopped.action] += 1
        self._kept[stopped.number] = stopped
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        if stopped.fate == "held":
            for oldest in self._waiting()[:-MOST_HELD]:
                self._kept[oldest.number] = replace(oldest, fate="expired")

    def _waiting(self) -> tuple[StoppedText, ...]:
        return tuple(each for each in self._kept.values() if each.fate == "held")

    def _expire(self) -> None:
        for each in self._waiting():
            if not self.left_s(each):
                self._kept[each.number] = replace(each, fate="expired")

    def _before(self, stopped: StoppedText) -> StoppedText | None:
        """Find the same text: a while ago, or at any time where one and the same comes again and again."""
        for each in reversed(self._kept.values()):
            is_new = stopped.at_s - each.at_s <= SAME_S
            if (is_new and _is_same(each, stopped)) or _is_retold(each, stopped):
                return each
        return None

    def _fold(self, before: StoppedText, again: StoppedText) -> None:
        """Take in a text that is there already: the worst that became of it counts."""
        known = (before.where, *before.also)
        if again.where in known:
            folded = replace(before, times=before.times + 1)
        elif before.where in RETOLD:  # the text itself, and not what the show tells of it, is what people ask for
            folded = replace(before, where=again.where, also=known, text=again.text)
        else:
            folded = replace(before, also=(*before.also, again.where))
        if SEVERITY.index(again.action) > SEVERITY.index(before.action):
            folded = replace(folded, category=again.category, rule=again.rule, action=again.action)
            self._counts[before.category, before.action] -= 1
            self._counts[again.category, again.action] += 1
        self._kept[before.number] = folded
        self.changes += again.where not in RETOLD or again.where not in known

    def _range(self) -> str:
        if not self._kept:
            return "None was stopped yet."
        return f"Kept are {next(iter(self._kept))} to {self._newest}."


def _is_same(before: StoppedText, again: StoppedText) -> bool:
    """Tell whether two are one text; what the show tells of a text has a mark and maybe a name before it."""
    if (before.fate, before.only_reported) != (again.fate, again.only_reported):
        return False
    first, second = " ".join(before.text.split()), " ".join(again.text.split())
    if before.where in RETOLD and again.where not in RETOLD:
        return second in first
    if again.where in RETOLD and before.where not in RETOLD:
        return first in second
    return first == second


def _is_retold(before: StoppedText, again: StoppedText) -> bool:
    """Tell whether the show tells one and the same of itself, as it does for as long as something is down."""
    return again.where in RETOLD and again.where == before.where and again.text == before.text


def _is_within(text: str, words: str, start: int, end: int) -> bool:
    """Tell whether a part of a text lies within some words in it, wherever they stand: what is longer is not theirs."""
    at = text.find(words)
    while at >= 0:
        if at <= start and end <= at + len(words):
            return True
        at = text.find(words, at + 1)
    return False
