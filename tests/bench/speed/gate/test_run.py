"""The report of the gate's bench."""

import anyio

from bench.speed.gate.measure import GatePlan
from bench.speed.gate.run import run


def test_each_gate_stands_beside_none_with_what_it_asks_and_what_it_misses() -> None:
    report = anyio.run(run, GatePlan(seeds=(201, 202), minutes=0.5, kinds=("camera",)))

    assert report.by_key["camera_ours_asked"].n == 2
    assert report.by_key["camera_ours_asked"].floor == "camera_no_gate_asked"
    assert report.by_key["camera_no_gate_asked"].median == 100
    assert report.by_key["camera_no_gate_missed"].median == 0


def test_a_still_picture_has_no_events_to_miss() -> None:
    report = anyio.run(run, GatePlan(seeds=(201,), minutes=0.5, kinds=("still",)))

    assert "still_ours_missed" not in report.by_key
    assert "questions saved" in report.notes[0]
