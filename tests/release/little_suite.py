"""A little suite of tests, run by a pytest of its own."""

import subprocess
import sys
from pathlib import Path

from performer.core.files.home import CHECKOUT

SUITE = """
import os
import pytest

def test_well(): pass

def test_wrong(): assert 1 == 2

@pytest.mark.skipif(True, reason="POSIX only: it has modes")
def test_of_posix(): pass

def test_without_a_program(): pytest.skip("Xvfb is missing: apt install xvfb")

@pytest.mark.xfail(reason="it is so")
def test_known_as_wrong(): assert False

@pytest.fixture
def broken():
    yield
    raise OSError("the disk is full")

def test_with_an_end_that_fails(broken): pass

@pytest.mark.parametrize("colour", ["red", "blue"])
def test_colour(colour): assert colour == "red"

def test_that_dies():
    if os.environ.get("DIES"):
        os._exit(3)

def test_last(): pass
"""


def run_suite(folder: Path, **environment: str) -> int:
    """Run the little suite, writing its outcomes into `outcomes.jsonl`, and return pytest's exit code."""
    (folder / "test_little.py").write_text(SUITE, encoding="utf-8")
    (folder / "test_unreadable.py").write_text("import no_such_module\n", encoding="utf-8")
    options = ["-p", "no:cacheprovider", "-p", "release.pytest_outcomes", "--outcomes", str(folder / "outcomes.jsonl")]
    command = [sys.executable, "-m", "pytest", "-q", "--continue-on-collection-errors", "--rootdir=.", *options, "."]
    plain = {"PYTHONPATH": str(CHECKOUT), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    return subprocess.run(command, cwd=folder, env=plain, capture_output=True, timeout=60).returncode
