"""The motion of the avatar, the same as on the page."""

import math
from itertools import pairwise

import pytest

from overlay import motion
from performer.stage.protocol.messages import Mouth


def test_the_avatar_blinks_once_in_four_seconds() -> None:
    assert [motion.find_blink_start_ms(window) % 4_000 for window in range(6)] == [
        0,
        127,
        2278,
        2887,
        1693,
        2885,
    ]
    since_ms = 40_000
    blinks = [at for at in range(0, 40_000, 10) if motion.choose_pose(at, 0, since_ms) == "blink"]

    assert len(blinks) == pytest.approx(10 * 14, abs=10)
    assert motion.find_next_blink_ms(0, since_ms) == 140
    assert motion.find_next_blink_ms(140, since_ms) == 4_127


def test_a_calm_avatar_blinks_once_in_sixteen_seconds() -> None:
    calm_since_ms = -motion.BREATHES_MS - 1
    blinks = [at for at in range(0, 160_000, 10) if motion.choose_pose(at, 0, calm_since_ms) == "blink"]

    assert len(blinks) == pytest.approx(10 * 14, abs=10)
    assert motion.find_next_blink_ms(0, calm_since_ms) == 140
    assert motion.find_next_blink_ms(140, calm_since_ms) == motion.find_blink_start_ms(4)
    assert motion.choose_pose(motion.find_blink_start_ms(4) + 1, 0, calm_since_ms) == "blink"
    assert motion.find_next_blink_ms(140, 0) == 4_127


def test_it_breathes_four_units_up_and_down() -> None:
    lifts = [motion.compute_breathing_lift(step * motion.BREATH_STEP_MS, 0) for step in range(9)]

    assert lifts == [0, 1, 2, 3, 4, 3, 2, 1, 0]
    assert motion.find_next_breath_ms(399, 0) == 400
    assert motion.find_next_breath_ms(400, 0) == 800


def test_it_stands_still_when_it_has_not_spoken_for_a_while_and_breathes_when_it_speaks_again() -> None:
    last_breath_ends_ms = 22_400
    assert motion.compute_breathing_lift(last_breath_ends_ms - 1, 0) == 1
    assert motion.find_next_breath_ms(last_breath_ends_ms - 1, 0) == last_breath_ends_ms
    assert {motion.compute_breathing_lift(at, 0) for at in range(last_breath_ends_ms, 60_000, 100)} == {0}
    assert motion.find_next_breath_ms(last_breath_ends_ms, 0) == math.inf

    mouth = motion.MouthEnvelope()
    assert mouth.ended_ms == -math.inf
    mouth.hear(Mouth(at_ms=30_000, envelope=(0.5,) * 50))
    assert mouth.ended_ms == 31_000
    assert motion.compute_breathing_lift(33_600, mouth.ended_ms) == 4


@pytest.mark.parametrize(
    ("loudness", "shown"), [(0.11, "idle"), (0.12, "talk1"), (0.35, "talk2"), (0.65, "talk3"), (math.nan, "idle")]
)
def test_the_mouth_opens_with_the_voice(loudness: float, shown: str) -> None:
    assert motion.choose_pose(1_000, loudness, 0) == shown


def test_the_mouth_follows_the_newest_piece() -> None:
    mouth = motion.MouthEnvelope()
    mouth.hear(Mouth(at_ms=1_000, envelope=(0.2, 0.2, 0.7)))
    mouth.hear(Mouth(at_ms=1_040, envelope=(0.5,)))

    heard = [mouth.find_openness(at) for at in (999, 1_000, 1_020, 1_040, 1_059, 1_060)]
    assert heard == [0, 0.2, 0.2, 0.5, 0.5, 0]
    mouth.hear(Mouth(at_ms=1_010))
    assert mouth.find_openness(1_050) == 0


def test_the_mouth_tells_when_it_moves_next() -> None:
    mouth = motion.MouthEnvelope()
    mouth.hear(Mouth(at_ms=1_000, envelope=(0.2, 0.2, 0.7, 0.7)))

    turns = [900.0]
    while (turn := mouth.find_next_ms(turns[-1])) < math.inf:
        turns.append(turn)
    assert turns == [900, 1_000, 1_040, 1_080]
    assert all(one < other for one, other in pairwise(turns))


@pytest.mark.parametrize(
    ("shape", "poses"),
    [
        ("c", ["idle", "idle", "idle"]),
        ("t", ["idle", "talk1", "talk1"]),
        ("w", ["talk1", "talk2", "talk2"]),
        ("r", ["talk1", "talk2", "talk2"]),
        ("o", ["talk2", "talk3", "talk3"]),
        ("?", ["talk1", "talk2", "talk3"]),
    ],
)
def test_the_mouth_opens_as_its_shape_asks_for_and_less_when_the_voice_is_soft(shape: str, poses: list[str]) -> None:
    mouth = motion.MouthEnvelope()
    mouth.hear(Mouth(at_ms=1_000, envelope=(0.2, 0.4, 0.9), shapes=shape * 3))

    assert [motion.choose_pose(1_000, mouth.find_openness(at), 0) for at in (1_000, 1_020, 1_040)] == poses


def test_a_shape_holds_for_as_long_as_it_is_told_and_a_new_one_is_a_turn() -> None:
    mouth = motion.MouthEnvelope()
    mouth.hear(Mouth(at_ms=1_000, envelope=(0.5,) * 5, shapes="wwrrrccc"))

    assert [mouth.find_shape(at) for at in (999, 1_000, 1_020, 1_040, 1_099, 1_100)] == ["", "w", "w", "r", "r", ""]
    assert [mouth.find_next_ms(at) for at in (0, 1_000, 1_040, 1_100)] == [1_000, 1_040, 1_100, math.inf]


def test_without_shapes_the_loudness_opens_the_mouth() -> None:
    mouth = motion.MouthEnvelope()
    mouth.hear(Mouth(at_ms=0, envelope=(0.3, 0.7), shapes="o"))

    assert [mouth.find_openness(at) for at in (0, 20)] == pytest.approx([0.75, 0.7])
