"""Triggers: lines against moments, on takes whose score is known."""

from dataclasses import replace

from bench.show.microphone import Span
from bench.show.take import Take
from bench.show.timing import count_false_triggers, has_room, measure_triggers, sum_idle_minutes
from performer.vision.demo_game.game import DemoGame
from performer.vision.demo_game.state import Screen
from tests.bench.show.takes import Script, beside, event, line, moment, take, track


def beside_treasures(*starts: float) -> Take:
    """Have chests opened at 10, 20, 30 and 40 s, and lines begin at some instants."""
    script = Script(*(event(at_s) for at_s in (10.0, 20.0, 30.0, 40.0)))
    return beside(take(*(line(start, start + 1.0) for start in starts)), script)


def test_two_of_four_moments_and_two_of_three_lines_make_their_harmonic_mean() -> None:
    found = measure_triggers(beside_treasures(11.0, 22.5, 35.0))

    assert (found.precision, found.recall, found.hits) == (0.6667, 0.5, 2)
    assert found.f1 == 0.5714


def test_a_second_line_about_the_same_moment_counts_for_nothing() -> None:
    found = measure_triggers(beside_treasures(10.5, 12.0))

    assert (found.hits, found.lines, found.precision) == (1, 2, 0.5)


def test_silence_scores_nothing() -> None:
    found = measure_triggers(beside_treasures())

    assert (found.f1, found.recall, found.precision) == (0.0, 0.0, None)


def test_the_time_to_react_is_to_the_first_line_before_the_next_moment() -> None:
    found = measure_triggers(beside_treasures(11.0, 26.0, 39.0, 51.0))

    assert (found.react_p50_s, found.react_p95_s) == (6.0, 9.0)


def test_a_line_after_the_next_moment_is_no_reaction_to_the_one_before() -> None:
    found = measure_triggers(beside(take(line(16.0, 17.0)), Script(event(10.0), event(15.0))))

    assert (found.react_p50_s, found.react_p95_s) == (1.0, 1.0)


def test_a_moment_that_the_streamer_talks_through_is_not_asked_for_and_its_lines_are_not_judged() -> None:
    it = replace(beside_treasures(11.0, 21.0), track=track((8.0, 12.0)), gives_way=True)
    found = measure_triggers(it)

    assert (found.moments, found.talked_over) == (3, 1)
    assert (found.lines, found.hits) == (1, 1)


def test_who_does_not_listen_is_asked_for_every_moment() -> None:
    found = measure_triggers(replace(beside_treasures(11.0, 21.0), track=track((8.0, 12.0))))

    assert (found.moments, found.talked_over, found.lines, found.hits) == (4, 0, 2, 2)


def test_room_needs_silence_before_the_start_and_time_to_think() -> None:
    it = moment(10.0)

    assert has_room(it, [])
    assert has_room(it, [Span(5.0, 11.5)])
    assert has_room(it, [Span(11.0, 15.0)])
    assert not has_room(it, [Span(5.0, 12.0)])
    assert not has_room(it, [Span(10.5, 12.0)])


def test_beside_a_still_picture_every_line_is_false() -> None:
    it = take(line(1.0, 2.0), line(5.0, 6.0), seconds=120.0)

    assert (count_false_triggers(it), sum_idle_minutes(it)) == (2, 2.0)


def test_beside_the_game_lines_on_menu_and_loading_screens_are_false() -> None:
    game = DemoGame(1)
    at = {game.state_at(second).screen: float(second) for second in range(40, 120)}
    it = beside(take(*(line(at[screen], at[screen] + 0.5) for screen in at), seconds=120.0), game)

    assert count_false_triggers(it) == 2
    idle = [second for second in range(120) if game.state_at(second).screen in {Screen.MENU, Screen.LOADING}]
    assert abs(sum_idle_minutes(it) - len(idle) / 60) < 0.06
