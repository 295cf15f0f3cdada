"""Particles: random numbers, paths and lifetimes, the same as on the page."""

import math
from itertools import islice

import pytest

from overlay import particles
from performer.stage.protocol.elements import SHAPES, Particles


def burst(**changes: object) -> Particles:
    fields: dict[str, object] = {"id": "p", "alt": "", "born_ms": 0, "until_ms": 4_000, "shape": "confetti"}
    return Particles(**{**fields, "count": 50, "seed": 7, **changes})  # type: ignore[arg-type]  # the tests' own words


def test_lots_are_those_of_mulberry32() -> None:
    drawn = list(islice(particles.generate_random_numbers(7), 6))

    assert drawn == pytest.approx([0.011704753, 0.061958258, 0.976907613, 0.699028706, 0.521445269, 0.405521688])


@pytest.mark.parametrize("shape", SHAPES)
def test_a_burst_keeps_to_the_reach_that_the_server_reckons_with(shape: str) -> None:
    element = burst(shape=shape, count=100)
    for piece in particles.make_particles(element, 100, 1920, 1080):
        assert 0 <= piece.row < particles.ROWS
        assert 16 < piece.side < 40
        for part in (0.0, 0.2, 0.5, 0.8, 1.0):
            x, y = piece.at(4 * part, part)
            assert 0 <= piece.find_phase(4 * part) < particles.PHASES
            if shape != "snow":
                assert abs(x - 0.5 * 1920) <= 520 - 20
                assert abs(y - 0.4 * 1080) <= 560 - 20


@pytest.mark.parametrize("until_ms", [None, 0, -5, 60_001, 10**30])
def test_a_burst_that_makes_no_sense_has_no_life(until_ms: int | None) -> None:
    assert particles.compute_lifetime_ms(burst(until_ms=until_ms)) == 0


def test_places_and_seeds_that_make_no_sense_stay_bearable() -> None:
    wild = burst(x=math.nan, y=1e300, seed=10**40)
    for piece in particles.make_particles(wild, -3, 1920, 1080) + particles.make_particles(wild, 3, 1920, 1080):
        assert all(math.isfinite(each) for each in piece.at(0, 0.5))


def test_pieces_fade_in_the_last_quarter_of_their_life() -> None:
    assert [particles.compute_opacity(part) for part in (0, 0.75, 0.875, 1)] == [1, 1, 0.5, 0]
