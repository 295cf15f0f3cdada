"""The two ways to the screen, compared; that they are taken is tried with the check of the screen."""

import pytest

from performer.doctor.recorder import note_quicker
from performer.doctor.report import CheckNotes


@pytest.mark.parametrize(
    ("grabbed_ms", "recorded_ms", "state"),
    [(30, 8, "warning"), (30, 20, "ok"), (8, 3.5, "ok"), (3, 11, "ok"), (12, 5, "warning")],
)
def test_the_recorder_is_advised_where_it_is_much_quicker(grabbed_ms: float, recorded_ms: float, state: str) -> None:
    notes = CheckNotes("screen")
    note_quicker(notes, "recorder:2", grabbed_ms=grabbed_ms, recorded_ms=recorded_ms)

    (found,) = notes.findings
    assert found.state == state
    assert found.found == f"a picture takes {grabbed_ms:.0f} ms, and {recorded_ms:.0f} ms by the recorder"
    assert found.remedy.endswith("config set frames.source recorder:2" if state == "warning" else "")
