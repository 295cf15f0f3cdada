import pytest

from performer.stage.protocol.layout import BoardLayout, Layout, find_theme_spots, fit_theme
from performer.stage.protocol.theme import Theme

NIGHT = Theme()


def test_a_stage_higher_than_wide_is_a_portrait_one() -> None:
    layout = Layout(portrait=BoardLayout(hidden=("avatar",)))

    assert layout.find_board(1080, 1920) is layout.portrait
    assert layout.find_board(1920, 1080) is layout.landscape


def test_without_rectangles_the_theme_stays_as_it_is() -> None:
    assert fit_theme(NIGHT, BoardLayout(), 1920, 1080) == NIGHT


def test_in_the_rectangles_of_the_theme_itself_things_stand_where_they_did() -> None:
    spots = find_theme_spots(NIGHT, 1920, 1080, "right")
    board = BoardLayout(caption=spots["caption"], bubble=spots["bubble"], avatar=spots["avatar"])

    fitted = fit_theme(NIGHT, board, 1920, 1080)

    assert (fitted.caption.at, fitted.caption.lines) == ("top", NIGHT.caption.lines)
    assert fitted.caption.margin == pytest.approx(NIGHT.caption.margin, abs=0.5)
    assert fitted.caption.max_width == pytest.approx(NIGHT.caption.max_width, abs=0.5)
    assert fitted.bubble.stands[::2] == pytest.approx(NIGHT.bubble.stands[::2], abs=0.5)
    assert fitted.avatar.height == pytest.approx(NIGHT.avatar.height, abs=0.5)
    assert fitted.avatar.margin == pytest.approx(NIGHT.avatar.margin, abs=0.5)


def test_captions_in_the_lower_half_grow_up_from_the_bottom_of_their_rectangle() -> None:
    fitted = fit_theme(NIGHT, BoardLayout(caption=(0.5, 0.7, 0.4, 0.2)), 1920, 1080).caption

    assert (fitted.at, fitted.across) == ("bottom", 0.7)
    assert fitted.margin == pytest.approx(0.1 * 1080)
    assert fitted.max_width == pytest.approx(0.4 * 1920)


def test_a_higher_rectangle_has_more_lines_and_a_low_one_smaller_letters() -> None:
    high = fit_theme(NIGHT, BoardLayout(caption=(0.1, 0.1, 0.8, 0.3)), 1920, 1080).caption
    low = fit_theme(NIGHT, BoardLayout(caption=(0.1, 0.1, 0.8, 0.06)), 1920, 1080).caption

    assert (high.lines, high.size) == (5, NIGHT.caption.size)
    assert low.lines == 1
    assert low.size < NIGHT.caption.size


def test_margins_count_from_the_side_that_an_element_is_on() -> None:
    board = BoardLayout(avatar=(0.1, 0.5, 0.2, 0.4), card=(0.6, 0.1, 0.3, 0.3))

    right, left = (fit_theme(NIGHT, board, 1920, 1080, side) for side in ("right", "left"))

    assert right.card.margin == pytest.approx(0.1 * 1920)
    assert left.card.margin == pytest.approx(0.6 * 1920)
    assert left.avatar.margin + right.avatar.margin + 0.95 * left.avatar.height == pytest.approx(1920)


def test_an_avatar_keeps_its_shape_and_stands_at_the_bottom_of_its_rectangle() -> None:
    fitted = fit_theme(NIGHT, BoardLayout(avatar=(0.5, 0.1, 0.1, 0.8)), 1920, 1080).avatar

    assert fitted.height == pytest.approx(0.1 * 1920 / 0.95)
    assert fitted.bottom == pytest.approx(0.1 * 1080)
