"""The probe of an X11 display prints whether it answers, in a process of its own."""

import json
import subprocess
import sys

from performer.core.files.home import CHECKOUT
from tests.systems import linux_only
from tests.xvfb import xvfb


def probe(**environ: str) -> dict[str, bool | None]:
    command = [sys.executable, "-m", "performer.doctor.x11_probe"]
    done = subprocess.run(command, cwd=CHECKOUT, env=environ, capture_output=True, check=True, timeout=30)
    answer: dict[str, bool | None] = json.loads(done.stdout)
    return answer


@linux_only("the X11 that is probed")
def test_a_display_that_is_not_there_does_not_answer() -> None:
    assert probe(DISPLAY=":64999").get("answers") in {False, None}  # None where libX11 is missing


def test_a_display_without_a_compositor_answers() -> None:
    with xvfb() as display:
        assert probe(DISPLAY=display) == {"answers": True, "composited": False}
