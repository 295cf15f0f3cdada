"""A disk that is really full: the show goes on, what was on it stays, and both are said."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def on_a_small_disk(folder: Path, command: str) -> str:
    """Run a command with a file system of 512 KB in a folder, which ends with it."""
    if not shutil.which("unshare"):
        pytest.skip("unshare is missing: install util-linux")
    mounted = f"mount -t tmpfs -o size=512k tmpfs {folder} && {command} {folder}"
    ran = subprocess.run(["unshare", "-rm", "sh", "-c", mounted], capture_output=True, text=True, timeout=50)
    if "unshare" in ran.stderr or "mount" in ran.stderr:
        pytest.skip(f"no file system can be made here: {ran.stderr.strip()}")
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_on_a_disk_that_fills_up_the_run_goes_on_and_nothing_kept_is_lost(tmp_path: Path) -> None:
    came = json.loads(on_a_small_disk(tmp_path, f"{sys.executable} -m tests.performer.memory.filling"))

    assert came["known"] == 200
    assert len(came["told"]) == 1
    assert "ends with this run" in came["told"][0]
    assert "Make room" in came["durable"]
    assert 10 < came["after"] < 60


def test_on_a_disk_that_is_full_from_the_start_the_show_has_a_memory_of_its_run(tmp_path: Path) -> None:
    fill = f"sh -c 'dd if=/dev/zero of={tmp_path}/full bs=1k count=500 2>/dev/null; exec {sys.executable} -m"
    came = json.loads(on_a_small_disk(tmp_path, f"{fill} tests.performer.memory.filling {tmp_path}'"))

    assert (came["known"], came["after"]) == (200, 0)
    assert "cannot be used" in came["trouble"]
