"""Marks: which events are worth a line, and which of them are one occasion."""

from itertools import pairwise

from bench.show.ground_truth import TOLERANCE_S, gather_moments
from performer.vision.demo_game.game import DemoGame
from tests.bench.show.takes import event, moment, names


def test_ordinary_hits_are_no_moment() -> None:
    assert gather_moments([event(1.0, "enemy_hit"), event(2.0, "hero_hit"), event(3.0, "menu")]) == ()


def test_what_follows_within_the_tolerance_belongs_to_the_same_moment() -> None:
    found = gather_moments([event(1.0, "boss_defeated"), event(3.5, "victory"), event(6.01, "treasure")])

    assert [names(each.events) for each in found] == [["boss_defeated", "victory"], ["treasure"]]


def test_a_line_meets_a_moment_from_an_event_on_until_the_tolerance_is_over() -> None:
    it = moment(10.0, 12.0)

    assert [it.is_met_by(start) for start in (9.99, 10.0, 12.5, 14.5, 14.51)] == [False, True, True, True, False]


def test_no_instant_belongs_to_two_moments() -> None:
    found = gather_moments(DemoGame(3).events_between(0, 3600))

    assert len(found) > 200
    assert all(one.end_s < other.begin_s for one, other in pairwise(found))
    assert all(each.end_s - each.events[-1].at_s == TOLERANCE_S for each in found)
