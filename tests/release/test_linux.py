"""The copy for Linux: laid out for the Python that runs these tests, and started in a home where nothing is."""

import os
import sys
from pathlib import Path

import pytest

from release import linux, system_copy
from release.wheel import build_wheel_of_checkout
from tests.release.checkout import needs_git
from tests.release.copy_show import LINE, perform
from tests.release.test_staging import needs_uv
from tests.systems import linux_only

SECONDS = 10


@linux_only("a copy for it")
@needs_git
@needs_uv
@pytest.mark.slow
def test_copy_performs_in_a_fresh_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_copy, "PYTHONS", (f"3.{sys.version_info[1]}",))
    copy = linux.lay_out(tmp_path, build_wheel_of_checkout(tmp_path / "wheel"))
    home = tmp_path / "home"
    home.mkdir()
    environment = {"HOME": str(home), "PATH": f"{Path(sys.executable).resolve().parent}:{os.defpath}"}
    environment |= {"OLLAMA_HOST": "127.0.0.1:9", "PULSE_SERVER": "unix:/nonexistent"}

    code, printed = perform(copy / "performer", home, environment, f"--seconds={SECONDS}")

    assert code == 0, printed
    assert f"»  {LINE}" in printed
    assert (home / ".local/share/stream-performer/python/pyvenv.cfg").exists()
    assert (copy / "licences/LIST.txt").read_text(encoding="utf-8").count("\n") > 60
