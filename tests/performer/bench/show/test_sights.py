"""Sights: what can be named of the arcade at an instant."""

from collections.abc import Callable

import pytest

from performer.bench.show.sights import LOOKS, content, looks, numbers, stem, things
from performer.frames.arcade.game import Arcade
from performer.frames.arcade.state import ArcadeState, Screen

ARCADE = Arcade(1)


def first(fits: Callable[[ArcadeState], object]) -> float:
    return next(float(at) for at in range(5, 600) if fits(ARCADE.state_at(at)))


@pytest.mark.parametrize(
    ("fits", "named"),
    [
        (lambda state: state.boss, {"boss", "bar"}),
        (lambda state: state.boss and state.boss.enraged, {"enraged"}),
        (lambda state: state.foes, {"enemy"}),
        (lambda state: state.chests, {"chest", "treasure"}),
        (lambda state: state.hurdles, {"thorn"}),
        (lambda state: state.screen is Screen.LOADING, {"loading", "level"}),
        (lambda state: state.screen is Screen.GAME_OVER, {"game", "over", "score"}),
    ],
)
def test_what_is_on_the_screen_can_be_named_and_only_then(
    fits: Callable[[ArcadeState], object], named: set[str]
) -> None:
    assert named <= things(ARCADE, first(fits))
    assert not named <= things(ARCADE, first(lambda state: state.screen is Screen.MENU))


def test_hearts_and_score_are_numbers_of_the_picture() -> None:
    at_s = first(lambda state: state.score > 100 and state.hearts < 5)
    state = ARCADE.state_at(at_s)

    assert {state.score, state.hearts} <= numbers(ARCADE, at_s)


def test_every_picture_has_some_colour_and_never_all() -> None:
    for at_s in (3.0, 30.0, 60.0):
        assert looks(ARCADE, at_s)
        assert looks(ARCADE, at_s) < LOOKS


def test_words_are_compared_without_plural_and_case_and_little_words_do_not_count() -> None:
    assert content("The Bats and a boss!") == {"bat", "boss"}
    assert [stem(word) for word in ("Slimes", "boss", "us")] == ["slime", "boss", "us"]
