"""The plot of a round: how long it is, and how quiet and busy stretches follow one another."""

from itertools import pairwise

import pytest

from performer.vision.demo_game.game import DemoGame
from tests.performer.vision.demo_game.rounds import named


@pytest.mark.parametrize("seed", [1, 7])
def test_a_round_lasts_about_a_minute_or_two(seed: int) -> None:
    menus = named(DemoGame(seed), "menu", until_s=3600)

    lengths = [later.at_s - earlier.at_s for earlier, later in pairwise(menus)]

    assert min(lengths) > 50
    assert max(lengths) < 120
    assert len({round(length) for length in lengths}) > 10


def test_a_level_has_quiet_stretches_and_busy_ones() -> None:
    arcade = DemoGame(7)
    start, end = named(arcade, "level_start")[0].at_s, named(arcade, "death")[0].at_s
    instants = [event.at_s for event in arcade.events_between(start, end)]

    assert max(later - earlier for earlier, later in pairwise(instants)) > 4
    assert max(len(arcade.events_between(at_s, at_s + 5)) for at_s in instants) >= 6
