"""A show that is timed beside chat lines: what is counted, and that it performs."""

import threading

import anyio
import pytest

from bench.guard_score.flood import make_lines
from bench.guard_score.flooded_show import BriefModel, CountingWatch, ShowTiming, time_show
from performer.core.clock import VirtualClock, measure_worked_s
from performer.guard.time_limit import UncheckedText
from performer.models.model import FinalAnswer, StepRequest


def test_shows_that_are_alike_are_added_up() -> None:
    both = ShowTiming(sentences_s=[0.3], looks=2, longest_s=0.004, seconds=15)

    both.add(ShowTiming(sentences_s=[0.4], looks=3, longest_s=0.002, seconds=15, unread=1))

    assert both == ShowTiming(sentences_s=[0.3, 0.4], looks=5, longest_s=0.004, seconds=30, unread=1)


def test_a_look_within_a_look_counts_once() -> None:
    timing = ShowTiming()
    watch = CountingWatch(timing)

    def work() -> int:
        began_s = measure_worked_s()
        while measure_worked_s() == began_s:  # on Windows it counts in steps of 16 ms
            pass
        return 1

    assert watch.over(lambda: watch.over(work) + 1) == 2
    assert timing.looks == 1
    assert 0 < timing.longest_s == timing.guard_s


def test_looks_of_other_threads_count_too() -> None:
    timing = ShowTiming()
    watch = CountingWatch(timing)
    thread = threading.Thread(target=lambda: watch.over(lambda: 1))

    thread.start()
    thread.join()

    assert timing.looks == 1


@pytest.mark.expects_log
def test_a_text_that_is_dropped_unread_is_counted() -> None:
    timing = ShowTiming()

    with pytest.raises(UncheckedText):
        CountingWatch(timing).over(lambda: 1 // 0)

    assert (timing.unread, timing.looks) == (1, 1)


@pytest.mark.anyio
async def test_the_model_says_three_words_after_its_time(virtual_clock: VirtualClock) -> None:
    heard: list[str] = []
    steps: list[object] = []

    async def ask() -> None:
        steps.append(await BriefModel(virtual_clock).step(StepRequest(messages=()), heard.append))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(ask)
        await virtual_clock.advance(0.2)
        assert not heard
        await virtual_clock.advance(0.2)

    assert [len(text.split()) for text in heard] == [3]
    assert steps == [FinalAnswer(text=heard[0])]


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_flooded_show_answers_the_streamer_and_its_viewers() -> None:
    timing = await time_show(3, make_lines(["hello there, who jumps?"]), every_s=0.06, keeps_journal=True)

    assert timing.sentences_s
    assert timing.late_s
    assert timing.lines > 20
    assert timing.turns > 0
    assert timing.looks > timing.turns
    assert (timing.lost, timing.unread, timing.seconds) == (0, 0, 3)
