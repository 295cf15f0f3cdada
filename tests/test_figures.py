"""Commands that print figures run in a short form, so that none of them rots; and without the test packages."""

import os
import subprocess
import sys

import pytest

from performer.core.files.home import CHECKOUT

COMMANDS = (
    ("tests.performer.agent.prompt.picture_text_figures", "20", "-n"),
    ("tests.performer.agent.expression.figures",),
    ("tests.performer.tools.find_figures",),
    ("tests.sfx.loudness_figures", "4"),
    ("tests.e2e.memory_figures", "40"),
    ("tests.e2e.speed_figures", "2"),
    ("tests.performer.guard.figures", "1", "40"),
    ("tests.performer.injection.figures", "1"),
    ("tests.performer.memory.figures",),
    ("tests.performer.models.toolcalls.text.figures", "1", "2"),
    ("tests.performer.speech.sentences.figures", "2"),
    ("tests.performer.tools.figures", "100"),
    ("performer", "bench", "lines", "tests/performer/guard/speakable/lines.jsonl", "--goals"),
)
OF_TEST_VOICES = (("tests.e2e.listening_figures", "1"), ("tests.performer.speech.hearing.figures", "1"))
"""These speak by voices that only the tests have."""
WITHOUT_TEST_PACKAGES = """
import runpy, sys
sys.modules["pytest"] = sys.modules["hypothesis"] = None
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def print_figures(*how: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    ended = subprocess.run(
        [sys.executable, *how], cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False
    )

    assert ended.returncode == 0, ended.stderr
    assert any(letter.isdigit() for letter in ended.stdout)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each[0] if each[0] != "performer" else "bench lines")
def test_a_command_of_figures_prints_them(command: tuple[str, ...]) -> None:
    print_figures("-c", WITHOUT_TEST_PACKAGES, *command)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("command", OF_TEST_VOICES, ids=lambda each: each[0])
def test_a_command_of_figures_about_voices_prints_them(command: tuple[str, ...]) -> None:
    print_figures("-m", *command)
