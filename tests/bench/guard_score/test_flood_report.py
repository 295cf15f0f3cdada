"""The report of a flood, in the terminal and as JSON."""

import io
import json

import pytest
from rich.console import Console

from bench.figures import Goal
from bench.guard_score.flood import FloodOutcome
from bench.guard_score.flood_report import format_json, print_report
from bench.guard_score.flooded_show import ShowTiming


def outcome(ratio: float) -> FloodOutcome:
    timing = ShowTiming(sentences_s=[0.3, 0.32], late_s=[0.0005, 0.02], lines=1000, looks=7, guard_s=0.6, seconds=60)
    return FloodOutcome(
        goals=(Goal("flood", ratio, "at most", 1.1),),
        timings={"calm": timing, "ordinary": timing, "worst": timing, "recorded": timing},
        worst=("plonk " * 80,),
        line_us=2340.0,
        rounds=4,
    )


def printed(of: FloodOutcome, *, show: bool = False) -> str:
    console = Console(file=io.StringIO(), width=200)
    print_report(of, console, show=show)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(("ratio", "words"), [(1.02, "1.020, at most 1.1: met"), (1.2, "1.200, at most 1.1: not met")])
def test_the_goal_is_told(ratio: float, words: str) -> None:
    assert words in printed(outcome(ratio))


def test_the_table_tells_times_and_the_guards_share() -> None:
    told = printed(outcome(1.0))

    for figure in ("320.0 ms", "20.0 ms", "1,000", "1.00%", "2.34 ms a look"):
        assert figure in told


def test_the_costliest_line_is_a_shape_unless_it_is_asked_for() -> None:
    assert "plonk" not in printed(outcome(1.0))
    assert "plonk" in printed(outcome(1.0), show=True)


def test_json_holds_the_same_figures() -> None:
    values = json.loads(format_json(outcome(1.2)))

    assert values["shows"]["worst"]["p95_ms"] == 320.0
    assert values["shows"]["calm"]["guard_share"] == 0.01
    assert (values["are_met"], values["goals"][0]["met"]) == (False, False)
