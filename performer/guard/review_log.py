"""The log of stopped texts, in memory only, in which held texts wait for the streamer's approval."""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from datetime import datetime
from functools import cached_property
from typing import Final, Literal

from performer.core.clock import Clock, SystemClock
from performer.core.errors import ConfigError
from performer.core.own_text import own
from performer.core.values import dataclass
from performer.guard.verdict import RETOLD, SEVERITY, Action, Category

KEPT: Final = 200
"""The most stopped texts in the log; older ones are removed."""
MOST_HELD: Final = 20
"""The most texts that wait for the streamer; with one more the oldest expires."""
HELD_S: Final = 120.0
"""The time after which a held text expires."""
LET_GO_S: Final = 300.0
"""The time for which released words may be said, shown and written down."""
SAME_S: Final = 10.0
"""The time within which a text that comes again, or goes elsewhere too, is the same entry."""
_LONGEST: Final = 2000
"""The most characters of a text in the log."""
_SETTLED: Final = {
    "said": "it was let go already",
    "dropped": "it was dropped already",
    "expired": f"it waited for longer than {HELD_S:.0f} s, or too many came after it",
}

Fate = Literal["", "held", "said", "dropped", "expired"]
"""The state of a held text; empty for a text that was not held."""


@dataclass(frozen=True, kw_only=True)
class StopReason:
    """One kind of what was found in a text, and what becomes of the text for it."""

    category: Category
    rule: str
    action: Action


@dataclass(frozen=True, kw_only=True)
class StoppedText:
    """An entry of the log."""

    number: int
    at: datetime
    """The wall time."""
    at_s: float
    """The same time, in seconds of the show's clock."""
    where: str
    """The place to which the text was to go: speech, overlay, tool, chat, …"""
    also: tuple[str, ...] = ()
    """Further places of the same text: a chat line is shown in the terminal, too."""
    category: Category
    rule: str
    action: Action
    others: tuple[StopReason, ...] = ()
    """The other kinds of what was found in the text, one for each."""
    only_reported: bool = False
    """Whether the text went out all the same, because of a dry run."""
    times: int = 1
    """The number of times that the text came to one place."""
    fate: Fate = ""
    text: str = field(repr=False)
    """The text, only for the streamer when asked for: it belongs in no event, no other log and no error."""

    @cached_property
    def in_one_line(self) -> str:
        """The text with single blanks."""
        return " ".join(self.text.split())


