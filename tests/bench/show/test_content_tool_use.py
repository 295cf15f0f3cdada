"""Tool use: calls, and the same ones again."""

from dataclasses import replace

from bench.show.content import measure_tool_use
from bench.show.take import TakeCall
from tests.bench.show.takes import take


def test_the_same_call_within_half_a_minute_is_counted() -> None:
    calls = [(0.0, "wow"), (29.0, "wow"), (30.0, "cool"), (61.0, "cool"), (70.0, "wow")]
    it = replace(take(), calls=tuple(TakeCall(at_s=at_s, tool="show_emote", arguments=name) for at_s, name in calls))

    assert (measure_tool_use(it).calls_per_min, measure_tool_use(it).identical) == (5.0, 1)


def test_another_tool_with_the_same_arguments_is_another_call() -> None:
    calls = (TakeCall(at_s=0.0, tool="show_emote", arguments="x"), TakeCall(at_s=1.0, tool="play_sfx", arguments="x"))

    assert measure_tool_use(replace(take(), calls=calls)).identical == 0
