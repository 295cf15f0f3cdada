"""The figures of `performer bench model`: the times of each kind of question, as series beside their floors."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from bench.speed.model_asking import AskedTimes
from bench.speed.report import Series, make_series

BARE: Final = "the shortest question"
_FIRST: Final = "first token"
_UNEVEN: Final = 3.0
"""Times the usual that the slowest short question takes where something else asks the server, too."""
_UNEVEN_S: Final = 1.0


@dataclass(kw_only=True)
class QuestionArm:
    """One kind of question, and its times."""

    key: str
    title: str
    floor: str = "bare_first"
    against: str = BARE
    times: list[AskedTimes] = field(default_factory=list)

    @property
    def firsts_s(self) -> list[float]:
        """The seconds to the first token of each answer."""
        return [each.first_s for each in self.times]

    @property
    def lines_s(self) -> list[float]:
        """The seconds to the end of each answer."""
        return [each.line_s for each in self.times]


def _make_cold(key: str, title: str) -> QuestionArm:
    return QuestionArm(key=f"{key}_cold", title=f"{title}, cold", floor=f"{key}_first", against="warm")


@dataclass(kw_only=True)
class ModelFigures:
    """All that is measured of a model."""

    bare: QuestionArm = field(default_factory=lambda: QuestionArm(key="bare", title=BARE, floor="", against=""))
    cold: QuestionArm = field(default_factory=lambda: _make_cold("reaction", "reaction"))
    """Reactions whose beginning its server has to read."""
    warm: QuestionArm = field(default_factory=lambda: QuestionArm(key="reaction", title="reaction, warm"))
    """Those of which it knows the beginning, as in a show."""
    talk_cold: QuestionArm = field(default_factory=lambda: _make_cold("talk", "answer"))
    talk: QuestionArm = field(default_factory=lambda: QuestionArm(key="talk", title="answer, warm"))
    by_width: dict[int, QuestionArm] = field(default_factory=dict)
    """Warm reactions with a picture, by the value of `scene.picture_width`."""
    by_context: dict[int, QuestionArm] = field(default_factory=dict)
    """The same, or without a picture, by the value of `model.num_ctx`."""
    loads_s: list[float] = field(default_factory=list)
    """From a model that is not in memory to the first token of a reaction."""

    def add_width(self, width: int, size: tuple[int, int]) -> QuestionArm:
        """Add the reactions with a picture of a width, which shows so many pixels."""
        title = f"reaction, a picture of {size[0]} x {size[1]}"
        arm = QuestionArm(key=f"picture_{width}", title=title, floor="reaction_first", against="no picture")
        return self.by_width.setdefault(width, arm)

    def add_context(self, tokens: int, usual: int) -> QuestionArm:
        """Add the reactions with a context; the usual one is the floor of the others."""
        floor, against = ("reaction_first", "the same above")
        if tokens != usual:
            floor, against = f"context_{usual}_first", f"context of {usual}"
        arm = QuestionArm(key=f"context_{tokens}", title=f"reaction, context of {tokens}", floor=floor, against=against)
        return self.by_context.setdefault(tokens, arm)

    @property
    def seen(self) -> list[AskedTimes]:
        """The times of all reactions with a picture."""
        return [each for arm in self.by_width.values() for each in arm.times]

    @property
    def longest_question(self) -> int:
        """Tokens of the longest question; 0 where its server counts none."""
        return max(each.usage.prompt_tokens for each in self.talk.times)

    def list_series(self) -> Iterator[Series]:
        """Yield all series; those of which there are no values are left out."""
        asked = (self.cold, self.warm, *self.by_width.values(), self.talk_cold, self.talk, *self.by_context.values())
        for arm in (self.bare, *asked):
            times, key, group = _to_ms(arm.firsts_s), f"{arm.key}_first", f"asked → {_FIRST}"
            yield make_series(key, arm.title, times, floor=arm.floor, against=arm.against, group=group)
        for arm in asked:
            floor, against = ("", "") if arm is self.warm else ("reaction_line", "a warm reaction")
            times, key, group = _to_ms(arm.lines_s), f"{arm.key}_line", "asked → the whole answer"
            yield make_series(key, arm.title, times, floor=floor, against=against, group=group)
        yield from self._list_token_series()
        if self.loads_s:
            times, group = _to_ms(self.loads_s), f"asked, not in memory → {_FIRST}"
            yield make_series("load", "reaction", times, floor="reaction_first", against="warm", group=group)

    def _list_token_series(self) -> Iterator[Series]:
        cold, warm = [*self.cold.times, *self.talk_cold.times], [*self.warm.times, *self.seen, *self.talk.times]
        group = "a token"
        rows = (
            make_series("read_token", "to read it", _measure(cold, lambda it: it.read_token_ms), group=group),
            make_series("write_token", "to write it", _measure(self.warm.times, _write_token_ms), group=group),
            make_series(
                "write_token_seen",
                "to write it, with a picture",
                _measure(self.seen, _write_token_ms),
                floor="write_token",
                against="without",
                group=group,
            ),
            make_series(
                "own",
                "the performer's share",
                _measure(warm, lambda it: it.own_ms),
                floor="bare_first",
                against=BARE,
                group="asked → the first words",
            ),
        )
        yield from (each for each in rows if each.n)

    def describe_speed(self) -> str:
        """Describe in a sentence how many tokens a second it reads and writes; empty where its server counts none."""
        reads, writes = _count_per_s(self.cold.times, lambda it: it.read_token_ms), self._count_written(self.warm.times)
        if not reads or not writes:
            return ""
        seen = self._count_written(self.seen)
        beside = f", and {seen:.0f} with a picture" if seen else ""
        return f"It reads {reads:.0f} tokens a second, and writes {writes:.0f}{beside}."

    def _count_written(self, times: Sequence[AskedTimes]) -> float | None:
        return _count_per_s(times, _write_token_ms)

    def describe_busy(self) -> str:
        """Describe in sentences that the server was busy with something else, with the remedy; empty: it was not."""
        usual_s, slowest_s = median(self.bare.firsts_s), max(self.bare.firsts_s)
        if slowest_s < max(_UNEVEN * usual_s, _UNEVEN_S):
            return ""
        return (
            f"The server was busy with something else: {BARE} took {usual_s:.2f} s as a rule,"
            f" and once {slowest_s:.1f} s. End what else asks it, and measure again."
        )


def _to_ms(values_s: Sequence[float]) -> list[float]:
    return [1000 * each for each in values_s]


def _write_token_ms(times: AskedTimes) -> float | None:
    return times.write_token_ms


def _measure(times: Iterable[AskedTimes], read: Callable[[AskedTimes], float | None]) -> list[float]:
    return [value for each in times if (value := read(each)) is not None]


def _count_per_s(times: Iterable[AskedTimes], read: Callable[[AskedTimes], float | None]) -> float | None:
    """Return the median of tokens a second; None of no values."""
    values = [each for each in _measure(times, read) if each]
    return 1000 / median(values) if values else None
