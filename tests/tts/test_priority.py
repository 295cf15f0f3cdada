"""A process of low priority has the processor last."""

import os
import subprocess
import sys

import pytest


@pytest.mark.skipif(sys.platform == "win32", reason="priorities have names there")
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
