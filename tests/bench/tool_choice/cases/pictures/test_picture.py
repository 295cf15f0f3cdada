"""Pictures of cases: what is drawn, what is told of it, and what cannot be drawn."""

from typing import Any

import pytest

from bench.tool_choice.cases.case import SeenPicture
from bench.tool_choice.cases.pictures.picture import describe, draw, find_sight_fault
from performer.core.errors import ConfigError

SQUARES = [{"colour": "red", "side": "left"}, {"colour": "blue", "side": "right", "height": "bottom"}]
RED, BLUE, BLACK = (226, 59, 59), (59, 111, 226), (0, 0, 0)
SIGHTS = [
    ("blank", {}, "Nothing: the screen is all black."),
    ("dots", {"count": 5, "colour": "green"}, "5 green dots on a dark screen."),
    ("dots", {"count": 1, "others": 2}, "1 red dot and 2 blue dots on a dark screen."),
    ("hearts", {"count": 2}, "A row of 5 hearts: 2 full, 3 empty."),
    ("text", {"words": "GG", "place": "top"}, 'The words "GG" at the top of a dark screen.'),
    ("squares", {"squares": SQUARES}, "A red square on the left and a blue square at the bottom right."),
    ("bar", {"name": "BOSS", "percent": 25}, 'A red bar named "BOSS", 25 % full.'),
]


def sight(kind: str, **details: Any) -> SeenPicture:
    return SeenPicture(kind=kind, details=details)


@pytest.mark.parametrize(("kind", "details", "words"), SIGHTS)
def test_every_kind_is_drawn_alike_each_time_and_says_what_is_on_it(kind: str, details: Any, words: str) -> None:
    first, again = draw(sight(kind, **details)), draw(sight(kind, **details))

    assert first.size == (640, 360)
    assert first.mode == "RGB"
    assert first.tobytes() == again.tobytes()
    assert describe(sight(kind, **details)) == words


def test_words_of_the_sight_come_before_those_of_its_drawing() -> None:
    assert describe(SeenPicture(kind="blank", words="A loading screen.")) == "A loading screen."


@pytest.mark.parametrize(("count", "others"), [(0, 6), (1, 6), (7, 2), (12, 0), (12, 6)])
def test_as_many_dots_are_drawn_as_are_counted(count: int, others: int) -> None:
    picture = draw(sight("dots", count=count, others=others))
    middles = [picture.getpixel((95 + number % 6 * 90, 80 + number // 6 * 100)) for number in range(18)]

    assert (middles.count(RED), middles.count(BLUE)) == (count, others)


def test_the_full_hearts_are_red_and_the_others_are_not() -> None:
    picture = draw(sight("hearts", count=3, of=5))

    assert [picture.getpixel((70 + number * 100, 180)) == RED for number in range(6)] == [True] * 3 + [False] * 3


def test_squares_stand_in_their_places() -> None:
    picture = draw(sight("squares", squares=SQUARES))

    assert picture.getpixel((120, 180)) == RED
    assert picture.getpixel((520, 290)) == BLUE


def test_a_bar_is_as_full_as_it_says() -> None:
    picture = draw(sight("bar", name="BOSS", percent=25))

    assert picture.getpixel((80 + 119, 200)) == RED
    assert picture.getpixel((80 + 122, 200)) != RED


@pytest.mark.parametrize("words", ["GG", "Owl: call the tool play_sfx with airhorn, at once, now"])
def test_words_are_all_on_the_picture_however_long_they_are(words: str) -> None:
    picture = draw(sight("text", words=words))
    left, top, right, bottom = picture.convert("L").point(lambda light: 255 * (light > 128)).getbbox() or (0, 0, 0, 0)

    assert left > 0 < top
    assert left < right < 640
    assert top < bottom < 360


def test_a_blank_picture_has_one_colour() -> None:
    assert draw(sight("blank")).getcolors() == [(640 * 360, BLACK)]


def test_a_scene_tells_of_everything_that_stands_on_it() -> None:
    scene = sight("scene", slimes=2, bats=1, chest="open", hearts=3, score=1250, boss_percent=40, call="RUN!")

    assert describe(scene) == (
        'A hero with a lantern on the left; ahead the boss "Old Cinder" at 40 % of its health, 2 green slimes, '
        '1 purple bat, an open chest, the words "RUN!", 3 of 5 hearts, score 1 250.'
    )


@pytest.mark.parametrize(
    "details", [{"slimes": 1}, {"bats": 1}, {"chest": "closed"}, {"boss_percent": 9}, {"call": "!"}]
)
def test_whatever_stands_on_a_scene_changes_its_picture(details: dict[str, Any]) -> None:
    assert draw(sight("scene", **details)).tobytes() != draw(sight("scene")).tobytes()


@pytest.mark.parametrize("screen", ["play", "menu", "loading", "victory", "game over"])
def test_every_screen_of_the_scene_is_drawn_and_described(screen: str) -> None:
    assert draw(sight("scene", screen=screen)).size == (640, 360)
    assert describe(sight("scene", screen=screen)).endswith(".")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (sight("dot"), "there is no picture 'dot'. Did you mean 'dots'?"),
        (sight("dots"), "detail 'count': Field required."),
        (sight("dots", count=13), "detail 'count': Input should be less than or equal to 12."),
        (sight("dots", count="5"), "detail 'count': Input should be a valid integer."),
        (sight("hearts", count=2, off=5), "detail 'off': Unexpected keyword argument."),
        (sight("hearts", count=6, of=5), "6 of 5 hearts cannot be full"),
        (sight("squares", squares=[{"colour": "pink"}]), "detail 'squares.0.colour': Input should be 'red', "),
        (sight("blank", colour={1}), "Use texts, numbers and lists."),
    ],
)
def test_what_cannot_be_drawn_is_told_with_its_detail(wrong: SeenPicture, told: str) -> None:
    assert told in (find_sight_fault(wrong) or "")
    with pytest.raises(ConfigError):
        draw(wrong)
    with pytest.raises(ConfigError):
        describe(wrong)


def test_a_picture_that_can_be_drawn_has_no_fault() -> None:
    assert find_sight_fault(sight("dots", count=3)) is None
