"""Gates for figures, as words and as goals."""

from dataclasses import replace

import pytest

from bench.tool_choice.figures.costs import Spread
from bench.tool_choice.figures.figures import Rate, build_figures, group_figures
from bench.tool_choice.figures.gate import GATE_NAMES, Gate, check_gates, check_run, have_passed, parse_gates
from bench.tool_choice.figures.statistics import Interval
from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT
from tests.bench.tool_choice.verdicts import repeated


def test_gates_are_read_in_their_order() -> None:
    found = parse_gates("score>=0.8, false_calls <= 0.05,pass_4>.5,call_s<2")

    assert found == (
        Gate(name="score", bound="at least", limit=0.8),
        Gate(name="false_calls", bound="at most", limit=0.05),
        Gate(name="pass_4", bound="more than", limit=0.5),
        Gate(name="call_s", bound="less than", limit=2.0),
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("score>=0.8,false_call<=0.05", r"Gate 'false_call<=0.05': there is no figure 'false_call'\. Did you mean"),
        ("score>=0.8,false_call<=0.05", r"'false_calls'.*\? Known are abstention_f1, .*, strict_score\."),
        ("score=0.8", r"Gate 'score=0.8' is no bound\. Write it as score>=0\.8, with one of >=, <=, >, <\."),
        ("score=0.8", r"\. The figures are abstention_f1, .*, strict_score\.$"),
        ("score=>0.8", "Gate 'score=>0.8' is no bound"),
        ("score>=0.8>0.9", "Gate 'score>=0.8>0.9' is no bound"),
        ("score>=0.8,", "Gate '' is no bound"),
        ("score>=fast", "Gate 'score>=fast': 'fast' is no number"),
        ("score>=nan", "'nan' is no number"),
        ("score>=", "'' is no number"),
        ("score>=80", r"'score' is a share, from 0 to 1\. Did you mean 0\.8\?"),
        ("score>=-1", r"'score' is a share, from 0 to 1\.$"),
    ],
)
def test_a_part_that_is_no_gate_is_named_with_the_remedy(text: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        parse_gates(text)


def test_names_that_are_like_no_figure_are_told_the_known_ones_once() -> None:
    with pytest.raises(ConfigError) as raised:
        parse_gates("zzzz>=1")

    assert str(raised.value).count("Known are") == 1


def test_a_number_of_seconds_may_be_above_one() -> None:
    assert parse_gates("call_s<=2.5") == (Gate(name="call_s", bound="at most", limit=2.5),)


@pytest.mark.parametrize(
    ("gate", "is_met"),
    [
        ("score>=0.75", True),
        ("score>0.75", False),
        ("score<=0.75", True),
        ("score<0.75", False),
        ("score_low>=0.75", False),
        ("false_calls<=0.25", True),
        ("false_calls<=0.24", False),
        ("errors<=0", False),
        ("pass_1>=0.75", True),
    ],
)
def test_a_gate_is_met_as_its_figure_says(gate: str, is_met: bool) -> None:
    figures = build_figures([*repeated("a", "right", "right", "right", "wrong tool"), *repeated("b", "error")])

    (goal,) = check_gates(parse_gates(gate), figures)

    assert goal.is_met is is_met
    assert have_passed([goal]) is is_met


def test_a_mean_of_thirds_meets_the_bound_that_it_is() -> None:
    graded = [each for case in "abcdefghi" for each in repeated(case, "right", "right", "wrong tool")]

    (goal,) = check_gates(parse_gates("score>=0.666666667"), build_figures(graded))

    assert goal.is_met


def test_a_run_of_errors_alone_passes_no_gate() -> None:
    goals = check_gates(parse_gates("score>=0,false_calls<=1"), build_figures(repeated("a", "error")))

    assert [goal.is_met for goal in goals] == [None, None]
    assert not have_passed(goals)


def test_a_run_has_to_pass_in_each_of_its_modes() -> None:
    graded = [*repeated("a", "right", mode="soft"), *repeated("a", "wrong tool", mode="native")]

    goals = check_run(parse_gates("score>=0.8"), group_figures(graded))

    assert [(goal.key, goal.is_met) for goal in goals] == [("score (native)", False), ("score (soft)", True)]
    assert not have_passed(goals)


def test_talk_in_which_nothing_is_called_is_gated_only_where_it_was_played_alone() -> None:
    talk = repeated("a", "missing call", mode="talk")
    both = group_figures([*repeated("a", "right", mode="soft"), *talk])

    beside, alone = (check_run(parse_gates("score>=0.8"), figures) for figures in (both, group_figures(talk)))

    assert [(goal.key, goal.is_met) for goal in beside] == [("score (soft)", True)]
    assert [(goal.key, goal.is_met) for goal in alone] == [("score", False)]


def test_in_a_run_of_one_mode_a_goal_has_the_name_of_its_gate() -> None:
    goals = check_run(parse_gates("score>=0.8"), group_figures(repeated("a", "right")))

    assert [(goal.key, goal.is_met) for goal in goals] == [("score", True)]


def test_a_run_in_which_nothing_was_played_passes_no_gate() -> None:
    goals = check_run(parse_gates("errors<=0,score>=0"), group_figures([]))

    assert not have_passed(goals)


def test_every_name_is_that_of_its_own_figure() -> None:
    blank = build_figures(repeated("a", "error"))
    costs = replace(blank.costs, first_s=Spread(median=1.5, p95=9), call_s=Spread(median=2.5, p95=9))
    figures = replace(
        blank,
        errors=17,
        right=replace(rate(0.01), wilson=Interval(low=0.02, high=0.9)),
        strict=rate(0.03),
        false_calls_per_turn=0.04,
        right_tool=rate(0.05),
        right_arguments=rate(0.06),
        readable=rate(0.07),
        repaired=rate(0.08),
        lost=rate(0.15),
        abstention=replace(blank.abstention, precision=0.09, recall=0.10, f1=0.11),
        pass_k={1: 0.12, 2: 0.13, 4: 0.14},
        costs=costs,
    )

    goals = check_gates([Gate(name=name, bound="at least", limit=0) for name in GATE_NAMES], figures)

    assert {goal.key: goal.value for goal in goals} == {
        "score": 0.01,
        "score_low": 0.02,
        "strict_score": 0.03,
        "false_calls": 0.04,
        "right_tool": 0.05,
        "right_arguments": 0.06,
        "readable": 0.07,
        "repaired": 0.08,
        "lost": 0.15,
        "abstention_precision": 0.09,
        "abstention_recall": 0.10,
        "abstention_f1": 0.11,
        "pass_1": 0.12,
        "pass_2": 0.13,
        "pass_4": 0.14,
        "pass_8": None,
        "errors": 17,
        "first_s": 1.5,
        "call_s": 2.5,
    }


def test_the_guide_names_every_figure() -> None:
    guide = (CHECKOUT / "docs" / "guides" / "tool-choice.md").read_text(encoding="utf-8")

    assert [name for name in GATE_NAMES if f"`{name}`" not in guide] == []


def rate(value: float) -> Rate:
    return Rate(value=value, cases=1, wilson=None)
