"""A guard that breaks or hangs lets nothing out, holds nobody up, and says so once."""

import gc
import re
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator

import pytest

from performer.core.clock import VirtualClock, measure_worked_s
from performer.core.platform import ALARM
from performer.guard.guard import Guard
from performer.guard.normalise.readings import NormalizedText, normalize_text
from performer.guard.time_limit import GuardWatch, TimeLimitExceeded, UncheckedText, run_in_thread, run_in_time
from performer.guard.verdict import Dropped, GuardHit, Pass
from tests.systems import posix_only

pytestmark = pytest.mark.anyio

AT_ONCE_S = 0.02
AGAIN_S = 0.05
"""How long after an alarm the next one comes."""


class Finder:
    """Finds nothing, after whatever it is made to do with the text."""

    def __init__(self, does: Callable[[str], object]) -> None:
        self.does = does
        self.asked = 0

    def find(self, reading: NormalizedText) -> Iterable[GuardHit]:
        self.asked += 1
        self.does(reading.written)
        return ()


def loop(_: object = None) -> None:
    while True:
        pass


def backtrack(_: object = None) -> None:
    re.fullmatch(r"(a+)+b", "a" * 60)


def wait(_: object = None) -> None:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def sleep(_: object = None) -> None:
    time.sleep(60)


def hang(_: object = None) -> None:
    """Hang without taking the time for it."""
    raise TimeLimitExceeded


def break_down(text: str) -> None:
    raise KeyError(text)


def stop(_: object = None) -> None:
    raise SystemExit


ENDS_NO_WAIT = posix_only("a signal ends no wait of the main thread there")


def guard_that(does: Callable[[str], object], clock: VirtualClock) -> Guard:
    return Guard(finders=[Finder(does)], clock=clock)


@pytest.mark.parametrize("does", [loop, backtrack, *(pytest.param(each, marks=ENDS_NO_WAIT) for each in (wait, sleep))])
def test_what_hangs_is_broken_off(does: Callable[[], None]) -> None:
    with pytest.raises(TimeLimitExceeded):
        run_in_time(AT_ONCE_S, does)


@pytest.fixture
def held() -> Iterator[threading.Lock]:
    """Yield a lock that is let go after the test, so that no thread is left with an error that it cannot take."""
    lock = threading.Lock()
    with lock:
        yield lock


def test_a_thread_does_it_where_there_is_no_alarm(held: threading.Lock) -> None:
    for does in (loop, held.acquire):
        with pytest.raises(TimeLimitExceeded):
            run_in_thread(AT_ONCE_S, does)

    assert run_in_thread(60, lambda: "found") == "found"


def test_an_error_goes_up_either_way() -> None:
    for each in (run_in_time, run_in_thread):
        with pytest.raises(TimeoutError, match="own"):
            each(60, _own_time_is_over)


def _own_time_is_over() -> None:
    raise TimeoutError("own")


@pytest.mark.expects_log
@pytest.mark.parametrize("does", [break_down, stop])
def test_a_guard_that_breaks_drops_that_text_and_no_other(
    does: Callable[[str], None], virtual_clock: VirtualClock
) -> None:
    guard = guard_that(lambda text: does(text) if "odd" in text else None, virtual_clock)

    assert guard.sentence("an odd line") == Dropped(reason="the guard broke on it")
    assert guard.sentence("a plain line") == Pass(text="a plain line")


@pytest.mark.expects_log
def test_who_is_told_of_its_trouble_may_break_and_no_verdict_does(virtual_clock: VirtualClock) -> None:
    guard = guard_that(break_down, virtual_clock)
    guard.watch.subscribe(break_down)

    assert guard.sentence("an odd line") == Dropped(reason="the guard broke on it")
    assert guard.watch.trouble


@pytest.mark.expects_log
def test_a_text_on_which_the_guard_hangs_is_dropped_and_the_next_is_looked_at(virtual_clock: VirtualClock) -> None:
    finder = Finder(loop)
    look = watch_over(GuardWatch(AT_ONCE_S, virtual_clock), finder)
    assert look() == "the guard did not answer in time"

    finder.does = str
    assert (look(), finder.asked) == ("", 2)

    finder.does = loop
    assert (look(), finder.asked) == ("the guard did not answer in time", 3)


