"""How much out of the ordinary a picture is."""

from random import Random

import pytest

from performer.agent.pacing.talkativeness import FLOOR
from performer.vision.changes.salience import SalienceMeter
from performer.vision.frame import Frame, Mask
from tests.performer.vision.small_game import COLUMNS, HUD, ROWS, SmallGame

OVER_THE_HUD = Mask(0.05, 0.0, 0.1, 0.2)


def watched(salience: SalienceMeter, *frames: Frame, own: Mask | None = None) -> list[float]:
    """Judge frames and keep what was out of the ordinary."""
    sights = [salience.judge(frame, [own] if own else []) for frame in frames]
    return [sight.importance for sight in sights if sight.importance]


def played(game: SmallGame, seconds: float, hz: float = 2.0) -> list[Frame]:
    return [game.frame() for _ in range(round(seconds * hz))]


def known(hz: float = 2.0, seconds: float = 45.0) -> tuple[SmallGame, SalienceMeter]:
    """Have watched a game for a while."""
    game, salience = SmallGame(hz), SalienceMeter()
    watched(salience, *played(game, seconds, hz))
    return game, salience


def test_a_game_that_only_moves_says_nothing() -> None:
    game, salience = known()

    assert watched(salience, *played(game, 60)) == []


@pytest.mark.parametrize("hz", [1.0, 2.0, 4.0])
def test_a_number_of_the_hud_that_changes_and_stays_is_an_event_and_only_once(hz: float) -> None:
    game, salience = known(hz)
    game.hud = 180

    events = watched(salience, *played(game, 10, hz))

    assert len(events) == 1
    assert FLOOR < events[0] < 0.6, "enough for a line in a quiet stretch"


def test_a_thing_that_flies_by_over_the_sky_is_none() -> None:
    game, salience = known()

    for step in range(8):
        game.hud = 150 if step == 3 else 200
        assert watched(salience, game.frame()) == []


def test_a_thing_that_flies_by_slowly_is_none_either() -> None:
    game, salience = known(hz=4.0)

    for step in range(12):
        game.hud = 150 if step in (3, 4) else 200
        assert watched(salience, game.frame()) == []


def test_one_cell_alone_is_noise() -> None:
    game, salience = known()
    cells = bytearray(game.frame().fine)
    cells[HUD[0]] = 20

    assert watched(salience, *[game.shown(cells) for _ in range(6)]) == []


def test_where_much_is_written_one_thing_more_says_less() -> None:
    game, salience = known()
    other_game, other_salience = known()
    for game.banner in (250, 200, 150, 20):
        watched(salience, *played(game, 2))
    game.hud = other_game.hud = 20

    busy, quiet = watched(salience, *played(game, 2)), watched(other_salience, *played(other_game, 2))

    assert max(busy) < 0.8 * max(quiet)


def test_what_has_only_just_come_with_a_cut_steps_not_yet() -> None:
    game, salience = known()
    game.sky = 20
    watched(salience, game.frame())
    game.hud = 90

    assert watched(salience, *played(game, 3)) == [0.5], "the cut alone"


def test_what_changes_every_second_is_soon_no_news() -> None:
    game, salience = known()
    events: list[float] = []
    for number in range(20):
        game.hud = 20 + 11 * number
        events += watched(salience, *played(game, 2))

    assert max(events[10:]) < 0.6 * events[0]


def test_a_banner_that_goes_as_it_came_is_no_second_event() -> None:
    game, salience = known()
    before, game.banner = game.banner, 220
    comes = watched(salience, *played(game, 3))
    game.banner = before

    assert len(comes) == 1
    assert watched(salience, *played(game, 5)) == []


def test_a_banner_now_and_then_stays_an_event() -> None:
    game, salience = known()
    before, events = game.banner, []
    for _ in range(6):
        game.banner = 220
        events.append(max(watched(salience, *played(game, 2)), default=0.0))
        game.banner = before
        watched(salience, *played(game, 10))

    assert min(events) > 0.5


def test_something_large_says_more_than_something_small() -> None:
    game, salience = known()
    other_game, other_salience = known()
    game.hud = 150
    other_game.banner = 220

    number, banner = watched(salience, *played(game, 2)), watched(other_salience, *played(other_game, 2))

    assert banner > number


def test_what_our_own_elements_cover_is_no_event() -> None:
    game, salience = known()
    game.hud = 20

    assert watched(salience, *played(game, 3), own=OVER_THE_HUD) == []


def test_a_menu_is_still_and_says_nothing_and_the_game_after_it_is_an_event() -> None:
    game, salience = known()
    menu = [salience.judge(game.menu()) for _ in range(10)]
    begins = watched(salience, *played(game, 3))

    assert [sight.is_still for sight in menu[-3:]] == [True] * 3
    assert [sight.importance for sight in menu if sight.importance] == [0.55], "that the game is over is said once"
    assert begins == [0.9]
    assert not salience.judge(game.frame()).is_still


def test_what_steps_on_a_menu_says_nothing() -> None:
    game, salience = known()
    menu = bytearray([30] * (COLUMNS * ROWS))
    watched(salience, *[game.shown(menu) for _ in range(12)])
    for cell in HUD:
        menu[cell] = 220

    assert watched(salience, *[game.shown(menu) for _ in range(6)]) == []


