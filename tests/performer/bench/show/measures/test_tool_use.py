"""Tool use: calls, and the same ones again."""

from dataclasses import replace

from performer.bench.show.measures.tool_use import tool_use
from performer.bench.show.take import Call
from tests.performer.bench.show.takes import take


def test_the_same_call_within_half_a_minute_is_counted() -> None:
    calls = [(0.0, "wow"), (29.0, "wow"), (30.0, "cool"), (61.0, "cool"), (70.0, "wow")]
    it = replace(take(), calls=tuple(Call(at_s=at_s, tool="show_emote", arguments=name) for at_s, name in calls))

    assert (tool_use(it).calls_per_min, tool_use(it).identical) == (5.0, 1)


def test_another_tool_with_the_same_arguments_is_another_call() -> None:
    calls = (Call(at_s=0.0, tool="show_emote", arguments="x"), Call(at_s=1.0, tool="play_sfx", arguments="x"))

    assert tool_use(replace(take(), calls=calls)).identical == 0
