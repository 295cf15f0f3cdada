"""A modest process has the processor last."""

import os
import subprocess
import sys

import pytest


@pytest.mark.skipif(sys.platform == "win32", reason="priorities have names there")
def test_it_is_nicer_than_before() -> None:
    code = "import os; before = os.nice(0); from tts.modesty import be_modest; be_modest(); print(os.nice(0) - before)"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert int(done.stdout) == min(5, 19 - os.nice(0))
