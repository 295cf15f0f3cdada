import subprocess
import sys

from performer.core.files.home import CHECKOUT


def test_none_keeps_its_references_over_a_thousand_paintings() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.overlay.painting"], cwd=CHECKOUT, capture_output=True, text=True, timeout=50
    )

    assert done.stderr == ""
    change, _, paintings = done.stdout.split()
    assert int(paintings) >= 1_000
    assert abs(int(change)) < 100
