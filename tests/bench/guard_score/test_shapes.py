"""Awkward lines from which a search starts."""

import random

from bench.guard_score.shapes import ALPHABETS, draw_sign, draw_unit, fill, make_starts


def test_a_line_is_filled_to_its_length() -> None:
    assert [fill("ab", chars) for chars in (0, 1, 5)] == ["", "a", "ababa"]


def test_every_start_has_the_length_and_none_comes_twice() -> None:
    starts = list(make_starts(120))

    assert {len(each) for each in starts} == {120}
    assert len(set(starts)) == len(starts)


def test_chance_draws_signs_of_the_alphabets_and_the_same_seed_the_same() -> None:
    known = set("".join(ALPHABETS.values()))
    drawn = [draw_unit(random.Random(seed)) + draw_sign(random.Random(seed)) for seed in range(50)]

    assert set("".join(drawn)) <= known
    assert drawn == [draw_unit(random.Random(seed)) + draw_sign(random.Random(seed)) for seed in range(50)]
