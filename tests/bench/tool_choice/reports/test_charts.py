"""The drawings of the page of a run: marks are where their numbers are."""

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from bench.tool_choice.figures.breakdown import CurvePoint
from bench.tool_choice.figures.figures import Rate
from bench.tool_choice.figures.statistics import Interval
from bench.tool_choice.reports.charts import draw_bar, draw_curve, draw_scatter
from bench.tool_choice.reports.report import Report
from tests.bench.tool_choice.runs import make_run
from tests.bench.tool_choice.trials import about, graded, trial


def rate(value: float | None) -> Rate:
    wilson = None if value is None else Interval(low=value - 0.1, high=value + 0.1)
    return Rate(value=value, cases=20, wilson=wilson)


def places(drawn: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"translate\(([\d.]+) ([\d.]+)\)", drawn)]


def titles(drawn: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(drawn).iter("title")]


def test_a_bar_is_as_long_as_its_rate_with_its_interval_over_it() -> None:
    drawn = draw_bar(rate(0.6), "soft")

    assert '<rect class="mode-soft" width="60.0"' in drawn
    assert "M50.0 7H70.0" in drawn


def test_there_is_no_bar_of_nothing() -> None:
    assert draw_bar(rate(None), "soft") == ""


def test_more_tools_are_further_right_and_better_rates_higher() -> None:
    points = (CurvePoint(offered=3, right=rate(0.8)), CurvePoint(offered=60, right=rate(0.3)))
    drawn = draw_curve({"soft": points})
    (few_x, few_y), (many_x, many_y) = places(drawn)

    assert few_x < many_x
    assert few_y < many_y
    assert titles(drawn) == ["soft, 3 tools: 80 % [70–90] of 20", "soft, 60 tools: 30 % [20–40] of 20"]


def test_marks_of_two_modes_at_one_place_do_not_hide_one_another() -> None:
    points = (CurvePoint(offered=3, right=rate(0.8)),)
    (one, _), (other, _) = places(draw_curve({"native": points, "soft": points}))

    assert 0 < other - one < 10


def test_a_curve_without_a_point_is_not_drawn() -> None:
    assert draw_curve({"soft": ()}) == ""


def test_each_mode_and_each_of_its_groups_has_a_mark_in_the_scatter() -> None:
    run = make_run(cases=26, modes=("native", "soft"))
    drawn = draw_scatter(run.figures.modes)

    assert len(titles(drawn)) == 2 * 13  # where nothing is called there is no time until a call
    assert sum(each.startswith("native, all: ") for each in titles(drawn)) == 1
    assert drawn.count('class="large') == 2


def test_players_without_times_have_no_scatter() -> None:
    assert draw_scatter({}) == ""


@pytest.mark.parametrize("call_s", [0.0013, 0.03, 0.8, 40.0, 4000.0])
def test_the_time_of_any_server_has_a_label_on_the_axis(call_s: float) -> None:
    step = replace(trial().steps[0], call_s=call_s)
    run = Report(about=about(), graded=(replace(graded(), trial=replace(trial(), steps=(step,))),))

    assert re.findall(r'class="tick" [^>]*>[\d.]+ s<', draw_scatter(run.figures.modes))


def test_labels_of_an_axis_do_not_run_into_one_another() -> None:
    drawn = draw_curve({"soft": tuple(CurvePoint(offered=each, right=rate(0.5)) for each in range(50, 80))})
    ticks = [float(x) for x in re.findall(r'class="tick" x="([\d.]+)"', drawn)]

    assert 2 < len(ticks) < 30
    assert min(b - a for a, b in pairwise(ticks)) > 30
