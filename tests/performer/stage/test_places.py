from dataclasses import replace
from random import Random

import pytest

from performer.core.files.home import ASSETS
from performer.stage.places import HALO, HEIGHT, WIDTH, Places, StageBox, choose_bubble_place
from performer.stage.protocol.elements import Bubble, Caption, Card, Side, Size, StagePlace, Toast
from performer.stage.protocol.layout import SAFE_MARGIN
from performer.stage.protocol.theme import Theme
from performer.stage.themes import read_theme

PLACES = Places(Theme())
CROSSHAIR = StageBox(0.35, 0.3, 0.3, 0.4)
GAME_BARS = StageBox(0.25, 0.6, 0.5, 0.4)
SIZES: tuple[Size, ...] = ("small", "medium", "large")


def bubble(place: StagePlace, born_ms: int = 0) -> Bubble:
    return Bubble(id=place, alt="Hm.", born_ms=born_ms, place=place)


def test_a_bubble_stands_where_it_is_wanted() -> None:
    assert choose_bubble_place("middle", [bubble("top")]) == "middle"


def test_a_bubble_whose_place_is_taken_goes_to_the_nearest() -> None:
    assert choose_bubble_place("bottom", [bubble("bottom")]) == "middle"
    assert choose_bubble_place("bottom", [bubble("bottom"), bubble("middle")]) == "top"


def test_with_no_place_left_a_bubble_takes_the_oldest_ones() -> None:
    assert choose_bubble_place("top", [bubble("top", 3), bubble("middle", 1), bubble("bottom", 2)]) == "middle"


def test_where_the_avatar_stands_no_bubble_goes() -> None:
    assert choose_bubble_place("bottom", [], avatar=True) == "middle"
    assert choose_bubble_place("top", [bubble("top", 3), bubble("middle", 1)], avatar=True) == "middle"


def test_emotes_keep_inside_the_safe_margin_and_off_the_words() -> None:
    chance = Random(5)
    for size in SIZES:
        side = PLACES.side(size)
        for _ in range(50):
            x, y = PLACES.emote_place(size, chance, ())
            own = StageBox(x - side / 2 / WIDTH, y - side / 2 / HEIGHT, side / WIDTH, side / HEIGHT)

            assert own.x * WIDTH >= SAFE_MARGIN - 1
            assert (own.y + own.h) * HEIGHT <= HEIGHT - SAFE_MARGIN + 1
            assert all(own.overlap(area) == 0 for area in PLACES.words("right"))
            assert own.overlap(CROSSHAIR) == 0


@pytest.mark.parametrize("name", ["night", "bold", "paper"])
def test_captions_leave_the_middle_of_the_bottom_to_the_game_and_text_keeps_off_other_text(name: str) -> None:
    files = {path.stem: path for path in (ASSETS / "themes").glob("*.toml")}
    theme = read_theme(files[name], files)
    places, slack = Places(theme), 2 * HALO
    caption = places.box(Caption(id="c", alt="Hm.", born_ms=0))
    toast = places.box(Toast(id="t", alt="Hm.", born_ms=0))

    assert caption.overlap(GAME_BARS) == 0
    assert caption.y + caption.h <= toast.y + slack / HEIGHT
    for place in ("top", "middle"):
        bubble_ = places.box(Bubble(id="b", alt="Hm.", born_ms=0, place=place))
        assert caption.y + caption.h <= bubble_.y + slack / HEIGHT


@pytest.mark.parametrize(("height", "margin", "width"), [(400, 40, 300), (600, 40, 500), (300, 0, 300)])
def test_the_tail_of_a_bubble_stands_above_the_middle_of_the_avatar(height: float, margin: float, width: float) -> None:
    plain = Theme()
    bubble_ = replace(plain.bubble, margin=60)
    theme = replace(plain, bubble=bubble_, avatar=replace(plain.avatar, height=height, margin=margin))

    assert bubble_.margin + theme.find_tail_margin(width) == margin + height * 380 / 400 / 2


def test_the_tail_stays_on_a_bubble_that_is_narrower_than_the_avatar() -> None:
    plain = Theme()
    theme = replace(plain, avatar=replace(plain.avatar, height=1000))

    assert theme.find_tail_margin(150) == 150 - plain.bubble.corner - plain.bubble.tail
    assert replace(plain, avatar=replace(plain.avatar, height=80)).find_tail_margin(150) == plain.bubble.tail_margin


def test_the_same_seed_gives_the_same_places() -> None:
    one, two = Random(9), Random(9)

    first, second = ([PLACES.emote_place("small", chance, ()) for _ in range(5)] for chance in (one, two))

    assert first == second


@pytest.mark.parametrize(("side", "other"), [("right", "left"), ("left", "right")])
def test_emotes_keep_off_where_the_next_card_will_stand(side: Side, other: Side) -> None:
    column = PLACES.box(Card(id="c", alt="Bakes", born_ms=0, side=other))
    assert column is not None
    first = column._replace(h=column.h / 3)
    chance = Random(5)
    for size in SIZES:
        across, down = PLACES.side(size) / WIDTH, PLACES.side(size) / HEIGHT
        for _ in range(50):
            x, y = PLACES.emote_place(size, chance, (), bubbles_on=side)

            assert StageBox(x - across / 2, y - down / 2, across, down).overlap(first) == 0
