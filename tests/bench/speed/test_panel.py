"""The figures of the control page: its weight is below what was set, and a visit stands beside an empty page."""

import anyio
import pytest

from bench.speed.panel import PanelPlan, run, weigh_scripts
from bench.speed.rig.browser import explain_missing_browser
from tests.conftest import missing

MOST_KIB = 150


def test_the_scripts_are_light_enough() -> None:
    assert 20 < weigh_scripts() < MOST_KIB


@pytest.mark.slow
def test_visits_stand_beside_an_empty_page_and_spans_beside_a_closed_one() -> None:
    if why := explain_missing_browser():
        missing("Chromium", why)
    report = anyio.run(run, PanelPlan(runs=1, spans=1, seconds=1.0, settle_s=0.5, scroll_s=0.5))

    assert report.find_ratio(report.by_key["paint"])
    assert report.by_key["performer_percent"].n == 1
    assert report.by_key["placed"].n == 1
    assert report.by_key["scripts"].n == 1
    assert report.find_ratio(report.by_key["log_frame"])
    assert report.by_key["log_frame"].n == 1
    assert "1,000 lines of the log are scrolled at" in report.notes[0]
    assert "frames/s (n = " in report.notes[0]
