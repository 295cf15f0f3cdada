"""Measure what a model that cannot see is told of the demo game.

Run it with `python -m tests.performer.agent.prompt.picture_text_figures [SECONDS]`.

The game (seed 1) is played in virtual steps of half a second. At each marked event, half a second after it, the
sentence is printed. It counts when it names, by the tables of `bench/show/sights.py`, a thing or a number that is on
the screen or was just marked; and separately when it names what was marked itself. Before: the measures of the picture
and all the words that were read off it, as they were told until now. `-a` prints every fourth second, too; `-n` reads
nothing.
"""

import re
import resource
import statistics
import sys
import time
from dataclasses import dataclass, field

import anyio

from bench.show.ground_truth import (
    Moment,
    draw_game_reel,
    find_content_words,
    gather_moments,
    list_numbers,
    list_things,
)
from performer.core.clock import VirtualClock
from performer.models.builtin.picture_stats import PictureStats, measure_picture
from performer.vision.demo_game.game import DemoGame
from performer.vision.demo_game.plot import PLACES
from performer.vision.facts.observer import PictureObserver
from performer.vision.frame import Frame
from performer.vision.ocr.quick_reader import QuickReader
from performer.vision.ocr.reader import OcrReader
from performer.vision.ocr.tesseract import OcrSettings

SECONDS = 300.0
SEED = 1
RATE_HZ = 2.0
LATE_S = 0.5
READ_EVERY_S = 5.0
LOADS_S = 0.5
"""Real seconds in which a process that stands by has loaded its language."""


@dataclass(kw_only=True)
class Column:
    """What one way of telling gave."""

    name: str
    named: int = 0
    marked: int = 0
    total: int = 0
    words: list[int] = field(default_factory=list)

    def count(self, told: str, arcade: DemoGame, at_s: float, moment: Moment) -> None:
        """Judge a sentence."""
        said, figures = find_content_words(told), _figures(told)
        self.total += 1
        self.words.append(len(told.split()))
        self.named += bool(said & list_things(arcade, at_s) or figures & (list_numbers(arcade, at_s) - {0}))
        marked, counts = _marked(arcade, at_s, moment)
        self.marked += bool(said & marked or figures & counts)

    def __str__(self) -> str:
        """Write its line of the table."""
        share, marked = 100 * self.named / self.total, 100 * self.marked / self.total
        return (
            f"{self.name:28} names what is there {share:3.0f} %, what was marked {marked:3.0f} % "
            f"of {self.total}; median {statistics.median(self.words):.0f} words, most {max(self.words)}"
        )


def _figures(told: str) -> set[int]:
    return {int(each) for each in re.findall(r"\d+", re.sub(r"(?<=\d) (?=\d{3}\b)", "", told))}


def _marked(arcade: DemoGame, at_s: float, moment: Moment) -> tuple[set[str], set[int]]:
    """Return the words and numbers of what was marked: of its sentence, and of what the game calls out about it."""
    state = arcade.state_at(at_s)
    events = [event for event in moment.events if event.at_s <= at_s]
    texts = " ".join(event.text for event in events)
    banner = f"level {PLACES[state.place]}" if state.banner else ""
    words = find_content_words(f"{texts} {state.call} {banner}") - {"hero", "screen", "shown"}
    return words, _figures(texts)


@dataclass(kw_only=True)
class Costs:
    """Milliseconds of a core, and of the clock on the wall."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        """Write median and p95 of both."""
        if not self.cpu:
            return "none"
        late = sorted(self.wall)[int(len(self.wall) * 0.95)]
        return (
            f"median {statistics.median(self.cpu):.1f} ms of a core, "
            f"{statistics.median(self.wall):.1f} ms waited, p95 {late:.1f} ms (n={len(self.cpu)})"
        )


class Timed:
    """Takes the time of a block."""

    def __init__(self, costs: Costs) -> None:
        self._costs = costs

    def __enter__(self) -> None:
        """Begin."""
        self._cpu_s, self._wall_s = _cpu_s(), time.perf_counter()

    def __exit__(self, *_: object) -> None:
        """End."""
        self._costs.cpu.append((_cpu_s() - self._cpu_s) * 1000)
        self._costs.wall.append((time.perf_counter() - self._wall_s) * 1000)


def _cpu_s() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class Figures:
    """Plays, tells, and counts."""

    def __init__(self, *, reads: bool, prints_all: bool) -> None:
        self._clock = VirtualClock()
        self._arcade = DemoGame(SEED)
        self._glance = QuickReader(self._clock, OcrSettings(enabled=reads))
        self._reader = OcrReader(self._clock, OcrSettings(enabled=reads, within_s=60))
        self._observer = PictureObserver()
        self._before: PictureStats | None = None
        self._prints_all = prints_all
        self._read_s = -READ_EVERY_S
        self.looks, self.measures, self.readings, self.old_readings = Costs(), Costs(), Costs(), Costs()
        self.then, self.now = Column(name="before"), Column(name="now")

    async def play(self, seconds: float) -> None:
        """Play so many seconds."""
        reel = draw_game_reel(SEED, RATE_HZ)
        due = list(gather_moments(self._arcade.events_between(0.0, seconds - LATE_S)))
        async with anyio.create_task_group() as tasks:
            await tasks.start(self._glance.run)
            for number in range(int(seconds * RATE_HZ)):
                frame = reel.draw_frame(number)
                with Timed(self.looks):
                    self._observer.look(frame)
                with Timed(self.measures):
                    self._before = measure_picture(frame.jpeg, self._before)
                while due and due[0].begin_s + LATE_S <= frame.at_s:
                    await self._judge(frame, due.pop(0))
                if frame.at_s - self._read_s >= READ_EVERY_S:
                    await self._read(frame)
                if self._prints_all and number % int(4 * RATE_HZ) == 0:
                    print(f"{frame.at_s:6.1f} {'':24} {self._observer.sentence(frame.at_s)}")
                await self._clock.advance(1 / RATE_HZ)
            tasks.cancel_scope.cancel()

    async def _judge(self, frame: Frame, moment: Moment) -> None:
        await self._read(frame)
        told = self._observer.sentence(frame.at_s)
        print(f"{frame.at_s:6.1f} {moment.name[:24]:24} {told}")
        self.now.count(told, self._arcade, frame.at_s, moment)
        self.then.count(await self._as_before(frame), self._arcade, frame.at_s, moment)

    async def _read(self, frame: Frame) -> None:
        if not self._glance.can_read or frame.at_s == self._read_s:
            return
        await anyio.sleep(LOADS_S)
        with Timed(self.readings):
            writings = await self._glance.read(frame)
        self._observer.read(writings, frame.at_s)
        self._read_s = frame.at_s

    async def _as_before(self, frame: Frame) -> str:
        assert self._before is not None
        if not self._reader.can_read:
            return self._before.words()
        with Timed(self.old_readings):
            read = await self._reader.read(frame)
        return f'{self._before.words()} Written on it: "{read}"'


async def main(seconds: float, *, reads: bool, prints_all: bool) -> None:
    """Play and print."""
    figures = Figures(reads=reads, prints_all=prints_all)
    await figures.play(seconds)
    print(f"\n{figures.then}\n{figures.now}")
    print(f"a look before: {figures.measures}\na look now:    {figures.looks}")
    print(f"a reading before: {figures.old_readings}\na reading now:    {figures.readings}")


if __name__ == "__main__":
    asked = [float(each) for each in sys.argv[1:] if not each.startswith("-")]
    anyio.run(lambda: main(asked[0] if asked else SECONDS, reads="-n" not in sys.argv, prints_all="-a" in sys.argv))
