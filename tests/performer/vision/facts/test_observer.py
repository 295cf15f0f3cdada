"""The observer: what is told of the demo game, which it does not know, and of what is left out."""

from bench.show.ground_truth import draw_game_reel
from performer.vision.facts.observer import PictureObserver
from performer.vision.facts.sentence import MOST_WORDS
from performer.vision.frame import Frame, Mask
from performer.vision.ocr.quick_reader import VisibleText
from tests.performer.vision.facts.drawn import Drawn


def told(begin_s: float, end_s: float) -> str:
    """Watch the first game from one second to another."""
    reel, observer = draw_game_reel(1, 2.0), PictureObserver()
    for number in range(round(begin_s * 2), round(end_s * 2) + 1):
        observer.look(reel.draw_frame(number))
    return observer.sentence(end_s)


def test_the_hearts_of_the_demo_game_are_counted() -> None:
    assert "five hearts" in told(12, 16)
    assert told(40, 46).startswith("one heart lost, one left")


def test_the_bar_of_its_boss_is_told() -> None:
    assert "a new long red bar at the top" in told(104, 109)
    assert "the red bar at the top half empty" in told(104, 117)


def test_who_comes_is_told() -> None:
    assert "something small and green comes from the right" in told(12, 16)


def test_our_own_elements_are_left_out() -> None:
    observer = PictureObserver()
    frames = [Drawn().hearts(4).frame(number / 2) for number in range(3)]
    for frame in frames:
        observer.look(frame, [Mask(0.0, 0.0, 0.3, 0.2)])

    assert "heart" not in observer.sentence(1.0)


def test_letters_are_no_icons_once_they_were_read() -> None:
    observer = PictureObserver()
    for frame in (Drawn().squares(3).frame(number / 2) for number in range(3)):
        observer.look(frame)
    observer.read([VisibleText(text="888", place=Mask(0.7, 0.9, 0.2, 0.1))], 1.0)

    assert "icon" not in observer.sentence(1.0)


def test_news_are_only_what_just_happened() -> None:
    observer = PictureObserver()
    frames: list[Frame] = [Drawn().hearts(4).frame(number / 2) for number in range(3)]
    for frame in frames:
        observer.look(frame)
    before = observer.news(1.0)
    observer.read([VisibleText(text="LEVEL 2", place=Mask(0.4, 0.2, 0.2, 0.08))], 1.0)

    assert (before, observer.news(1.0)) == ("", 'text "LEVEL 2"')


def test_a_sentence_is_short() -> None:
    assert all(1 <= len(told(at_s - 3, at_s).split()) <= MOST_WORDS for at_s in (5, 20, 60, 110, 190))
