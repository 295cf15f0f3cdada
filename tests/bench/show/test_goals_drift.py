"""Drift: the first fifth of a long take beside the last."""

from bench.show.goals import compare_ends
from tests.bench.show.takes import Script, beside, event, line, take


def test_a_short_take_has_no_drift() -> None:
    assert compare_ends(take(seconds=1199.0)) is None


def test_each_fifth_is_measured_by_its_own_lines_and_moments() -> None:
    early = [line(at, at + 1.0, "One two three.") for at in (11.0, 21.0, 100.0)]
    late = [line(at, at + 1.0, "Four five six seven.") for at in (1000.0, 1191.0)]
    script = Script(*(event(at_s) for at_s in (10.0, 20.0, 1190.0)))
    found = compare_ends(beside(take(*early, *late, seconds=1200.0), script))

    assert found is not None
    assert (found.first.f1, found.first.lines_per_min, found.first.words_p50) == (0.8, 0.75, 3.0)
    assert (found.last.f1, found.last.lines_per_min, found.last.words_p50) == (0.6667, 0.5, 4.0)
