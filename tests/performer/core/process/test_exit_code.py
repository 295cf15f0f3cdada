"""How the end of a process is told, on each system."""

import subprocess
import sys

import pytest

from performer.core.process.exit_code import describe_exit, may_be_from_outside, was_ended_from_outside


@pytest.mark.parametrize(
    ("code", "system", "told"),
    [
        (0, "linux", "ended with code 0"),
        (3, "linux", "ended with code 3"),
        (-15, "linux", "was ended by SIGTERM"),
        (-11, "linux", "was ended by SIGSEGV"),
        (-63, "linux", "was ended by signal 63"),
        (0, "win32", "ended with code 0"),
        (3, "win32", "ended with code 3"),
        (1, "win32", "was ended from outside, or failed, with code 1"),
        (15, "win32", "was ended from outside"),
        (0xC000013A, "win32", "was ended from outside"),
        (0xC0000005, "win32", "crashed with code 0xc0000005"),
    ],
)
def test_an_end_is_told_in_words(code: int, system: str, told: str) -> None:
    assert describe_exit(code, system) == told


def test_the_code_of_a_real_process_that_was_killed_is_from_outside() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        process.kill()

    assert was_ended_from_outside(process.returncode) or may_be_from_outside(process.returncode)


@pytest.mark.parametrize("code", [15, 0xC000013A])
def test_a_process_of_windows_that_was_ended_has_a_code_above_zero(code: int) -> None:
    assert [was_ended_from_outside(code, system) for system in ("linux", "win32")] == [False, True]


def test_a_crash_is_not_from_outside_and_code_1_of_windows_may_be() -> None:
    assert not was_ended_from_outside(-11, "linux")
    assert not was_ended_from_outside(0xC0000005, "win32")
    assert [may_be_from_outside(1, system) for system in ("linux", "win32")] == [False, True]
