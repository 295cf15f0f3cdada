"""A process of low priority has the processor last."""

import os
import subprocess
import sys

from tests.systems import posix_only, windows_only


@posix_only("priorities are numbers")
def test_it_is_nicer_than_before() -> None:
    code = """
import os
from tts.priority import lower_priority
before = os.nice(0)
lower_priority()
print(os.nice(0) - before)
"""

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert int(done.stdout) == min(5, 19 - os.nice(0))


@windows_only("priorities have names")
def test_it_is_below_normal() -> None:
    code = """
import psutil
from tts.priority import lower_priority
lower_priority()
print(psutil.Process().nice() == psutil.BELOW_NORMAL_PRIORITY_CLASS)
"""

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "True"
