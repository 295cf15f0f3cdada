"""The entry of the program: with little memory it ends with a sentence, wherever that shows."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from performer.core.process.out_of_memory import NO_MEMORY
from tests.systems import linux_only

LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv.pop(1)) * 1_000_000,) * 2)
runpy.run_module("performer", run_name="__main__", alter_sys=True)
"""


def run_limited(home: Path, megabytes: int, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program with so much address space, and return how it ended and what it said."""
    settings = {"PERFORMER_HOME": str(home), "PERFORMER_MODEL__SPEC": "understudy"}
    command = [sys.executable, "-c", LIMITED, str(megabytes), *words]
    return subprocess.run(command, cwd=CHECKOUT, env={**os.environ, **settings}, capture_output=True, timeout=50)


@linux_only("only Linux limits its own address space")
@pytest.mark.parametrize("megabytes", [22, 30, 40, 60, 80])
def test_a_program_that_lacks_the_memory_to_load_ends_with_a_sentence(tmp_path: Path, megabytes: int) -> None:
    ran = run_limited(tmp_path, megabytes, "tokens")

    assert ran.stderr.decode().splitlines() == [NO_MEMORY]
    assert ran.returncode == 1


@pytest.mark.slow
@linux_only("only Linux limits its own address space")
@pytest.mark.parametrize("megabytes", [98, 120, 150, 240])
def test_a_show_without_memory_ends_with_a_sentence(tmp_path: Path, megabytes: int) -> None:
    words = ["run", "--seconds", "1", "--no-desktop", "--no-sound", "--port", "0", "--frames", "arcade"]

    ran = run_limited(tmp_path, megabytes, *words)

    told = ran.stderr.decode().splitlines()
    assert told[-1] == NO_MEMORY
    assert not any(line.startswith("Traceback") for line in told)
    assert ran.returncode == 1
