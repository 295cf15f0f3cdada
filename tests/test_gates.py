"""The gates, the style's and CI's: what they run, and after which failure they stop."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.speed.command import COMMANDS
from performer.core.files.home import CHECKOUT
from tests.small_checkout import stand_in


def test_the_style_gate_runs_every_tool_even_after_a_failure(tmp_path: Path) -> None:
    (tmp_path / "ugly.py").write_text("import os ;x =1\n", encoding="utf-8")

    gate = [sys.executable, str(CHECKOUT / ".ci/check.py")]
    said = subprocess.run(gate, cwd=tmp_path, capture_output=True, text=True)

    assert said.returncode == 1
    assert re.findall(r"^  (\S+ ?\S+) +failed", said.stdout, re.MULTILINE) == [
        "ruff format",
        "ruff check",
        "mypy",
        "import-linter",
    ]


def test_the_style_gate_mends_what_ruff_can_mend_when_asked(tmp_path: Path) -> None:
    ugly = tmp_path / "ugly.py"
    ugly.write_text("import os ;x =1\n", encoding="utf-8")

    gate = [sys.executable, str(CHECKOUT / ".ci/check.py"), "--fix"]
    said = subprocess.run(gate, cwd=tmp_path, capture_output=True, text=True)

    assert ugly.read_text(encoding="utf-8") == "x = 1\n"
    assert re.findall(r"^  (ruff \S+) +ok", said.stdout, re.MULTILINE) == [
        "ruff fix",
        "ruff write",
        "ruff format",
        "ruff check",
    ]


def test_the_style_gate_takes_no_other_word(tmp_path: Path) -> None:
    gate = [sys.executable, str(CHECKOUT / ".ci/check.py"), "--fixx"]
    said = subprocess.run(gate, cwd=tmp_path, capture_output=True, text=True)

    assert said.returncode == 1
    assert "takes --fix, or nothing" in said.stderr


OTHERS = "requirements.other_pythons -q -m not slow"
SLOW = "test -m slow -n 2 --dist loadfile"
WINDOWS = "windows-check --short"
BY_TESTS = {"compare", "model"}
"""Benches that need files, or a model's server: their tests bring these."""
BENCHES = [f"bench {each} --short --check" for each in sorted({each.__name__ for each in COMMANDS} - BY_TESTS)]


@pytest.mark.parametrize(
    ("fails", "code", "steps"),
    [
        (
            "none",
            0,
            ["check", "docs --check", OTHERS, "test", WINDOWS, *BENCHES, "test -m slow --collect-only -q", SLOW],
        ),
        (
            "*collect*",
            0,
            ["check", "docs --check", OTHERS, "test", WINDOWS, *BENCHES, "test -m slow --collect-only -q"],
        ),
        ("check", 5, ["check"]),
        ("docs*", 5, ["check", "docs --check"]),
        ("*other_pythons*", 5, ["check", "docs --check", OTHERS]),
        ("test", 5, ["check", "docs --check", OTHERS, "test"]),
        ("windows-check*", 5, ["check", "docs --check", OTHERS, "test", WINDOWS]),
        ("bench*", 5, ["check", "docs --check", OTHERS, "test", WINDOWS, BENCHES[0]]),
    ],
)
def test_ci_stops_at_the_first_failure_but_not_for_want_of_slow_tests(
    odd_system: Path, fails: str, code: int, steps: list[str]
) -> None:
    script = f'shift; echo "$*" >> {odd_system}/steps; case "$*" in {fails}) exit 5;; esac'
    stand_in(odd_system, "python3", script)

    said = subprocess.run(["bash", str(CHECKOUT / ".ci/run")], env=dict(os.environ))

    assert said.returncode == code
    assert [
        line.split(" tests/")[0] for line in (odd_system / "steps").read_text(encoding="utf-8").splitlines()
    ] == steps


def test_what_ci_tests_on_the_other_pythons_is_there() -> None:
    named = re.findall(r"^    (tests/\S+)$", (CHECKOUT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)

    assert "tests/performer/memory" in named
    assert [each for each in named if not list(CHECKOUT.glob(each))] == []