def test_one_lively_look_at_a_menu_makes_no_game_of_it() -> None:
    game, salience = known()
    watched(salience, *[game.menu() for _ in range(10)])
    flicker = bytearray([30] * (COLUMNS * ROWS))
    flicker[: COLUMNS * 6] = bytes([60, 0] * (COLUMNS * 3))

    watched(salience, game.shown(flicker))

    assert salience.judge(game.menu()).is_still
    assert salience.judge(game.menu()).is_still


def test_letters_that_fade_in_on_a_dark_screen_are_no_game() -> None:
    game, salience = known()
    sights = []
    for light in (0, 60, 120, 180, 240, 240, 240):
        letters = bytearray([20] * (COLUMNS * ROWS))
        letters[900:1400] = bytes([20 + light // 2] * 500)
        sights.append(salience.judge(game.shown(letters)))

    assert [sight.importance for sight in sights if sight.importance] == [0.55], "the game is over"


def test_a_fade_through_black_and_back_is_no_menu_and_one_event() -> None:
    game, salience = known()
    fade = []
    for game.dark in (0.5, 1.0, 1.0, 0.5, 0.0):
        fade.append(salience.judge(game.frame()))
    after = [salience.judge(frame) for frame in played(game, 6)]

    assert not any(sight.is_still for sight in [*fade, *after])
    assert [sight.importance for sight in [*fade, *after] if sight.importance] == [0.9]


def test_a_game_that_stands_is_paused_and_goes_on_when_it_moves_as_before() -> None:
    game, salience = known()
    frozen = game.frame().fine
    pause = [salience.judge(game.shown(frozen)) for _ in range(10)]
    goes_on = [salience.judge(frame) for frame in played(game, 2)]

    assert pause[-1].is_still
    assert not goes_on[-1].is_still
    assert [sight.importance for sight in goes_on if sight.importance] == [0.9]


def test_a_title_screen_that_nobody_leaves_is_still_from_the_third_second_on() -> None:
    game, salience = SmallGame(), SalienceMeter()

    sights = [salience.judge(game.menu()) for _ in range(2 * 120)]

    assert all(sight.is_still for sight in sights[8:])
    assert [sight.importance for sight in sights if sight.importance] == [0.6], "the first thing that happens"


def test_what_moves_a_little_for_a_quarter_of_an_hour_is_a_calm_game() -> None:
    game, salience = SmallGame(hz=0.5, wild=4), SalienceMeter()

    sights = [salience.judge(frame) for frame in played(game, 940, hz=0.5)]

    assert sights[400].is_still
    assert not sights[-1].is_still


def test_where_no_game_is_known_what_steps_is_an_event_however_little_moves_beside_it() -> None:
    game, salience = SmallGame(wild=4), SalienceMeter()
    watched(salience, *played(game, 60))
    game.banner = 220

    assert max(watched(salience, *played(game, 2))) > 0.5


def test_after_a_calm_game_that_is_the_usual_and_known_again_after_a_fade() -> None:
    game, salience = known(hz=0.5)
    watched(salience, game.menu(), game.menu())
    game.wild = 4
    watched(salience, *played(game, 920, hz=0.5))

    for game.dark in (1.0, 1.0, 0.0):
        salience.judge(game.frame())

    assert watched(salience, *played(game, 10, hz=0.5))[0] == 0.9


def test_in_a_game_whose_camera_turns_all_the_time_only_what_differs_far_more_is_a_cut() -> None:
    game, salience, chance = SmallGame(), SalienceMeter(), Random(2)
    views = (bytes(chance.choices(range(60, 120), k=COLUMNS * ROWS)) for _ in range(60))
    turning = [salience.judge(game.shown(view)) for view in views]
    cut = [salience.judge(game.shown(bytes([250] * (COLUMNS * ROWS)))) for _ in range(8)]

    assert not any(sight.is_still for sight in turning)
    assert [sight.importance for sight in turning if sight.importance] == [0.9]
    assert cut[-1].is_still


def test_where_nothing_else_moves_a_move_on_the_board_is_an_event() -> None:
    game, salience = SmallGame(), SalienceMeter()
    board = bytearray([90] * (COLUMNS * ROWS))
    watched(salience, *[game.shown(board) for _ in range(2 * 60)])
    for cell in HUD:
        board[cell] = 160

    assert len(watched(salience, *[game.shown(board) for _ in range(8)])) == 2, "the first thing at all, and the move"


def test_where_pages_are_turned_each_new_one_is_an_event_from_the_third_on() -> None:
    game, salience = SmallGame(), SalienceMeter()
    pages = [game.shown(bytes([grey] * (COLUMNS * ROWS))) for grey in (40, 90, 140, 20, 70) for _ in range(10)]

    assert watched(salience, *pages) == [0.6, 0.45, 0.45], "a logo and a title before a game are no story"


def test_a_picture_of_another_size_begins_anew() -> None:
    game, salience = known()
    small = Frame(source="small", at_s=game.at_s, size=(4, 4), jpeg=b"", luma=bytes([90] * 576), digest="d")

    assert watched(salience, small, game.frame()) == []


def test_pictures_that_follow_closely_are_passed_over() -> None:
    game, salience = known(hz=10)
    game.hud = 180

    assert len(watched(salience, *played(game, 3, hz=10))) == 1
