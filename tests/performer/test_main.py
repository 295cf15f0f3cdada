"""The command line as a whole, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from performer.core.files.home import CHECKOUT
from performer.core.process.out_of_memory import OutOfMemoryError


def run_program(home: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program with a home, and return how it ended and what it said."""
    surroundings = {**os.environ, "PERFORMER_HOME": str(home), **environment}
    command = [sys.executable, "-m", "performer", *words]
    return subprocess.run(command, cwd=CHECKOUT, env=surroundings, capture_output=True, timeout=50)


def test_an_output_that_knows_few_letters_gets_a_sign_in_place_of_the_others(tmp_path: Path) -> None:
    home = tmp_path / "schöne Größe"

    ran = run_program(home, "tokens", PYTHONIOENCODING="ascii")

    assert ran.returncode == 0, ran.stderr
    assert b"sch?ne Gr??e" in ran.stdout


LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv.pop(1)) * 1_000_000,) * 2)
runpy.run_module("performer", run_name="__main__", alter_sys=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits its own address space")
@pytest.mark.parametrize("megabytes", [120, 240])
def test_a_show_without_memory_ends_with_a_sentence(tmp_path: Path, megabytes: int) -> None:
    words = [str(megabytes), "run", "--seconds", "1", "--no-desktop", "--no-sound", "--port", "0", "--frames", "arcade"]
    settings = {"PERFORMER_HOME": str(tmp_path), "PERFORMER_MODEL__SPEC": "understudy"}

    ran = subprocess.run(
        [sys.executable, "-c", LIMITED, *words], cwd=CHECKOUT, env={**os.environ, **settings}, capture_output=True
    )

    told = ran.stderr.decode().splitlines()
    assert told[-1] == str(OutOfMemoryError())
    assert not any(line.startswith("Traceback") for line in told)
    assert ran.returncode == 1
