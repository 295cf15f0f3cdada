"""Movers: what goes across the picture, how large it is, and where it comes from."""

from performer.vision.facts.observer import PictureObserver
from tests.performer.vision.facts.drawn import GREEN, Drawn, told


def walks(*lefts: int, size: int = 80, top: int = 400) -> list[Drawn]:
    return [Drawn().box((left, top, left + size, top + size), GREEN) for left in lefts]


def test_what_comes_from_a_side_is_told() -> None:
    assert told(walks(1180, 1060, 940)) == "something small and green comes from the right"
    assert told(walks(20, 140, 260)) == "something small and green comes from the left"


def test_what_begins_in_the_middle_moves() -> None:
    assert told(walks(500, 620, 740)) == "something small and green moves right"


def test_what_falls_is_told() -> None:
    drawn = [Drawn().box((600, top, 680, top + 80), GREEN) for top in (200, 300, 400)]

    assert told(drawn) == "something small and green falls"


def test_what_is_large_is_big() -> None:
    assert "something big and green" in told(walks(900, 780, 660, size=240, top=300))


def test_what_was_not_seen_for_a_while_moves_no_more() -> None:
    observer = PictureObserver()
    for number, drawn in enumerate(walks(1180, 1060, 940)):
        observer.look(drawn.frame(number * 0.5))

    assert "something" in observer.sentence(2.0)
    assert "something" not in observer.sentence(2.5)


def test_what_stands_or_is_a_background_does_not_move() -> None:
    ground = [Drawn().box((0, 400, 1279, 719), GREEN)] * 3

    assert "something" not in told(walks(500, 500, 500)) + told(ground)
