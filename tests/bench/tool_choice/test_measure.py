"""The score that a measurement leaves for the doctor and the panel."""

from bench.tool_choice.figures.statistics import compute_wilson
from bench.tool_choice.measure import LEAST_CASES, find_best_score
from bench.tool_choice.reports.report import Report
from bench.tool_choice.trial import AskedMode, GradedTrial, Label
from tests.bench.tool_choice.trials import about
from tests.bench.tool_choice.verdicts import expecting, played


def play(
    count: int, label: Label, mode: AskedMode = "soft", *, calls: tuple[str, ...] | None = None
) -> list[GradedTrial]:
    """Return that many cases that need a tool."""
    return [played(expecting("wave", id_=f"{label}-{each}"), label, mode=mode, calls=calls) for each in range(count)]


def make_report(*graded: GradedTrial) -> Report:
    return Report(about=about(), graded=graded)


def test_a_score_is_how_often_the_right_tool_was_called_and_no_quiet_turn_counts() -> None:
    quiet = [played(expecting(id_=f"quiet-{each}")) for each in range(50)]
    score = find_best_score(
        make_report(*play(15, "right"), *play(5, "wrong argument"), *play(20, "missing call", calls=()), *quiet)
    )

    interval = compute_wilson(20, 40)
    assert score is not None
    assert interval is not None
    assert (score.right, score.low, score.high) == (0.5, interval.low, interval.high)
    assert score.cases == 40


def test_a_score_is_that_of_the_mode_that_is_right_most_often() -> None:
    often, talking = play(LEAST_CASES, "right", "constrained"), play(LEAST_CASES, "right", "talk")
    near = play(LEAST_CASES, "wrong argument", "native")

    score = find_best_score(make_report(*near, *often, *talking))

    assert score is not None
    assert score.mode == "constrained"


def test_of_few_cases_that_need_a_tool_there_is_no_score() -> None:
    quiet = [played(expecting(id_=f"quiet-{each}")) for each in range(50)]

    assert find_best_score(make_report(*play(LEAST_CASES - 1, "right"), *quiet)) is None
