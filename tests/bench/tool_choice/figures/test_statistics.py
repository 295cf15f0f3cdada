"""Intervals, pass^k, F1 and paired tests, against known values, closed forms and brute force."""

import math
from itertools import combinations, product
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.tool_choice.figures.statistics import (
    Interval,
    bootstrap_difference,
    bootstrap_mean,
    compute_detection,
    compute_mcnemar,
    compute_pass_k,
    compute_wilson,
)

MEANS = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("successes", "tried", "low", "high"),
    [
        (18, 20, 0.699, 0.972),
        (45, 50, 0.786, 0.957),
        (90, 100, 0.826, 0.945),
        (180, 200, 0.851, 0.934),
        (360, 400, 0.867, 0.926),
        (100, 100, 0.963, 1.0),
        # Newcombe (Statistics in Medicine 17, 1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_has_the_published_ends(successes: int, tried: int, low: float, high: float) -> None:
    found = compute_wilson(successes, tried)

    assert found is not None
    assert [found.low, found.high] == pytest.approx([low, high], abs=5e-4)


@given(st.integers(1, 400), st.floats(0, 1))
def test_wilsons_ends_are_where_the_rate_is_1_96_errors_away(tried: int, rate: float) -> None:
    found = compute_wilson(rate * tried, tried)

    assert found is not None
    for end in {found.low, found.high} - {0.0, 1.0}:
        assert abs(rate - end) == pytest.approx(1.959964 * math.sqrt(end * (1 - end) / tried), rel=1e-4, abs=1e-7)


@given(st.integers(1, 400), st.floats(0, 1))
def test_wilsons_interval_holds_its_rate_and_stays_between_none_and_all(tried: int, rate: float) -> None:
    found = compute_wilson(rate * tried, tried)

    assert found is not None
    assert 0 <= found.low <= rate * tried / tried <= found.high <= 1


def test_of_none_and_of_all_one_end_is_exact() -> None:
    none, every = ([compute_wilson(right * tried, tried) for tried in range(1, 400)] for right in (0, 1))

    assert {each.low for each in none if each} == {0.0}
    assert {each.high for each in every if each} == {1.0}


@pytest.mark.parametrize(("successes", "tried"), [(3, 2), (-0.5, 2), (math.nan, 2)])
def test_an_impossible_rate_is_refused(successes: float, tried: int) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        compute_wilson(successes, tried)


def test_nothing_has_no_interval() -> None:
    assert compute_wilson(0, 0) is bootstrap_mean([]) is bootstrap_difference([]) is None


def test_the_bootstrap_is_as_wide_as_a_normal_interval_of_many_cases() -> None:
    found = bootstrap_mean([1.0] * 240 + [0.0] * 60)

    half = 1.96 * math.sqrt(0.8 * 0.2 / 300)
    assert found is not None
    assert [found.low, found.high] == pytest.approx([0.8 - half, 0.8 + half], abs=0.006)


def test_the_bootstrap_has_the_percentiles_of_all_possible_draws() -> None:
    cases = [0.0, 0.25, 1.0, 1.0]
    every = sorted(fmean(draw) for draw in product(cases, repeat=4))  # 256 draws: the 7th and the 250th are the ends

    found = bootstrap_mean(cases, draws=20_000)

    assert found == Interval(low=every[6], high=every[249])


def test_the_ends_are_the_fiftieth_of_two_thousand_draws_and_the_1950th() -> None:
    means, chance = [index / 37 for index in range(38)], Random(5)
    drawn = sorted(fmean(chance.choices(means, k=38)) for _ in range(2_000))

    assert bootstrap_mean(means, seed=5) == Interval(low=drawn[49], high=drawn[1949])


@given(MEANS)
def test_the_bootstrap_holds_the_mean_and_knows_no_order(means: list[float]) -> None:
    found = bootstrap_mean(means, draws=200)

    assert found == bootstrap_mean(means[::-1], draws=200)
    assert found is not None
    assert found.holds(fmean(means))


def test_another_seed_draws_other_cases() -> None:
    means = [index / 37 for index in range(38)]

    assert bootstrap_mean(means, draws=100, seed=1) != bootstrap_mean(means, draws=100, seed=2)
    assert bootstrap_mean(means) == bootstrap_mean(means)


def test_pairs_that_differ_alike_leave_no_doubt_however_the_cases_differ() -> None:
    pairs = [(0.0, 0.25), (0.5, 0.75), (0.75, 1.0)]

    assert bootstrap_difference(pairs) == Interval(low=0.25, high=0.25)


def test_a_difference_is_the_second_less_the_first() -> None:
    found = bootstrap_difference([(1.0, 0.0)] * 30 + [(1.0, 1.0)] * 10)

    assert found is not None
    assert -1 <= found.low < -0.75 < found.high < 0


@pytest.mark.parametrize(("rate", "known"), [(0.9, 0.43), (0.95, 0.66), (0.99, 0.92)])
def test_pass_8_of_known_rates_is_their_eighth_power(rate: float, known: float) -> None:
    played = 20
    chances = [math.comb(played, right) * rate**right * (1 - rate) ** (played - right) for right in range(played + 1)]

    each = [compute_pass_k([(right, played)], 8) or 0.0 for right in range(played + 1)]

    assert sum(chance * one for chance, one in zip(chances, each, strict=True)) == pytest.approx(rate**8)
    assert rate**8 == pytest.approx(known, abs=0.005)


@given(st.integers(1, 7).flatmap(lambda played: st.tuples(st.integers(0, played), st.just(played))), st.integers(1, 7))
def test_pass_k_is_the_share_of_choices_that_are_all_right(count: tuple[int, int], k: int) -> None:
    right, played = count
    choices = [all(index < right for index in choice) for choice in combinations(range(played), k)]

    assert compute_pass_k([count], k) == (pytest.approx(fmean(choices)) if choices else None)


def test_pass_k_leaves_out_cases_with_fewer_repeats() -> None:
    assert compute_pass_k([(4, 4), (2, 4), (0, 1)], 2) == pytest.approx((1 + 1 / 6) / 2)
    assert compute_pass_k([(4, 4), (1, 3)], 8) is None


def test_precision_recall_and_f1_are_those_of_the_textbook() -> None:
    found = compute_detection(hits=20, misses=10, false_alarms=180)

    assert [found.precision, found.recall] == pytest.approx([0.1, 2 / 3])
    assert found.f1 == pytest.approx(2 * 0.1 * (2 / 3) / (0.1 + 2 / 3))


def test_what_cannot_be_divided_is_not_known() -> None:
    nothing = compute_detection(hits=0, misses=0, false_alarms=0)
    silent = compute_detection(hits=0, misses=3, false_alarms=0)

    assert nothing.precision is nothing.recall is nothing.f1 is silent.precision is None
    assert (silent.recall, silent.f1) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("gained", "lost", "p"),
    [
        (11, 1, 0.00634765625),  # 2 (1 + 12) / 2**12
        (9, 1, 0.021484375),  # 2 (1 + 10) / 2**10: the sign test of 9 to 1
        (121, 59, 4.434e-06),  # 180 discordant pairs
        (5, 0, 0.0625),
        (6, 0, 0.03125),
        (7, 7, 1.0),
        (0, 0, 1.0),
    ],
)
def test_mcnemars_p_is_the_known_one_whichever_gained(gained: int, lost: int, p: float) -> None:
    assert compute_mcnemar(gained, lost) == compute_mcnemar(lost, gained) == pytest.approx(p, rel=1e-3)


@given(st.integers(0, 6), st.integers(0, 6))
def test_mcnemars_p_is_the_share_of_all_changes_that_are_as_uneven(gained: int, lost: int) -> None:
    changes = list(product([-1, 1], repeat=gained + lost))
    as_uneven = sum(abs(sum(change)) >= abs(gained - lost) for change in changes)

    assert compute_mcnemar(gained, lost) == pytest.approx(as_uneven / len(changes))


def test_thousands_of_changed_cases_have_a_p_too() -> None:
    assert compute_mcnemar(2_000, 3_000) < 1e-40
