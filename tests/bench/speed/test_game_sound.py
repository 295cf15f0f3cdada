from bench.speed.game_sound import make_game, measure_rms


def test_a_game_is_as_loud_as_it_should_be_and_the_same_each_time() -> None:
    game = make_game(8_000, 1_000.0, seconds=1.0)

    assert len(game) == 8_000
    assert abs(measure_rms(game) - 1_000) < 5
    assert make_game(8_000, 1_000.0, seconds=1.0) == game
