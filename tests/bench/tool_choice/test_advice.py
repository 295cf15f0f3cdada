"""A model is advised by what several came to on the same cases, with the reason."""

from pathlib import Path

import pytest

from bench.tool_choice.advice import LEAST_PAIRS, NEAR, SOONER, Candidate, choose, format_advice
from bench.tool_choice.figures.figures import build_figures
from bench.tool_choice.trial import AskedStep
from performer.core.command_line import COMMAND
from performer.core.errors import ConfigError
from performer.core.files.home import CHECKOUT
from tests.bench.tool_choice.verdicts import expecting, played


def make_candidate(
    mode: str, right: int, took_s: float, *, cases: int = 60, silent: int = 0, wrong: int = 0, model: str = "owl:1b"
) -> Candidate:
    """Return a candidate with so many right cases, after the first wrong ones; the first silent ones need no tool."""
    step = AskedStep(kind="calls", took_s=took_s)
    asked = [
        expecting(id_=f"case-{number}") if number < silent else expecting("wave", id_=f"case-{number}")
        for number in range(cases)
    ]
    graded = [
        played(case, "right" if wrong <= number < wrong + right else "wrong argument", steps=(step,))
        for number, case in enumerate(asked)
    ]
    figures = build_figures(graded)
    return Candidate(model=model, mode=mode, graded=graded, figures=figures, setting=f"model.name {model}")


def test_the_best_score_is_taken_where_the_difference_is_shown() -> None:
    advice = choose([make_candidate("native", 20, 0.5), make_candidate("soft", 50, 2.0)])

    assert (advice.best.mode, advice.reason) == ("soft", "It has the best score.")


def test_a_score_that_is_hardly_lower_is_taken_where_the_answers_come_much_sooner() -> None:
    advice = choose([make_candidate("native", 49, 0.5), make_candidate("soft", 50, 2.0)])

    assert advice.best.mode == "native"
    assert "no difference shown: 83.3 % and 81.7 %" in advice.reason
    assert advice.reason.endswith("this one answers sooner, 0.50 s a turn against 2.0 s.")


@pytest.mark.parametrize(
    ("right", "took_s", "taken"),
    [
        (57, 1.6, "native"),  # 5 points, and 0.8 times the seconds
        (56, 0.1, "soft"),  # more than 5 points
        (57, 1.7, "soft"),  # hardly sooner
    ],
)
def test_what_is_hardly_lower_and_what_is_much_sooner_have_their_bounds(right: int, took_s: float, taken: str) -> None:
    advice = choose([make_candidate("native", right, took_s), make_candidate("soft", 60, 2.0)])

    assert advice.best.mode == taken


def test_of_equal_scores_the_one_that_answers_sooner_is_taken_by_however_little() -> None:
    advice = choose([make_candidate("native", 50, 2.0), make_candidate("soft", 50, 1.9)])

    assert advice.best.mode == "soft"


def test_a_score_that_is_shown_to_be_lower_is_not_taken_however_near_and_soon_it_is() -> None:
    advice = choose([make_candidate("native", 385, 0.1, cases=400), make_candidate("soft", 400, 2.0, cases=400)])

    assert (advice.best.mode, advice.reason) == ("soft", "It has the best score.")


def test_who_was_right_in_the_few_cases_that_it_had_time_for_is_not_the_best() -> None:
    slow = make_candidate("constrained", 25, 9.0, cases=25)
    thorough, worse = make_candidate("soft", 58, 2.0), make_candidate("native", 22, 0.5)

    advice = choose([slow, thorough, worse])

    assert (advice.best.mode, advice.best.figures.cases) == ("soft", 25)
    assert {each.figures.cases for each in advice.others} == {25}


def test_who_has_too_few_cases_in_common_is_not_compared_and_makes_nobody_alike() -> None:
    hasty = make_candidate("constrained", LEAST_PAIRS - 1, 0.1, cases=LEAST_PAIRS - 1)
    advice = choose([hasty, make_candidate("native", 20, 0.5), make_candidate("soft", 50, 2.0)])

    assert advice.best.mode == "soft"
    assert [each.mode for each in advice.incomparable] == ["constrained"]
    assert "Not comparable, for too few of the same cases: owl:1b in constrained mode" in format_advice(advice)


def test_where_nobody_can_be_compared_the_one_that_played_most_is_taken_and_that_is_said() -> None:
    advice = choose([make_candidate("native", 3, 9.0, cases=3), make_candidate("soft", 20, 9.0, cases=LEAST_PAIRS)])

    assert advice.best.mode == "soft"
    assert "No other can be compared with it" in advice.reason


def test_after_too_few_cases_nothing_is_advised_but_to_measure_one_to_the_end() -> None:
    words = format_advice(choose([make_candidate("soft", LEAST_PAIRS - 1, 9.0, cases=LEAST_PAIRS - 1)]))

    assert words.startswith("Nothing is advised: only 19 cases could be played in the time, and an advice needs 20.\n")
    assert f'Measure one to the end: "{COMMAND} bench tools owl:1b --tag short".' in words
    assert "Measured: owl:1b in soft mode: right 100 %" in words
    assert "Set it" not in words


@pytest.mark.parametrize(("right", "is_taken"), [(40, False), (50, True)])
def test_who_is_not_shown_to_be_better_than_silence_should_only_talk(right: int, *, is_taken: bool) -> None:
    words = format_advice(choose([make_candidate("soft", right, 1.0, silent=36)]))

    assert words.startswith("Take owl:1b in soft mode") is is_taken
    assert words.startswith("Let the model only talk: ") is not is_taken
    assert ("is right in 60 % of the same 60 cases" in words) is not is_taken
    assert (f'Set it: "{COMMAND} config set model.mode talk".' in words) is not is_taken


def test_who_is_not_shown_to_be_better_than_silence_is_not_taken_for_being_sooner() -> None:
    best, sooner = make_candidate("soft", 44, 2.0, silent=36), make_candidate("native", 43, 0.5, silent=36)

    advice = choose([best, sooner])

    assert (best.beats_silence, sooner.beats_silence, advice.best.mode) == (True, False, "soft")


def test_silence_is_beaten_on_all_cases_that_somebody_played() -> None:
    hurried, thorough = (
        make_candidate("native", 15, 9.0, cases=25, silent=15),
        make_candidate("soft", 55, 1.0, silent=15),
    )

    advice = choose([hurried, thorough])

    assert (advice.best.mode, advice.only_talks, advice.best.figures.cases) == ("soft", False, 25)


def test_a_better_score_that_is_not_shown_to_beat_silence_is_not_taken() -> None:
    few = make_candidate("native", 17, 1.0, cases=25, silent=13)
    many = make_candidate("soft", 71, 1.0, cases=80, silent=13, wrong=9)

    advice = choose([few, many])

    assert (advice.best.mode, few.beats_silence, many.beats_silence) == ("soft", False, True)
    assert advice.reason == (
        "It has the best score of those that were shown to call tools better than one that never calls any."
    )


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


def test_the_guide_says_by_which_bounds_is_chosen() -> None:
    guide = (CHECKOUT / "docs" / "guides" / "tool-choice.md").read_text(encoding="utf-8")

    assert f"up to {100 * NEAR:.0f} points lower" in guide
    assert f"at most\n{SOONER} times as long" in guide
    assert f"fewer than {LEAST_PAIRS} cases nothing is advised" in guide