class GuardReviewLog:
    """The last stopped texts by number, and counts of all."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._on_stop: Callable[[StoppedText], None] = lambda _stopped: None
        self._clock = clock or SystemClock()
        self._kept: OrderedDict[int, StoppedText] = OrderedDict()
        self._counts: Counter[tuple[Category, Action]] = Counter()
        self._released: deque[tuple[str, float]] = deque(maxlen=MOST_HELD)
        """Words, and the time until which they may be said."""
        self.newest = 0
        """The number of the newest entry; 0 when nothing was stopped yet."""
        self.last = 0
        """The number of the entry that came last, maybe not for the first time."""
        self.changes = 0
        """The number of times that an entry was added or changed."""

    def subscribe(self, on_stop: Callable[[StoppedText], None]) -> None:
        """Set what is called once for each text that is stopped."""
        self._on_stop = on_stop

    @property
    def counts(self) -> Mapping[Category, Mapping[Action, int]]:
        """The numbers of texts that were stopped since the start, by category and action."""
        by_category: dict[Category, dict[Action, int]] = {}
        for (category, action), count in (+self._counts).items():
            by_category.setdefault(category, {})[action] = count
        return by_category

    @property
    def entries(self) -> tuple[StoppedText, ...]:
        """The entries of the log, the newest first."""
        self._expire()
        return tuple(reversed(self._kept.values()))

    @property
    def held(self) -> int:
        """The number of texts that wait for the streamer."""
        self._expire()
        return len(self._list_waiting())

    def take(
        self,
        text: str,
        *,
        category: Category,
        rule: str,
        action: Action,
        where: str,
        others: tuple[StopReason, ...] = (),
        only_reported: bool = False,
    ) -> int:
        """Add a stopped text, and return its number; for the fields see `StoppedText`."""
        stopped = StoppedText(
            number=self.newest + 1,
            at=self._clock.utc(),
            at_s=self._clock.now(),
            where=where,
            category=category,
            rule=rule,
            action=action,
            others=others,
            only_reported=only_reported,
            fate="held" if action == "hold" and not only_reported else "",
            text=text[:_LONGEST],
        )
        before = self._find_same(stopped)
        self.last = before.number if before else stopped.number
        if before:
            self._fold(before, stopped)
        else:
            self._add(stopped)
            self._on_stop(stopped)
        return self.last

    def entry(self, number: int) -> StoppedText:
        """Return the entry of a number; a ConfigError when the log has no such entry, or no longer."""
        self._expire()
        if number not in self._kept:
            known = f"Kept are {next(iter(self._kept))} to {self.newest}." if self._kept else "None was stopped yet."
            raise ConfigError(own("There is no stopped text {number}. {known}", number=number, known=known))
        return self._kept[number]

    def waiting(self, number: int) -> StoppedText:
        """Return the entry of a text that waits; a ConfigError when it was never held, or is settled already."""
        stopped = self.entry(number)
        if stopped.fate != "held":
            why = _SETTLED.get(stopped.fate, "it was never held")
            raise ConfigError(
                own(
                    "The stopped text {number} does not wait for a yes: {why}. The panel shows which do.",
                    number=number,
                    why=why,
                )
            )
        return stopped

    def settle(self, number: int, *, is_said: bool) -> None:
        """Release or drop a text that is held; raises as `waiting` does."""
        stopped = replace(self.waiting(number), fate="said" if is_said else "dropped")
        self._kept[number] = stopped
        if is_said:
            self._released.append((stopped.text, self._clock.now() + LET_GO_S))

    def is_released(self, text: str, start: int, end: int) -> bool:
        """Whether a part of a text lies within words that the streamer released not long ago."""
        return any(_is_within(text, words, start, end) for words in self.released)

    @property
    def released(self) -> tuple[str, ...]:
        """The words that the streamer released not long ago, the oldest first."""
        while self._released and self._released[0][1] <= self._clock.now():
            self._released.popleft()
        return tuple(words for words, _ in self._released)

    def left_s(self, stopped: StoppedText) -> float:
        """Return the time for which a text still waits; 0 for one that does not wait."""
        return max(stopped.at_s + HELD_S - self._clock.now(), 0.0) if stopped.fate == "held" else 0.0

    def _add(self, stopped: StoppedText) -> None:
        self.newest = stopped.number
        self.changes += 1
        self._count(stopped, 1)
        self._kept[stopped.number] = stopped
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        if stopped.fate == "held":
            for oldest in self._list_waiting()[:-MOST_HELD]:
                self._kept[oldest.number] = replace(oldest, fate="expired")

    def _count(self, stopped: StoppedText, by: int) -> None:
        """Count a text once for each kind of what was found in it."""
        self._counts[stopped.category, stopped.action] += by
        for each in stopped.others:
            self._counts[each.category, each.action] += by

    def _list_waiting(self) -> tuple[StoppedText, ...]:
        return tuple(each for each in self._kept.values() if each.fate == "held")

    def _expire(self) -> None:
        for each in self._list_waiting():
            if not self.left_s(each):
                self._kept[each.number] = replace(each, fate="expired")

    def _find_same(self, stopped: StoppedText) -> StoppedText | None:
        """Find the same text: a short while ago, or at any time for a message that the show repeats."""
        kept = reversed(self._kept.values())
        if stopped.where not in RETOLD:  # it is in the same words, or in a message that repeats them
            kept = (each for each in kept if each.in_one_line == stopped.in_one_line or each.where in RETOLD)
        for each in kept:
            is_new = stopped.at_s - each.at_s <= SAME_S
            if (is_new and _is_same(each, stopped)) or _is_retold(each, stopped):
                return each
        return None

    def _fold(self, before: StoppedText, again: StoppedText) -> None:
        """Merge a text into its entry, in which the most severe action counts."""
        known = (before.where, *before.also)
        if again.where in known:
            folded = replace(before, times=before.times + 1)
        elif before.where in RETOLD:  # people ask for the text itself, not for the show's message about it
            folded = replace(before, where=again.where, also=known, text=again.text)
        else:
            folded = replace(before, also=(*before.also, again.where))
        if SEVERITY.index(again.action) > SEVERITY.index(before.action):
            folded = replace(folded, category=again.category, rule=again.rule, action=again.action, others=again.others)
            self._count(before, -1)
            self._count(again, 1)
        self._kept[before.number] = folded
        self.changes += again.where not in RETOLD or again.where not in known


def _is_same(before: StoppedText, again: StoppedText) -> bool:
    """Whether two entries are one text; in a message of the show a mark and maybe a name stand before the text."""
    if before.fate != again.fate or before.only_reported != again.only_reported:
        return False
    first, second = before.in_one_line, again.in_one_line
    if before.where in RETOLD and again.where not in RETOLD:
        return second in first
    if again.where in RETOLD and before.where not in RETOLD:
        return first in second
    return first == second


def _is_retold(before: StoppedText, again: StoppedText) -> bool:
    """Whether the show repeats a message, as it does for as long as something is down."""
    return again.where in RETOLD and again.where == before.where and again.text == before.text


def _is_within(text: str, words: str, start: int, end: int) -> bool:
    """Whether a part of a text lies wholly within some words, wherever these stand in the text."""
    at = text.find(words)
    while at >= 0:
        if at <= start and end <= at + len(words):
            return True
        at = text.find(words, at + 1)
    return False
