"""Two runs, or two modes of one, on the same cases."""

from dataclasses import replace

from bench.tool_choice.figures.comparison import compare_modes, compare_runs, compare_trials
from bench.tool_choice.figures.statistics import compute_mcnemar
from bench.tool_choice.trial import AskedMode, GradedTrial
from tests.bench.tool_choice.verdicts import repeated


def run(right: int, wrong: int, *, mode: AskedMode = "soft", begin: int = 0) -> list[GradedTrial]:
    """Return a trial of each case, the right ones first."""
    return [
        each
        for number in range(right + wrong)
        for each in repeated(f"case-{begin + number:03}", "right" if number < right else "wrong tool", mode=mode)
    ]


def test_a_run_that_has_more_cases_right_shows_a_difference() -> None:
    found = compare_trials(run(20, 20), run(30, 10))

    assert (found.first, found.second, found.difference) == (0.5, 0.75, 0.25)
    assert found.gained == tuple(f"case-{number:03}" for number in range(20, 30))
    assert (found.lost, found.p) == ((), compute_mcnemar(10, 0))
    assert found.shows_difference
    # Gains are drawn as by 40 throws at one quarter, of which 5 and 16 are the percentiles.
    assert found.words == "50.0 % and 75.0 %, +25.0 points [+12.5 to +40.0] over 40 cases, p = 0.002."


def test_turned_round_a_comparison_has_the_other_sign() -> None:
    found, other = compare_trials(run(20, 20), run(30, 10)), compare_trials(run(30, 10), run(20, 20))

    assert (other.difference, other.p) == (-0.25, found.p)
    assert (other.lost, other.gained) == (found.gained, found.lost)
    assert other.shows_difference


def test_the_same_run_shows_no_difference_to_itself() -> None:
    found = compare_trials(run(5, 5), run(5, 5))

    assert (found.difference, found.p, found.gained, found.lost) == (0, 1, (), ())
    assert found.words == "no difference shown: 50.0 % and 50.0 %, +0.0 points [+0.0 to +0.0] over 10 cases, p = 1.000."


def test_five_cases_gained_of_five_are_too_few_for_the_test() -> None:
    found = compare_trials(run(0, 5), run(5, 0))

    assert found.interval is not None
    assert (found.interval.low, found.p) == (1.0, 0.0625)
    assert not found.shows_difference
    assert found.words.startswith("no difference shown: ")


def test_majorities_that_changed_show_no_difference_where_the_repeats_say_it_may_be_chance() -> None:
    first = [each for case in "abcdefgh" for each in repeated(case, "right", "wrong tool", "wrong tool")]
    second = [each for case in "abcdefgh" for each in repeated(case, "right", "right", "wrong tool")]
    firm = [each for case in "xyz" for each in repeated(case, "right", "right", "right")]
    weaker = [each for case in "xyz" for each in repeated(case, "right", "right", "wrong tool")]

    found = compare_trials([*first, *firm], [*second, *weaker])

    assert (found.gained, found.lost) == (tuple("abcdefgh"), ())
    assert found.p < 0.05
    assert found.interval is not None
    assert found.interval.holds(0)
    assert not found.shows_difference


def test_a_case_that_is_right_half_of_the_time_is_not_right() -> None:
    half, most = repeated("a", "right", "wrong tool"), repeated("a", "right", "right", "right", "wrong tool")

    assert compare_trials(half, most).gained == ("a",)
    assert compare_trials(most, half).lost == ("a",)
    assert compare_trials(half, repeated("a", "wrong tool")).lost == ()


def test_cases_of_one_run_only_are_left_out_and_told() -> None:
    found = compare_trials(run(10, 0), run(0, 10, begin=7))

    assert (found.paired, found.first, found.second) == (3, 1.0, 0.0)
    assert len(found.unpaired) == 14
    assert found.words.endswith("; 14 cases left out, played by one only.")


def test_a_case_that_only_had_errors_was_not_played() -> None:
    found = compare_trials(repeated("a", "error", "error"), repeated("a", "right", "error"))

    assert (found.paired, found.unpaired, found.difference) == (0, ("a",), None)
    assert found.words == "nothing to compare: no case was played by both; 1 case left out, played by one only."


def test_a_case_that_was_changed_in_between_is_no_pair() -> None:
    first = repeated("a", "right")
    second = [replace(each, case=replace(each.case, says="Do something else.")) for each in first]

    found = compare_trials(first, second)

    assert (found.paired, found.changed, found.unpaired) == (0, ("a",), ())
    assert found.words.endswith("; 1 case left out, changed in between.")


def test_other_reasons_and_tags_make_no_other_case() -> None:
    first = repeated("a", "right")
    second = [replace(each, case=replace(each.case, why="It is better told.", tags=("new",))) for each in first]

    assert compare_trials(first, second).paired == 1


def test_each_mode_of_two_runs_is_compared_with_itself() -> None:
    first = [*run(4, 0), *run(0, 4, mode="native")]
    second = [*run(4, 0), *run(2, 2, mode="constrained")]

    found = compare_runs(first, second)

    assert [*found] == ["native", "soft", "constrained"]
    assert (found["soft"].paired, found["soft"].difference) == (4, 0)
    assert (found["native"].paired, len(found["native"].unpaired)) == (0, 4)


def test_two_modes_of_one_run_are_compared_case_by_case() -> None:
    found = compare_modes([*run(1, 3), *run(2, 2, mode="native")], "native", "soft")

    assert (found.first, found.second, found.lost) == (0.5, 0.25, ("case-001",))
