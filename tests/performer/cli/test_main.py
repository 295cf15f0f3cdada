"""The command line as a whole, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from performer.core.files.home import CHECKOUT


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
