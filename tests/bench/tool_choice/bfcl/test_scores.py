"""Figures of categories and groups."""

import pytest

from bench.tool_choice.bfcl.files import BfclFolder, LeftOutCase
from bench.tool_choice.bfcl.scores import BfclScores, GradedCase, GroupScore, compute_mean, score_bfcl
from bench.tool_choice.figures.statistics import compute_wilson
from bench.tool_choice.trial import Label, TrialVerdict
from tests.bench.tool_choice.bfcl.copies import bfcl_case

NOTHING = BfclFolder(cases=())


def graded(category: str, *labels: Label, name: str = "") -> list[GradedCase]:
    cases = [bfcl_case(category, name=name or str(number)) for number in range(len(labels))]
    return [(case, TrialVerdict(label=label)) for case, label in zip(cases, labels, strict=True)]


def group(scores: BfclScores, name: str) -> GroupScore:
    return next(each for each in scores.groups if each.group.name == name)


def test_a_category_has_its_share_of_right_cases_with_wilsons_interval() -> None:
    (score,) = score_bfcl(graded("multiple", "right", "right", "wrong tool", "timeout"), NOTHING).categories

    assert (score.cases, score.right, score.rate) == (4, 2, 0.5)
    assert score.interval == compute_wilson(2, 4)
    assert score.labels == {"right": 2, "wrong tool": 1, "timeout": 1}


def test_an_error_of_the_server_is_counted_and_is_no_case() -> None:
    (score,) = score_bfcl(graded("multiple", "right", "error"), NOTHING).categories

    assert (score.cases, score.rate, score.labels["error"]) == (1, 1.0, 1)


def test_repeats_of_a_case_are_one_case() -> None:
    items = graded("multiple", "right", "wrong tool", "right", "error", name="a") + graded(
        "multiple", "right", name="b"
    )

    (score,) = score_bfcl(items, NOTHING).categories

    assert score.cases == 2
    assert score.right == pytest.approx(1 + 2 / 3)


def test_cases_that_were_left_out_are_told_even_of_a_category_without_others() -> None:
    left_out = (LeftOutCase(id="a", category="live_simple", why="odd"),)

    (score,) = score_bfcl([], BfclFolder(cases=(), left_out=left_out)).categories

    assert (score.category.name, score.left_out, score.rate, score.interval) == ("live_simple", 1, None, None)


def test_a_group_is_the_plain_mean_of_its_categories() -> None:
    items = graded("simple_python", "right") + graded("multiple", "right", "wrong tool", "wrong tool", "wrong tool")

    score = group(score_bfcl(items, NOTHING), "non-live")

    assert score.rate == pytest.approx((1 + 0.25) / 2)


def test_the_live_group_is_the_share_of_all_its_cases() -> None:
    items = graded("live_simple", "right") + graded("live_multiple", "right", "wrong tool", "wrong tool", "wrong tool")

    score = group(score_bfcl(items, NOTHING), "live")

    assert score.rate == pytest.approx(2 / 5)
    assert score.interval == compute_wilson(2, 5)


def test_a_group_names_the_published_categories_that_it_lacks() -> None:
    items = graded("irrelevance", "right") + graded("simple_python", "right") + graded("multiple", "error")
    scores = score_bfcl(items, NOTHING)

    assert group(scores, "irrelevance").lacking == ("live_irrelevance",)
    assert group(scores, "non-live").lacking == (
        "multiple",
        "parallel",
        "parallel_multiple",
        "simple_java",
        "simple_javascript",
    )


def test_a_group_without_cases_has_no_figure() -> None:
    score = group(score_bfcl([], NOTHING), "agentic")

    assert (score.rate, score.interval, len(score.lacking)) == (None, None, 5)


def test_the_mean_of_one_share_has_the_interval_of_the_share() -> None:
    mean, interval = compute_mean([(3, 4)])

    wilson = compute_wilson(3, 4)
    assert mean == 0.75
    assert wilson
    assert interval
    assert (interval.low, interval.high) == pytest.approx((wilson.low, wilson.high))


def test_the_mean_of_like_shares_is_narrower_by_the_root_of_their_number() -> None:
    one, four = compute_mean([(30, 60)])[1], compute_mean([(30, 60)] * 4)[1]

    assert one
    assert four
    assert (one.high - one.low) / (four.high - four.low) == pytest.approx(2)
