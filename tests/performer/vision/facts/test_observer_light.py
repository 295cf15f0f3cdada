"""Light: another scene, stillness, and the colour when there is nothing else."""

from tests.performer.vision.facts.drawn import Drawn, told


def test_another_scene_is_told_with_its_colour() -> None:
    assert told([Drawn("black"), Drawn("#3060c0")]) == "a new scene, mostly blue"


def test_that_nothing_moves_is_told_after_a_while() -> None:
    assert told([Drawn()] * 7) == "nothing moves"


def test_a_black_screen_is_told() -> None:
    assert told([Drawn("black")]) == "a black screen"


def test_the_colour_is_told_only_when_there_is_nothing_else() -> None:
    assert told([Drawn("#103018")]) == "mostly dark green"
    assert told([Drawn("#103018").hearts(3)] * 2) == "three hearts"


def test_sudden_light_is_told() -> None:
    half = Drawn("#202428").box((0, 0, 1279, 250), "#c0c4c8")

    assert told([Drawn("#202428"), half]) in {"everything suddenly bright", "a new scene, mostly grey"}
