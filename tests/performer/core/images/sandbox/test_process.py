"""The process apart: what it may do, how it ends, and that the next picture works whatever the last one did."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from performer.core.files.home import CHECKOUT
from performer.core.images.formats import UnfitPicture
from performer.core.images.sandbox.process import SandboxProcess
from performer.core.process.strays import MARK
from tests.performer.core.images.sandbox import jobs
from tests.performer.core.platform.played_windows import play_jobs, play_windows
from tests.systems import linux_only, posix_only

on_linux = linux_only("only Linux limits memory, and has pidfd")
on_posix = posix_only("Windows has no such limits")

_PARENT = """
from performer.core.images.sandbox.process import SandboxProcess
from tests.performer.core.images.sandbox import jobs
process = SandboxProcess(jobs.troubled)
process.do(b"", "")
print(process.process.pid, flush=True)
input()
"""


@pytest.fixture(scope="module")
def process() -> Iterator[SandboxProcess]:
    with SandboxProcess(jobs.troubled) as process:
        yield process


def test_it_is_started_for_the_first_picture_and_kept_until_the_end_of_the_block() -> None:
    with SandboxProcess(jobs.troubled) as process:
        assert process.process is None
        assert process.do(b"one", "").files == (b"one",)
        started = process.process
        assert process.do(b"two", "").files == (b"two",)
        assert process.process is started

    assert process.process is None
    assert started is not None
    assert started.returncode == 0


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("leave", "unpacking it brought the decoder down (it ended with code 0)"),
        ("stumble", "unpacking it brought the decoder down (it ended with code 3)"),
        pytest.param("crash", "unpacking it brought the decoder down (it was ended by SIGSEGV)", marks=on_posix),
        pytest.param("eat", "unpacking it takes more memory than a picture may have", marks=on_linux),
        ("chatter", ""),
    ],
)
def test_whatever_a_picture_does_it_is_told_and_the_next_one_works(process: SandboxProcess, how: str, why: str) -> None:
    told = ""
    try:
        process.do(b"", how)
    except UnfitPicture as unfit:
        told = str(unfit)

    assert told.startswith(why)
    assert process.do(b"the next", "").files == (b"the next",)


def test_on_windows_its_job_limits_its_memory_and_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = play_windows(monkeypatch)
    most = play_jobs(monkeypatch, windows)
    with SandboxProcess(jobs.troubled, most_memory=900_000_000) as process:
        process.do(b"one", "")
        closed = len(windows.called("CloseHandle"))

    assert most == [900_000_000]
    assert len(windows.called("CloseHandle")) == closed + 1


@on_linux
def test_it_stands_among_the_programs_that_end_with_us(process: SandboxProcess) -> None:
    process.do(b"one", "")
    assert process.process is not None

    environment = Path(f"/proc/{process.process.pid}/environ").read_bytes()

    assert f"\0{MARK}=".encode() in b"\0" + environment


def test_one_that_takes_too_long_is_ended_and_the_next_one_works() -> None:
    with SandboxProcess(jobs.troubled, within_s=1) as process:
        with pytest.raises(UnfitPicture, match=r"^unpacking it takes longer than 1 s: make it smaller"):
            process.do(b"", "hang")

        assert process.do(b"the next", "").files == (b"the next",)


def test_one_that_was_killed_between_two_pictures_costs_none(process: SandboxProcess) -> None:
    process.do(b"", "")
    assert process.process is not None
    process.process.kill()
    process.process.wait()

    assert process.do(b"the next", "").files == (b"the next",)


@on_posix
def test_it_reaches_no_file_and_no_connection_and_knows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "a secret")
    with SandboxProcess(jobs.look_around) as process, pytest.raises(UnfitPicture) as told:
        process.do(b"the picture", "the word")

    assert str(told.value).startswith("[] [")
    assert "KEY" not in str(told.value)
    assert str(told.value).endswith("b'the picture' the word")


def test_whoever_waits_for_a_picture_is_told_when_it_is_killed() -> None:
    told: list[str] = []

    def wait() -> None:
        with pytest.raises(UnfitPicture) as unfit, killed:
            killed.do(b"", "hang")
        told.append(str(unfit.value))

    killed = SandboxProcess(jobs.troubled)
    killed.do(b"", "")
    waiting = Thread(target=wait)
    waiting.start()
    killed.kill()
    waiting.join()

    assert told == ["there was no time left to unpack it"]
    with pytest.raises(UnfitPicture, match="no time left"):
        killed.do(b"", "")


@on_linux
def test_it_ends_with_its_parent_however_that_ends() -> None:
    command = [sys.executable, "-c", _PARENT]
    with subprocess.Popen(command, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = os.pidfd_open(int(parent.stdout.readline()))
        parent.send_signal(signal.SIGKILL)
        ended, _, _ = select.select([child], [], [], 30)
        os.close(child)

    assert ended


def test_a_process_that_does_not_start_is_told() -> None:
    def of_no_module(data: bytes, how: str) -> None:
        raise AssertionError(data, how)

    of_no_module.__module__ = "performer.no_such_module"
    with SandboxProcess(of_no_module) as process, pytest.raises(UnfitPicture, match="does not start"):  # type: ignore[arg-type]  # that is the point
        process.do(b"", "")
