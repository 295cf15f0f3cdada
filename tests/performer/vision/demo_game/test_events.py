"""The log of a round: every event comes, with the score and the hearts that it leaves behind."""

from typing import get_args

import pytest

from performer.vision.demo_game.events import MILESTONE, EventName
from performer.vision.demo_game.game import DemoGame
from tests.performer.vision.demo_game.rounds import JUST_BEFORE_S


@pytest.mark.parametrize("seed", [1, 2, 3, 7, 2026])
def test_everything_that_can_happen_happens_within_ten_minutes(seed: int) -> None:
    happened = {event.name for event in DemoGame(seed).events_between(0, 600)}

    assert happened == set(get_args(EventName))


@pytest.mark.parametrize("seed", [3, 7])
def test_hearts_and_score_change_exactly_at_their_events(seed: int) -> None:
    arcade = DemoGame(seed)

    for event in arcade.events_between(1, 600):
        before, after = arcade.state_at(event.at_s - JUST_BEFORE_S), arcade.state_at(event.at_s)
        if event.name == "hero_hit":
            assert after.hearts == before.hearts - 1
            assert f"{after.hearts} of 5" in event.text
        if event.name == "low_health":
            assert after.hearts == 1
        if event.name == "death":
            assert after.hearts == 0
        if event.name == "score_milestone":
            assert after.score // MILESTONE > before.score // MILESTONE
            assert event.text == f"The score passes {after.score // MILESTONE * MILESTONE}."
