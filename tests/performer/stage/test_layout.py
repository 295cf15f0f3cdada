from dataclasses import replace
from random import Random

import pytest
from pydantic import ValidationError

from performer.core.files.home import ASSETS
from performer.stage.layout import (
    Appearance,
    LandscapeSettings,
    LayoutSettings,
    PortraitSettings,
    Rectangle,
    find_safe_area,
)
from performer.stage.places import HALO, HEIGHT, StageBox
from performer.stage.protocol.elements import Caption, Side
from performer.stage.protocol.layout import PLACED, BoardName
from performer.stage.protocol.theme import Theme
from performer.stage.themes import read_theme

NIGHT = Theme()
BUILT_IN = {path.stem: path for path in (ASSETS / "themes").glob("*.toml")}
ROUNDED = 2e-4


@pytest.mark.parametrize("spot", [(0.9, 0, 0.2, 0.2), (-0.1, 0, 0.2, 0.2), (0, 0, 0.2, 0.01), (0, 0.9, 0.2, 0.2)])
def test_a_rectangle_off_the_stage_or_too_small_is_refused(spot: Rectangle) -> None:
    with pytest.raises(ValidationError, match="all on the stage"):
        LandscapeSettings(caption=spot)
    with pytest.raises(ValidationError, match="all on the stage"):
        LandscapeSettings(keep_clear=(spot,))


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("board", ["landscape", "portrait"])
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_every_element_has_its_first_place_within_the_safe_area(name: str, board: BoardName, side: Side) -> None:
    spots = Appearance(settings=LayoutSettings()).find_spots(board, read_theme(BUILT_IN[name], BUILT_IN), side)

    left, top, width, height = find_safe_area(board)
    within = {
        kind
        for kind, (x, y, w, h) in spots.items()
        if min(x - left, y - top, left + width - x - w, top + height - y - h) > -ROUNDED
    }
    assert within == set(PLACED)


def test_a_theme_of_ones_own_that_is_wider_than_a_portrait_board_has_its_captions_within_the_safe_area() -> None:
    wide = replace(NIGHT, caption=replace(NIGHT.caption, max_width=1900))

    x, _, w, _ = Appearance(settings=LayoutSettings()).find_spots("portrait", wide, "right")["caption"]

    left, _, width, _ = find_safe_area("portrait")
    assert (x, w) == pytest.approx((left, width), abs=ROUNDED)


def test_a_place_of_the_streamers_own_may_reach_out_of_the_safe_area() -> None:
    spot: Rectangle = (0.0, 0.9, 0.5, 0.1)
    appearance = Appearance(settings=LayoutSettings(portrait=PortraitSettings(caption=spot, emote=spot)))

    portrait = appearance.make_layout(NIGHT, "right").portrait

    assert (portrait.caption, portrait.emote) == (spot, spot)


def test_font_and_size_of_letters_are_the_streamers() -> None:
    dressed = Appearance(settings=LayoutSettings(text_size=1.5, font="Comic Neue")).dress(NIGHT)

    assert dressed.font.family == "Comic Neue"
    assert (dressed.caption.size, dressed.card.text_size) == (60, 36)
    assert dressed.emote == NIGHT.emote


def test_what_the_change_measure_leaves_out_follows_the_rectangle() -> None:
    board = LandscapeSettings(caption=(0.1, 0.7, 0.3, 0.2))
    places = Appearance(settings=LayoutSettings(landscape=board)).make_places(NIGHT, "right")

    box = places.box(Caption(id="c", alt="Hm.", born_ms=0))

    assert box.x + box.w / 2 == pytest.approx(0.25)
    assert box.y + box.h > 0.9


def test_emotes_stay_in_their_rectangle_and_off_what_is_kept_clear() -> None:
    zone: Rectangle = (0.3, 0.2, 0.2, 0.6)
    clear = StageBox(*zone)
    board = LandscapeSettings(emote=(0.1, 0.1, 0.8, 0.8), keep_clear=(zone,))
    places = Appearance(settings=LayoutSettings(landscape=board)).make_places(NIGHT, "right")
    chance = Random(3)

    for _ in range(30):
        x, y = places.emote_place("medium", chance, ())
        emote = StageBox(x - 100 / 1920, y - 100 / 1080, 200 / 1920, 200 / 1080)

        assert emote.overlap(clear) == 0
        assert emote.overlap(StageBox(0.1, 0.1, 0.8, 0.8)) == pytest.approx(emote.w * emote.h, rel=0.01)


def test_what_would_cover_a_part_to_keep_clear_is_told_to_clients_elsewhere_on_that_board_only() -> None:
    zone: Rectangle = (0.4, 0.1, 0.2, 0.05)  # over the captions of the theme
    appearance = Appearance(settings=LayoutSettings(landscape=LandscapeSettings(keep_clear=(zone,))))

    layout = appearance.make_layout(NIGHT, "right")

    assert StageBox(*layout.landscape.caption).overlap(StageBox(*zone)) == 0
    assert layout.landscape.bubble == ()
    assert layout.portrait == Appearance(settings=LayoutSettings()).make_layout(NIGHT, "right").portrait
    box = appearance.make_places(NIGHT, "right").box(Caption(id="c", alt="Hm.", born_ms=0))
    assert box.y + HALO / HEIGHT == pytest.approx(layout.landscape.caption[1], abs=0.01)


def test_an_own_place_gives_way_as_well_and_what_is_not_shown_stays() -> None:
    zone: Rectangle = (0.4, 0.88, 0.2, 0.06)
    board = LandscapeSettings(caption=(0.25, 0.75, 0.5, 0.15), keep_clear=(zone,))
    hidden = board.model_copy(update={"hidden": ("caption",)})

    moved, left = (
        Appearance(settings=LayoutSettings(landscape=each)).make_layout(NIGHT, "right").landscape.caption
        for each in (board, hidden)
    )

    assert moved == pytest.approx((0.25, 0.73, 0.5, 0.15))
    assert left == (0.25, 0.75, 0.5, 0.15)


def test_which_element_steps_aside_depends_on_the_side_of_the_avatar() -> None:
    left_edge: Rectangle = (0.0, 0.1, 0.15, 0.9)
    appearance = Appearance(settings=LayoutSettings(landscape=LandscapeSettings(keep_clear=(left_edge,))))

    assert appearance.make_layout(NIGHT, "right").landscape.avatar == ()
    assert StageBox(*appearance.make_layout(NIGHT, "left").landscape.avatar).x >= 0.15


def test_without_room_an_element_stays_where_it_is() -> None:
    board = LandscapeSettings(caption=(0.1, 0.5, 0.8, 0.4), keep_clear=((0.4, 0.3, 0.2, 0.6),))
    appearance = Appearance(settings=LayoutSettings(landscape=board))

    assert appearance.find_moved("landscape", NIGHT, "right")["caption"] == ()
    assert appearance.make_layout(NIGHT, "right").landscape.caption == (0.1, 0.5, 0.8, 0.4)
