"""Goals: which figures of which takes they are about, and when they are met."""

from dataclasses import replace

from bench.figures import Goal
from bench.show.goals import ShowProfile, compare_goals, measure_profile
from tests.bench.show.takes import Script, beside, event, line, take, track

SCRIPT = Script(*(event(at_s) for at_s in (10.0, 20.0, 30.0, 40.0)))


def profile(*starts: float) -> ShowProfile:
    """Have lines begin at some instants, beside a game with chests at 10, 20, 30 and 40 s."""
    return measure_profile(beside(take(*(line(at, at + 1.0, f"Line {at} of the lot.") for at in starts)), SCRIPT))


def reached(
    alone: ShowProfile, with_streamer: ShowProfile, others: list[ShowProfile], stills: list[ShowProfile]
) -> dict[str, Goal]:
    return {goal.key: goal for goal in compare_goals(alone, with_streamer, others, stills)}


def test_the_moments_are_judged_alone_and_against_the_best_of_the_others() -> None:
    perfect, half = profile(11.0, 21.0, 31.0, 41.0), profile(11.0, 21.0)
    found = reached(perfect, half, [half, profile(5.0)], [])

    assert (found["f1"].value, found["f1"].is_met) == (1.0, True)
    assert (found["ahead"].value, found["ahead"].words) == (0.3333, "met")


def test_courtesy_is_judged_beside_the_streamer() -> None:
    rude = measure_profile(replace(take(line(1.0, 5.0)), track=track((2.0, 9.0))))
    found = reached(profile(11.0), rude, [], [])

    assert (found["talk_over"].value, found["talk_over"].words) == (0.75, "not met")
    assert found["stop_p95_s"].is_met is False


def test_lines_with_nothing_to_see_are_counted_over_all_takes() -> None:
    still = measure_profile(take(line(1.0, 2.0), seconds=600.0))
    found = reached(profile(), profile(), [], [still])

    menus = profile().idle_minutes * 2
    assert found["false_triggers"].value == round(1 / (10 + menus), 4)
    assert found["false_triggers"].is_met is True


def test_what_could_not_be_measured_is_neither_met_nor_missed() -> None:
    found = reached(profile(), profile(), [], [])

    assert (found["talk_over"].is_met, found["talk_over"].words) == (None, "nothing to measure")
