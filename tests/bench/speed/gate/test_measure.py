"""How many requests a gate avoids, and how many events it lets through."""

import pytest
from PIL import Image

from bench.speed.gate.measure import GatePlan, add_points, count_calls, measure
from bench.speed.gate.scenes import MarkedScene


def scene(*events_s: float) -> MarkedScene:
    return MarkedScene(
        kind="menu", seed=1, seconds=10.0, events_s=events_s, paint=lambda _at_s: Image.new("RGB", (320, 180))
    )


def test_a_look_at_the_threshold_is_a_call_and_one_below_it_is_avoided() -> None:
    point = count_calls(scene(), [0.0, 1.0, 2.0, 3.0], [0.0, 0.1, 0.2, 0.05], 0.1)

    assert (point.looks, point.calls, point.avoided) == (4, 2, 0.5)
    assert point.recall is None


@pytest.mark.parametrize(("call_s", "recalled"), [(2.9, 0), (3.0, 1), (5.5, 1), (5.6, 0)])
def test_an_event_is_recalled_by_a_picture_taken_soon_after_it(call_s: float, recalled: int) -> None:
    assert count_calls(scene(3.0), [call_s], [1.0], 0.5).recalled == recalled


def test_an_event_that_could_not_be_seen_in_time_counts_for_nothing() -> None:
    assert count_calls(scene(9.0), [0.0], [1.0], 0.5).events == 0


def test_points_are_added_up_by_their_looks_and_events() -> None:
    one, other = (count_calls(scene(*events), [3.0], [1.0], 0.5) for events in ((2.0,), (4.0, 5.0)))

    assert add_points([one, other]).recall == pytest.approx(1 / 3, abs=1e-4)


def test_nothing_cannot_be_added_up() -> None:
    with pytest.raises(ValueError, match="at least one kind"):
        add_points([])


def test_without_a_gate_nothing_is_avoided_and_ours_avoids_most_and_sees_what_appears() -> None:
    outcome = measure(GatePlan(seeds=(301,), minutes=1.5, kinds=("camera", "noise", "light", "chat", "still")))
    ours, *_, none = outcome.gates

    assert (none.gate, none.chosen.avoided, none.chosen.recall) == ("no gate", 0.0, 1.0)
    assert (ours.chosen.avoided or 0) >= 0.6
    assert (ours.chosen.recall or 0) >= 0.9
