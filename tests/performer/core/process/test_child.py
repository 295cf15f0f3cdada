"""What a program of ours, or of the streamer's, is started with."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress

import anyio
import psutil
import pytest

from performer.core.process import child
from performer.core.process.child import close_process, make_environment, open_piped, start_piped
from performer.core.process.process_groups import PosixGroups
from performer.core.redact.redact import add_secret
from tests.systems import linux_only, posix_only


def test_what_is_called_like_a_secret_or_holds_one_stays_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    add_secret("correct-horse")
    secret = {
        "MY_API_KEY": "x",
        "OPENAI_KEY": "x",
        "AWS_SECRET_ACCESS_KEY": "x",
        "DISCORD_TOKEN": "x",
        "OPENAIKEY": "x",
        "GITHUBTOKEN": "x",
        "PGPASS": "x",
        "MAIL_PASSCODE": "x",
        "DISCORD_AUTH": "x",
        "HIDDEN": "it is correct-horse",
        "HTTPS_PROXY": "http://me:pass@proxy:3128",
        "OLLAMA_HOST": "http://me:pass@pc:11434",
    }
    plain = {
        "HOME": "/root",
        "PWD": "/",
        "KEYBOARD": "de",
        "SSH_AUTH_SOCK": "/x",
        "SSH_ASKPASS": "/y",
        "XAUTHORITY": "/z",
        "NO_PROXY": "a,b",
    }
    for name, value in (secret | plain).items():
        monkeypatch.setenv(name, value)

    given = make_environment({"LC_ALL": "C.UTF-8"}, keep=["MY_API_KEY"])

    assert {name for name in secret if name in given} == {"MY_API_KEY"}
    assert {name: given.get(name) for name in plain} == plain
    assert given["LC_ALL"] == "C.UTF-8"


@pytest.mark.anyio
async def test_one_that_does_not_end_by_itself_is_ended_though_its_owner_is_cancelled() -> None:
    process = await open_piped([sys.executable, "-c", "while True: pass"], make_environment())
    with anyio.CancelScope() as scope:
        scope.cancel()
        await close_process(process)

    assert process.returncode is not None


STARTS_A_BROWSER = """
import subprocess, sys
browser = subprocess.Popen(["sleep", "60"], start_new_session=True, stdout=subprocess.DEVNULL)
print(browser.pid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> Iterator[PosixGroups]:
    """Have groups of a show that ends with the test."""
    groups = PosixGroups()
    monkeypatch.setattr(child, "GROUPS", groups)
    yield groups
    groups.end_all()


@linux_only("what has left its group is known by its environment")
@pytest.mark.anyio
@pytest.mark.parametrize("keeps_children", [True, False])
async def test_a_browser_that_the_tray_opens_outlives_the_show(groups: PosixGroups, keeps_children: bool) -> None:
    command = [sys.executable, "-c", STARTS_A_BROWSER]
    tray = await open_piped(command, make_environment(), keeps_children=keeps_children)
    assert tray.stdout is not None
    browser = psutil.Process(int(await tray.stdout.receive()))
    await close_process(tray)

    groups.end_all()

    _, left = psutil.wait_procs([browser], timeout=10 if keeps_children else 0.5)
    assert [each.status() == psutil.STATUS_ZOMBIE for each in left] == ([] if keeps_children else [False])
    with suppress(psutil.NoSuchProcess):
        browser.kill()


class RefusingGroups(PosixGroups):
    """Groups of a system that refuses to take a program up."""

    def __init__(self) -> None:
        super().__init__()
        self.pids: list[int] = []

    def add(self, pid: int, _mark: Mapping[str, str], *, most_memory: int = 0, keeps_children: bool = True) -> None:
        self.pids.append(pid)
        raise OSError(5, "Windows refuses")


@posix_only("Windows refuses for no test")
@pytest.mark.anyio
async def test_a_program_that_the_system_does_not_take_up_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    groups, waits = RefusingGroups(), [sys.executable, "-c", "import sys; sys.stdin.read()"]
    monkeypatch.setattr(child, "GROUPS", groups)

    with pytest.raises(OSError, match="Windows refuses"):
        await open_piped(waits, make_environment())
    with pytest.raises(OSError, match="Windows refuses"):
        start_piped(waits, make_environment(), stderr=subprocess.DEVNULL)

    assert len(groups.pids) == 2
    assert not any(map(psutil.pid_exists, groups.pids))
