"""The view of a round: screens, hits and calls come at the very instant of their events."""

from dataclasses import replace

import pytest

from performer.vision.demo_game.drawing import draw
from performer.vision.demo_game.game import DemoGame
from performer.vision.demo_game.state import Screen
from tests.performer.vision.demo_game.rounds import JUST_BEFORE_S

SCREENS = {
    "menu": Screen.MENU,
    "loading": Screen.LOADING,
    "level_start": Screen.PLAY,
    "victory": Screen.VICTORY,
    "game_over": Screen.GAME_OVER,
}


@pytest.mark.parametrize("seed", [3, 7])
def test_the_screen_changes_exactly_at_its_event(seed: int) -> None:
    arcade = DemoGame(seed)

    for event in arcade.events_between(1, 600):
        if event.name in SCREENS:
            assert arcade.state_at(event.at_s).screen is SCREENS[event.name]
            assert arcade.state_at(event.at_s - JUST_BEFORE_S).screen is not SCREENS[event.name]


@pytest.mark.parametrize("seed", [3, 7])
def test_every_hit_meets_its_enemy_where_it_stands(seed: int) -> None:
    arcade = DemoGame(seed)

    for event in arcade.events_between(1, 400):
        if event.name in ("enemy_hit", "boss_hit"):
            state = arcade.state_at(event.at_s - JUST_BEFORE_S)
            bolt = max(each.x for each in state.sprites if each.sheet == "bolt" and each.number)
            bodies = [each.x for each in state.sprites if each.sheet in ("slime", "bat", "brute")]
            bodies += [state.boss.x - 80] if state.boss else []
            assert min(abs(bolt - x) for x in bodies) < 6


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("treasure", "TREASURE!"),
        ("low_health", "LAST HEART!"),
        ("boss_enraged", "ENRAGED!"),
        ("score_milestone", " 000 POINTS!"),
    ],
)
def test_the_game_calls_out_what_counts_from_its_instant_on(name: str, words: str) -> None:
    arcade = DemoGame(1)
    event = next(each for each in arcade.events_between(0, 900) if each.name == name)

    before, after = arcade.state_at(event.at_s - 1 / 1024), arcade.state_at(event.at_s)

    assert words not in before.call
    assert words in after.call
    assert draw(after).getpixel((40, 170)) != draw(replace(after, called=0.0)).getpixel((40, 170))
