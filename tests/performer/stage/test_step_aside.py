"""What would cover a part to keep clear goes to the nearest place that covers none of it."""

import itertools
from collections.abc import Mapping
from random import Random

import pytest

from performer.stage.places import StageBox
from performer.stage.protocol.layout import PlacedKind, Spot
from performer.stage.step_aside import step_aside

SAFE: Spot = (0.0333, 0.0593, 0.9333, 0.8815)
WIDE = 16 / 9
CAPTION: Spot = (0.25, 0.75, 0.5, 0.15)
BAR: Spot = (0.4, 0.88, 0.2, 0.06)


def move(spots: Mapping[PlacedKind, Spot], *zones: Spot) -> dict[PlacedKind, Spot]:
    return step_aside(spots, zones, SAFE, WIDE)


def test_what_covers_nothing_stays() -> None:
    assert move({"caption": CAPTION}, (0.0, 0.0, 0.2, 0.2)) == {}
    assert move({"caption": CAPTION}, (0.25, 0.9, 0.5, 0.1)) == {}, "side by side is no covering"


def test_what_covers_goes_the_least_way_and_keeps_its_size() -> None:
    assert move({"caption": CAPTION}, BAR) == {"caption": pytest.approx((0.25, 0.73, 0.5, 0.15))}
    assert move({"caption": CAPTION}, (0.0, 0.7, 0.3, 0.3)) == {"caption": pytest.approx((0.3, 0.75, 0.5, 0.15))}


def test_where_an_element_went_it_stays_when_that_becomes_its_own_place() -> None:
    chance = Random(5)
    for _ in range(200):
        x, y = chance.uniform(0, 0.6), chance.uniform(0, 0.8)
        zone = (x, y, chance.uniform(0.02, 0.4), chance.uniform(0.02, 0.2))
        for kind, spot in move({"caption": CAPTION}, zone).items():
            assert move({kind: spot}, zone) == {}


def test_it_goes_round_all_zones_and_not_onto_another_element() -> None:
    over: Spot = (0.2, 0.5, 0.6, 0.3)

    assert move({"caption": CAPTION}, BAR, over)["caption"][1] < 0.5
    aside = move({"caption": CAPTION, "card": (0.25, 0.6, 0.5, 0.14)}, BAR)["caption"]
    assert StageBox(*aside).overlap(StageBox(0.25, 0.6, 0.5, 0.14)) == 0


def test_elements_that_stand_on_each_other_anyway_may_do_so_elsewhere() -> None:
    spots: dict[PlacedKind, Spot] = {"bubble": (0.62, 0.2, 0.29, 0.6), "avatar": (0.78, 0.59, 0.2, 0.37)}

    assert move(spots, (0.87, 0.3, 0.13, 0.1)) == {"bubble": pytest.approx((0.58, 0.2, 0.29, 0.6))}


def test_two_that_step_aside_do_not_meet() -> None:
    spots: dict[PlacedKind, Spot] = {"caption": CAPTION, "card": (0.1, 0.5, 0.2, 0.2)}
    zones: tuple[Spot, ...] = (BAR, (0.05, 0.45, 0.2, 0.2))

    moved = move(spots, *zones)

    assert moved.keys() == {"caption", "card"}
    boxes = [*(StageBox(*each) for each in moved.values()), *(StageBox(*each) for each in zones)]
    assert all(one.overlap(other) < 1e-4 for one, other in itertools.combinations(boxes, 2))


def test_the_safe_area_is_left_only_where_nothing_within_it_is_clear() -> None:
    low: Spot = (0.3, 0.84, 0.4, 0.1)

    assert move({"caption": low}, (0.0, 0.8, 1.0, 0.08)) == {"caption": pytest.approx((0.3, 0.7, 0.4, 0.1))}
    assert move({"caption": low}, (0.0, 0.0, 1.0, 0.88)) == {"caption": pytest.approx((0.3, 0.88, 0.4, 0.1))}


def test_without_room_it_is_told_so() -> None:
    assert move({"caption": CAPTION}, (0.0, 0.2, 1.0, 0.78)) == {"caption": (0.25, 0.05, 0.5, 0.15)}
    assert move({"caption": CAPTION}, (0.0, 0.1, 1.0, 0.88)) == {"caption": ()}


def test_emotes_are_not_moved() -> None:
    assert move({"emote": (0.0, 0.0, 1.0, 1.0)}, BAR) == {}
