"""A model is advised by what several came to on the same cases, with the reason."""

from pathlib import Path

import pytest

from bench.tool_choice.advice import LEAST_PAIRS, Candidate, choose, format_advice
from bench.tool_choice.figures.figures import build_figures
from bench.tool_choice.trial import AskedStep
from performer.core.errors import ConfigError
from tests.bench.tool_choice.verdicts import expecting, played


def make_candidate(mode: str, right: int, took_s: float, *, cases: int = 60, model: str = "owl:1b") -> Candidate:
    """Return a candidate that has the first so many cases right of those that it played."""
    step = AskedStep(kind="calls", took_s=took_s)
    graded = [
        played(expecting("wave", id_=f"case-{number}"), "right" if number < right else "wrong argument", steps=(step,))
        for number in range(cases)
    ]
    figures = build_figures(graded)
    return Candidate(model=model, mode=mode, graded=graded, figures=figures, setting=f"model.name {model}")


def test_the_best_score_is_taken_where_the_difference_is_shown() -> None:
    advice = choose([make_candidate("native", 20, 0.5), make_candidate("soft", 50, 2.0)])

    assert (advice.best.mode, advice.reason) == ("soft", "It has the best score.")


def test_of_those_not_shown_to_differ_the_one_that_answers_sooner_is_taken() -> None:
    advice = choose([make_candidate("native", 49, 0.5), make_candidate("soft", 50, 2.0)])

    assert advice.best.mode == "native"
    assert "no difference shown" in advice.reason
    assert "answers sooner" in advice.reason


def test_who_was_right_in_the_few_cases_that_it_had_time_for_is_not_the_best() -> None:
    slow = make_candidate("constrained", 25, 9.0, cases=25)
    thorough, worse = make_candidate("soft", 58, 2.0), make_candidate("native", 22, 0.5)

    advice = choose([slow, thorough, worse])

    assert (advice.best.mode, advice.best.figures.cases) == ("native", 25)
    assert {each.figures.cases for each in advice.others} == {25}


def test_who_has_too_few_cases_in_common_is_not_compared_and_makes_nobody_alike() -> None:
    hasty = make_candidate("constrained", LEAST_PAIRS - 1, 0.1, cases=LEAST_PAIRS - 1)
    advice = choose([hasty, make_candidate("native", 20, 0.5), make_candidate("soft", 50, 2.0)])

    assert advice.best.mode == "soft"
    assert [each.mode for each in advice.incomparable] == ["constrained"]
    assert "Not comparable, for too few of the same cases: owl:1b in constrained mode" in format_advice(advice)


def test_where_nobody_can_be_compared_the_one_that_played_most_is_taken_and_that_is_said() -> None:
    advice = choose([make_candidate("native", 3, 9.0, cases=3), make_candidate("soft", 2, 9.0, cases=5)])

    assert advice.best.mode == "soft"
    assert "No other can be compared with it" in advice.reason


def test_an_advice_says_what_to_set_what_else_was_measured_and_where_the_reports_are() -> None:
    candidates = [make_candidate("native", 10, 0.5), make_candidate("soft", 50, 2.0)]

    words = format_advice(choose(candidates, ("x: large",), (Path("report.html"),)))

    assert words.startswith("Take owl:1b in soft mode: right 83 % [72–91], right tool 100 % [94–100], false calls 0 %")
    assert 'config set model.name owl:1b" and' in words
    assert "config set model.mode soft" in words
    assert "Also measured: owl:1b in native mode" in words
    assert "Left out: x: large." in words
    assert "Report: report.html" in words


def test_nothing_measured_is_told_with_the_reasons() -> None:
    with pytest.raises(ConfigError, match="Nothing could be measured: owl:1b broke"):
        choose([], ("owl:1b broke",))
