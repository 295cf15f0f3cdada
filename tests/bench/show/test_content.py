"""Grounding: what lines name, against the game's own state."""

from collections.abc import Callable

import pytest

from bench.show.content import Grounding, find_numbers, measure_grounding
from performer.vision.demo_game.game import DemoGame
from performer.vision.demo_game.state import GameState, Screen
from tests.bench.show.takes import beside, line, take

ARCADE = DemoGame(1)


def instant(fits: str) -> float:
    """Find the first second at which the state fits: boss, menu or no foe."""
    tests: dict[str, Callable[[GameState], bool]] = {
        "boss": lambda state: state.boss is not None and state.boss.health < 1,
        "menu": lambda state: state.screen is Screen.MENU,
        "play": lambda state: state.screen is Screen.PLAY and not state.boss and not state.banner,
    }
    return next(float(at) for at in range(5, 600) if tests[fits](ARCADE.state_at(at)))


def judged(at_s: float, text: str) -> Grounding:
    return measure_grounding(beside(take(line(at_s, at_s + 2.0, text, picture_s=at_s - 0.5), seconds=600.0), ARCADE))


def test_naming_the_boss_is_grounded_while_it_is_there() -> None:
    boss = ARCADE.state_at(instant("boss")).boss
    assert boss is not None

    assert judged(instant("boss"), f"{boss.name} again.").grounded == 1.0
    assert judged(instant("menu"), f"{boss.name} again.").grounded == 0.0


def test_words_that_name_nothing_are_not_grounded() -> None:
    assert judged(instant("play"), "Well, that happened.").grounded == 0.0


def test_the_number_on_the_screen_is_grounded_and_another_is_invented() -> None:
    at_s = instant("boss")
    score = ARCADE.state_at(at_s).score

    assert judged(at_s, f"That makes {score:,}.").grounded == 1.0
    assert judged(at_s, f"That makes {score:,}.").invented_numbers == 0
    assert judged(at_s, "That makes 777,777.").invented_numbers == 1
    assert judged(at_s, "Seventeen of them!").invented_numbers == 1


def test_a_colour_is_grounded_when_enough_of_the_picture_has_it() -> None:
    colours = ["red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"]
    shares = [judged(instant("play"), f"So much {colour}.").grounded for colour in colours]

    assert 1.0 in shares
    assert 0.0 in shares


def test_naming_what_only_comes_in_a_moment_is_premature() -> None:
    (coming,) = [each for each in ARCADE.events_between(0, 60) if each.name == "level_start"][:1]

    assert judged(coming.at_s - 3.0, "It begins.").premature == 1.0
    assert judged(coming.at_s + 1.0, "It begins.").premature == 0.0


def test_beside_a_still_picture_there_is_nothing_to_compare_with() -> None:
    assert measure_grounding(take(line(1.0, 2.0, "A boss!"))) == Grounding(
        grounded=None, invented_numbers=0, premature=None
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,234 points and 5 hearts", {1234, 5}),
        ("12 345", {12345}),
        ("two bats, then Twelve", {2, 12}),
        ("one of those days", set()),
        ("often", set()),
    ],
)
def test_numbers_are_read_in_digits_and_words(text: str, found: set[int]) -> None:
    assert find_numbers(text) == found


def test_every_screen_has_words() -> None:
    states: list[GameState] = [ARCADE.state_at(at) for at in range(0, 600, 5)]

    assert {state.screen for state in states} == set(Screen)
    for state in states:
        assert judged(state.at_s + 1, "Nothing.").premature is not None
