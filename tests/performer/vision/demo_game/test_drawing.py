"""The drawing: what the state says is on the picture, exactly while the state says so."""

import pytest
from PIL import Image, ImageChops, ImageStat

from performer.vision.demo_game.drawing import BOSS_BAR, BOSS_BAR_COLOUR, BOSS_BAR_EMPTY_COLOUR, draw
from performer.vision.demo_game.game import DemoGame
from tests.performer.vision.demo_game.rounds import JUST_BEFORE_S, named


def shows_boss_bar(picture: Image.Image) -> bool:
    left, top, right, bottom = BOSS_BAR
    ends = {picture.getpixel((x, (top + bottom) // 2)) for x in (left + 10, right - 10)}
    return ends <= {BOSS_BAR_COLOUR, BOSS_BAR_EMPTY_COLOUR}


def test_a_wounded_boss_has_lost_as_much_of_its_bar() -> None:
    arcade = DemoGame(7)
    left, top, right, bottom = BOSS_BAR
    half = named(arcade, "boss_enraged")[0].at_s

    picture = draw(arcade.state_at(half))
    row = [picture.getpixel((x, (top + bottom) // 2)) for x in range(left, right)]

    assert row.count(BOSS_BAR_COLOUR) / len(row) == pytest.approx(arcade.state_at(half).boss.health, abs=0.02)  # type: ignore[union-attr]  # there at that instant


def test_the_boss_bar_is_on_the_picture_exactly_while_a_boss_is_there() -> None:
    arcade = DemoGame(7)
    seen = {True: 0, False: 0}

    for second in range(0, 150, 2):
        state = arcade.state_at(second)
        if state.dark == 0:
            assert shows_boss_bar(draw(state)) is (state.boss is not None)
            seen[state.boss is not None] += 1

    assert min(seen.values()) > 8


def test_the_boss_bar_comes_and_goes_exactly_with_its_events() -> None:
    arcade = DemoGame(7)
    comes, goes = named(arcade, "boss_appears")[0].at_s, named(arcade, "boss_defeated")[0].at_s

    assert not shows_boss_bar(draw(arcade.state_at(comes - JUST_BEFORE_S)))
    assert shows_boss_bar(draw(arcade.state_at(comes)))
    assert shows_boss_bar(draw(arcade.state_at(goes - JUST_BEFORE_S)))
    assert not shows_boss_bar(draw(arcade.state_at(goes)))


def test_a_lost_heart_is_seen_on_the_picture() -> None:
    arcade = DemoGame(7)
    hit = named(arcade, "hero_hit")[0].at_s
    row = (28, 24, 280, 84)

    before, after = (draw(arcade.state_at(at)).crop(row) for at in (hit - JUST_BEFORE_S, hit))

    assert ImageChops.difference(before, after).getbbox() is not None


def test_the_picture_is_black_between_two_screens_but_not_at_the_very_beginning() -> None:
    arcade = DemoGame(7)
    loading = named(arcade, "loading")[0].at_s

    assert draw(arcade.state_at(loading)).getextrema() == ((0, 0), (0, 0), (0, 0))
    assert ImageStat.Stat(draw(arcade.state_at(0))).mean[0] > 20


def test_every_screen_has_its_size_and_its_own_looks() -> None:
    arcade = DemoGame(7)
    pictures = [draw(arcade.state_at(named(arcade, name)[0].at_s + 1.5)) for name in ("menu", "loading", "game_over")]

    assert {picture.size for picture in pictures} == {(1280, 720)}
    assert {picture.mode for picture in pictures} == {"RGB"}
    assert len({tuple(round(mean) for mean in ImageStat.Stat(picture).mean) for picture in pictures}) == 3
