"""Sights: what can be named of the arcade at an instant."""

from collections.abc import Callable

import pytest

from bench.show.ground_truth import LOOKS, find_content_words, list_looks, list_numbers, list_things, stem
from performer.vision.demo_game.game import DemoGame
from performer.vision.demo_game.state import GameState, Screen

ARCADE = DemoGame(1)


def first(fits: Callable[[GameState], object]) -> float:
    return next(float(at) for at in range(5, 600) if fits(ARCADE.state_at(at)))


def shows(state: GameState, sheet: str) -> bool:
    return any(sprite.sheet == sheet for sprite in state.sprites)


@pytest.mark.parametrize(
    ("fits", "named"),
    [
        (lambda state: state.boss, {"boss", "bar"}),
        (lambda state: state.boss and state.boss.enraged, {"enraged"}),
        (lambda state: shows(state, "slime"), {"enemy"}),
        (lambda state: state.chests, {"chest", "treasure"}),
        (lambda state: shows(state, "thorns"), {"thorn"}),
        (lambda state: state.screen is Screen.LOADING, {"loading", "level"}),
        (lambda state: state.screen is Screen.GAME_OVER, {"game", "over", "score"}),
    ],
)
def test_what_is_on_the_screen_can_be_named_and_only_then(fits: Callable[[GameState], object], named: set[str]) -> None:
    assert named <= list_things(ARCADE, first(fits))
    assert not named <= list_things(ARCADE, first(lambda state: state.screen is Screen.MENU))


def test_hearts_and_score_are_numbers_of_the_picture() -> None:
    at_s = first(lambda state: state.score > 100 and state.hearts < 5)
    state = ARCADE.state_at(at_s)

    assert {state.score, state.hearts} <= list_numbers(ARCADE, at_s)


def test_every_picture_has_some_colour_and_never_all() -> None:
    for at_s in (3.0, 30.0, 60.0):
        assert list_looks(ARCADE, at_s)
        assert list_looks(ARCADE, at_s) < LOOKS


def test_words_are_compared_without_plural_and_case_and_little_words_do_not_count() -> None:
    assert find_content_words("The Bats and a boss!") == {"bat", "boss"}
    assert [stem(word) for word in ("Slimes", "boss", "us")] == ["slime", "boss", "us"]