@pytest.mark.expects_log
async def test_many_texts_that_hang_take_less_time_each_until_the_guard_is_sound(virtual_clock: VirtualClock) -> None:
    finder = Finder(hang)
    look = watch_over(GuardWatch(60, virtual_clock, wary_limit_s=AT_ONCE_S), finder)
    look()
    finder.does = lambda _text: work(5 * AT_ONCE_S)
    assert look() == "the guard did not answer in time"

    finder.does = str
    await virtual_clock.advance(11)
    look()
    finder.does = lambda _text: work(5 * AT_ONCE_S)
    assert look() == ""


@pytest.mark.expects_log
def test_a_text_on_which_the_guard_breaks_takes_no_time_from_the_others(virtual_clock: VirtualClock) -> None:
    finder = Finder(break_down)
    look = watch_over(GuardWatch(60, virtual_clock, wary_limit_s=AT_ONCE_S), finder)
    look()

    finder.does = lambda _text: work(5 * AT_ONCE_S)
    assert look() == ""


@pytest.mark.expects_log
async def test_trouble_is_told_once_and_its_end_when_it_has_lasted(virtual_clock: VirtualClock) -> None:
    told: list[str] = []
    finder = Finder(break_down)
    watch = GuardWatch(AT_ONCE_S, virtual_clock)
    watch.subscribe(told.append)
    look = watch_over(watch, finder)
    look()
    look()
    finder.does = str
    look()
    assert [each.partition(",")[0] for each in told] == ["it broke on a text"]

    await virtual_clock.advance(11)
    look()
    look()
    assert told[1:] == [""]


@pytest.mark.expects_log
def test_the_log_names_the_place_and_not_the_text(
    virtual_clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    guard_that(break_down, virtual_clock).sentence("my plonk")

    assert "KeyError" in caplog.text
    assert "in break_down" in caplog.text
    assert "plonk" not in caplog.text


def test_an_alarm_that_is_swallowed_rings_again() -> None:
    rings: list[TimeLimitExceeded] = []

    def swallow_one() -> None:
        try:
            loop()
        except TimeLimitExceeded as ring:
            rings.append(ring)
        loop()

    with pytest.raises(TimeLimitExceeded):
        run_in_time(AT_ONCE_S, swallow_one)

    assert len(rings) == 1


class Parting:
    """Takes its time over its end, at work, and knows whether it came to it."""

    def __init__(self, ends: list[str]) -> None:
        self.own = self  # so that only the garbage collector finds it
        self.ends = ends

    def __del__(self) -> None:
        work(2 * AGAIN_S)
        self.ends.append("whole")


def work(seconds: float) -> None:
    until_s = measure_worked_s() + seconds
    while measure_worked_s() < until_s:
        pass


def test_a_finalizer_is_not_broken_off() -> None:
    ends: list[str] = []

    def drop_one() -> None:
        each = Parting(ends)
        del each.own, each
        loop()

    with pytest.raises(TimeLimitExceeded):
        run_in_time(AT_ONCE_S, drop_one)

    assert ends == ["whole"]


def test_no_garbage_is_collected_in_its_time() -> None:
    ends: list[str] = []
    Parting(ends)

    assert run_in_time(60, lambda: len([[] for _ in range(10_000)])) == 10_000
    assert not ends
    assert gc.isenabled()

    gc.collect()
    assert ends == ["whole"]


@ENDS_NO_WAIT
def test_a_search_that_only_waits_may_do_so_for_longer_than_it_may_work() -> None:
    began_s = time.monotonic()

    with pytest.raises(TimeLimitExceeded):
        run_in_time(AT_ONCE_S, sleep)

    assert time.monotonic() - began_s >= 3 * AT_ONCE_S


def test_an_alarm_ends_nothing_that_a_busy_machine_may_have_kept_from_working() -> None:
    def ring_thrice() -> str:
        for _ in range(3):
            signal.raise_signal(ALARM)
        return "found"

    assert run_in_time(60, ring_thrice) == "found"


def watch_over(watch: GuardWatch, finder: Finder) -> Callable[[], str]:
    def look() -> str:
        try:
            watch.over(lambda: finder.find(normalize_text("x")))
        except UncheckedText as why:
            return str(why)
        return ""

    return look


@pytest.mark.expects_log
def test_a_search_that_is_held_up_may_take_longer() -> None:
    watch = GuardWatch(AT_ONCE_S)
    began_s = measure_worked_s()

    with watch.held_up(), pytest.raises(UncheckedText):
        watch.over(loop)

    assert measure_worked_s() - began_s > 2 * AT_ONCE_S
