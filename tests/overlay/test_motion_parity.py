"""The laws that window and page share: the lots of particles, and the life of the avatar."""

import math
from itertools import islice, pairwise

import pytest

from overlay import avatar_motion, particles
from performer.stage.protocol.elements import SHAPES, Particles
from performer.stage.protocol.messages import Mouth


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


def test_the_avatar_blinks_once_in_four_seconds() -> None:
    assert [avatar_motion.find_blink_start_ms(window) % 4_000 for window in range(6)] == [
        0,
        127,
        2278,
        2887,
        1693,
        2885,
    ]
    blinks = [at for at in range(0, 40_000, 10) if avatar_motion.choose_pose(at, 0) == "blink"]

    assert len(blinks) == pytest.approx(10 * 14, abs=10)
    assert avatar_motion.find_next_blink_ms(0) == 140
    assert avatar_motion.find_next_blink_ms(140) == 4_127


def test_it_breathes_four_units_up_and_down() -> None:
    lifts = [avatar_motion.compute_breathing_lift(step * avatar_motion.BREATH_STEP_MS, 0) for step in range(9)]

    assert lifts == [0, 1, 2, 3, 4, 3, 2, 1, 0]
    assert avatar_motion.find_next_breath_ms(399, 0) == 400
    assert avatar_motion.find_next_breath_ms(400, 0) == 800


def test_it_stands_still_when_it_has_not_spoken_for_a_while_and_breathes_when_it_speaks_again() -> None:
    last_breath_ends_ms = 22_400
    assert avatar_motion.compute_breathing_lift(last_breath_ends_ms - 1, 0) == 1
    assert avatar_motion.find_next_breath_ms(last_breath_ends_ms - 1, 0) == last_breath_ends_ms
    assert {avatar_motion.compute_breathing_lift(at, 0) for at in range(last_breath_ends_ms, 60_000, 100)} == {0}
    assert avatar_motion.find_next_breath_ms(last_breath_ends_ms, 0) == math.inf

    beak = avatar_motion.MouthEnvelope()
    assert beak.ended_ms == -math.inf
    beak.hear(Mouth(at_ms=30_000, envelope=(0.5,) * 50))
    assert beak.ended_ms == 31_000
    assert avatar_motion.compute_breathing_lift(33_600, beak.ended_ms) == 4


@pytest.mark.parametrize(
    ("loudness", "shown"), [(0.11, "idle"), (0.12, "talk1"), (0.35, "talk2"), (0.65, "talk3"), (math.nan, "idle")]
)
def test_the_beak_opens_with_the_voice(loudness: float, shown: str) -> None:
    assert avatar_motion.choose_pose(1_000, loudness) == shown


def test_the_beak_follows_the_newest_piece() -> None:
    beak = avatar_motion.MouthEnvelope()
    beak.hear(Mouth(at_ms=1_000, envelope=(0.2, 0.2, 0.7)))
    beak.hear(Mouth(at_ms=1_040, envelope=(0.5,)))

    heard = [beak.find_loudness(at) for at in (999, 1_000, 1_020, 1_040, 1_059, 1_060)]
    assert heard == [0, 0.2, 0.2, 0.5, 0.5, 0]
    beak.hear(Mouth(at_ms=1_010))
    assert beak.find_loudness(1_050) == 0


def test_the_beak_tells_when_it_moves_next() -> None:
    beak = avatar_motion.MouthEnvelope()
    beak.hear(Mouth(at_ms=1_000, envelope=(0.2, 0.2, 0.7, 0.7)))

    turns = [900.0]
    while (turn := beak.find_next_ms(turns[-1])) < math.inf:
        turns.append(turn)
    assert turns == [900, 1_000, 1_040, 1_080]
    assert all(one < other for one, other in pairwise(turns))
